"""How a cell is painted that is wrong, or that the clues do not determine.

A cell that is not shaded is hatched. A shaded cell gets a ring in two tones, black and white, since
hatching of one colour is lost on some colours, and under patterns on all of them.
"""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPen, QPixmap

from puzzles.color_values import text_on

MIN_HATCHED_PX = 4.0
"""Smaller cells that are not shaded are filled instead."""
MIN_RING_PX = 8.0
"""Smaller shaded cells have a square in their middle instead."""
_RADIUS = 0.34
"""Of the ring, as a share of the cell's side."""
_WIDTH = 0.085
"""Of the ring's narrow tone, as a share of the cell's side; it contrasts with the cell."""
_MIN_WIDTH_PX = 1.2
_CASING = 2.7
"""The width of the tone behind it, as a multiple of that."""
_SQUARE = 0.5
"""The side of the square in a small cell, as a share of the cell's side."""


def paint_hatched(painter: QPainter, cell: QRectF, fill: str | None, hatching: str) -> None:
    """Paint over a cell that is already painted; changes pen and brush.

    Args:
        painter: Is not antialiased.
        cell: The rectangle of the cell, with the lines left of it and above it, in px.
        fill: The colour of a shaded cell, ``#rrggbb``; ``None`` for one that is not shaded.
        hatching: The colour of the hatching, ``#rrggbb``.
    """
    side = cell.width()
    if fill is not None:
        if side >= MIN_RING_PX:
            ratio = painter.device().devicePixelRatioF()
            painter.drawPixmap(cell.topLeft(), _ring(fill, side, ratio))
        else:
            _paint_square(painter, cell, fill)
    elif side < MIN_HATCHED_PX:
        painter.fillRect(cell, QColor(hatching))
    else:
        painter.fillRect(cell, QBrush(QColor(hatching), Qt.BrushStyle.BDiagPattern))
        painter.setPen(QPen(QColor(hatching), 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(cell.adjusted(1, 1, -1, -1))


def _paint_square(painter: QPainter, cell: QRectF, fill: str) -> None:
    square = QRectF(0, 0, cell.width() * _SQUARE, cell.width() * _SQUARE)
    square.moveCenter(cell.center())
    painter.fillRect(square, QColor(text_on(fill)))


@lru_cache(maxsize=64)
def _ring(fill: str, side: float, ratio: float) -> QPixmap:
    """The ring on a transparent cell; ``side`` in px, ``ratio`` device px a px."""
    pixmap = QPixmap(QSize(round(side * ratio), round(side * ratio)))
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    narrow = text_on(fill)
    wide = "#000000" if narrow == "#ffffff" else "#ffffff"
    width = max(_MIN_WIDTH_PX, side * _WIDTH)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    middle = QPointF(side / 2 + 0.5, side / 2 + 0.5)  # between the lines around the cell
    for tone, tone_width in ((wide, width * _CASING), (narrow, width)):
        painter.setPen(QPen(QColor(tone), tone_width))
        painter.drawEllipse(middle, side * _RADIUS, side * _RADIUS)
    painter.end()
    return pixmap
