"""How the print of a clue area bends away from the lattice, which goes on straight there.

A page may bend on beyond the board, where no printed line says how. Curves fitted to the lattice
diverge there by more than a straight continuation does, so the digits themselves are followed: each
stands in the middle of its line. From the board outwards, level by level, the digits that are near
the middle of a line under the bend known so far are taken, and the bend is fitted to them again:

    offset(depth, along) = sum of c[i][j] * depth^i * along^j,  i = 1, 2;  j = 0, 1, 2

Example: 5 cells left of the board the digits of each row are half a cell lower than its lines say.
At 2 cells they are 0.1 lower, so they are taken; the fit to them leads to the ones at 3 cells,
and so on. Taken without it, the digits at 5 cells would be those of the row below.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from recognizer.values import Side

Values = NDArray[np.float64]

PAPER_CELLS = 1.5
"""Side of the surroundings that ink is compared with, cells."""
MIN_CONTRAST_GRAY = 14
"""Minimum contrast of ink to their mean, gray levels."""
MIN_HEIGHT, MAX_HEIGHT = 0.3, 1.0
"""Heights of digits, cells."""
MAX_HEIGHT_RATIO = 1.25
"""Maximum ratio of the height of a digit and the median near the board: 1 and 4 are as high."""
MAX_OFFSET = 0.35
"""Maximum distance of a digit from the middle of its line when it is taken, cells: at 0.5 it is as
near to the next one."""
MAX_GAP = 1.7
"""Maximum distance of one digit to the next one outwards, cells; text stands farther off."""
MAX_TYPICAL_OFFSET = 0.2
"""Maximum mean distance of the outer digits from their lines; that of text is 0.25."""
MAX_OFF_SHARE = 0.8
"""A bend is followed if this distance is below this share of that without it."""
FIRST_DEPTH, DEPTH_STEP = 2.0, 0.5
"""Depth up to which digits are taken first, and then by steps, cells."""
LEVEL_CELLS, NEAR_CELLS = 0.3, 0.72
"""Distances across and along a level within which two digits may be one number, cells."""
RIDGE = 0.02
"""Weight of small coefficients; a digit that counts fully has weight 1."""
MIN_OUTER_DIGITS = 8
"""Minimum number of digits beyond :data:`FIRST_DEPTH`."""
MIN_BEND = 0.1
"""Minimum bend that is worth following, cells."""


@dataclass(frozen=True, eq=False)
class OuterBend:
    """How far print is off its line beside a board."""

    weights: Values
    """Shape (2, 3): see the module."""
    lines: int
    """Rows or columns of the board on that side."""
    depth: float
    """Depth of the outermost digit; beyond it the bend goes on straight, cells."""

    def at(self, depth: Values, along: Values) -> Values:
        """The offset along the side, cells.

        Args:
            depth: Distance from the board, cells.
            along: Position along the side, cells; the first line begins at 0.
        """
        near = np.clip(depth, 0, self.depth)
        powers = np.stack([depth, near * near + 2 * near * (depth - near)])
        across = _powers(along, self.lines)
        return np.asarray(np.einsum("i...,ij,j...->...", powers, self.weights, across))


def _powers(along: Values, lines: int) -> Values:
    place = np.clip(2 * along / lines - 1, -1, 1)
    return np.stack([np.ones_like(place), place, place * place])


def outer_bend(digits: Values, lines: int) -> OuterBend | None:
    """The bend of a clue area; ``None`` if its print is straight, or too few digits tell.

    Args:
        digits: Depth and position along the side of the middle of each digit, shape (n, 2), cells.
        lines: Rows or columns of the board on that side.
    """
    depth, along = digits[np.argsort(digits[:, 0])].T
    # Beyond a gap there is other print.
    beyond = np.flatnonzero(np.diff(depth, prepend=0.0) > MAX_GAP)
    depth, along = (values[: beyond[0]] if len(beyond) else values for values in (depth, along))
    if np.count_nonzero(depth > FIRST_DEPTH) < MIN_OUTER_DIGITS:
        return None
    bend = OuterBend(np.zeros((2, 3)), lines, 0.0)
    for limit in np.arange(FIRST_DEPTH, depth[-1] + DEPTH_STEP, DEPTH_STEP):
        line = np.floor(along - bend.at(depth, along)) + 0.5
        off = along - line
        is_taken = (depth <= limit) & (np.abs(off - bend.at(depth, along)) < MAX_OFFSET)
        if np.count_nonzero(is_taken) >= MIN_OUTER_DIGITS:
            weights = _fitted(depth[is_taken], line[is_taken], off[is_taken], lines)
            bend = OuterBend(weights, lines, float(depth[is_taken][-1]))
    is_outer = depth > FIRST_DEPTH
    offsets = bend.at(depth, along)[is_outer]
    place = along[is_outer]
    before, after = (
        float(np.mean(np.abs(place - np.floor(place) - 0.5))) for place in (place, place - offsets)
    )
    is_better = after < MAX_OFF_SHARE * before and after < MAX_TYPICAL_OFFSET
    return bend if is_better and float(np.quantile(np.abs(offsets), 0.9)) >= MIN_BEND else None


def _fitted(depth: Values, along: Values, off: Values, lines: int) -> Values:
    """The weights by least squares; digits far off count less, and small weights are preferred."""
    across = _powers(along, lines)
    terms = np.concatenate([depth * across, depth * depth * across, np.ones((1, len(depth)))]).T
    scale = np.abs(terms).max(axis=0)
    # Digits need not stand exactly in the middle: the last term is free.
    steady = np.diag(np.append(np.full(6, 1.0), 0.0))
    scaled = terms / scale
    weights = np.zeros(7)
    for _ in range(3):
        error = np.abs(off - scaled @ weights)
        trust = 1 / np.maximum(1.0, error / 0.1)
        square = scaled.T @ (scaled * trust[:, None]) + RIDGE * steady
        weights = np.linalg.solve(square, scaled.T @ (trust * off))
    return np.asarray((weights / scale)[:6].reshape(2, 3))


def digit_places(gray: NDArray[np.uint8], side: Side, cell_px: int) -> Values:
    """The middles of digits, or of numbers of two digits above each other.

    In columns two digits stand on both sides of the middle. Those that may belong to either of two
    numbers are left out.

    Args:
        gray: The rectified clue area.
        side: The side of the board where it is.
        cell_px: Side of a cell, px.

    Returns:
        Depth and position along the side, shape (n, 2), cells.
    """
    around = 2 * round(PAPER_CELLS * cell_px / 2) + 1
    ink = cv2.adaptiveThreshold(
        gray, 1, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY_INV, around, MIN_CONTRAST_GRAY
    )
    boxes = cv2.connectedComponentsWithStats(ink)[2][1:, :4] / cell_px
    width, height = boxes[:, 2:].T
    is_digit = (height >= MIN_HEIGHT) & (height <= MAX_HEIGHT) & (width <= height)
    places, height = (boxes[:, :2] + boxes[:, 2:] / 2)[is_digit], height[is_digit]
    if side in (Side.LEFT, Side.RIGHT):
        depth, along = places.T
    else:
        along, depth = places.T
    if side in (Side.LEFT, Side.TOP):
        depth = gray.shape[1 if side is Side.LEFT else 0] / cell_px - depth
    is_near = depth < FIRST_DEPTH
    if not is_near.any():
        return np.zeros((0, 2))
    ratio = height / float(np.median(height[is_near]))
    is_digit = np.maximum(ratio, 1 / ratio) <= MAX_HEIGHT_RATIO
    places = np.stack([depth, along], axis=-1)[is_digit]
    if side in (Side.LEFT, Side.RIGHT):
        return np.asarray(places)
    apart = np.abs(places[:, None] - places)
    is_close = (apart[..., 0] < LEVEL_CELLS) & (apart[..., 1] < NEAR_CELLS)
    count = is_close.sum(axis=1)
    partner = (is_close & ~np.eye(len(places), dtype=bool)).argmax(axis=1)
    is_pair = (count == 2) & (count[partner] == 2)
    pairs = (places[is_pair] + places[partner[is_pair]]) / 2
    return np.asarray(np.concatenate([places[count == 1], pairs]))
