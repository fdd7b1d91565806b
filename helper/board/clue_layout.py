"""How large the numbers of the clues are, and how much room they need."""

from __future__ import annotations

from PySide6.QtGui import QFont, QFontMetricsF

from puzzles import Clue, Clues, Puzzle

MIN_FONT_PX = 6
"""Px below which numbers are not drawn: nobody can read them."""
_SMALL_FONT = 8
"""Px down to which numbers shrink so that the headers leave room for the board."""
_REFERENCE = 100
_GAP = 0.5
_LINE_HEIGHT = 1.25


class ClueSizes:
    """What of a puzzle's clues takes most room, found once for all zoom steps."""

    def __init__(self, puzzle: Puzzle, family: QFont, numbers: tuple[int, int] = (0, 0)) -> None:
        """``numbers``: how many there is to be room for at least, in a row and in a column."""
        font = QFont(family)
        font.setPixelSize(_REFERENCE)
        self.family = family
        metrics = QFontMetricsF(font)
        digit, self.ascent = metrics.horizontalAdvance("0"), metrics.ascent() / _REFERENCE

        def units(line: Clues) -> float:
            digits = sum(len(str(clue[0])) for clue in line)
            return digits * digit + max(0, len(line) - 1) * _GAP * _REFERENCE

        self.longest_rows = sorted((*puzzle.rows, (Clue(1),) * numbers[0]), key=units)[-8:]
        """The rows that may be the longest; which one is depends on the font's size."""
        self.row_units = max(map(units, self.longest_rows), default=0.0) / _REFERENCE
        """Width of the longest row for each px of the font."""
        self.most = max(numbers[1], *map(len, puzzle.columns))
        """Numbers of the column with most of them."""
        widest = max((clue[0] for line in puzzle.columns for clue in line), default=0)
        self.widest_units = len(str(widest)) * digit / _REFERENCE
        """Width of the widest number of a column for each px of the font."""


class ClueLayout:
    """The clues of a puzzle at one cell size.

    Row clues stand side by side, column clues on top of each other. The font is as large as the
    cell allows for the widest number; it shrinks, within reason, for headers that would take more
    than their room.
    """

    def __init__(self, sizes: ClueSizes, cell: int, room: tuple[int, int]) -> None:
        """``room``: px that the row clues and the column clues may take, lights included."""
        self._sizes = sizes
        self.pad = max(3, cell // 6)
        self.light = max(8, min(18, round(cell * 0.6)))
        """Px of the band of lights."""
        self.font = QFont(sizes.family)
        size = self._font_size(cell, room)
        self._set_font(size)
        # The estimate knows nothing of rounding.
        while size > _SMALL_FONT and (
            self.rows_px + self.light > room[0] or self.columns_px + self.light > room[1]
        ):
            size -= 1
            self._set_font(size)

    def _set_font(self, size: int) -> None:
        self.font.setPixelSize(size)
        self._metrics = QFontMetricsF(self.font)
        self.number_height = round(self._metrics.ascent() * _LINE_HEIGHT)
        self.gap = max(3, round(size * _GAP))

    def _font_size(self, cell: int, room: tuple[int, int]) -> int:
        sizes = self._sizes
        size = min(cell * 0.58, max(1, cell - 2) / sizes.widest_units)
        column_units = sizes.most * sizes.ascent * _LINE_HEIGHT
        for px, units in ((room[0], sizes.row_units), (room[1], column_units)):
            free = px - self.light - 2 * self.pad
            if units and size * units > free:
                size = min(size, max(free / units, _SMALL_FONT))
        return max(1, int(size + 0.3))

    @property
    def is_readable(self) -> bool:
        """Whether numbers are drawn at all."""
        return self.font.pixelSize() >= MIN_FONT_PX

    def is_like(self, other: ClueLayout) -> bool:
        """Whether everything has the same size and place in another layout."""
        mine = (self.font, self.rows_px, self.columns_px)
        return mine == (other.font, other.rows_px, other.columns_px)

    @property
    def rows_px(self) -> int:
        """Width that all row clues fit into."""
        return self._extent(max(map(self._row_width, self._sizes.longest_rows), default=0))

    @property
    def columns_px(self) -> int:
        """Height that all column clues fit into."""
        return self._extent(self._sizes.most * self.number_height)

    def _extent(self, size: float) -> int:
        return round(max(size, self.number_height) + 2 * self.pad) if self.is_readable else 0

    def _row_width(self, clues: Clues) -> float:
        return sum(self.width_of(c.length) for c in clues) + self.gap * max(0, len(clues) - 1)

    def width_of(self, number: int) -> float:
        """Px of a number."""
        return self._metrics.horizontalAdvance(str(number))
