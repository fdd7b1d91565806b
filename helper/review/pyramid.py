"""Paints a large picture quickly at any scale, and the view that shows it.

It scales the smallest halved copy that is large enough, and of that only the visible part.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import cv2
import numpy as np
from PySide6.QtCore import QPointF, QRect, QRectF
from PySide6.QtGui import QImage, QPainter, QPolygonF

from helper.application.theme import Theme
from helper.review.cutouts import image_of
from helper.review.draft import Draft
from helper.review.draft_lines import DraftPlace
from recognizer.lattice import Lattice, Picture, Points
from recognizer.values import Quad

_MIN_LEVEL_PX = 256
"""The longer side of the smallest copy is between this and twice as much."""


class Pyramid:
    """A picture and its halved copies."""

    def __init__(self, picture: Picture) -> None:
        self.levels = [picture]
        while max(self.levels[-1].shape[:2]) > 2 * _MIN_LEVEL_PX:
            height, width = (max(2, side // 2 * 2) for side in self.levels[-1].shape[:2])
            # Halving even sides takes a fifth of the time; one line less is invisible.
            even = self.levels[-1][:height, :width]
            half = width // 2, max(1, even.shape[0] // 2)
            smaller = cv2.resize(even, half, interpolation=cv2.INTER_AREA)
            self.levels.append(np.asarray(smaller, np.uint8))
        self._cut: tuple[int, QRect, QImage] | None = None

    @property
    def height(self) -> int:
        """The height of the picture itself, px."""
        return int(self.levels[0].shape[0])

    @property
    def width(self) -> int:
        """The width of the picture itself, px."""
        return int(self.levels[0].shape[1])

    def draw(self, painter: QPainter, origin: QPointF, scale: float, visible: QRectF) -> None:
        """Paint the visible part.

        Args:
            painter: A painter in the widget's coordinates.
            origin: The place of the picture's top left corner, in the widget's coordinates.
            scale: Widget px in one px of the picture.
            visible: The visible part, in the widget's coordinates.
        """
        ratio = painter.device().devicePixelRatioF()
        level = 0
        while level + 1 < len(self.levels) and scale * ratio * 2 ** (level + 1) <= 1:
            level += 1
        picture = self.levels[level]
        height, width = picture.shape[:2]
        step_x, step_y = scale * self.width / width, scale * self.height / height
        left = max(0, int((visible.left() - origin.x()) / step_x) - 1)
        top = max(0, int((visible.top() - origin.y()) / step_y) - 1)
        right = min(width, int((visible.right() - origin.x()) / step_x) + 2)
        bottom = min(height, int((visible.bottom() - origin.y()) / step_y) + 2)
        if right <= left or bottom <= top:
            return
        cut = QRect(left, top, right - left, bottom - top)
        if self._cut is None or self._cut[:2] != (level, cut):
            self._cut = level, cut, image_of(picture[top:bottom, left:right])
        target = QRectF(
            origin.x() + left * step_x,
            origin.y() + top * step_y,
            cut.width() * step_x,
            cut.height() * step_y,
        )
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, step_x * ratio < 4)
        painter.drawImage(target, self._cut[2])


class PaintedView(Protocol):
    """A widget that shows a picture with a draft over it."""

    theme: Theme
    draft: Draft | None
    place: DraftPlace | None
    """The place of the cursor."""
    to_check: Sequence[DraftPlace]
    """The doubts that are framed."""
    corner: int | None
    """The corner of the grid that is being moved, from 0 to 3, clockwise from top left."""
    scale: float
    """Widget px in one px of the picture."""
    pyramid: Pyramid
    """The picture."""

    @property
    def lattice(self) -> Lattice | None:
        """The grid as it is shown, also while a corner is moved."""

    def polygon(self, quad: Quad | Points | Sequence[Points], /) -> QPolygonF:
        """Convert points of the picture to points of the widget."""

    def width(self) -> int:
        """The widget's width, px."""

    def height(self) -> int:
        """The widget's height, px."""
