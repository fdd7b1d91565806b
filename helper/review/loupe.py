"""The surroundings of a corner, enlarged while it is moved.

In a window, a large photo is too small for a corner to be put on the line exactly.
"""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from helper.review.painted_view import PaintedView
from recognizer.values import Lattice

_SIDE = 150
_CELLS = 3.0
"""How many cells are seen in it."""


def paint_loupe(painter: QPainter, view: PaintedView, lattice: Lattice, corner: int) -> None:
    """Paint the neighbourhood of a corner where the pointer is not."""
    scale = max(view.scale * 1.5, _SIDE / (_CELLS * max(lattice.pitch_px, 1.0)))
    scale = min(scale, max(view.scale * 12, 1.0))
    at = view.polygon(lattice.corners).toList()[corner]
    right = at.x() < view.width() / 2
    low = at.y() < view.height() / 2
    box = QRectF(
        view.width() - _SIDE - 8 if right else 8,
        view.height() - _SIDE - 8 if low else 8,
        _SIDE,
        _SIDE,
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
