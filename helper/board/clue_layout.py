"""The font size of the clue numbers, and the room that they need."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtGui import QFont, QFontMetricsF

from puzzles import Clue, Clues, Puzzle
from puzzles.board_picture import clue_text
from puzzles.colors import color_letters

MIN_FONT_PX = 6
"""Smaller numbers are not drawn, since nobody can read them."""
_FONT_SHARE, _DENSE_FONT_SHARE = 0.58, 0.75
"""The largest size of the font, as a share of the side of a cell."""
_MAX_FONT_PX = 30
_MIN_SHRUNK_FONT_PX = 9
"""Numbers are not made smaller than this to leave room for the board."""
_REFERENCE_FONT_PX = 100
"""The font size at which texts are measured."""
_GAP = 0.5
"""The gap between two numbers of a row, as a share of the font size."""
_LINE_HEIGHT = 1.25
"""The height of a number, as a multiple of the font's ascent."""
_COLOR_GAP, _COLOR_LINE_HEIGHT = 0.55, 1.45
"""In colour: numbers are on tiles, which must not touch."""
_MIN_TILE_DIGITS = 1.35
"""The least width of a number in colour, in digits: the tile of a 1 would be narrow."""


class ClueSizes:
    """The largest of a puzzle's clues, measured once for all zoom steps."""

    def __init__(
        self,
        puzzle: Puzzle,
        family: QFont,
        numbers: tuple[int, int] = (0, 0),
        has_letters: bool = False,
    ) -> None:
        """Measure the clues.

        Args:
            puzzle: Whose clues are measured.
            family: The font; its size does not count.
            numbers: The least count to reserve room for, in a row and in a column.
            has_letters: Whether the symbol of its colour follows each number.
        """
        self.is_colored = not puzzle.is_black_and_white
        none = ("",) * len(puzzle.palette)
        self._letters = color_letters(puzzle.palette) if has_letters else none
        self.gap = _COLOR_GAP if self.is_colored else _GAP
        self.line_height = _COLOR_LINE_HEIGHT if self.is_colored else _LINE_HEIGHT
        font = QFont(family)
        font.setPixelSize(_REFERENCE_FONT_PX)
        self.family = family
        metrics = QFontMetricsF(font)
        lengths = {clue[0] for line in (*puzzle.rows, *puzzle.columns) for clue in line} | {1}
        least = _MIN_TILE_DIGITS if self.is_colored else 0
        digits_of = {n: max(least, len(str(max(0, n))) + has_letters) for n in lengths}
        digit, self.ascent = metrics.horizontalAdvance("0"), metrics.ascent() / _REFERENCE_FONT_PX

        def units(line: Clues) -> float:
            digits = sum([digits_of[clue[0]] for clue in line])
            return digits * digit + max(0, len(line) - 1) * self.gap * _REFERENCE_FONT_PX

        self.longest_rows = sorted((*puzzle.rows, (Clue(1),) * numbers[0]), key=units)[-8:]
        """The rows that may be the longest one, which depends on the font size."""
        self.row_units = max(map(units, self.longest_rows), default=0.0) / _REFERENCE_FONT_PX
        """The width of the longest row, as a multiple of the font size."""
        self.most = max(numbers[1], *map(len, puzzle.columns))
        """The largest count of numbers in a column."""
        widest = max((clue[0] for line in puzzle.columns for clue in line), default=0)
        longest = len(str(widest)) + has_letters + 0.7 * self.is_colored
        self.widest_units = longest * digit / _REFERENCE_FONT_PX
        """The width of the widest number of a column, as a multiple of the font size."""

    def text_of(self, clue: Clue) -> str:
        """A number as it is shown."""
        return clue_text(clue, self._letters)


class ClueLayout:
    """The clues of a puzzle at one cell size.

    Row clues are side by side, column clues above each other. The font is as large as the cell
    allows for the widest number; it shrinks to at least 9 px if the headers exceed their room.
    """

    def __init__(
        self, sizes: ClueSizes, cell: int, room: tuple[int, int], is_dense: bool = False
    ) -> None:
        """Choose the font.

        Args:
            sizes: What was measured.
            cell: The side of a cell, in px.
            room: The largest width of the row header and height of the column header, in px.
            is_dense: Whether numbers are as large as small cells allow.
        """
        self._sizes = sizes
        self._is_dense = is_dense
        self.pad = max(3, cell // 6)
        self.light = max(8, min(28, round(cell * 0.6)))
        """The size of the traffic lights, in px."""
        self.font = QFont(sizes.family)
        size = self._font_size(cell, room)
        self._set_font(size)
        # The estimate ignores rounding.
        while size > _MIN_SHRUNK_FONT_PX and (
            self.rows_px + self.light > room[0] or self.columns_px + self.light > room[1]
        ):
            size -= 1
            self._set_font(size)

    def _set_font(self, size: int) -> None:
        self.font.setPixelSize(size)
        self._metrics = QFontMetricsF(self.font)
        self.number_height = round(self._metrics.ascent() * self._sizes.line_height)
        self.gap = max(3, round(size * self._sizes.gap))
        self._widths: dict[Clue, float] = {}
        self._rows_px: int | None = None

    def _font_size(self, cell: int, room: tuple[int, int]) -> int:
        sizes, is_dense = self._sizes, self._is_dense
        share, wide = (_DENSE_FONT_SHARE, cell) if is_dense else (_FONT_SHARE, max(1, cell - 2))
        size = min(cell * share, _MAX_FONT_PX, wide / sizes.widest_units)
        if not is_dense:  # small cells are filled rather than numbers too small to read
            full = min(cell * _DENSE_FONT_SHARE, (cell - 1) / sizes.widest_units)
            size = max(size, min(_MIN_SHRUNK_FONT_PX, full))
        column_units = sizes.most * sizes.ascent * sizes.line_height
        for px, units in ((room[0], sizes.row_units), (room[1], column_units)):
            free = px - self.light - 2 * self.pad
            if units and size * units > free:
                size = min(size, max(free / units, _MIN_SHRUNK_FONT_PX))
        return max(1, int(size if is_dense else size + 0.3))

    @property
    def is_readable(self) -> bool:
        """Whether numbers are drawn."""
        return self.font.pixelSize() >= MIN_FONT_PX

    def is_like(self, other: ClueLayout) -> bool:
        """Whether another layout has the same font and sizes."""
        own = (self.font, self.rows_px, self.columns_px)
        return own == (other.font, other.rows_px, other.columns_px)

    @property
    def rows_px(self) -> int:
        """The width of the row clues, in px."""
        if self._rows_px is None:
            widest = max(map(self._row_width, self._sizes.longest_rows), default=0.0)
            self._rows_px = self._extent(widest)
        return self._rows_px

    @property
    def columns_px(self) -> int:
        """The height of the column clues, in px."""
        return self._extent(self._sizes.most * self.number_height)

    def _extent(self, size: float) -> int:
        return round(max(size, self.number_height) + 2 * self.pad) if self.is_readable else 0

    def _row_width(self, clues: Clues) -> float:
        return sum(map(self.width_of, clues)) + self.gap * max(0, len(clues) - 1)

    def text_of(self, clue: Clue) -> str:
        """A number as it is shown."""
        return self._sizes.text_of(clue)

    def width_of(self, clue: Clue) -> float:
        """The width of a number, in px."""
        if clue not in self._widths:
            self._widths[clue] = self._measured(clue)
        return self._widths[clue]

    def _measured(self, clue: Clue) -> float:
        width = self._metrics.horizontalAdvance(self.text_of(clue))
        if not self._sizes.is_colored:
            return width
        return max(width, _MIN_TILE_DIGITS * self._metrics.horizontalAdvance("0"))


_MORE = 3
"""The room grows by this count more than is needed, and shrinks by this count at least."""
_LESS = 2
"""The first room comes back when this count less is needed than fits in it."""


class ClueRoom:
    """The room of the rows or of the columns of one drawing.

    It grows when it is too small. When much less is needed it shrinks, but never below the room
    that the drawing had when it was opened. A cell more or less, again and again, moves the board
    once at most.
    """

    def __init__(self) -> None:
        self.numbers = 0
        """The count of numbers to reserve room for; 0 before the first clues are known."""
        self._first = 0

    def follow(self, lines: Sequence[Clues], size: int) -> None:
        """Take the clues of a drawing.

        Args:
            lines: Its rows or its columns.
            size: The number of cells of each.
        """
        most, limit = max(map(len, lines), default=0), (size + 1) // 2
        if not self.numbers:
            at_least = max(5, min(10, size // 5))
            self.numbers = self._first = min(limit, max(at_least, most))
            return
        needed = min(limit, max(self._first, most + _MORE))
        if most <= self._first - _LESS:
            self.numbers = self._first
        elif most > self.numbers or needed <= self.numbers - _MORE:
            self.numbers = needed
