"""The numbers of rows and columns at the far edges of a board, for sentences that name them."""

from __future__ import annotations

from collections.abc import Callable, Set
from functools import lru_cache

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter

from helper.application.theme import Theme
from helper.application.typeface import body_font, strong
from helper.board.geometry import BoardAxis, Geometry

_FONT_PX = 10
_GAP_PX = 3
"""Between the cells and the numbers."""
_STEP = 5
"""Where not every number has room, every fifth one is shown."""


@lru_cache(maxsize=2)
def _font(is_strong: bool) -> QFont:
    font = strong(body_font()) if is_strong else body_font()
    font.setPixelSize(_FONT_PX)
    return font


@lru_cache(maxsize=64)
def far_sizes(rows: int, columns: int) -> tuple[int, int]:
    """The width of the numbers of rows, and the height of those of columns, in px."""
    metrics = QFontMetrics(_font(True))
    digits = "0" * len(str(rows))
    return metrics.horizontalAdvance(digits) + _GAP_PX, metrics.height() + 1


def paint_line_numbers(
    painter: QPainter,
    geometry: Geometry,
    theme: Theme,
    named: tuple[frozenset[int], frozenset[int]],
) -> None:
    """Paint the numbers; changes pen and font.

    Args:
        painter: Is not clipped to the grid.
        geometry: Where the cells are.
        theme: The colours.
        named: The rows and the columns that stand out.
    """
    across, down = geometry.across, geometry.down
    metrics = QFontMetrics(_font(True))
    wide = metrics.horizontalAdvance("0" * len(str(across.count)))

    def row_place(row: int) -> QRect:
        return QRect(across.far_start, down.start_of(row), across.far, down.cell)

    def column_place(column: int) -> QRect:
        return QRect(across.start_of(column), down.far_start, across.cell, down.far)

    _paint(painter, down, row_place, named[0], metrics.height() - 2, theme)
    _paint(painter, across, column_place, named[1], wide + 2, theme)


def _paint(
    painter: QPainter,
    span: BoardAxis,
    place: Callable[[int], QRect],
    named: Set[int],
    needed_px: int,
    theme: Theme,
) -> None:
    """Paint the numbers of the lines in view; ``needed_px``: along them, for one number."""
    first, last = span.window
    is_tight = span.cell < needed_px
    for index in span.visible:
        middle = span.start_of(index) + span.cell // 2
        is_named = index in named
        is_wanted = is_named or not is_tight or (index + 1) % _STEP == 0
        if not is_wanted or not first <= middle < last:
            continue
        rect, text = place(index), str(index + 1)
        spare = max(0, needed_px - span.cell)
        rect = rect.adjusted(-spare, 0, spare, 0) if span.cell == rect.width() else rect
        rect = rect.adjusted(0, -spare, 0, spare) if span.cell == rect.height() else rect
        painter.setFont(_font(is_named))
        painter.setPen(QColor(theme.accent if is_named else theme.faint))
        painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, text)
