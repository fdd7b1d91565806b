"""Paint a proposed change: the cell, and in it a square with the new state."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

_INNER_SHARE = 0.56
"""The side of the inner square, as a share of the cell's side."""
_DOT_SHARE = 0.16
_MIN_CELL_PX = 4.0
"""Smaller cells are filled with the accent colour instead."""


def paint_proposal(
    painter: QPainter, cell: QRectF, after: QColor, accent: QColor, is_dotted: bool = False
) -> None:
    """Paint a proposed change over a cell that is already painted.

    Args:
        painter: Its pen and brush are changed.
        cell: The rectangle of the cell, with the lines left of it and above it.
        after: The colour that the cell would have.
        accent: The colour of the outlines.
        is_dotted: Whether the new state is shown with a dot.
    """
    side = cell.width()
    if side < _MIN_CELL_PX:
        painter.fillRect(cell, accent)
        return
    width = max(1.0, min(3.0, side / 7))
    pen = QPen(accent, width)
    pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(cell.adjusted(width / 2, width / 2, 1 - width / 2, 1 - width / 2))
    inner = QRectF(0, 0, side * _INNER_SHARE, side * _INNER_SHARE)
    inner.moveCenter(cell.center() + QPointF(0.5, 0.5))
    painter.setPen(QPen(accent, max(1.0, width / 2)))
    painter.setBrush(after)
    painter.drawRect(inner)
    if is_dotted:
        dot = QRectF(0, 0, side * _DOT_SHARE, side * _DOT_SHARE)
        dot.moveCenter(inner.center())
        painter.fillRect(dot, accent)
    painter.setBrush(Qt.BrushStyle.NoBrush)
