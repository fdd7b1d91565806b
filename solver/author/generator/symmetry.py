"""Symmetries of pictures: which cells always have the same colour."""

from __future__ import annotations

import enum
from functools import lru_cache


class Symmetry(enum.Enum):
    """How the two halves of a picture belong together; the value is the word of options."""

    NONE = "none"
    MIRROR = "mirror"
    """Left and right."""
    UPSIDE_DOWN = "upside-down"
    """Above and below."""
    BOTH = "both"
    """Left and right, above and below."""
    HALF_TURN = "half-turn"
    """The picture looks the same upside down."""
    QUARTER_TURN = "quarter-turn"
    """The picture looks the same on each of its four sides; square pictures only."""


MAX_IMAGES = 4
"""The most cells that belong together."""
Orbits = tuple[tuple[int, ...], ...]
"""For each cell, the cells of its colour, itself included, as ``row * width + column``."""


@lru_cache(maxsize=16)
def orbits(symmetry: Symmetry, height: int, width: int) -> Orbits:
    """The cells that belong together.

    A quarter turn of a picture that is not square becomes half a turn.
    """
    if symmetry is Symmetry.QUARTER_TURN and height != width:
        symmetry = Symmetry.HALF_TURN
    found = []
    for cell in range(height * width):
        row, column = divmod(cell, width)
        down, right = height - 1 - row, width - 1 - column
        images = {(row, column)}
        if symmetry in (Symmetry.MIRROR, Symmetry.BOTH):
            images.add((row, right))
        if symmetry in (Symmetry.UPSIDE_DOWN, Symmetry.BOTH):
            images.add((down, column))
        if symmetry in (Symmetry.BOTH, Symmetry.HALF_TURN, Symmetry.QUARTER_TURN):
            images.add((down, right))
        if symmetry is Symmetry.QUARTER_TURN:
            images |= {(column, down), (right, row)}
        found.append(tuple(sorted(r * width + c for r, c in images)))
    return tuple(found)
