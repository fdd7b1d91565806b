"""A worker process: its limits, and what is left of a command."""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from main import main
from network.service.actions import JSON, action_called
from network.service.commands import CommandRunner
from network.service.tasks import ServiceTask, TaskAnswer, task_of
from network.service.workers import BROKEN, Worker
from puzzles.child.child import StoppedError
from puzzles.child.limits import ChildLimits
from puzzles.formats.json_puzzle import clue_values
from puzzles.progress import reporting_to
from tests.support.boards import hard_board
from tests.support.cases import few
from tests.support.processes import is_running
from tests.support.waiting import wait_until

SMALL = {"rows": [[3]], "columns": [[1], [1], [1]]}
HARD = clue_values(hard_board()) | {"limit": 100, "timeout": 25}
PROGRAM = "main:main"
on_linux = pytest.mark.skipif(sys.platform != "linux", reason="not tried elsewhere")


def task(
    value: dict[str, Any], action: str = "solve", limits: ChildLimits | None = None
) -> ServiceTask:
    found = action_called(action)
    assert found is not None
    made = task_of(found, JSON, json.dumps(value).encode(), [])
    return made if limits is None else replace(made, action=replace(found, limits=limits))


@pytest.fixture(scope="module")
def shared_worker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Worker]:
    worker = Worker(PROGRAM, tmp_path_factory.mktemp("workers"))
    yield worker
    worker.close()


def never() -> bool:
    return False


def sentence(answer: TaskAnswer) -> str:
    return str(json.loads(answer.body)["error"]["message"])


def is_solved(worker: Worker) -> bool:
    return worker.run(task(SMALL), never).status == 200


@on_linux
def test_too_much_time_is_a_sentence(shared_worker: Worker) -> None:
    answer = shared_worker.run(task(HARD, limits=ChildLimits(1024, 1, "the work")), never)
    assert answer.status == 422
    assert sentence(answer) == "solve: the work takes longer than 1 s, which is the limit"
    assert is_solved(shared_worker)


@on_linux
def test_too_much_memory_is_a_sentence(shared_worker: Worker) -> None:
    line = [1] * 100
    board = {"rows": [line] * 200, "columns": [line] * 200}
    answer = shared_worker.run(task(board, "explain", ChildLimits(1, 30, "the work")), never)
    assert answer.status in (422, 500)
    assert is_solved(shared_worker)


def test_a_worker_that_is_killed_at_work_answers_500(shared_worker: Worker) -> None:
    pid = shared_worker.pid
    assert pid is not None
    threading.Timer(0.3, os.kill, (pid, signal.SIGKILL)).start()
    answer = shared_worker.run(task(HARD), never)
    assert (answer.status, sentence(answer)) == (500, BROKEN)
    assert is_solved(shared_worker)


def test_a_stopped_worker_leaves_no_process_and_no_folder(tmp_path: Path) -> None:
    worker = Worker(PROGRAM, tmp_path)
    pid = worker.pid
    assert pid is not None
    with pytest.raises(StoppedError):
        worker.run(task(HARD), lambda: True)
    assert not worker.is_usable
    worker.close()
    assert [*tmp_path.iterdir()] == []
    wait_until(lambda: not is_running(pid))


def test_a_command_leaves_no_files_and_the_streams_as_they_were(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # undone at the end
    runner = CommandRunner(PROGRAM, tmp_path)
    streams = sys.stdin, sys.stdout, sys.stderr
    data = json.dumps(SMALL).encode()
    ran = runner.run(["convert", "--to=non", "-o", "folder/", "input"], data)
    assert (ran.code, ran.stderr) == (0, "")
    assert b"written" in ran.stdout
    assert [*tmp_path.iterdir()] == []
    assert (sys.stdin, sys.stdout, sys.stderr) == streams
    assert runner.run(["solve", "-"], None).code == 2
    assert runner.run(["no-such-command"], None).code == 2


def test_a_worker_tells_the_progress_of_a_solve(shared_worker: Worker) -> None:
    shares: list[float] = []
    assert shared_worker.run(task(HARD | {"timeout": 1}), never, shares.append).status == 200
    assert shares
    assert all(0 <= share <= 1 for share in shares)


@pytest.mark.parametrize("count", few(1, [1, 4]))
def test_commands_tell_how_many_items_are_done(count: int) -> None:
    shares: list[float] = []
    with reporting_to(shares.append):
        words = ["generate", "--json", "-j1", "--size=5x5", "--seed=1", f"--count={count}"]
        assert main(words) == 0
    assert shares == ([0.25, 0.5, 0.75, 1.0] if count == 4 else [])
