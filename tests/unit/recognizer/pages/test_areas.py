"""Places of boards on a page, and the areas that belong to them."""

from __future__ import annotations

from itertools import combinations

import cv2
import numpy as np
import pytest

from recognizer.lattice import Picture
from recognizer.pages.areas import Division, Place
from recognizer.pages.cells import InkPage
from recognizer.values import Side
from tests.support.cases import few
from tests.support.pages import Page, any_clues, draw_page

CLUES = any_clues(8, 8, 3)


def page_of(
    parts: list[tuple[Page, int, int]], size: tuple[int, int] = (640, 900)
) -> tuple[Picture, list[np.ndarray]]:
    """A sheet with pages at (x, y), and the boards' corners."""
    sheet = np.full((*size, 3), 255, np.uint8)
    corners = []
    for page, x, y in parts:
        high, wide = page.picture.shape[:2]
        sheet[y : y + high, x : x + wide] = page.picture
        corners.append(page.lattice.corners + np.array([x, y], np.float32))
    return sheet, corners


@pytest.mark.parametrize("pitch", [9, 14, 24, 40])
@pytest.mark.parametrize("is_dark", [False, True])
def test_cells_of_any_size_are_found(pitch: int, is_dark: bool) -> None:
    page = draw_page(*CLUES, pitch=pitch, boxed=True, text=True)
    ink = InkPage.of(page.inverted().picture if is_dark else page.picture)
    (group,) = [each for each in ink.groups() if cv2.contourArea(each.hull) > 16 * pitch**2]
    assert group.pitch_px == pytest.approx(pitch, abs=3)
    for corner in page.lattice.corners.tolist():
        assert abs(cv2.pointPolygonTest(group.hull, corner, True)) < 0.6 * pitch or (
            cv2.pointPolygonTest(group.hull, corner, False) > 0
        )


@pytest.mark.parametrize("degrees", [0, 7, -15])
def test_boards_of_different_sizes_are_places_of_their_own(degrees: float) -> None:
    large, small = draw_page(*any_clues(20, 20), pitch=20), draw_page(*any_clues(5, 5), pitch=20)
    sheet, corners = page_of([(large, 10, 10), (small, 700, 60)])
    whole = Page(sheet, np.array(corners)).turned(degrees)
    groups = InkPage.of(whole.picture).groups()
    assert len(groups) == 2
    for group, board in zip(groups, whole.crossings, strict=True):
        assert cv2.contourArea(group.hull) == pytest.approx(
            cv2.contourArea(board.astype(np.float32)), rel=0.2
        )


@pytest.mark.parametrize("sides", [(Side.LEFT, Side.TOP), (Side.RIGHT, Side.BOTTOM)])
@pytest.mark.parametrize("view", few(2, ["straight", "turned", "tilted"]))
def test_an_area_has_the_clues_of_its_board_and_no_others(
    sides: tuple[Side, Side], view: str
) -> None:
    def seen(page: Page) -> Page:
        return page.turned(-12 * (view == "turned")).tilted(0.3 * (view == "tilted"))

    pitch = 18
    page = draw_page(*CLUES, pitch=pitch, sides=sides)
    high, wide = page.picture.shape[:2]
    at = [(20, 20), (20 + wide - pitch, 20), (20, 20 + high - pitch)]
    sheet, corners = page_of([(page, x, y) for x, y in at])
    inks = []
    for x, y in at:
        own = np.zeros(sheet.shape[:2], np.uint8)
        own[y : y + high, x : x + wide] = np.where(page.picture[..., 0] < 100, 255, 0)
        inks.append(seen(Page(own[..., None].repeat(3, axis=2), np.zeros((1, 2)))))
    whole = seen(Page(sheet, np.array(corners)))
    places = [
        Place(cv2.convexHull(board.astype(np.float32)).reshape(-1, 2), pitch)
        for board in whole.crossings
    ]
    division = Division(whole.picture, InkPage.of(whole.picture), places)
    areas = [division.area(index) for index in range(len(places))]
    for index, area in enumerate(areas):
        mask = np.zeros(whole.picture.shape[:2], np.uint8)
        cv2.fillConvexPoly(mask, np.rint(area).astype(np.int32), 255)
        for other, ink in enumerate(inks):
            in_area = (ink.picture[..., 0] > 128) & (mask > 0)
            share = in_area.sum() / (ink.picture[..., 0] > 128).sum()
            assert share == pytest.approx(float(index == other), abs=0.002)
    for one, two in combinations(areas, 2):
        assert cv2.intersectConvexConvex(one, two)[0] < 1


def test_the_rest_of_a_cut_is_paper() -> None:
    page = draw_page(*CLUES, pitch=18, paper=210, ink=30)
    wide = page.picture.shape[1]
    sheet = np.hstack([page.picture, page.picture])
    places = [Place(page.moved(shift).lattice.corners, 18.0) for shift in (0, wide)]
    cut = Division(sheet, InkPage.of(sheet), places).cut(0)
    assert (cut.left, cut.top) == (0, 0)
    assert cut.picture.shape[1] > places[0].hull[:, 0].max()
    assert (cut.picture[:, wide + 2 :] > 190).all()
    assert (cut.picture[:, : wide - 20] == sheet[:, : wide - 20]).all()


def test_a_close_area_ends_behind_the_clues() -> None:
    page = draw_page(*CLUES, pitch=18)
    high, wide = page.picture.shape[:2]
    table = np.full((high + 400, wide + 400, 3), 40, np.uint8)
    table[200 : 200 + high, 200 : 200 + wide] = page.picture
    place = Place(page.lattice.corners + np.float32(200), 18.0)
    division = Division(table, InkPage.of(table), [place])
    far, close = division.cut(0), division.cut(0, is_close=True)
    assert far.picture.shape == table.shape
    assert close.picture.size < 0.7 * table.size
    numbers = close.picture[
        200 - close.top : 200 - close.top + high, 200 - close.left : 200 - close.left + wide
    ]
    assert (numbers == page.picture).all()


def test_clue_boxes_belong_to_their_board_and_neighbours_do_not() -> None:
    def box(left: float, top: float, right: float, bottom: float) -> np.ndarray:
        return np.array([(left, top), (right, top), (right, bottom), (left, bottom)], np.float32)

    board = Place(box(100, 100, 300, 300), 20.0)
    assert Place(box(100, 34, 300, 96), 20.0).is_part_of(board)
    assert Place(box(34, 180, 95, 300), 19.0).is_part_of(board)
    assert not Place(box(340, 100, 540, 300), 20.0).is_part_of(board)
    assert not Place(box(100, 20, 300, 96), 35.0).is_part_of(board)
    assert not Place(box(304, 302, 500, 500), 20.0).is_part_of(board)
    joined = Place(box(100, 34, 300, 96), 20.0).joined_with(board)
    assert cv2.contourArea(joined.hull) == 200 * 266
