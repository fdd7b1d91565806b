"""Results whose values are made when they are first used are like any others."""

from __future__ import annotations

import copy
import pickle
from dataclasses import fields, replace

import pytest

from puzzles.model import Puzzle
from solver.api import Limits, Outcome, SolveResult, solve
from tests.support.boards import random_puzzle

PUZZLES = [
    random_puzzle(3, 6, 6, 2),
    Puzzle.from_numbers([[1], [1]], [[1], [1]]),
    Puzzle.from_numbers([[1], [1], [1]], [[2], [], [1]]),
]


@pytest.mark.parametrize("puzzle", PUZZLES)
class TestLaterValues:
    def test_a_copy_has_all_values(self, puzzle: Puzzle) -> None:
        result = solve(puzzle)
        for made in (pickle.loads(pickle.dumps(result)), copy.deepcopy(result), replace(result)):
            assert made == result
            assert [getattr(made, f.name) for f in fields(made)] == [
                getattr(result, f.name) for f in fields(result)
            ]

    @pytest.mark.parametrize("name", [f.name for f in fields(SolveResult)])
    def test_each_value_can_be_the_first_one(self, puzzle: Puzzle, name: str) -> None:
        whole = solve(puzzle, engine="python")
        value = getattr(solve(puzzle), name)
        if name not in ("statistics", "engine", "contradiction"):
            assert value == getattr(whole, name)

    def test_a_value_is_made_once(self, puzzle: Puzzle) -> None:
        result = solve(puzzle)
        assert result.certain is result.certain
        assert result.statistics is result.statistics

    def test_boards_are_not_shared(self, puzzle: Puzzle) -> None:
        result = solve(puzzle)
        before = [grid.copy() for grid in result.solutions]
        result.certain[0, 0] = 0
        assert list(result.solutions) == before


def test_there_is_no_other_value() -> None:
    assert not hasattr(solve(PUZZLES[0]), "outcomes")


def test_thousands_of_solutions_of_many_slices_are_all_there() -> None:
    size = 8
    diagonal = Puzzle.from_numbers([[1]] * size, [[1]] * size)
    result = solve(diagonal, Limits(solutions=10**9))
    assert result.outcome is Outcome.SEVERAL
    assert result.complete
    assert len(result.solutions) == 40320  # 8!
    assert len({bytes(grid.low_bytes()) for grid in result.solutions}) == 40320
    assert result.statistics.seconds > 0


def test_what_the_solver_keeps_beside_a_puzzle_is_no_part_of_it() -> None:
    puzzle, other = (Puzzle.from_numbers([[1], [2]], [[2], [1]], "A") for _ in range(2))
    size = len(pickle.dumps(puzzle))
    solve(puzzle)
    assert puzzle == other
    assert hash(puzzle) == hash(other)
    assert len(pickle.dumps(puzzle)) == size
    turned = replace(puzzle, rows=puzzle.columns[::-1], columns=puzzle.rows)
    assert solve(turned).solutions[0].to_text() == [".#", "##"]
