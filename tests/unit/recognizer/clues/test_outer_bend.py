"""Print of a clue area that bends away from the straight continuation of the lattice."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from recognizer.clues.outer_bend import outer_bend
from recognizer.clues.rectification import CELL_PX, ClueArea, RectifiedPage
from recognizer.grid.board_region import Region
from recognizer.grid.detection import DetectedGrid
from recognizer.values import Side

LINES = 25
Values = NDArray[np.float64]


def clue_digits(rng: np.random.Generator, deepest: int = 7) -> Values:
    """Depth and line of the digits of random clues; the first lines have as many as may be."""
    counts = rng.integers(1, deepest + 1, LINES)
    counts[:5] = deepest
    places = [(k + 0.6, line + 0.5) for line, count in enumerate(counts) for k in range(count)]
    digits = np.array(places)
    digits[:, 1] += rng.normal(0, 0.04, len(digits))
    return digits


def parabola(depth: Values, along: Values) -> Values:
    """Half a cell at a depth of 5 in the middle of the side, and twice as much at its end."""
    return 0.02 * depth**2 * (0.5 + along / LINES)


@pytest.mark.parametrize("sign", [1, -1])
@pytest.mark.parametrize("seed", range(3))
def test_the_bend_of_print_is_found_though_far_digits_are_nearer_to_another_line(
    seed: int, sign: int
) -> None:
    digits = clue_digits(np.random.default_rng(seed))
    true = sign * parabola(*digits.T)
    bend = outer_bend(digits + np.stack([0 * true, true], axis=-1), LINES)
    assert bend is not None
    assert np.abs(true).max() > 0.8
    assert np.abs(bend.at(*digits.T) - true).max() < 0.12


@pytest.mark.parametrize("seed", range(3))
def test_straight_print_is_not_bent(seed: int) -> None:
    assert outer_bend(clue_digits(np.random.default_rng(seed)), LINES) is None


@pytest.mark.parametrize("seed", range(3))
def test_text_beyond_the_clues_is_not_followed(seed: int) -> None:
    rng = np.random.default_rng(seed)
    digits = clue_digits(rng)
    text = np.stack([rng.uniform(9, 12, 60), rng.uniform(0, LINES, 60)], axis=-1)
    assert outer_bend(np.concatenate([digits, text]), LINES) is None
    beside = np.stack([rng.uniform(1, 9, 300), rng.uniform(0, LINES, 300)], axis=-1)
    assert outer_bend(beside, LINES) is None


@pytest.mark.parametrize("digits", [np.zeros((0, 2)), np.array([(0.6, 0.5), (1.6, 0.7)])])
def test_few_digits_say_nothing(digits: Values) -> None:
    assert outer_bend(digits, LINES) is None


PITCH, MARGIN = 24, 9 * 24


def sagging(px: Values) -> Values:
    """How far print is off where a flat page has it, px; the page bends on beyond the board."""
    return np.asarray(1.1 * PITCH * np.sin((px - 120) / 110))


def curved_page(side: Side) -> tuple[RectifiedPage, list[tuple[float, float]]]:
    """A bent page with 3 or 7 digits beside each line, and their depths and lines."""
    size, is_left = LINES * PITCH, side is Side.LEFT
    flat = np.full((size + 2 * MARGIN, size + 2 * MARGIN), 240, np.uint8)
    digits = []
    for line in range(LINES):
        for k, number in enumerate("3254768"[: 7 if line % 2 else 3]):
            depth, middle = k + 0.8, line + 0.5
            out, along = MARGIN - depth * PITCH, MARGIN + middle * PITCH
            left, top = (out, along) if is_left else (along, out)
            foot = round(left) - 5, round(top) + 6
            cv2.putText(flat, number, foot, 0, 0.5, 20, 1, cv2.LINE_AA)
            digits.append((depth, middle))
    y, x = np.indices(flat.shape, np.float64)
    source = np.stack([x, y - sagging(x)] if is_left else [x - sagging(y), y]).astype(np.float32)
    gray = cv2.remap(flat, source[0], source[1], cv2.INTER_LINEAR, borderValue=240)
    x, y = np.meshgrid(*[MARGIN + PITCH * np.arange(LINES + 1.0)] * 2)
    nodes = np.stack([x, y + sagging(x)] if is_left else [x + sagging(y), y], axis=-1)
    cells = Region(0, 0, LINES, LINES)
    picture = np.asarray(cv2.cvtColor(gray, cv2.COLOR_GRAY2BGR), np.uint8)
    return RectifiedPage(picture, DetectedGrid(nodes, cells, cells, 1.0)), digits


def offsets(page: RectifiedPage, side: Side, digits: list[tuple[float, float]]) -> Values:
    """How far the ink around each digit is from the middle of its line, cells."""
    area = ClueArea.of(page, side)
    assert area is not None
    off = []
    for depth, line in digits:
        out, along = round((area.depth - depth) * CELL_PX), round(line * CELL_PX)
        inner, outer = slice(out - 12, out + 12), slice(max(0, along - 24), along + 24)
        is_left = side is Side.LEFT
        part = area.picture[(outer, inner) if is_left else (inner, outer)] < 130
        ink = np.flatnonzero(part.any(axis=1 if is_left else 0)) - min(24, along)
        off.append(float(ink.mean()) / CELL_PX if len(ink) else 1.0)
    return np.abs(off)


@pytest.mark.parametrize("side", [Side.LEFT, Side.TOP])
def test_far_numbers_of_a_page_that_bends_on_stand_in_their_lines(side: Side) -> None:
    page, places = curved_page(side)
    assert offsets(page, side, places).max() < 0.2
    page._bends[side] = None
    assert offsets(page, side, places).max() > 0.4


def test_another_picture_of_the_page_bends_alike() -> None:
    page, _ = curved_page(Side.LEFT)
    area = ClueArea.of(page, Side.LEFT)
    assert area is not None
    dark = page.like(np.zeros((900, 900, 3), np.uint8))
    assert not dark.cut_gray(0, -6, 5, 0).any()
    there = np.array([(3.5, -6.5), (20.5, -4.5)])
    assert np.array_equal(dark.at(there), page.at(there))


def test_boxes_of_the_lattice_are_not_bent_again() -> None:
    page, _ = curved_page(Side.LEFT)
    page.boxes[Side.LEFT] = 3
    ClueArea.of(page, Side.LEFT)
    assert page._bends == {Side.LEFT: None}


@pytest.mark.parametrize("side", [Side.LEFT, Side.TOP])
def test_straight_lines_between_the_clues_tell_more_than_digits_at_a_slant(side: Side) -> None:
    page, _ = curved_page(side)
    picture = page._picture
    for line in range(LINES + 1):
        at = np.linspace(-8.0, 0.0, 50)
        places = [(line, out) if side is Side.LEFT else (out, line) for out in at]
        drawn = np.rint(page.at(np.array(places))).astype(np.int32)
        cv2.polylines(picture, [drawn], isClosed=False, color=(120, 120, 120), thickness=2)
    ClueArea.of(page, side)
    assert page._bends == {side: None}
