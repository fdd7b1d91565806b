"""The reader of handwriting is asked if the numbers make no sense as print, and only then."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from puzzles.contracts import SolutionCount
from recognizer.clues import rectification
from recognizer.clues.digit_classifier import (
    CLASS_COUNT,
    JUNK,
    PATCH_PX,
    NumberReader,
    handwriting_reader,
)
from recognizer.lattice import Lattice
from recognizer.reading import read
from solver.solution_count import count_solutions
from tests.support.pages import Page, clues_read, draw_page, unique_clues

CLUES = unique_clues(10, 10)
STROKES = {
    0: [[(5, 0), (1, 3), (0, 9), (3, 14), (7, 12), (9, 6), (7, 1), (5, 0)]],
    1: [[(6, 0), (4, 14)]],
    2: [[(0, 3), (3, 0), (7, 2), (6, 6), (0, 14), (9, 13)]],
    3: [[(1, 1), (6, 0), (7, 3), (3, 6), (8, 9), (6, 13), (0, 13)]],
    4: [[(4, 0), (0, 8), (9, 7)], [(7, 3), (5, 14)]],
    5: [[(8, 0), (3, 0), (2, 5), (7, 7), (7, 11), (4, 14), (0, 13)]],
    6: [[(6, 0), (2, 5), (0, 10), (3, 14), (7, 11), (5, 8), (1, 10)]],
    7: [[(0, 1), (8, 0), (3, 14)], [(2, 7), (7, 6)]],
    8: [[(7, 2), (4, 0), (1, 3), (7, 10), (4, 14), (1, 11), (7, 2)]],
    9: [[(7, 3), (4, 0), (1, 3), (3, 6), (7, 3), (5, 14)]],
}
"""Points of the strokes of each digit, 9 wide and 14 high."""


class NoReader(NumberReader):
    """Sees no number anywhere."""

    def read(self, patches: NDArray[np.uint8]) -> NDArray[np.float32]:
        logs = np.full((len(patches), CLASS_COUNT), -12.0, np.float32)
        logs[:, JUNK] = 0
        return logs


class ForbiddenReader(NumberReader):
    """Must not be asked."""

    def read(self, patches: NDArray[np.uint8]) -> NDArray[np.float32]:
        raise AssertionError("asked for handwriting")


@pytest.fixture
def page() -> Page:
    return draw_page(*CLUES, pitch=20, boxed=True)


def written(number: int, rng: np.random.Generator) -> NDArray[np.uint8]:
    """A patch with a number in strokes of an unsteady hand."""
    large = np.full((4 * PATCH_PX, 4 * PATCH_PX), 240, np.uint8)
    digits = str(number)
    scale = 4 * PATCH_PX / (20 if len(digits) == 1 else 26)
    for k, digit in enumerate(digits):
        left = 4 * PATCH_PX / 2 + (k - len(digits) / 2) * 11 * scale
        for stroke in STROKES[int(digit)]:
            points = np.array(stroke) * scale + rng.normal(0, 0.25 * scale, (len(stroke), 2))
            points += (left, (4 * PATCH_PX - 14 * scale) / 2)
            cv2.polylines(large, [np.rint(points).astype(np.int32)], False, 40, 6, cv2.LINE_AA)
    return np.asarray(cv2.resize(large, (PATCH_PX, PATCH_PX), interpolation=cv2.INTER_AREA))


def test_numbers_in_unsteady_strokes_are_read() -> None:
    rng = np.random.default_rng(4)
    numbers = [*range(10), *range(10), 10, 12, 15, 20]
    patches = np.array([written(number, rng) for number in numbers])
    read_as = handwriting_reader().read(patches).argmax(axis=1)
    assert (read_as == numbers).mean() >= 0.8


def test_print_that_makes_no_sense_is_read_as_handwriting(
    page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rectification, "number_reader", NoReader)
    reading = read(page.picture, count_solutions=count_solutions)
    assert clues_read(reading) == CLUES
    assert reading.solution_count is SolutionCount.ONE


def test_a_lattice_drawn_by_a_person_is_read_as_handwriting_too(
    page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rectification, "number_reader", NoReader)
    lattice = Lattice.from_corners(page.lattice.corners, page.lattice.rows, page.lattice.columns)
    reading = read(page.picture, lattice=lattice, count_solutions=count_solutions)
    assert clues_read(reading) == CLUES


def test_a_tap_chooses_the_puzzle_whose_handwriting_is_read(
    page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rectification, "number_reader", NoReader)
    clues = unique_clues(7, 7, 2)
    other = draw_page(*clues, pitch=20, boxed=True)
    picture = page.beside(other).picture
    for chosen, truth in ((page, CLUES), (other.moved(page.picture.shape[1]), clues)):
        reading = read(picture, near=chosen.center, count_solutions=count_solutions)
        assert clues_read(reading) == truth


def test_print_is_not_read_as_handwriting(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rectification, "handwriting_reader", ForbiddenReader)
    assert clues_read(read(page.picture, count_solutions=count_solutions)) == CLUES
