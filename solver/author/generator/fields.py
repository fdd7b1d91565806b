"""Fields: a number for each cell, see :mod:`solver.author.generator.field_drawing`."""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt
from typing import NamedTuple

Field = list[float]
Function = Callable[[float, float], float]
"""A number for the place (x, y)."""


def sampled(height: int, width: int, function: Function) -> Field:
    """The numbers of a function in the middle of each cell."""
    half = max(height, width) / 2
    return [
        function((column + 0.5 - width / 2) / half, (row + 0.5 - height / 2) / half)
        for row in range(height)
        for column in range(width)
    ]


class FieldSpan(NamedTuple):
    """The rows or columns of a part of a field."""

    start: float
    """Where the part begins, in lines; may lie outside of the field."""
    length: float
    """How long it is, in lines."""
    lines: int
    """How many lines the field has, and the enlarged part."""

    def places(self) -> list[tuple[int, int, float]]:
        """For each line, the two lines of the field beside it, and how far it is from the first."""
        found = []
        for at in range(self.lines):
            place = self.start + (at + 0.5) * self.length / self.lines - 0.5
            place = min(self.lines - 1.0, max(0.0, place))
            before = int(place)
            found.append((before, min(self.lines - 1, before + 1), place - before))
        return found


def part_of(field: Field, rows: FieldSpan, columns: FieldSpan) -> Field:
    """A part of a field, enlarged to the whole board; numbers between cells are interpolated."""
    width, across = columns.lines, columns.places()
    found = []
    for upper, lower, down in rows.places():
        first, second = upper * width, lower * width
        for before, after, along in across:
            above = field[first + before] * (1 - along) + field[first + after] * along
            below = field[second + before] * (1 - along) + field[second + after] * along
            found.append(above * (1 - down) + below * down)
    return found


def extent(height: int, width: int) -> tuple[float, float]:
    """The largest x and y."""
    longest = max(height, width)
    return width / longest, height / longest


def capsule(ends: tuple[float, float, float, float], radius: float) -> Function:
    """A thick line with round ends; positive inside."""
    from_x, from_y, to_x, to_y = ends
    dx, dy = to_x - from_x, to_y - from_y
    square = dx * dx + dy * dy or 1.0

    def level(x: float, y: float) -> float:
        along = min(1.0, max(0.0, ((x - from_x) * dx + (y - from_y) * dy) / square))
        away_x, away_y = x - from_x - along * dx, y - from_y - along * dy
        return radius - sqrt(away_x * away_x + away_y * away_y)

    return level
