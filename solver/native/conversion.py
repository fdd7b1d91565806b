"""Puzzles and boards in the form in which the compiled core takes and returns them."""

from __future__ import annotations

from array import array

from puzzles.grid import Grid
from puzzles.model import Puzzle


def as_arrays(
    puzzle: Puzzle,
) -> tuple[int, int, int, list[list[int]], list[list[int]]]:
    """Height, width, number of colours, and each line's clue lengths and colours, for the core."""
    lines = puzzle.rows + puzzle.columns
    return (
        puzzle.height,
        puzzle.width,
        len(puzzle.palette),
        [[clue[0] for clue in line] for line in lines],
        [] if puzzle.is_black_and_white else [[clue[1] for clue in line] for line in lines],
    )


def grid_of(raw: bytes, puzzle: Puzzle) -> Grid:
    """The board of the core's ``uint32`` bit sets of colours."""
    cells = array("I")
    cells.frombytes(raw)
    return Grid(puzzle.height, puzzle.width, len(puzzle.palette), cells)
