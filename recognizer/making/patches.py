"""Remove specks and holes: patches of a few cells."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Cells = NDArray[np.uint8]
"""uint8, shape (rows, columns): 0 for background, else the index of a colour."""


def without_specks(cells: Cells, smallest: int) -> Cells:
    """Make smaller shaded patches background; corners connect, and so do different colours."""
    if smallest <= 1:
        return cells
    _, labels, stats, _ = cv2.connectedComponentsWithStats(
        (cells > 0).astype(np.uint8), connectivity=8
    )
    sizes = np.asarray(stats)[:, cv2.CC_STAT_AREA]
    is_small = sizes < smallest
    is_small[0] = False  # the background
    return np.where(is_small[np.asarray(labels)], 0, cells).astype(np.uint8)


def without_holes(cells: Cells, smallest: int) -> Cells:
    """Shade enclosed blank patches of fewer cells in the most frequent colour around them.

    Corners do not connect; a patch at the border of the board is not enclosed.
    """
    if smallest <= 1:
        return cells
    _, found, stats, _ = cv2.connectedComponentsWithStats(
        (cells == 0).astype(np.uint8), connectivity=4
    )
    labels = np.asarray(found)
    is_small = np.asarray(stats)[:, cv2.CC_STAT_AREA] < smallest
    for side in (labels[0], labels[-1], labels[:, 0], labels[:, -1]):
        is_small[side] = False
    is_small[0] = False  # what is shaded
    result = cells.copy()
    boxes = np.asarray(stats)
    for label in np.flatnonzero(is_small).tolist():
        left, top, width, height = boxes[label, :4].tolist()
        window = np.s_[top - 1 : top + height + 1, left - 1 : left + width + 1]
        patch = labels[window] == label
        cross = np.array([[0, 1, 0], [1, 1, 1], [0, 1, 0]], np.uint8)
        around = (np.asarray(cv2.dilate(patch.astype(np.uint8), cross)) > 0) & ~patch
        colors = np.bincount(cells[window][around])
        colors[0] = 0
        result[window][patch] = int(colors.argmax())
    return result


def connected_to_border(
    matches: NDArray[np.bool_], outside: NDArray[np.bool_]
) -> NDArray[np.bool_]:
    """The part of a mask that is connected to the border or to the outside.

    Args:
        matches: The mask, shape (height, width).
        outside: Pixels outside the picture, same shape.
    """
    candidates = matches | outside
    _, found = cv2.connectedComponents(candidates.astype(np.uint8), connectivity=4)
    labels = np.asarray(found)
    reached = np.zeros(int(labels.max()) + 1, np.bool_)
    for side in (labels[0], labels[-1], labels[:, 0], labels[:, -1], labels[outside]):
        reached[side] = True
    reached[0] = False
    return np.asarray(reached[labels], np.bool_)
