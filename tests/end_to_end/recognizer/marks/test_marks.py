"""Marks drawn into a board come back as they are; a board without any has none."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from puzzles.grid import BLANK, SHADED, Grid
from recognizer.clues.rectification import RectifiedPage
from recognizer.grid.board_region import Region
from recognizer.grid.detection import DetectedGrid
from recognizer.marks.mark_reading import Sums, read_marks
from tests.support.pages import Page, draw_page

MARKS = [
    "#.....#.",
    "##.x..#.",
    "..x.....",
    ".....x#.",
    "...##...",
    "x.......",
    "......x.",
]


def page_with(
    marks: list[str], *, ink: int = 0, paper: int = 255, stroke: int = 1, tint: int = 0
) -> Page:
    height, width = (len(marks), len(marks[0])) if marks else (7, 8)
    rows, columns = ((2,),) * height, ((1, 1),) * width
    return draw_page(
        rows, columns, pitch=26, marks=marks, ink=ink, paper=paper, stroke=stroke, tint=tint
    )


def marks_of(page: Page, sums: Sums | None = None) -> Grid | None:
    whole = Region(0, 0, page.lattice.rows, page.lattice.columns)
    return read_marks(
        RectifiedPage(page.picture, DetectedGrid(page.crossings, whole, whole, 1.0)), sums
    )


def grid_of(marks: list[str]) -> Grid:
    states = str.maketrans("./ox", "?#..")
    return Grid.from_text([line.translate(states) for line in marks])


def only(kind: str) -> list[str]:
    return ["".join(c if c == kind else "." for c in line) for line in MARKS]


def drawn_as(**marks: str) -> list[str]:
    """Other marks for shaded and crossed cells."""
    signs = str.maketrans({"#": marks["shaded"], "x": marks["crossed"]})
    return [line.translate(signs) for line in MARKS]


def solved(share: float, *, blank: str, size: int = 15) -> list[str]:
    """A picture with that share of its cells shaded."""
    noise = cv2.GaussianBlur(np.random.default_rng(4).normal(size=(size, size)), (0, 0), 0.8)
    is_shaded = noise > np.quantile(noise, 1 - share)
    return ["".join("#" if k else blank for k in row) for row in is_shaded]


@pytest.mark.parametrize(("ink", "paper"), [(0, 255), (255, 0), (40, 190), (200, 50)])
def test_marks_come_back_in_either_polarity(ink: int, paper: int) -> None:
    assert marks_of(page_with(MARKS, ink=ink, paper=paper)) == grid_of(MARKS)


@pytest.mark.parametrize("kind", ["#", "x"])
def test_one_kind_of_marks_is_enough(kind: str) -> None:
    assert marks_of(page_with(only(kind))) == grid_of(only(kind))


@pytest.mark.parametrize(("marks", "stroke"), [(MARKS, 3), (only("x"), 3), (only("x"), 1)])
@pytest.mark.parametrize("ink", [0, 255])
def test_crosses_are_not_taken_for_shaded_cells(marks: list[str], stroke: int, ink: int) -> None:
    """Not when drawn with a bold pen, nor where there is nothing darker on the board."""
    page = page_with(marks, stroke=stroke, ink=ink, paper=255 - ink).blurred(0.7)
    assert marks_of(page) == grid_of(marks)


@pytest.mark.parametrize("shaded", ["#", "/"])
@pytest.mark.parametrize("crossed", ["x", "o"])
def test_hatching_shades_cells_and_dots_are_crosses(shaded: str, crossed: str) -> None:
    marks = drawn_as(shaded=shaded, crossed=crossed)
    for page in (page_with(marks), page_with(marks).turned(5).blurred(0.7).noisy(4)):
        assert marks_of(page) == grid_of(marks)


@pytest.mark.parametrize("share", [0.03, 0.3, 0.6])
@pytest.mark.parametrize("blank", [".", "x"])
@pytest.mark.parametrize("ink", [0, 255])
def test_marks_come_back_however_many_they_are(share: float, blank: str, ink: int) -> None:
    marks = solved(share, blank=blank)
    page = page_with(marks, ink=ink, paper=255 - ink)
    for other in (page, page.blurred(0.8).noisy(5), page.shadowed(0.5), page.half_shaded(0.45)):
        assert marks_of(other) == grid_of(marks)


def test_nearly_black_boards_are_not_inverted() -> None:
    for share in (0.7, 0.9):
        with_crosses = solved(share, blank="x")
        assert marks_of(page_with(with_crosses)) == grid_of(with_crosses)
        without = solved(share, blank=".")
        assert marks_of(page_with(without)) in (None, grid_of(without))


def test_marks_come_back_from_a_page_that_does_not_lie_flat() -> None:
    page = page_with(MARKS)
    bent = page.bent(12).turned(7).blurred(0.8).noisy(5)
    for other in (bent, page.tilted(0.2), page.shadowed(0.6), page.half_shaded(0.6)):
        assert marks_of(other) == grid_of(MARKS)


@pytest.mark.parametrize("ink", [0, 255])
def test_marks_come_back_from_tinted_blocks(ink: int) -> None:
    for marks in (solved(0.5, blank="."), solved(0.1, blank="x")):
        page = page_with(marks, ink=ink, paper=abs(245 - ink), tint=25)
        assert marks_of(page) == grid_of(marks)


@pytest.mark.parametrize("ink", [0, 255])
def test_an_empty_board_has_no_marks(ink: int) -> None:
    page = page_with([], ink=ink, paper=255 - ink)
    for other in (page, page.turned(9), page.noisy(6), page.shadowed(0.5), page.bent(10)):
        assert marks_of(other) is None


@pytest.mark.parametrize("darkest", [0.7, 0.55, 0.35])
@pytest.mark.parametrize("soft", [1, 15, 60])
def test_the_edge_of_a_shadow_is_no_mark(darkest: float, soft: float) -> None:
    page = page_with(["." * 15] * 15).half_shaded(darkest, soft)
    for other in (page, page.blurred(0.8).noisy(3)):
        assert marks_of(other) is None


@pytest.mark.parametrize("tint", [15, 40, 70])
@pytest.mark.parametrize("ink", [0, 255])
def test_printed_tints_are_no_marks(tint: int, ink: int) -> None:
    page = page_with(["." * 15] * 15, ink=ink, paper=abs(245 - ink), tint=tint)
    for other in (page, page.blurred(0.7).noisy(5), page.shadowed(0.6)):
        assert marks_of(other) is None


def test_a_speck_of_dirt_is_no_mark() -> None:
    page = page_with(["." * 15] * 15)
    x, y = (page.crossings[7, 7] + 12).astype(int).tolist()
    picture = page.picture.copy()
    picture[y : y + 2, x : x + 2] = 40
    assert marks_of(replace(page, picture=picture)) is None


def test_a_cell_that_is_hardly_gray_is_not_shaded() -> None:
    marks = solved(0.5, blank=".")
    faint = page_with(marks, ink=225)
    lines = page_with(["." * 15] * 15)
    both = replace(faint, picture=np.minimum(faint.picture, lines.picture))
    assert marks_of(both) is None


def on_dark_page(page: Page) -> Page:
    """The board as it is, and the negative of all around it."""
    left, top = page.crossings[0, 0].astype(int) - 2
    right, bottom = page.crossings[-1, -1].astype(int) + 3
    picture = 255 - page.picture
    picture[top:bottom, left:right] = page.picture[top:bottom, left:right]
    return replace(page, picture=picture)


@pytest.mark.parametrize("share", [0.3, 0.5])
def test_a_page_unlike_its_board_does_not_make_it_a_negative(share: float) -> None:
    marks = solved(share, blank=".")
    assert marks_of(on_dark_page(page_with(marks))) in (None, grid_of(marks))


def test_clues_tell_what_is_shaded_where_the_page_around_misleads() -> None:
    marks = solved(0.5, blank=".")
    rows = [line.count("#") for line in marks]
    columns: list[int | None] = [sum(line[c] == "#" for line in marks) for c in range(15)]
    columns[3] = None  # not read
    assert marks_of(on_dark_page(page_with(marks)), (rows, columns)) == grid_of(marks)


def test_clues_that_no_marks_fit_make_them_doubtful() -> None:
    marks = solved(0.5, blank=".")
    assert marks_of(page_with(marks), ([0] * 15, [0] * 15)) is None


def test_a_picture_of_noise_gives_no_more_than_a_grid_of_its_size() -> None:
    page = page_with([])
    noise = np.random.default_rng(2).integers(0, 256, page.picture.shape, np.uint8)
    marks = marks_of(Page(noise, page.crossings))
    assert marks is None or (marks.height, marks.width) == (7, 8)
    assert marks is None or set(marks.cells) <= {SHADED, BLANK, SHADED | BLANK}
