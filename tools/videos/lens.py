"""The distortion of a lens: straight lines beside the middle of the picture are bent."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np

from tools.photographs.camera import Array, Pixels

_ROUNDS = 12
"""Rounds of the inversion; the error falls by more than five times in each."""


@dataclass(frozen=True)
class Lens:
    """A point at the distance r from the middle, in halves of the width, appears where
    r' (1 + distortion r'^2) = r.
    """

    size: tuple[int, int]
    """Width and height of the picture in px."""
    distortion: float = 0.0
    """Above 0 like a barrel, below like a cushion."""

    def seen(self, points: Array) -> Array:
        """Where points of the undistorted picture (N x 2, px) appear."""
        if not self.distortion:
            return points
        middle, half = np.array(self.size) / 2, self.size[0] / 2
        start = (np.asarray(points, np.float64) - middle) / half
        found = start
        for _ in range(_ROUNDS):
            found = start / (1 + self.distortion * (found**2).sum(axis=-1, keepdims=True))
        return np.asarray(found * half + middle)

    def bend(self, picture: Pixels) -> Pixels:
        """The picture behind the lens."""
        if not self.distortion:
            return picture
        x, y = self._sources
        return np.asarray(
            cv2.remap(picture, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.uint8
        )

    @cached_property
    def _sources(self) -> tuple[Array, Array]:
        width, height = self.size
        y, x = np.mgrid[0:height, 0:width].astype(np.float32)
        u, v = (x - width / 2) / (width / 2), (y - height / 2) / (width / 2)
        factor = 1 + np.float32(self.distortion) * (u**2 + v**2)
        return (u * factor * (width / 2) + width / 2), (v * factor * (width / 2) + height / 2)
