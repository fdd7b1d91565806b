"""Find the thin outlines of a coloured drawing, so that they can be kept on its board.

A line thinner than a cell rarely has the majority in any cell, so it would vanish or be dotted.
Here it counts as if it were as wide as a cell. Lines are found by their lightness: a line is darker
than both of its sides, or lighter than both, which the edge between two surfaces never is.

A drawing's outlines have one colour and much contrast. Hair, branches and folds in photographs have
neither, so they are not taken for outlines. The limits are between what was measured on drawings
with outlines of 0.2 to 0.9 cells, also as JPEG, and on eight photographs at 25 to 60 columns.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from recognizer.making.colors import Lab
from recognizer.making.lines import connected_lines
from recognizer.making.sampling import Samples

MIN_PER_CELL = 3
"""Minimum number of samples along a cell; with fewer, no line is thinner than a cell."""
_BRUSH_CELLS = 1.3
"""Lines up to this width are found, cells."""
_MIN_STEP_LAB = 20
"""Minimum difference of lightness between a line and its sides."""
_MIN_LENGTH_CELLS = 3.0
"""Minimum diagonal of the box around a connected line, cells."""
_LIMITS_LAB = ((24.0, 1.0), (33.0, 5.0))
"""Pairs of a median contrast and the spread that outlines of at least this contrast may have: the
upper quartile of the differences of lightness. JPEG blurs the hues of lines, so these do not count.
"""
_MIN_WIDTH_CELLS = 0.06
"""Minimum width of a line, cells."""
_MIN_CELLS_SHARE = 0.01
"""Minimum share of the board's cells that outlines pass through."""


@dataclass(frozen=True, slots=True, eq=False)
class Outlines:
    """The outlines of one colour in a picture."""

    rgb: NDArray[np.uint8]
    """Their colour, shape (3,)."""
    is_line: NDArray[np.bool_]
    """Samples that belong to them or are mixed with them, of the shape of the samples."""
    coverage: NDArray[np.float64]
    """For each cell the share that they would cover if they were as wide as a cell."""

    @property
    def cells(self) -> NDArray[np.bool_]:
        """The cells that they pass through, in connected lines; shape (rows, columns)."""
        return connected_lines(self.coverage)


def outlines_of(
    rgb: NDArray[np.uint8], lab: Lab, is_inside: NDArray[np.bool_], samples: Samples
) -> Outlines | None:
    """The dark outlines of a drawing, or else the light ones.

    Args:
        rgb: The picture, shape (rows * per_cell, columns * per_cell, 3).
        lab: The same in Lab.
        is_inside: Which samples belong to it; the others count as white paper.
        samples: The samples, which have their number in a cell.

    Returns:
        ``None`` if there are no lines, or they are not the outlines of a drawing.
    """
    if samples.per_cell < MIN_PER_CELL:
        return None
    lightness = np.where(is_inside, np.rint(lab[:, :, 0]), 100).astype(np.uint8)
    side = round(_BRUSH_CELLS * samples.per_cell) | 1
    brush = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side))
    for shade in (lightness, np.asarray(100 - lightness, np.uint8)):
        sides = cv2.morphologyEx(shade, cv2.MORPH_CLOSE, brush, borderType=cv2.BORDER_REPLICATE)
        found = _found(rgb, shade, np.asarray(sides, np.uint8), is_inside, samples)
        if found is not None:
            return found
    return None


def _found(
    rgb: NDArray[np.uint8],
    shade: NDArray[np.uint8],
    sides: NDArray[np.uint8],
    is_inside: NDArray[np.bool_],
    samples: Samples,
) -> Outlines | None:
    """The outlines among the samples that are darker than both of their sides.

    Args:
        rgb: The picture.
        shade: Its lightness, 0 to 100, inverted if light lines are wanted.
        sides: For each sample the lightness of the darker side, if it belongs to a line.
        is_inside: Which samples belong to the picture.
        samples: The samples, which have their number in a cell.
    """
    k = samples.per_cell
    step = sides - shade
    core = (step >= _MIN_STEP_LAB) & is_inside
    _, labels, stats, _ = cv2.connectedComponentsWithStats(core.astype(np.uint8), connectivity=8)
    boxes = np.asarray(stats)
    is_long = np.hypot(boxes[:, cv2.CC_STAT_WIDTH], boxes[:, cv2.CC_STAT_HEIGHT]) >= (
        _MIN_LENGTH_CELLS * k
    )
    is_long[0] = False  # what is no line
    line = is_long[np.asarray(labels)]
    if not line.any():
        return None
    steps = step[line]
    # The purest quarter: the others are mixed with the sides.
    purest = line & (step >= np.percentile(steps, 75))
    tones = shade[purest].astype(np.float32)
    tone = float(np.median(tones))
    spread = float(np.percentile(np.abs(tones - tone), 75))
    contrast = float(np.median(steps))
    if not any(contrast >= least and spread <= most for least, most in _LIMITS_LAB):
        return None
    # Ink of a sample: the share of a line of this colour that makes its step.
    full = np.maximum(sides - np.float32(tone), _MIN_STEP_LAB)
    ink = np.asarray((step / full).clip(0, 1) * line, np.float32)
    width_cells = _width(ink, k)
    if width_cells < _MIN_WIDTH_CELLS:
        return None
    coverage = samples.per_board(ink) / min(1.0, width_cells)
    if float((coverage >= 0.5).mean()) < _MIN_CELLS_SHARE:
        return None
    near = np.asarray(cv2.dilate(line.astype(np.uint8), np.ones((3, 3), np.uint8))) > 0
    return Outlines(np.median(rgb[purest], axis=0).astype(np.uint8), near, coverage)


def _width(ink: NDArray[np.float32], per_cell: int) -> float:
    """The mean width of lines, cells."""
    padded = np.pad(ink, 1)
    steps = sum(float(np.abs(np.diff(padded, axis=axis)).sum()) for axis in (0, 1))
    # The steps along both axes add up to 4 / pi times the outline, which has two sides.
    return 2 * float(ink.sum()) / max(1e-6, steps * math.pi / 4) / per_cell
