"""The clue numbers of each line as a cached picture.

Text takes most of a board's painting time; a cached picture takes a tenth of it.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPixmap

from helper.application.theme import Theme
from helper.board.clue_layout import ClueLayout
from puzzles import Clue, Clues, Line, Puzzle

_MAX_CACHED = 1024


class NumberStrips:
    """Pictures of the clues of one puzzle at one size in one theme."""

    def __init__(
        self,
        puzzle: Puzzle,
        layout: ClueLayout,
        theme: Theme,
        cell: int,
        scale: float,
        done_numbers: Callable[[Line], tuple[bool, ...]],
    ) -> None:
        """``scale``: device px for each px; ``done_numbers``: which numbers of a line are grey."""
        self._puzzle = puzzle
        self._layout = layout
        self._theme = theme
        self._cell = cell
        self._scale = scale
        self._done_numbers = done_numbers
        self._kept: dict[Line, QPixmap] = {}

    def fit(self, layout: ClueLayout, scale: float) -> bool:
        """Whether they belong to this layout and scale."""
        return layout is self._layout and scale == self._scale

    def forget(self, line: Line) -> None:
        """Drop a line's picture, which may have changed."""
        self._kept.pop(line, None)

    def follow(self, puzzle: Puzzle) -> bool:
        """Take the puzzle with changed clues; the caller forgets the changed lines.

        Returns:
            Whether all lines change: with the first clue, empty lines get a 0.
        """
        is_all = puzzle.has_clues != self._puzzle.has_clues
        self._puzzle = puzzle
        return is_all

    def shown(self, line: Line) -> Clues:
        """The clues as they are shown: a single 0 for a line without shaded cells."""
        clues = self._puzzle.clues_of(line)
        return clues if clues or not self._puzzle.has_clues else (Clue(0),)

    def extents(self, line: Line) -> list[tuple[float, float]]:
        """(start, length) of each number along the header, in px from the first one."""
        clues, layout = self.shown(line), self._layout
        if line.is_column:
            return [(k * layout.number_height, layout.number_height) for k in range(len(clues))]
        found, at = [], 0.0
        for clue in clues:
            width = layout.width_of(clue.length)
            found.append((at, width))
            at += width + layout.gap
        return found

    def strip(self, line: Line) -> QPixmap:
        """The picture of a line's numbers, as high as a row or as wide as a column."""
        if line not in self._kept:
            if len(self._kept) >= _MAX_CACHED:
                self._kept.clear()
            self._kept[line] = self._painted(line)
        return self._kept[line]

    def _painted(self, line: Line) -> QPixmap:
        extents = self.extents(line)
        length = int(sum(extents[-1])) + 2 * PAD + 1
        across, down = (self._cell, length) if line.is_column else (length, self._cell)
        pixmap = QPixmap(round(across * self._scale), round(down * self._scale))
        pixmap.setDevicePixelRatio(self._scale)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        try:
            painter.setFont(self._layout.font)
            self._paint_numbers(painter, line, extents)
        finally:
            painter.end()
        return pixmap

    def _paint_numbers(
        self, painter: QPainter, line: Line, extents: list[tuple[float, float]]
    ) -> None:
        are_done = self._done_numbers(line) or (False,)
        for (start, size), clue, done in zip(extents, self.shown(line), are_done, strict=True):
            rect = QRectF(PAD + start, 0, size, self._cell)
            if line.is_column:
                rect = QRectF(0, PAD + start, self._cell + 1, size)
            self._paint_number(painter, rect, clue.length, clue.color, done)

    def _paint_number(
        self, painter: QPainter, rect: QRectF, number: int, color: int, is_done: bool
    ) -> None:
        ink = QColor(self._theme.text)
        if number and not self._puzzle.is_black_and_white:
            tile = QColor(self._puzzle.palette[color].rgb)
            ink = QColor("#000000" if _luminance(tile) > _EQUAL_CONTRAST else "#ffffff")
            tile.setAlpha(70 if is_done else 255)
            room = min(rect.height(), self._layout.number_height) - 1
            back = QRectF(rect.left() - 2, rect.center().y() - room / 2, rect.width() + 4, room)
            painter.fillRect(back, tile)
        painter.setPen(QColor(self._theme.faint) if is_done else ink)
        painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, str(number))


def _luminance(color: QColor) -> float:
    """Relative luminance, 0 to 1. Source: WCAG 2.2."""
    parts = (color.redF(), color.greenF(), color.blueF())
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


_EQUAL_CONTRAST = 0.179
"""The luminance on which black and white text have the same contrast."""
PAD = 2
"""The margin around the numbers of a strip, in px."""
