"""What of a lattice is the board, and what are boxes of clues: the numbers in them tell."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from recognizer.clues.digit_classifier import PATCH, number_reader
from recognizer.clues.rectification import CELL_PX, RectifiedPage
from recognizer.grid.board_region import Region
from recognizer.grid.detection import MIN_BOARD_CELLS, DetectedGrid
from recognizer.values import Picture, Side

FULL = 0.55
"""Boxes of clues next to the board hold numbers, at least so many of them: few lines have none."""
BESIDE = 0.275
"""The same where the lattice itself has an end to the board."""
SURE = 0.6
"""How likely it is to be a number, at least."""
WITHOUT = 3
"""Boxes that may be free of numbers along a whole side, before there are none."""
GAP = -2.0
"""What a free box counts between numbers, or between them and the board, when a number counts 1."""
FREE = -1.0
"""What a line without a clue counts."""
ASTRAY = -4.0
"""What a number counts that stands on the board."""

Answers = NDArray[np.bool_]
"""Which cells hold numbers."""


def laid_out(picture: Picture, found: DetectedGrid) -> DetectedGrid:
    """As the lattice has it, put right by where the numbers are."""
    return _without_clues(picture, numbered(picture, found) or replace(found, board=found.dense))


def trimmed(found: DetectedGrid) -> list[DetectedGrid]:
    """The same with one line of cells less at each of the four sides."""
    grids = []
    for side in Side:
        inward = 1 if side in (Side.TOP, Side.LEFT) else -1
        board = replace(found.board, **{side.value: getattr(found.board, side.value) + inward})
        if min(board.rows, board.columns) >= MIN_BOARD_CELLS:
            grids.append(replace(found, board=board, dense=board))
    return grids


def numbered(picture: Picture, found: DetectedGrid, *, drops: bool = False) -> DetectedGrid | None:
    """A lattice whose boxes beside the board hold numbers.

    Args:
        picture: BGR uint8, shape (height, width, 3).
        found: The lattice.
        drops: Boxes without numbers are forgotten; otherwise they make it ``None``, since lines
            are missing where cells are shaded, too.
    """
    sheet = RectifiedPage(picture, found)
    for side, count in sheet.boxes.items():
        if count < 1:
            continue
        if float((_numbers(sheet, side, -1) > 0.5).mean()) >= BESIDE:
            continue
        if not drops:
            return None
        name = side.value
        found = replace(found, dense=replace(found.dense, **{name: getattr(found.board, name)}))
    return found


def _numbers(sheet: RectifiedPage, side: Side, depth: int, count: int = 1) -> NDArray[np.float32]:
    """How likely cells along a side hold numbers, from so deep inside; -1 is just outside.

    The shape is (count, cells along the side), the outermost line first.
    """
    rows, columns = sheet.rows, sheet.columns
    end = depth + count
    area = {
        Side.TOP: (depth, 0, end, columns),
        Side.BOTTOM: (rows - end, 0, rows - depth, columns),
        Side.LEFT: (0, depth, rows, end),
        Side.RIGHT: (0, columns - end, rows, columns - depth),
    }[side]
    gray = sheet.cut_gray(*area)
    high, wide = (length // CELL_PX for length in gray.shape)
    cells = gray.reshape(high, CELL_PX, wide, CELL_PX).swapaxes(1, 2).reshape(-1, CELL_PX, CELL_PX)
    patches = np.array([cv2.resize(cell, (PATCH, PATCH)) for cell in cells], np.uint8)
    answers = np.exp(number_reader().read(patches))[:, :100].max(axis=1)
    return np.asarray(_inwards(answers.reshape(high, wide), side), np.float32)


def _without_clues(picture: Picture, found: DetectedGrid) -> DetectedGrid:
    """Without border lines of cells that hold clues: their boxes are like those of the board."""
    sheet = RectifiedPage(picture, found)
    is_number = np.zeros((sheet.rows, sheet.columns), np.bool_)
    deepest = {side: _read_inwards(sheet, side, is_number) for side in Side}
    best = max(_cuts(deepest), key=lambda cuts: _sense(is_number, cuts))
    b = found.board
    board = Region(
        b.top + best.top, b.left + best.left, b.bottom - best.bottom, b.right - best.right
    )
    return replace(found, board=board)


def _read_inwards(sheet: RectifiedPage, side: Side, is_number: Answers) -> int:
    """Read cells along a side as deep as clues may go; how deep that is."""
    is_row = side in (Side.TOP, Side.BOTTOM)
    lines = _inwards(is_number, side)
    # A line of n cells has no more than (n + 1) / 2 numbers.
    across = sheet.rows if is_row else sheet.columns
    deepest = max(0, min((across + 1) // 3, across - MIN_BOARD_CELLS))
    first = min(WITHOUT, deepest)
    if not first:
        return 0
    lines[:first] |= _numbers(sheet, side, 0, first) > SURE
    if not lines[:first].any():
        return 0
    if deepest > first:
        lines[first:deepest] |= _numbers(sheet, side, first, deepest - first) > SURE
    return deepest


def _inwards(cells: NDArray[Any], side: Side) -> NDArray[Any]:
    """Cells as lines along a side, the outermost first; a view."""
    lines = cells if side in (Side.TOP, Side.BOTTOM) else cells.T
    return lines if side in (Side.TOP, Side.LEFT) else lines[::-1]


def _cuts(deepest: dict[Side, int]) -> Iterator[Region]:
    """How many lines of cells may be clues at each side: those of the rows stand on one side."""
    top, left, bottom, right = (deepest[s] for s in (Side.TOP, Side.LEFT, Side.BOTTOM, Side.RIGHT))
    rows = [(k, 0) for k in range(top + 1)] + [(0, k) for k in range(1, bottom + 1)]
    columns = [(k, 0) for k in range(left + 1)] + [(0, k) for k in range(1, right + 1)]
    for (above, below), (before, behind) in product(rows, columns):
        yield Region(above, before, below, behind)


def _sense(is_number: Answers, cut: Region) -> float:
    """How well numbers stand where clues do, if so many lines are cut off at the sides.

    Clues are staircases: from the board outwards, numbers first and free boxes then.
    """
    height, width = is_number.shape
    rows, columns = slice(cut.top, height - cut.bottom), slice(cut.left, width - cut.right)
    strips = (
        is_number[: cut.top, columns][::-1],
        is_number[height - cut.bottom :, columns],
        is_number[rows, : cut.left][:, ::-1].T,
        is_number[rows, width - cut.right :].T,
    )
    worth, astray = 0.0, int(is_number.sum())
    for strip in strips:
        if not len(strip):
            continue
        if strip[0].mean() < FULL:
            return -np.inf
        count = strip.sum(axis=0)
        length = len(strip) - strip[::-1].argmax(axis=0)
        gaps = np.where(count > 0, length - count, 0)
        worth += float(count.sum() + GAP * gaps.sum() + FREE * (count == 0).sum())
        astray -= int(count.sum())
    return worth + ASTRAY * astray
