"""Boxes around single numbers are taken away; what is no such box stays."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image, ImageDraw

from recognizer.clues.number_boxes import without_number_boxes
from recognizer.lattice import Picture
from tests.support.pages import font

PITCH, STRIP = 26, (207, 224, 241)


def boxes(text: str, *, outline: int, fill: int, ink: int, radius: int = 3) -> Picture:
    """A box of 18 px for each digit, on a strip; two pictures side by side with the same digits."""
    image = Image.new("RGB", (PITCH * len(text), 3 * PITCH), STRIP)
    draw = ImageDraw.Draw(image)
    for k, digit in enumerate(text):
        x = PITCH * k + 4
        box = x, PITCH, x + 17, PITCH + 17
        draw.rounded_rectangle(box, radius, (fill,) * 3, (outline,) * 3)
        draw.text((x + 5, PITCH + 2), digit, (ink,) * 3, font(12))
    return np.ascontiguousarray(np.asarray(image))


@pytest.mark.parametrize("radius", [0, 3])
@pytest.mark.parametrize(
    ("outline", "fill", "ink"),
    [
        pytest.param(160, 250, 20, id="dark on light"),
        pytest.param(90, 30, 240, id="light on dark"),
        pytest.param(222, 255, 170, id="pale"),
    ],
)
def test_numbers_are_left_in_full_contrast(outline: int, fill: int, ink: int, radius: int) -> None:
    shown = boxes("1234567892", outline=outline, fill=fill, ink=ink, radius=radius)
    clean = without_number_boxes(shown, PITCH)
    assert clean is not None
    inner = np.s_[PITCH + 2 : PITCH + 16]
    for left in range(0, PITCH * 10, PITCH):
        at = np.s_[inner, left + 6 : left + 20]
        was_ink = np.abs(shown[at].astype(int) - fill).max(axis=2) > 0.9 * abs(ink - fill)
        assert clean[at][was_ink].max() < 60
        assert (clean[PITCH - 4 : PITCH + 2, left : left + PITCH] == STRIP).all(), "no outline"


def test_what_is_no_box_stays() -> None:
    empty = boxes(" " * 10, outline=160, fill=250, ink=20)
    assert without_number_boxes(empty, PITCH) is None, "no numbers inside"
    few = boxes("12", outline=160, fill=250, ink=20)
    assert without_number_boxes(few, PITCH) is None, "buttons"
    image = Image.new("RGB", (400, 60), (255, 255, 255))
    ImageDraw.Draw(image).text((10, 10), "80 0 0 60 0 90 0 0 8 0 0 0", (0, 0, 0), font(24))
    assert without_number_boxes(np.ascontiguousarray(np.asarray(image)), PITCH) is None, "zeros"
    cells = boxes("x" * 10, outline=160, fill=250, ink=20)
    assert without_number_boxes(cells, 17) is None, "marked cells"
