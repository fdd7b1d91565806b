"""The author's check in its child process: what it reports, and how often."""

from __future__ import annotations

import itertools
import time

import pytest

from helper.author import author_work
from puzzles import Puzzle
from solver.api import Outcome
from solver.author import solution_check
from solver.author.solution_check import SolutionCheck, check_solutions

DOMINO = Puzzle.from_numbers([[1], [1]], [[1], [1]])
SEVERAL = SolutionCheck(Outcome.SEVERAL, frozenset({0, 1, 2, 3}))


def test_reports_come_soon_and_then_less_and_less_often(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = [100.0]
    times: list[int] = []

    def examined(puzzle: Puzzle, timeout_s: float, stop: object, report: object) -> object:
        assert callable(report)
        for _ in range(1000):
            report(SEVERAL)
            now[0] += 0.001
        return SEVERAL

    handler = author_work.make_examiner()
    monkeypatch.setattr(solution_check, "check_solutions", examined)
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    handler(DOMINO, lambda _: times.append(round((now[0] - 100) * 1000)), lambda: False)
    assert times[0] == 0
    assert times[1] <= 40
    gaps = [after - before for before, after in itertools.pairwise(times)]
    assert gaps == sorted(gaps)
    assert 150 <= gaps[-1] <= 250


def test_the_child_reports_what_the_check_finds() -> None:
    reports: list[object] = []
    found = author_work.make_examiner()(DOMINO, reports.append, lambda: False)
    assert isinstance(found, SolutionCheck)
    assert found.undetermined == check_solutions(DOMINO).undetermined
