"""Where everything of the board is, in px of the viewport. Plain numbers, no Qt.

Along each axis the board is: a margin, the header (clues, then lights next to the grid), the grid,
a margin; or grid first and header behind it. The header stays in view when the board is scrolled.
If it is wider than its share of the viewport it gives way while scrolling, down to that share, and
shows the numbers next to the grid.
"""

from __future__ import annotations

from dataclasses import dataclass

HEADER_SHARE = 0.45
"""How much of the viewport a header keeps when the board is scrolled away."""


@dataclass(frozen=True)
class Span:
    """One axis of the board: columns from left to right, or rows from top to bottom."""

    count: int
    """Cells."""
    cell: int
    """Px of a cell."""
    clues: int
    """Px that the clues need."""
    light: int
    """Px of the traffic lights, next to the grid."""
    margin: int
    viewport: int
    scroll: int
    """Px that are scrolled out of view."""
    header_last: bool
    """Whether the header stands right of (below) the grid."""

    @property
    def header(self) -> int:
        """Px of clues and lights together."""
        return self.clues + self.light

    @property
    def grid_size(self) -> int:
        """Px of all cells, with the closing line."""
        return self.count * self.cell + 1

    @property
    def content(self) -> int:
        """Px of everything."""
        return 2 * self.margin + self.header + self.grid_size

    @property
    def scroll_max(self) -> int:
        """The largest sensible scroll."""
        return max(0, self.content - self.viewport)

    @property
    def scroll_home(self) -> int:
        """The scroll that shows the first cells, where the header leaves no room for them."""
        return 0 if self.header_last else min(self.scroll_max, self.header - self._kept)

    @property
    def _kept(self) -> int:
        return min(self.header, int(self.viewport * HEADER_SHARE))

    @property
    def header_start(self) -> int:
        """Where the header begins."""
        if self.header_last:
            natural = self.grid_start + self.grid_size
            return min(natural, self.viewport - self._kept)
        return max(self.margin - self.scroll, self._kept - self.header)

    @property
    def grid_start(self) -> int:
        """Where the first cell begins, perhaps out of view."""
        before = 0 if self.header_last else self.header
        return self.margin + before - self.scroll

    @property
    def light_start(self) -> int:
        """Where the lights begin."""
        return self.header_start + (0 if self.header_last else self.clues)

    @property
    def clues_start(self) -> int:
        """Where the clues begin."""
        return self.header_start + (self.light if self.header_last else 0)

    @property
    def window(self) -> tuple[int, int]:
        """The px between which the grid may show: it must not run below the header."""
        first = self.grid_start if self.header_last else self.header_start + self.header
        last = self.header_start if self.header_last else self.viewport
        end = min(last, self.grid_start + self.grid_size)
        return max(0, first, self.grid_start), max(0, end)

    @property
    def visible(self) -> range:
        """The cells that show at least in part."""
        first, last = self.window
        return self.cells_between(first, last)

    def cells_between(self, first: int, last: int) -> range:
        """The cells with a pixel in ``first <= px < last``."""
        start = max(0, (first - self.grid_start) // self.cell)
        stop = min(self.count, -((self.grid_start - last) // self.cell))
        return range(start, max(start, stop))

    def start_of(self, index: int) -> int:
        """Where a cell begins."""
        return self.grid_start + index * self.cell

    def index_at(self, px: float) -> int | None:
        """The cell at a place in view; ``None`` if there is none."""
        first, last = self.window
        index = int(px - self.grid_start) // self.cell
        return index if first <= px < last and 0 <= index < self.count else None

    def nearest(self, px: float) -> int:
        """The cell at a place, the first or last one beyond the ends."""
        return min(max(int((px - self.grid_start) // self.cell), 0), self.count - 1)

    def scroll_to_show(self, index: int) -> int:
        """The scroll, nearest to the present one, that shows a cell as a whole."""
        first, last = self._window_when_scrolled()
        start = self.start_of(index)
        if start < first:
            return max(0, self.scroll - (first - start))
        if start + self.cell + 1 > last:
            return min(self.scroll_max, self.scroll + start + self.cell + 1 - last)
        return self.scroll

    def _window_when_scrolled(self) -> tuple[int, int]:
        if self.header_last:
            return 0, self.viewport - self._kept
        return self._kept, self.viewport


@dataclass(frozen=True)
class Geometry:
    """Both axes."""

    across: Span
    """Columns, from left to right."""
    down: Span
    """Rows, from top to bottom."""

    @property
    def cell(self) -> int:
        """Px of a cell's side."""
        return self.across.cell

    def cell_at(self, x: float, y: float) -> tuple[int, int] | None:
        """(row, column) of the cell in view at a place."""
        row, column = self.down.index_at(y), self.across.index_at(x)
        return None if row is None or column is None else (row, column)

    def nearest_cell(self, x: float, y: float) -> tuple[int, int]:
        """(row, column) of the cell at or nearest to a place, in view or not."""
        return self.down.nearest(y), self.across.nearest(x)

    def line_at(self, x: float, y: float) -> tuple[int | None, int | None]:
        """The row and the column whose cells or clues are at a place."""
        row, column = self.down.index_at(y), self.across.index_at(x)
        in_header = _within(x, self.across), _within(y, self.down)
        if row is not None and column is None and not in_header[0]:
            row = None
        if column is not None and row is None and not in_header[1]:
            column = None
        return row, column


def _within(px: float, span: Span) -> bool:
    return span.header_start <= px < span.header_start + span.header
