"""Paints the marks of guesses: smaller squares, rings, and a pin in the first cell of a guess."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPolygonF

_MIN_WITH_SHAPES_PX = 8
"""Smaller cells are only filled with the guess's colour."""
_MIN_WITH_PIN_PX = 10
_MIN_WITH_NUMBER_PX = 22


def paint_guess_mark(
    painter: QPainter, cell: QRectF, color: QColor, fill: QColor | None, paper: QColor
) -> None:
    """Paint a mark of a guess over the mark itself; changes pen and brush.

    Args:
        painter: Is clipped to the grid.
        cell: The whole cell, in px.
        color: The colour of the guess.
        fill: The colour of a shaded cell; the guess's own in black and white. ``None`` for a cell
            that is blank or clear.
        paper: The colour of a cell that is not shaded.
    """
    size = cell.width()
    if size < _MIN_WITH_SHAPES_PX:
        if fill is not None:
            painter.fillRect(cell, color)
        return
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    middle = cell.center() + QPointF(0.5, 0.5)
    if fill is None:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(color, max(1.2, size / 14)))
        painter.drawEllipse(middle, size * 0.3, size * 0.3)
    else:
        painter.fillRect(cell, paper)
        ring = max(1.5, size / 9)
        half = size / 2 - max(1.5, size / 9) - ring / 2
        painter.setBrush(fill)
        painter.setPen(QPen(color, ring))
        painter.drawRoundedRect(
            QRectF(middle.x() - half, middle.y() - half, 2 * half, 2 * half), ring, ring
        )
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)


def paint_pin(
    painter: QPainter, cell: QRectF, color: QColor, paper: QColor, number: int = 0
) -> None:
    """Paint the pin of a guess or an assumption in the upper right corner.

    Changes pen, brush and font.

    Args:
        painter: Is clipped to the grid.
        cell: The whole cell, in px.
        color: Of the pin.
        paper: The colour of a cell that is not shaded, behind the pin.
        number: Of the guess, shown in the pin's head where there is room; 0 for none.
    """
    size = cell.width()
    if size < _MIN_WITH_PIN_PX:
        painter.fillRect(QRectF(cell.center(), cell.topRight()).normalized(), color)
        return
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    number = number if size >= _MIN_WITH_NUMBER_PX else 0
    radius = max(2.5, size * (0.27 if number else 0.2))
    head = cell.topRight() + QPointF(-radius - 1, radius + 2)
    tip = head + QPointF(-radius * 1.3, radius * 1.9)
    side = QPointF(radius * 0.82, radius * 0.57)
    path = QPainterPath()
    path.addPolygon(QPolygonF([tip, head - side, head + side, tip]))
    path.addEllipse(head, radius, radius)
    path.setFillRule(Qt.FillRule.WindingFill)
    path = path.simplified()
    painter.setPen(QPen(paper, max(1.5, size / 12), j=Qt.PenJoinStyle.RoundJoin))
    painter.setBrush(color)
    painter.drawPath(path)
    painter.fillPath(path, color)
    if number:
        font = painter.font()
        font.setPixelSize(max(8, round(radius * 1.5)))
        font.setBold(True)
        painter.setFont(font)
        painter.setPen(paper)
        box = QRectF(head.x() - radius, head.y() - radius, 2 * radius, 2 * radius)
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, str(number))
    else:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(paper)
        painter.drawEllipse(head, radius * 0.4, radius * 0.4)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
