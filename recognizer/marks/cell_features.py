"""Measure the cells of a board: the brightness of their sides and of their middle.

A cross does not touch the middle of the four sides of its cell, and neither does a dot, but shading
covers them. So patches at the sides distinguish shaded cells from others, and the middle
distinguishes crossed cells from clear ones.

Brightness is a logarithm, so that illumination adds the same value to paper and to ink.
"""

from __future__ import annotations

from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from recognizer.clues.rectification import CELL_PX, RectifiedPage

Plane = NDArray[np.float32]
"""Brightness in natural logarithms, or differences of it."""
Labels = NDArray[np.bool_]
"""Which cells, shape (rows, columns)."""

MARGIN_CELLS = 2
"""The width of the used page around the board, in cells."""
BLACK_OFFSET = 24.0
"""Gray levels added before the logarithm, so that noise in dark places is not contrast."""
SIDE_DEPTH_RANGE = 0.16, 0.31
"""Range of the side patches, from the border of a cell inwards, in cells: beyond thick lines and
lattice errors, and outside the arms of a cross."""
SIDE_WIDTH_RANGE = 0.42, 0.58
"""Range of the side patches along the side, in cells; they are narrow for the same reason."""
CENTER_RANGE = 0.35, 0.65
"""Range of the middle of a cell in both directions, in cells; crosses, dots and dashes pass through
it."""
STROKE_PX = 7
"""Width of the spots among which the darkest and the brightest of a middle are chosen, px; thin
strokes drawn by hand may miss most of the middle."""
MIN_MARK_DIFFERENCE = 0.1
"""Minimum difference of any mark, in natural logarithms; paper has spots, and print shines
through."""
NOISE_FACTOR = 3.0
"""Minimum strength of strokes as a multiple of the 95th percentile of noise: beyond five standard
deviations, since a board has thousands of cells."""


class CellFeatures(NamedTuple):
    """Features of the cells in log brightness; shapes begin with (rows, columns)."""

    plane: Plane
    """The board with MARGIN_CELLS on each side, CELL_PX for each cell."""
    side_levels: Plane
    """Mean of the left, right, upper and lower side patch of each cell, shape (..., 4)."""
    side_level: Plane
    """The median of the four."""
    roughness: Plane
    """Standard deviation within a side patch, the median of the four."""
    center_difference: Plane
    """Mean of the middle minus that of the sides."""
    darkest_difference: Plane
    """Darkest side minus the darkest spot of the middle; negative at a shadow's edge."""
    brightest_difference: Plane
    """Brightest spot of the middle minus the brightest side."""
    contrast: float
    """Contrast of ink and paper around the board."""


def cell_features(page: RectifiedPage) -> CellFeatures:
    """Measure the cells of the board."""
    gray = page.cut_gray(
        -MARGIN_CELLS, -MARGIN_CELLS, page.rows + MARGIN_CELLS, page.columns + MARGIN_CELLS
    )
    plane = np.asarray(
        cv2.LUT(gray, np.log(np.arange(256) + BLACK_OFFSET).astype(np.float32)), np.float32
    )
    cells = board_of(plane)
    near, far, narrow = (
        pixel_range(*SIDE_DEPTH_RANGE),
        pixel_range(1 - SIDE_DEPTH_RANGE[1], 1 - SIDE_DEPTH_RANGE[0]),
        pixel_range(*SIDE_WIDTH_RANGE),
    )
    places = ((narrow, near), (narrow, far), (near, narrow), (far, narrow))
    parts = [cells[:, :, y, x] for y, x in places]
    side_levels = np.stack([part.mean(axis=(2, 3)) for part in parts], axis=-1)
    side_level = np.median(side_levels, axis=-1)
    spots = board_of(np.asarray(cv2.blur(plane, (STROKE_PX, STROKE_PX)), np.float32))
    middle = pixel_range(*CENTER_RANGE)
    spots = spots[:, :, middle, middle]
    return CellFeatures(
        plane,
        side_levels,
        side_level,
        np.median([part.std(axis=(2, 3)) for part in parts], axis=0),
        cells[:, :, middle, middle].mean(axis=(2, 3)) - side_level,
        side_levels.min(axis=-1) - spots.min(axis=(2, 3)),
        spots.max(axis=(2, 3)) - side_levels.max(axis=-1),
        _contrast(cells_of(plane)),
    )


def pixel_range(low: float, high: float) -> slice:
    """The pixels of a cell between two shares of its side."""
    return slice(round(low * CELL_PX), round(high * CELL_PX))


def cells_of(plane: Plane) -> Plane:
    """A plane as cells, shape (rows, columns, CELL_PX, CELL_PX)."""
    rows, columns = plane.shape[0] // CELL_PX, plane.shape[1] // CELL_PX
    return plane.reshape(rows, CELL_PX, columns, CELL_PX).swapaxes(1, 2)


def board_of(plane: Plane) -> Plane:
    """The cells of the board, shape (rows, columns, CELL_PX, CELL_PX)."""
    return cells_of(plane)[MARGIN_CELLS:-MARGIN_CELLS, MARGIN_CELLS:-MARGIN_CELLS]


def _contrast(cells: Plane) -> float:
    """The contrast of ink and paper around the board, where numbers are on two sides."""
    outside = np.ones(cells.shape[:2], np.bool_)
    outside[MARGIN_CELLS:-MARGIN_CELLS, MARGIN_CELLS:-MARGIN_CELLS] = False
    pixels = cells[outside].reshape(int(outside.sum()), -1)
    low, middle, high = np.percentile(pixels, (2, 50, 98), axis=1)
    return float(np.quantile(np.maximum(high - middle, middle - low), 0.8))
