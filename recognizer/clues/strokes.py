"""Take away thin straight strokes across clues: finished ones are crossed out with a pen.

A stroke is longer than any line of a digit, thinner than one, and runs at a slant, while printed
lines are horizontal and vertical in a clue area. What it covers is filled in from both sides, so
that digits go on below it.

Example: digits of 20 px, and a stroke of 36 px through one of them, 2 px wide. On a straight line
there are 36 px of ink without a gap, and on most of it the ink is 2 px wide.
"""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from recognizer.clues.binarization import long_lines
from recognizer.clues.rectification import CELL_PX, ClueArea

MIN_LENGTH_PX = round(0.8 * CELL_PX)
"""Minimum length of a stroke, px of a clue area: diagonals of digits are shorter."""
MAX_BREAK_PX = 2
"""Maximum gap in a stroke, px."""
TAIL_PX = 2
"""Length of a stroke's fading ends, px."""
BAND_PX = 1.5
"""Maximum distance of a stroke's ink from the straight line in its middle, px."""
MIN_SLANT_DEGREES, MIN_ACROSS_DEGREES = 6, 16
"""Minimum angles of a stroke to the lines along a clue and across it, degrees: strokes through
several numbers are flat, while photographed lines bend by a few degrees."""
MIN_SPAN_PX = round(0.35 * CELL_PX)
"""Minimum height and width of a stroke, px: narrow digits and bent lines have less."""
TRIED_LINES = 12
"""Number of angles at which the longest stroke may be: those with most ink on one line."""
MIN_CONTRAST_SHARE, MIN_CONTRAST_GRAY = 0.35, 40
"""Minimum contrast of a stroke to the paper, as a share of the strongest ink's, and gray levels."""
REACH_PX = 9
"""Distance from its middle to which the width of a stroke is measured, px."""
MAX_WIDTH_PX = 6.0
"""Maximum width of a stroke, px: one of 3 px in a cell of 26."""
FADING = 3
"""Ink of a stroke's rim has more contrast than that of a stroke divided by this."""
MAX_WIDER_PX = 1.5
"""Where the ink is wider by more, a digit is on the stroke, px."""
MIN_BARE_SHARE = 0.45
"""Minimum share of the first and of the last quarter of a stroke where no digit is on it."""
MIN_STROKES, MIN_STROKE_SHARE = 2, 0.08
"""Minimum number of strokes, and for each line of the clue area: single ones may be dirt."""
MAX_STROKES = 4
"""Maximum number of strokes through connected ink."""
MAX_INK_PX = 4000
"""Maximum number of pixels of a stroke with the digits it crosses: more is a shadow or a photo."""

Ink = NDArray[np.bool_]


class _Stroke(NamedTuple):
    width: float
    """Px."""
    places: NDArray[np.intp]
    """Places along it, shape (n, 2), (x, y), px."""
    is_bare: NDArray[np.bool_]
    """Where no digit is on it."""


def without_strokes(area: ClueArea, *, keeps_crossings: bool = False) -> ClueArea | None:
    """The clue area without thin straight strokes at a slant; ``None`` if there are none.

    Args:
        area: The clue area.
        keeps_crossings: Whether the ink stays where a digit is on a stroke: a 7 may be in parallel
            with it. Otherwise digits are filled in from both sides.
    """
    gray = area.picture
    contrast = cv2.absdiff(gray, cv2.medianBlur(gray, 2 * (CELL_PX // 2) + 1))
    least = max(MIN_CONTRAST_GRAY, MIN_CONTRAST_SHARE * float(np.quantile(contrast, 0.995)))
    strokes = _strokes(np.asarray(contrast > least, bool), _angles(area.is_beside))
    if len(strokes) < max(MIN_STROKES, MIN_STROKE_SHARE * area.lines):
        return None
    covered = np.zeros(gray.shape, np.uint8)
    for stroke in strokes:
        places = stroke.places[stroke.is_bare] if keeps_crossings else stroke.places
        _dot(covered, places, stroke.width / 2 + 1, 1)
    covered &= (contrast > least / FADING).astype(np.uint8)
    return replace(area, picture=np.asarray(cv2.inpaint(gray, covered, 3, cv2.INPAINT_TELEA)))


def _dot(mask: NDArray[np.uint8], places: NDArray[np.intp], radius: float, value: int) -> None:
    """Draw a dot at each place of a mask."""
    for x, y in places.tolist():
        cv2.circle(mask, (x, y), round(radius), (value,), -1)


def _angles(is_beside: bool) -> NDArray[np.float64]:
    """Angles of strokes to the horizontal that are tried."""
    flat, steep = MIN_SLANT_DEGREES, 90 - MIN_ACROSS_DEGREES
    if not is_beside:
        flat, steep = 90 - steep, 90 - flat
    slants = np.arange(flat, steep + 1, 2)
    return np.asarray(np.deg2rad(np.concatenate([slants, 180 - slants])), np.float64)


def _strokes(ink: Ink, angles: NDArray[np.float64]) -> list[_Stroke]:
    """The strokes in a clue area, at some angles."""
    free = ink & ~long_lines(ink)
    _, labels, stats, _ = cv2.connectedComponentsWithStats(free.astype(np.uint8), connectivity=8)
    left, top, width, height = np.asarray(stats, np.int64).T[:4]
    is_long = (np.hypot(width, height) >= MIN_LENGTH_PX) & (stats[:, 4] <= MAX_INK_PX)
    is_long &= np.minimum(width, height) >= MIN_SPAN_PX
    is_long[0] = False
    found = []
    for k in np.flatnonzero(is_long).tolist():
        at = slice(top[k], top[k] + height[k]), slice(left[k], left[k] + width[k])
        part = np.asarray(labels[at] == k, bool)
        for _ in range(MAX_STROKES):
            stroke = _longest(part, angles)
            if stroke is None:
                break
            rest = part.astype(np.uint8)
            _dot(rest, stroke.places, stroke.width / 2, 0)
            part = rest > 0
            found.append(stroke._replace(places=stroke.places + np.array([left[k], top[k]])))
    return found


def _longest(ink: Ink, angles: NDArray[np.float64]) -> _Stroke | None:
    """The longest stroke in connected ink."""
    y, x = np.nonzero(ink)
    if len(x) < MIN_LENGTH_PX:
        return None
    # A line at an angle is where points have one distance from the origin.
    off = x * np.sin(angles)[:, None] - y * np.cos(angles)[:, None]
    first = np.floor(off.min(axis=1, keepdims=True))
    size = int((off - first).max()) + 1
    bins = np.floor(off - first).astype(int) + size * np.arange(len(angles))[:, None]
    counts = np.bincount(bins.ravel(), minlength=size * len(angles)).reshape(-1, size)
    best: tuple[float, float, float, float] = 0.0, 0.0, 0.0, 0.0
    most = counts.max(axis=1)
    likely = np.argsort(-most)[:TRIED_LINES]
    for k in likely[2 * most[likely] >= MIN_LENGTH_PX].tolist():
        angle, middle = float(angles[k]), float(first[k, 0]) + int(counts[k].argmax()) + 0.5
        near = np.abs(off[k] - middle) <= BAND_PX
        along = np.sort(x[near] * np.cos(angle) + y[near] * np.sin(angle))
        breaks = np.flatnonzero(np.diff(along) > MAX_BREAK_PX)
        starts, ends = along[np.append(0, breaks + 1)], along[np.append(breaks, len(along) - 1)]
        longest = int((ends - starts).argmax())
        if ends[longest] - starts[longest] > best[1] - best[0]:
            best = float(starts[longest]), float(ends[longest]), angle, middle
    start, end, angle, middle = best
    if end - start < MIN_LENGTH_PX:
        return None
    ends = [
        (round(t * np.cos(angle) + middle * np.sin(angle)),
         round(t * np.sin(angle) - middle * np.cos(angle)))
        for t in (start - TAIL_PX, end + TAIL_PX)
    ]  # fmt: skip
    if min(abs(ends[0][k] - ends[1][k]) for k in (0, 1)) < MIN_SPAN_PX:
        return None
    at, widths = _widths(ink, ends[0], ends[1])
    width = float(np.quantile(widths, 0.4))
    if width > MAX_WIDTH_PX:
        return None
    is_bare = widths <= width + MAX_WIDER_PX
    quarter = len(at) // 4
    if min(is_bare[:quarter].mean(), is_bare[-quarter:].mean()) < MIN_BARE_SHARE:
        return None
    return _Stroke(width, at, is_bare)


def _widths(
    ink: Ink, start: tuple[int, int], end: tuple[int, int]
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Places along a line, shape (n, 2), px, and the widths of the ink across it, px."""
    along = np.array(end, np.float64) - start
    length = float(np.hypot(*along))
    across = np.array([-along[1], along[0]]) / length
    at = np.linspace(0, 1, round(length))[:, None] * along + start
    sides = []
    for sign in (-1, 1):
        points = np.rint(at[:, None] + sign * np.arange(REACH_PX)[:, None] * across).astype(int)
        x, y = (np.clip(points[..., k], 0, ink.shape[1 - k] - 1) for k in (0, 1))
        sides.append(np.logical_and.accumulate(ink[y, x], axis=1).sum(axis=1))
    return np.rint(at).astype(np.intp), np.maximum(1, sides[0] + sides[1] - 1)
