"""Puzzles, boards and lines in the form in which the compiled core takes and returns them."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from puzzles.grid import Grid
from puzzles.model import Clue, Clues, Puzzle
from solver.line import LineMasks


def for_core(puzzle: Puzzle) -> tuple[tuple[Clues, ...], tuple[Clues, ...], int]:
    """The clues of the rows and of the columns, and the number of colours, for the core."""
    return puzzle.rows, puzzle.columns, len(puzzle.palette)


def grid_of(raw: bytes, puzzle: Puzzle) -> Grid:
    """The board of the core's ``uint32`` bit sets of colours."""
    cells = array("I", raw)
    return Grid.of_cells(len(puzzle.rows), len(puzzle.columns), len(puzzle.palette), cells)


def line_for_core(clues: Sequence[Clue]) -> tuple[list[int], list[int]]:
    """The lengths and the colours of a line's clues."""
    return [clue.length for clue in clues], [clue.color for clue in clues]


def masks_for_core(line: LineMasks, width: int) -> list[bytes]:
    """A line as little-endian bytes for each colour."""
    size = width + 7 >> 3
    return [mask.to_bytes(size, "little") for mask in line]


def masks_of_core(masks: Sequence[bytes]) -> LineMasks:
    """The reverse of :func:`masks_for_core`."""
    return tuple([int.from_bytes(mask, "little") for mask in masks])
