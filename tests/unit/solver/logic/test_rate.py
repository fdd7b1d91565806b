"""Ratings: the same for every orientation, and right for puzzles whose difficulty is known."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from puzzles.errors import PuzzleError
from puzzles.grid import Grid
from puzzles.model import Puzzle
from puzzles.turning import Turn, turned_puzzle
from solver.logic.rate import COSTS, Difficulty, rate
from solver.logic.techniques import Technique, Tier
from tests.support.finished_boards import picture_puzzle, unique_pictures


@given(unique_pictures())
@settings(max_examples=30)
def test_turned_and_mirrored_puzzles_rate_the_same(picture: Grid) -> None:
    puzzle = picture_puzzle(picture)
    rating = rate(puzzle)
    assert rating.is_complete
    assert sum(rating.cells.values()) == puzzle.height * puzzle.width
    for turn in Turn:
        assert rate(turned_puzzle(puzzle, turn)) == rating


def test_tiers_of_known_puzzles() -> None:
    full = Puzzle.from_numbers([[2], [2]], [[2], [2]])
    assert (rate(full).tier, rate(full).difficulty) == (Tier.FORCED_LINE, Difficulty.BEGINNER)
    overlap = Puzzle.from_numbers([[2], [3], [1]], [[2], [3], [1]])
    assert rate(overlap).tier in (Tier.FORCED_LINE, Tier.OVERLAP)


def test_a_puzzle_without_a_solution_is_not_rated() -> None:
    with pytest.raises(PuzzleError, match=r"the puzzle has no solution: .* cannot be completed"):
        rate(Puzzle.from_numbers([[2], []], [[2], []]))


def test_a_puzzle_with_defects_is_not_rated() -> None:
    with pytest.raises(PuzzleError):
        rate(Puzzle.from_numbers([[3]], [[1]]))


def test_a_puzzle_with_several_solutions_is_not_complete() -> None:
    rating = rate(Puzzle.from_numbers([[1], [1]], [[1], [1]]))
    assert not rating.is_complete
    assert rating.steps == 0


def test_every_technique_has_a_cost() -> None:
    assert set(COSTS) == set(Technique)
