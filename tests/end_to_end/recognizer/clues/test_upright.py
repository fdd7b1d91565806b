"""Glyphs tell which way up the numbers of a page are."""

from __future__ import annotations

import numpy as np
import pytest

from recognizer.clues.clue_areas import locate_board
from recognizer.clues.rectification import RectifiedPage
from recognizer.clues.upright import ORIENTATIONS, digit_shares
from recognizer.grid.detection import find_grids
from recognizer.images import turned
from recognizer.lattice import Picture
from recognizer.values import MIRRORED
from tests.support.cases import few
from tests.support.pages import draw_page, unique_clues


def page_of(picture: Picture) -> RectifiedPage:
    (found, *_) = find_grids(picture)
    return RectifiedPage(picture, locate_board(picture, found))


@pytest.mark.parametrize(
    ("turns", "back"), few(2, [(0, 0), (1, 3), (2, 2), (3, 1), (MIRRORED, MIRRORED)])
)
def test_most_glyphs_are_digits_where_the_page_is_upright(turns: int, back: int) -> None:
    picture = turned(draw_page(*unique_clues(12, 12, 3)).picture, turns)
    shares = digit_shares(page_of(np.ascontiguousarray(picture)))
    assert shares is not None
    assert set(shares) == set(ORIENTATIONS)
    assert max(shares, key=shares.__getitem__) == back


def test_a_grid_without_numbers_tells_nothing() -> None:
    picture = draw_page(((),) * 12, ((),) * 12).picture
    assert digit_shares(page_of(picture)) is None
