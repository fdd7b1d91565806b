"""The sizes of a printed board, and its parts if it does not fit a page.

A board has two axes. Along each there are first the *slots* of the clues, then the cells; the
numbers of a line take those next to the cells. All lengths are in points. Beside the rows a slot is
as wide as its number, so that wide numbers do not cost room in all rows; only where a page has a
part of the slots are they equally wide.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import ceil, floor

from helper.paper.lettering import CAP_HEIGHT, room_of
from puzzles.board_picture import BoardPicture

MIN_FONT_PT = 6.0
"""The smallest font size of numbers."""
MIN_LARGE_FONT_PT = 14.0
"""The same for large print."""
MAX_CELL_PT = 28.0
"""The largest side of a cell: 10 mm."""
MAX_LARGE_CELL_PT = 40.0
"""The same for large print: 14 mm."""
_FONT_SHARE = 0.62
"""The font size of a comfortable number, as a share of the cell."""
_CLEARANCE = 0.16
"""The gap between the numbers of neighbouring columns, as a share of the font size."""
_ROW_GAP = 0.42
"""The gap between two numbers of a row, as a share of the font size."""
_COLUMN_PITCH = 1.12
"""The distance of the baselines of a column's numbers, as a multiple of the font size."""
_PAD = 0.2
"""The gap between the clues and the board, as a share of the font size."""
_TILE_GAP = 0.35
"""What a number's tile adds to the gap and the distance of numbers, as a share of the font size."""
_MAX_CLUE_SHARE = 0.6
"""Parts of a board repeat the clues if they take at most this share of the page."""
_ROUNDING = 1e-9
"""Lengths that differ by less are equal: sums of floating-point numbers are rounded."""
_GUIDE = 5
"""Every fifth line is thicker; parts of a board end there."""


@dataclass(frozen=True, slots=True)
class AxisPart:
    """What a part of a board shows along one axis; the ends are exclusive."""

    first_slot: int
    slot_end: int
    first_cell: int
    cell_end: int

    @property
    def slots(self) -> int:
        """The number of slots."""
        return self.slot_end - self.first_slot

    @property
    def cells(self) -> int:
        """The number of cells."""
        return self.cell_end - self.first_cell


@dataclass(frozen=True, slots=True)
class BoardSizes:
    """The sizes of a board on paper."""

    cell: float
    """The side of a cell."""
    font_pt: float
    slot_width: float
    """The width of the widest number beside a row."""
    longest_row: float
    """The width of the longest row of numbers."""
    row_gap: float
    """The gap between two numbers of a row."""
    slot_height: float
    """The height of a number above a column."""
    pad: float
    """The gap between the clues and the board, and before the first slot."""
    columns: AxisPart
    """The whole horizontal axis."""
    rows: AxisPart
    """The whole vertical axis."""

    def width(self, part: AxisPart) -> float:
        """The width of a part of the horizontal axis."""
        return self.clue_width(part) + part.cells * self.cell

    def height(self, part: AxisPart) -> float:
        """The height of a part of the vertical axis."""
        return self.clue_height(part) + part.cells * self.cell

    def clue_width(self, part: AxisPart) -> float:
        """The width of the clues beside the rows, in a part of the horizontal axis."""
        if not part.slots:
            return 0.0
        is_whole = part.slots == self.columns.slots
        return (self.longest_row if is_whole else part.slots * self.slot_width) + 2 * self.pad

    def clue_height(self, part: AxisPart) -> float:
        """The height of the clues above the columns, in a part of the vertical axis."""
        return part.slots * self.slot_height + 2 * self.pad if part.slots else 0.0


class BoardPlanner:
    """Finds the sizes of a board for any room."""

    def __init__(self, picture: BoardPicture, is_large: bool) -> None:
        """``picture``: a board each of whose lines has a number."""
        rows, columns = (
            [[room_of(picture.text(clue)) for clue in line] for line in lines]
            for lines in (picture.rows, picture.columns)
        )
        self._size = picture.width, picture.height
        self._slots = max(map(len, rows)), max(map(len, columns))
        self._widest_in_row, self._widest_in_column = max(map(max, rows)), max(map(max, columns))
        self._tiles = _TILE_GAP if picture.has_tiles else 0.0
        gap = _ROW_GAP + self._tiles / 2
        self._longest_row = max(sum(room + gap for room in row) for row in rows)
        self._least_font = MIN_LARGE_FONT_PT if is_large else MIN_FONT_PT
        self.max_cell = MAX_LARGE_CELL_PT if is_large else MAX_CELL_PT

    @property
    def min_cell(self) -> float:
        """The side of a cell at which the numbers have the smallest font size."""
        return self._least_font * self._cell_for_font

    @property
    def _cell_for_font(self) -> float:
        """The cell that a font needs, as a multiple of its size."""
        across = self._widest_in_column + _CLEARANCE + self._tiles
        return max(across, CAP_HEIGHT + _CLEARANCE + self._tiles)

    def sizes(self, cell: float) -> BoardSizes:
        """The sizes for a cell; at least :attr:`min_cell`, or the numbers touch."""
        font = min(cell / self._cell_for_font, max(self._least_font, cell * _FONT_SHARE))
        width, height = self._size
        in_row, in_column = self._slots
        return BoardSizes(
            cell,
            font,
            font * (self._widest_in_row + _ROW_GAP + self._tiles / 2),
            font * self._longest_row,
            font * (_ROW_GAP + self._tiles / 2),
            font * (_COLUMN_PITCH + self._tiles / 2),
            font * _PAD,
            AxisPart(0, in_row, 0, width),
            AxisPart(0, in_column, 0, height),
        )

    def fitting(self, width: float, height: float) -> BoardSizes | None:
        """The largest board in a room; ``None`` if its numbers would be too small."""

        def fits(cell: float) -> bool:
            sizes = self.sizes(cell)
            return sizes.width(sizes.columns) <= width and sizes.height(sizes.rows) <= height

        if not fits(self.min_cell):
            return None
        return self.sizes(_largest(fits, self.min_cell, self.max_cell))

    def split(
        self, width: float, height: float
    ) -> tuple[BoardSizes, list[AxisPart], list[AxisPart]]:
        """The parts of a board, each of which fits a room, as few as possible.

        Returns:
            The sizes, the parts of the horizontal axis and those of the vertical one: each pair of
            them is a page.
        """
        least = self._parts(self.sizes(self.min_cell), width, height)
        counts = tuple(map(len, least))

        def is_as_few(cell: float) -> bool:
            return tuple(map(len, self._parts(self.sizes(cell), width, height))) == counts

        sizes = self.sizes(_largest(is_as_few, self.min_cell, self.max_cell))
        columns, rows = self._parts(sizes, width, height)
        return sizes, columns, rows

    def _parts(
        self, sizes: BoardSizes, width: float, height: float
    ) -> tuple[list[AxisPart], list[AxisPart]]:
        return (
            _axis_parts(sizes.columns, sizes.clue_width, sizes, width),
            _axis_parts(sizes.rows, sizes.clue_height, sizes, height),
        )


def _largest(fits: Callable[[float], bool], low: float, high: float) -> float:
    """The largest value that fits, of those from ``low``, which fits, to ``high``."""
    if low >= high or fits(high):
        return max(low, high)
    for _ in range(24):
        middle = (low + high) / 2
        low, high = (middle, high) if fits(middle) else (low, middle)
    return low


def _axis_parts(
    whole: AxisPart, length: Callable[[AxisPart], float], sizes: BoardSizes, room: float
) -> list[AxisPart]:
    """The parts of an axis; each repeats the clues, unless they take most of the page."""
    slots, cells, cell = whole.slot_end, whole.cell_end, sizes.cell
    clues = length(whole)
    if clues + cells * cell <= room + _ROUNDING:
        return [whole]
    if clues <= min(_MAX_CLUE_SHARE * room, room - cell):
        return [
            AxisPart(0, slots, first, end) for first, end in _even(cells, (room - clues) / cell)
        ]
    slot = sizes.slot_width if length == sizes.clue_width else sizes.slot_height
    ranges = [(0, slots)] if clues <= room else _even(slots, (room - 2 * sizes.pad) / slot)
    on_own = [AxisPart(first, end, 0, 0) for first, end in ranges]
    return on_own + [AxisPart(slots, slots, first, end) for first, end in _even(cells, room / cell)]


def _even(count: int, room: float) -> list[tuple[int, int]]:
    """Ranges of about equal length, of at most ``room``, that end at guide lines if possible."""
    most = max(1, floor(room + _ROUNDING))
    if most >= _GUIDE:
        most -= most % _GUIDE
    pages = ceil(count / most)
    step = ceil(count / pages)
    rounded = ceil(step / _GUIDE) * _GUIDE
    if rounded <= most and count - (pages - 1) * rounded >= step / 2:
        step = rounded
    return [(first, min(count, first + step)) for first in range(0, count, step)]
