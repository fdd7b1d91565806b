"""Child processes: whatever an engine does, there is a verdict."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from time import monotonic

import pytest

from solver.study import runner
from solver.study.plan import TRACED, StudyTask
from solver.study.runner import answers
from solver.study.study_values import RunOutcome, RunResult, StudySettings
from tests.support.fake_study_runs import FakeRun
from tests.support.study_runs import SETTINGS, UNIQUE, subject

SHORT = StudySettings(timeout_s=0.3)


def never() -> bool:
    return False


def task(engine: str, settings: StudySettings = SETTINGS, repeat: int = 1) -> StudyTask:
    return StudyTask(subject(), engine, repeat, settings)


def run(*tasks: StudyTask) -> dict[str, RunResult]:
    """The answers by engine; two at a time, for waiting costs nothing."""
    return {each.engine: answer for each, answer in answers(tasks, never, jobs=2, make=FakeRun)}


def test_a_run_is_measured_in_its_own_process() -> None:
    plain, traced = (
        next(answers([task("python", repeat=repeat)], never))[1] for repeat in (1, TRACED)
    )
    for answer in (plain, traced):
        assert answer.verdict is RunOutcome.SOLVED
        assert answer.solutions == 1
        assert answer.known == UNIQUE.height * UNIQUE.width
        assert answer.seconds is not None
        assert 0 < answer.seconds < 1
        assert answer.work
    assert plain.python_mb is None
    assert traced.python_mb is not None
    assert 0 < traced.python_mb < 5
    if os.path.exists("/proc/self/status"):  # noqa: PTH110
        assert plain.before_mb is not None
        assert plain.peak_mb is not None
        assert 5 < plain.before_mb <= plain.peak_mb < 60, "an interpreter, without Qt and numpy"


@pytest.mark.skipif(os.name == "nt", reason="there is no SIGKILL")
def test_engines_that_misbehave_have_a_verdict(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runner, "GRACE_S", 0.1)
    found = run(
        task("deaf", SHORT), task("lie"), task("die"), task("fill"), task("fail"), task("chatter")
    )
    assert {engine: answer.verdict for engine, answer in found.items()} == {
        "deaf": RunOutcome.OVER_TIME,
        "lie": RunOutcome.WRONG,
        "die": RunOutcome.CRASHED,
        "fill": RunOutcome.OUT_OF_MEMORY,
        "fail": RunOutcome.CRASHED,
        "chatter": RunOutcome.SOLVED,
    }
    assert "row 1" in found["lie"].note
    assert "SIGKILL" in found["die"].note
    assert "ValueError: a bug" in found["fail"].note
    assert "killed" in found["deaf"].note


def test_a_program_that_is_none_is_a_crash(monkeypatch: pytest.MonkeyPatch) -> None:
    command = (sys.executable, "-c", "import sys; sys.exit('no such thing')")
    monkeypatch.setattr("puzzles.child.process.child_command", lambda: command)
    ((_, answer),) = answers([task("python")], never)
    assert answer.verdict is RunOutcome.CRASHED
    assert "no such thing" in answer.note


@pytest.mark.clock
def test_a_stop_kills_at_once_what_runs() -> None:
    start = monotonic()
    asked: list[int] = []

    def should_stop() -> bool:
        asked.append(1)
        return monotonic() - start > 0.5

    assert list(answers([task("deaf")] * 3, should_stop, make=FakeRun)) == []
    assert monotonic() - start < 2
    assert len(asked) > 1


def test_tasks_are_taken_when_there_is_a_process_for_them() -> None:
    taken = []

    def tasks() -> Iterator[StudyTask]:
        for repeat in (1, 2):
            taken.append(repeat)
            yield task("python", repeat=repeat)

    ended = answers(tasks(), never)
    next(ended)
    assert taken == [1]
    ended.close()
