"""The clues beside the board of the preview, as the board shows them but smaller."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QFont, QPainter

from helper.application.theme import Theme
from helper.board.clue_layout import MIN_FONT_PX, ClueLayout, ClueSizes
from helper.board.numbers import PAD, NumberSigns, NumberStrips
from puzzles import Axis, Line, Puzzle

MIN_CELL_PX = 8
"""Beside smaller cells no clues are shown."""
_MAX_SHARE = 0.45
"""Largest share of the width or height that clues take."""
_FONT_SHARE = 0.75
"""The size of the font, as a share of the side of a cell."""
_GAP_PX = 2
"""The distance of the clues from the board."""
_NO_SIGNS = NumberSigns((), ())


class _SmallClueLayout(ClueLayout):
    """Larger numbers for the size of the cells, since these are small."""

    def _font_size(self, cell: int, room: tuple[int, int]) -> int:
        wide = cell / self._sizes.widest_units
        return max(1, int(min(cell * _FONT_SHARE, wide, super()._font_size(2 * cell, room))))


class PreviewClues:
    """The room for the clues of a board, and their painting."""

    def __init__(self, puzzle: Puzzle, family: QFont) -> None:
        self._puzzle = puzzle
        self._sizes = ClueSizes(puzzle, family)
        self._strips: NumberStrips | None = None
        self._strips_of: tuple[Theme, int, float] | None = None
        self.cell = 0
        """The side of a cell, px; 0 if there is no room for clues."""
        self.left, self.top = 0, 0
        """The room of the clues beside and above the board, px."""

    def fit(self, width: int, height: int) -> None:
        """Choose the largest cells with which board and clues fit.

        Args:
            width: The room for board and clues, px.
            height: Likewise.
        """
        self._strips = None
        columns, rows = self._puzzle.width, self._puzzle.height
        room = int(width * _MAX_SHARE), int(height * _MAX_SHARE)
        largest = min(width // columns, height // rows)
        self.cell, self.left, self.top = 0, 0, 0
        for cell in range(largest, MIN_CELL_PX - 1, -1):
            layout = _SmallClueLayout(self._sizes, cell, room)
            if layout.font.pixelSize() < MIN_FONT_PX:
                return
            left, top = layout.rows_px + _GAP_PX, layout.columns_px + _GAP_PX
            is_last = cell == MIN_CELL_PX
            if is_last:  # the numbers next to the board are better than none
                left, top = min(left, width - cell * columns), min(top, height - cell * rows)
            if cell * columns + left <= width and cell * rows + top <= height:
                if min(left, top) >= 2 * cell:
                    self.cell, self.left, self.top, self._layout = cell, left, top, layout
                return
        return

    def paint(self, painter: QPainter, area: QRectF, theme: Theme, scale: float) -> None:
        """Paint the clues left of the board and above it.

        Args:
            painter: Its clip is changed and restored.
            area: The rectangle of the board, in px.
            theme: The colours.
            scale: Device px for each px.
        """
        if not self.cell:
            return
        key = (theme, self.cell, scale)
        if self._strips is None or self._strips_of != key:
            self._strips = NumberStrips(
                self._puzzle, self._layout, theme, self.cell, scale, lambda _: _NO_SIGNS
            )
            self._strips_of = key
        painter.save()
        painter.setClipRect(
            area.adjusted(-self.left, -self.top, 0, 0).intersected(QRectF(painter.viewport()))
        )
        end = _GAP_PX + PAD
        for row in range(self._puzzle.height):
            strip = self._strips.strip(Line(Axis.ROW, row))
            width = strip.deviceIndependentSize().width()
            at = QPointF(area.left() - width + PAD - end, area.top() + row * self.cell)
            painter.drawPixmap(at, strip)
        for column in range(self._puzzle.width):
            strip = self._strips.strip(Line(Axis.COLUMN, column))
            height = strip.deviceIndependentSize().height()
            at = QPointF(area.left() + column * self.cell, area.top() - height + PAD - end)
            painter.drawPixmap(at, strip)
        painter.restore()
