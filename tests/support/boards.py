"""Puzzles that many tests use: known, random, hard and turned ones; finished boards."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache

from hypothesis import strategies as st

from puzzles.grid import Grid, puzzle_of
from puzzles.model import BLACK, WHITE, Color, Puzzle
from solver.api import solve

CHICK = Puzzle.from_numbers(
    [[3], [2, 1], [3, 2], [5], [4], [1], [2]],
    [[1], [3], [1, 3], [5, 1], [4], [3], [2]],
    title="Chick",
)
CHICK_PICTURE = [".###...", "##.#...", ".###.##", "..#####", "..####.", "....#..", "...##.."]


def colored(height: int, width: int, colors: int) -> Puzzle:
    """An empty board with a palette of that size."""
    more = [Color(chr(ord("a") + k), f"#0000{k:02x}") for k in range(colors - 2)]
    return replace(Puzzle.empty(height, width), palette=(WHITE, BLACK, *more))


def random_puzzle(
    seed: int, height: int, width: int, colors: int = 2, density: float = 0.5
) -> Puzzle:
    """The puzzle of a board filled by chance."""
    rng = random.Random(seed)
    cells = [
        1 << rng.randrange(1, colors) if rng.random() < density else 1
        for _ in range(height * width)
    ]
    return puzzle_of(Grid(height, width, colors, cells), colored(height, width, colors))


@st.composite
def puzzles(draw: st.DrawFn) -> Puzzle:
    """A small sound puzzle, sometimes with a row's clues turned round, so that it may fail."""
    height, width = draw(st.integers(1, 4)), draw(st.integers(1, 5))
    colors = draw(st.integers(2, 3))
    cell = st.sampled_from([1 << k for k in range(colors)])
    cells = draw(st.lists(cell, min_size=height * width, max_size=height * width))
    puzzle = puzzle_of(Grid(height, width, colors, cells), colored(height, width, colors))
    if draw(st.booleans()):
        order = draw(st.permutations(puzzle.rows))
        puzzle = puzzle.with_clues(order, puzzle.columns)
    if draw(st.booleans()):
        puzzle = puzzle.with_clues((puzzle.rows[0][::-1], *puzzle.rows[1:]), puzzle.columns)
    return puzzle


def text_set(grids: list[Grid] | tuple[Grid, ...]) -> set[str]:
    return {str(grid) for grid in grids}


def transposed(puzzle: Puzzle) -> Puzzle:
    return puzzle.with_clues(puzzle.columns, puzzle.rows)


def mirrored(puzzle: Puzzle) -> Puzzle:
    return puzzle.with_clues([row[::-1] for row in puzzle.rows], puzzle.columns[::-1])


def transposed_grid(grid: Grid) -> Grid:
    cells = [state for c in range(grid.width) for state in grid.column(c)]
    return Grid(grid.width, grid.height, grid.colors, cells)


def mirrored_grid(grid: Grid) -> Grid:
    cells = [state for r in range(grid.height) for state in grid.row(r)[::-1]]
    return Grid(grid.height, grid.width, grid.colors, cells)


@cache
def hard_board() -> Puzzle:
    """A board that takes far longer than any test: 100x100 at random, hardly anything certain."""
    return random_puzzle(1, 100, 100, density=0.4)


@cache
def huge_board() -> Puzzle:
    """1000x1000 random cells: no engine gets to an end of it."""
    return random_puzzle(2, 1000, 1000, density=0.6)


def picture_puzzle(picture: Grid) -> Puzzle:
    """The puzzle of a finished board."""
    return puzzle_of(picture, colored(picture.height, picture.width, picture.colors))


@st.composite
def pictures(draw: st.DrawFn, largest: int = 9, colors: int | None = None) -> Grid:
    """A finished board."""
    height, width = draw(st.integers(1, largest)), draw(st.integers(1, largest))
    count = colors or draw(st.integers(2, 4))
    inks = st.integers(0, count - 1)
    cells = draw(st.lists(inks, min_size=height * width, max_size=height * width))
    return Grid(height, width, count, [1 << k for k in cells])


def unique_pictures(largest: int = 9) -> st.SearchStrategy[Grid]:
    """Boards whose puzzles have one solution."""
    return pictures(largest).filter(lambda p: solve(picture_puzzle(p)).is_unique)
