"""Cut-outs of numbers from the picture, upright."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import dist

import cv2
import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage, QPainter

from recognizer.lattice import Picture
from recognizer.making.colors import hex_of
from recognizer.values import Quad

_MARGIN_HEIGHTS = 0.12
"""The margin around a number, in heights of the number."""
_MAX_MARGIN_WIDTHS = 0.24
"""The largest margin, in widths: a column's whole clue is many times as high as wide."""
_MAX_SIDE_PX = 400
"""Larger cut-outs are reduced before they are scaled."""
_MAX_CACHED = 4000
"""How many cut-outs are cached, at most."""
_PICKED_PX, _MAX_PICKED_DIFFERENCE = 2, 24
"""How far pixels are whose mean is picked, and how much they may differ in each channel."""
_MIN_ASPECT, _MAX_ASPECT = 0.05, 5.0
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


def color_at(picture: Picture, x: float, y: float) -> str:
    """The colour ``#rrggbb`` at a point: the mean of the near pixels that are like the one there.

    Args:
        picture: BGR uint8, shape (height, width, 3).
        x: Within the picture, px.
        y: The same.
    """
    column, row = round(x), round(y)
    part = picture[max(row - _PICKED_PX, 0) : row + _PICKED_PX + 1]
    part = part[:, max(column - _PICKED_PX, 0) : column + _PICKED_PX + 1].reshape(-1, 3)
    height, width = picture.shape[:2]
    own = picture[min(row, height - 1), min(column, width - 1)].astype(np.int16)
    is_like = np.abs(part - own).max(axis=1) <= _MAX_PICKED_DIFFERENCE
    return hex_of(np.rint(part[is_like].mean(axis=0)).astype(int)[::-1])


def width_of(quad: Quad, height: int) -> int:
    """The width of a cut-out with a height, both in px."""
    width, tall, _ = _size(quad)
    return max(1, round(height * min(max(width / tall, _MIN_ASPECT), _MAX_ASPECT)))


def _size(quad: Quad) -> tuple[float, float, float]:
    """Width and height in px of the picture, margin included, and the margin."""
    a, b, c, d = quad  # arrays would take ten times as long
    width = max(1.0, (dist(a, b) + dist(c, d)) / 2)
    height = max(1.0, (dist(a, d) + dist(b, c)) / 2)
    margin = min(_MARGIN_HEIGHTS * height, _MAX_MARGIN_WIDTHS * width)
    return width + 2 * margin, height + 2 * margin, margin


def cut_out(picture: Picture, quad: Quad, height: int) -> Picture:
    """Rectify a quadrilateral with a margin around it; BGR uint8, ``height`` px high."""
    wide, tall, margin = _size(quad)
    scale = min(1.0, _MAX_SIDE_PX / max(wide, tall))
    tall_px, wide_px = max(2, round(tall * scale)), max(2, round(wide * scale))
    inner = margin * scale
    right, low = wide_px - 1 - inner, tall_px - 1 - inner
    target = np.array([(inner, inner), (right, inner), (right, low), (inner, low)], np.float32)
    matrix = cv2.getPerspectiveTransform(np.array(quad, np.float32), target)
    border = cv2.BORDER_REPLICATE
    flat = cv2.warpPerspective(picture, matrix, (wide_px, tall_px), borderMode=border)
    kind = cv2.INTER_AREA if tall_px > height else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(flat, (width_of(quad, height), height), interpolation=kind), "u1")


def cuts_between(strip: Quad, quads: Sequence[Quad], count: int) -> list[float]:
    """Where a column's strip is cut into pieces without cutting a number.

    Args:
        strip: The strip, its corners clockwise from the top left.
        quads: The numbers in it.
        count: The number of pieces, at most.

    Returns:
        Shares of the height, from 0 to 1, in order.
    """
    a, b, c, d = (np.array(corner) for corner in strip)
    top, down = (a + b) / 2, (c + d - a - b) / 2
    ends = (np.array(quad) - top for quad in quads)
    spans = sorted(((p @ down).min(), (p @ down).max()) for p in ends)
    # Close to a number: another one may have been missed farther away.
    beside: list[float] = []
    for (first, low), (high, _) in pairwise(spans):
        margin = min((high - low) / 2, _MARGIN_HEIGHTS * (low - first))
        beside += [float(at / (down @ down)) for at in (low + margin, high - margin)]
    wanted = [k / count for k in range(1, count)]
    return sorted({min(beside, key=lambda at: abs(at - share)) for share in wanted if beside})


def in_pieces(strip: QImage, cuts: Sequence[float], gap: int) -> QImage:
    """Cut a strip across and put the pieces beside each other, the top one first.

    Args:
        strip: A high picture.
        cuts: Where it is cut, as shares of its height, in order.
        gap: The space between two pieces, px.
    """
    ends = [round(share * strip.height()) for share in (0.0, *cuts, 1.0)]
    height = max(low - high for high, low in pairwise(ends))
    width = len(cuts) * (strip.width() + gap) + strip.width()
    folded = QImage(width, height, QImage.Format.Format_ARGB32)
    folded.fill(Qt.GlobalColor.transparent)
    painter = QPainter(folded)
    for k, (high, low) in enumerate(pairwise(ends)):
        piece = strip.copy(0, high, strip.width(), low - high)
        painter.drawImage(k * (strip.width() + gap), 0, piece)
    painter.end()
    return folded


def image_of(picture: Picture) -> QImage:
    """Convert a picture to Qt's image."""
    picture = np.ascontiguousarray(picture)
    height, width = picture.shape[:2]
    return QImage(picture.data, width, height, 3 * width, QImage.Format.Format_BGR888).copy()
