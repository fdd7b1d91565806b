"""What tests of ``nonogram ar`` do with it."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from click.testing import CliRunner, Result

from puzzles.command_line import Services
from recognizer.live.command import cli


def run(*words: str, show_live: Callable[[str | None], int] | None = None) -> Result:
    services = Services(show_live=show_live)
    result = CliRunner().invoke(cli.ar, words, prog_name="nonogram ar", obj=services)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


def objects(result: Result) -> list[dict[str, Any]]:
    return [json.loads(line) for line in result.stdout.splitlines()]


def raising(error: BaseException) -> Callable[..., Any]:
    def act(*_: object) -> Any:
        raise error

    return act
