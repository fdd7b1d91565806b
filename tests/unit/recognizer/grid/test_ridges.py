"""The filters are those of the textbook, however they are computed."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from recognizer.grid.ridges import Ridges, line_kernel, median_of_bytes, sample_all

RNG = np.random.default_rng(1)


def picture(height: int = 90, width: int = 130) -> NDArray[np.float32]:
    noise = RNG.integers(0, 256, (height, width)).astype(np.float32)
    return np.asarray(np.rint(cv2.GaussianBlur(noise, (0, 0), 1.5)), np.float32)


@pytest.mark.parametrize("length", [4.0, 13.0, 36.0, 70.0])
@pytest.mark.parametrize("angle", [0.0, 0.003, -0.1, 0.4, 1.2, np.pi / 2])
def test_lines_are_the_sums_of_the_second_derivative_along_them(
    angle: float, length: float
) -> None:
    sigmas = 0.88, 2.0
    ridges = Ridges(picture())
    kernel = line_kernel(angle, length)
    nx, ny = -np.sin(angle), np.cos(angle)
    summed = []
    for plane in ridges.derivatives(sigmas):
        across = plane.xx * nx * nx + 2 * plane.xy * nx * ny + plane.yy * ny * ny
        across = np.asarray(across, np.float64)  # not convolved by Fourier transforms of floats
        summed.append(np.abs(cv2.filter2D(across, -1, kernel, borderType=cv2.BORDER_REPLICATE)))
    found = ridges.lines(angle, length, sigmas)
    assert np.abs(found - np.maximum(*summed)).max() < 1e-4 * found.max()


def test_whole_gray_levels_are_compressed_like_all_others() -> None:
    gray = picture()
    almost = gray + np.float32(1e-4)
    assert np.abs(Ridges(gray).flat - Ridges(almost).flat).max() < 1e-3


@pytest.mark.parametrize("count", [1, 2, 7, 8, 1001])
def test_the_median_of_bytes_is_the_median(count: int) -> None:
    for values in RNG.integers(0, 256, (20, count)).astype(np.uint8):
        assert median_of_bytes(values) == np.median(values)


def test_values_between_pixels_are_interpolated_and_the_border_goes_on() -> None:
    plane = np.arange(12, dtype=np.float32).reshape(3, 4)
    x, y = np.array([[1.5, -7.0], [np.nan, 9.0]]), np.array([[1.0, 0.0], [1.0, 9.0]])
    (found,) = sample_all((plane,), x, y)
    assert found.shape == x.shape
    assert (found[0, 0], found[0, 1], found[1, 1]) == (5.5, 0.0, 11.0)
