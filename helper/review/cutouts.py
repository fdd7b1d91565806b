"""What the picture shows of a number, upright."""

from __future__ import annotations

from math import dist

import cv2
import numpy as np
from PySide6.QtGui import QImage

from helper.review.draft import Quad
from recognizer.values import Picture

_MARGIN = 0.12
"""How much of its surroundings is shown, of the number's height."""
_MOST_PX = 400
_KEPT = 4000


class Cutouts:
    """Cut-outs of one picture, kept once they were made."""

    def __init__(self, picture: Picture) -> None:
        self.picture = picture
        self._kept: dict[tuple[Quad, int], QImage] = {}

    def get(self, quad: Quad, height: int) -> QImage:
        """A cut-out so many pixels high."""
        key = quad, height
        if key not in self._kept:
            if len(self._kept) >= _KEPT:
                self._kept.clear()
            self._kept[key] = image_of(cut_out(self.picture, quad, height))
        return self._kept[key]


def width_of(quad: Quad, height: int) -> int:
    """How wide a cut-out of that height is."""
    width, tall = _size(quad)
    return max(1, round(height * min(max(width / tall, 0.2), 5.0)))


def _size(quad: Quad) -> tuple[float, float]:
    """Width and height in px of the picture, margin included."""
    a, b, c, d = quad  # arrays would take ten times as long, for hundreds of numbers
    width = (dist(a, b) + dist(c, d)) / 2
    height = max(1.0, (dist(a, d) + dist(b, c)) / 2)
    return width + 2 * _MARGIN * height, height * (1 + 2 * _MARGIN)


def cut_out(picture: Picture, quad: Quad, height: int) -> Picture:
    """The quadrilateral as an upright rectangle, with some surroundings."""
    wide, tall = _size(quad)
    scale = min(1.0, _MOST_PX / max(wide, tall))
    tall_px, wide_px = max(2, round(tall * scale)), max(2, round(wide * scale))
    inner = _MARGIN * tall_px / (1 + 2 * _MARGIN)
    right, low = wide_px - 1 - inner, tall_px - 1 - inner
    goal = np.array([(inner, inner), (right, inner), (right, low), (inner, low)], np.float32)
    matrix = cv2.getPerspectiveTransform(np.array(quad, np.float32), goal)
    border = cv2.BORDER_REPLICATE
    flat = cv2.warpPerspective(picture, matrix, (wide_px, tall_px), borderMode=border)
    kind = cv2.INTER_AREA if tall_px > height else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(flat, (width_of(quad, height), height), interpolation=kind), "u1")


def image_of(picture: Picture) -> QImage:
    """A picture as Qt's own image."""
    picture = np.ascontiguousarray(picture)
    height, width = picture.shape[:2]
    return QImage(picture.data, width, height, 3 * width, QImage.Format.Format_BGR888).copy()
