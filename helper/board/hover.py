"""The highlighted row and column, and their tint, which lines of hints and messages have too."""

from __future__ import annotations

from PySide6.QtCore import QObject, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPen

from helper.board.area import BoardArea
from helper.board.geometry import Geometry
from helper.board.look import LOOKS
from puzzles import Axis, Line

Place = tuple[int | None, int | None]
"""The row and the column; ``None`` for none."""
Seen = tuple[range, range, list[bytes]]
"""The rows and columns to paint, and the looks of their cells, a row each."""
_FRAME_SHARE = 0.07
"""The width of a frame, as a share of a cell."""


class HoveredLines(QObject):
    """The row and the column under the pointer, or of the keyboard's cell.

    Signals:
        changed: (row, column), or ``None`` for each.
    """

    changed = Signal(object, object)

    def __init__(self, area: BoardArea) -> None:
        super().__init__(area)
        self._area = area
        self.place: Place = (None, None)

    def set(self, row: int | None, column: int | None) -> None:
        """Highlight a row, a column, or both, and emit :attr:`changed`."""
        if (row, column) == self.place:
            return
        for axis, old, new in zip(Axis, self.place, (row, column), strict=True):
            for index in (old, new) if old != new else ():
                if index is not None:
                    self._area.update_line(Line(axis, index))
        self.place = (row, column)
        self.changed.emit(row, column)


def place_of(line: Line | None) -> Place:
    """A line as what to tint."""
    if line is None:
        return None, None
    return (None, line.index) if line.is_column else (line.index, None)


def paint_frame(painter: QPainter, geometry: Geometry, line: Line, color: QColor) -> None:
    """Frame a whole line on its inside; changes pen and brush."""
    across, down, at = geometry.across, geometry.down, line.index
    if line.is_column:
        x, wide = across.start_of(at), across.cell
        rect = QRect(x, down.grid_start, wide, down.start_of(down.count) - down.grid_start)
    else:
        y, high = down.start_of(at), down.cell
        rect = QRect(across.grid_start, y, across.start_of(across.count) - across.grid_start, high)
    width = max(1, min(2, round(geometry.cell * _FRAME_SHARE)))
    pen = QPen(color, width)
    pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    half = width / 2
    painter.drawRect(QRectF(rect).adjusted(half, half, 1 - half, 1 - half))


def paint_bands(
    painter: QPainter, geometry: Geometry, dirty: QRect, place: Place, color: QColor
) -> None:
    """Tint whole lines, as far as they are in a rectangle."""
    row, column = place
    across, down = geometry.across, geometry.down
    if row is not None:
        band = QRect(dirty.left(), down.start_of(row), dirty.width(), down.cell)
        painter.fillRect(band, color)
    if column is not None:
        band = QRect(across.start_of(column), dirty.top(), across.cell, dirty.height())
        painter.fillRect(band, color)


def paint_uncolored(
    painter: QPainter,
    geometry: Geometry,
    seen: Seen,
    place: Place,
    color: QColor,
) -> None:
    """Tint the cells that are not shaded; a colour stays as it is, to be compared with clues.

    Args:
        painter: On the board.
        geometry: Where the cells are.
        seen: The cells to paint.
        place: What to tint.
        color: Translucent.
    """
    rows, columns, codes = seen
    row, column = place
    cells = [(row, c) for c in columns] if row is not None and row in rows else []
    if column is not None and column in columns:
        cells += [(r, column) for r in rows]
    for r, c in cells:
        if not LOOKS[codes[r - rows.start][c - columns.start]].color:
            x, y = geometry.across.start_of(c), geometry.down.start_of(r)
            painter.fillRect(QRect(x, y, geometry.cell, geometry.cell), color)
