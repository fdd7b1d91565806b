"""Turned, inverted and resized boards: the laws that they keep."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzles import BLANK, SHADED, Color, Grid, Line, Puzzle, puzzle_of, satisfies
from puzzles.turning import (
    Margins,
    Turn,
    inverted_grid,
    resized_grid,
    turned_grid,
    turned_puzzle,
)

PALETTE = (Color("0", "#ffffff"), Color("1", "#000000"), Color("b", "#0000ff"))
FLIPS = [Turn.FLIP_HORIZONTALLY, Turn.FLIP_VERTICALLY]


@st.composite
def grids(draw: st.DrawFn, colors: int = 3) -> Grid:
    height, width = draw(st.integers(1, 7)), draw(st.integers(1, 7))
    states = st.sampled_from([(1 << colors) - 1, *(1 << k for k in range(colors))])
    cells = st.lists(states, min_size=height * width, max_size=height * width)
    return Grid(height, width, colors, draw(cells))


def puzzle_with(grid: Grid) -> Puzzle:
    return puzzle_of(grid, Puzzle((), (), PALETTE[: grid.colors], title="A", author="B"))


def transposed(grid: Grid) -> Grid:
    cells = [grid[r, c] for c in range(grid.width) for r in range(grid.height)]
    return Grid(grid.width, grid.height, grid.colors, cells)


@given(grids(), st.sampled_from(FLIPS))
def test_flipping_twice_changes_nothing(grid: Grid, flip: Turn) -> None:
    puzzle = puzzle_with(grid)
    assert turned_grid(turned_grid(grid, flip), flip) == grid
    assert turned_puzzle(turned_puzzle(puzzle, flip), flip) == puzzle


@given(grids(), st.sampled_from([Turn.ROTATE_LEFT, Turn.ROTATE_RIGHT]))
def test_four_quarter_turns_change_nothing(grid: Grid, turn: Turn) -> None:
    turned, puzzle = grid, puzzle_with(grid)
    for _ in range(4):
        turned, puzzle = turned_grid(turned, turn), turned_puzzle(puzzle, turn)
    assert (turned, puzzle) == (grid, puzzle_with(grid))


@given(grids())
def test_left_takes_back_right(grid: Grid) -> None:
    right = turned_grid(grid, Turn.ROTATE_RIGHT)
    assert turned_grid(right, Turn.ROTATE_LEFT) == grid


@given(grids())
def test_a_quarter_turn_is_a_flip_of_the_transposed_board(grid: Grid) -> None:
    right = turned_grid(transposed(grid), Turn.FLIP_HORIZONTALLY)
    left = turned_grid(transposed(grid), Turn.FLIP_VERTICALLY)
    assert turned_grid(grid, Turn.ROTATE_RIGHT) == right
    assert turned_grid(grid, Turn.ROTATE_LEFT) == left


@given(grids(), st.sampled_from(Turn))
def test_the_clues_of_a_turned_puzzle_are_those_of_the_turned_picture(
    grid: Grid, turn: Turn
) -> None:
    picture = turned_grid(grid, turn)
    puzzle = turned_puzzle(puzzle_with(grid), turn)
    assert puzzle == puzzle_with(picture)
    lines: tuple[Line, ...] = puzzle.lines
    assert all(satisfies(picture.line(line), puzzle.clues_of(line)) for line in lines)


@given(grids(colors=2))
def test_inverting_twice_is_the_same_picture(grid: Grid) -> None:
    inverted = inverted_grid(grid)
    assert inverted.count_shaded() == len(grid.cells) - grid.count_shaded()
    again = inverted_grid(inverted)
    assert [s == SHADED for s in again.cells] == [s == SHADED for s in grid.cells]


def test_inverting_counts_crosses_as_background() -> None:
    assert inverted_grid(Grid.from_text(["#.?"])).to_text() == ["?##"]


def test_colours_have_no_opposite() -> None:
    with pytest.raises(ValueError, match="black and white"):
        inverted_grid(Grid(2, 2, 3))


margins = st.integers(-4, 4)


@given(grids(), st.builds(Margins, margins, margins, margins, margins))
def test_each_cell_of_a_resized_board_is_the_old_one_or_clear(grid: Grid, by: Margins) -> None:
    height, width = by.new_size(grid.height, grid.width)
    if height < 1 or width < 1:
        with pytest.raises(ValueError, match="not possible"):
            resized_grid(grid, by)
        return
    resized = resized_grid(grid, by)
    assert (resized.height, resized.width) == (height, width)
    for r in range(height):
        for c in range(width):
            old = (r - by.top, c - by.left)
            inside = 0 <= old[0] < grid.height and 0 <= old[1] < grid.width
            assert resized[r, c] == (grid[old] if inside else grid.clear)


@given(grids(), st.tuples(*[st.integers(0, 4)] * 4))
def test_what_was_added_can_be_removed(grid: Grid, sides: tuple[int, ...]) -> None:
    there = resized_grid(grid, Margins(*sides))
    assert resized_grid(there, Margins(*(-side for side in sides))) == grid


def test_a_board_is_never_larger_than_is_possible() -> None:
    with pytest.raises(ValueError, match="1 x 5001 cells"):
        resized_grid(Grid(1, 1), Margins(bottom=5000))


def test_nothing_given_is_changed() -> None:
    grid = Grid.from_text(["#.", "?#"])
    before = grid.copy()
    for turn in Turn:
        turned_grid(grid, turn)
    inverted_grid(grid)
    resized_grid(grid, Margins(1, 1, 1, 1))
    assert grid == before
    assert BLANK in grid.cells
