"""What tests of ``nonogram ar`` do with it."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from click.testing import CliRunner, Result

from puzzles.command_line import Services
from recognizer.live.command import cli


def run(*words: str, **shared: Any) -> Result:
    result = CliRunner().invoke(cli.ar, words, prog_name="nonogram ar", obj=Services(**shared))
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


def objects(result: Result) -> list[dict[str, Any]]:
    return [json.loads(line) for line in result.stdout.splitlines()]


def raising(error: BaseException) -> Callable[[], object]:
    def act() -> object:
        raise error

    return act
