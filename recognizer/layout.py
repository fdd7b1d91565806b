"""What of a lattice is the board, and what are boxes of clues: the numbers in them tell."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from recognizer.bands import Sheet
from recognizer.clues import read_boxes
from recognizer.lattice import LEAST_SIDE, Found
from recognizer.values import Picture, Side

FULL = 0.55
"""A border line of cells of which so many hold numbers belongs to the clues."""
SOME = 0.08
"""One with fewer than that does not, even if one beyond it is full of numbers."""
BESIDE = 0.275
"""Boxes next to the board hold numbers, at least so many of them."""
ASTRAY = 0.1
"""The share of numbers in a line of boxes that may have none between them and the board."""
SURE = 0.6
"""How likely it is to be a number, at least."""

Boxes = list[tuple[float, float, float, float]]


def laid_out(picture: Picture, found: Found) -> Found:
    """As the lattice has it, put right by where the numbers are."""
    return _without_clues(picture, numbered(picture, found) or replace(found, board=found.dense))


def trimmed(found: Found) -> list[Found]:
    """The same with one line of cells less at each of the four sides."""
    grids = []
    for side in Side:
        inward = 1 if side in (Side.TOP, Side.LEFT) else -1
        board = replace(found.board, **{side.value: getattr(found.board, side.value) + inward})
        if min(board.rows, board.columns) >= LEAST_SIDE:
            grids.append(replace(found, board=board, dense=board))
    return grids


def numbered(picture: Picture, found: Found, *, drops: bool = False) -> Found | None:
    """A lattice whose boxes beside the board hold numbers.

    Args:
        picture: BGR uint8, shape (height, width, 3).
        found: The lattice.
        drops: Boxes without numbers are forgotten; otherwise they make it ``None``, since lines
            are missing where cells are shaded, too.
    """
    sheet = Sheet(picture, found)
    for side, count in sheet.boxes.items():
        if count < 1:
            continue
        answers = np.exp(read_boxes(sheet, _strip(sheet, side, -1)))
        if (answers[:, :100].max(axis=1) > 0.5).mean() >= BESIDE:
            continue
        if not drops:
            return None
        name = side.value
        found = replace(found, dense=replace(found.dense, **{name: getattr(found.board, name)}))
    return found


def _strip(sheet: Sheet, side: Side, depth: int) -> Boxes:
    """The cells along a side, so deep inside the board; -1 is just outside."""
    rows, columns = sheet.rows, sheet.columns
    if side is Side.TOP:
        return [(depth, c, depth + 1, c + 1) for c in range(columns)]
    if side is Side.BOTTOM:
        return [(rows - depth - 1, c, rows - depth, c + 1) for c in range(columns)]
    if side is Side.LEFT:
        return [(r, depth, r + 1, depth + 1) for r in range(rows)]
    return [(r, columns - depth - 1, r + 1, columns - depth) for r in range(rows)]


def _without_clues(picture: Picture, found: Found) -> Found:
    """Without border lines of cells that hold clues: their boxes are like those of the board."""
    while True:
        sheet = Sheet(picture, found)
        depths = {side: _clues_inside(sheet, side) for side in Side}
        side = max(depths, key=lambda side: depths[side][1])
        depth = depths[side][0]
        if not depth:
            return found
        inward = depth if side in (Side.TOP, Side.LEFT) else -depth
        name = side.value
        found = replace(
            found, board=replace(found.board, **{name: getattr(found.board, name) + inward})
        )


def _clues_inside(sheet: Sheet, side: Side) -> tuple[int, float]:
    """How many lines of cells along a side are clues, and the share of numbers in the last one.

    Clues leave no box free between them and the board, so the innermost line is full of numbers,
    and the others are a staircase that leads to it.
    """
    length = sheet.rows if side in (Side.TOP, Side.BOTTOM) else sheet.columns
    found = (0, 0.0)
    before: NDArray[np.bool_] | None = None
    for depth in range(length - LEAST_SIDE):
        answers = np.exp(read_boxes(sheet, _strip(sheet, side, depth)))
        is_number = answers[:, :100].max(axis=1) > SURE
        share = float(is_number.mean())
        if share < SOME:
            break
        if before is not None and (before & ~is_number).sum() > ASTRAY * before.sum() + 1:
            break
        if share >= FULL:
            found = depth + 1, share
        before = is_number
    return found
