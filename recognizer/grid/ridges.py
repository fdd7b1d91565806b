"""Detect thin lines of any colour as ridges, without thresholds.

A ridge has a large second derivative across its direction at some scale. The sign says whether the
line is darker (positive) or lighter than its surroundings.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import log
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from recognizer.two_threads import both

Plane = NDArray[np.float32]
"""float32, shape (height, width)."""

SEARCH_SIGMAS_PX = (0.9, 1.8)
"""Scales used while the distance of the lines is unknown, px."""
MIN_SIGMA_PX = 0.8
"""Smallest scale, px; finer ones show noise."""
SIGMA_RATIO = 1.1
"""Ratio of neighbouring scales."""
PAPER_RADIUS_PX = 12
"""Radius of the median filter that estimates the paper's brightness, px."""
MIN_NOISE_GRAY = 2.0
"""Smallest difference of ink from the paper, gray levels."""
MAX_DIRECT_KERNEL = 128
"""Most values of a kernel that OpenCV does not convolve with by Fourier transforms."""
MAX_REMAP_COLUMNS = 4096
"""Most positions in a row of a map; cv2.remap takes 32,767."""


def gray_plane(picture: NDArray[np.uint8]) -> Plane:
    """The brightness of a picture, float32 from 0 to 255."""
    return cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY).astype(np.float32)


class Derivatives(NamedTuple):
    """The derivatives of a picture at a scale sigma: second ones times its square, first ones
    times sigma.
    """

    xx: Plane
    xy: Plane
    yy: Plane
    x: Plane
    y: Plane


class Ridges:
    """The second derivatives of a plane at any scale."""

    def __init__(self, gray: Plane) -> None:
        self._take(gray, _compressed(gray))

    def _take(self, gray: Plane, flat: Plane) -> None:
        self.gray = gray
        """The brightness, 0 to 255."""
        self.flat = flat
        """The difference from the paper, on a logarithmic scale."""
        self._smoothed: dict[float, Plane] = {}
        self._derivatives: dict[float, Derivatives] = {}

    @property
    def shape(self) -> tuple[int, int]:
        """(height, width)."""
        return self.flat.shape[0], self.flat.shape[1]

    def part(self, center: tuple[float, float], reach: float) -> tuple[Ridges, tuple[int, int]]:
        """The square around a place, and its top left corner (x, y), px."""
        height, width = self.shape
        left, right = (int(np.clip(center[0] + side * reach, 0, width)) for side in (-1, 1))
        top, bottom = (int(np.clip(center[1] + side * reach, 0, height)) for side in (-1, 1))
        ridges = Ridges.__new__(Ridges)
        part = slice(top, max(bottom, top + 2)), slice(left, max(right, left + 2))
        ridges._take(self.gray[part], self.flat[part])
        return ridges, (left, top)

    def smooth(self, sigmas: tuple[float, ...]) -> list[Plane]:
        """The picture smoothed at some scales, in increasing order."""
        missing = [sigma for sigma in sigmas if sigma not in self._smoothed]
        if missing:
            # The largest one takes about as long as the others.
            fine, coarse = both(
                lambda: self._blurred(missing[:-1]), lambda: self._blurred(missing[-1:])
            )
            self._smoothed |= zip(missing, [*fine, *coarse], strict=True)
        return [self._smoothed[sigma] for sigma in sigmas]

    def _blurred(self, sigmas: list[float]) -> list[Plane]:
        return [np.asarray(cv2.GaussianBlur(self.flat, (0, 0), s), np.float32) for s in sigmas]

    def derivatives(self, sigmas: tuple[float, ...]) -> list[Derivatives]:
        """The derivatives at some scales, in increasing order."""
        missing = [sigma for sigma in sigmas if sigma not in self._derivatives]
        if missing:
            planes = list(zip(missing, self.smooth(tuple(missing)), strict=True))
            second, first = both(
                lambda: [_second_derivatives(*plane) for plane in planes],
                lambda: [_first_derivatives(*plane) for plane in planes],
            )
            found = (Derivatives(*two, *one) for two, one in zip(second, first, strict=True))
            self._derivatives |= zip(missing, found, strict=True)
        return [self._derivatives[sigma] for sigma in sigmas]

    def across(self, angle: float, sigma: float) -> Plane:
        """The signed response to lines that run at an angle.

        Args:
            angle: The angle of the lines, in radians from the x axis towards y.
            sigma: The scale, px.
        """
        nx, ny = -np.sin(angle), np.cos(angle)
        # The three Sobel kernels of the second derivatives, weighted for this direction.
        xx, xy = np.outer((1, 2, 1), (1, -2, 1)), np.outer((-1, 0, 1), (-1, 0, 1))
        kernel = sigma * sigma / 4 * (xx * nx * nx + 2 * xy * nx * ny + xx.T * ny * ny)
        (smooth,) = self.smooth((sigma,))
        return np.asarray(cv2.filter2D(smooth, cv2.CV_32F, kernel), np.float32)

    def lines(self, angle: float, length: float, sigmas: tuple[float, ...]) -> Plane:
        """The absolute response to lines at an angle, the maximum over the scales.

        Signed responses are summed along ``length`` px, so that only lines of one polarity remain.
        """
        kernel = line_kernel(angle, length)
        best = np.abs(_filtered(self.across(angle, sigmas[0]), kernel))
        for sigma in sigmas[1:]:
            summed = _filtered(self.across(angle, sigma), kernel)
            np.maximum(best, np.abs(summed, out=summed), out=best)
        return best


def _second_derivatives(sigma: float, smooth: Plane) -> list[Plane]:
    """xx, xy and yy; the weights of a 3 x 3 Sobel kernel add up to 4."""
    return [_sobel(smooth, order, sigma * sigma / 4) for order in ((2, 0), (1, 1), (0, 2))]


def _first_derivatives(sigma: float, smooth: Plane) -> list[Plane]:
    """x and y; a 3 x 3 Sobel kernel weighs differences over 2 px, with weights that add up to 4."""
    return [_sobel(smooth, order, sigma / 8) for order in ((1, 0), (0, 1))]


def _sobel(plane: Plane, order: tuple[int, int], scale: float) -> Plane:
    return np.asarray(cv2.Sobel(plane, cv2.CV_32F, *order, ksize=3, scale=scale), np.float32)


def sigmas_for(pitch: float) -> tuple[float, ...]:
    """Scales for the lines of a lattice: from hairlines to frames of a quarter of a cell.

    They are rounded to steps, so that lattices of similar pitch share their derivatives.
    """
    return tuple(sorted({_stepped(share * pitch) for share in (0.03, 0.06, 0.11)}))


def _stepped(sigma: float) -> float:
    steps = (
        max(0, round(log(sigma / MIN_SIGMA_PX) / log(SIGMA_RATIO))) if sigma > MIN_SIGMA_PX else 0
    )
    return round(MIN_SIGMA_PX * SIGMA_RATIO**steps, 2)


def _compressed(gray: Plane) -> Plane:
    """The difference from the local paper, on a logarithmic scale, so that faint lines count."""
    byte = np.clip(gray, 0, 255).astype(np.uint8)
    paper = _local_median(byte)
    smooth = cv2.medianBlur(byte, 3)
    if not np.array_equal(byte, gray):
        noise = float(np.median(np.abs(gray - smooth)))
        differs = gray - paper.astype(np.float32)
        return np.asarray(np.copysign(_log_scale(np.abs(differs), noise), differs))
    # Whole numbers, as the picture has them: a table takes a fifth of the time.
    noise = median_of_bytes(np.asarray(cv2.absdiff(byte, smooth), np.uint8))
    table = _log_scale(np.arange(256, dtype=np.float32), noise)
    flat = np.asarray(cv2.LUT(cv2.absdiff(byte, paper), table), np.float32)
    np.negative(flat, out=flat, where=byte < paper)
    return flat


def _local_median(byte: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The median around each pixel, by halves of the picture: it takes longest of all filters."""
    radius, middle = PAPER_RADIUS_PX, len(byte) // 2
    if middle <= radius:
        return np.asarray(cv2.medianBlur(byte, 2 * radius + 1), np.uint8)
    upper, lower = both(
        lambda: cv2.medianBlur(byte[: middle + radius], 2 * radius + 1)[:middle],
        lambda: cv2.medianBlur(byte[middle - radius :], 2 * radius + 1)[radius:],
    )
    return np.concatenate([upper, lower]).astype(np.uint8, copy=False)


def _log_scale(differences: Plane, noise: float) -> Plane:
    return np.asarray(np.log1p(differences / max(MIN_NOISE_GRAY, 1.5 * noise)), np.float32)


def median_of_bytes(values: NDArray[np.uint8]) -> float:
    """The median of bytes; counting them is far faster than sorting."""
    counts = cv2.calcHist([values], [0], None, [256], [0, 256]).ravel().astype(np.int64)
    below = np.cumsum(counts)
    middle = np.searchsorted(below, ((values.size - 1) // 2, values.size // 2), side="right")
    return float(middle.mean())


def line_kernel(angle: float, length: float) -> Plane:
    """A kernel with a line of the given length and angle through the middle; its sum is 1."""
    radius = max(1, int(np.ceil(length / 2)))
    y, x = np.mgrid[-radius : radius + 1, -radius : radius + 1].astype(np.float32)
    along = np.abs(x * np.cos(angle) + y * np.sin(angle))
    beside = np.abs(-x * np.sin(angle) + y * np.cos(angle))
    kernel = np.clip(1 - beside, 0, 1) * np.clip(length / 2 + 0.5 - along, 0, 1)
    return np.asarray(kernel / kernel.sum(), np.float32)


def _filtered(plane: Plane, kernel: Plane) -> Plane:
    """A plane convolved with a sparse, symmetric kernel; the border is repeated outside.

    OpenCV leaves out the zeros of a small kernel, but convolves with a large one by Fourier
    transforms, which takes five times as long for a line. So the kernel is applied in pieces.
    """
    radius = len(kernel) // 2
    used = np.flatnonzero(kernel.any(axis=1))
    used_x = np.flatnonzero(kernel.any(axis=0))
    top, bottom, left, right = used[0], used[-1] + 1, used_x[0], used_x[-1] + 1
    if (bottom - top) * (right - left) <= MAX_DIRECT_KERNEL:
        kernel = np.ascontiguousarray(kernel[top:bottom, left:right])
        return np.asarray(
            cv2.filter2D(plane, cv2.CV_32F, kernel, borderType=cv2.BORDER_REPLICATE), np.float32
        )
    height, width = plane.shape
    padded = cv2.copyMakeBorder(plane, radius, radius, radius, radius, cv2.BORDER_REPLICATE)
    total = np.zeros_like(plane)
    for y, x, piece in _pieces(kernel):
        high, wide = piece.shape
        part = padded[y : y + height + high - 1, x : x + width + wide - 1]
        summed = cv2.filter2D(part, cv2.CV_32F, piece, anchor=(0, 0))
        total += summed[:height, :width]
    return total


def _pieces(kernel: Plane) -> Iterator[tuple[int, int, Plane]]:
    """Top, left and values of small parts of a kernel that have all that is not zero."""
    inside = np.argwhere(kernel)
    if not len(inside):
        return
    (top, left), (bottom, right) = inside.min(axis=0).tolist(), (inside.max(axis=0) + 1).tolist()
    part = kernel[top:bottom, left:right]
    if part.size <= MAX_DIRECT_KERNEL:
        yield top, left, np.ascontiguousarray(part)
        return
    axis = int(part.shape[1] > part.shape[0])
    middle = part.shape[axis] // 2
    for start, half in zip((0, middle), np.split(part, [middle], axis=axis), strict=True):
        for y, x, piece in _pieces(half):
            yield top + y + start * (1 - axis), left + x + start * axis, piece


def sample(plane: Plane, points: NDArray[np.float64]) -> NDArray[np.float64]:
    """Values of a plane at subpixel positions; the border is repeated outside.

    Args:
        plane: float32, shape (height, width).
        points: Shape (..., 2), px; the values where a point is NaN mean nothing.

    Returns:
        Shape (...).
    """
    return sample_all((plane,), points[..., 0], points[..., 1])[0].astype(np.float64)


def sample_all(
    planes: Sequence[Plane], x: NDArray[np.float64], y: NDArray[np.float64]
) -> list[Plane]:
    """Values of planes of the same shape at subpixel positions; the border is repeated outside.

    Args:
        planes: float32, shape (height, width).
        x: The positions, shape (...), px; the values where one is NaN mean nothing.
        y: The same shape.

    Returns:
        Arrays of shape (...), one for each plane.
    """
    count = x.size
    if not count:
        return [np.zeros(x.shape, np.float32) for _ in planes]
    columns = min(count, MAX_REMAP_COLUMNS)
    rows = -(-count // columns)
    maps = np.zeros((2, rows * columns), np.float32)
    maps[0, :count], maps[1, :count] = x.ravel(), y.ravel()
    if np.isnan(maps).any():
        maps = np.nan_to_num(maps, nan=-10.0)
    at_x, at_y = maps.reshape(2, rows, columns)
    found = []
    for plane in planes:
        values = cv2.remap(plane, at_x, at_y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        found.append(np.asarray(values, np.float32).ravel()[:count].reshape(x.shape))
    return found
