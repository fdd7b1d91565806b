"""How far lines and trials of single cells lead, judged by the lookahead that hints use."""

from __future__ import annotations

import pytest

from puzzles.grid import Grid
from puzzles.model import Puzzle
from solver.logic.board import LogicBoard
from solver.logic.links.lookahead import after_lookahead, look_ahead
from solver.propagate import propagate
from tests.support.boards import random_puzzle
from tests.support.cases import few

BOARDS = [
    (10, 25, 2), (5, 30, 3), (17, 30, 3), (20, 16, 3), (1, 12, 2), (3, 40, 2), (2, 70, 2),
    *((seed, 9, 2) for seed in range(8)), *((seed, 7, 3) for seed in range(4)),
]  # fmt: skip
"""Seed, size and colours of random puzzles."""


def step_by_step(puzzle: Puzzle) -> Grid:
    """Lines, then one level of lookahead after the other."""
    grid = propagate(puzzle).grid
    while results := look_ahead(LogicBoard.of(puzzle, grid)):
        for found in results:
            grid.cells[found.cell] &= ~found.gone
        grid = propagate(puzzle, grid).grid
    return grid


@pytest.mark.parametrize(("seed", "size", "colors"), few(5, BOARDS))
def test_the_order_of_the_trials_does_not_matter(seed: int, size: int, colors: int) -> None:
    puzzle = random_puzzle(seed, size, size, colors)
    assert after_lookahead(puzzle) == step_by_step(puzzle)


def test_some_of_these_boards_are_solved_and_some_are_not() -> None:
    ends = [after_lookahead(random_puzzle(seed, size, size, k)) for seed, size, k in BOARDS]
    solved = [end is not None and all(s & (s - 1) == 0 for s in end.cells) for end in ends]
    assert solved.count(True) >= 3
    assert solved.count(False) >= 3


def test_a_stop_gives_nothing() -> None:
    assert after_lookahead(random_puzzle(1, 12, 12, 2), lambda: True) is None
