"""Doubt the lines with ink that was not read: a number that was dropped leaves no doubt by itself.

Only puzzles without one solution are examined, since other ink beside a board is mostly no number.
The clue area of a side is looked at one number farther out than any of its lines was read. Ink
counts that has the height of a digit and at least a fifth of the digits' contrast, and is not part
of a number that was read.

Example: column 13 was read as 4, and above the 4 there is ink as high as a digit. The line becomes
doubtful, and its doubt says "ink above 4 was not read".
"""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from puzzles.contracts import SolutionCount
from puzzles.model import Axis, Line
from recognizer.clues.rectification import CELL_PX, ClueArea, RectifiedPage
from recognizer.grid.detection import DetectedGrid
from recognizer.lattice import Picture
from recognizer.values import Quad, Reading, Side

MIN_CONTRAST_SHARE = 0.2
"""Minimum contrast of ink, as a share of that of the numbers that were read: finished clues are
pale in some programs."""
MIN_CONTRAST_GRAY = 12.0
"""Minimum of that contrast, gray levels."""
MIN_HEIGHT, MAX_HEIGHT = 0.7, 1.4
"""Heights of a digit, in heights of the numbers that were read; two that touch are higher."""
MAX_STACK = 2.6
"""Maximum height of digits of a column that touch, and width of those of a row, in heights."""
MIN_WIDTH = 0.15
"""Minimum width of a digit, in heights."""
STRIKE_HEIGHTS = 0.25
"""Maximum width of a line that strikes numbers through, in heights."""
MAX_READ_SHARE = 0.25
"""Maximum share of ink inside the numbers that were read: the rest is their own ink."""
READ_RIM = 0.12
"""Width around a number that was read in which its own ink may be, in heights."""
RULE_SHARE = 0.85
"""Printed lines cover at least this share of a strip's width or of its length."""
RIM_PX = round(0.1 * CELL_PX)
"""Width along the border of a strip that printed lines may cover, px."""
UNREAD_CONFIDENCE = 0.5
"""Maximum confidence of a line with unread ink."""
MAX_UNREAD_SHARE = 0.8
"""If a larger share of a side's lines has such ink, it is a texture, not numbers."""

EXTRA_HEIGHTS = 1.6
"""Room for one more number beyond the outermost one that was read, in heights."""

Box = tuple[int, int, int, int]
"""Left, top, width, height, px."""
Unread = dict[Axis, dict[int, tuple[Quad, ...]]]
"""The places of ink in the lines that have some, by their indices."""


def with_unread_ink(picture: Picture, found: DetectedGrid, reading: Reading) -> Reading:
    """Doubt the lines with unread ink, and keep its places.

    Args:
        picture: BGR uint8, shape (height, width, 3).
        found: The grid that was read.
        reading: The reading of it, in the same orientation.

    Returns:
        The reading itself if its puzzle has one solution.
    """
    if reading.solution_count is SolutionCount.ONE:
        return reading
    unread = {
        axis: lines
        for axis, lines in unread_ink(picture, found, reading).items()
        if len(lines) <= MAX_UNREAD_SHARE * _count(reading, axis)
    }
    return with_doubts_of(reading, unread, UNREAD_CONFIDENCE)


def with_doubts_of(reading: Reading, unread: Unread, confidence: float) -> Reading:
    """A reading whose lines with unread ink have this confidence at most, and its places."""
    for axis, lines in unread.items():
        for index, quads in lines.items():
            name = Line(axis, index)
            line = dict(reading.lines)[name]
            doubted = replace(line, confidence=min(line.confidence, confidence), unread=quads)
            reading = reading.with_line(name, doubted)
    return reading


def unread_ink(picture: Picture, found: DetectedGrid, reading: Reading) -> Unread:
    """The places of unread ink in the rows and columns that have some.

    Args:
        picture: BGR uint8, shape (height, width, 3).
        found: The grid that was read.
        reading: The reading of it, in the same orientation.
    """
    heights = [number_height(n.quad) for _, line in reading.lines for n in line.numbers]
    if not heights:
        return {}
    is_read = np.zeros(picture.shape, np.uint8)
    for _, line in reading.lines:
        for number in line.numbers:
            rim = 2 * round(READ_RIM * number_height(number.quad)) + 1
            quad = np.rint(number.quad).astype(np.int32)
            cv2.fillConvexPoly(is_read, quad, (255, 255, 255))
            cv2.polylines(is_read, [quad], True, (255, 255, 255), rim)
    page = RectifiedPage(picture, found)
    mask = page.like(is_read)
    height = float(np.median(heights)) / found.lattice.pitch_px * CELL_PX
    unread: Unread = {}
    for side, axis in ((reading.rows_side, Axis.ROW), (reading.columns_side, Axis.COLUMN)):
        area, read = ClueArea.of(page, side), ClueArea.of(mask, side)
        if area is None or read is None:
            continue
        boxes = _unread_boxes(area.picture, read.picture > 127, side, area.lines, height)
        unread[axis] = {
            index: tuple(quad_of(page, area, box) for box in found)
            for index, found in boxes.items()
        }
    return unread


def _count(reading: Reading, axis: Axis) -> int:
    return len(reading.rows if axis is Axis.ROW else reading.columns)


def number_height(quad: Quad) -> float:
    """The height of an upright number, px."""
    return float(np.linalg.norm(np.subtract(quad[3], quad[0])))


def _unread_boxes(
    gray: NDArray[np.uint8], is_read: NDArray[np.bool_], side: Side, lines: int, height: float
) -> dict[int, list[Box]]:
    """The boxes of unread ink in each line that has some, px of the clue area."""
    is_beside = side in (Side.LEFT, Side.RIGHT)
    used = np.flatnonzero(is_read.any(axis=0 if is_beside else 1))
    if not len(used):
        return {}
    length = gray.shape[1 if is_beside else 0]
    more = round(EXTRA_HEIGHTS * height)
    first, last = (
        (max(0, int(used[0]) - more), length)
        if side in (Side.LEFT, Side.TOP)
        else (0, int(used[-1]) + 1 + more)
    )
    strips: dict[int, tuple[NDArray[np.int16], NDArray[np.bool_], int, int]] = {}
    contrasts: list[float] = []
    for index in range(lines):
        a, b = index * CELL_PX + RIM_PX, (index + 1) * CELL_PX - RIM_PX
        rows, columns = (slice(a, b), slice(first, last)) if is_beside else (
            slice(first, last), slice(a, b)
        )  # fmt: skip
        strip, read = gray[rows, columns], is_read[rows, columns]
        if not strip.size:
            continue
        differs = np.abs(strip.astype(np.int16) - _paper(strip))
        strips[index] = differs, read, columns.start, rows.start
        if read.any():
            contrasts.append(float(np.quantile(differs[read], 0.9)))
    if not contrasts:
        return {}
    least = max(MIN_CONTRAST_GRAY, MIN_CONTRAST_SHARE * float(np.median(contrasts)))
    found: dict[int, list[Box]] = {}
    for index, (differs, read, left, top) in strips.items():
        ink = (differs > least).astype(np.uint8)
        for axis in (0, 1):
            is_rule = ink.mean(axis=axis, keepdims=True) > RULE_SHARE
            ink[np.broadcast_to(is_rule, ink.shape)] = 0
        is_empty = not read.any()
        if is_empty:
            # A line through the numbers has parted them above and below, and joins them.
            gap = np.ones((2 * round(STRIKE_HEIGHTS * height / 2) + 1, 1), np.uint8)
            ink = np.asarray(cv2.morphologyEx(ink, cv2.MORPH_CLOSE, gap), np.uint8)
        boxes = [
            (x + left, y + top, w, h)
            for x, y, w, h, share in _components(ink, read)
            if share < MAX_READ_SHARE and _is_digit(w, h, height, is_beside, is_empty)
        ]
        if boxes:
            found[index] = boxes
    return found


def _paper(strip: NDArray[np.uint8]) -> NDArray[np.int16]:
    """The paper around each pixel: the median of the surrounding cell."""
    size = CELL_PX // 2 * 2 + 1
    return cv2.medianBlur(np.ascontiguousarray(strip), size).astype(np.int16)


def _components(
    ink: NDArray[np.uint8], read: NDArray[np.bool_]
) -> list[tuple[int, int, int, int, float]]:
    """Left, top, width, height of each connected piece of ink, and its share that was read."""
    count, labels, stats, _ = cv2.connectedComponentsWithStats(ink, connectivity=8)
    inside = np.bincount(labels[read], minlength=count)
    return [
        (int(x), int(y), int(w), int(h), float(inside[k] / pixels))
        for k, (x, y, w, h, pixels) in enumerate(stats.tolist())
        if k
    ]


def _is_digit(width: int, height: int, typical: float, is_beside: bool, is_empty: bool) -> bool:
    """Whether ink has the size of digits; in an empty line, of several joined or of their tile."""
    most_high = MAX_HEIGHT if is_beside else MAX_STACK
    most_wide = MAX_STACK if is_beside else 2.0
    if is_empty:
        most_high = most_wide = np.inf
    return (
        MIN_HEIGHT * typical <= height <= most_high * typical
        and MIN_WIDTH * typical <= width <= most_wide * typical
    )


def quad_of(page: RectifiedPage, area: ClueArea, box: Box) -> Quad:
    """The corners of a box in the picture, px."""
    x, y, w, h = box
    corners = [(x, y), (x + w, y), (x + w, y + h), (x, y + h)]
    points = page.at(np.array([area.board(page, *corner) for corner in corners]))
    return tuple((float(px), float(py)) for px, py in points)
