"""Fields: a number for each cell, see :mod:`solver.author.generator.drawing`."""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt

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


def part_of(field: Field, height: int, width: int, box: tuple[int, int, int, int]) -> Field:
    """A part of a field, enlarged to the whole board; numbers between cells are interpolated.

    Args:
        field: ``height * width`` numbers.
        height: Rows.
        width: Columns.
        box: The first and the last row, the first and the last column of the part.
    """
    top, bottom, left, right = box
    rows = [_between(at, top, bottom, height) for at in range(height)]
    columns = [_between(at, left, right, width) for at in range(width)]
    found = []
    for upper, lower, down in rows:
        first, second = upper * width, lower * width
        for before, after, along in columns:
            above = field[first + before] * (1 - along) + field[first + after] * along
            below = field[second + before] * (1 - along) + field[second + after] * along
            found.append(above * (1 - down) + below * down)
    return found


def _between(at: int, first: int, last: int, count: int) -> tuple[int, int, float]:
    """The two lines between which a line of the enlarged part lies, and how far from the first."""
    place = first + (at + 0.5) * (last - first + 1) / count - 0.5
    place = min(float(last), max(float(first), place))
    before = int(place)
    return before, min(last, before + 1), place - before


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
