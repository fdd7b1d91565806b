"""The tint of the row and the column under the pointer."""

from __future__ import annotations

from PySide6.QtCore import QRect
from PySide6.QtGui import QColor, QPainter

from helper.board.geometry import Geometry
from helper.board.look import LOOKS

Place = tuple[int | None, int | None]
"""The row and the column; ``None`` for none."""


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
    seen: tuple[range, range, list[bytes]],
    place: Place,
    color: QColor,
) -> None:
    """Tint the cells that are not shaded; a colour stays as it is, to be compared with clues.

    Args:
        painter: On the board.
        geometry: Where the cells are.
        seen: The rows and columns to paint, and the looks of their cells, a row each.
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
