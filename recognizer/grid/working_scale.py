"""The picture as large as lines are looked for in it."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from recognizer.grid.ridges import Plane, Ridges
from recognizer.grid.seeds import Seed

WORKING_PX = 1200
"""Larger pictures are made that small to find the grid."""
SMALL_PX = 700
"""Smaller ones are enlarged."""
LARGE_PITCH = 60
"""px: lines farther apart are looked for in a picture half as large."""
MARGIN = 8
"""px around the picture while the grid is looked for."""


class ImagePyramid:
    """The picture at full size, half, a quarter: lines are looked for where cells are small.

    There a thick line is thin too, and what paper is like is seen beyond it.
    """

    def __init__(self, gray: Plane) -> None:
        self._grays = {0: gray}
        self._ridges: dict[int, Ridges] = {}

    @staticmethod
    def fit_for(seed: Seed) -> int:
        """The level for a seed's pitch: 0 for the full size, 1 for half of it, and so on."""
        pitch = min(np.hypot(*seed.right), np.hypot(*seed.down))
        return int(np.log2(pitch / LARGE_PITCH)) + 1 if pitch > LARGE_PITCH else 0

    def ridges(self, level: int) -> Ridges:
        """The lines at a level."""
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
        """A seed of the full size, at a level."""
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
        """Points of a level, at the full size."""
        return (points + 0.5) * 2.0**level - 0.5


def framed(gray: Plane) -> Plane:
    """With a margin and a line around it: a grid cut off close ends at the picture's edge."""
    ink = 0.0 if np.median(gray) > 100 else 255.0
    line = cv2.copyMakeBorder(gray, 1, 1, 1, 1, cv2.BORDER_CONSTANT, value=ink)
    rest = MARGIN - 1
    paper = float(np.median(gray))
    return np.asarray(
        cv2.copyMakeBorder(line, rest, rest, rest, rest, cv2.BORDER_CONSTANT, value=paper),
        np.float32,
    )


def scale_of(height: int, width: int, most_px: int = WORKING_PX) -> float:
    """By how much a picture of that size is made larger."""
    if height * width > most_px**2:
        return float(most_px / np.sqrt(height * width))
    return min(2.0, max(1.0, SMALL_PX / max(height, width)))
