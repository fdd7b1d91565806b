"""Marks over the cells: wrong and open cells, proposed changes, tools, open guesses.

A cell that is not shaded is hatched. A shaded cell gets a ring in two tones, black and white, since
hatching of one colour is lost on some colours, and under patterns on all of them.
"""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPainterPath, QPen, QPixmap, QPolygonF

from helper.application.settings import BlankSign
from helper.application.theme import Theme
from helper.board.blank_cells import paint_blank_signs
from helper.board.geometry import Geometry
from helper.board.toolset import CellFrame, ToolMarks
from puzzles.color_values import text_on

MIN_HATCHED_PX = 4.0
"""Smaller cells that are not shaded are filled instead."""
MIN_RING_PX = 8.0
"""Smaller shaded cells have a square in their middle instead."""
_RADIUS = 0.34
"""Of the ring, as a share of the cell's side."""
_WIDTH = 0.085
"""Of the ring's narrow tone, as a share of the cell's side; it contrasts with the cell."""
_MIN_WIDTH_PX = 1.2
_CASING = 2.7
"""The width of the tone behind it, as a multiple of that."""
_SQUARE = 0.5
"""The side of the square in a small cell, as a share of the cell's side."""


def paint_hatched(painter: QPainter, cell: QRectF, fill: str | None, hatching: str) -> None:
    """Paint over a cell that is already painted; changes pen and brush.

    Args:
        painter: Is not antialiased.
        cell: The rectangle of the cell, with the lines left of it and above it, in px.
        fill: The colour of a shaded cell, ``#rrggbb``; ``None`` for one that is not shaded.
        hatching: The colour of the hatching, ``#rrggbb``.
    """
    side = cell.width()
    if fill is not None:
        if side >= MIN_RING_PX:
            ratio = painter.device().devicePixelRatioF()
            painter.drawPixmap(cell.topLeft(), _ring(fill, side, ratio))
        else:
            _paint_square(painter, cell, fill)
    elif side < MIN_HATCHED_PX:
        painter.fillRect(cell, QColor(hatching))
    else:
        painter.fillRect(cell, QBrush(QColor(hatching), Qt.BrushStyle.BDiagPattern))
        painter.setPen(QPen(QColor(hatching), 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(cell.adjusted(1, 1, -1, -1))


def _paint_square(painter: QPainter, cell: QRectF, fill: str) -> None:
    square = QRectF(0, 0, cell.width() * _SQUARE, cell.width() * _SQUARE)
    square.moveCenter(cell.center())
    painter.fillRect(square, QColor(text_on(fill)))


@lru_cache(maxsize=64)
def _ring(fill: str, side: float, ratio: float) -> QPixmap:
    """The ring on a transparent cell; ``side`` in px, ``ratio`` device px a px."""
    pixmap = QPixmap(QSize(round(side * ratio), round(side * ratio)))
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    narrow = text_on(fill)
    wide = "#000000" if narrow == "#ffffff" else "#ffffff"
    width = max(_MIN_WIDTH_PX, side * _WIDTH)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    middle = QPointF(side / 2 + 0.5, side / 2 + 0.5)  # between the lines around the cell
    for tone, tone_width in ((wide, width * _CASING), (narrow, width)):
        painter.setPen(QPen(QColor(tone), tone_width))
        painter.drawEllipse(middle, side * _RADIUS, side * _RADIUS)
    painter.end()
    return pixmap


_INNER_SHARE = 0.56
"""The side of the inner square, as a share of the cell's side."""
_MIN_CELL_PX = 4.0
"""Smaller cells are filled with the accent colour instead."""


def paint_proposal(
    painter: QPainter,
    cell: QRectF,
    after: QColor,
    accent: QColor,
    sign: BlankSign | None = None,
) -> None:
    """Paint a proposed change over a cell that is already painted.

    Args:
        painter: Its pen and brush are changed.
        cell: The rectangle of the cell, with the lines left of it and above it.
        after: The colour that the cell would have.
        accent: The colour of the outlines.
        sign: That of the new state, if it is blank.
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
    if sign is not None:
        paint_blank_signs(painter, [inner.center()], side, accent, sign)
    painter.setBrush(Qt.BrushStyle.NoBrush)


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


def _rect(geometry: Geometry, frame: CellFrame) -> QRect:
    x, y = geometry.across.start_of(frame.left), geometry.down.start_of(frame.top)
    return QRect(x, y, frame.width * geometry.cell, frame.height * geometry.cell)


def _pens(theme: Theme) -> tuple[QPen, QPen]:
    """A light line and dashes over it, so that one of them stands out from any colour."""
    under, over = QPen(QColor(theme.paper), _WIDTH_PX), QPen(QColor(theme.mark), _WIDTH_PX)
    for pen in (under, over):
        pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
    over.setDashPattern(_DASHES)
    over.setCapStyle(Qt.PenCapStyle.FlatCap)
    return under, over


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
