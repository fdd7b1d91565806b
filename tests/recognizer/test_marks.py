"""Marks drawn into a board come back as they are; a board without any has none."""

from __future__ import annotations

import numpy as np
import pytest

from puzzles.grid import Grid
from recognizer.bands import Sheet
from recognizer.lattice import Found
from recognizer.marks import read_marks
from recognizer.region import Region
from tests.recognizer.pages import Page, draw_page

MARKS = [
    "#.....#.",
    "##.x..#.",
    "..x.....",
    ".....x#.",
    "...##...",
    "x.......",
    "......x.",
]


def page_with(marks: list[str], *, ink: int = 0, paper: int = 255, stroke: int = 1) -> Page:
    rows, columns = ((2,),) * 7, ((1, 1),) * 8
    return draw_page(rows, columns, pitch=26, marks=marks, ink=ink, paper=paper, stroke=stroke)


def marks_of(page: Page) -> Grid | None:
    whole = Region(0, 0, page.lattice.rows, page.lattice.columns)
    return read_marks(Sheet(page.picture, Found(page.crossings, whole, whole, 1.0)))


def grid_of(marks: list[str]) -> Grid:
    return Grid.from_text([line.replace(".", "?").replace("x", ".") for line in marks])


def only(kind: str) -> list[str]:
    return ["".join(c if c == kind else "." for c in line) for line in MARKS]


@pytest.mark.parametrize(("ink", "paper"), [(0, 255), (255, 0), (40, 190)])
def test_marks_come_back_in_either_polarity(ink: int, paper: int) -> None:
    assert marks_of(page_with(MARKS, ink=ink, paper=paper)) == grid_of(MARKS)


@pytest.mark.parametrize("kind", ["#", "x"])
def test_one_kind_of_marks_is_enough(kind: str) -> None:
    assert marks_of(page_with(only(kind))) == grid_of(only(kind))


@pytest.mark.xfail(strict=True, reason="crosses darken the median of the middle of their cells")
@pytest.mark.parametrize(("marks", "stroke"), [(MARKS, 3), (only("x"), 3), (only("x"), 1)])
def test_crosses_are_not_taken_for_shaded_cells(marks: list[str], stroke: int) -> None:
    """Not when drawn with a bold pen, nor where there is nothing darker on the board."""
    page = page_with(marks, stroke=stroke).blurred(0.7)
    assert marks_of(page) == grid_of(marks)


def test_marks_come_back_from_a_page_that_does_not_lie_flat() -> None:
    page = page_with(MARKS)
    bent = page.bent(12).turned(7).blurred(0.8).noisy(5)
    for other in (bent, page.tilted(0.2), page.shadowed(0.6)):
        assert marks_of(other) == grid_of(MARKS)


@pytest.mark.parametrize("ink", [0, 255])
def test_an_empty_board_has_no_marks(ink: int) -> None:
    page = page_with([], ink=ink, paper=255 - ink)
    for other in (page, page.turned(9), page.noisy(6), page.shadowed(0.5), page.bent(10)):
        assert marks_of(other) is None


def test_a_picture_of_noise_gives_no_more_than_a_grid_of_its_size() -> None:
    page = page_with([])
    noise = np.random.default_rng(2).integers(0, 256, page.picture.shape, np.uint8)
    marks = marks_of(Page(noise, page.crossings))
    assert marks is None or (marks.height, marks.width) == (7, 8)
