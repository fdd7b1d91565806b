"""Paints the clues of the preview as the board does, but smaller."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QPainter, QPixmap

from helper.application.theme import Theme
from helper.board.clue_layout import MIN_FONT_PX, ClueLayout, ClueSizes
from helper.board.numbers import PAD, NumberSigns, NumberStrips
from puzzles import Axis, Clue, Line, Puzzle

MIN_CELL_PX = 8
"""Beside smaller cells no clues are shown."""
_MAX_SHARE = 0.45
"""Largest share of the width or height that clues take."""
_FONT_SHARE = 0.75
"""The size of the font, as a share of the side of a cell."""
_MIN_NUMBERS = 2
"""The least room for clues beside the board, in cells."""
_GAP_PX = 2
"""The distance of the clues from the board."""
_MAX_TILES = 2048
"""Largest number of pictures of numbers that are kept."""
_NO_SIGNS = NumberSigns((), ())


class _SmallClueLayout(ClueLayout):
    """Larger numbers for the size of the cells, since these are small."""

    def _font_size(self, cell: int, room: tuple[int, int]) -> int:
        wide = cell / self._sizes.widest_units
        return max(1, int(min(cell * _FONT_SHARE, wide, super()._font_size(2 * cell, room))))


class NumberTiles:
    """Pictures of single numbers, kept from board to board while a slider is dragged."""

    def __init__(self) -> None:
        self._kept: dict[tuple[object, ...], QPixmap] = {}

    def tile(self, key: tuple[object, ...], paint: Callable[[], QPixmap]) -> QPixmap:
        """The picture of a number, painted if it is new."""
        if key not in self._kept:
            if len(self._kept) >= _MAX_TILES:
                self._kept.clear()
            self._kept[key] = paint()
        return self._kept[key]


class _Numbers(NumberStrips):
    """Paints number by number: lines change with every board, but their numbers repeat."""

    def paint_line(
        self,
        painter: QPainter,
        line: Line,
        at: QPointF,
        tiles: NumberTiles,
        key: tuple[object, ...],
    ) -> None:
        """Paint the numbers of a line.

        Args:
            painter: Paints.
            line: The line.
            at: Where the numbers of a row end, or those of a column; their line begins there.
            tiles: The pictures of numbers.
            key: What they depend on besides the number.
        """
        extents = self.extents(line)
        last = sum(extents[-1])
        for (start, size), clue in zip(extents, self.shown(line), strict=True):
            width, height = (
                (self._cell + 1, size) if line.is_column else (size + 2 * PAD, self._cell)
            )
            rgb = self._puzzle.palette[clue.color].rgb if clue.length else ""
            tile = tiles.tile(
                (*key, clue.length, rgb, line.is_column),
                partial(self._pixmap, clue, line.is_column, width, height),
            )
            offset = start - last
            place = QPointF(0, offset) if line.is_column else QPointF(offset - PAD, 0)
            painter.drawPixmap(at + place, tile)

    def _pixmap(self, clue: Clue, is_column: bool, width: float, height: float) -> QPixmap:
        pixmap = QPixmap(math.ceil(width * self._scale), math.ceil(height * self._scale))
        pixmap.setDevicePixelRatio(self._scale)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        try:
            painter.setFont(self._layout.font)
            side = 0 if is_column else PAD
            self._paint_number(painter, QRectF(side, 0, width - 2 * side, height), clue, False)
        finally:
            painter.end()
        return pixmap


class PreviewClues:
    """The room for the clues of a board, and their painting."""

    def __init__(self, puzzle: Puzzle, family: QFont, tiles: NumberTiles) -> None:
        self._puzzle, self._tiles = puzzle, tiles
        self._sizes = ClueSizes(puzzle, family)
        self.cell = 0
        """The side of a cell, px; 0 if there is no room for clues."""
        self.is_whole = False
        """Whether there is room for all clues, and not only for those next to the board."""
        self.left, self.top = 0, 0
        """The room of the clues beside and above the board, px."""

    def fit(self, width: int, height: int) -> None:
        """Choose the largest cells with which board and clues fit.

        Args:
            width: The room for board and clues, px.
            height: Likewise.
        """
        columns, rows = self._puzzle.width, self._puzzle.height
        room = int(width * _MAX_SHARE), int(height * _MAX_SHARE)
        self.cell, self.left, self.top, self.is_whole = 0, 0, 0, False
        for cell in range(min(width // columns, height // rows), MIN_CELL_PX - 1, -1):
            layout = _SmallClueLayout(self._sizes, cell, room)
            if layout.font.pixelSize() < MIN_FONT_PX:
                return
            left, top = layout.rows_px + _GAP_PX, layout.columns_px + _GAP_PX
            is_whole = cell * columns + left <= width and cell * rows + top <= height
            if not is_whole:  # the numbers next to the board are better than none
                left, top = min(left, width - cell * columns), min(top, height - cell * rows)
            if min(left, top) >= _MIN_NUMBERS * cell:
                self.cell, self.left, self.top, self._layout = cell, left, top, layout
                self.is_whole = is_whole
            if is_whole:
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
        numbers = _Numbers(self._puzzle, self._layout, theme, self.cell, scale, lambda _: _NO_SIGNS)
        is_plain = self._puzzle.is_black_and_white
        key = (theme.text, is_plain, self.cell, scale, self._layout.font.pixelSize())
        painter.save()
        painter.setClipRect(
            area.adjusted(-self.left, -self.top, 0, 0).intersected(QRectF(painter.viewport()))
        )
        for row in range(self._puzzle.height):
            at = QPointF(area.left() - _GAP_PX - PAD, area.top() + row * self.cell)
            numbers.paint_line(painter, Line(Axis.ROW, row), at, self._tiles, key)
        for column in range(self._puzzle.width):
            at = QPointF(area.left() + column * self.cell, area.top() - _GAP_PX - PAD)
            numbers.paint_line(painter, Line(Axis.COLUMN, column), at, self._tiles, key)
        painter.restore()
