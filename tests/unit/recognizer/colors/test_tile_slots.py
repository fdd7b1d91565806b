"""Tiles are found where they are, though digits and shadows cross them and pages are bent."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from recognizer.colors.tile_slots import (
    _known_color,
    _offset,
    _paper_of,
    _Piece,
    _rim_color,
    _Slots,
    completed,
)
from recognizer.grid.board_region import Region
from recognizer.grid.detection import DetectedGrid
from recognizer.making.colors import to_lab

RED, WHITE = (200, 30, 50), (255, 255, 255)
SIDE = 28


def tile(text: str, scale: float = 0.9) -> NDArray[np.uint8]:
    """A red tile with white digits in the middle of white paper; RGB."""
    picture = np.full((3 * SIDE, 3 * SIDE, 3), 255, np.uint8)
    cv2.rectangle(picture, (SIDE, SIDE), (2 * SIDE - 1, 2 * SIDE - 1), RED, -1)
    font = cv2.FONT_HERSHEY_SIMPLEX
    (wide, high), _ = cv2.getTextSize(text, font, scale, 2)
    at = (3 * SIDE - wide) // 2, (3 * SIDE + high) // 2
    cv2.putText(picture, text, at, font, scale, WHITE, 2, cv2.LINE_AA)
    return np.asarray(picture, np.uint8)


def rim_color(picture: NDArray[np.uint8], right: float = 0) -> NDArray[np.float64] | None:
    """The colour of the slot in the middle, or of one that is moved to the right, px."""
    low, high = float(SIDE), float(2 * SIDE - 1)
    quad = np.array([(low, low), (high, low), (high, high), (low, high)])
    return _rim_color(to_lab(picture), quad + np.array([right, 0]))


@pytest.mark.parametrize(("text", "scale"), [("8", 0.9), ("5", 1.0), ("16", 0.7), ("", 1)])
def test_digits_that_reach_to_the_edge_of_a_tile_leave_its_colour(text: str, scale: float) -> None:
    found = rim_color(tile(text, scale))
    assert found is not None
    assert np.linalg.norm(found - to_lab(np.array([[RED]], np.uint8))[0, 0]) < 8


@pytest.mark.parametrize("share", [0.4, 0.5, 0.6])
def test_a_slot_that_a_tile_fills_in_part_has_not_its_colour(share: float) -> None:
    found = rim_color(tile("8"), right=share * SIDE)
    assert found is None or np.linalg.norm(found - to_lab(np.array([[RED]], np.uint8))[0, 0]) > 40


def test_a_slot_beyond_the_picture_has_no_colour() -> None:
    assert rim_color(tile("8"), right=2 * SIDE) is None


def test_a_slot_without_a_tile_has_the_colour_of_the_paper() -> None:
    picture = np.full((3 * SIDE, 3 * SIDE, 3), 255, np.uint8)
    cv2.putText(picture, "8", (34, 52), cv2.FONT_HERSHEY_SIMPLEX, 0.9, RED, 2, cv2.LINE_AA)
    found = rim_color(picture)
    assert found is not None
    assert found[0] > 97


@pytest.mark.parametrize("off", [(3, 0), (-2, 2), (0, 0)])
def test_a_tile_beside_its_slot_is_found_there(off: tuple[int, int]) -> None:
    low, high = float(SIDE), float(2 * SIDE - 1)
    quad = np.array([(low, low), (high, low), (high, high), (low, high)])
    found = _offset(to_lab(tile("")), quad - off, to_lab(np.array([[RED]], np.uint8))[0, 0])
    assert found == pytest.approx(off, abs=1)


def test_the_paper_behind_tiles_is_that_of_most_slots_beyond_them() -> None:
    white, yellow, red, blue = (np.array(lab, float) for lab in (
        (100, 0, 0), (92, 0, 20), (45, 60, 30), (40, 10, -50)
    ))  # fmt: skip
    assert _paper_of([yellow, yellow, yellow, red], white) is not white
    assert _paper_of([yellow, red, blue], white) is white, "these are tiles that were missed"
    assert _paper_of([yellow], white) is white


@pytest.mark.parametrize(("across", "along", "is_whole"), [
    (0.94, 0.92, True),
    (0.90, 1.20, True),  # two digits
    (0.94, 0.59, False),  # what is left of a white 1
    (0.50, 0.76, False),  # two bold digits
    (0.94, 1.80, False),  # two tiles
])  # fmt: skip
def test_a_part_of_a_tile_is_no_tile(across: float, along: float, is_whole: bool) -> None:
    slots = _Slots(first=0.5, step=1.0, along=0.92, across=0.94)
    assert slots.is_whole(_Piece(1, 0.5, 0.5, across, along)) is is_whole


@pytest.mark.parametrize(("along", "is_cut"), [(0.92, False), (0.85, False), (0.78, True)])
def test_a_whole_tile_that_is_too_short_was_cut_at_a_1(along: float, is_cut: bool) -> None:
    slots = _Slots(first=0.5, step=1.0, along=0.92, across=0.94)
    assert slots.is_cut(_Piece(1, 0.5, 0.5, 0.94, along)) is is_cut


def test_what_was_cut_from_a_tile_is_part_of_it_again() -> None:
    """Other tiles keep their pixels."""
    pitch, left, rows = 30, 100, 8
    nodes = np.stack(np.meshgrid(left + pitch * np.arange(9), pitch * np.arange(9)), axis=-1)
    grid = DetectedGrid(nodes.astype(np.float64), Region(0, 0, 8, 8), Region(0, 0, 8, 8), 1.0)
    picture = np.full((pitch * rows + 1, left + pitch * 8 + 1, 3), 255, np.uint8)
    tiles = np.zeros(picture.shape[:2], np.int32)
    for k in range(2 * rows):
        y, x = pitch * (k // 2) + 3, left - pitch * (1 + k % 2) + 3
        picture[y : y + 24, x : x + 24] = RED
        tiles[y : y + 24, x : x + 24] = k + 1
    cut = np.s_[3 + 4 * pitch : 27 + 4 * pitch, left - pitch + 3 : left - pitch + 8]
    tiles[cut] = 0
    other = np.s_[4 * pitch + 12 : 4 * pitch + 15, left - pitch - 3 : left - pitch + 6]
    tiles[other] = 10
    lab = to_lab(picture)
    labs = np.vstack([np.zeros(3), np.tile(lab[4, left - pitch + 4], (2 * rows, 1))])
    made = completed(picture, lab, np.array([100.0, 0, 0]), tiles, labs.astype(np.float64), grid)
    assert (made.tiles[other] == 10).all()
    inner = made.tiles[cut][7:-7, 1:]
    assert np.isin(inner, (9, 10)).all(), "but for the corners, which may be round"
    assert (inner == 9).any()


@pytest.mark.parametrize(("ink", "is_known"), [(0.45, True), (0.1, False)])
def test_a_tile_that_is_full_of_digits_has_the_colour_of_another_one(
    ink: float, is_known: bool
) -> None:
    """Its rim is ink in many places; a tile with little ink has a rim, or is none."""
    yellow, black = (83.0, 0.0, 69.0), (15.0, 0.0, 5.0)
    lab = np.full((40, 40, 3), (100, 0, 0), np.float32)
    lab[5:35, 5:35] = yellow
    for left in (7, 15, 23, 31):
        lab[5:35, left : left + round(30 * ink / 4)] = black
    quad = np.array([(5, 5), (35, 5), (35, 35), (5, 35)], np.float64)
    others = np.array([(38.0, 55.0, 25.0), yellow])
    color = _known_color(lab, quad, others, None)
    assert (color is not None and np.allclose(color, yellow)) is is_known
