"""Patterns by which the colours of a board are told apart without seeing colours."""

from __future__ import annotations

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
    pen = QPen(ink, _WIDTH)
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
    _lines((0, 0.5, 0.5, 0), (0, 1, 1, 0), (0.5, 1, 1, 0.5)),
    _lines((0, 0.25, 1, 0.25), (0, 0.5, 1, 0.5), (0, 0.75, 1, 0.75)),
    _dots([(0.28, 0.28), (0.72, 0.28), (0.28, 0.72), (0.72, 0.72)], 0.11),
    _lines((0.25, 0, 0.25, 1), (0.5, 0, 0.5, 1), (0.75, 0, 0.75, 1)),
    _ring,
    _lines((0, 0.5, 0.5, 1), (0, 0, 1, 1), (0.5, 0, 1, 0.5)),
    _lines((0.15, 0.15, 0.85, 0.85), (0.15, 0.85, 0.85, 0.15)),
    _shape((0.5, 0.18), (0.85, 0.8), (0.15, 0.8)),
    _lines((0.5, 0.12, 0.5, 0.88), (0.12, 0.5, 0.88, 0.5)),
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
