"""Readings and pictures made by hand, and workers that give them; without Qt, so that a child
that runs one of the workers starts fast.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np

from helper.review.scan_work import ScanResult
from puzzles import Grid
from puzzles.contracts import ShouldStop
from puzzles.errors import RecognitionError
from puzzles.grid import BLANK, SHADED
from recognizer.lattice import Lattice, Picture, Points
from recognizer.values import (
    Candidate,
    Problem,
    Progress,
    Reading,
    ReadLine,
    ReadNumber,
    Segmentation,
)

CELL, LEFT, TOP = 30, 120, 100
ROWS = ((3,), (2, 1), (3, 2), (5,), (4,), (1,), (2,))
COLUMNS = ((1,), (3,), (1, 3), (5, 1), (4,), (3,), (2,))

Report = Callable[[object], None]


def picture() -> Picture:
    """The chick, printed."""
    made = np.full((TOP + 7 * CELL + 40, LEFT + 7 * CELL + 40, 3), 245, np.uint8)
    for k in range(8):
        x, y = LEFT + k * CELL, TOP + k * CELL
        cv2.line(made, (x, TOP), (x, TOP + 7 * CELL), (60, 60, 60), 1)
        cv2.line(made, (LEFT, y), (LEFT + 7 * CELL, y), (60, 60, 60), 1)
    for quads, clues in ((_row_quads, ROWS), (_column_quads, COLUMNS)):
        for index, numbers in enumerate(clues):
            for quad, number in zip(quads(index, len(numbers)), numbers, strict=True):
                left, bottom = quad[3]
                font = cv2.FONT_HERSHEY_SIMPLEX
                cv2.putText(
                    made, str(number), (round(left), round(bottom)), font, 0.7, (30,) * 3, 2
                )
    return made


Quad = tuple[tuple[float, float], ...]
QUAD: Quad = ((0.0, 0.0), (13.0, 0.0), (13.0, 16.0), (0.0, 16.0))
"""Any place of a number."""


def _box(x: float, y: float) -> Quad:
    return ((x, y), (x + 13.0, y), (x + 13.0, y + 16.0), (x, y + 16.0))


def _row_quads(row: int, count: int) -> list[Quad]:
    return [_box(LEFT - 25 * (count - k), TOP + row * CELL + 7) for k in range(count)]


def _column_quads(column: int, count: int) -> list[Quad]:
    return [_box(LEFT + column * CELL + 8, TOP - 25 * (count - k)) for k in range(count)]


def lattice(rows: int = 7, columns: int = 7) -> Lattice:
    """Where the picture's grid is."""
    right, low = LEFT + columns * CELL, TOP + rows * CELL
    corners: Points = np.array([(LEFT, TOP), (right, TOP), (right, low), (LEFT, low)], np.float32)
    return Lattice.from_corners(corners, rows, columns)


def number(value: int, quad: Quad, confidence: float = 1.0, *others: int) -> ReadNumber:
    """A number with its runners-up."""
    rest = [Candidate(n, (1 - confidence) / 2 ** (k + 1)) for k, n in enumerate(others)]
    return ReadNumber(value, confidence, (Candidate(value, confidence), *rest), quad)


def line(numbers: Sequence[int], quads: Sequence[Quad]) -> ReadLine:
    """A line of which nothing is in doubt."""
    return ReadLine(tuple(number(n, q) for n, q in zip(numbers, quads, strict=True)))


def certain() -> Reading:
    """The chick, without a doubt."""
    rows = tuple(line(n, _row_quads(r, len(n))) for r, n in enumerate(ROWS))
    columns = tuple(line(n, _column_quads(c, len(n))) for c, n in enumerate(COLUMNS))
    return Reading(lattice(), rows, columns)


def doubtful() -> Reading:
    """The chick with a 7 for the 1 of row 2, a doubtful 3 in column 6, and row 5 perhaps 1 3.

    The first row is filled in.
    """
    sure = certain()
    rows, columns = list(sure.rows), list(sure.columns)
    first, last = _row_quads(1, 2)
    rows[1] = ReadLine((number(2, first), number(7, last, 0.6, 1, 9)))
    way = Segmentation(
        tuple(number(n, q) for n, q in zip((1, 3), _row_quads(4, 2), strict=True)), 0.3
    )
    rows[4] = replace(rows[4], confidence=0.7, others=(way,))
    columns[5] = ReadLine((number(3, _column_quads(5, 1)[0], 0.9, 8),))
    marks = Grid(7, 7)
    for column in range(7):
        marks[0, column] = SHADED if column in (1, 2, 3) else BLANK
    problems = (Problem.DOUBTFUL_NUMBERS, Problem.SUMS_DIFFER)
    return replace(sure, rows=tuple(rows), columns=tuple(columns), marks=marks, problems=problems)


def large(rows: int, columns: int) -> Reading:
    """Five numbers in each line, on a board of those many lines."""
    corners: Points = np.array([(400, 400), (1900, 400), (1900, 1900), (400, 1900)], np.float32)
    high, wide = 1500 / rows, 1500 / columns

    def clue(x: float, y: float, across: float, down: float) -> ReadLine:
        quads = [_box(x - 40 * (5 - k) * across, y - 40 * (5 - k) * down) for k in range(5)]
        return line((1, 2, 3, 4, 5), quads)

    return Reading(
        Lattice.from_corners(corners, rows, columns),
        tuple(clue(400, 400 + (r + 0.3) * high, 1, 0) for r in range(rows)),
        tuple(clue(400 + (c + 0.3) * wide, 400, 0, 1) for c in range(columns)),
    )


def scan_chick(source: Path | bytes, report: Report, should_stop: ShouldStop) -> ScanResult:
    """A worker that finds the doubtful chick in whatever it gets."""
    report(Progress("looking for the grid", 0.2))
    return ScanResult(picture(), doubtful(), b"\x89PNG of the chick")


def scan_nothing(source: Path | bytes, report: Report, should_stop: ShouldStop) -> ScanResult:
    """A worker that finds no grid."""
    return ScanResult(picture(), Reading(problems=(Problem.NO_GRID,)), b"\x89PNG of nothing")


def scan_broken(source: Path | bytes, report: Report, should_stop: ShouldStop) -> ScanResult:
    """A worker for which the file is no picture."""
    raise RecognitionError("cat.png: this is not a picture that can be read")


def scan_for_ever(source: Path | bytes, report: Report, should_stop: ShouldStop) -> ScanResult:
    """A worker that does not end, and does not listen."""
    report(Progress("reading the numbers", 0.5))
    while True:
        time.sleep(1)
