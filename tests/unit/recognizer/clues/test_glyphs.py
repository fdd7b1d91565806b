"""The glyphs of a clue area: digits that touch lines are no lines."""

from __future__ import annotations

import numpy as np
import pytest

from recognizer.clues.binarization import Mask
from recognizer.clues.glyphs import find_glyphs
from recognizer.clues.rectification import CELL_PX, ClueArea
from recognizer.values import Side

ROWS, DEPTH = 12, 6
COUNTS = [2, 2, 3, 3, 2, 2, 1, 1, 3, 3, 2, 2]


def lined(*, boxed: bool) -> Mask:
    """A clue area with the lines between the rows; the board is on the right."""
    ink = np.zeros((ROWS * CELL_PX, DEPTH * CELL_PX), bool)
    for row in range(ROWS + 1):
        ink[max(0, row * CELL_PX - 1) : row * CELL_PX + 1] = True
    for place in range(DEPTH + 1) if boxed else ():
        ink[:, max(0, place * CELL_PX - 1) : place * CELL_PX + 1] = True
    return ink


def with_ones(ink: Mask, rim: int) -> Mask:
    """Each row has strokes that end this far from the lines, in px."""
    for row, count in enumerate(COUNTS):
        for place in range(1, 1 + count):
            x = DEPTH * CELL_PX - place * CELL_PX + CELL_PX // 2
            ink[row * CELL_PX + rim : (row + 1) * CELL_PX - rim, x - 3 : x + 3] = True
    return ink


def area_of(ink: Mask, side: Side) -> tuple[ClueArea, Mask]:
    ink = ink if side is Side.LEFT else ink[:, ::-1].copy()
    picture = np.where(ink, 0, 255).astype(np.uint8)
    return ClueArea(side, picture, float(DEPTH), ROWS, 0), ink


@pytest.mark.parametrize("side", [Side.LEFT, Side.RIGHT])
def test_ones_above_each_other_that_touch_the_lines_are_digits(side: Side) -> None:
    area, ink = area_of(with_ones(lined(boxed=False), rim=0), side)
    assert [len(boxes) for boxes in find_glyphs(area, ink)] == COUNTS


@pytest.mark.parametrize("side", [Side.LEFT, Side.RIGHT])
def test_lines_between_boxes_are_no_digits(side: Side) -> None:
    area, ink = area_of(with_ones(lined(boxed=True), rim=7), side)
    assert [len(boxes) for boxes in find_glyphs(area, ink)] == COUNTS


@pytest.mark.parametrize("side", [Side.LEFT, Side.RIGHT])
def test_a_border_that_is_not_straight_is_no_digit(side: Side) -> None:
    ink = with_ones(lined(boxed=False), rim=0)
    for y in range(len(ink)):
        # The lattice leaves the border by a fraction of a cell, as beside shaded cells.
        away = round(CELL_PX / 8 * np.sin(np.pi * y / len(ink)))
        ink[y, DEPTH * CELL_PX - away - 8 : DEPTH * CELL_PX - away] = True
    area, ink = area_of(ink, side)
    assert [len(boxes) for boxes in find_glyphs(area, ink)] == COUNTS
