"""Thin strokes at a slant across numbers are taken away; digits and printed lines are none."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from recognizer.clues.rectification import CELL_PX, ClueArea
from recognizer.clues.strokes import without_strokes
from recognizer.values import Side
from tests.support.pages import font

NUMBERS = "5", "7", "1", "4", "6", "2"


def area(*, bend: float = 0.0) -> ClueArea:
    """A column of rows with one number each, and a line between two of them."""
    image = Image.new("L", (3 * CELL_PX, len(NUMBERS) * CELL_PX), 255)
    draw = ImageDraw.Draw(image)
    for row, number in enumerate(NUMBERS):
        draw.text((2 * CELL_PX + 12, row * CELL_PX + 6), number, 0, font(24))
        y = row * CELL_PX
        draw.line((0, y, image.width, y + bend), 60, 2)
    return ClueArea(Side.LEFT, np.array(image), 3.0, len(NUMBERS), 0)


def crossed_out(gray: NDArray[np.uint8], width: int) -> NDArray[np.uint8]:
    """With a stroke from corner to corner of each second number."""
    struck = gray.copy()
    for row in range(0, len(NUMBERS), 2):
        start = 2 * CELL_PX + 3, (row + 1) * CELL_PX - 7
        end = 3 * CELL_PX - 3, row * CELL_PX + 7
        cv2.line(struck, start, end, (0,), width, cv2.LINE_AA)
    return struck


@pytest.mark.parametrize("keeps_crossings", [False, True])
@pytest.mark.parametrize("width", [1, 2])
def test_strokes_are_taken_from_the_numbers(width: int, keeps_crossings: bool) -> None:
    plain = area()
    struck = ClueArea(Side.LEFT, crossed_out(plain.picture, width), 3.0, len(NUMBERS), 0)
    clean = without_strokes(struck, keeps_crossings=keeps_crossings)
    assert clean is not None
    added = (plain.picture > 200) & (struck.picture < 80)
    assert (clean.picture[added] > 128).mean() > (0.7 if keeps_crossings else 0.85)
    kept = (plain.picture < 80) & (clean.picture < 128)
    assert kept.sum() > 0.85 * (plain.picture < 80).sum()


@pytest.mark.parametrize("bend", [0.0, 8.0])
def test_digits_and_printed_lines_are_no_strokes(bend: float) -> None:
    assert without_strokes(area(bend=bend)) is None
