"""Cut-outs of numbers from the picture, upright."""

from __future__ import annotations

from math import dist

import cv2
import numpy as np
from PySide6.QtGui import QImage

from recognizer.lattice import Picture
from recognizer.values import Quad

_MARGIN_HEIGHTS = 0.12
"""The margin around a number, in heights of the number."""
_MAX_SIDE_PX = 400
"""Larger cut-outs are reduced before they are scaled."""
_MAX_CACHED = 4000
"""How many cut-outs are cached, at most."""
_MIN_ASPECT, _MAX_ASPECT = 0.2, 5.0
"""The limits of a cut-out's width divided by its height."""


class Cutouts:
    """The cut-outs of one picture, cached."""

    def __init__(self, picture: Picture) -> None:
        self.picture = picture
        self._cache: dict[tuple[Quad, int], QImage] = {}

    def get(self, quad: Quad, height: int) -> QImage:
        """The cut-out of a number with a height in px."""
        key = quad, height
        if key not in self._cache:
            if len(self._cache) >= _MAX_CACHED:
                self._cache.clear()
            self._cache[key] = image_of(cut_out(self.picture, quad, height))
        return self._cache[key]


def width_of(quad: Quad, height: int) -> int:
    """The width of a cut-out with a height, both in px."""
    width, tall = _size(quad)
    return max(1, round(height * min(max(width / tall, _MIN_ASPECT), _MAX_ASPECT)))


def _size(quad: Quad) -> tuple[float, float]:
    """Width and height in px of the picture, margin included."""
    a, b, c, d = quad  # arrays would take ten times as long
    width = (dist(a, b) + dist(c, d)) / 2
    height = max(1.0, (dist(a, d) + dist(b, c)) / 2)
    return width + 2 * _MARGIN_HEIGHTS * height, height * (1 + 2 * _MARGIN_HEIGHTS)


def cut_out(picture: Picture, quad: Quad, height: int) -> Picture:
    """Rectify a quadrilateral with a margin around it; BGR uint8, ``height`` px high."""
    wide, tall = _size(quad)
    scale = min(1.0, _MAX_SIDE_PX / max(wide, tall))
    tall_px, wide_px = max(2, round(tall * scale)), max(2, round(wide * scale))
    inner = _MARGIN_HEIGHTS * tall_px / (1 + 2 * _MARGIN_HEIGHTS)
    right, low = wide_px - 1 - inner, tall_px - 1 - inner
    target = np.array([(inner, inner), (right, inner), (right, low), (inner, low)], np.float32)
    matrix = cv2.getPerspectiveTransform(np.array(quad, np.float32), target)
    border = cv2.BORDER_REPLICATE
    flat = cv2.warpPerspective(picture, matrix, (wide_px, tall_px), borderMode=border)
    kind = cv2.INTER_AREA if tall_px > height else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(flat, (width_of(quad, height), height), interpolation=kind), "u1")


def image_of(picture: Picture) -> QImage:
    """Convert a picture to Qt's image."""
    picture = np.ascontiguousarray(picture)
    height, width = picture.shape[:2]
    return QImage(picture.data, width, height, 3 * width, QImage.Format.Format_BGR888).copy()
