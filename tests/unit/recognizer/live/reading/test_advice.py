"""What would help, said of frames as such."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from recognizer.live.reading.advice import (
    CHECK_NUMBERS,
    COME_NEARER,
    HOLD_STILL,
    MORE_LIGHT,
    NO_PICTURE,
    SHOW_PUZZLE,
    FrameMonitor,
    advice_on,
)
from recognizer.live.tracking.optical_flow import Gray
from recognizer.values import Lattice, Problem, Reading
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


@pytest.mark.parametrize("level", [0, 12, 25])
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


def test_the_first_frame_is_neither_shaky_nor_black() -> None:
    assert after(page()).advice(None) == SHOW_PUZZLE
    assert FrameMonitor().advice(None) == SHOW_PUZZLE


def test_of_a_grid_it_is_said_what_is_wrong_with_it() -> None:
    calm = after(page(0), page(1))
    assert calm.advice(reading(7)) == advice_on(reading(7)) == COME_NEARER
    assert advice_on(reading(20)) == advice_on(Reading()) == CHECK_NUMBERS
    for problem in (Problem.CUT_OFF, Problem.NO_CLUES):
        assert calm.advice(reading(20, (problem,))) == problem.value
    # What is cut off has to be moved before its blur matters.
    both = reading(20, (Problem.NO_CLUES, Problem.CUT_OFF))
    assert advice_on(both) == Problem.CUT_OFF.value


def test_every_advice_is_a_sentence() -> None:
    for text in (SHOW_PUZZLE, HOLD_STILL, COME_NEARER, NO_PICTURE, MORE_LIGHT, CHECK_NUMBERS):
        assert text[0].isupper()
        assert text[-1] in ".?"
