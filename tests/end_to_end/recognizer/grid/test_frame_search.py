"""The board on squared paper is what a drawn frame encloses."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from recognizer.grid.detection import find_grids
from recognizer.grid.frame_search import within_frame
from recognizer.lattice import Picture
from recognizer.reading import read
from solver.solution_count import count_solutions
from tests.support.cases import few

PITCH = 30
SQUARES = 26


def squared_paper(frame: tuple[int, int, int, int] | None, every: int = 5) -> Picture:
    """Pale squares up to the edge, with a frame from (top, left) to (bottom, right) in ink."""
    side = SQUARES * PITCH + 20
    picture = np.full((side, side, 3), 250, np.uint8)
    for k in range(SQUARES + 1):
        at = 10 + k * PITCH
        cv2.line(picture, (at, 0), (at, side), (225, 190, 160), 1, cv2.LINE_AA)
        cv2.line(picture, (0, at), (side, at), (225, 190, 160), 1, cv2.LINE_AA)
    if frame:
        top, left, bottom, right = (10 + k * PITCH for k in frame)
        for y in range(top, bottom + 1, every * PITCH):
            cv2.line(picture, (left, y), (right, y), (60, 30, 30), 2, cv2.LINE_AA)
        for x in range(left, right + 1, every * PITCH):
            cv2.line(picture, (x, top), (x, bottom), (60, 30, 30), 2, cv2.LINE_AA)
    return picture


@pytest.mark.parametrize(
    ("frame", "every"),
    few(2, [((6, 5, 16, 20), 5), ((4, 8, 19, 18), 5), ((7, 7, 19, 19), 12), ((5, 6, 25, 21), 5)]),
)
def test_the_frame_bounds_the_board(frame: tuple[int, int, int, int], every: int) -> None:
    picture = squared_paper(frame, every)
    found = within_frame(picture, find_grids(picture)[0])
    assert found is not None
    top, left, bottom, right = frame
    assert (found.cells.rows, found.cells.columns) == (bottom - top, right - left)
    corners = np.array([(left, top), (right, top), (right, bottom), (left, bottom)]) * PITCH + 10
    assert np.abs(found.lattice.corners - corners).max() < 2


def test_digits_beside_the_frame_change_nothing() -> None:
    picture = squared_paper((6, 5, 16, 20))
    rng = np.random.default_rng(3)
    for row in range(6, 16):
        for column in range(1, 5):
            at = (12 + column * PITCH + 4, 10 + (row + 1) * PITCH - 6)
            cv2.putText(picture, str(rng.integers(1, 10)), at, 0, 0.7, (60, 30, 30), 2)
    found = within_frame(picture, find_grids(picture)[0])
    assert found is not None
    assert (found.cells.rows, found.cells.columns) == (10, 15)


def test_squares_that_are_all_alike_have_no_frame() -> None:
    picture = squared_paper(None)
    assert within_frame(picture, find_grids(picture)[0]) is None


def test_an_open_frame_is_none() -> None:
    picture = squared_paper((6, 5, 16, 20), 15)
    # The lower side is missing.
    y = 10 + 16 * PITCH
    picture[y - 3 : y + 4, 10 + 5 * PITCH + 4 : 10 + 20 * PITCH - 4] = 250
    assert within_frame(picture, find_grids(picture)[0]) is None


def test_a_puzzle_on_squared_paper_is_read_without_the_squares_around_it() -> None:
    rows, columns = [[5], [1, 1], [1, 1], [1, 1], [5]], [[5], [1, 1], [1, 1], [1, 1], [5]]
    picture = squared_paper((10, 9, 15, 14))
    for k, line in enumerate(rows):
        for depth, number in enumerate(reversed(line), 1):
            at = (10 + (9 - depth) * PITCH + 7, 10 + (11 + k) * PITCH - 6)
            cv2.putText(picture, str(number), at, 0, 0.7, (60, 30, 30), 2, cv2.LINE_AA)
    for k, line in enumerate(columns):
        for depth, number in enumerate(reversed(line), 1):
            at = (10 + (9 + k) * PITCH + 7, 10 + (11 - depth) * PITCH - 6)
            cv2.putText(picture, str(number), at, 0, 0.7, (60, 30, 30), 2, cv2.LINE_AA)
    reading = read(picture, count_solutions=count_solutions)
    assert [list(line.lengths) for line in reading.rows] == rows
    assert [list(line.lengths) for line in reading.columns] == columns
