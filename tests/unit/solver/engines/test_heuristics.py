"""What both heuristics promise beyond the laws of all methods."""

from __future__ import annotations

import pytest

from puzzles.formats import read
from puzzles.grid import unsatisfied_lines
from puzzles.model import Puzzle
from puzzles.packs import study_set
from solver.api import Limits, Outcome, solve
from solver.registry import get_engine

HEURISTICS = ["annealing", "genetic"]


@pytest.mark.parametrize("name", HEURISTICS)
def test_boards_of_one_colour_are_no_trouble(name: str) -> None:
    for row, column in (([3], [2]), ([], [])):
        puzzle = Puzzle.from_numbers([row] * 2, [column] * 3)
        assert solve(puzzle, Limits(1, proof=False), engine=name).outcome is Outcome.FOUND


@pytest.mark.parametrize("name", HEURISTICS)
def test_they_prove_nothing(name: str) -> None:
    assert not get_engine(name).is_exact
    result = solve(Puzzle.from_numbers([[1], [2]], [[2], [1]]), engine=name)
    assert (result.outcome, result.complete) == (Outcome.FOUND, False)


def test_what_they_had_come_to_can_be_looked_at() -> None:
    puzzle = read(study_set("sparse").puzzles[2].path).puzzle
    black = sum(clue.length for row in puzzle.rows for clue in row)
    result = solve(puzzle, Limits(1, nodes=50, proof=False), engine="annealing")
    assert result.outcome is Outcome.LIMIT
    assert result.draft is not None
    assert result.draft.count_shaded() == black
    bred = solve(puzzle, Limits(1, nodes=5, proof=False), engine="genetic").draft
    assert bred is not None
    assert all(line.is_column for line in unsatisfied_lines(puzzle, bred))
