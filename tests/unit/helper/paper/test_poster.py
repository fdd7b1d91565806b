"""The poster of a pack: every picture is on the page, as large as it can be, above its title."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage

from helper.paper.poster import PNG_SCALE, Poster, PosterPicture, _picture_in
from puzzles.model import Puzzle
from puzzles.print_options import PageSize
from tests.support.boards import CHICK
from tests.support.session_actions import SOLUTION

SIDES = st.integers(1, 60)


@pytest.mark.usefixtures("qapp")
@given(st.lists(st.tuples(SIDES, SIDES), min_size=1, max_size=40), st.sampled_from(list(PageSize)))
def test_pictures_are_on_the_page_and_apart(sizes: list[tuple[int, int]], paper: PageSize) -> None:
    poster = Poster("Animals", "", sizes, paper)
    page = QRectF(0, 0, poster.size.width(), poster.size.height())
    rects = [_picture_in(place, size) for place, size in zip(poster.places, sizes, strict=True)]
    for rect, place, (width, height) in zip(rects, poster.places, sizes, strict=True):
        assert page.contains(place)
        assert place.adjusted(-0.01, -0.01, 0.01, 0.01).contains(rect)
        assert abs(rect.width() * height - rect.height() * width) < 1e-6 * (1 + rect.width() * 60)
    for one, other in combinations(poster.places, 2):
        assert not one.adjusted(0.01, 0.01, -0.01, -0.01).intersects(other)


def test_the_image_has_the_pictures() -> None:
    poster = Poster("Animals", "2 pictures", [(7, 7), (2, 1)], PageSize.A4)
    pictures = [
        PosterPicture("Chick", CHICK.picture(SOLUTION.cells)),
        PosterPicture("Dash", Puzzle.empty(1, 2).picture([2, 1])),
    ]
    image = QImage.fromData(poster.png(pictures))
    for index, picture in enumerate(pictures):
        grid = picture.board
        rect = _picture_in(poster.places[index], (grid.width, grid.height))
        cell = rect.width() / grid.width
        for i, state in enumerate(grid.cells):
            row, column = divmod(i, grid.width)
            x, y = rect.left() + (column + 0.5) * cell, rect.top() + (row + 0.5) * cell
            color: QColor = image.pixelColor(int(x * PNG_SCALE), int(y * PNG_SCALE))
            assert (color.lightness() < 128) is (state == 2)


def test_the_pdf_is_one_page() -> None:
    poster = Poster("Animals", "1 picture", [(7, 7)], PageSize.LETTER)
    data = poster.pdf([PosterPicture("Chick", CHICK.picture(SOLUTION.cells))])
    assert data.startswith(b"%PDF")
    assert data.count(b"/Type /Page\n") == 1
