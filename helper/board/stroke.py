"""A stroke: a drag of the pointer, or Shift with arrow keys. No Qt.

All cells that it passes get the new state of the first one. A line stroke stays in the row or
column in which it began, and skips no cell, however fast the pointer moves. By default it changes
only cells that had the old state of the first one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from helper.board.toolset import CellFrame
from helper.play.labels import CLEARED, DOTTED, SHADED, counted
from puzzles import Grid


@dataclass
class Stroke:
    """A stroke that has not ended; the marks do not change until it does."""

    marks: Grid
    start: tuple[int, int]
    """(row, column)."""
    state: int
    """The new state of the cells."""
    overwrite: bool = False
    rectangle: bool = False
    """Fill the rectangle between start and end instead of a line."""

    def __post_init__(self) -> None:
        self.end = self.start
        self.onto = self.marks[self.start]
        """The state that cells must have to be changed, unless overwriting."""
        self._is_row: bool | None = None
        self._low = self._high = 0

    def move_to(self, row: int, column: int) -> None:
        """Extend the stroke to another cell."""
        if self.rectangle:
            self.end = (row, column)
            return
        down, right = row - self.start[0], column - self.start[1]
        if self._is_row is None and (down or right):
            self._is_row = abs(right) >= abs(down)
        self.end = (self.start[0], column) if self._is_row else (row, self.start[1])
        if self._is_row is None:
            self.end = self.start
        reach = right if self._is_row else down
        self._low, self._high = min(self._low, reach), max(self._high, reach)

    @property
    def passed(self) -> list[tuple[int, int]]:
        """All cells that the stroke covers, from its start outwards."""
        row, column = self.start
        if self.rectangle:
            columns = _from_to(column, self.end[1])
            return [(r, c) for r in _from_to(row, self.end[0]) for c in columns]
        reach = [*range(self._high + 1), *range(-1, self._low - 1, -1)]
        return [(row, column + k) if self._is_row else (row + k, column) for k in reach]

    @property
    def changes(self) -> dict[int, int]:
        """The new states, by index ``row * width + column``."""
        width = self.marks.width
        return {
            r * width + c: self.state
            for r, c in self.passed
            if self.overwrite or self.marks[r, c] == self.onto
        }

    @property
    def length_text(self) -> str:
        """The text beside the pointer: the run's length, or the rectangle's sides."""
        if self.rectangle:
            rows, columns = (abs(a - b) + 1 for a, b in zip(self.start, self.end, strict=True))
            return f"{columns} × {rows}"
        return str(self.run_length)

    @property
    def size_text(self) -> str:
        """:attr:`length_text`, but none for a single cell."""
        return self.length_text if len(self.passed) > 1 else ""

    @property
    def label(self) -> str:
        """The name of its move in the Undo menu."""
        return label_of(self.state, len(self.changes), self.marks.clear)

    @property
    def frame(self) -> CellFrame | None:
        """None: a stroke has no frame."""
        return None

    def finish(self) -> None:
        """Nothing comes after its move."""

    @property
    def run_length(self) -> int:
        """The length of the run of equal cells at the stroke's end, along its line."""
        is_row = self._is_row is not False
        line = self.marks.row(self.start[0]) if is_row else self.marks.column(self.start[1])
        for i, state in self.changes.items():
            row, column = divmod(i, self.marks.width)
            line[column if is_row else row] = state
        return run_length_at(line, self.end[1] if is_row else self.end[0])


def run_length_at(line: Sequence[int], at: int) -> int:
    """The length of the run of equal cells that one cell of a line is in."""
    low = high = at
    while low > 0 and line[low - 1] == line[at]:
        low -= 1
    while high + 1 < len(line) and line[high + 1] == line[at]:
        high += 1
    return high - low + 1


def label_of(state: int, count: int, clear: int) -> str:
    """The name of a move that gives cells a state, such as "Shade 3 Cells"."""
    if state == clear:
        return counted(CLEARED, count)
    return counted(DOTTED if state == 1 else SHADED, count)


def _from_to(first: int, last: int) -> range:
    """All numbers from the first to the last, in this order."""
    step = 1 if last >= first else -1
    return range(first, last + step, step)
