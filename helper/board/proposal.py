"""Paint a proposed change: the present cell, and in it a square with the new state."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

_SHARE = 0.56
"""Side of the inner square, of the cell's."""
_TOO_SMALL = 4.0
"""Px of a cell below which it is just filled with the accent colour."""


def paint_proposal(painter: QPainter, cell: QRectF, after: QColor, accent: QColor) -> None:
    """Paint a proposed change over a cell that is painted as it is.

    Args:
        painter: Keeps neither pen nor brush.
        cell: Where the cell is, with the line left of it and above it.
        after: The colour that the cell would have.
        accent: Of the outlines.
    """
    side = cell.width()
    if side < _TOO_SMALL:
        painter.fillRect(cell, accent)
        return
    width = max(1.0, min(3.0, side / 7))
    pen = QPen(accent, width)
    pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(cell.adjusted(width / 2, width / 2, 1 - width / 2, 1 - width / 2))
    inner = QRectF(0, 0, side * _SHARE, side * _SHARE)
    inner.moveCenter(cell.center() + QPointF(0.5, 0.5))
    painter.setPen(QPen(accent, max(1.0, width / 2)))
    painter.setBrush(after)
    painter.drawRect(inner)
    painter.setBrush(Qt.BrushStyle.NoBrush)
