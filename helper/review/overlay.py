"""What is drawn over the picture: the grid, its corners, the numbers, other grids."""

from __future__ import annotations

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from helper.review.painted_view import PaintedView
from helper.review.strips import strip_of
from recognizer.values import Lattice

HANDLE_PX = 7
"""Radius of a corner's handle."""
_HALO = QColor(255, 255, 255, 190)
_BEND_PX = 40.0
"""How far crossings that are drawn lie apart at least, where cells are small."""
_CLOSE_PX = 4.0
"""Grid lines that lie closer than this are left out."""


def paint_overlay(painter: QPainter, view: PaintedView) -> None:
    """Paint everything over the picture that a view shows."""
    theme = view.theme
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for other in view.draft.others if view.draft else ():
        _outline(painter, view.polygon(other.corners), theme.differs, Qt.PenStyle.DashLine)
    lattice = view.lattice
    if lattice is not None:
        is_found = view.draft is not None and view.draft.is_found
        _paint_lattice(painter, view, lattice, is_found)
    _paint_numbers(painter, view)
    if lattice is not None:
        _paint_handles(painter, view, lattice)


def _paint_lattice(painter: QPainter, view: PaintedView, lattice: Lattice, is_found: bool) -> None:
    color = QColor(view.theme.accent)
    color.setAlpha(150)
    if lattice.pitch_px * view.scale >= _CLOSE_PX:
        painter.setPen(QPen(color, 1))
        # Lines bend over many cells; of crossings that lie close a few are enough.
        step = max(1, int(_BEND_PX / (lattice.pitch_px * view.scale)))
        for lines in (lattice.points[1:-1], lattice.points.swapaxes(0, 1)[1:-1]):
            for points in lines:
                painter.drawPolyline(view.polygon([*points[:-1:step], points[-1]]))
    p = lattice.points
    border = view.polygon([*p[0], *p[1:, -1], *p[-1, -2::-1], *p[-2:0:-1, 0]])
    style = Qt.PenStyle.SolidLine if is_found else Qt.PenStyle.DashLine
    _outline(painter, border, view.theme.accent, style)


def _outline(painter: QPainter, polygon: QPolygonF, color: str, style: Qt.PenStyle) -> None:
    """A line that is seen on dark and on light paper."""
    painter.setPen(QPen(_HALO, 4))
    painter.drawPolygon(polygon)
    painter.setPen(QPen(QColor(color), 2, style))
    painter.drawPolygon(polygon)


def _paint_numbers(painter: QPainter, view: PaintedView) -> None:
    draft = view.draft
    if draft is None:
        return
    for place in draft.doubts:
        number = draft.number(place)
        if number is not None and number.quad is not None and place != view.place:
            painter.setPen(QPen(QColor(view.theme.red), 1.5))
            around = view.polygon(number.quad).boundingRect()  # beside the digits, not over them
            painter.drawRoundedRect(around.adjusted(-2, -2, 2, 2), 2, 2)
    if view.place is None:
        return
    current = draft.number(view.place)
    quad = current.quad if current is not None else strip_of(draft, view.place.line)
    if quad is not None:
        box = view.polygon(quad)
        if current is not None:
            box = QPolygonF(box.boundingRect().adjusted(-4, -4, 4, 4))
        for color, width in ((_HALO, 6), (QColor(view.theme.accent), 3)):
            join = Qt.PenJoinStyle.RoundJoin
            cap, line = Qt.PenCapStyle.RoundCap, Qt.PenStyle.SolidLine
            painter.setPen(QPen(color, width, line, cap, join))
            painter.drawPolygon(box)
    _paint_band(painter, view)


def _paint_band(painter: QPainter, view: PaintedView) -> None:
    """The line under the cursor, lit up inside the grid."""
    lattice, place = view.lattice, view.place
    if lattice is None or place is None:
        return
    line = place.line
    if line.index >= (lattice.columns if line.is_column else lattice.rows):
        return
    p, k = lattice.points, line.index
    first, last = (p[:, k], p[:, k + 1]) if line.is_column else (p[k], p[k + 1])
    color = QColor(view.theme.accent)
    color.setAlpha(50)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(color)
    painter.drawPolygon(view.polygon([*first, *last[::-1]]))
    painter.setBrush(Qt.BrushStyle.NoBrush)


def _paint_handles(painter: QPainter, view: PaintedView, lattice: Lattice) -> None:
    for k, point in enumerate(view.polygon(lattice.corners).toList()):
        is_held = k == view.corner
        radius = HANDLE_PX + 3 if is_held else HANDLE_PX
        box = QRectF(point.x() - radius, point.y() - radius, 2 * radius, 2 * radius)
        inside = QColor(view.theme.accent)
        inside.setAlpha(0 if is_held else 90)  # what is printed below it can be read
        painter.setBrush(inside)
        for color, width in ((_HALO, 4), (QColor(view.theme.accent), 2)):
            painter.setPen(QPen(color, width))
            painter.drawEllipse(box)
            painter.setBrush(Qt.BrushStyle.NoBrush)
        if is_held:
            for d in (QPointF(radius, 0), QPointF(0, radius)):
                painter.drawLine(QLineF(point - d, point + d))
    painter.setBrush(Qt.BrushStyle.NoBrush)
