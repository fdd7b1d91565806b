"""Puzzles as a child process finds them, each with a small picture for the list. No Qt."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from recognizer.lattice import Picture
    from recognizer.values import Reading

THUMBNAIL_PX = 192
"""Longer side of a small picture, px: twice that of a row, for screens with more pixels."""
_MARGIN_SHARE = 0.04
"""Paper around the puzzle in a small picture, as a share of the puzzle's side."""


class FoundBoard(NamedTuple):
    """One puzzle of a page."""

    reading: Reading
    thumbnail: Picture | None
    """The puzzle with its clues, small; ``None`` if nothing was found."""


def found_boards(picture: Picture, readings: Sequence[Reading]) -> tuple[FoundBoard, ...]:
    """The readings of a picture, each with a small picture of its puzzle."""
    return tuple(FoundBoard(reading, thumbnail_of(picture, reading)) for reading in readings)


def thumbnail_of(picture: Picture, reading: Reading) -> Picture | None:
    """A small picture of the puzzle with its clues: upright, BGR uint8."""
    import cv2
    import numpy as np

    from recognizer.images import turned

    if reading.lattice is None:
        return None
    points = [reading.lattice.corners]
    points += [np.array(n.quad, np.float32) for _, line in reading.lines for n in line.numbers]
    x, y, width, height = cv2.boundingRect(np.concatenate(points))
    margin = round(_MARGIN_SHARE * max(width, height))
    upright = turned(picture, reading.turns)
    part = upright[
        max(y - margin, 0) : y + height + margin, max(x - margin, 0) : x + width + margin
    ]
    if not part.size:
        return None
    scale = THUMBNAIL_PX / max(part.shape[:2])
    size = max(1, round(part.shape[1] * scale)), max(1, round(part.shape[0] * scale))
    way = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    return np.ascontiguousarray(cv2.resize(part, size, interpolation=way), np.uint8)
