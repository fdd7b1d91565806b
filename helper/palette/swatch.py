"""Small pictures of colours."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPainterPath, QPen, QPixmap

from helper.board.color_signs import paint_pattern

_ICON_PX = 16
_SCALE = 2
"""Icons are painted larger, for screens with small pixels."""
_BORDER = QColor(128, 128, 136)


def paint_swatch(
    painter: QPainter, rect: QRectF, rgb: str, index: int = 0, border: QColor = _BORDER
) -> None:
    """Paint a swatch; ``index``: the palette index whose pattern is painted, 0 for none."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(rgb))
    painter.drawRoundedRect(rect, 4, 4)
    if index:
        inside = QPainterPath()
        inside.addRoundedRect(rect, 4, 4)
        painter.save()
        painter.setClipPath(inside)
        paint_pattern(painter, rect, index, rgb)
        painter.restore()
    painter.setPen(QPen(border, 1))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)


def swatch_icon(rgb: str) -> QIcon:
    """A swatch for menus and lists."""
    pixmap = QPixmap(QSize(_ICON_PX, _ICON_PX) * _SCALE)
    pixmap.setDevicePixelRatio(_SCALE)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    paint_swatch(painter, QRectF(0, 0, _ICON_PX, _ICON_PX), rgb)
    painter.end()
    return QIcon(pixmap)
