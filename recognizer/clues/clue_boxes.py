"""Find the boxes printed around clues: lines that cross the strips of a clue area.

The lattice shows how the page bends within the board, but not beyond it. So straight printed lines
are wavy in a clue area, by more than their width. Each line is followed from strip to strip, in
parallel with the one before it, and every strip has box bounds of its own.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from recognizer.clues.rectification import CELL_PX

Bounds = NDArray[np.float64]
"""The bounds of boxes, px from the board outwards, shape (boxes + 1, strips)."""

MAX_LINE_WIDTH_PX = 9
"""Maximum width of a line along the depth, px of a clue area."""
MAX_WAVE_PX = 7
"""Maximum movement of a line within one strip, px."""
MAX_MISSING_SHARE = 0.12
"""Maximum share of a strip's width where a line may be missing behind a digit."""
MIN_CONTRAST_GRAY = 5.0
"""Minimum difference of a line from the paper above its noise, gray levels."""
MIN_STRIP_SHARE = 0.7
"""Minimum share of the strips in which a line is visible. A single line may be fainter if the
others compensate for it."""
MAX_DRIFT_PX = 3
"""Maximum change of the distance of two lines from one strip to the next, px."""
DRIFT_COST_GRAY = 1.0
"""Cost of each pixel of that change, gray levels."""
PITCHES_PX = np.geomspace(0.5, 1.5, 12) * CELL_PX
"""Depths of boxes that are tried, px. Most boxes are squares like the cells."""
LOG_ASPECT_SPREAD = 0.32
"""Standard deviation of the logarithm of depth to width. It prevents wrong pitches: strokes of
narrow digits are aligned between the lines, and every other line has twice the pitch."""
MAX_PITCH_VARIATION = 0.14
"""Maximum deviation of the boxes of one clue area from their pitch, as a share of it."""
MIN_BOXES = 2
"""Minimum number of boxes; one line beside a board may be a frame."""
MIN_STRIPS = 4
"""Minimum number of strips; with fewer, anything may look like a line across all of them."""


def ruled_boxes(strips: NDArray[np.uint8]) -> Bounds | None:
    """Follow the lines between the boxes of a clue area.

    Args:
        strips: Gray, shape (strips, width, depth); the board's border is at depth 0.

    Returns:
        The bounds of the consecutive boxes from the board; ``None`` if there are fewer than two.
    """
    if len(strips) < MIN_STRIPS:
        return None
    best: Bounds | None = None
    best_score = 0.0
    for contrast in (_line_contrast(strips), _line_contrast(255 - strips)):
        for pitch in PITCHES_PX:
            bounds, _ = _followed_lines(contrast, float(pitch))
            if len(bounds) <= MIN_BOXES:
                continue
            # Lines at the limits of the search range have a low contrast: search around the median.
            median_pitch = float(np.median(np.diff(bounds, axis=0)))
            bounds, score = _followed_lines(contrast, median_pitch)
            score *= float(np.exp(-((np.log(median_pitch / CELL_PX) / LOG_ASPECT_SPREAD) ** 2) / 2))
            if len(bounds) > MIN_BOXES and score > best_score:
                best, best_score = bounds, score
    return best


def _line_contrast(strips: NDArray[np.uint8]) -> NDArray[np.float32]:
    """The contrast of a dark line across each strip to the paper, at each depth."""
    count, width, depth = strips.shape
    flat = np.ascontiguousarray(strips.reshape(count * width, depth))
    thin = cv2.morphologyEx(flat, cv2.MORPH_BLACKHAT, np.ones((1, MAX_LINE_WIDTH_PX), np.uint8))
    widened = np.asarray(cv2.dilate(thin, np.ones((1, MAX_WAVE_PX), np.uint8)), np.uint8)
    margin = width // 10
    dark = _quantile(widened.reshape(count, width, depth)[:, margin:-margin], MAX_MISSING_SHARE)
    # A tilted line gives a wide response; its middle is the line.
    dark = np.asarray(cv2.blur(dark, (MAX_WAVE_PX, 1)), np.float32)
    return np.asarray(dark - np.median(dark), np.float32)


def _quantile(strips: NDArray[np.uint8], share: float) -> NDArray[np.float32]:
    """A low quantile across each strip, at each depth; far faster than sorting."""
    count, width, depth = strips.shape
    rank = share * (width - 1)
    lowest = [np.full((count, depth), 255, np.uint8) for _ in range(int(rank) + 2)]
    for x in range(width):
        value = strips[:, x]
        for k, low in enumerate(lowest):
            lowest[k], value = np.minimum(low, value), np.maximum(low, value)
    below, above = (values.astype(np.float32) for values in lowest[-2:])
    return np.asarray(below + (above - below) * np.float32(rank % 1), np.float32)


def _followed_lines(contrast: NDArray[np.float32], pitch: float) -> tuple[Bounds, float]:
    """The lines at this pitch from the board's border, and the sum of their contrasts."""
    count, depth = contrast.shape
    bounds = [np.zeros(count)]
    score = visible_strips = 0.0
    while bounds[-1].max() + round(pitch * (1 + MAX_PITCH_VARIATION)) < depth:
        steps = np.arange(
            round(pitch * (1 - MAX_PITCH_VARIATION)), round(pitch * (1 + MAX_PITCH_VARIATION)) + 1
        )
        at = bounds[-1][:, None].astype(int) + steps
        contrasts = contrast[np.arange(count)[:, None], at]
        # The maximum bounds the contrast of every possible path.
        if not _is_visible(contrasts.max(axis=1)):
            break
        path = _best_parallel_line(contrasts)
        line_contrast = contrasts[np.arange(count), path]
        if not _is_visible(line_contrast):
            break
        score += float(np.minimum(line_contrast, 4 * MIN_CONTRAST_GRAY).mean())
        visible_strips += float((line_contrast > MIN_CONTRAST_GRAY).mean())
        bounds.append(at[np.arange(count), path].astype(np.float64))
    is_clear = visible_strips > MIN_STRIP_SHARE * (len(bounds) - 1)
    return np.array(bounds), score if is_clear else 0.0


def _is_visible(line_contrast: NDArray[np.float32]) -> bool:
    """Whether a line with this contrast in each strip is visible in enough strips."""
    return bool(np.clip(line_contrast / MIN_CONTRAST_GRAY, 0, 1).mean() >= MIN_STRIP_SHARE)


def _best_parallel_line(contrasts: NDArray[np.float32]) -> NDArray[np.intp]:
    """The line with the largest total contrast, in parallel with another one.

    Args:
        contrasts: At some distances from the other line, shape (strips, distances).

    Returns:
        The index of its distance in each strip.
    """
    count, distances = contrasts.shape
    predecessors = np.zeros((count, distances), np.intp)
    padded = np.full(distances + 2 * MAX_DRIFT_PX, -np.inf, np.float32)
    windows = sliding_window_view(padded, 2 * MAX_DRIFT_PX + 1)
    cost = (DRIFT_COST_GRAY * np.abs(np.arange(-MAX_DRIFT_PX, MAX_DRIFT_PX + 1))).astype(np.float32)
    positions = np.arange(distances)
    total = contrasts[0]
    for i in range(1, count):
        padded[MAX_DRIFT_PX:-MAX_DRIFT_PX] = total
        options = windows - cost
        choice = options.argmax(axis=1)
        predecessors[i] = positions + choice - MAX_DRIFT_PX
        total = options[positions, choice] + contrasts[i]
    path = np.zeros(count, np.intp)
    path[-1] = total.argmax()
    for i in range(count - 1, 0, -1):
        path[i - 1] = predecessors[i, path[i]]
    return path
