"""Two inks for the finished picture of a black and white puzzle, from the shelf that it is on.

The board stays black and white; the card wears the inks, and what Save and Copy hand on. No Qt.
"""

from __future__ import annotations

from typing import NamedTuple
from zlib import crc32


class Inks(NamedTuple):
    """The colours of a picture, ``#rrggbb``."""

    paper: str
    ink: str


INKS = (
    Inks("#fdf6e3", "#7a2e1d"),
    Inks("#eef6f1", "#14532d"),
    Inks("#fff7ed", "#8b3410"),
    Inks("#eff4ff", "#1e3a8a"),
    Inks("#fdf2f8", "#831843"),
    Inks("#f5f3ff", "#4c1d95"),
    Inks("#ecfbfb", "#134e4a"),
    Inks("#fbf7ef", "#4a3420"),
)
"""Dark inks on light papers, each with a contrast of 7 at least."""


def inks_of(shelf: str) -> Inks:
    """The inks of a shelf by its id, the same on every machine.

    >>> inks_of("silhouettes") == inks_of("silhouettes"), inks_of("silhouettes") in INKS
    (True, True)
    """
    return INKS[crc32(shelf.encode()) % len(INKS)]
