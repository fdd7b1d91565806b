"""Detect thin lines of any colour as ridges, without thresholds.

A ridge has a large second derivative across its direction at some scale. The sign says whether the
line is darker (positive) or lighter than its surroundings.
"""

from __future__ import annotations

from math import log

import cv2
import numpy as np
from numpy.typing import NDArray

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
MAX_REMAP_COLUMNS = 4096
"""Most positions in a row of a map; cv2.remap takes 32,767."""


def gray_plane(picture: NDArray[np.uint8]) -> Plane:
    """The brightness of a picture, float32 from 0 to 255."""
    return cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY).astype(np.float32)


class Ridges:
    """The second derivatives of a plane at any scale."""

    def __init__(self, gray: Plane) -> None:
        self._take(gray, _compressed(gray))

    def _take(self, gray: Plane, flat: Plane) -> None:
        self.gray = gray
        """The brightness, 0 to 255."""
        self.flat = flat
        """The difference from the paper, on a logarithmic scale."""
        self._hessians: dict[float, tuple[Plane, Plane, Plane]] = {}
        self._gradients: dict[float, tuple[Plane, Plane]] = {}

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

    def hessian(self, sigma: float) -> tuple[Plane, Plane, Plane]:
        """The derivatives xx, xy and yy at a scale, times sigma squared."""
        if sigma not in self._hessians:
            smooth = cv2.GaussianBlur(self.flat, (0, 0), sigma)
            # The weights of a 3 x 3 Sobel kernel add up to 4.
            weight = sigma * sigma / 4
            orders = ((2, 0), (1, 1), (0, 2))
            xx, xy, yy = (
                np.asarray(cv2.Sobel(smooth, cv2.CV_32F, *order, ksize=3, scale=weight), np.float32)
                for order in orders
            )
            self._hessians[sigma] = (xx, xy, yy)
        return self._hessians[sigma]

    def gradient(self, sigma: float) -> tuple[Plane, Plane]:
        """The derivatives x and y at a scale, times sigma."""
        if sigma not in self._gradients:
            smooth = cv2.GaussianBlur(self.flat, (0, 0), sigma)
            # A 3 x 3 Sobel kernel weighs differences over 2 px, with weights that add up to 4.
            x, y = (
                np.asarray(
                    cv2.Sobel(smooth, cv2.CV_32F, *order, ksize=3, scale=sigma / 8), np.float32
                )
                for order in ((1, 0), (0, 1))
            )
            self._gradients[sigma] = (x, y)
        return self._gradients[sigma]

    def across(self, angle: float, sigma: float) -> Plane:
        """The signed response to lines that run at an angle.

        Args:
            angle: The angle of the lines, in radians from the x axis towards y.
            sigma: The scale, px.
        """
        nx, ny = -np.sin(angle), np.cos(angle)
        xx, xy, yy = self.hessian(sigma)
        return np.asarray(
            xx * np.float32(nx * nx) + xy * np.float32(2 * nx * ny) + yy * np.float32(ny * ny)
        )

    def lines(self, angle: float, length: float, sigmas: tuple[float, ...]) -> Plane:
        """The absolute response to lines at an angle, the maximum over the scales.

        Signed responses are summed along ``length`` px, so that only lines of one polarity remain.
        """
        kernel = line_kernel(angle, length)
        summed = [
            cv2.filter2D(self.across(angle, s), cv2.CV_32F, kernel, borderType=cv2.BORDER_REPLICATE)
            for s in sigmas
        ]
        return np.asarray(np.abs(summed).max(axis=0))


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
    paper = cv2.medianBlur(byte, 2 * PAPER_RADIUS_PX + 1).astype(np.float32)
    differs = gray - paper
    noise = float(np.median(np.abs(gray - cv2.medianBlur(byte, 3)))) * 1.5
    return np.asarray(np.sign(differs) * np.log1p(np.abs(differs) / max(MIN_NOISE_GRAY, noise)))


def line_kernel(angle: float, length: float) -> Plane:
    """A kernel with a line of the given length and angle through the middle; its sum is 1."""
    radius = max(1, int(np.ceil(length / 2)))
    y, x = np.mgrid[-radius : radius + 1, -radius : radius + 1].astype(np.float32)
    along = np.abs(x * np.cos(angle) + y * np.sin(angle))
    beside = np.abs(-x * np.sin(angle) + y * np.cos(angle))
    kernel = np.clip(1 - beside, 0, 1) * np.clip(length / 2 + 0.5 - along, 0, 1)
    return np.asarray(kernel / kernel.sum(), np.float32)


def sample(plane: Plane, points: NDArray[np.float64]) -> NDArray[np.float64]:
    """Values of a plane at subpixel positions; the border is repeated outside."""
    return sample_all((plane,), points)[0]


def sample_all(planes: tuple[Plane, ...], points: NDArray[np.float64]) -> list[NDArray[np.float64]]:
    """Values of planes of the same shape at subpixel positions; the border is repeated outside.

    Args:
        planes: float32, shape (height, width).
        points: Shape (..., 2), px; the values where a point is NaN mean nothing.

    Returns:
        Arrays of shape (...), one for each plane.
    """
    shape = points.shape[:-1]
    if not points.size:
        return [np.zeros(shape) for _ in planes]
    flat = points.reshape(-1, 2).astype(np.float32)
    if np.isnan(flat).any():
        flat = np.nan_to_num(flat, nan=-10.0)
    count = len(flat)
    columns = min(count, MAX_REMAP_COLUMNS)
    rows = -(-count // columns)
    if rows * columns > count:
        flat = np.pad(flat, ((0, rows * columns - count), (0, 0)))
    x, y = (flat[:, k].reshape(rows, columns) for k in (0, 1))
    values = (
        cv2.remap(plane, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        for plane in planes
    )
    return [found.ravel()[:count].reshape(shape).astype(np.float64) for found in values]
