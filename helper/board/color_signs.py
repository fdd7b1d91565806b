"""Patterns by which the colours of a board are told apart without seeing colours."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from PySide6.QtCore import QLineF, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPixmap, QPolygonF

from puzzles.color_values import text_on

MIN_CELL_PX = 8
"""Smaller cells have no pattern: it could not be recognized."""
_ALPHA = 200
"""Opacity of a pattern on its colour."""
_WIDTH = 0.09
"""The width of a pattern's lines, as a share of the cell."""
_MIN_WIDTH_PX = 1.0
"""The least width of a pattern's lines, device px: thinner ones are too faint."""


def paint_pattern(painter: QPainter, rect: QRectF, color: int, rgb: str) -> None:
    """Paint the pattern of a colour over a cell that is filled with it.

    Args:
        painter: Its pen and brush are changed.
        rect: The cell.
        color: Palette index; 1 is plain.
        rgb: The colour, ``#rrggbb``.
    """
    if color < 1:
        return
    ink = QColor(text_on(rgb))
    ink.setAlpha(_ALPHA)
    repeat, pattern = divmod(color - 1, len(_PATTERNS))
    painter.save()
    painter.setClipRect(rect, Qt.ClipOperation.IntersectClip)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(rect.topLeft())
    painter.scale(rect.width(), rect.height())
    pen = QPen(ink, max(_WIDTH, _MIN_WIDTH_PX / _device_px(painter)))
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    _PATTERNS[pattern](painter)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    _MARGINS[repeat](painter)
    painter.restore()


def pattern_pixmap(color: int, rgb: str, cell: int, ratio: float) -> QPixmap:
    """The pattern of a colour on a transparent cell; ``cell`` in px, ``ratio`` device px a px."""
    pixmap = QPixmap(QSize(cell, cell) * ratio)
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    paint_pattern(painter, QRectF(0, 0, cell, cell), color, rgb)
    painter.end()
    return pixmap


def _device_px(painter: QPainter) -> float:
    """The side of the cell that is being painted, device px."""
    return max(1.0, abs(painter.deviceTransform().m11()))


def _bars(painter: QPainter, places: Sequence[float], length: float, is_column: bool) -> None:
    """Paint parallel lines on whole device px, since a line between two of them is faint.

    Args:
        painter: Has the pen.
        places: Their middles, as shares of the cell.
        length: Their length, around the middle of the cell.
        is_column: Whether they are upright.
    """
    side = _device_px(painter)
    width = max(1, round(painter.pen().widthF() * side))
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    for place in places:
        start = math.floor(place * side - width / 2 + 0.5) / side
        bar = QRectF(start, (1 - length) / 2, width / side, length)
        if not is_column:
            bar = QRectF(bar.y(), bar.x(), bar.height(), bar.width())
        painter.fillRect(bar, painter.pen().color())


def _stripes(is_column: bool) -> Callable[[QPainter], None]:
    return lambda painter: _bars(painter, (0.25, 0.5, 0.75), 1, is_column)


def _plus(painter: QPainter) -> None:
    ink, opacity = painter.pen().color(), painter.opacity()
    painter.setPen(QPen(QColor(ink.rgb()), painter.pen().widthF()))
    painter.setOpacity(opacity * ink.alphaF())
    for is_column in (False, True):
        _bars(painter, (0.5,), 0.76, is_column)
    painter.setOpacity(opacity)


def _lines(*ends: tuple[float, float, float, float]) -> Callable[[QPainter], None]:
    lines = [QLineF(*end) for end in ends]
    return lambda painter: painter.drawLines(lines)


def _dots(places: Sequence[tuple[float, float]], radius: float) -> Callable[[QPainter], None]:
    def paint(painter: QPainter) -> None:
        painter.setBrush(painter.pen().color())
        painter.setPen(Qt.PenStyle.NoPen)
        for x, y in places:
            painter.drawEllipse(QPointF(x, y), radius, radius)

    return paint


def _ring(painter: QPainter) -> None:
    painter.drawEllipse(QPointF(0.5, 0.5), 0.27, 0.27)


def _shape(*corners: tuple[float, float]) -> Callable[[QPainter], None]:
    polygon = QPolygonF([QPointF(x, y) for x, y in corners])

    def paint(painter: QPainter) -> None:
        painter.setBrush(painter.pen().color())
        painter.setPen(Qt.PenStyle.NoPen)
        painter.drawPolygon(polygon)

    return paint


def _nothing(_painter: QPainter) -> None:
    pass


_PATTERNS: tuple[Callable[[QPainter], None], ...] = (
    _nothing,
    _lines(*((k - 2, 2, k + 2, -2) for k in (0, 0.5, 1, 1.5, 2))),
    _stripes(is_column=False),
    _dots([(0.28, 0.28), (0.72, 0.28), (0.28, 0.72), (0.72, 0.72)], 0.11),
    _stripes(is_column=True),
    _ring,
    _lines(*((k - 2, -2, k + 2, 2) for k in (-1, -0.5, 0, 0.5, 1))),
    _lines((0.15, 0.15, 0.85, 0.85), (0.15, 0.85, 0.85, 0.15)),
    _shape((0.5, 0.18), (0.85, 0.8), (0.15, 0.8)),
    _plus,
    _shape((0.3, 0.3), (0.7, 0.3), (0.7, 0.7), (0.3, 0.7)),
    _shape((0.5, 0.12), (0.88, 0.5), (0.5, 0.88), (0.12, 0.5)),
)
_CORNERS = ((0.0, 0.3, 0.3, 0.0), (0.7, 0.0, 1.0, 0.3), (1.0, 0.7, 0.7, 1.0), (0.3, 1.0, 0.0, 0.7))
_MARGINS: tuple[Callable[[QPainter], None], ...] = (
    _nothing,
    lambda painter: painter.drawRect(QRectF(0.07, 0.07, 0.86, 0.86)),
    _lines(*_CORNERS),
)
"""Beyond the last pattern they begin anew, with these."""
PATTERNS = len(_PATTERNS)
"""The number of different patterns."""
