"""Where a hole or a stain of the page hides numbers.

Ink that is solid over more than a digit's strokes is no number: a torn hole with something dark
behind it, a blot, a coffee stain, a finger. What was read in its place is dropped, and any numbers
may be there: ``5 * 2``. The rules find them, and each of these lines stays in doubt. Only puzzles
without one solution are examined, since the rules need no help with others, and tiles or shaded
boxes would be taken for stains.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from puzzles.contracts import CountSolutions
from puzzles.model import ANYTHING, Axis, Clue, Clues, Line
from puzzles.partial_clues import partial_clues
from recognizer.clues.rectification import CELL_PX, ClueArea, RectifiedPage
from recognizer.grid.detection import DetectedGrid
from recognizer.lattice import Picture
from recognizer.rules.correction import correct_by_rules
from recognizer.unread_ink import (
    UNREAD_CONFIDENCE,
    Unread,
    number_height,
    quad_of,
    with_doubts_of,
)
from recognizer.values import Quad, Reading, Side

MIN_CONTRAST_GRAY = 25.0
"""Minimum contrast of a stain to the paper, gray levels."""
SOLID_SHARE = 0.5
"""Diameter of a solid spot, in heights of the numbers: thicker than the strokes of bold digits."""
MIN_SIDE = 0.8
"""Minimum side of a square with the area of a stain, in heights."""
RIM = 0.3
"""Width around a stain in which numbers are not whole, in heights."""
MAX_HIDDEN_SHARE = 0.5
"""If a larger share of a side's lines has stains, they are a texture."""


class Hidden(NamedTuple):
    """A line with numbers that are hidden."""

    clues: Clues
    """What was read beside the stains, with any numbers in their places."""
    places: tuple[Quad, ...]
    """Those of the stains in the picture, px."""


def hidden_numbers(picture: Picture, found: DetectedGrid, reading: Reading) -> dict[Line, Hidden]:
    """The lines in which something hides numbers.

    Args:
        picture: BGR uint8, shape (height, width, 3).
        found: The grid that was read.
        reading: The reading of it, in the same orientation.
    """
    heights = [number_height(n.quad) for _, line in reading.lines for n in line.numbers]
    if not heights:
        return {}
    page = RectifiedPage(picture, found)
    height = float(np.median(heights)) / found.lattice.pitch_px * CELL_PX
    hidden: dict[Line, Hidden] = {}
    for side, axis in ((reading.rows_side, Axis.ROW), (reading.columns_side, Axis.COLUMN)):
        area = ClueArea.of(page, side)
        if area is None:
            continue
        places: dict[int, list[Quad]] = {}
        for index, box in _boxes(area, height):
            places.setdefault(index, []).append(quad_of(page, area, box))
        if len(places) <= MAX_HIDDEN_SHARE * area.lines:
            for index, quads in places.items():
                line = Line(axis, index)
                hidden[line] = Hidden(_seen(reading, line, quads), tuple(quads))
    return hidden


def with_hidden_numbers(
    reading: Reading, hidden: Mapping[Line, Hidden], count_solutions: CountSolutions
) -> Reading:
    """A reading corrected by the rules, in which those lines are in doubt.

    Args:
        reading: As it was read.
        hidden: The lines with numbers that are hidden.
        count_solutions: See :func:`recognizer.rules.correction.correct_by_rules`.
    """
    clues = {line: each.clues for line, each in hidden.items()}
    found = correct_by_rules(reading, count_solutions, is_last=False, hidden=clues)
    places: Unread = {axis: {} for axis in Axis}
    for line, each in hidden.items():
        places[line.axis][line.index] = each.places
    return with_doubts_of(found, places, UNREAD_CONFIDENCE)


def _boxes(area: ClueArea, height: float) -> Iterator[tuple[int, tuple[int, int, int, int]]]:
    """The stains in each line: its index, and left, top, width, height, px of the clue area."""
    stains = _stains(area.picture, height)
    if area.side in (Side.TOP, Side.BOTTOM):
        stains = stains.T
    for index in range(area.lines):
        start, thick = index * CELL_PX + CELL_PX // 5, CELL_PX - 2 * (CELL_PX // 5)
        is_hidden = stains[start : start + thick].any(axis=0)
        edges = np.flatnonzero(np.diff(np.pad(is_hidden.astype(np.int8), 1)))
        for first, last in edges.reshape(-1, 2).tolist():
            box = first, start, last - first, thick
            yield index, box if area.is_beside else (box[1], box[0], box[3], box[2])


def _stains(gray: NDArray[np.uint8], height: float) -> NDArray[np.bool_]:
    """Where stains are, with a rim."""
    paper = float(np.median(gray))
    ink = (np.abs(gray.astype(np.float32) - paper) > MIN_CONTRAST_GRAY).astype(np.uint8)
    solid = cv2.morphologyEx(ink, cv2.MORPH_OPEN, _disk(SOLID_SHARE * height))
    _, labels, stats, _ = cv2.connectedComponentsWithStats(solid, connectivity=8)
    is_large = stats[:, cv2.CC_STAT_AREA] >= (MIN_SIDE * height) ** 2
    is_large[0] = False
    stains = is_large[labels].astype(np.uint8)
    return np.asarray(cv2.dilate(stains, _disk(2 * RIM * height)) > 0)


def _disk(diameter: float) -> NDArray[np.uint8]:
    side = max(3, round(diameter) | 1)
    return np.asarray(cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side)), np.uint8)


def _seen(reading: Reading, line: Line, places: list[Quad]) -> Clues:
    """The numbers beside the stains of a line, with any numbers in the places of these."""
    along = 1 if line.is_column else 0
    spans = [(min(p[along] for p in quad), max(p[along] for p in quad)) for quad in places]
    found = [(low, ANYTHING[0]) for low, _ in spans]
    for number in dict(reading.lines)[line].numbers:
        center = sum(point[along] for point in number.quad) / 4
        if number.number and not any(low <= center <= high for low, high in spans):
            found.append((center, Clue(number.number, number.color)))
    return partial_clues(clue for _, clue in sorted(found))
