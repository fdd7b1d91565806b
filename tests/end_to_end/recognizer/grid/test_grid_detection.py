"""Finding the grid: each crossing of a drawn page, and nothing where there is no puzzle."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from recognizer.grid import detection, seeds
from recognizer.grid.border_search import next_line
from recognizer.grid.detection import DetectedGrid, find_grids
from recognizer.grid.edge_scoring import EdgeModel
from recognizer.grid.growth import GrownLattice, grow
from recognizer.grid.ridges import Plane, Ridges, gray_plane, sigmas_for
from recognizer.grid.seeds import Seed, find_seeds
from recognizer.values import Side
from tests.support.cases import few, further
from tests.support.pages import Page, any_clues, draw_page, text_page

TOLERANCE = 0.1
"""Pitches that a crossing may be off."""


def small_page(**options: object) -> Page:
    return draw_page(*any_clues(7, 8), pitch=17, **options)  # type: ignore[arg-type]


def check_first(page: Page) -> DetectedGrid:
    before = page.picture.copy()
    grids = find_grids(page.picture)
    assert np.array_equal(page.picture, before)
    assert grids
    assert not any(np.isnan(grid.nodes).any() for grid in grids)
    check(grids[0], page)
    return grids[0]


def check(found: DetectedGrid, page: Page) -> None:
    lattice = found.lattice
    assert (lattice.rows, lattice.columns) == (page.lattice.rows, page.lattice.columns)
    away = np.linalg.norm(lattice.points - page.crossings, axis=2) / page.lattice.pitch_px
    assert away.max() < TOLERANCE


@pytest.mark.parametrize(("pitch", "thin_ink"), few(1, [(16, 190), (16, 210), (28, 215)]))
def test_faint_lines_between_thick_ones_are_found(pitch: int, thin_ink: int) -> None:
    page = draw_page(*any_clues(20, 20), pitch=pitch, fifth=5, thin_ink=thin_ink)
    check_first(page.blurred(1).noisy(3).turned(4))


@pytest.mark.parametrize("marks", [(), ("#x/ox", "x#ox/", "o/#x#", "/ox##", "xx#/o")])
def test_between_the_lines_of_large_cells_no_others_are_found(marks: tuple[str, ...]) -> None:
    check_first(draw_page(*any_clues(5, 5), pitch=60, width=3, fifth=3, marks=marks).noisy(3))


@pytest.mark.parametrize(
    ("rows", "columns", "pitch"), [(5, 5, 28), (10, 15, 16), (30, 30, 12), (45, 20, 12)]
)
def test_a_grid_of_any_size_is_found(rows: int, columns: int, pitch: int) -> None:
    check_first(draw_page(*any_clues(rows, columns), pitch=pitch))


@pytest.mark.parametrize("degrees", few(2, [-15, -7, 1, 15]))
def test_a_page_may_be_turned(degrees: float) -> None:
    check_first(small_page().turned(degrees))


@pytest.mark.parametrize("share", [0.2])
def test_a_page_may_be_seen_in_perspective(share: float) -> None:
    check_first(small_page().tilted(share))


@pytest.mark.parametrize("px", [6, -8])
def test_a_page_may_be_curled(px: float) -> None:
    check_first(small_page().bent(px))


def test_a_page_may_be_all_of_it() -> None:
    check_first(small_page(text=True).bent(8).tilted(0.1).turned(-6).blurred(0.8).noisy(6))


@pytest.mark.parametrize(("ink", "paper"), [(255, 0), (150, 230), (170, 60)])
def test_lines_may_be_darker_or_lighter_than_the_page(ink: int, paper: int) -> None:
    check_first(small_page(ink=ink, paper=paper))


@pytest.mark.parametrize(("width", "fifth"), [(1, 1), (1, 4), (3, 3)])
def test_lines_may_be_thin_or_thick(width: int, fifth: int) -> None:
    check_first(small_page(width=width, fifth=fifth))


def test_crossings_are_not_all_off_to_one_side() -> None:
    page = small_page(width=1, fifth=1)
    away = find_grids(page.picture)[0].lattice.points - page.crossings
    assert np.abs(away.mean(axis=(0, 1))).max() < 0.12


def test_light_may_change_over_the_page() -> None:
    check_first(small_page().shadowed(0.3))


@pytest.mark.parametrize("rows_side", [Side.LEFT, Side.RIGHT])
@pytest.mark.parametrize("columns_side", [Side.TOP, Side.BOTTOM])
def test_boxes_of_clues_are_not_the_board(rows_side: Side, columns_side: Side) -> None:
    found = check_first(small_page(boxed=True, sides=(rows_side, columns_side)))
    board, dense = found.cells, found.dense
    assert (dense.rows, dense.columns) != (board.rows, board.columns)
    assert dense.left == board.left or rows_side is Side.LEFT
    assert dense.right == board.right or rows_side is Side.RIGHT
    assert dense.top == board.top or columns_side is Side.TOP
    assert dense.bottom == board.bottom or columns_side is Side.BOTTOM


def test_text_beside_is_no_grid() -> None:
    page = small_page(text=True)
    (found,) = find_grids(page.picture)
    check(found, page)


def test_two_puzzles_are_two_grids_apart_from_each_other() -> None:
    left, right = (draw_page(*any_clues(6, 6, seed), pitch=16) for seed in (1, 2))
    picture = left.beside(right).picture
    truths = [left.crossings, right.moved(left.picture.shape[1]).crossings]
    found = sorted(find_grids(picture)[:2], key=lambda f: f.lattice.points[0, 0, 0])
    for grid, truth in zip(found, truths, strict=True):
        assert np.abs(grid.lattice.points - truth).max() < 0.13 * 16


def test_the_better_grid_comes_first() -> None:
    small, large = draw_page(*any_clues(5, 5), pitch=16), draw_page(*any_clues(9, 9), pitch=16)
    grids = find_grids(small.beside(large).picture)
    assert (grids[0].lattice.rows, grids[0].lattice.columns) == (9, 9)
    assert [g.score for g in grids] == sorted((g.score for g in grids), reverse=True)


@pytest.mark.parametrize("level", [0, 128, 255])
def test_blank_paper_has_no_grid(level: int) -> None:
    assert find_grids(np.full((60, 90, 3), level, np.uint8)) == []


@pytest.mark.parametrize("shape", [(1, 1), (3, 500), (500, 3), (9, 9), (30, 40)])
def test_a_tiny_picture_has_no_grid(shape: tuple[int, int]) -> None:
    rng = np.random.default_rng(1)
    assert find_grids(rng.integers(0, 256, (*shape, 3), np.uint8)) == []


def test_noise_has_no_grid() -> None:
    rng = np.random.default_rng(3)
    assert find_grids(rng.integers(0, 256, (200, 260, 3), np.uint8)) == []


@pytest.mark.parametrize("side", [*further(1), 10])
def test_noise_and_mosaics_are_given_up_soon(side: int, monkeypatch: pytest.MonkeyPatch) -> None:
    grown: list[int] = []

    def counted(ridges: Ridges, seed: Seed, **options: bool) -> GrownLattice | None:
        lattice = grow(ridges, seed, **options)
        grown.append(0 if lattice is None else int(np.isfinite(lattice.points[..., 0]).sum()))
        return lattice

    monkeypatch.setattr(detection, "grow", counted)
    tiles = np.random.default_rng(1).integers(0, 256, (1000 // side, 1200 // side, 3), np.uint8)
    assert find_grids(tiles.repeat(side, 0).repeat(side, 1)) == []
    assert 0 < len(grown) <= detection.MAX_FRUITLESS_TRIES + detection.MORE_TRIES
    assert sum(grown[:-1]) < detection.MAX_FRUITLESS_NODES


def test_prose_has_no_grid() -> None:
    assert find_grids(text_page(300, 300)) == []


@pytest.mark.parametrize("seed", few(1, range(3)))
def test_a_small_board_among_much_text_is_found(seed: int) -> None:
    """The lines of text are more regular than those of the board in all large windows."""
    page = draw_page(*any_clues(8, 8, seed), pitch=13)
    high, wide = page.picture.shape[:2]
    web = np.full((580, 1300, 3), 255, np.uint8)
    web[330:, 40:] = text_page(1260, 250)
    web[150:320, 740:1040] = text_page(300, 170)
    web[130 : 130 + high, 560 : 560 + wide] = page.picture
    found = find_grids(web)[0].lattice.points
    assert found.shape == page.crossings.shape
    assert np.abs(found - page.moved(560, 130).crossings).max() < 0.2 * 13


def test_it_ends_when_its_time_is_over() -> None:
    asked = 0

    def is_over_time() -> bool:
        nonlocal asked
        asked += 1
        return True

    assert find_grids(small_page().picture, is_over_time) == []
    assert asked <= 2


# The stages below


def test_a_ridge_has_the_sign_of_its_line() -> None:
    page = np.full((60, 60, 3), 128, np.uint8)
    page[20], page[40] = 30, 220
    across = Ridges(gray_plane(page)).across(0.0, 0.9)
    assert across[20, 30] > 0 > across[40, 30]
    upright = Ridges(gray_plane(page)).across(np.pi / 2, 0.9)
    assert np.abs(upright[5:-5, 5:-5]).max() < 0.1 * abs(across[20, 30])


def test_the_best_seed_has_the_pace_of_the_lines() -> None:
    page = draw_page(*any_clues(7, 7), pitch=24).turned(8)
    seed = next(find_seeds(Ridges(gray_plane(page.picture))))[0]
    right = page.crossings[5, 6] - page.crossings[5, 5]
    down = page.crossings[6, 5] - page.crossings[5, 5]
    assert np.linalg.norm(np.array(seed.right) - right) < 0.1 * 24
    assert np.linalg.norm(np.array(seed.down) - down) < 0.1 * 24
    away = np.linalg.norm(page.crossings - np.array(seed.center), axis=2)
    assert away.min() < 0.15 * 24


def test_windows_without_ink_are_not_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    searched: list[int] = []
    profiles = seeds._profiles

    def counted(windows: list[Plane], *rest: NDArray[np.float64]) -> NDArray[np.float32]:
        searched.append(len(windows))
        return profiles(windows, *rest)

    monkeypatch.setattr(seeds, "_profiles", counted)
    page = draw_page(*any_clues(7, 7), pitch=24)
    paper = np.full((600, 600, 3), 255, np.uint8)
    assert list(find_seeds(Ridges(gray_plane(paper)))) == [[], []]
    assert searched == []
    height, width = page.picture.shape[:2]
    corner = np.full((3 * height, 3 * width, 3), page.picture[0, 0], np.uint8)
    corner[:height, :width] = page.picture
    found = list(find_seeds(Ridges(gray_plane(corner))))
    few = sum(searched)
    everywhere = np.tile(page.picture, (3, 3, 1))
    list(find_seeds(Ridges(gray_plane(everywhere))))
    assert any(found)
    assert few < (sum(searched) - few) / 2


@pytest.mark.parametrize("dark", [True, False])
def test_the_line_before_the_first_is_found_where_it_is_and_nowhere_else(dark: bool) -> None:
    page = draw_page(((),) * 8, ((),) * 8, pitch=20)
    page = page if dark else page.inverted()
    ridges = Ridges(gray_plane(page.picture))
    standard = EdgeModel(0.3, 0.3, 60.0, 255.0, sigmas_for(20))
    inner = next_line(page.crossings[1:], ridges, standard)
    assert inner is not None
    assert np.abs(inner.nodes - page.crossings[0]).max() < 2
    assert inner.along.all()
    assert next_line(page.crossings, ridges, standard) is None


def test_rows_of_ones_between_lines_that_go_on_are_no_columns() -> None:
    """In print without boxes they stand one below the other, a cell apart, as lines do."""
    room, pitch, high = 100, 20, 0.6
    page = draw_page(((),) * 12, ((),) * 12, pitch=pitch).moved(room)
    picture = cv2.copyMakeBorder(
        page.picture, 0, 0, room, 0, cv2.BORDER_CONSTANT, value=(255, 255, 255)
    )
    left = int(page.crossings[0, 0, 0])
    for y in page.crossings[:, 0, 1].astype(int):
        cv2.line(picture, (left - 4 * pitch - 5, int(y)), (left, int(y)), (0, 0, 0), 1)
    for k, y in product(range(1, 5), page.crossings[:-1, 0, 1] + pitch / 2):
        top, bottom = (round(y + side * high * pitch / 2) for side in (-1, 1))
        cv2.rectangle(picture, (left - k * pitch, top), (left - k * pitch + 1, bottom), 0, -1)
    check_first(replace(page, picture=np.asarray(picture, np.uint8)).blurred(0.8))


def shaded_rows(rows: int, columns: int, solid: int) -> list[str]:
    """Marks that shade so many rows wholly, and every other cell of the rest."""
    return [
        "#" * columns if r < solid else "".join("#."[(r + c) % 2] for c in range(columns))
        for r in range(rows)
    ]


@pytest.mark.parametrize("inverted", few(1, [False, True]))
@pytest.mark.parametrize("solid", few(1, [0, 3]))
def test_a_board_that_is_filled_in_is_found_whole(solid: int, inverted: bool) -> None:
    """Lines between shaded cells and others are edges, those among shaded ones not seen."""
    page = draw_page(*any_clues(12, 12), marks=shaded_rows(12, 12, solid))
    check_first(page.inverted() if inverted else page)


def test_lines_as_thick_as_a_quarter_of_a_large_cell_are_lines() -> None:
    page = draw_page(*any_clues(5, 5), pitch=110, width=4, fifth=22)
    found = find_grids(page.picture)[0]
    assert (found.lattice.rows, found.lattice.columns) == (5, 5)


@pytest.mark.parametrize("pitch", few(1, [12, 13, 17]))
def test_a_fine_grid_is_not_taken_for_one_of_twice_the_pitch(pitch: int) -> None:
    page = draw_page(*any_clues(40, 40), pitch=pitch)
    lattice = find_grids(page.picture)[0].lattice
    assert (lattice.rows, lattice.columns) == (40, 40)
    assert np.abs(lattice.points - page.crossings).max() < 1.6


def test_lines_drawn_by_hand_may_be_unevenly_spaced() -> None:
    picture = np.full((560, 700, 3), 240, np.uint8)
    steps = np.full(14, 36)
    steps[[4, 9]] = 45, 27
    xs, ys = 60 + np.append(0, np.cumsum(steps)), 50 + np.append(0, np.cumsum(steps[::-1][:12]))
    for x in xs.tolist():
        cv2.line(picture, (x, int(ys[0])), (x, int(ys[-1])), (90, 60, 40), 2, cv2.LINE_AA)
    for y in ys.tolist():
        cv2.line(picture, (int(xs[0]), y), (int(xs[-1]), y), (90, 60, 40), 2, cv2.LINE_AA)
    lattice = find_grids(picture, is_uneven=True)[0].lattice
    assert (lattice.rows, lattice.columns) == (12, 14)
    truth = np.stack(np.meshgrid(xs, ys), axis=-1)
    assert np.abs(lattice.points - truth).max() < 0.2 * 36
    evenly = find_grids(picture)
    assert not evenly or (evenly[0].lattice.rows, evenly[0].lattice.columns) != (12, 14)
