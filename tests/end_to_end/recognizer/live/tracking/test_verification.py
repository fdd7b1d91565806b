"""A few numbers beside the grid tell whether the puzzle is the one that was read."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from recognizer.lattice import Lattice, Picture
from recognizer.live.reading.tasks import detect
from recognizer.live.tracking.lattice_tracker import Pose
from recognizer.live.tracking.line_fitting import fit_lattice
from recognizer.live.tracking.number_check import NumberCheck
from recognizer.live.tracking.perspective import PagePlane
from recognizer.live.tracking.verification import (
    MAX_MISMATCHES,
    MAX_UNSURE_S,
    MIN_LIKENESS,
    MIN_SAME_SHARE,
    REREAD_INTERVAL_S,
    PageVerifier,
)
from recognizer.values import Reading, ReadLine
from tests.support.films import camera, gray_of, noisy, seen, siblings
from tests.support.pages import Page

Kind = tuple[int, int, bool]
"""Rows, columns, and whether numbers stand in printed boxes."""
SIZES: list[Kind] = [(n, n, boxed) for n in (5, 10, 15) for boxed in (False, True)]


class KnownPage:
    """A puzzle that was read, as the live view knows it."""

    def __init__(self, kind: Kind) -> None:
        size, boxed = kind[:2], kind[2]
        self.flat, self.flat_other = siblings(*size, boxed=boxed)
        self.page, self.other = seen(self.flat), seen(self.flat_other)
        frame_reading = detect(self.page.picture, True, 30.0)
        assert frame_reading is not None
        assert (frame_reading.found.cells.rows, frame_reading.found.cells.columns) == size
        self.reading: Reading = replace(frame_reading.reading, lattice=placed(self.page))
        check = NumberCheck.of(self.page.picture, self.reading)
        assert check is not None
        self.check = check


_placed: dict[int, tuple[Page, Lattice]] = {}
"""By the identity of the page, which is kept so that no other page gets it."""


def placed(page: Page) -> Lattice:
    """Where the printed lines are, as they are followed; many tests look at the same pages."""
    if id(page) not in _placed:
        nodes = page.crossings
        for _ in range(2):
            nodes = fit_lattice(gray_of(page.picture), nodes, True).nodes
        _placed[id(page)] = page, Lattice(nodes.astype(np.float32))
    return _placed[id(page)][1]


def pose_of(page: Page, is_sure: bool = True, sharpness: float = 1.0) -> Pose:
    return Pose(placed(page), page.crossings, is_sure, 0.0, sharpness)


@pytest.fixture(scope="module")
def known() -> dict[Kind, KnownPage]:
    """Read once."""
    return {size: KnownPage(size) for size in SIZES}


@pytest.fixture
def ten(known: dict[Kind, KnownPage]) -> KnownPage:
    return known[10, 10, False]


def blurred(picture: Picture) -> Picture:
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), 0.8), np.uint8)


def dim(picture: Picture) -> Picture:
    return np.asarray(picture * 0.45, np.uint8)


LOOKS = {"plain": noisy, "blurred": blurred, "dim": dim}
VIEWS = {
    "straight": camera(),
    "leaning": camera(tilt=25),
    "turned": camera(roll=12, x=15),
    "farther": camera(zoom=0.88, roll=-4),
}


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("view", VIEWS)
def test_the_same_page_is_alike_and_agrees(
    known: dict[Kind, KnownPage], size: Kind, view: str
) -> None:
    page = seen(known[size].flat, VIEWS[view])
    plane = PagePlane(placed(page))
    for look, changed in LOOKS.items():
        gray = gray_of(changed(page.picture))
        assert known[size].check.likeness(gray, plane) >= MIN_LIKENESS, look
        if look != "blurred":
            legible, same = known[size].check.agreement(gray, plane)
            assert legible > 0.7, look
            assert same > 0.9, look


@pytest.mark.parametrize("size", SIZES)
def test_another_puzzle_in_its_place_is_neither(known: dict[Kind, KnownPage], size: Kind) -> None:
    one = known[size]
    assert np.array_equal(one.page.crossings, one.other.crossings)
    plane = PagePlane(placed(one.other))
    for look, changed in LOOKS.items():
        gray = gray_of(changed(one.other.picture))
        assert one.check.likeness(gray, plane) < MIN_LIKENESS - 0.1, look
        assert one.check.agreement(gray, plane)[1] < MIN_SAME_SHARE - 0.2, look


def test_a_page_without_numbers_is_not_alike(ten: KnownPage) -> None:
    for level in (0, 128, 255):
        gray = np.full((480, 640), level, np.uint8)
        assert ten.check.likeness(gray, PagePlane(ten.page.lattice)) <= 0
        assert ten.check.agreement(gray, PagePlane(ten.page.lattice)) == (0, 0)


def test_too_few_numbers_are_no_witness(ten: KnownPage) -> None:
    def without(lines: tuple[ReadLine, ...]) -> tuple[ReadLine, ...]:
        return tuple(replace(line, numbers=()) for line in lines)

    first, others = ten.reading.rows[:1], ten.reading.rows[1:]
    few = replace(
        ten.reading, rows=(*first, *without(others)), columns=without(ten.reading.columns)
    )
    assert 0 < len(few.rows[0].numbers) < 4
    assert NumberCheck.of(ten.page.picture, few) is None
    assert PageVerifier.of(ten.page.picture, few, 0.0) is None
    assert NumberCheck.of(ten.page.picture, replace(ten.reading, lattice=None)) is None


def test_numbers_that_are_not_read_again_are_no_witness(ten: KnownPage) -> None:
    blank = np.full_like(ten.page.picture, 255)
    assert NumberCheck.of(blank, ten.reading) is None


@pytest.fixture
def verifier(ten: KnownPage) -> PageVerifier:
    return PageVerifier(ten.check, 0.0)


@pytest.mark.parametrize("shift", [(0, 1), (1, 0), (-1, 0), (1, -1)])
def test_a_lattice_that_is_a_cell_off_is_put_right(
    ten: KnownPage, verifier: PageVerifier, shift: tuple[int, int]
) -> None:
    at = np.moveaxis(np.mgrid[0:11, 0:11].astype(float), 0, -1)
    true = placed(ten.page)
    off = Lattice(PagePlane(true).at(at - np.array(shift)).astype(np.float32))
    pose = Pose(off, off.points.astype(np.float64), True, 0.0, 1.0)
    assert verifier.verify(gray_of(ten.page.picture), pose, 0.1) == shift
    assert verifier.is_sure


def test_of_a_lattice_that_is_right_no_shift_is_told(
    ten: KnownPage, verifier: PageVerifier
) -> None:
    for k in range(20):
        gray = gray_of(noisy(ten.page.picture, 3, k))
        assert verifier.verify(gray, pose_of(ten.page), k / 10) is None
        assert verifier.is_sure
        assert not verifier.has_failed


def test_another_puzzle_is_not_shown_and_found_out_at_once(
    ten: KnownPage, verifier: PageVerifier
) -> None:
    for k in range(MAX_MISMATCHES):
        assert not verifier.has_failed
        verifier.verify(gray_of(ten.other.picture), pose_of(ten.other), 0.1 + k / 30)
        assert not verifier.is_sure
    assert verifier.has_failed


def covered(page: Page, share: float) -> Page:
    """A sheet over that share of what is beside the board: from the left to the right."""
    picture = page.picture.copy()
    board = page.lattice
    quads = [board.quad(board.rows * (1 - share), -5, 10.6, -0.2)]
    quads.append(board.quad(-5, board.columns * (1 - share), -0.2, 10.6))
    for quad in quads:
        cv2.fillConvexPoly(picture, np.rint(quad).astype(np.int32), (150, 170, 200))
    return Page(picture, page.crossings)


def test_a_third_of_the_numbers_may_be_covered(ten: KnownPage, verifier: PageVerifier) -> None:
    quarter = covered(ten.page, 0.25)
    assert ten.check.likeness(gray_of(quarter.picture), PagePlane(placed(quarter))) >= MIN_LIKENESS
    hidden = covered(ten.page, 0.33)
    for k in range(40):
        assert verifier.verify(gray_of(hidden.picture), pose_of(hidden), k / 10) is None
        assert verifier.is_sure


def test_with_most_numbers_covered_it_is_not_sure_and_in_the_end_lost(
    ten: KnownPage, verifier: PageVerifier
) -> None:
    hidden = covered(ten.page, 0.85)
    told = []
    for k in range(1, 30):
        verifier.verify(gray_of(hidden.picture), pose_of(hidden), k / 10)
        told.append((k / 10, verifier.is_sure, verifier.has_failed))
    assert not any(is_sure for _, is_sure, _ in told)
    assert next(seconds for seconds, _, has_failed in told if has_failed) == pytest.approx(
        MAX_UNSURE_S, abs=0.11
    )


def test_what_was_hidden_for_a_moment_is_sure_again(ten: KnownPage, verifier: PageVerifier) -> None:
    hidden = covered(ten.page, 0.85)
    for k in range(10):
        verifier.verify(gray_of(hidden.picture), pose_of(hidden), k / 10)
    assert not verifier.is_sure
    verifier.verify(gray_of(ten.page.picture), pose_of(ten.page), 1.0)
    assert verifier.is_sure
    for k in range(10):
        verifier.verify(gray_of(hidden.picture), pose_of(hidden), 1.1 + k / 10)
    assert not verifier.has_failed


def test_frames_that_are_not_sharp_tell_nothing_against_it(
    ten: KnownPage, verifier: PageVerifier
) -> None:
    gray = gray_of(ten.other.picture)
    for k in range(5):
        verifier.verify(gray, pose_of(ten.other, is_sure=k % 2 == 0, sharpness=0.2), k / 30)
        assert not verifier.is_sure
        assert not verifier.has_failed


def test_a_page_that_looks_otherwise_is_read(
    ten: KnownPage, verifier: PageVerifier, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Print may look otherwise from the side: what it says is the same."""
    monkeypatch.setattr(NumberCheck, "likeness", lambda *_: 0.0)
    for k in range(25):
        verifier.verify(gray_of(ten.page.picture), pose_of(ten.page), k / 10)
        assert verifier.is_sure
        assert not verifier.has_failed


def test_numbers_that_look_the_same_are_read_now_and_then(
    ten: KnownPage, verifier: PageVerifier, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = []

    def agreement(*_: object) -> tuple[float, float]:
        read.append(True)
        return 1.0, 1.0

    monkeypatch.setattr(NumberCheck, "agreement", agreement)
    gray = gray_of(ten.page.picture)
    for k in range(31):
        verifier.verify(gray, pose_of(ten.page), k / 10)
    assert 3 / REREAD_INTERVAL_S - 1.5 < len(read) <= 3 / REREAD_INTERVAL_S


def test_begun_anew_it_is_sure(ten: KnownPage, verifier: PageVerifier) -> None:
    for k in range(3):
        verifier.verify(gray_of(ten.other.picture), pose_of(ten.other), k / 30)
    assert verifier.has_failed
    verifier.begin(9.0)
    assert verifier.is_sure
    assert not verifier.has_failed
    verifier.verify(gray_of(ten.page.picture), pose_of(ten.page), 9.1)
    assert verifier.is_sure


@pytest.mark.parametrize("is_boxed", [False, True])
def test_a_doubt_stays_until_the_numbers_are_read_again(
    known: dict[Kind, KnownPage], monkeypatch: pytest.MonkeyPatch, is_boxed: bool
) -> None:
    ten = known[10, 10, is_boxed]
    monkeypatch.setattr(NumberCheck, "likeness", lambda *_: MIN_LIKENESS + 0.1)
    verifier = PageVerifier(ten.check, 0.0)
    for k in range(10, 14):
        verifier.verify(gray_of(ten.other.picture), pose_of(ten.other), k / 10)
        assert not verifier.is_sure
    assert verifier.has_failed
