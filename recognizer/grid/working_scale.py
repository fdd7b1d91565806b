"""Scale the picture for grid detection."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from recognizer.grid.ridges import Plane, Ridges, median_of_bytes
from recognizer.grid.seeds import Seed
from recognizer.lattice import Picture

WORKING_PX = 1200
"""Larger pictures are reduced to this side of a square of equal area, px."""
MIN_SIDE_PX = 700
"""Pictures whose longer side is shorter than this are enlarged, px."""
MAX_PITCH_PX = 60
"""Grids with a larger pitch are searched for in a picture half as large, px."""
MARGIN_PX = 8
"""Margin added around the picture for grid detection, px."""


class ImagePyramid:
    """The picture at full size, half, a quarter; a grid is searched at the scale with small cells.

    There its thick lines are thin, and the filter covers the paper beside them.
    """

    def __init__(self, gray: Plane) -> None:
        self._grays = {0: gray}
        self._ridges: dict[int, Ridges] = {}

    @staticmethod
    def fit_for(seed: Seed) -> int:
        """The level for a seed's pitch: 0 for the full size, 1 for half of it, and so on."""
        pitch = min(np.hypot(*seed.right), np.hypot(*seed.down))
        return int(np.log2(pitch / MAX_PITCH_PX)) + 1 if pitch > MAX_PITCH_PX else 0

    def ridges(self, level: int) -> Ridges:
        """The ridges at a level."""
        if level not in self._ridges:
            self._ridges[level] = Ridges(self._gray(level))
        return self._ridges[level]

    def _gray(self, level: int) -> Plane:
        if level not in self._grays:
            larger = self._gray(level - 1)
            even = larger[: larger.shape[0] // 2 * 2, : larger.shape[1] // 2 * 2]
            half = cv2.resize(even, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
            self._grays[level] = np.asarray(half, np.float32)
        return self._grays[level]

    @staticmethod
    def down(seed: Seed, level: int) -> Seed:
        """A seed of the full size, scaled to a level."""
        share = 0.5**level
        (x, y), right, down = seed.center, seed.right, seed.down
        return replace(
            seed,
            center=((x + 0.5) * share - 0.5, (y + 0.5) * share - 0.5),
            right=(right[0] * share, right[1] * share),
            down=(down[0] * share, down[1] * share),
        )

    @staticmethod
    def up(points: NDArray[np.float64], level: int) -> NDArray[np.float64]:
        """Points of a level, scaled to the full size."""
        return (points + 0.5) * 2.0**level - 0.5


def framed(gray: NDArray[np.uint8]) -> Plane:
    """Add a line and a margin around the picture: a tightly cropped grid ends at its edge."""
    paper = median_of_bytes(gray)
    ink = 0.0 if paper > 100 else 255.0
    line = cv2.copyMakeBorder(gray, 1, 1, 1, 1, cv2.BORDER_CONSTANT, value=ink)
    rest = MARGIN_PX - 1
    return cv2.copyMakeBorder(
        line, rest, rest, rest, rest, cv2.BORDER_CONSTANT, value=paper
    ).astype(np.float32)


def scale_of(height: int, width: int, working_px: int = WORKING_PX) -> float:
    """The factor by which a picture of that size is scaled for grid detection."""
    if height * width > working_px**2:
        return float(working_px / np.sqrt(height * width))
    return min(2.0, max(1.0, MIN_SIDE_PX / max(height, width)))


def gray_of(picture: Picture) -> NDArray[np.uint8]:
    """The brightness of a picture, rounded."""
    return np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)


def reduced_gray(picture: Picture, working_px: int = WORKING_PX) -> NDArray[np.uint8]:
    """The brightness of a picture, reduced to the working size if it is larger."""
    gray = gray_of(picture)  # first, since a gray picture is reduced in a third of the time
    height, width = gray.shape
    scale = scale_of(height, width, working_px)
    if scale >= 1:
        return gray
    small = cv2.resize(gray, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8)
