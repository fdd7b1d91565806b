"""Lines of cells: thinned to the width of one cell, without gaps."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

HALF_CELL = 0.5
"""Share of ink that shades a cell."""
WEAK_LINE_SHARE = 0.65
"""Ink of a cell that closes a gap of a line, as a share of the ink that shades a cell."""


def connected_lines(coverage: NDArray[np.float64]) -> NDArray[np.bool_]:
    """The cells of lines, given the share that a line as wide as a cell covers of each cell.

    A line between two rows of cells must be in one of them, otherwise it has gaps: cells with less
    ink are shaded if they connect others.
    """
    shaded = coverage >= HALF_CELL
    candidates = coverage / WEAK_LINE_SHARE >= HALF_CELL
    found = thinned(candidates, np.where(shaded, np.inf, coverage))
    ring = np.array([[1, 1, 1], [1, 0, 1], [1, 1, 1]], np.uint8)
    is_next = np.asarray(cv2.dilate(found.astype(np.uint8), ring)) > 0
    return shaded | (found & is_next)


def thinned(shaded: NDArray[np.bool_], strength: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Thin lines to the width of one cell: remove weak cells that do not connect others.

    Args:
        shaded: The lines, wider in places.
        strength: The weakest cells are removed first; those of infinite strength are kept.
    """
    result = np.pad(shaded, 1)
    removable = np.flatnonzero((shaded & np.isfinite(strength)).ravel())
    columns = shaded.shape[1]
    # Of equal cells in a row the outer ones are first, so that a mirrored drawing stays so.
    inwards = -np.abs(2 * (removable % columns) - columns + 1)
    rounded = np.round(strength.ravel()[removable], 3)
    order = removable[np.lexsort((inwards, removable // columns, rounded))]
    for index in order.tolist():
        row, column = divmod(index, columns)
        around = result[row : row + 3, column : column + 3]
        if _is_simple(around):
            around[1, 1] = False
    return np.asarray(result[1:-1, 1:-1], np.bool_)


def _is_simple(around: NDArray[np.bool_]) -> bool:
    """Whether the middle of 3 x 3 cells can be removed: not an end, and no connection."""
    a, b, c, d, _, f, g, h, i = around.ravel().tolist()
    ring = (a, b, c, f, i, h, g, d)
    count = sum(ring)
    if count < 2 or (b and d and f and h):
        return False
    if count == 2 and any(ring[at] and ring[at - 1] for at in range(8)):
        return False  # the end of a line that is two cells wide behind it
    # Connected parts of the ring, edges counting for corners (Rutovitz, Hilditch).
    crossings = 0
    for at in range(0, 8, 2):
        corner, edge = ring[at], ring[at + 1]
        before = ring[at - 1]
        crossings += (not before) and (corner or edge)
    return crossings == 1
