"""Turned pages."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recognizer.pages.page_drawing import Bar, Box, Drawing, Glyph, Patch, SlantedLine

SIDE = st.integers(0, 100).map(float)
TURNS = st.integers(0, 3)


@st.composite
def boxes(draw: st.DrawFn) -> Box:
    left, top, width, height = (draw(SIDE) for _ in range(4))
    return Box(left, top, left + width, top + height)


@given(boxes(), TURNS, TURNS)
def test_turns_add_up(box: Box, first: int, second: int) -> None:
    page = Drawing(
        300,
        200,
        (Bar(True, 5, 1, 9), Bar(False, 5, 1, 9)),
        (Patch(box, "#ffffff", True, 1),),
        (SlantedLine(box, True),),
        (Glyph("1", box, 9, "#000000", 1, 0, (3, 4)),),
        (box,),
    )
    assert page.turned(first).turned(second) == page.turned((first + second) % 4)


@given(boxes(), TURNS)
def test_a_bar_is_turned_like_the_box_around_it(box: Box, turns: int) -> None:
    bar = Bar(False, box.top, box.left, box.right)
    turned = bar.turned(turns, 300, 200)
    around = Box(box.left, box.top, box.right, box.top).turned(turns, 300, 200)
    if turned.is_vertical:
        assert around == Box(turned.at, turned.start, turned.at, turned.end)
    else:
        assert around == Box(turned.start, turned.at, turned.end, turned.at)


@pytest.mark.parametrize(("turns", "box"), [
    (1, Box(190, 10, 199, 30)), (2, Box(270, 190, 290, 199)), (3, Box(1, 270, 10, 290)),
])  # fmt: skip
def test_the_top_left_corner_goes_around_clockwise(turns: int, box: Box) -> None:
    assert Box(10, 1, 30, 10).turned(turns, 300, 200) == box
