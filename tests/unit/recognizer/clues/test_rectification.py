"""The page around a board made flat: how it goes on where no line says it."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from recognizer.clues.rectification import RectifiedPage
from recognizer.grid.board_region import Region
from recognizer.grid.detection import DetectedGrid
from recognizer.lattice import Lattice

ROWS, COLUMNS, MARGIN = 15, 20, 8
PITCH = 30.0


def crossings(tilt: float) -> NDArray[np.float64]:
    """Of the page, margins included, seen from the side."""
    grid = np.mgrid[-MARGIN : ROWS + MARGIN + 1, -MARGIN : COLUMNS + MARGIN + 1][::-1]
    flat = np.moveaxis(grid, 0, -1).reshape(1, -1, 2) * PITCH + 300
    corners = np.array([(300, 300), (900, 300), (900, 750), (300, 750)], np.float32)
    seen = corners + np.array([(0, 0), (-tilt, tilt), (-tilt, -tilt), (0, 0)], np.float32)
    matrix = cv2.getPerspectiveTransform(corners, seen)
    points = cv2.perspectiveTransform(flat, matrix)
    return np.asarray(points, np.float64).reshape(*grid.shape[1:], 2)


def sheet_of(points: NDArray[np.float64]) -> RectifiedPage:
    board = points[MARGIN:-MARGIN, MARGIN:-MARGIN]
    region = Region(0, 0, ROWS, COLUMNS)
    found = DetectedGrid(board, region, region, 1.0)
    return RectifiedPage(np.full((1100, 1300, 3), 255, np.uint8), found)


OUTSIDE = np.array(
    [(r, -d) for r in range(ROWS + 1) for d in (2, 5)]
    + [(-d, c) for c in range(COLUMNS + 1) for d in (2, 5)], float
)  # fmt: skip


def there(points: NDArray[np.float64]) -> NDArray[np.float64]:
    at = OUTSIDE.astype(int) + MARGIN
    return np.asarray(points[at[:, 0], at[:, 1]])


@pytest.mark.parametrize("tilt", [0.0, 40.0])
def test_a_flat_page_goes_on_as_it_is(tilt: float) -> None:
    points = crossings(tilt)
    plain = Lattice(points[MARGIN:-MARGIN, MARGIN:-MARGIN].astype(np.float32))
    assert np.abs(sheet_of(points).at(OUTSIDE) - plain.at(OUTSIDE)).max() < 0.1 * PITCH


@pytest.mark.parametrize("seed", range(3))
def test_crossings_found_wrong_are_no_steps_in_print(seed: int) -> None:
    true = crossings(20.0)
    found = true + np.random.default_rng(seed).normal(0, 0.03 * PITCH, true.shape)
    plain = Lattice(found[MARGIN:-MARGIN, MARGIN:-MARGIN].astype(np.float32))
    off = np.abs(sheet_of(found).at(OUTSIDE) - there(true)).mean()
    assert off < 0.9 * np.abs(plain.at(OUTSIDE) - there(true)).mean()


def test_one_line_found_wrong_leaves_the_others_alone() -> None:
    points = crossings(0.0)
    wrong = points.copy()
    wrong[MARGIN + 7, MARGIN] += (0.3 * PITCH, 0)
    moved = sheet_of(wrong).at(OUTSIDE) - sheet_of(points).at(OUTSIDE)
    others = OUTSIDE[:, 0] != 7
    assert np.abs(moved[others]).max() < 0.1 * PITCH


def test_a_crossing_that_a_digit_moved_is_mended_on_a_bent_page() -> None:
    """The lines between clue boxes would be steps, and a piece of them in a box be read as 1."""
    true = crossings(20.0)
    across = np.linspace(-1, 1, true.shape[1])
    true[..., 1] += 12 * np.sin(2.5 * across)
    moved = true.copy()
    rng = np.random.default_rng(1)
    is_moved = rng.random(true.shape[:2]) < 0.08
    moved[is_moved] += rng.choice([-0.2, 0.2], (int(is_moved.sum()), 2)) * PITCH
    nodes = np.argwhere(np.ones((ROWS + 1, COLUMNS + 1), bool)).astype(float)
    off = sheet_of(moved).at(nodes) - true[MARGIN:-MARGIN, MARGIN:-MARGIN].reshape(-1, 2)
    assert np.abs(off).max() < 0.08 * PITCH
