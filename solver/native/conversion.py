"""Puzzles, boards and lines in the form in which the compiled core takes and returns them."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from struct import Struct

from puzzles.grid import Grid
from puzzles.model import Clue, Puzzle
from solver.line import LineMasks
from solver.native import core

_SHAPE = Struct("=3I")
"""The beginning of the flat clues; does not need the clues themselves."""
_IS_POSSIBLE = 12
"""The byte of the flat clues that is 0 if the puzzle has defects."""


def for_core(puzzle: Puzzle) -> bytes:
    """The clues for the core; made at the first call, and kept beside the puzzle.

    Raises:
        ValueError: The puzzle has no cells, is too large or has a 0 among other clues.
    """
    flat: bytes | None = getattr(puzzle, "kept", None)
    if flat is None:
        made_of = getattr(puzzle, "numbers", None)
        if made_of is None:
            flat = core().flat_clues(puzzle.rows, puzzle.columns, len(puzzle.palette))
        else:
            flat = core().flat_numbers(made_of.height, made_of.counts, made_of.numbers)
        object.__setattr__(puzzle, "kept", flat)
    return flat


def possible_clues(puzzle: Puzzle) -> bytes | None:
    """The clues for the core, unless the puzzle has defects (see :meth:`Puzzle.defects`)."""
    try:
        flat = for_core(puzzle)
    except ValueError:
        return None
    return flat if flat[_IS_POSSIBLE] else None


def shape_of(puzzle: Puzzle) -> tuple[int, int, int]:
    """Rows, columns and colours, palette's background included."""
    return _SHAPE.unpack_from(for_core(puzzle))


def grid_of(raw: bytes, puzzle: Puzzle) -> Grid:
    """The board of the core's ``uint32`` bit sets of colours."""
    return Grid.of_cells(*shape_of(puzzle), array("I", raw))


def line_for_core(clues: Sequence[Clue]) -> tuple[list[int], list[int]]:
    """The lengths and the colours of a line's clues."""
    return [clue.length for clue in clues], [clue.color for clue in clues]


def mask_for_core(cells: int, width: int) -> bytes:
    """A bit set as little-endian bytes."""
    return cells.to_bytes(width + 7 >> 3, "little")


def masks_for_core(line: LineMasks, width: int) -> list[bytes]:
    """A line as little-endian bytes for each colour."""
    return [mask_for_core(mask, width) for mask in line]


def masks_of_core(masks: Sequence[bytes]) -> LineMasks:
    """The reverse of :func:`masks_for_core`."""
    return tuple([int.from_bytes(mask, "little") for mask in masks])
