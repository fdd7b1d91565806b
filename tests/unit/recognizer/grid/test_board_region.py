"""Which part of a lattice is dense, and which part of that is the board."""

from __future__ import annotations

from itertools import combinations, product

import numpy as np
import pytest
from numpy.typing import NDArray

from recognizer.grid.board_region import (
    MISSING_LINE_SCORE,
    Region,
    board_of,
    densest_region,
    without_neighbours,
)

Mask = NDArray[np.bool_]


def score(across: Mask, down: Mask, region: Region) -> float:
    """One for each line inside, and the price of each that is missing."""
    inside = np.concatenate(
        [
            across[region.top : region.bottom + 1, region.left : region.right].ravel(),
            down[region.top : region.bottom, region.left : region.right + 1].ravel(),
        ]
    )
    return float(np.where(inside, 1.0, MISSING_LINE_SCORE).sum())


def empty(rows: int, columns: int) -> tuple[Mask, Mask]:
    """No lines at all, for a lattice of so many cells."""
    return np.zeros((rows + 1, columns), bool), np.zeros((rows, columns + 1), bool)


def ruled(across: Mask, down: Mask, region: Region) -> None:
    across[region.top : region.bottom + 1, region.left : region.right] = True
    down[region.top : region.bottom, region.left : region.right + 1] = True


@pytest.mark.parametrize("seed", range(40))
def test_the_densest_region_is_the_best_of_all_rectangles(seed: int) -> None:
    rng = np.random.default_rng(seed)
    rows, columns = rng.integers(1, 7, 2)
    share = rng.choice([0.1, 0.5, 0.8, 0.95])
    across, down = rng.random((rows + 1, columns)) < share, rng.random((rows, columns + 1)) < share
    sides = product(combinations(range(rows + 1), 2), combinations(range(columns + 1), 2))
    best = max(score(across, down, Region(t, le, b, r)) for (t, b), (le, r) in sides)
    found = densest_region(across, down)
    if best <= 0:
        assert found is None
        return
    assert found is not None
    region, value = found
    assert value == best
    assert score(across, down, region) == best


@pytest.mark.parametrize("seed", range(10))
def test_a_planted_rectangle_is_found(seed: int) -> None:
    rng = np.random.default_rng(seed)
    across, down = empty(30, 40)
    across |= rng.random(across.shape) < 0.3
    down |= rng.random(down.shape) < 0.3
    top, left = (int(k) for k in rng.integers(0, 12, 2))
    planted = Region(top, left, top + 12, left + 15)
    ruled(across, down, planted)
    found = densest_region(across, down)
    assert found is not None
    assert found[0] == planted


def test_a_lattice_without_lines_has_no_dense_region() -> None:
    assert densest_region(*empty(6, 6)) is None


@pytest.mark.parametrize(("rows", "columns"), [(0, 0), (0, 5), (5, 0)])
def test_a_lattice_without_cells_has_no_dense_region(rows: int, columns: int) -> None:
    assert densest_region(*empty(rows, columns)) is None


def flipped(region: Region, rows: int, columns: int, upside: bool, mirrored: bool) -> Region:
    top, left, bottom, right = region.top, region.left, region.bottom, region.right
    if upside:
        top, bottom = rows - bottom, rows - top
    if mirrored:
        left, right = columns - right, columns - left
    return Region(top, left, bottom, right)


ORIENTATIONS = list(product((False, True), repeat=2))


@pytest.mark.parametrize(("upside", "mirrored"), ORIENTATIONS)
@pytest.mark.parametrize("clues", [(2, 3), (4, 2), (6, 7)])
def test_the_corner_without_lines_parts_the_board_from_the_boxes_of_clues(
    clues: tuple[int, int], upside: bool, mirrored: bool
) -> None:
    deep, wide = clues
    rows, columns = deep + 12, wide + 15
    across, down = empty(rows, columns)
    ruled(across, down, Region(deep, 0, rows, columns))
    ruled(across, down, Region(0, wide, rows, columns))
    board = flipped(Region(deep, wide, rows, columns), rows, columns, upside, mirrored)
    if upside:
        across, down = across[::-1], down[::-1]
    if mirrored:
        across, down = across[:, ::-1], down[:, ::-1]
    assert board_of(across, down, Region(0, 0, rows, columns)) == board


@pytest.mark.parametrize(("upside", "mirrored"), ORIENTATIONS)
def test_stray_lines_do_not_hide_the_corner(upside: bool, mirrored: bool) -> None:
    rng = np.random.default_rng(5)
    across, down = empty(25, 26)
    ruled(across, down, Region(5, 0, 25, 26))
    ruled(across, down, Region(0, 6, 25, 26))
    across[2, 2] = down[3, 4] = True
    for lines in (across, down):
        lines &= rng.random(lines.shape) < 0.995
    if upside:
        across, down = across[::-1], down[::-1]
    if mirrored:
        across, down = across[:, ::-1], down[:, ::-1]
    board = flipped(Region(5, 6, 25, 26), 25, 26, upside, mirrored)
    assert board_of(across, down, Region(0, 0, 25, 26)) == board


def test_a_full_rectangle_is_a_board_as_a_whole() -> None:
    across, down = empty(14, 12)
    region = Region(2, 1, 12, 11)
    ruled(across, down, region)
    assert board_of(across, down, region) == region


@pytest.mark.parametrize(("upside", "mirrored"), ORIENTATIONS)
def test_a_strip_of_boxes_over_part_of_a_region_says_where_the_columns_are(
    upside: bool, mirrored: bool
) -> None:
    """The boxes over the columns were found apart; the clues of the rows are in the region."""
    across, down = empty(16, 15)
    region = Region(3, 0, 16, 15)
    ruled(across, down, region)
    ruled(across, down, Region(2, 4, 3, 15))
    if upside:
        across, down = across[::-1], down[::-1]
    if mirrored:
        across, down = across[:, ::-1], down[:, ::-1]
    whole = flipped(region, 16, 15, upside, mirrored)
    board = flipped(Region(3, 4, 16, 15), 16, 15, upside, mirrored)
    assert board_of(across, down, whole) == board


@pytest.mark.parametrize("is_turned", [False, True])
@pytest.mark.parametrize("rows", [2, 3])
def test_a_gap_parts_a_board_from_its_neighbour(rows: int, is_turned: bool) -> None:
    """No line crosses the gap, though the lines on both sides of it are present."""
    across, down = empty(12, 9)
    ruled(across, down, Region(0, 0, rows, 9))
    ruled(across, down, Region(rows + 1, 0, 12, 9))
    board = Region(rows + 1, 0, 12, 9)
    hidden = np.zeros_like(across), np.zeros_like(down)
    if is_turned:
        across, down, hidden = down.T, across.T, (hidden[1].T, hidden[0].T)
        whole, board = Region(0, 0, 9, 12), Region(0, rows + 1, 9, 12)
    else:
        whole = Region(0, 0, 12, 9)
    assert without_neighbours(across, down, whole, hidden) == board


def test_a_row_of_shaded_cells_is_no_gap() -> None:
    across, down = empty(12, 9)
    ruled(across, down, Region(0, 0, 12, 9))
    down[2] = False
    hidden = np.zeros_like(across), np.zeros_like(down)
    hidden[1][2] = True
    whole = Region(0, 0, 12, 9)
    assert without_neighbours(across, down, whole, hidden) == whole
