"""What follows line by line: both implementations, judged by solving each line on its own."""

from __future__ import annotations

import random

import pytest

from puzzles.grid import Grid
from puzzles.model import Axis, Line, Puzzle
from solver.api import solve
from solver.line import masks_of, solve_line, states_of
from solver.propagate import Propagation, propagate
from tests.support.boards import random_puzzle
from tests.support.cases import few


def judge(puzzle: Puzzle, grid: Grid) -> Grid | None:
    """Each line on its own until nothing changes; None for a contradiction."""
    grid = grid.copy()
    changed = True
    while changed:
        changed = False
        for line in puzzle.lines:
            states = grid.line(line)
            found = solve_line(puzzle.clues_of(line), masks_of(states, grid.colors), len(states))
            if found is None:
                return None
            for i, state in enumerate(states_of(found, len(states))):
                at = (line.index, i) if line.axis is Axis.ROW else (i, line.index)
                changed |= grid[at] != state
                grid[at] = state
    return grid


def some_of(grid: Grid, rng: random.Random, share: float, wrong: int = 0) -> Grid:
    """Some cells of a finished board are known, and a few of them wrongly."""
    board = Grid(grid.height, grid.width, grid.colors)
    for i, state in enumerate(grid.cells):
        if rng.random() < share:
            board.cells[i] = state
    for _ in range(wrong):
        board.cells[rng.randrange(len(board.cells))] = 1 << rng.randrange(grid.colors)
    return board


@pytest.mark.parametrize("seed", few(12, range(24)))
def test_it_finds_what_each_line_tells(engine: str, seed: int) -> None:
    rng = random.Random(seed)
    colors = rng.choice((2, 2, 3, 4))
    puzzle = random_puzzle(seed, rng.randint(1, 20), rng.randint(1, 70), colors)
    assert puzzle.goal is not None
    goal = Grid.from_goal(puzzle.goal, puzzle.palette, puzzle.width)
    board = some_of(goal, rng, rng.random() / 2, wrong=seed % 3)
    before = board.copy()
    found = propagate(puzzle, board, engine)
    expected = judge(puzzle, board)
    assert board == before
    assert found.is_consistent == (expected is not None)
    if expected is None:
        assert found.contradiction is not None
    else:
        assert found.grid == expected
        assert propagate(puzzle, found.grid, engine) == found


def test_without_a_board_it_starts_from_nothing(engine: str) -> None:
    puzzle = random_puzzle(3, 8, 8)
    empty = Grid.for_puzzle(puzzle)
    assert propagate(puzzle, engine=engine) == propagate(puzzle, empty, engine)


def test_a_line_that_cannot_be_satisfied_is_named(engine: str) -> None:
    puzzle = Puzzle.from_numbers([[3], [1], [1]], [[1], [1], [3]])
    board = Grid.from_text(["???", "???", "#.."])
    found = propagate(puzzle, board, engine)
    assert not found.is_consistent
    assert found.contradiction in (Line(Axis.ROW, 2), Line(Axis.COLUMN, 0), Line(Axis.COLUMN, 2))


def test_a_cell_without_any_colour_is_a_contradiction(engine: str) -> None:
    puzzle = Puzzle.from_numbers([[1], [1]], [[1], [1]])
    board = Grid(2, 2, cells=[0, 3, 3, 3])
    assert propagate(puzzle, board, engine) == Propagation(board, is_consistent=False)


def test_a_board_of_another_size_is_refused(engine: str) -> None:
    with pytest.raises(ValueError, match="size and colours"):
        propagate(random_puzzle(1, 4, 5), Grid(5, 4), engine)


def test_no_solution_is_lost(engine: str) -> None:
    for seed in range(20):
        puzzle = random_puzzle(seed, 6, 6)
        found = propagate(puzzle, engine=engine).grid
        for solution in solve(puzzle, engine=engine).solutions:
            for now, then in zip(found.cells, solution.cells, strict=True):
                assert now & then == then
