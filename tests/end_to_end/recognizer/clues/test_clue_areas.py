"""What is the board and what are boxes of clues, when the numbers are asked."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PIL import Image, ImageDraw

from recognizer.clues.clue_areas import locate_board, with_number_boxes, with_one_line_less
from recognizer.grid.board_region import Region
from recognizer.grid.cell_board import cell_board
from recognizer.grid.detection import DetectedGrid, find_grids
from recognizer.values import Side
from tests.support.pages import Page, draw_page, unique_clues

SIDES = [(Side.LEFT, Side.TOP), (Side.RIGHT, Side.BOTTOM)]


def boxed_page(sides: tuple[Side, Side]) -> Page:
    return draw_page(*unique_clues(8, 8, 3), boxed=True, sides=sides)


def grid_of(page: Page) -> DetectedGrid:
    return find_grids(page.picture)[0]


@pytest.mark.parametrize("sides", SIDES)
def test_boxes_of_clues_taken_for_cells_are_told_by_their_numbers(
    sides: tuple[Side, Side],
) -> None:
    page = boxed_page(sides)
    found = grid_of(page)
    wrong = replace(found, cells=replace(found.dense))
    board = locate_board(page.picture, wrong).cells
    # Where both corners of clues are empty, numbers of one side alone say it.
    assert (board.rows, board.columns) == (8, 8)
    assert np.abs(locate_board(page.picture, wrong).lattice.points - page.crossings).max() < 2.5


@pytest.mark.parametrize("sides", SIDES)
def test_one_long_clue_makes_boxes_that_are_free_elsewhere(sides: tuple[Side, Side]) -> None:
    rows = ((1, 2, 1, 1, 2), *((3,),) * 15)
    page = draw_page(rows, ((2, 1), *((4,),) * 15), boxed=True, sides=sides)
    found = grid_of(page)
    board = locate_board(page.picture, replace(found, cells=found.dense)).cells
    assert (board.rows, board.columns) == (16, 16)


@pytest.mark.parametrize("sides", SIDES)
def test_what_is_right_stays(sides: tuple[Side, Side]) -> None:
    page = boxed_page(sides)
    found = grid_of(page)
    assert locate_board(page.picture, found).cells == found.cells
    assert with_number_boxes(page.picture, found) is found


def test_cells_without_numbers_are_no_boxes_of_clues() -> None:
    page = draw_page(*unique_clues(8, 8, 3))
    found = grid_of(page)
    b = found.cells
    smaller = replace(found, cells=Region(b.top + 1, b.left, b.bottom, b.right))
    assert with_number_boxes(page.picture, smaller) is None
    dropped = with_number_boxes(page.picture, smaller, drop_empty=True)
    assert dropped is not None
    assert dropped.dense == smaller.cells
    assert locate_board(page.picture, smaller).cells == found.dense


def test_trimmed_boards_lack_one_line_of_cells() -> None:
    found = grid_of(draw_page(*unique_clues(8, 8, 3)))
    sizes = sorted((g.cells.rows, g.cells.columns) for g in with_one_line_less(found))
    assert sizes == [(7, 8), (7, 8), (8, 7), (8, 7)]
    small = replace(found, cells=Region(0, 0, 4, 4))
    assert with_one_line_less(small) == []


def test_empty_tiles_with_round_corners_are_no_zeros() -> None:
    image = Image.new("RGB", (400, 400), (250, 250, 250))
    draw = ImageDraw.Draw(image)
    for row, column in np.ndindex(10, 10):
        x, y = 100 + 25 * column, 100 + 25 * row
        draw.rounded_rectangle((x, y, x + 19, y + 19), 5, (255, 255, 255), (190, 190, 190))
    picture = np.ascontiguousarray(np.asarray(image))
    found = cell_board(picture)
    assert found is not None
    assert locate_board(picture, found).cells == found.cells
