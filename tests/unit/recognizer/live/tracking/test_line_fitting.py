"""A lattice nearby is moved onto the printed lines, and nothing else moves it."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from recognizer.live.tracking.line_fitting import LineFit, fit_lattice
from tests.support.films import (
    Nodes,
    camera,
    farthest,
    gray_of,
    noisy,
    printed,
    seen,
)
from tests.support.pages import Page, draw_page, text_page, unique_clues

VIEW = camera(roll=4, tilt=12)
SIZES = [(5, 5), (10, 10), (8, 15), (15, 15)]
WAYS = ["shift", "turn", "perspective", "bend"]


def pitch(page: Page) -> float:
    return page.lattice.pitch_px


def displaced(nodes: Nodes, way: str, cells: float, unit: float) -> Nodes:
    """Nodes that are elsewhere by that many cells at most."""
    rows, columns = nodes.shape[:2]
    v, u = np.mgrid[-1 : 1 : rows * 1j, -1 : 1 : columns * 1j]
    nothing = np.zeros_like(u)
    by = {
        "shift": (nothing + 0.8, nothing - 0.6),
        "turn": (-v, u),
        "perspective": (u * v, (v * v + 1) / 2),
        "bend": (nothing, 1 - u * u),
    }[way]
    shift = np.stack(by, axis=-1)
    longest = np.linalg.norm(shift, axis=-1).max()
    return np.asarray(nodes + shift / longest * cells * unit)


def found(page: Page, start: Nodes, is_dark: bool = True) -> LineFit:
    """As lattices are followed: frame by frame."""
    gray = gray_of(noisy(page.picture))
    fit = fit_lattice(gray, start, is_dark)
    for _ in range(4):
        fit = fit_lattice(gray, fit.nodes, is_dark)
    return fit


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("size", SIZES)
def test_a_lattice_that_is_a_little_off_is_put_right(size: tuple[int, int], way: str) -> None:
    page = seen(printed(*size), VIEW)
    start = displaced(page.crossings, way, 0.3, pitch(page))
    once = fit_lattice(gray_of(page.picture), start, True)
    assert farthest(once.nodes, page.crossings) < 0.15 * pitch(page)
    fit = found(page, start)
    assert farthest(fit.nodes, page.crossings) < 0.03 * pitch(page)
    assert fit.visible_share > 0.9
    assert fit.error_cells < 0.02


@pytest.mark.parametrize("way", WAYS)
def test_lines_lighter_than_the_board_are_followed_too(way: str) -> None:
    page = seen(printed(10, 10).inverted(), VIEW)
    start = displaced(page.crossings, way, 0.3, pitch(page))
    assert farthest(found(page, start, False).nodes, page.crossings) < 0.03 * pitch(page)
    assert (
        found(page, page.crossings, False).visible_share
        > 1.5 * found(page, page.crossings, True).visible_share
    )


@pytest.mark.parametrize(("size", "frame"), [
    ((25, 25), (640, 480)),
    ((25, 25), (1920, 1080)),
    ((10, 10), (1920, 1080)),
    ((5, 5), (1920, 1080)),
])  # fmt: skip
def test_small_and_large_cells(size: tuple[int, int], frame: tuple[int, int]) -> None:
    page = seen(printed(*size), camera(roll=-3, tilt=8, wide=frame[0], high=frame[1]), frame)
    start = displaced(page.crossings, "turn", 0.3, pitch(page))
    assert farthest(found(page, start).nodes, page.crossings) < 0.03 * pitch(page)


def test_a_bent_page_is_followed_as_it_is_bent() -> None:
    bent = seen(printed(12, 12).bent(25), VIEW)
    start = displaced(bent.crossings, "shift", 0.25, pitch(bent))
    assert farthest(found(bent, start).nodes, bent.crossings) < 0.05 * pitch(bent)


@pytest.mark.parametrize("corner", [(0, 0), (0, 1), (1, 0), (1, 1)])
def test_other_lines_over_a_quarter_hardly_move_the_rest(corner: tuple[int, int]) -> None:
    """Of another page that lies there."""
    page = seen(printed(12, 12), VIEW)
    off = round(0.25 * pitch(page))
    other = np.roll(page.picture, (off, off), (0, 1))
    quad = page.lattice.quad(6 * corner[0], 6 * corner[1], 6 * corner[0] + 6, 6 * corner[1] + 6)
    mask = np.zeros(page.picture.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, np.rint(quad).astype(np.int32), 255)
    mixed = np.where(mask[..., None] > 0, other, page.picture)
    fit = found(Page(np.asarray(mixed, np.uint8), page.crossings), page.crossings)
    apart = np.linalg.norm(fit.nodes - page.crossings, axis=-1) / pitch(page)
    assert np.median(apart) < 0.035
    across = [slice(7, None) if part == 0 else slice(0, 6) for part in corner]
    assert apart[across[0], across[1]].max() < 0.08


@pytest.mark.parametrize("corner", [(0, 0), (0, 1), (1, 0), (1, 1)])
def test_what_covers_a_quarter_hardly_moves_the_rest(corner: tuple[int, int]) -> None:
    page = seen(printed(12, 12), VIEW)
    board = page.lattice
    top, left = 6 * corner[0], 6 * corner[1]
    picture = page.picture.copy()
    quad = np.rint(board.quad(top, left, top + 6, left + 6)).astype(np.int32)
    cv2.fillConvexPoly(picture, quad, (150, 170, 205))
    hidden = Page(picture, page.crossings)
    start = displaced(page.crossings, "shift", 0.2, pitch(page))
    fit = found(hidden, start)
    apart = np.linalg.norm(fit.nodes - page.crossings, axis=-1) / pitch(page)
    is_seen = np.ones((13, 13), np.bool_)
    is_seen[top : top + 7, left : left + 7] = False
    assert apart[is_seen].max() < 0.04
    assert apart.max() < 0.12
    assert 0.6 < fit.visible_share < 0.85


@pytest.mark.parametrize("share", [0.3, 0.6])
def test_shaded_cells_do_not_hide_where_the_lines_are(share: float) -> None:
    chance = np.random.default_rng(4).random((10, 10)) < share
    marks = ["".join("#" if cell else "." for cell in row) for row in chance]
    rows, columns = unique_clues(10, 10)
    page = seen(draw_page(rows, columns, pitch=40, width=2, fifth=4, marks=marks), VIEW)
    start = displaced(page.crossings, "shift", 0.15, pitch(page))
    assert farthest(found(page, start).nodes, page.crossings) < 0.07 * pitch(page)


@pytest.mark.parametrize("shift", [(-220, 0), (220, 0), (0, 200), (0, -200)])
def test_a_board_that_is_partly_outside_the_frame(shift: tuple[int, int]) -> None:
    page = seen(printed(10, 10), camera(x=shift[0], y=shift[1], roll=3, zoom=1.2))
    inside = ((page.crossings > 0) & (page.crossings < (639, 479))).all(axis=-1)
    assert 0.3 < inside.mean() < 0.9
    start = displaced(page.crossings, "shift", 0.25, pitch(page))
    fit = found(page, start)
    apart = np.linalg.norm(fit.nodes - page.crossings, axis=-1) / pitch(page)
    assert apart[inside].max() < 0.05
    assert apart.max() < 0.25


def test_where_there_are_no_lines_few_are_seen() -> None:
    nodes = seen(printed(10, 10), VIEW).crossings
    prose = np.asarray(cv2.resize(text_page(), (640, 480)), np.uint8)
    white = noisy(np.full((480, 640, 3), 235, np.uint8))
    clear = found(seen(printed(10, 10), VIEW), nodes)
    for picture in (prose, white):
        for is_dark in (True, False):
            fit = found(Page(picture, nodes), nodes, is_dark)
            assert fit.visible_share < 0.4
            assert fit.visible_share * fit.strength < 0.3 * clear.visible_share * clear.strength
    black = Page(np.zeros((480, 640, 3), np.uint8), nodes)
    assert fit_lattice(gray_of(black.picture), nodes, True).visible_share == 0


def test_half_a_cell_away_the_lines_do_not_seem_to_be_seen_well() -> None:
    page = seen(printed(12, 12), VIEW)
    there = found(page, page.crossings)
    between = displaced(page.crossings, "shift", 0.5, pitch(page))
    assert (
        fit_lattice(gray_of(page.picture), between, True).visible_share < 0.7 * there.visible_share
    )


def test_far_outside_of_the_frame_the_lattice_is_kept() -> None:
    page = seen(printed(10, 10), VIEW)
    for away in (-2000.0, 2000.0):
        nodes = page.crossings + away
        fit = fit_lattice(gray_of(page.picture), nodes, True)
        assert fit.visible_share == 0
        assert np.array_equal(fit.nodes, nodes)


def test_neither_the_frame_nor_the_lattice_is_changed() -> None:
    page = seen(printed(10, 10), VIEW)
    gray, nodes = gray_of(page.picture), page.crossings.copy()
    before = gray.copy()
    fit_lattice(gray, nodes, True)
    assert np.array_equal(gray, before)
    assert np.array_equal(nodes, page.crossings)
