"""The puzzles and the figures of the benchmark."""

from __future__ import annotations

import pytest

from benchmarks.generic import sat_peer
from benchmarks.peers import Answer, Ending, Verdict, engine_peer, judge
from benchmarks.puzzle_sets import (
    colour_set,
    is_line_solvable,
    picture_set,
)
from benchmarks.solver import Run, run_of
from puzzles import Puzzle
from solver.api import solve

NONE = Puzzle.from_numbers([[1, 1], [], [1, 1]], [[2], [], [2]])
"""Its numbers add up, and yet it has no solution."""


def test_what_is_not_solved_in_time_counts_as_the_timeout() -> None:
    answer = Answer([], Ending.FINISHED, work=7)
    assert run_of(answer, Verdict.SOLVED, 0.5, 2) == Run(0.5, Verdict.SOLVED, 7)
    assert run_of(answer, Verdict.SOLVED, 2.5, 2) == Run(2, Verdict.TIMEOUT, 7)
    for verdict in (Verdict.WRONG, Verdict.GAVE_UP, Verdict.TIMEOUT):
        assert run_of(answer, verdict, 0.5, 2).seconds == 2


def test_pictures_are_line_solvable_and_always_the_same() -> None:
    first, again = (list(picture_set(40, 2).items) for _ in range(2))
    assert [item.puzzle for item in first] == [item.puzzle for item in again]
    for _, puzzle, (known,) in first:
        result = solve(puzzle)
        assert result.is_unique
        assert result.solutions == (known,)
        assert is_line_solvable(puzzle)


@pytest.mark.parametrize("name", ["sat", "cp-sat"])
def test_other_solvers_agree_with_ours(name: str) -> None:
    needs = {"sat": "pycryptosat", "cp-sat": "ortools"}[name]
    pytest.importorskip(needs, reason="the extra bench is not installed")
    peer = sat_peer() if name == "sat" else engine_peer(name)
    puzzles = [item.puzzle for item in colour_set(10, 4, 1).items]
    puzzles += [NONE, Puzzle.from_numbers([[]], [[], []])]
    for puzzle in puzzles:
        answer, ours = peer.ask(puzzle, 20), solve(puzzle)
        assert answer.ending is Ending.FINISHED
        assert len(answer.solutions) == len(ours.solutions)
        known = ours.solutions
        assert judge(puzzle, {"p": answer}, known)["p"] is Verdict.SOLVED
