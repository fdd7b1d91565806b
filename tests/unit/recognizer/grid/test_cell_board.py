"""A board is found by its cells: even patches of one size, in rows and columns."""

from __future__ import annotations

import itertools
import tracemalloc

import cv2
import numpy as np
import pytest

from recognizer.grid.cell_board import cell_board
from recognizer.lattice import Picture

LEFT, TOP, SIDE = 60, 40, 20


def tiles(rows: int, columns: int, *, gap: int, fifth: int, lost: float = 0.0) -> Picture:
    """Tiles with gaps between, wider ones after each fifth; some are of the page's colour."""
    rng = np.random.default_rng(1)
    picture = np.full((TOP + rows * 30, LEFT + columns * 30, 3), 240, np.uint8)
    for row, column in np.ndindex(rows, columns):
        x = LEFT + column * (SIDE + gap) + column // 5 * fifth
        y = TOP + row * (SIDE + gap) + row // 5 * fifth
        gray = 60 if rng.random() < 0.3 else 255
        if rng.random() >= lost:
            cv2.rectangle(picture, (x, y), (x + SIDE - 1, y + SIDE - 1), (gray,) * 3, -1)
    cv2.putText(picture, "3 12 Level 7", (4, 24), cv2.FONT_HERSHEY_SIMPLEX, 0.6, (0, 0, 0), 1)
    return np.asarray(picture, np.uint8)


@pytest.mark.parametrize(("rows", "columns"), [(5, 5), (15, 10), (20, 30)])
@pytest.mark.parametrize(("gap", "fifth", "lost"), [(1, 0, 0.0), (3, 2, 0.0), (3, 2, 0.4)])
def test_the_board_is_that_of_its_cells(
    rows: int, columns: int, gap: int, fifth: int, lost: float
) -> None:
    found = cell_board(tiles(rows, columns, gap=gap, fifth=fifth, lost=lost))
    assert found is not None
    assert (found.cells.rows, found.cells.columns) == (rows, columns)
    corner = found.lattice.points[0, 0]
    assert corner == pytest.approx((LEFT - gap / 2, TOP - gap / 2), abs=1.5)
    within = found.lattice.points[1, 1] - corner
    assert within == pytest.approx((SIDE + gap, SIDE + gap), abs=1.5)


def test_what_is_not_in_rows_and_columns_is_no_board() -> None:
    rng = np.random.default_rng(2)
    picture = np.full((400, 400, 3), 240, np.uint8)
    for x, y in rng.integers(0, 380, (60, 2)).tolist():
        cv2.rectangle(picture, (x, y), (x + SIDE, y + SIDE), (90, 90, 90), -1)
    assert cell_board(np.asarray(picture, np.uint8)) is None
    assert cell_board(np.full((300, 300, 3), 255, np.uint8)) is None
    assert cell_board(tiles(3, 9, gap=2, fifth=0)) is None, "too few rows"


def test_lines_that_are_too_near_are_no_board() -> None:
    """A column of small buttons beside the cells, for example."""
    picture = np.full((300, 400, 3), 240, np.uint8)
    for row, left in itertools.product(range(6), (*range(20, 320, 30), 303)):
        top = 20 + 30 * row
        cv2.rectangle(picture, (left, top), (left + 9, top + 9), (90, 90, 90), -1)
    assert cell_board(np.asarray(picture, np.uint8)) is None


def test_many_thousand_patches_are_no_burden() -> None:
    """A photo has them; a table of all pairs would need gigabytes."""
    noise = np.random.default_rng(3).integers(0, 255, (250, 250), np.uint8)
    blocks = np.kron(noise, np.ones((8, 8), np.uint8))
    tracemalloc.start()
    try:
        cell_board(np.asarray(cv2.cvtColor(blocks, cv2.COLOR_GRAY2BGR), np.uint8))
        assert tracemalloc.get_traced_memory()[1] < 400 * 2**20
    finally:
        tracemalloc.stop()
