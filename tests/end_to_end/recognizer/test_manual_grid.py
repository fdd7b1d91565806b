"""Grids given by hand, a little beside the printed one: what is read is the same all the same."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from recognizer.clues.clue_areas import locate_board
from recognizer.grid.detection import find_grids
from recognizer.images import load
from recognizer.lattice import Lattice, Picture, Points
from recognizer.manual_grid import manual_grid
from recognizer.reading import read
from recognizer.values import Problem, Side
from solver.solution_count import count_solutions
from tests.samples import SAMPLES
from tests.support.cases import further
from tests.support.pages import Page, any_clues, clues_read, draw_page, unique_clues

CLUES = unique_clues(10, 10)
SIDES = [
    (Side.LEFT, Side.TOP),
    (Side.RIGHT, Side.BOTTOM),
    (Side.LEFT, Side.BOTTOM),
    (Side.RIGHT, Side.TOP),
]


def dragged(page: Page, share: float, corner: int = 1) -> Lattice:
    """With one corner farther out by a share of a cell, along both sides."""
    corners = page.lattice.corners
    away = np.sign(corners[corner] - corners.mean(axis=0)) * share * page.lattice.pitch_px
    new = corners.copy()
    new[corner] += away
    points = page.lattice.points
    matrix = cv2.getPerspectiveTransform(corners, new)
    moved = cv2.perspectiveTransform(points.reshape(1, -1, 2), matrix)
    return Lattice(np.asarray(moved, np.float32).reshape(points.shape))


def straight(page: Page) -> Lattice:
    """As from its four corners, which know nothing of a page that bends."""
    corners: Points = page.lattice.corners
    return Lattice.from_corners(corners, page.lattice.rows, page.lattice.columns)


def away(lattice: Lattice, page: Page) -> float:
    """The farthest crossing from where it should be, in pitches."""
    far = np.linalg.norm(lattice.points - page.crossings, axis=2)
    return float(far.max() / page.lattice.pitch_px)


@pytest.mark.parametrize("sides", SIDES)
@pytest.mark.parametrize("corner", [0, 1, 2, 3])
def test_boxes_of_clues_are_found_around_a_grid_with_a_dragged_corner(
    sides: tuple[Side, Side], corner: int
) -> None:
    page = draw_page(*CLUES, pitch=24, boxed=True, sides=sides).bent(4).turned(3)
    found = manual_grid(page.picture, dragged(page, 0.2, corner))
    deep = {sides[0]: max(map(len, CLUES[0])), sides[1]: max(map(len, CLUES[1]))}
    board, dense = found.cells, found.dense
    assert (board.top - dense.top, board.left - dense.left) == (
        deep.get(Side.TOP, 0),
        deep.get(Side.LEFT, 0),
    )
    assert (dense.bottom - board.bottom, dense.right - board.right) == (
        deep.get(Side.BOTTOM, 0),
        deep.get(Side.RIGHT, 0),
    )
    assert away(found.lattice, page) < 0.06


@pytest.mark.parametrize(("sides", "boxed"), [
    (SIDES[0], True), (SIDES[1], False),
    *further((SIDES[0], False), (SIDES[1], True)),
])  # fmt: skip
def test_clues_are_read_as_without_dragging(sides: tuple[Side, Side], boxed: bool) -> None:
    """Solutions are not counted here: only the picture decides."""
    page = draw_page(*CLUES, pitch=18, boxed=boxed, sides=sides).bent(5).turned(-3)
    for corner in range(4):
        lattice = dragged(page, 0.25, corner)
        reading = read(page.picture, lattice=lattice)
        assert clues_read(reading) == CLUES
        assert reading.lattice is lattice, "a person's grid stays where it was put"
        assert (reading.rows_side, reading.columns_side) == sides


def test_a_picture_with_boxes_reads_the_same_after_dragging() -> None:
    picture = load(SAMPLES["magazine"].path)
    found = locate_board(picture, find_grids(picture)[0])
    board, dense = found.cells, found.dense
    assert board.top > dense.top
    assert board.left > dense.left
    page = Page(picture, found.lattice.points.astype(np.float64))
    exact, moved = (
        clues_read(read(picture, count_solutions=count_solutions, lattice=lattice))
        for lattice in (page.lattice, dragged(page, 0.2))
    )
    assert moved == exact
    assert exact[0]


def test_a_bent_page_is_followed_from_its_four_corners() -> None:
    page = draw_page(*any_clues(12, 12), pitch=20).bent(10)
    assert away(straight(page), page) > 0.2
    assert away(manual_grid(page.picture, straight(page)).lattice, page) < 0.05
    curved = read(page.picture, lattice=straight(page), is_curved=True).lattice
    assert curved is not None
    assert away(curved, page) < 0.05


def test_a_grid_that_is_a_line_short_is_taken_at_its_word() -> None:
    page = draw_page(*CLUES, pitch=20, boxed=True)
    lattice = Lattice(page.lattice.points[:-1])
    reading = read(page.picture, lattice=lattice)
    assert (len(reading.rows), len(reading.columns)) == (9, 10)
    assert clues_read(reading)[0] == CLUES[0][:-1]
    found = manual_grid(page.picture, lattice)
    assert found.dense.bottom == found.cells.bottom, "the next row of the board is no box of clues"


def blank() -> Picture:
    return np.full((200, 240, 3), 250, np.uint8)


def noise() -> Picture:
    return np.random.default_rng(1).integers(0, 256, (200, 240, 3), np.uint8)


@pytest.mark.parametrize("picture", [blank(), noise()])
def test_where_nothing_is_printed_the_grid_stays_what_it_is(picture: Picture) -> None:
    corners: Points = np.array([(40, 50), (200, 60), (190, 180), (50, 170)], np.float32)
    lattice = Lattice.from_corners(corners, 8, 8)
    found = manual_grid(picture, lattice)
    assert (found.cells.rows, found.cells.columns) == (8, 8)
    assert found.dense == found.cells
    assert np.abs(found.lattice.points - lattice.points).max() < 0.35 * lattice.pitch_px
    assert Problem.NO_CLUES in read(picture, lattice=lattice).problems


def test_a_speck_of_a_picture_has_no_clues() -> None:
    corners: Points = np.array([(0, 0), (2, 0), (2, 2), (0, 2)], np.float32)
    reading = read(blank()[:3, :3], lattice=Lattice.from_corners(corners, 10, 10))
    assert Problem.NO_CLUES in reading.problems


@pytest.mark.parametrize(
    ("corners", "rows", "columns"),
    [
        ([(0, 0), (239, 0), (239, 199), (0, 199)], 1, 1),
        ([(0, 0), (239, 0), (239, 199), (0, 199)], 40, 40),
        ([(10, 10), (12, 10), (12, 12), (10, 12)], 3, 40),
        ([(-300, -200), (500, -100), (520, 400), (-310, 420)], 7, 5),
        ([(500, 500), (700, 500), (700, 700), (500, 700)], 6, 6),
    ],
)
def test_no_grid_does_any_harm(corners: list[tuple[float, float]], rows: int, columns: int) -> None:
    """However small, large, or far from the picture."""
    lattice = Lattice.from_corners(np.array(corners, np.float32), rows, columns)
    for picture in (blank(), noise()):
        reading = read(picture, lattice=lattice)
        assert (len(reading.rows), len(reading.columns)) == (rows, columns)
