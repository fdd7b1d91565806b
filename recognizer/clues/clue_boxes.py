"""The boxes that are printed between clues: lines that cross the strips of a band.

The page beyond a board is not as flat as the board itself, since nothing there says how it bends:
lines that are straight in print wave about in a band, by more than they are wide. So each is
followed from strip to strip, in parallel with the one before it, and the boxes of each strip lie
where its own lines are.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from recognizer.clues.rectification import CELL_PX

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
    near = np.asarray(cv2.dilate(thin, np.ones((1, WAVE), np.uint8)), np.uint8)
    rim = width // 10
    dark = _quantile(near.reshape(count, width, depth)[:, rim:-rim], THROUGH)
    # Where lines are wide for their tilt, the middle of what is seen is the line.
    dark = np.asarray(cv2.blur(dark, (WAVE, 1)), np.float32)
    return np.asarray(dark - np.median(dark), np.float32)


def _quantile(strips: NDArray[np.uint8], share: float) -> NDArray[np.float32]:
    """A low quantile across each strip, at each depth: far faster than to sort thin strips."""
    count, width, depth = strips.shape
    rank = share * (width - 1)
    lowest = [np.full((count, depth), 255, np.uint8) for _ in range(int(rank) + 2)]
    for x in range(width):
        value = strips[:, x]
        for k, low in enumerate(lowest):
            lowest[k], value = np.minimum(low, value), np.maximum(low, value)
    below, above = (values.astype(np.float32) for values in lowest[-2:])
    return np.asarray(below + (above - below) * np.float32(rank % 1), np.float32)


def _followed(seen: NDArray[np.float32], pitch: float) -> tuple[Bounds, float]:
    """The lines that follow the board's border at this pitch, and how well they are seen."""
    count, depth = seen.shape
    bounds = [np.zeros(count)]
    worth = clear = 0.0
    while bounds[-1].max() + round(pitch * (1 + PITCH_VARIES)) < depth:
        steps = np.arange(round(pitch * (1 - PITCH_VARIES)), round(pitch * (1 + PITCH_VARIES)) + 1)
        at = bounds[-1][:, None].astype(int) + steps
        gain = seen[np.arange(count)[:, None], at]
        # Whatever way the line goes, it is not seen better than at its best places.
        if not _is_seen(gain.max(axis=1)):
            break
        way = _next(gain)
        there = gain[np.arange(count), way]
        if not _is_seen(there):
            break
        worth += float(np.minimum(there, 4 * LEAST_CONTRAST).mean())
        clear += float((there > LEAST_CONTRAST).mean())
        bounds.append(at[np.arange(count), way].astype(np.float64))
    is_clear = clear > MOST_STRIPS * (len(bounds) - 1)
    return np.array(bounds), worth if is_clear else 0.0


def _is_seen(there: NDArray[np.float32]) -> bool:
    """Whether a line that is so much darker in each strip is one."""
    return bool(np.clip(there / LEAST_CONTRAST, 0, 1).mean() >= MOST_STRIPS)


def _next(gain: NDArray[np.float32]) -> NDArray[np.intp]:
    """The line that is seen best, in parallel with another one.

    Args:
        gain: How well it is seen at some distances from the other one, shape (strips, distances).

    Returns:
        Which distance it has in each strip.
    """
    count, distances = gain.shape
    came = np.zeros((count, distances), np.intp)
    padded = np.full(distances + 2 * DRIFT, -np.inf, np.float32)
    moved = sliding_window_view(padded, 2 * DRIFT + 1)
    cost = (DRIFT_COST * np.abs(np.arange(-DRIFT, DRIFT + 1))).astype(np.float32)
    here = np.arange(distances)
    total = gain[0]
    for i in range(1, count):
        padded[DRIFT:-DRIFT] = total
        options = moved - cost
        choice = options.argmax(axis=1)
        came[i] = here + choice - DRIFT
        total = options[here, choice] + gain[i]
    way = np.zeros(count, np.intp)
    way[-1] = total.argmax()
    for i in range(count - 1, 0, -1):
        way[i - 1] = came[i, way[i]]
    return way
