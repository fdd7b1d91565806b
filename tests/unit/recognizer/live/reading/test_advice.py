"""What would help, said of frames as such."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from recognizer.lattice import Lattice
from recognizer.live.reading.advice import (
    BLURRED,
    CHECK_NUMBERS,
    COME_NEARER,
    GLARE,
    GO_FARTHER,
    HOLD_STILL,
    IN_COLORS,
    MIN_CELL_PX,
    MORE_LIGHT,
    NO_PICTURE,
    NUMBERS_CONTRADICT,
    OUT_OF_VIEW,
    SHOW_ALL,
    SHOW_PUZZLE,
    FrameMonitor,
    advice_on,
    outside_advice,
    why_lost,
)
from recognizer.live.tracking.optical_flow import Gray
from recognizer.values import Problem, Reading
from tests.support.cases import few
from tests.support.films import camera, gray_of, noisy, printed, seen


def page(k: int = 0, x: float = 0, light: float = 1) -> Gray:
    """A page with a camera's noise."""
    picture = seen(printed(10, 10), camera(x=x)).picture
    return gray_of(noisy(np.asarray(picture * light, np.uint8), 2, k))


def after(*frames: Gray) -> FrameMonitor:
    monitor = FrameMonitor()
    for frame in frames:
        monitor.measure(frame)
    return monitor


def reading(pitch: float = 20, problems: tuple[Problem, ...] = ()) -> Reading:
    points = np.moveaxis(np.mgrid[0:6, 0:6][::-1], 0, -1) * pitch
    return Reading(Lattice(points.astype(np.float32)), problems=problems)


@pytest.mark.parametrize("level", few(1, [0, 12, 25]))
def test_no_picture_at_all(level: int) -> None:
    monitor = after(*(gray_of(noisy(np.full((480, 640, 3), level, np.uint8), 3)) for _ in "ab"))
    assert monitor.is_black
    assert monitor.advice(None) == monitor.advice(reading()) == NO_PICTURE


def test_a_dark_room_is_not_a_covered_lens() -> None:
    monitor = after(page(0, light=0.22), page(1, light=0.22))
    assert not monitor.is_black
    assert monitor.advice(None) == monitor.advice(reading()) == MORE_LIGHT


def test_a_lamp_in_the_dark_is_a_picture() -> None:
    night = np.zeros((480, 640, 3), np.uint8)
    cv2.circle(night, (200, 200), 80, (230, 230, 230), -1)
    monitor = after(gray_of(night), gray_of(night))
    assert monitor.light < 28
    assert not monitor.is_black
    assert monitor.advice(None) == MORE_LIGHT


def test_a_page_at_rest_is_at_rest_and_a_shaken_one_is_not() -> None:
    assert not after(*(page(k) for k in range(4))).is_moving
    assert after(page(0), page(1, 40)).is_moving
    assert after(page(0), page(1, 40)).advice(None) == HOLD_STILL
    settled = after(page(0), page(1, 40), page(2, 40))
    assert not settled.is_moving
    assert settled.advice(None) == SHOW_PUZZLE


@pytest.mark.parametrize("size", [(160, 120), (640, 480), (1280, 720)])
def test_frames_of_any_size_say_the_same(size: tuple[int, int]) -> None:
    def scaled(frame: Gray) -> Gray:
        return np.asarray(cv2.resize(frame, size, interpolation=cv2.INTER_AREA), np.uint8)

    assert not after(scaled(page(0)), scaled(page(1))).is_moving
    assert after(scaled(page(0)), scaled(page(1, 50))).is_moving
    assert after(scaled(page())).light == pytest.approx(after(page()).light, abs=3)


def test_an_empty_page_is_not_blurred() -> None:
    white = np.full((480, 640), 230, np.uint8)
    assert after(white, white).advice(None) == SHOW_PUZZLE


def test_the_first_frame_is_neither_shaky_nor_black() -> None:
    assert after(page()).advice(None) == SHOW_PUZZLE
    assert FrameMonitor().advice(None) == SHOW_PUZZLE


def test_of_a_grid_it_is_said_what_is_wrong_with_it() -> None:
    calm = after(page(0), page(1))
    assert calm.advice(reading(7)) == advice_on(reading(7)) == COME_NEARER
    assert advice_on(reading(20)) == advice_on(Reading()) == CHECK_NUMBERS
    assert calm.advice(reading(20, (Problem.NO_CLUES,))) == Problem.NO_CLUES.sentence
    assert calm.advice(reading(20, (Problem.CUT_OFF,))) == SHOW_ALL
    assert advice_on(reading(20, (Problem.COLORS, Problem.NO_SOLUTION))) == IN_COLORS
    # What is cut off has to be moved before its blur matters.
    both = reading(20, (Problem.NO_CLUES, Problem.CUT_OFF))
    assert advice_on(both) == SHOW_ALL


def test_a_board_that_fills_the_picture_is_too_near() -> None:
    nodes = np.array([(10.0, -5.0), (150, -5), (150, 95), (10, 95)])
    assert outside_advice(nodes, (100, 160)) == GO_FARTHER
    assert outside_advice(nodes, (200, 400)) == SHOW_ALL
    assert outside_advice(nodes + 20, (400, 400)) == ""


@pytest.mark.parametrize(
    ("nodes", "pitch", "advice"),
    [
        pytest.param([(50, 50), (90, 90)], 8, COME_NEARER, id="in view, and too small"),
        pytest.param([(-5, 5), (165, 95)], 30, GO_FARTHER, id="larger than the picture"),
        pytest.param([(-5, 5), (20, 20)], 30, OUT_OF_VIEW, id="half outside"),
        pytest.param([(50, 50), (90, 90)], 30, OUT_OF_VIEW, id="gone at once"),
    ],
)
def test_why_a_board_was_lost(nodes: list[tuple[int, int]], pitch: float, advice: str) -> None:
    assert why_lost(np.array(nodes, float), (100, 160), pitch)[1] == advice


def test_a_blurred_page_and_one_with_a_reflection_are_told_apart() -> None:
    soft = np.asarray(cv2.GaussianBlur(page(0), (0, 0), 5), np.uint8)
    assert after(soft, soft).advice(None) == BLURRED
    glare = (page(0) * 0.8).astype(np.uint8)
    cv2.circle(glare, (300, 200), 70, 255, -1)
    assert after(glare, glare).advice(None) == GLARE
    assert after(page(0), page(1)).advice(None) == SHOW_PUZZLE


def test_a_page_that_is_too_far_away_is_not_called_blurred() -> None:
    soft = np.asarray(cv2.GaussianBlur(page(0), (0, 0), 5), np.uint8)
    assert after(soft, soft).advice(reading(7)) == COME_NEARER
    assert after(soft, soft).advice(reading(20)) == BLURRED


def test_a_bright_page_has_no_reflection() -> None:
    bright = np.full((480, 640), 240, np.uint8)
    cv2.circle(bright, (300, 200), 70, 255, -1)
    assert after(bright, bright).advice(None) != GLARE


@pytest.mark.parametrize("problem", [Problem.SUMS_DIFFER, Problem.NO_SOLUTION])
def test_numbers_that_do_not_fit_are_said_to(problem: Problem) -> None:
    assert advice_on(reading(20, (problem,))) == NUMBERS_CONTRADICT


def test_a_board_that_is_cut_off_is_too_near_only_if_it_fills_the_picture() -> None:
    cut = reading(20, (Problem.CUT_OFF,))
    assert cut.lattice is not None
    width, height = np.ptp(cut.lattice.points.reshape(-1, 2), axis=0)
    assert advice_on(cut, (int(height * 1.1), int(width * 3))) == GO_FARTHER
    assert advice_on(cut, (int(height * 3), int(width * 3))) == SHOW_ALL


def test_a_page_that_became_small_is_too_far_away_before_it_is_unreadable() -> None:
    nodes = np.array([(50.0, 50.0), (90.0, 90.0)])
    assert why_lost(nodes, (100, 160), 1.2 * MIN_CELL_PX)[1] == COME_NEARER


def test_every_advice_is_a_sentence() -> None:
    for text in (
        SHOW_PUZZLE,
        HOLD_STILL,
        COME_NEARER,
        NO_PICTURE,
        MORE_LIGHT,
        CHECK_NUMBERS,
        IN_COLORS,
    ):
        assert text[0].isupper()
        assert text[-1] in ".?"
