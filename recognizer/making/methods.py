"""Four methods that decide which cells are shaded in black and white, and how clear each cell is.

Each method returns ``(shaded, clarity)``: bool and float64 from 0 (undecided) to 1, both of shape
(rows, columns). Their lightness is inverted if necessary, so that ink is dark, and is composed on
white. ``limit`` is the threshold on that scale.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image

from recognizer.making.connections import with_connections
from recognizer.making.lines import HALF_CELL, thinned
from recognizer.making.sampling import Samples
from recognizer.making.thin_parts import thin_parts
from recognizer.making.tones import ToneClasses

Board = tuple[NDArray[np.bool_], NDArray[np.float64]]
Levels = NDArray[np.float64]
"""float64, shape (rows, columns): lightness of each cell."""

_MIN_CONTOUR_SHARE = 0.4
"""Minimum length of a contour in a shaded cell, in cells."""
_MIN_CONTOUR_SAMPLES = 6
"""Minimum number of samples along a cell for contours."""
_CONTOUR_SHIFT_CELLS = 0.2
"""Distance by which contours are moved to the darker side, cells."""
_ADAPTIVE_OFFSET_SHARE = 0.3
"""Default darkness of a shaded cell below its neighbourhood, as a share of the standard deviation
of lightness."""
_NEIGHBOURHOOD_DIVISOR = 6
"""A neighbourhood's size is the longer side divided by this."""
_MAX_BLUR_CELLS = 10
"""A blur wider than this is computed on a reduced board, cells."""
_HIGH_EDGE_SHARE = 1.0
"""High threshold of Canny's edges, as a share of the limit."""
_LOW_EDGE_SHARE = 0.4
"""Low threshold of Canny's edges, as a share of the limit."""


def by_threshold(
    gray: NDArray[np.uint8],
    levels: Levels,
    samples: Samples,
    limit: float,
    classes: ToneClasses,
    is_drawn: bool,
) -> Board:
    """Shade cells darker than the threshold, and in a drawing those of thin parts.

    Args:
        gray: Lightness of each sample.
        levels: Mean lightness of each cell.
        samples: The samples, which have their number in a cell.
        limit: The threshold.
        classes: Dark and light.
        is_drawn: Whether there are few grays between dark and light.
    """
    above = max(1.0, classes.light - limit)
    below = max(1.0, limit - classes.dark)
    clarity = np.where(levels < limit, (limit - levels) / below, (levels - limit) / above)
    shaded = levels < limit
    need = (classes.light - limit) / max(1.0, classes.distance)
    if not is_drawn or not 0 < need < 1:
        return shaded, clarity.clip(0, 1)
    parts = thin_parts(gray, samples, classes)
    if parts is not None:
        shares = (classes.light - levels) / classes.distance - parts.ink
        shaded = parts.shaded(shares, need)
        # The longer a line is in a cell, the clearer is the cell.
        clarity = np.where(parts.lengths > 0, (parts.lengths + shares) * shaded, clarity)
    whole = with_connections(shaded, gray < limit, samples)
    return whole, np.where(whole & ~shaded, 1, clarity).clip(0, 1)


def adaptive_limit(levels: Levels, weights: Levels) -> float:
    """The default threshold of the adaptive method; 128 is the neighbourhood's lightness."""
    inside = levels[weights > HALF_CELL]
    spread = float(inside.std()) if inside.size else 0.0
    return 128 - max(2.0, _ADAPTIVE_OFFSET_SHARE * spread)


def by_neighbourhood(levels: Levels, weights: Levels, limit: float) -> Board:
    """Shade cells that are darker than their neighbourhood.

    Args:
        levels: Mean lightness of each cell.
        weights: Share of each cell inside the picture, 0 to 1.
        limit: 128 for as dark as the neighbourhood, less for darker.
    """
    sigma = max(2.0, max(levels.shape) / _NEIGHBOURHOOD_DIVISOR)
    local = _blurred(levels * weights, sigma) / np.maximum(_blurred(weights, sigma), 1e-6)
    differences = levels - local - (limit - 128)
    reach = max(1.0, 2 * float(np.abs(differences).mean()))
    return differences < 0, (np.abs(differences) / reach).clip(0, 1)


def _blurred(values: Levels, sigma: float) -> Levels:
    """Gaussian blur; a wide one is computed on a reduced board."""
    height, width = values.shape
    shrink = max(1, int(sigma / _MAX_BLUR_CELLS))
    size = (-(-width // shrink), -(-height // shrink))
    small = cv2.resize(values, size, interpolation=cv2.INTER_AREA) if shrink > 1 else values
    soft = cv2.GaussianBlur(small, (0, 0), sigma / shrink, borderType=cv2.BORDER_REPLICATE)
    if shrink > 1:
        soft = cv2.resize(soft, (width, height), interpolation=cv2.INTER_LINEAR)
    return np.asarray(soft, np.float64)


def edge_limit(gray: NDArray[np.uint8], samples: Samples) -> float:
    """The default threshold of edges: 255 for every edge, 0 for none."""
    slopes = _slopes(gray, samples.per_cell)
    strength = np.hypot(*slopes) if len(slopes) else np.zeros(1)
    strong = float(np.percentile(strength, 92))
    return 255 - min(250.0, max(12.0, HALF_CELL * strong))


def by_edges(gray: NDArray[np.uint8], samples: Samples, limit: float) -> Board:
    """Shade cells that a contour passes through, on its darker side.

    Args:
        gray: Lightness of each sample.
        samples: The samples, which have their number in a cell.
        limit: 255 less the steepness of an edge that counts, in lightness a cell.
    """
    across, down = _slopes(gray, samples.per_cell)
    steep = max(1.0, 255 - limit)
    edges = cv2.Canny(
        np.rint(across).astype(np.int16),
        np.rint(down).astype(np.int16),
        steep * _LOW_EDGE_SHARE,
        steep * _HIGH_EDGE_SHARE,
        L2gradient=True,
    )
    rows, columns = samples.size
    k = len(edges) // rows
    # A contour between two cells goes to the darker one.
    y, x = np.nonzero(np.asarray(edges))
    steps = np.stack([down[y, x], across[y, x]])
    steps *= _CONTOUR_SHIFT_CELLS * k / np.maximum(np.hypot(*steps), 1e-6)
    y = np.rint(y - steps[0]).clip(0, rows * k - 1).astype(np.intp)
    x = np.rint(x - steps[1]).clip(0, columns * k - 1).astype(np.intp)
    crossed = np.zeros((rows * k, columns * k), np.bool_)
    crossed[y, x] = True
    shares = crossed.reshape(rows, k, columns, k).sum(axis=(1, 3)) / k  # 1: straight through
    shaded = thinned(shares >= _MIN_CONTOUR_SHARE, shares)
    return shaded, np.where(shaded, shares, 1 - shares).clip(0, 1)


def by_dither(levels: Levels, limit: float) -> Board:
    """Shade cells in proportion to darkness.

    Source: Floyd and Steinberg, "An adaptive algorithm for spatial grey scale", 1976.
    """
    shifted = np.rint(levels + (128 - limit)).clip(0, 255).astype(np.uint8)
    white = np.asarray(Image.fromarray(shifted).convert("1"))
    return ~white, np.abs(shifted - 127.5) / 127.5


def _slopes(
    gray: NDArray[np.uint8], per_cell: int
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """The gradient of lightness per cell, across and down, blurred to the size of cells.

    The picture is enlarged to at least _MIN_CONTOUR_SAMPLES a cell: with fewer, contours have gaps.
    """
    finer = -(-_MIN_CONTOUR_SAMPLES // per_cell)
    if finer > 1:
        size = (gray.shape[1] * finer, gray.shape[0] * finer)
        gray = np.asarray(cv2.resize(gray, size, interpolation=cv2.INTER_LINEAR), np.uint8)
        per_cell *= finer
    smooth = cv2.GaussianBlur(
        gray.astype(np.float32), (0, 0), max(0.6, per_cell * 0.4), borderType=cv2.BORDER_REPLICATE
    )
    across, down = (
        np.asarray(cv2.Sobel(smooth, cv2.CV_32F, *axis, ksize=3, scale=per_cell / 8), np.float32)
        for axis in ((1, 0), (0, 1))
    )
    return across, down
