"""A small picture of a puzzle file, as file managers show it: clues, grid and the player's marks.

Everything has whole pixels, so that lines stay sharp at 128 px. Numbers that could not be read are
shown as tiles; where even these have no room, the clues are left out, and then the grid.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from PySide6.QtCore import QPointF, QRect
from PySide6.QtGui import QColor, QImage, QPainter, QPen

from helper.application.theme import LIGHT
from helper.images.puzzle_picture import draw_lines, one_pixel_per_cell, painted_colors, scaled
from helper.paper.board_painter import draw_centered
from helper.paper.lettering import printed_picture
from puzzles.board_picture import Clue
from puzzles.color_values import is_lost_on, text_on
from puzzles.formats import Document
from puzzles.grid import BLANK

_MIN_CLUE_CELL_PX = 3
"""In smaller cells clues are no more than a grey area."""
_MIN_NUMBER_CELL_PX = 8
"""In smaller cells numbers cannot be read: two digits are as wide as the cell, 3 px each."""
_MIN_LINE_DISTANCE_PX = 4
_MIN_DOT_CELL_PX = 5


class Thumbnail:
    """The picture of a document; as large as its board needs, with the aspect ratio of that."""

    def __init__(self, document: Document, side_px: int) -> None:
        """Lay it out.

        Args:
            document: A puzzle, with rows and columns, and its marks.
            side_px: The longer side of the picture at most.
        """
        printed = printed_picture(document.puzzle, False, document.marks)
        self._picture = replace(printed, colors=painted_colors(document.puzzle, LIGHT))
        width, height = printed.width, printed.height
        room = side_px - 2  # the border
        left, top = max(map(len, printed.rows)), max(map(len, printed.columns))
        cell = room // max(width + left, height + top)
        if cell < _MIN_CLUE_CELL_PX:
            left = top = 0
            cell = room // max(width, height)
        self.cell_px = float(cell) if cell else room / max(width, height)
        """The side of a cell; less than a pixel if there are so many."""
        self._left, self._top = round(left * self.cell_px), round(top * self.cell_px)
        """The room of the clues, px."""
        self._width = max(1, round(width * self.cell_px))
        self._height = max(1, round(height * self.cell_px))

    def image(self) -> QImage:
        """The picture, RGB."""
        size = self._left + self._width + 1, self._top + self._height + 1
        image = QImage(*size, QImage.Format.Format_RGB32)
        image.fill(QColor(LIGHT.paper))
        painter = QPainter(image)
        cells = one_pixel_per_cell(self._picture)
        cells = scaled(cells, self._width, self._height, self.cell_px)
        painter.drawImage(self._left, self._top, cells)
        if self._left or self._top:
            self._paint_clues(painter)
        self._paint_dots(painter)
        self._paint_lines(painter)
        painter.end()
        return image

    def _paint_dots(self, painter: QPainter) -> None:
        """A dot in each cell that is marked as blank."""
        cell = int(self.cell_px)
        if cell < _MIN_DOT_CELL_PX:
            return
        size = max(1, cell // 5)
        before = (cell + 1 - size) // 2  # between two lines
        for index, state in enumerate(self._picture.cells):
            if state == BLANK:
                row, column = divmod(index, self._picture.width)
                x = self._left + column * cell + before
                y = self._top + row * cell + before
                painter.fillRect(x, y, size, size, QColor(LIGHT.faint))

    def _paint_lines(self, painter: QPainter) -> None:
        """Those between cells, and a border."""
        board = QRect(self._left, self._top, self._width, self._height)
        pens = QPen(QColor(LIGHT.grid)), QPen(QColor(LIGHT.grid_five))
        size = self._picture.height, self._picture.width
        draw_lines(painter, board, size, self.cell_px, pens, _MIN_LINE_DISTANCE_PX)
        painter.setPen(QColor(LIGHT.edge))
        painter.drawRect(board)

    def _paint_clues(self, painter: QPainter) -> None:
        picture, cell = self._picture, int(self.cell_px)
        gap = 1 if cell < 2 * _MIN_NUMBER_CELL_PX else 2
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for corner, clue in self._places():
            x, y = corner
            length, color = clue
            rgb = picture.colors[color]
            is_tile = picture.has_tiles and length != 0 and color > 0
            if cell < _MIN_NUMBER_CELL_PX or is_tile:
                is_faint = not is_tile or is_lost_on(rgb, LIGHT.paper)
                tile = QColor(LIGHT.faint if is_faint else rgb)
                painter.fillRect(x + gap, y + gap, cell - gap, cell - gap, tile)
            if cell >= _MIN_NUMBER_CELL_PX:
                painter.setPen(QColor(text_on(rgb) if is_tile else LIGHT.text))
                text = picture.text(clue)
                size = min(0.8 * cell, 1.5 * cell / len(text))
                center = QPointF(x + (cell + gap) / 2, y + (cell + gap) / 2)
                draw_centered(painter, [(center, text)], size)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)

    def _places(self) -> Iterator[tuple[tuple[int, int], Clue]]:
        """The corner of each number's place, px, and the number; nearest to the board first."""
        cell = int(self.cell_px)
        for row, clues in enumerate(self._picture.rows):
            for k, clue in enumerate(reversed(clues), 1):
                yield (self._left - k * cell, self._top + row * cell), clue
        for column, clues in enumerate(self._picture.columns):
            for k, clue in enumerate(reversed(clues), 1):
                yield (self._left + column * cell, self._top - k * cell), clue
