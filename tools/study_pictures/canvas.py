"""A square board to draw on, in plain Python, so that the same drawing always gives the same cells.

Lengths are in cells, ``x`` to the right and ``y`` down from the top left corner; a cell belongs to
a shape if its centre does. Later shapes cover earlier ones.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence

Point = tuple[float, float]
"""``(x, y)``."""


class Canvas:
    """Cells that are inked or not, at first all the same.

    >>> canvas = Canvas(4)
    >>> canvas.box(1, 0, 3, 4)
    >>> canvas.box(0, 1, 4, 2, ink=False)
    >>> print(canvas.text())
    .##.
    ....
    .##.
    .##.
    """

    def __init__(self, size: int, *, ink: bool = False) -> None:
        self.size = size
        self.cells = [[ink] * size for _ in range(size)]

    def text(self) -> str:
        """One line per row, ``#`` for an inked cell and ``.`` for any other."""
        return "\n".join("".join(".#"[ink] for ink in row) for row in self.cells)

    def fill(self, inside: Callable[[float, float], bool], *, ink: bool = True) -> None:
        """Draw all cells whose centre ``(x, y)`` is inside."""
        for y, row in enumerate(self.cells):
            for x in range(self.size):
                if inside(x + 0.5, y + 0.5):
                    row[x] = ink

    def box(
        self, left: float, top: float, right: float, bottom: float, *, ink: bool = True
    ) -> None:
        """Draw a rectangle."""
        self.fill(lambda x, y: left < x < right and top < y < bottom, ink=ink)

    def ellipse(
        self, x: float, y: float, across: float, down: float = 0, *, ink: bool = True
    ) -> None:
        """Draw an ellipse around a point; ``across`` and ``down`` are its radii, or a circle."""
        down = down or across
        self.fill(lambda u, v: ((u - x) / across) ** 2 + ((v - y) / down) ** 2 <= 1, ink=ink)

    def ring(
        self, x: float, y: float, radius: float, width: float = 1, *, ink: bool = True
    ) -> None:
        """Draw the rim of a circle of the given outer radius."""
        self.fill(lambda u, v: radius - width < math.hypot(u - x, v - y) <= radius, ink=ink)

    def polygon(self, *corners: Point, ink: bool = True) -> None:
        """Draw a filled polygon."""
        sides = list(zip(corners, corners[1:] + corners[:1], strict=True))

        def inside(x: float, y: float) -> bool:
            crossed = 0
            for (x1, y1), (x2, y2) in sides:
                if (y1 > y) != (y2 > y):
                    crossed += x < x1 + (y - y1) * (x2 - x1) / (y2 - y1)
            return crossed % 2 == 1

        self.fill(inside, ink=ink)

    def stroke(self, *points: Point, width: float = 1, ink: bool = True) -> None:
        """Draw a line from point to point, with round ends."""
        parts = list(itertools.pairwise(points))
        self.fill(lambda x, y: min(_distance(x, y, *part) for part in parts) < width / 2, ink=ink)

    def dots(self, *points: tuple[int, int], ink: bool = True) -> None:
        """Draw single cells, by column and row."""
        for x, y in points:
            self.cells[y][x] = ink

    def turn(self, *cells: tuple[int, int]) -> None:
        """Invert single cells, by column and row."""
        for x, y in cells:
            self.cells[y][x] = not self.cells[y][x]

    def stamp(self, rows: Sequence[str], left: int, top: int) -> None:
        """Draw a small picture given as text: ``#`` inks, ``.`` clears, a blank does nothing."""
        for y, row in enumerate(rows, top):
            for x, mark in enumerate(row, left):
                if mark != " ":
                    self.cells[y][x] = mark == "#"

    def mirror(self) -> None:
        """Replace the right half by the mirrored left half."""
        for row in self.cells:
            half = row[: (self.size + 1) // 2]
            row[-len(half) :] = half[::-1]


def _distance(x: float, y: float, start: Point, end: Point) -> float:
    """The distance of a point from the line segment between two others."""
    (x1, y1), (x2, y2) = start, end
    length = (x2 - x1) ** 2 + (y2 - y1) ** 2
    along = ((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / length if length else 0
    along = min(1, max(0, along))
    return math.hypot(x - x1 - along * (x2 - x1), y - y1 - along * (y2 - y1))
