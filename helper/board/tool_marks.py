"""Paints what the tools of a drawing show: the frame of the selection, and the mirror axes."""

from __future__ import annotations

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from helper.application.theme import Theme
from helper.board.geometry import Geometry
from helper.board.toolset import Frame, ToolMarks

_WIDTH_PX = 2
_DASHES = [4.0, 3.0]
"""The lengths of a dash and of a gap, in widths of the line."""


def paint_tool_marks(painter: QPainter, geometry: Geometry, marks: ToolMarks, theme: Theme) -> None:
    """Paint the marks over the grid; changes pen and brush.

    Args:
        painter: Is clipped to the grid.
        geometry: Where the cells are.
        marks: What to paint.
        theme: The colours.
    """
    across, down = geometry.across, geometry.down
    left, right = across.start_of(0), across.start_of(across.count)
    top, bottom = down.start_of(0), down.start_of(down.count)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for is_shown, ends in (
        (marks.has_upright_axis, ((left + right) // 2, top, (left + right) // 2, bottom)),
        (marks.has_level_axis, (left, (top + bottom) // 2, right, (top + bottom) // 2)),
    ):
        if is_shown:
            for pen in _pens(theme):
                painter.setPen(pen)
                painter.drawLine(*ends)
    if marks.frame is not None:
        for pen in _pens(theme):
            painter.setPen(pen)
            painter.drawRect(_rect(geometry, marks.frame))


def _rect(geometry: Geometry, frame: Frame) -> QRect:
    x, y = geometry.across.start_of(frame.left), geometry.down.start_of(frame.top)
    return QRect(x, y, frame.width * geometry.cell, frame.height * geometry.cell)


def _pens(theme: Theme) -> tuple[QPen, QPen]:
    """A light line and dashes over it, so that one of them stands out from any colour."""
    under, over = QPen(QColor(theme.paper), _WIDTH_PX), QPen(QColor(theme.accent), _WIDTH_PX)
    for pen in (under, over):
        pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
    over.setDashPattern(_DASHES)
    over.setCapStyle(Qt.PenCapStyle.FlatCap)
    return under, over
