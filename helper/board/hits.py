"""What lies at a point of the board: a cell, a number, a light, or nothing."""

from __future__ import annotations

import enum
import itertools
from typing import NamedTuple

from helper.board.geometry import Geometry
from helper.board.numbers import NumberStrips
from helper.play.ticks import CluePlace
from puzzles import Axis, Line


class BoardPart(enum.Enum):
    """The parts of a board."""

    CELL = "cell"
    CLUE = "clue"
    """A number beside the board, with the gap around it."""
    LIGHT = "light"
    HEADER = "header"
    """The room of a line's clues without a number."""
    SPACE = "space"
    """The margins, and the corner between the clues."""


class Hit(NamedTuple):
    """What lies at a point."""

    part: BoardPart
    cell: tuple[int, int] | None = None
    """(row, column)."""
    line: Line | None = None
    """The line that a clue, a light or a header belongs to."""
    clue: CluePlace | None = None


SPACE = Hit(BoardPart.SPACE)


def hit_at(x: float, y: float, geometry: Geometry, strips: NumberStrips) -> Hit:
    """What lies at a point, in px of the viewport."""
    hit, twin = _hit(x, y, geometry, strips), geometry.twin
    return _hit(x, y, twin, strips) if hit is SPACE and twin is not None else hit


def _hit(x: float, y: float, geometry: Geometry, strips: NumberStrips) -> Hit:
    row, column = geometry.line_at(x, y)
    if row is not None and column is not None:
        return Hit(BoardPart.CELL, cell=(row, column))
    if row is not None:
        line, span, px = Line(Axis.ROW, row), geometry.across, x
    elif column is not None:
        line, span, px = Line(Axis.COLUMN, column), geometry.down, y
    else:
        return SPACE
    if span.light_start <= px < span.light_start + span.light:
        return Hit(BoardPart.LIGHT, line=line)
    numbers = strips.placed(line, span)
    gaps = [b.start - a.start - a.length for a, b in itertools.pairwise(numbers)]
    reach = gaps[0] / 2 if gaps else span.cell / 4
    for number, start, length in numbers:
        if start - reach <= px < start + length + reach:
            return Hit(BoardPart.CLUE, line=line, clue=CluePlace(line, number))
    return Hit(BoardPart.HEADER, line=line)
