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
