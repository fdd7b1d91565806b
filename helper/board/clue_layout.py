"""How large the numbers of the clues are, and where each of them stands."""

from __future__ import annotations

from functools import cached_property, lru_cache

from PySide6.QtGui import QFont, QFontMetricsF

from puzzles import Clues, Puzzle

SMALLEST_FONT = 6
"""Px below which numbers are not drawn: nobody can read them."""


class ClueLayout:
    """The clues of a puzzle at one cell size.

    Row clues stand side by side, column clues on top of each other. The font is as large as the
    cell allows for the widest number.
    """

    def __init__(self, puzzle: Puzzle, cell: int, family: QFont) -> None:
        self._puzzle = puzzle
        self.font = QFont(family)
        widest = max((c.length for line in puzzle.columns for c in line), default=0)
        self.font.setPixelSize(self._font_size(cell, str(widest)))
        self._metrics = QFontMetricsF(self.font)
        self.number_height = round(self._metrics.ascent() * 1.25)
        self.gap = max(3, round(self.font.pixelSize() * 0.5))
        self.pad = max(3, cell // 6)
        self.light = max(8, min(18, round(cell * 0.6)))
        """Px of the band of lights."""

    def _font_size(self, cell: int, widest: str) -> int:
        size = max(1, round(cell * 0.58))
        self.font.setPixelSize(size)
        width = QFontMetricsF(self.font).horizontalAdvance(widest)
        room = max(1, cell - 2)
        return max(1, int(size * room / width)) if width > room else size

    @property
    def is_readable(self) -> bool:
        """Whether numbers are drawn at all."""
        return self.font.pixelSize() >= SMALLEST_FONT

    @cached_property
    def rows_px(self) -> int:
        """Width that all row clues fit into."""
        return self._extent(max(map(self._row_width, self._puzzle.rows), default=0))

    @cached_property
    def columns_px(self) -> int:
        """Height that all column clues fit into."""
        most = max(map(len, self._puzzle.columns), default=0)
        return self._extent(most * self.number_height)

    def _extent(self, size: float) -> int:
        return round(max(size, self.number_height) + 2 * self.pad) if self.is_readable else 0

    def _row_width(self, clues: Clues) -> float:
        return sum(self.width_of(c.length) for c in clues) + self.gap * max(0, len(clues) - 1)

    @lru_cache(maxsize=2048)  # noqa: B019 - a layout lives as long as one zoom step
    def width_of(self, number: int) -> float:
        """Px of a number."""
        return self._metrics.horizontalAdvance(str(number))
