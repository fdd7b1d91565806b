"""From a picture to a draft puzzle with its doubts."""

from __future__ import annotations

import time
from dataclasses import replace

import cv2
import numpy as np

from recognizer.bands import Sheet
from recognizer.clues import Clues, read_boxes, read_side
from recognizer.correct import repair
from recognizer.given import given_grid
from recognizer.lattice import LEAST_SIDE, Found, find_grids
from recognizer.marks import read_marks
from recognizer.values import (
    Judge,
    Lattice,
    OnProgress,
    Picture,
    Problem,
    Progress,
    Reading,
    ReadLine,
    ShouldStop,
    Side,
)

FULL_OF_NUMBERS = 0.55
"""A border line of cells of which so many hold numbers belongs to the clues."""


def read(
    picture: Picture,
    *,
    judge: Judge | None = None,
    near: tuple[float, float] | None = None,
    lattice: Lattice | None = None,
    on_progress: OnProgress | None = None,
    should_stop: ShouldStop | None = None,
) -> Reading:
    """Read the nonogram in a picture; never raises for a doubtful one.

    Args:
        picture: BGR uint8, shape (height, width, 3), upright to within 20 degrees.
        judge: Says how many solutions a puzzle has; with it misreads can be repaired.
        near: (x, y) in px: read the grid there, not the best one.
        lattice: The grid to read; none is looked for then.
        on_progress: Hears how far it is.
        should_stop: Asked now and then; what was read until then is returned.
    """
    begun = time.perf_counter()
    stop = should_stop or (lambda: False)

    def tell(stage: str, share: float) -> None:
        if on_progress is not None:
            on_progress(Progress(stage, share))

    def ended(reading: Reading) -> Reading:
        if stop():
            reading = replace(reading, problems=(*reading.problems, Problem.STOPPED))
        return replace(reading, seconds=time.perf_counter() - begun)

    tell("looking for the grid", 0.0)
    grids = find_grids(picture, stop) if lattice is None else [given_grid(picture, lattice)]
    if not grids:
        return ended(Reading(problems=(Problem.NO_GRID,)))
    found = _chosen(grids, near)
    tell("reading the numbers", 0.5)
    if lattice is None:
        found = _without_clues(picture, _with_boxes(picture, found))
    sheet = Sheet(picture, found)
    rows = read_side(sheet, (Side.LEFT, Side.RIGHT)) if not stop() else None
    tell("reading the numbers", 0.7)
    columns = read_side(sheet, (Side.TOP, Side.BOTTOM)) if not stop() else None
    others = tuple(grid.lattice for grid in grids if grid is not found and grid.score > 0)
    others = others if lattice is None else ()
    reading = Reading(
        lattice=found.lattice if lattice is None else lattice,
        rows=_lines(rows, sheet.rows),
        columns=_lines(columns, sheet.columns),
        rows_side=rows.side if rows is not None else Side.LEFT,
        columns_side=columns.side if columns is not None else Side.TOP,
        others=_like(found, others),
    )
    problems = []
    if rows is None or columns is None:
        problems.append(Problem.NO_CLUES)
    if reading.others:
        problems.append(Problem.SEVERAL_GRIDS)
    reading = replace(reading, marks=read_marks(sheet), problems=tuple(problems))
    if rows is None or columns is None or stop():
        return ended(reading)
    tell("checking what was read", 0.9)
    return ended(repair(reading, judge, stop))


def _chosen(grids: list[Found], near: tuple[float, float] | None) -> Found:
    if near is None:
        return grids[0]
    return max(grids, key=lambda g: cv2.pointPolygonTest(g.lattice.corners, near, True))


def _like(found: Found, others: tuple[Lattice, ...]) -> tuple[Lattice, ...]:
    """Of other lattices those that may be puzzles too: not much smaller than the one chosen."""
    least = 0.15 * cv2.contourArea(found.lattice.corners)
    return tuple(o for o in others if cv2.contourArea(o.corners) >= least)


def _lines(clues: Clues | None, count: int) -> tuple[ReadLine, ...]:
    return clues.lines if clues is not None else (ReadLine((), (), 0.0),) * count


def _with_boxes(picture: Picture, found: Found) -> Found:
    """As the lattice has it, if what it takes for boxes of clues holds numbers.

    Lines also are missing where cells are shaded.
    """
    board, dense = found.board, found.dense
    sheet = Sheet(picture, found)
    strips = []
    if board.top > dense.top:
        strips.append([(-1, c, 0, c + 1) for c in range(board.columns)])
    if board.bottom < dense.bottom:
        strips.append([(board.rows, c, board.rows + 1, c + 1) for c in range(board.columns)])
    if board.left > dense.left:
        strips.append([(r, -1, r + 1, 0) for r in range(board.rows)])
    if board.right < dense.right:
        strips.append([(r, board.columns, r + 1, board.columns + 1) for r in range(board.rows)])
    for boxes in strips:
        answers = np.exp(read_boxes(sheet, boxes))
        if (answers[:, :100].max(axis=1) > 0.5).mean() < 0.5 * FULL_OF_NUMBERS:
            return replace(found, board=dense)
    return found


def _without_clues(picture: Picture, found: Found) -> Found:
    """Without border lines of cells that are full of numbers: boxes of clues like cells."""
    while True:
        board = found.board
        sheet = Sheet(picture, found)
        rows, columns = sheet.rows, sheet.columns
        borders = {
            "top": [(0, c, 1, c + 1) for c in range(columns)],
            "bottom": [(rows - 1, c, rows, c + 1) for c in range(columns)],
            "left": [(r, 0, r + 1, 1) for r in range(rows)],
            "right": [(r, columns - 1, r + 1, columns) for r in range(rows)],
        }
        answers = np.exp(read_boxes(sheet, [box for boxes in borders.values() for box in boxes]))
        is_number = answers[:, :100].max(axis=1) > 0.6
        shares, at = {}, 0
        for side, boxes in borders.items():
            shares[side] = float(is_number[at : at + len(boxes)].mean())
            at += len(boxes)
        side = max(shares, key=shares.__getitem__)
        if shares[side] < FULL_OF_NUMBERS:
            return found
        inward = 1 if side in ("top", "left") else -1
        smaller = replace(board, **{side: getattr(board, side) + inward})
        if min(smaller.rows, smaller.columns) < LEAST_SIDE:
            return found
        found = replace(found, board=smaller)
