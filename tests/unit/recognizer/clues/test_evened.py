"""Boxes around numbers and strokes of a pen over them are no digits."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from recognizer.clues.evened import with_digits_only, without_colored_strokes
from recognizer.clues.rectification import CELL_PX, ClueArea
from recognizer.values import Side

FONT, SCALE = cv2.FONT_HERSHEY_SIMPLEX, 0.65


def area_of(number: str, frame: int | None) -> ClueArea:
    """Three rows with a number in a box; its sides are so dark, above and below it is paler."""
    picture = np.full((3 * CELL_PX, 3 * CELL_PX), 250, np.uint8)
    for row in range(3):
        (wide, high), _ = cv2.getTextSize(number, FONT, SCALE, 2)
        x, y = CELL_PX, row * CELL_PX + (CELL_PX + high) // 2
        cv2.putText(picture, number, (x, y), FONT, SCALE, 20, 2, cv2.LINE_AA)
        if frame is not None:
            top, bottom = y - high - 2, y + 2
            cv2.rectangle(picture, (x - 5, top), (x + wide + 5, bottom), 225, 1)
            for side in (x - 5, x + wide + 5):
                cv2.line(picture, (side, top + 2), (side, bottom - 2), frame, 1)
    return ClueArea(Side.LEFT, np.asarray(picture, np.uint8), 3.0, 3, 0)


def ink(area: ClueArea) -> NDArray[np.bool_]:
    return np.asarray(with_digits_only(area).picture < 200, bool)


@pytest.mark.parametrize("number", ["2", "1", "10", "11"])
@pytest.mark.parametrize("frame", [110, 40])
def test_a_box_around_a_number_is_removed_and_the_number_stays(number: str, frame: int) -> None:
    plain, boxed = ink(area_of(number, None)), ink(area_of(number, frame))
    assert plain.sum() > 3 * 20
    assert (plain ^ boxed).sum() < 0.15 * plain.sum()


def page_of(color: tuple[int, int, int] | None) -> NDArray[np.uint8]:
    """A row of large numbers, each crossed out."""
    picture = np.full((320, 640, 3), 245, np.uint8)
    for k in range(10):
        x = 20 + 60 * k
        cv2.putText(picture, str(k), (x, 54), FONT, 1.2, (20, 20, 20), 4, cv2.LINE_AA)
        if color is not None:
            cv2.line(picture, (x - 6, 62), (x + 30, 18), color, 3, cv2.LINE_AA)
    return np.asarray(picture, np.uint8)


@pytest.mark.parametrize("color", [(30, 30, 210), (200, 90, 20)], ids=["red", "blue"])
def test_thin_strokes_in_a_colour_are_removed_and_the_numbers_stay(
    color: tuple[int, int, int],
) -> None:
    clean = without_colored_strokes(page_of(color), 60)
    assert clean is not None
    plain, left, struck = (p.min(axis=2) < 128 for p in (page_of(None), clean, page_of(color)))
    assert (plain ^ left).sum() < 0.2 * (plain ^ struck).sum()


def test_what_is_not_thin_and_in_a_colour_is_no_stroke() -> None:
    banner = page_of(None)
    banner[100:160] = (210, 90, 30)
    for picture in (page_of(None), page_of((90, 90, 90)), banner):
        assert without_colored_strokes(picture, 60) is None
