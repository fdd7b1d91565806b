"""The boxes that are printed between clues: lines that cross the strips of a band.

The page beyond a board is not as flat as the board itself, since nothing there says how it bends:
lines that are straight in print wave about in a band, by more than they are wide. So each is
followed from strip to strip, in parallel with the one before it, and the boxes of each strip lie
where its own lines are.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from recognizer.bands import CELL_PX

Bounds = NDArray[np.float64]
"""Where boxes begin and end, px from the board outwards, shape (boxes + 1, strips)."""

WIDEST_LINE = 9
"""px of a band: what is broader than this along the depth is no line."""
WAVE = 7
"""px: how far a line may move within one strip and still be seen as going straight through."""
THROUGH = 0.12
"""The share of a strip's width where a line may be missing: a digit stands in the way."""
LEAST_CONTRAST = 5.0
"""Gray levels: lines differ at least by this much more from the paper than its noise does."""
MOST_STRIPS = 0.7
"""The share of the strips in which lines have to be seen: they end nowhere, but may be faint. A
single one may be fainter still, if the others make up for it."""
DRIFT, DRIFT_COST = 3, 1.0
"""px by which the distance of two lines may change from one strip to the next, and the gray levels
that each of these costs."""
PITCHES = np.geomspace(0.5, 1.5, 12) * CELL_PX
"""px: how deep boxes may be. Most are squares like the cells, some narrower or wider."""
OBLONG = 0.32
"""How far boxes are from squares, as the logarithm of depth to width: strokes of narrow digits
stand in line between two lines, and every other line has twice the distance."""
PITCH_VARIES = 0.14
"""The share by which the boxes of one band differ in depth."""
LEAST_BOXES = 2
"""One line beside a board may be a frame; boxes are several."""
LEAST_STRIPS = 4
"""With fewer strips anything may look like a line across all of them."""


def ruled_boxes(strips: NDArray[np.uint8]) -> Bounds | None:
    """Follow the lines between the boxes of a band.

    Args:
        strips: Gray, shape (strips, width, depth); the board's border is at depth 0.

    Returns:
        The bounds of all boxes that follow one another from the board; ``None`` if there are fewer
        than two.
    """
    if len(strips) < LEAST_STRIPS:
        return None
    best: Bounds | None = None
    score = 0.0
    for seen in (_lines(strips), _lines(255 - strips)):
        for pitch in PITCHES:
            bounds, _ = _followed(seen, float(pitch))
            if len(bounds) <= LEAST_BOXES:
                continue
            # Lines at the rim of where they were looked for are not seen well.
            usual = float(np.median(np.diff(bounds, axis=0)))
            bounds, worth = _followed(seen, usual)
            worth *= float(np.exp(-((np.log(usual / CELL_PX) / OBLONG) ** 2) / 2))
            if len(bounds) > LEAST_BOXES and worth > score:
                best, score = bounds, worth
    return best


def _lines(strips: NDArray[np.uint8]) -> NDArray[np.float32]:
    """How much darker than the paper a line across each strip is, at each depth."""
    count, width, depth = strips.shape
    flat = np.ascontiguousarray(strips.reshape(count * width, depth))
    thin = cv2.morphologyEx(flat, cv2.MORPH_BLACKHAT, np.ones((1, WIDEST_LINE), np.uint8))
    near = cv2.dilate(thin, np.ones((1, WAVE), np.uint8)).reshape(count, width, depth)
    rim = width // 10
    inner = near[:, rim:-rim].astype(np.float32)
    dark = np.asarray(np.quantile(inner, THROUGH, axis=1), np.float32)
    # Where lines are wide for their tilt, the middle of what is seen is the line.
    dark = np.asarray(cv2.blur(dark, (WAVE, 1)), np.float32)
    return np.asarray(dark - np.median(dark), np.float32)


def _followed(seen: NDArray[np.float32], pitch: float) -> tuple[Bounds, float]:
    """The lines that follow the board's border at this pitch, and how well they are seen."""
    count, depth = seen.shape
    bounds = [np.zeros(count)]
    worth = clear = 0.0
    while bounds[-1].max() + round(pitch * (1 + PITCH_VARIES)) < depth:
        path = _next(seen, bounds[-1], pitch)
        there = seen[np.arange(count), path.astype(int)]
        if np.clip(there / LEAST_CONTRAST, 0, 1).mean() < MOST_STRIPS:
            break
        worth += float(np.minimum(there, 4 * LEAST_CONTRAST).mean())
        clear += float((there > LEAST_CONTRAST).mean())
        bounds.append(path)
    is_clear = clear > MOST_STRIPS * (len(bounds) - 1)
    return np.array(bounds), worth if is_clear else 0.0


def _next(seen: NDArray[np.float32], last: NDArray[np.float64], pitch: float) -> Bounds:
    """The line that is seen best about one pitch beyond another one, in parallel with it."""
    count = len(seen)
    steps = np.arange(round(pitch * (1 - PITCH_VARIES)), round(pitch * (1 + PITCH_VARIES)) + 1)
    at = last[:, None].astype(int) + steps
    gain = seen[np.arange(count)[:, None], at]
    total = gain[0]
    came = np.zeros((count, len(steps)), int)
    for i in range(1, count):
        options = np.full((2 * DRIFT + 1, len(steps)), -np.inf, np.float32)
        for k, move in enumerate(range(-DRIFT, DRIFT + 1)):
            low, high = max(0, -move), min(len(steps), len(steps) - move)
            if low < high:
                options[k, low:high] = total[low + move : high + move] - DRIFT_COST * abs(move)
        choice = options.argmax(axis=0)
        came[i] = np.arange(len(steps)) + choice - DRIFT
        total = options.max(axis=0) + gain[i]
    index = int(total.argmax())
    path = np.zeros(count)
    for i in range(count - 1, -1, -1):
        path[i] = at[i, index]
        index = int(came[i, index])
    return path
