"""Values held steady: quiet at rest, and never far behind."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from recognizer.live.tracking.corner_filter import OneEuroFilter
from recognizer.live.tracking.lattice_tracker import CORNER_CUTOFF_HZ, CORNER_CUTOFF_SLOPE

FPS = 30.0


def smooth_lattice(values: NDArray[np.float64], fps: float = FPS) -> NDArray[np.float64]:
    """Values measured one after the other, through the filter that corners go through."""
    steady = OneEuroFilter(CORNER_CUTOFF_HZ, CORNER_CUTOFF_SLOPE)
    return np.array([steady.smooth(value, k / fps) for k, value in enumerate(values)])


def corners(course: NDArray[np.floating[Any]]) -> NDArray[np.float64]:
    """Four corners that all go the same way, shape (n, 4, 2)."""
    every = np.tile(course[:, None, None], (1, 4, 2)) + np.arange(8.0).reshape(4, 2)
    return np.asarray(every, np.float64)


@pytest.mark.parametrize("deviation", [0.001, 0.003])
def test_at_rest_noise_is_halved_at_least(deviation: float) -> None:
    noise = np.random.default_rng(1).normal(0, deviation, (400, 4, 2))
    out = smooth_lattice(noise)[20:]
    assert out.std() < 0.5 * deviation
    # What the eye sees is how far they jump from frame to frame.
    assert np.diff(out, axis=0).std() < 0.4 * np.diff(noise, axis=0).std()


@pytest.mark.parametrize("speed", [0.2, 1.0, 5.0, 20.0])
def test_in_motion_the_lag_is_a_fortieth_of_a_cell_at_most(speed: float) -> None:
    course = speed * np.arange(90) / FPS
    lag = np.abs(smooth_lattice(corners(course)) - corners(course))
    assert lag[30:].max() < 0.025


def test_a_step_is_followed_within_a_fifth_of_a_second() -> None:
    course = np.where(np.arange(60) < 30, 0.0, 1.0)
    behind = np.abs(corners(course) - smooth_lattice(corners(course))).max(axis=(1, 2))
    assert behind[30] < 0.25
    assert behind[36:].max() < 0.03


def test_what_moves_one_corner_moves_all_at_once() -> None:
    values = np.zeros((60, 4, 2))
    values[:, 0, 0] = 2.0 * np.arange(60) / FPS
    values[:, 3] = 0.05 * np.sin(np.arange(60) / 4)[:, None]
    moving = np.abs(smooth_lattice(values) - values)[30:, 3].max()
    values[:, 0, 0] = 0
    assert moving < 0.5 * np.abs(smooth_lattice(values) - values)[30:, 3].max()


def test_values_that_do_not_change_are_kept_exactly() -> None:
    value = np.arange(8.0).reshape(4, 2) * 100
    assert np.array_equal(smooth_lattice(np.tile(value, (20, 1, 1)))[-1], value)


def test_what_is_forgotten_has_no_influence() -> None:
    steady = OneEuroFilter(CORNER_CUTOFF_HZ, CORNER_CUTOFF_SLOPE)
    for k in range(10):
        steady.smooth(np.full((4, 2), float(k)), k / FPS)
    steady.reset()
    there = np.full((4, 2), 500.0)
    assert np.array_equal(steady.smooth(there, 10 / FPS), there)
    assert np.array_equal(steady.smooth(there, 11 / FPS), there)


def test_a_frame_of_the_same_moment_is_taken_as_it_is() -> None:
    steady = OneEuroFilter(CORNER_CUTOFF_HZ, CORNER_CUTOFF_SLOPE)
    steady.smooth(np.zeros((4, 2)), 1.0)
    assert np.array_equal(steady.smooth(np.ones((4, 2)), 1.0), np.ones((4, 2)))


@pytest.mark.parametrize("fps", [8.0, 30.0, 90.0])
def test_what_is_given_and_what_was_returned_are_not_changed_later(fps: float) -> None:
    steady = OneEuroFilter(CORNER_CUTOFF_HZ, CORNER_CUTOFF_SLOPE)
    given = [np.full((4, 2), float(k)) for k in range(6)]
    returned = [steady.smooth(value, k / fps) for k, value in enumerate(given)]
    copies = [value.copy() for value in returned]
    steady.smooth(np.full((4, 2), 9.0), 1.0)
    assert all(np.array_equal(a, b) for a, b in zip(returned, copies, strict=True))
    assert all(np.array_equal(value, np.full((4, 2), k)) for k, value in enumerate(given))
