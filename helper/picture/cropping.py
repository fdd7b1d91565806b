"""Grabs and drags the crop rectangle. No Qt.

All coordinates are shares (0 to 1) of the width and height of the picture after its rotation.
"""

from __future__ import annotations

import enum
from typing import NamedTuple

from recognizer.making.settings import Crop


class Handle(enum.Enum):
    """The part of a rectangle that is dragged: which of left, top, right and bottom move."""

    LEFT = (1, 0, 0, 0)
    TOP = (0, 1, 0, 0)
    RIGHT = (0, 0, 1, 0)
    BOTTOM = (0, 0, 0, 1)
    TOP_LEFT = (1, 1, 0, 0)
    TOP_RIGHT = (0, 1, 1, 0)
    BOTTOM_LEFT = (1, 0, 0, 1)
    BOTTOM_RIGHT = (0, 0, 1, 1)
    ALL = (1, 1, 1, 1)
    """The rectangle as a whole: its size stays."""


class Spot(NamedTuple):
    """A point of the picture."""

    x: float
    y: float


def handle_at(crop: Crop, at: Spot, reach: Spot) -> Handle | None:
    """The part of a rectangle that is grabbed at a point; ``None`` outside of it.

    Args:
        crop: The rectangle.
        at: The point.
        reach: The largest distance of a grabbed edge, across and down.
    """
    near = tuple(
        abs(place - edge) <= far and low - other <= along <= high + other
        for place, edge, far, along, low, high, other in (
            (at.x, crop.left, reach.x, at.y, crop.top, crop.bottom, reach.y),
            (at.y, crop.top, reach.y, at.x, crop.left, crop.right, reach.x),
            (at.x, crop.right, reach.x, at.y, crop.top, crop.bottom, reach.y),
            (at.y, crop.bottom, reach.y, at.x, crop.left, crop.right, reach.x),
        )
    )
    left, top, right, bottom = near
    if left and right:  # both are near in a small rectangle: take the nearer one
        left = abs(at.x - crop.left) < abs(at.x - crop.right)
        right = not left
    if top and bottom:
        top = abs(at.y - crop.top) < abs(at.y - crop.bottom)
        bottom = not top
    if left or top or right or bottom:
        return Handle((int(left), int(top), int(right), int(bottom)))
    inside = crop.left <= at.x <= crop.right and crop.top <= at.y <= crop.bottom
    return Handle.ALL if inside else None


def moved(crop: Crop, handle: Handle, by: Spot, least: Spot) -> Crop:
    """The rectangle with some edges moved, limited to the picture.

    Args:
        crop: The rectangle when the drag began.
        handle: The part that is dragged.
        by: How far it is dragged.
        least: The smallest width and height.
    """
    if handle is Handle.ALL:
        x = min(max(by.x, -crop.left), 1 - crop.right)
        y = min(max(by.y, -crop.top), 1 - crop.bottom)
        return _crop(crop.left + x, crop.top + y, crop.right + x, crop.bottom + y)
    left, top, right, bottom = handle.value
    return _crop(
        min(max(crop.left + left * by.x, 0), crop.right - least.x) if left else crop.left,
        min(max(crop.top + top * by.y, 0), crop.bottom - least.y) if top else crop.top,
        max(min(crop.right + right * by.x, 1), crop.left + least.x) if right else crop.right,
        max(min(crop.bottom + bottom * by.y, 1), crop.top + least.y) if bottom else crop.bottom,
    )


def spanned(one: Spot, other: Spot, least: Spot) -> Crop | None:
    """The rectangle between two corners, cut to the picture; ``None`` if it is too small."""
    (left, right), (top, bottom) = (
        sorted(min(max(value, 0.0), 1.0) for value in pair)
        for pair in ((one.x, other.x), (one.y, other.y))
    )
    if right - left < least.x or bottom - top < least.y:
        return None
    return _crop(left, top, right, bottom)


def snapped(crop: Crop, columns: int, rows: int) -> Crop:
    """The nearest rectangle of whole cells, if the whole picture has ``columns`` x ``rows``."""
    left, right = _snapped(crop.left, crop.right, columns)
    top, bottom = _snapped(crop.top, crop.bottom, rows)
    return Crop(left, top, right, bottom)


def _snapped(low: float, high: float, cells: int) -> tuple[float, float]:
    first = min(round(low * cells), cells - 1)
    last = max(round(high * cells), first + 1)
    return first / cells, last / cells


def _crop(left: float, top: float, right: float, bottom: float) -> Crop:
    """A crop limited to the picture, from which rounding errors may lead out."""
    return Crop(max(left, 0.0), max(top, 0.0), min(right, 1.0), min(bottom, 1.0))
