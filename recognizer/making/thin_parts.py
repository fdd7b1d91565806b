"""Find the parts of a drawing that are thinner than a cell, so that they stay on its board.

A leg, an antenna or a stem that is thinner than a cell rarely darkens half of any cell, so it would
vanish or be broken. Here it becomes a line of cells. A part is what an opening with a brush of
about one cell removes. Its length in a cell is its ink there, divided by its width; so a line along
the border of two rows has half a cell of its length in each. The cells that it enters are thinned
(:func:`~recognizer.making.lines.thinned`), which leaves one cell of its width and no gap. Corners
of thick parts and dots are no such parts: they are short, or do not stand out.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from recognizer.making.lines import HALF_CELL, thinned
from recognizer.making.sampling import Samples
from recognizer.making.tones import ToneClasses

_MIN_PER_CELL = 3
"""Minimum number of samples along a cell; with fewer, no part is thinner than a cell."""
_BRUSH_CELLS = 1.1
"""Parts up to this width become lines, cells. One that is as wide as a cell may darken half of two
rows of cells, or of none."""
_MIN_INK_DARKNESS = 0.1
"""Minimum darkness of ink, as a share of the distance of dark and light."""
_MIN_LENGTH_CELLS = 1.0
"""Minimum length of a thin part, cells."""
_MIN_ELONGATION = 5.0
"""Minimum length of a thin part, in widths; a dot has 3, a bar three times as long as wide 5.3."""
_MIN_REACH_CELLS = 0.75
"""Minimum distance to which a thin part stands out from thick ones, cells. The corner of a square
does by 0.2 cells, one of 30 degrees by 1.6."""
_MAX_INK_SHARE = 0.6
"""Maximum share of samples with thin ink; beyond it the picture is a halftone screen."""
_FIRM_LENGTH = 0.75
"""Minimum length of a line in a cell that is always shaded, cells: of two parts side by side, each
has its cells. A straight line along the border of two cells has 0.5 in each."""
_WEAK_LENGTH = 0.1
"""Minimum length of a line in a cell that may be shaded, so that the line has no gap, cells."""
_WEAK_SHARE = 0.2
"""Minimum share of a cell beside a line that may be shaded where the line meets a thick part."""
_MIN_END_LENGTH = 0.35
"""Minimum length in the last cell of a line, cells."""


@dataclass(frozen=True, slots=True, eq=False)
class ThinParts:
    """The thin parts of a drawing."""

    ink: NDArray[np.float64]
    """Their share of the ink of each cell, 0 to 1, shape (rows, columns)."""
    lengths: NDArray[np.float64]
    """The length of lines in each cell, in cells, shape (rows, columns)."""

    def shaded(self, others: NDArray[np.float64], need: float) -> NDArray[np.bool_]:
        """The cells of a drawing with its thin parts as lines of one cell.

        Args:
            others: The share of each cell that is dark without these parts.
            need: The share that shades a cell.
        """
        scale = need / HALF_CELL
        strength = others + self.lengths
        is_crossed = self.lengths >= _WEAK_LENGTH * scale
        is_firm = (others > need) | (is_crossed & (strength >= _FIRM_LENGTH * scale))
        near = np.asarray(cv2.dilate(is_crossed.astype(np.uint8), np.ones((3, 3), np.uint8))) > 0
        candidates = is_firm | is_crossed | (near & (others >= _WEAK_SHARE * scale))
        found = thinned(candidates, np.where(is_firm, np.inf, strength))
        ring = np.array([[1, 1, 1], [1, 0, 1], [1, 1, 1]], np.uint8)
        around = cv2.filter2D(found.astype(np.uint8), -1, ring, borderType=cv2.BORDER_CONSTANT)
        # At its end a line may be in two cells, one of which is left.
        beside = np.asarray(cv2.filter2D(np.where(found, 0, self.lengths), -1, ring / 1.0))
        is_short = np.maximum(strength, self.lengths + beside) < _MIN_END_LENGTH * scale
        is_weak_end = (np.asarray(around) <= 1) & is_short
        return found & (is_firm | ~is_weak_end)


def thin_parts(gray: NDArray[np.uint8], samples: Samples, classes: ToneClasses) -> ThinParts | None:
    """The parts that are thinner than a cell and longer than one.

    Args:
        gray: Lightness of each sample, of a picture in two tones.
        samples: The samples, which have their number in a cell.
        classes: The two tones.

    Returns:
        ``None`` if there are none, or thin ink nearly everywhere, as in a dithered picture.
    """
    k = samples.per_cell
    if k < _MIN_PER_CELL or not classes.distance:
        return None
    paper = classes.light - _MIN_INK_DARKNESS * classes.distance
    scale = 255 / (paper - classes.dark)
    ink = np.rint(((paper - gray.astype(np.float32)) * scale).clip(0, 255)).astype(np.uint8)
    side = round(_BRUSH_CELLS * k) | 1
    brush = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side))
    thick = np.asarray(cv2.morphologyEx(ink, cv2.MORPH_OPEN, brush), np.uint8)
    # Ink next to a thick part is its corner or its soft edge.
    around = cv2.dilate(thick, np.ones((3, 3), np.uint8))
    thin = np.asarray(cv2.subtract(ink, np.asarray(around, np.uint8)), np.uint8)
    if float((thin > 0).mean()) > _MAX_INK_SHARE:
        return None
    count, found, _, _ = cv2.connectedComponentsWithStats((thin > 0).astype(np.uint8))
    labels = np.asarray(found, np.int32)
    widths = _widths(thin / np.float64(255), labels, count)
    areas = np.bincount(labels.ravel(), thin.ravel() / 255, count)
    reach = np.zeros(count)
    from_thick = cv2.distanceTransform((thick < 128).astype(np.uint8), cv2.DIST_L2, 3)
    np.maximum.at(reach, labels.ravel(), np.asarray(from_thick).ravel())
    shortest = widths * np.maximum(_MIN_LENGTH_CELLS * k, _MIN_ELONGATION * widths)
    is_long = (areas >= shortest) & (reach >= _MIN_REACH_CELLS * k)
    is_long[0] = False
    is_line = is_long[labels]
    if not is_line.any():
        return None
    ink_of_lines = np.where(is_line, thin / np.float64(255), 0)
    lengths = ink_of_lines / np.maximum(widths, 1e-6)[labels]
    return ThinParts(samples.per_board(ink_of_lines), samples.per_board(lengths) * k)


def _widths(ink: NDArray[np.float64], labels: NDArray[np.int32], count: int) -> NDArray[np.float64]:
    """The mean width of each part, in samples.

    Args:
        ink: The ink of each sample, 0 to 1.
        labels: The number of each sample's part.
        count: One more than the number of parts.
    """
    areas = np.bincount(labels.ravel(), ink.ravel(), count)
    steps = np.zeros(count)
    padded, names = np.pad(ink, 1), np.pad(labels, 1)
    for axis in (0, 1):
        change = np.abs(np.diff(padded, axis=axis))
        # Parts do not touch, so the larger name is that of the part.
        before, after = (
            names.take(range(start, names.shape[axis] - 1 + start), axis) for start in (0, 1)
        )
        steps += np.bincount(np.maximum(before, after).ravel(), change.ravel(), count)
    # The steps along both axes add up to 4 / pi times the outline, which has two sides.
    return 2 * areas / np.maximum(steps * math.pi / 4, 1e-6)
