"""Boxes around numbers are no digits, however pale they are."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from recognizer.clues.evened import with_digits_only
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
