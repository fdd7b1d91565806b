"""Workers in child processes: reports, results, errors, cancelling."""

from __future__ import annotations

import ast
import os
import sys
import time
from functools import partial

import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot
from shiboken6 import delete, isValid

from helper.camera.camera_sources import CameraFinder
from helper.workers.jobs import Bridge, Job
from helper.workers.solve_work import solve_work
from puzzles.child.limits import ChildLimits
from puzzles.child.serving import Work
from recognizer.picture_limits import DECODING
from solver.api import Limits, Outcome, SolveResult
from tests.support.boards import CHICK
from tests.support.paths import ROOT
from tests.support.workers import (
    broken,
    count,
    dead,
    deaf,
    greedy,
    killed,
    other_threads,
    polite,
    sleepy,
    wrong,
)


def test_a_job_reports_in_order_and_ends_with_its_result(qtbot: QtBot) -> None:
    job = Job(count)
    reports: list[object] = []
    job.reported.connect(reports.append)
    with qtbot.waitSignal(job.finished, timeout=10_000) as end:
        job.start()
    assert reports == [0, 1, 2, 3, 4]
    assert end.args[0] != os.getpid()
    assert not job.is_running


def cancelled(qtbot: QtBot, work: Work, signal: str) -> float:
    job = Job(work)
    with qtbot.waitSignal(job.reported, timeout=10_000):
        job.start()
    before = time.perf_counter()
    with qtbot.waitSignal(getattr(job, signal), timeout=5_000):
        job.cancel()
    return time.perf_counter() - before


@pytest.mark.clock
def test_cancelling_ends_a_worker_that_listens(qtbot: QtBot) -> None:
    assert cancelled(qtbot, polite, "finished") < 1


@pytest.mark.clock
def test_cancelling_ends_a_worker_that_does_not_listen(qtbot: QtBot) -> None:
    assert cancelled(qtbot, deaf, "stopped") < 1


def test_an_expected_error_is_a_sentence(qtbot: QtBot) -> None:
    job = Job(wrong)
    with qtbot.waitSignal(job.failed, timeout=10_000) as end:
        job.start()
    assert end.args == ["row 3 is wrong"]


def test_a_worker_that_breaks_down_or_dies_is_told(qtbot: QtBot) -> None:
    for work, words in ((broken, "went wrong"), (dead, "ended unexpectedly")):
        job = Job(work)
        with qtbot.waitSignal(job.failed, timeout=10_000) as end:
            job.start()
        assert words in end.args[0]


def test_cancelling_at_once_or_twice_or_too_late_is_harmless(qtbot: QtBot) -> None:
    job = Job(polite)
    ends: list[object] = []
    job.finished.connect(lambda _: ends.append("finished"))
    job.stopped.connect(lambda: ends.append("stopped"))
    job.start()
    job.cancel()
    job.cancel()
    qtbot.waitUntil(lambda: len(ends) == 1, timeout=5000)
    job.cancel()
    qtbot.wait(150)
    assert len(ends) == 1


def test_a_job_that_is_ended_or_cancelled_before_its_start_does_no_work(qtbot: QtBot) -> None:
    ended, cancelled = Job(deaf), Job(deaf)
    ended.kill()
    ended.start()
    cancelled.cancel()
    with qtbot.waitSignal(cancelled.stopped, timeout=10_000):
        cancelled.start()
    assert not ended.has_child
    assert not ended.is_running


def test_solving_is_a_worker(qtbot: QtBot) -> None:
    job = Job(partial(solve_work, CHICK, Limits()))
    with qtbot.waitSignal(job.finished, timeout=10_000) as end:
        job.start()
    result: SolveResult = end.args[0]
    assert result.outcome is Outcome.UNIQUE


def test_the_listener_of_a_job_that_was_ended_says_nothing(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = other_threads()
    job = Job(deaf)
    with qtbot.waitSignal(job.reported, timeout=10_000):
        job.start()
    heard: list[str] = []
    monkeypatch.setattr(job, "_handle", lambda kind, _: heard.append(kind))
    job.kill()
    qtbot.waitUntil(lambda: other_threads() <= before)
    qtbot.wait(20)
    assert heard == []


def test_a_bridge_may_be_deleted_while_threads_post(qtbot: QtBot) -> None:
    before, interval = other_threads(), sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        for number in range(1500):
            window = QObject()
            finder = CameraFinder(list, window)
            for _ in range(3):
                finder.search()
            until = time.perf_counter() + number % 300 * 1e-6
            while time.perf_counter() < until:
                pass
            delete(window)
    finally:
        sys.setswitchinterval(interval)
    qtbot.waitUntil(lambda: other_threads() <= before)
    assert not [each for each in Bridge._all if isValid(each) and isinstance(each, CameraFinder)]


def test_threads_post_to_the_window_in_one_way_only() -> None:
    """A thread that emits a signal of a class of its own crashes the program now and then."""
    for path in sorted((ROOT / "helper").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ClassDef):
                code = ast.unparse(node)
                starts_threads = "threading.Thread(" in code or "ThreadPoolExecutor(" in code
                assert not starts_threads or "QObject" not in map(ast.unparse, node.bases), path


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
@pytest.mark.parametrize(
    ("limits", "number", "said"),
    [
        (DECODING, "SIGXCPU", "longer than 30 s"),
        (DECODING, "SIGABRT", "more than 1024 MB of memory"),
        (None, "SIGABRT", "ended unexpectedly"),
    ],
)
def test_a_child_that_dies_is_said_with_the_limits_of_its_phase(
    limits: ChildLimits | None, number: str, said: str, qtbot: QtBot
) -> None:
    job = Job(partial(killed, number, limits))
    with qtbot.waitSignal(job.failed, timeout=10_000) as end:
        job.start()
    assert said in end.args[0]


@pytest.mark.parametrize(
    ("work", "said"),
    [
        (sleepy, "sleeping takes longer than 0.05 s"),
        (greedy, "the meal needs more than 50 MB of memory"),
    ],
)
def test_a_worker_over_its_limits_is_ended_and_said(work: Work, said: str, qtbot: QtBot) -> None:
    job = Job(work)
    with qtbot.waitSignal(job.failed, timeout=10_000) as end:
        job.start()
    assert said in end.args[0]
    qtbot.waitUntil(lambda: not job.has_child, timeout=10_000)
