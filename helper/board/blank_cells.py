"""Cells that are not shaded: the sign of a blank one, and the fields that are tinted."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QLineF, QPointF, QRect, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QRegion

from helper.application.settings import BlankSign
from helper.board.geometry import Geometry

MIN_CELL_WITH_SIGN_PX = 5
"""Smaller cells have no signs."""
_MIN_CELL_WITH_ROUND_DOTS_PX = 12
_MAX_DOT_PX = 8.0
_CROSS_ARM = 0.2
"""Half the side of a cross, as a share of the cell's side."""
_CROSS_WIDTH = 0.07
"""The width of its lines, as a share of the cell's side."""
_FIELD = 5
"""The side of a tinted field, in cells, if no lines are strong."""


def paint_blank_signs(
    painter: QPainter, middles: Sequence[QPointF], cell: float, color: QColor, sign: BlankSign
) -> None:
    """Paint dots or crosses; changes the pen.

    Args:
        painter: On the board.
        middles: Of the signs.
        cell: The side of a cell, in px.
        color: Of the signs.
        sign: What is painted.
    """
    if not middles:
        return
    if sign is BlankSign.CROSS:
        pen = QPen(color, max(1.0, cell * _CROSS_WIDTH), c=Qt.PenCapStyle.RoundCap)
    else:
        pen = QPen(color, min(max(2.0, cell / 6), _MAX_DOT_PX))
    if cell >= _MIN_CELL_WITH_ROUND_DOTS_PX:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    painter.setPen(pen)
    if sign is BlankSign.CROSS:
        arm = max(1.0, cell * _CROSS_ARM)
        down, up = QPointF(arm, arm), QPointF(arm, -arm)
        painter.drawLines([QLineF(at - way, at + way) for at in middles for way in (down, up)])
    else:
        painter.drawPoints(middles)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)


def zebra_fields(geometry: Geometry, rows: range, columns: range, step: int) -> QRegion:
    """Every other field between strong lines, like the squares of one colour of a chessboard.

    Args:
        geometry: Where the cells are.
        rows: The rows to paint.
        columns: The columns to paint.
        step: The number of cells from one strong line to the next; 0 for none.
    """
    side, cell = step or _FIELD, geometry.cell
    region = QRegion()
    for field_row in range(rows.start // side, -(-rows.stop // side)):
        for field_column in range(columns.start // side, -(-columns.stop // side)):
            if (field_row + field_column) % 2:
                x = geometry.across.start_of(field_column * side)
                y = geometry.down.start_of(field_row * side)
                region += QRect(x, y, side * cell, side * cell)
    return region
