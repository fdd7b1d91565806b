"""Paints a corner of the grid enlarged while it is moved.

A large photo is shown too small for placing a corner exactly.
"""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from helper.review.painted_view import PaintedView
from recognizer.values import Lattice

_SIDE_PX = 150
"""The side of the loupe."""
_MARGIN_PX = 8
"""The distance of the loupe from the edges of the view."""
_VISIBLE_CELLS = 3.0
"""Cells across the loupe."""


def paint_loupe(painter: QPainter, view: PaintedView, lattice: Lattice, corner: int) -> None:
    """Paint the surroundings of a corner, in a corner of the view away from it."""
    scale = max(view.scale * 1.5, _SIDE_PX / (_VISIBLE_CELLS * max(lattice.pitch_px, 1.0)))
    scale = min(scale, max(view.scale * 12, 1.0))
    at = view.polygon(lattice.corners).toList()[corner]
    is_right = at.x() < view.width() / 2
    is_low = at.y() < view.height() / 2
    box = QRectF(
        view.width() - _SIDE_PX - _MARGIN_PX if is_right else _MARGIN_PX,
        view.height() - _SIDE_PX - _MARGIN_PX if is_low else _MARGIN_PX,
        _SIDE_PX,
        _SIDE_PX,
    )
    x, y = map(float, lattice.corners[corner])
    origin = box.center() - QPointF(x + 0.5, y + 0.5) * scale
    painter.save()
    painter.setClipRect(box)
    painter.fillRect(box, QColor(view.theme.window))
    view.pyramid.draw(painter, origin, scale, box)
    painter.setPen(QPen(QColor(view.theme.accent), 1.5))
    row, column = (0, 0, -1, -1)[corner], (0, -1, -1, 0)[corner]
    for points in (lattice.points[row], lattice.points[:, column]):
        path = [QPointF(float(u) + 0.5, float(v) + 0.5) * scale + origin for u, v in points]
        painter.drawPolyline(QPolygonF(path))
    painter.setClipping(False)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(QColor(view.theme.text), 2))
    painter.drawRect(box)
    painter.restore()
