"""Black and white: which cells are shaded, by four methods, and how clear that is.

Each method returns ``(shaded, clarity)``: bool and float64 from 0 (a coin toss) to 1, both of shape
(rows, columns). The lightness they get is such that ink is dark: inverted if need be, laid on
white. ``limit`` is the threshold on that scale.
"""

from __future__ import annotations

import math

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image

from recognizer.boards.sampling import Samples
from recognizer.boards.tones import ToneClasses

Board = tuple[NDArray[np.bool_], NDArray[np.float64]]
Levels = NDArray[np.float64]
"""float64, shape (rows, columns): lightness of each cell."""

_HALF = 0.5
"""A cell of which so much is ink is shaded, if no line is thinner than a cell."""
_LEAST = 0.03
"""Of a cell; less ink than that is never a line."""
_FAINT = 0.1
"""Of the darkness of ink; what is less dark is no ink."""
_THIN = 0.08
"""Share of all ink that makes thin lines a part of the drawing."""
_SCREEN = 0.75
"""Share of the cells; where more of them have something thin in them, it is a screen of dots."""
_DOUBTFUL = 0.65
"""Of the ink that shades a cell: so much does where a line would have a gap without it."""
_TOUCHED = 0.4
"""Of a cell's side; a cell that less of a contour goes through is not shaded."""
_FINE = 6
"""Samples of a cell's side, at least, with which contours are looked for."""
_INWARDS = 0.2
"""Of a cell: so far contours are moved to the darker side."""
_OFFSET = 0.3
"""Of the spread of lightness: as much darker than its neighbourhood a shaded cell is."""
_AROUND = 6
"""A neighbourhood is such a part of the longer side."""
_ENOUGH = 10
"""Cells; a wider blur need not be made of every cell."""
_STRONG, _WEAK = 1.0, 0.4
"""An edge begins where it is as steep as the limit, and goes on while it has this share of it."""


def by_threshold(levels: Levels, lines: Levels | None, limit: float, classes: ToneClasses) -> Board:
    """Shaded is what is darker than the threshold, and what a thin line goes through.

    Args:
        levels: Mean lightness of each cell.
        lines: What :func:`thin_lines` found.
        limit: The threshold.
        classes: Dark and light, which are clear.
    """
    values = levels if lines is None else np.minimum(levels, lines)
    shaded = values < limit
    if lines is not None:
        # A line between two rows of cells is to be in one of them, or else it has gaps.
        weak = classes.light - (classes.light - values) / _DOUBTFUL
        may_be = weak < limit
        found = _thinned(may_be, np.where(shaded, np.inf, classes.light - values))
        ring = np.array([[1, 1, 1], [1, 0, 1], [1, 1, 1]], np.uint8)
        is_next = np.asarray(cv2.dilate(found.astype(np.uint8), ring)) > 0
        shaded |= found & is_next
    above = max(1.0, classes.light - limit)
    below = max(1.0, limit - classes.dark)
    clarity = np.where(values < limit, (limit - values) / below, (values - limit) / above)
    return shaded, np.where(shaded == (values < limit), clarity, 0).clip(0, 1)


def thin_lines(gray: NDArray[np.uint8], samples: Samples, classes: ToneClasses) -> Levels | None:
    """How dark cells are where lines thinner than a cell go through them, as if these filled them.

    A line that is as wide as half a cell makes no cell darker than halfway, and one that runs
    between two rows only half of that. So what is thin is made darker, as much as it is thinner
    than a cell; what is thick is left out.

    Args:
        gray: Lightness of each sample, of a picture in two tones.
        samples: How many there are in a cell.
        classes: The two tones.

    Returns:
        ``None`` if hardly anything is thin, or nearly everything: a dithered picture is no drawing.
    """
    k = samples.per_cell
    if k < 3 or not classes.distance:
        return None
    paper = classes.light - _FAINT * classes.distance
    scale = 255 / (paper - classes.dark)
    ink = np.rint(((paper - gray.astype(np.float32)) * scale).clip(0, 255)).astype(np.uint8)
    brush = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (k, k))
    thick = np.asarray(cv2.morphologyEx(ink, cv2.MORPH_OPEN, brush), np.uint8)
    # What is next to something thick is its corner, or its soft edge.
    around = cv2.dilate(thick, np.ones((3, 3), np.uint8))
    thin = np.asarray(cv2.subtract(ink, np.asarray(around, np.uint8)), np.uint8)
    area = float(thin.sum(dtype=np.int64))
    if area < _THIN * float(ink.sum(dtype=np.int64)) or not area:
        return None
    padded = np.pad(thin, 1).astype(np.int16)
    steps = sum(float(np.abs(np.diff(padded, axis=a)).sum(dtype=np.int64)) for a in (0, 1))
    # Steps along both axes are 4 / pi times as long as the outline, which has two sides.
    width_cells = 2 * area / (steps * math.pi / 4) / k
    share = min(_HALF, max(_LEAST, width_cells / 2))
    shares = samples.per_board(thin) / 255
    if float((shares > _LEAST).mean()) > _SCREEN:
        return None
    return np.asarray(classes.light - classes.distance * shares * (_HALF / share), np.float64)


def adaptive_limit(levels: Levels, weights: Levels) -> float:
    """The threshold that the adaptive method begins with; 128 is the neighbourhood's lightness."""
    inside = levels[weights > _HALF]
    spread = float(inside.std()) if inside.size else 0.0
    return 128 - max(2.0, _OFFSET * spread)


def by_neighbourhood(levels: Levels, weights: Levels, limit: float) -> Board:
    """Shaded is what is darker than the cells around it.

    Args:
        levels: Mean lightness of each cell.
        weights: How much of each cell is in the picture, 0 to 1.
        limit: 128 for as dark as these, less for darker.
    """
    sigma = max(2.0, max(levels.shape) / _AROUND)
    local = _blurred(levels * weights, sigma) / np.maximum(_blurred(weights, sigma), 1e-6)
    differences = levels - local - (limit - 128)
    reach = max(1.0, 2 * float(np.abs(differences).mean()))
    return differences < 0, (np.abs(differences) / reach).clip(0, 1)


def _blurred(values: Levels, sigma: float) -> Levels:
    """Smooth to so many cells; a wide blur is made of a smaller picture."""
    height, width = values.shape
    shrink = max(1, int(sigma / _ENOUGH))
    size = (-(-width // shrink), -(-height // shrink))
    small = cv2.resize(values, size, interpolation=cv2.INTER_AREA) if shrink > 1 else values
    soft = cv2.GaussianBlur(small, (0, 0), sigma / shrink, borderType=cv2.BORDER_REPLICATE)
    if shrink > 1:
        soft = cv2.resize(soft, (width, height), interpolation=cv2.INTER_LINEAR)
    return np.asarray(soft, np.float64)


def edge_limit(gray: NDArray[np.uint8], samples: Samples) -> float:
    """The threshold that the edges begin with: 255 for every edge, 0 for none."""
    slopes = _slopes(gray, samples.per_cell)
    strength = np.hypot(*slopes) if len(slopes) else np.zeros(1)
    strong = float(np.percentile(strength, 92))
    return 255 - min(250.0, max(12.0, _HALF * strong))


def by_edges(gray: NDArray[np.uint8], samples: Samples, limit: float) -> Board:
    """Shaded is what a contour goes through, on its darker side.

    Args:
        gray: Lightness of each sample.
        samples: How many there are in a cell.
        limit: 255 less the steepness of an edge that counts, in lightness a cell.
    """
    across, down = _slopes(gray, samples.per_cell)
    steep = max(1.0, 255 - limit)
    edges = cv2.Canny(
        np.rint(across).astype(np.int16),
        np.rint(down).astype(np.int16),
        steep * _WEAK,
        steep * _STRONG,
        L2gradient=True,
    )
    rows, columns = samples.size
    k = len(edges) // rows
    # A contour between two cells goes to the darker one.
    y, x = np.nonzero(np.asarray(edges))
    steps = np.stack([down[y, x], across[y, x]])
    steps *= _INWARDS * k / np.maximum(np.hypot(*steps), 1e-6)
    y = np.rint(y - steps[0]).clip(0, rows * k - 1).astype(np.intp)
    x = np.rint(x - steps[1]).clip(0, columns * k - 1).astype(np.intp)
    crossed = np.zeros((rows * k, columns * k), np.bool_)
    crossed[y, x] = True
    shares = crossed.reshape(rows, k, columns, k).sum(axis=(1, 3)) / k  # 1: straight through
    shaded = _thinned(shares >= _TOUCHED, shares)
    return shaded, np.where(shaded, shares, 1 - shares).clip(0, 1)


def by_dither(levels: Levels, limit: float) -> Board:
    """As many cells are shaded as a place is dark.

    Source: Floyd and Steinberg, "An adaptive algorithm for spatial grey scale", 1976.
    """
    shifted = np.rint(levels + (128 - limit)).clip(0, 255).astype(np.uint8)
    white = np.asarray(Image.fromarray(shifted).convert("1"))
    return ~white, np.abs(shifted - 127.5) / 127.5


def _slopes(
    gray: NDArray[np.uint8], per_cell: int
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """How lightness changes across and down, a cell, seen as sharply as cells are.

    The pictures have at least FINE samples a cell: contours in fewer have gaps.
    """
    finer = -(-_FINE // per_cell)
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


def _thinned(shaded: NDArray[np.bool_], strength: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Lines made one cell wide: weak cells go whose neighbours stay together without them.

    Args:
        shaded: The lines, wider here and there.
        strength: The weakest cells go first; those of infinite strength stay.
    """
    result = np.pad(shaded, 1)
    may_go = np.flatnonzero((shaded & np.isfinite(strength)).ravel())
    order = may_go[np.argsort(strength.ravel()[may_go], kind="stable")]
    columns = shaded.shape[1]
    for index in order.tolist():
        row, column = divmod(index, columns)
        around = result[row : row + 3, column : column + 3]
        if _is_simple(around):
            around[1, 1] = False
    return np.asarray(result[1:-1, 1:-1], np.bool_)


def _is_simple(around: NDArray[np.bool_]) -> bool:
    """Whether the middle of 3 x 3 cells can go: no end of a line, and nothing falls apart."""
    a, b, c, d, _, f, g, h, i = around.ravel().tolist()
    ring = (a, b, c, f, i, h, g, d)
    if sum(ring) < 2 or (b and d and f and h):
        return False
    # Parts of the ring that hang together, edges counting for corners (Rutovitz, Hilditch).
    crossings = 0
    for at in range(0, 8, 2):
        corner, edge = ring[at], ring[at + 1]
        before = ring[at - 1]
        crossings += (not before) and (corner or edge)
    return crossings == 1
