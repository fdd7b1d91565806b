"""Find the board of a screenshot by its cells, where lines do not show it.

Programs draw cells as tiles with gaps between, with round corners, or with outlines of their own:
then there are two lines between neighbours, or none that is straight. But a board is many even
patches of one size in rows and columns.

Example: 150 patches of 26 x 26 px, and others: digits, buttons, the page. The middles of the 150
stand in 15 columns and 10 rows, 29 px apart, and after each fifth one 31. Borders are in the middle
between neighbours.
"""

from __future__ import annotations

from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from recognizer.grid.board_region import Region
from recognizer.grid.detection import MIN_BOARD_CELLS, DetectedGrid
from recognizer.lattice import Picture

MIN_STEP_GRAY = 6
"""Minimum difference of neighbours at the rim of a patch, gray levels."""
MIN_CELL_PX, MAX_CELL_PX = 7, 90
"""Sides of a cell's patch, px."""
MAX_ASPECT = 1.25
"""Maximum ratio of its sides."""
MIN_FILL = 0.4
"""Minimum share of its bounding box that a patch fills: a mark may be inside."""
SAME_SIZE = 0.12
"""Maximum difference of the sides of two patches of one size, as a share."""
MAX_OFF_SHARE = 0.25
"""Maximum distance of a patch from the middle of its row or column, in its sides."""
MIN_LINE_SHARE = 0.3
"""Minimum number of patches of a row or column, as a share of the longest one's."""
MAX_GAP = 1.4
"""Maximum distance of neighbours, in usual distances; a larger one is that of lost lines."""
MIN_CELL_SHARE = 0.4
"""Minimum share of the cells whose patches are found: those of shaded cells may run together."""


def cell_board(picture: Picture) -> DetectedGrid | None:
    """The board of a screenshot whose cells are patches of one size; ``None`` if there is none.

    Args:
        picture: BGR uint8, shape (height, width, 3).
    """
    boxes = _patches(np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8))
    if len(boxes) < MIN_BOARD_CELLS**2:
        return None
    cells = _of_usual_size(boxes)
    middles, side = cells[:, :2] + cells[:, 2:] / 2, np.median(cells[:, 2:], axis=0)
    lines = [_lines(middles[:, axis], float(side[axis])) for axis in (0, 1)]
    if min(map(len, lines)) < MIN_BOARD_CELLS:
        return None
    count = len(lines[0]) * len(lines[1])
    near = [
        np.abs(middles[:, axis, None] - lines[axis]).min(axis=1) < MAX_OFF_SHARE * side[axis]
        for axis in (0, 1)
    ]
    found = int((near[0] & near[1]).sum())
    if not MIN_CELL_SHARE * count <= found <= count:
        return None
    columns, rows = (_borders(middle) for middle in lines)
    nodes = np.stack(np.meshgrid(columns, rows), axis=-1)
    region = Region(0, 0, len(rows) - 1, len(columns) - 1)
    hull = nodes[[0, 0, -1, -1], [0, -1, -1, 0]]
    return DetectedGrid(nodes, region, region, float(found), True, hull)


def _patches(gray: NDArray[np.uint8]) -> NDArray[np.float64]:
    """Left, top, width and height of even patches that may be cells; shape (n, 4)."""
    rim = np.zeros(gray.shape, bool)
    for axis in (0, 1):
        step = np.abs(np.diff(gray.astype(np.int16), axis=axis, prepend=gray.take([0], axis)))
        rim |= step > MIN_STEP_GRAY
    even = (~rim).astype(np.uint8)
    _, _, stats, _ = cv2.connectedComponentsWithStats(even, connectivity=4)
    boxes = np.asarray(stats, np.float64)[1:]
    width, height, area = boxes[:, 2:5].T
    is_cell = (np.minimum(width, height) >= MIN_CELL_PX) & (
        np.maximum(width, height) <= np.minimum(MAX_CELL_PX, MAX_ASPECT * np.minimum(width, height))
    )
    return np.asarray(boxes[is_cell & (area >= MIN_FILL * width * height), :4], np.float64)


def _of_usual_size(boxes: NDArray[np.float64]) -> NDArray[np.float64]:
    """The most patches that have about one size; shape (n, 4)."""
    # A photo has many thousand patches, but there are few sizes.
    sizes, counts = np.unique(boxes[:, 2:], axis=0, return_counts=True)
    alike = [
        int(counts[(np.abs(sizes - size) <= np.maximum(1, SAME_SIZE * size)).all(axis=1)].sum())
        for size in sizes
    ]
    usual = sizes[int(np.argmax(alike))]
    is_usual = np.abs(boxes[:, 2:] - usual) <= np.maximum(1, SAME_SIZE * usual)
    return np.asarray(boxes[is_usual.all(axis=1)], np.float64)


def _lines(middles: NDArray[np.float64], side: float) -> NDArray[np.float64]:
    """The middles of rows or columns; empty if they are not about evenly spaced."""
    order = np.sort(middles)
    groups = np.split(order, np.flatnonzero(np.diff(order) > MAX_OFF_SHARE * side) + 1)
    most = max(map(len, groups))
    kept = [float(np.median(each)) for each in groups if len(each) >= MIN_LINE_SHARE * most]
    usual = float(np.median(np.diff(kept))) if len(kept) > 1 else 0.0
    found = kept[:1]
    for before, after in pairwise(kept):
        if after - before < usual / MAX_GAP:
            return np.empty(0)
        lost = round((after - before) / usual) - 1
        if (after - before) / (lost + 1) > MAX_GAP * usual:
            return np.empty(0)
        found += np.linspace(before, after, lost + 2)[1:].tolist()
    return np.array(found)


def _borders(middles: NDArray[np.float64]) -> NDArray[np.float64]:
    between = (middles[1:] + middles[:-1]) / 2
    half = float(np.median(np.diff(middles))) / 2
    return np.concatenate([[middles[0] - half], between, [middles[-1] + half]])
