"""The commands in docs/server.md do what stands below them."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from network.connections import HEAD_S, MAX_CONNECTIONS
from network.guard import BODY_S
from network.service import actions, jobs
from network.service import service_app as app
from network.service.actions import ACTIONS
from tests.support.paths import ROOT
from tests.support.service import RunningService, running_service

TEXT = (ROOT / "docs/server.md").read_text(encoding="utf-8")
DEFAULT = "http://127.0.0.1:8765"
BLOCKS = [
    block for block in re.findall(r"```console\n(.*?)```", TEXT, re.DOTALL) if "$ curl" in block
]
pytestmark = pytest.mark.skipif(shutil.which("curl") is None, reason="curl is not installed")


@pytest.fixture(scope="module")
def service() -> Iterator[RunningService]:
    with running_service() as running:
        yield running


def commands(block: str) -> list[tuple[str, str]]:
    """The commands of a block, and what is printed below each."""
    parts = re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]
    return [(command, shown) for command, _, shown in (part.partition("\n") for part in parts)]


def without_times(text: str) -> Any:
    try:
        value = json.loads(text)
    except ValueError:
        return text.split()
    return {key: each for key, each in value.items() if key != "seconds"}


@pytest.mark.parametrize("block", BLOCKS, ids=range(len(BLOCKS)))
def test_the_commands_print_what_stands_there(
    service: RunningService, block: str, tmp_path: Path
) -> None:
    shutil.copy(ROOT / "docs/images/page.png", tmp_path)
    script = 'curl() { command curl -s --fail-with-body "$@"; }; set -eo pipefail\n'
    for command, shown in commands(block):
        script += command.replace(DEFAULT, service.address.rstrip("/")) + "\n"
        if command.startswith("JOB="):
            continue
        done = subprocess.run(
            ["bash", "-c", script], cwd=tmp_path, capture_output=True, text=True, timeout=100
        )
        is_early = "/answer" in command and done.returncode == 22  # another job: it may not be done
        assert done.returncode == 0 or is_early, done.stdout
        if shown:
            assert without_times(done.stdout) == without_times(shown)
        lines = script.splitlines(keepends=True)
        script = "".join(line for line in lines if not line.startswith("curl "))
    for path in tmp_path.glob("puzzle.*"):
        assert path.read_bytes().startswith({".pdf": b"%PDF", ".html": b"<!"}[path.suffix])


def test_every_action_has_a_command() -> None:
    for action in ACTIONS:
        assert re.search(rf"^\$ curl .*{DEFAULT}/v1/{action.name}\b", TEXT, re.MULTILINE)


def test_the_limits_are_those_of_the_program() -> None:
    table = TEXT.partition("## Limits")[2].partition("##")[0]
    times = {f"{action.limits.seconds:g} s" for action in ACTIONS}
    for text in (
        f"| {actions.MAX_SIDE} |",
        f"{actions.MAX_DEPTH} levels",
        f"{actions.MAX_PICTURE_BYTES // 2**20} MB",
        f"{jobs.MAX_QUEUE} (",
        f"{jobs.MAX_QUEUED_BYTES // 2**20} MB of input",
        f"{actions.MAX_GENERATED} puzzles of {actions.MAX_GENERATED_SIDE}x",
        f"{MAX_CONNECTIONS} |",
        f"within {BODY_S:g} s",
        f"within {HEAD_S:g} s",
        *times,
    ):
        assert text in table
    assert f"(at most {app.MAX_WAIT_S:g})" in TEXT
    assert f"jobs have {app.STOP_S:g} s to end" in TEXT
    assert f"({app.ANSWER_S:g} s after" in TEXT


def test_the_client_in_the_library_asks_a_service(service: RunningService) -> None:
    text = (ROOT / "docs/library.md").read_text(encoding="utf-8")
    (client,) = re.findall(r"```python\n(import httpx.*?)```", text, re.DOTALL)
    names: dict[str, Any] = {}
    exec(client.partition("print(")[0].replace(DEFAULT, service.address.rstrip("/")), names)
    assert names["ask"]("solve", rows=[[3]], columns=[[1], [1], [1]])["solutions"] == [["###"]]
    with pytest.raises(ValueError, match="row 1: "):
        names["ask"]("solve", rows=[[0, 1]], columns=[[1], []])
