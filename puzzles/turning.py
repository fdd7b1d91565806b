"""Flips, rotations, inversion and resizing of puzzles and boards.

A puzzle is turned with its clues and goal, a board with its marks; a board that satisfies a puzzle
still does after the same turn of both. All functions return copies.
"""

from __future__ import annotations

import enum
from array import array
from collections.abc import Sequence
from dataclasses import replace
from itertools import chain
from typing import Any, NamedTuple

from puzzles.grid import SHADED, Grid
from puzzles.model import MAX_SIZE, Clues, Puzzle
from puzzles.words import marked, worded


class Turn(enum.Enum):
    """The ways to turn a board."""

    FLIP_HORIZONTALLY = "flip-horizontally"
    """Swaps left and right."""
    FLIP_VERTICALLY = "flip-vertically"
    """Swaps top and bottom."""
    ROTATE_LEFT = "rotate-left"
    """A quarter turn counterclockwise."""
    ROTATE_RIGHT = "rotate-right"
    """A quarter turn clockwise."""

    @property
    def is_quarter(self) -> bool:
        """Whether rows become columns."""
        return self in (Turn.ROTATE_LEFT, Turn.ROTATE_RIGHT)

    @property
    def label(self) -> str:
        """The name of the move, in English; ``_`` translates it."""
        return _LABELS[self]


_LABELS = {
    Turn.FLIP_HORIZONTALLY: marked("Flip Horizontally"),
    Turn.FLIP_VERTICALLY: marked("Flip Vertically"),
    Turn.ROTATE_LEFT: marked("Rotate Left"),
    Turn.ROTATE_RIGHT: marked("Rotate Right"),
}


class Margins(NamedTuple):
    """Rows and columns to add at each side; negative numbers remove them."""

    top: int = 0
    right: int = 0
    bottom: int = 0
    left: int = 0

    def new_size(self, height: int, width: int) -> tuple[int, int]:
        """(height, width) of a board afterwards; may be out of range."""
        return height + self.top + self.bottom, width + self.left + self.right


def turned_grid(grid: Grid, turn: Turn) -> Grid:
    """A turned board; a quarter turn swaps height and width.

    >>> print(turned_grid(Grid.from_text(["#?", "#.", "##"]), Turn.ROTATE_RIGHT))
    ###
    #.?
    """
    height, width = (grid.width, grid.height) if turn.is_quarter else (grid.height, grid.width)
    cells = array("I")
    for line in _turned_rows([grid.row(r) for r in range(grid.height)], turn, grid.width):
        cells.extend(line)
    return Grid(height, width, grid.colors, cells)


def turned_cell(cell: int, height: int, width: int, turn: Turn) -> int:
    """Where a cell is on the turned board.

    Args:
        cell: ``row * width + column``.
        height: Of the board before the turn.
        width: Of the board before the turn.
        turn: The turn.

    >>> turned_cell(1, 2, 3, Turn.ROTATE_RIGHT)
    3
    """
    row, column = divmod(cell, width)
    return {
        Turn.FLIP_HORIZONTALLY: row * width + width - 1 - column,
        Turn.FLIP_VERTICALLY: (height - 1 - row) * width + column,
        Turn.ROTATE_LEFT: (width - 1 - column) * height + row,
        Turn.ROTATE_RIGHT: column * height + height - 1 - row,
    }[turn]


def turned_puzzle(puzzle: Puzzle, turn: Turn) -> Puzzle:
    """A puzzle with turned clues and goal; title, author and other texts are kept.

    >>> ell = Puzzle.from_numbers([[1], [1], [2]], [[3], [1]])
    >>> [[clue.length for clue in row] for row in turned_puzzle(ell, Turn.ROTATE_LEFT).rows]
    [[1], [3]]
    """
    rows, columns = puzzle.rows, puzzle.columns
    if turn is Turn.FLIP_HORIZONTALLY:
        rows, columns = _reversed(rows), columns[::-1]
    elif turn is Turn.FLIP_VERTICALLY:
        rows, columns = rows[::-1], _reversed(columns)
    elif turn is Turn.ROTATE_LEFT:
        rows, columns = columns[::-1], _reversed(rows)
    else:
        rows, columns = _reversed(columns), rows[::-1]
    width = puzzle.width
    goal_rows = [puzzle.goal[k : k + width] for k in range(0, len(puzzle.goal), width or 1)]
    goal = "".join(chain.from_iterable(_turned_rows(goal_rows, turn, width))) if goal_rows else ""
    return replace(puzzle, rows=rows, columns=columns, goal=goal)


def _reversed(lines: tuple[Clues, ...]) -> tuple[Clues, ...]:
    return tuple(line[::-1] for line in lines)


def _turned_rows(rows: Sequence[Sequence[Any]], turn: Turn, width: int) -> list[Sequence[Any]]:
    """The turned rows of cells; cells may be of any type."""
    if turn is Turn.FLIP_HORIZONTALLY:
        return [row[::-1] for row in rows]
    if turn is Turn.FLIP_VERTICALLY:
        return list(rows[::-1])
    if turn is Turn.ROTATE_LEFT:
        return [[row[c] for row in rows] for c in reversed(range(width))]
    return [[row[c] for row in reversed(rows)] for c in range(width)]


def inverted_grid(grid: Grid) -> Grid:
    """The inverted board: shaded cells become CLEAR, all others SHADED.

    Raises:
        ValueError: The board is not black and white.
    """
    if grid.colors != 2:
        raise ValueError("only a black and white board can be inverted")
    states = (SHADED if state != SHADED else grid.clear for state in grid.cells)
    return Grid(grid.height, grid.width, grid.colors, states)


def resized_grid(grid: Grid, margins: Margins) -> Grid:
    """The board with CLEAR rows and columns added, or with some removed.

    Raises:
        ValueError: The new size is not from 1 to ``MAX_SIZE``.

    >>> print(resized_grid(Grid.from_text(["#.", ".#"]), Margins(top=1, left=-1)))
    ?
    .
    #
    """
    height, width = margins.new_size(grid.height, grid.width)
    if not (0 < height <= MAX_SIZE and 0 < width <= MAX_SIZE):
        raise ValueError(
            worded(
                "a board of {width} x {height} cells is not possible",
                height=height,
                width=width,
            )
        )
    result = Grid(height, width, grid.colors)
    first, stop = max(0, -margins.left), min(grid.width, grid.width + margins.right)
    for r in range(max(0, -margins.top), min(grid.height, grid.height + margins.bottom)):
        start = (r + margins.top) * width + first + margins.left
        if first < stop:
            row = grid.row(r)[first:stop]
            result.cells[start : start + len(row)] = row
    return result
