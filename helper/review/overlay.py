"""Paints the grid, its corners, the numbers and the other grids over the picture."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from helper.review.draft import Draft
from helper.review.pyramid import PaintedView
from puzzles import Line
from recognizer.lattice import Lattice
from recognizer.values import Quad, Side

HANDLE_PX = 7
"""The radius of a corner's handle."""
_HALO = QColor(255, 255, 255, 190)
"""The border of coloured lines, which makes them visible on any paper."""
_MIN_SEGMENT_PX = 40.0
"""The smallest distance of two crossings through which a grid line is drawn."""
_MIN_PITCH_PX = 4.0
"""Closer grid lines are not drawn."""


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
    color = QColor(view.theme.mark)
    color.setAlpha(150)
    if lattice.pitch_px * view.scale >= _MIN_PITCH_PX:
        painter.setPen(QPen(color, 1))
        # Lines bend over many cells, so a few of the crossings are enough.
        step = max(1, int(_MIN_SEGMENT_PX / (lattice.pitch_px * view.scale)))
        for lines in (lattice.points[1:-1], lattice.points.swapaxes(0, 1)[1:-1]):
            for points in lines:
                painter.drawPolyline(view.polygon([*points[:-1:step], points[-1]]))
    p = lattice.points
    border = view.polygon([*p[0], *p[1:, -1], *p[-1, -2::-1], *p[-2:0:-1, 0]])
    style = Qt.PenStyle.SolidLine if is_found else Qt.PenStyle.DashLine
    _outline(painter, border, view.theme.mark, style)


def _outline(painter: QPainter, polygon: QPolygonF, color: str, style: Qt.PenStyle) -> None:
    """Paint an outline that is visible on dark and on light paper."""
    painter.setPen(QPen(_HALO, 4))
    painter.drawPolygon(polygon)
    painter.setPen(QPen(QColor(color), 2, style))
    painter.drawPolygon(polygon)


def _paint_numbers(painter: QPainter, view: PaintedView) -> None:
    draft = view.draft
    if draft is None:
        return
    for place in view.to_check:
        number = draft.number(place)
        if number is None:
            quads: Sequence[Quad] = draft.line(place.line).unread
        elif number.quad is None or place == view.place:
            continue
        else:
            quads = [number.quad]
        painter.setPen(QPen(QColor(view.theme.red), 1.5))
        for doubtful in quads:
            around = view.polygon(doubtful).boundingRect()  # around the digits, not over them
            painter.drawRoundedRect(around.adjusted(-2, -2, 2, 2), 2, 2)
    if view.place is None:
        return
    current = draft.number(view.place)
    quad = current.quad if current is not None else clue_quad(draft, view.place.line)
    if quad is not None:
        box = view.polygon(quad)
        if current is not None:
            box = QPolygonF(box.boundingRect().adjusted(-4, -4, 4, 4))
        for color, width in ((_HALO, 6), (QColor(view.theme.mark), 3)):
            join = Qt.PenJoinStyle.RoundJoin
            cap, line = Qt.PenCapStyle.RoundCap, Qt.PenStyle.SolidLine
            painter.setPen(QPen(color, width, line, cap, join))
            painter.drawPolygon(box)
    _paint_line(painter, view)


def _paint_line(painter: QPainter, view: PaintedView) -> None:
    """Highlight the line under the cursor inside the grid."""
    lattice, place = view.lattice, view.place
    if lattice is None or place is None:
        return
    line = place.line
    if line.index >= (lattice.columns if line.is_column else lattice.rows):
        return
    p, k = lattice.points, line.index
    first, last = (p[:, k], p[:, k + 1]) if line.is_column else (p[k], p[k + 1])
    color = QColor(view.theme.mark)
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
        fill = QColor(view.theme.mark)
        fill.setAlpha(0 if is_held else 90)  # the print below stays legible
        painter.setBrush(fill)
        for color, width in ((_HALO, 4), (QColor(view.theme.mark), 2)):
            painter.setPen(QPen(color, width))
            painter.drawEllipse(box)
            painter.setBrush(Qt.BrushStyle.NoBrush)
        if is_held:
            for d in (QPointF(radius, 0), QPointF(0, radius)):
                painter.drawLine(QLineF(point - d, point + d))
    painter.setBrush(Qt.BrushStyle.NoBrush)


_OUTER_MARGIN_HEIGHTS, _INNER_MARGIN_HEIGHTS = 1.6, 0.6
"""The margins at the ends of a clue, away from the board and at it, in heights of a number: a
number may have been missed."""
_SIDE_MARGIN_HEIGHTS = 0.2
"""The margin on the other two sides, in heights of a number."""
_EMPTY_CLUE_CELLS = 4.0
"""The length of the area beside the grid where no number was found, in cells."""


def clue_quad(draft: Draft, name: Line) -> Quad | None:
    """The corners of a clue, clockwise from the top left when upright; ``None`` without a grid."""
    quads = clue_ink(draft, name)
    if not quads:
        return _beside_grid(draft, name)
    first, last = (np.array(quad) for quad in (quads[0], quads[-1]))
    down, right = first[3] - first[0], first[1] - first[0]
    tall = float(np.linalg.norm(down))
    right = right / max(1e-6, float(np.linalg.norm(right))) * tall
    side = draft.columns_side if name.is_column else draft.rows_side
    ends = _OUTER_MARGIN_HEIGHTS, _INNER_MARGIN_HEIGHTS
    before, after = ends if side in (Side.TOP, Side.LEFT) else ends[::-1]
    if name.is_column:
        corners = np.array([first[0], first[1], last[2], last[3]])
        right = right * _SIDE_MARGIN_HEIGHTS
        up, down, left = down * before, down * after, right
    else:
        corners = np.array([first[0], last[1], last[2], first[3]])
        down = down * _SIDE_MARGIN_HEIGHTS
        left, right, up = right * before, right * after, down
    corners += np.array([-up - left, -up + right, down + right, down - left])
    return tuple((float(x), float(y)) for x, y in corners)


def clue_ink(draft: Draft, name: Line) -> list[Quad]:
    """The numbers of all segmentations of a line, and ink that was not read, in order."""
    line = draft.line(name)
    numbers = max((line.numbers, *line.other_segmentations), key=len)
    quads = [number.quad for number in numbers if number.quad is not None]
    axis = 1 if name.is_column else 0
    return sorted([*quads, *line.unread], key=lambda quad: quad[0][axis])


def _beside_grid(draft: Draft, name: Line) -> Quad | None:
    lattice, k = draft.lattice, name.index
    if lattice is None or not draft.is_found:
        return None
    if name.is_column:
        is_before = draft.columns_side is Side.TOP
        top = -_EMPTY_CLUE_CELLS if is_before else lattice.rows
        quad = lattice.quad(top, k, top + _EMPTY_CLUE_CELLS, k + 1)
    else:
        is_before = draft.rows_side is Side.LEFT
        left = -_EMPTY_CLUE_CELLS if is_before else lattice.columns
        quad = lattice.quad(k, left, k + 1, left + _EMPTY_CLUE_CELLS)
    return tuple((float(x), float(y)) for x, y in quad)
