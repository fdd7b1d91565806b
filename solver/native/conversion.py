"""Puzzles and boards in the form in which the compiled core takes and returns them."""

from __future__ import annotations

from array import array

from puzzles.grid import Grid
from puzzles.model import Clues, Puzzle


def for_core(puzzle: Puzzle) -> tuple[tuple[Clues, ...], tuple[Clues, ...], int]:
    """The clues of the rows and of the columns, and the number of colours, for the core."""
    return puzzle.rows, puzzle.columns, len(puzzle.palette)


def grid_of(raw: bytes, puzzle: Puzzle) -> Grid:
    """The board of the core's ``uint32`` bit sets of colours."""
    cells = array("I", raw)
    return Grid.of_cells(len(puzzle.rows), len(puzzle.columns), len(puzzle.palette), cells)
