"""The geometry of the board, in px of the viewport. Plain numbers, no Qt.

Along each axis lie a margin, the header (clues, then lights next to the grid), the grid, and a
margin; or the grid comes before the header. The header stays in view when the board is scrolled. A
header wider than its share of the viewport shrinks to that share while scrolling, and shows the
numbers next to the grid.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

HEADER_SHARE = 0.45
"""The largest share of the viewport that a header keeps while the board is scrolled."""
TWIN_SHARE = 0.3
"""The same for each of two headers."""


@dataclass(frozen=True)
class BoardAxis:
    """One axis of the board: columns from left to right, or rows from top to bottom."""

    count: int
    """Number of cells."""
    cell: int
    """The side of a cell, in px."""
    clues: int
    """The size of the clues, in px."""
    light: int
    """The size of the traffic lights, in px."""
    margin: int
    viewport: int
    scroll: int
    """How far the board is scrolled, in px."""
    header_last: bool
    """Whether the header is right of (below) the grid."""
    far: int = 0
    """The room for the numbers of the lines at the far edge, in px."""
    shows_far: bool = False
    """Whether these numbers stay in view when the board is scrolled."""
    has_twin: bool = False
    """Whether the header is at both edges; then it comes before the grid, and again after it."""
    share: float = HEADER_SHARE
    """The largest share of the viewport that the header keeps while the board is scrolled."""

    @property
    def header(self) -> int:
        """The size of clues and lights together, in px."""
        return self.clues + self.light

    @property
    def grid_size(self) -> int:
        """The size of all cells with the last line, in px."""
        return self.count * self.cell + 1

    @property
    def content(self) -> int:
        """The size of the board with its margins, in px."""
        twin = self.header + self.far if self.has_twin else 0
        return 2 * self.margin + self.header + self.grid_size + twin

    @property
    def twin(self) -> BoardAxis | None:
        """The same cells with the header that is after the grid; ``None`` if there is one header.

        The numbers of the lines are at its outer side.
        """
        if not self.has_twin:
            return None
        return replace(
            self,
            clues=self.clues + self.far,
            margin=self.margin + self.header,
            header_last=True,
            has_twin=False,
            share=TWIN_SHARE,
        )

    @property
    def far_start(self) -> int:
        """Where the numbers at the far edge start, in px."""
        if self.header_last:
            return max(0, self.grid_start - self.far)
        twin = self.twin
        end = self.grid_start + self.grid_size
        outer = end if twin is None else twin.header_start + twin.header - self.far
        return min(outer, self.viewport - self.far)

    def centered(self) -> BoardAxis:
        """The span with margins that centre the board in the viewport, if there is room."""
        return replace(self, margin=self.margin + max(0, self.viewport - self.content) // 2)

    def with_header(self, header: int, share: float) -> BoardAxis:
        """The span on its way to a smaller header, centred in the viewport and not scrolled.

        Args:
            header: The size of the new header, in px; it is not larger than the old one.
            share: How far the grid has moved, from 0 to 1.
        """
        bare = replace(self, clues=header, light=0, margin=0, scroll=0, far=0, has_twin=False)
        start = round(self.grid_start + share * (bare.centered().grid_start - self.grid_start))
        return replace(bare, margin=max(0, start - bare.grid_start))

    @property
    def scroll_max(self) -> int:
        """The largest scroll, in px."""
        return max(0, self.content - self.viewport)

    @property
    def scroll_home(self) -> int:
        """The scroll that shows the first cells if the header leaves no room for them."""
        return 0 if self.header_last else min(self.scroll_max, self.header - self.kept)

    @property
    def kept(self) -> int:
        """The size of the part of the header that is in view at any scroll, in px."""
        return min(self.header, int(self.viewport * self.share))

    @property
    def header_start(self) -> int:
        """The start of the header, in px."""
        if self.header_last:
            natural = self.grid_start + self.grid_size
            return min(natural, self.viewport - self.kept)
        return max(self.margin - self.scroll, self.kept - self.header)

    @property
    def seen_header(self) -> tuple[int, int]:
        """(start, stop) in px of the part of the header that is in view."""
        start = self.header_start
        return max(0, start), min(self.viewport, start + self.header)

    @property
    def grid_start(self) -> int:
        """The start of the first cell, in px; it may be out of view."""
        before = 0 if self.header_last else self.header
        return self.margin + before - self.scroll

    @property
    def light_start(self) -> int:
        """The start of the lights, in px."""
        return self.header_start + (0 if self.header_last else self.clues)

    @property
    def clues_start(self) -> int:
        """The start of the clues, in px."""
        return self.header_start + (self.light if self.header_last else 0)

    @property
    def room(self) -> tuple[int, int]:
        """(start, stop) in px of what headers and numbers at the far edge leave for cells."""
        if self.header_last:
            return self.far if self.shows_far else 0, self.header_start
        return self.header_start + self.header, self._far_limit

    @property
    def least_room(self) -> int:
        """The room for cells at the scroll that leaves least of it, in px."""
        far = self.far if self.shows_far else 0
        beside = far if self.twin is None else self.twin.header
        return self.viewport - self.margin - self.header - beside

    @property
    def window(self) -> tuple[int, int]:
        """(start, stop) in px of the visible grid, which the header must not cover."""
        first, last = self.room
        end = min(last, self.grid_start + self.grid_size)
        return max(0, first, self.grid_start), max(0, end)

    @property
    def _far_limit(self) -> int:
        """Where what is at the far edge starts at the latest, in px; the header is before it."""
        if (twin := self.twin) is not None:
            return twin.header_start
        return self.viewport - (self.far if self.shows_far else 0)

    @property
    def visible(self) -> range:
        """The cells that are at least partly visible."""
        first, last = self.window
        return self.cells_between(first, last)

    def cells_between(self, first: int, last: int) -> range:
        """The cells with a pixel in ``first <= px < last``."""
        start = max(0, (first - self.grid_start) // self.cell)
        stop = min(self.count, -((self.grid_start - last) // self.cell))
        return range(start, max(start, stop))

    def start_of(self, index: int) -> int:
        """The start of a cell, in px."""
        return self.grid_start + index * self.cell

    def index_at(self, px: float) -> int | None:
        """The visible cell at a position; ``None`` if there is none."""
        first, last = self.window
        index = int(px - self.grid_start) // self.cell
        return index if first <= px < last and 0 <= index < self.count else None

    def nearest(self, px: float) -> int:
        """The cell at or nearest to a position."""
        return min(max(int((px - self.grid_start) // self.cell), 0), self.count - 1)

    def scroll_to_show(self, index: int) -> int:
        """The scroll nearest to the current one that shows the whole cell."""
        first, last = self._window_when_scrolled()
        start = self.start_of(index)
        if start < first:
            return max(0, self.scroll - (first - start))
        if start + self.cell + 1 > last:
            return min(self.scroll_max, self.scroll + start + self.cell + 1 - last)
        return self.scroll

    @property
    def is_whole(self) -> bool:
        """Whether all cells are in view."""
        first, last = self.window
        return last - first >= self.grid_size

    @property
    def shown_share(self) -> tuple[float, float]:
        """(start, stop) of the cells in view, as shares of all cells."""
        first, last = ((px - self.grid_start) / self.grid_size for px in self.window)
        return min(max(first, 0.0), 1.0), min(max(last, 0.0), 1.0)

    def scroll_to_center(self, share: float) -> int:
        """The scroll that brings a place, as a share of all cells, to the middle of the view."""
        first, last = self._window_when_scrolled()
        place = self.grid_start + self.scroll + share * self.grid_size
        return min(max(0, round(place - (first + last) / 2)), self.scroll_max)

    def _window_when_scrolled(self) -> tuple[int, int]:
        far = self.far if self.shows_far else 0
        if self.header_last:
            return far, self.viewport - self.kept
        twin = self.twin
        return self.kept, self.viewport - (far if twin is None else twin.kept)


@dataclass(frozen=True)
class Geometry:
    """The geometry of both axes."""

    across: BoardAxis
    """Columns, from left to right."""
    down: BoardAxis
    """Rows, from top to bottom."""

    @property
    def cell(self) -> int:
        """The side of a cell, in px."""
        return self.across.cell

    @property
    def twin(self) -> Geometry | None:
        """The same cells with the headers after the grid, if they are at both sides."""
        across, down = self.across.twin, self.down.twin
        return None if across is None or down is None else Geometry(across, down)

    def cell_at(self, x: float, y: float) -> tuple[int, int] | None:
        """(row, column) of the visible cell at a point; ``None`` if there is none."""
        row, column = self.down.index_at(y), self.across.index_at(x)
        return None if row is None or column is None else (row, column)

    def nearest_cell(self, x: float, y: float) -> tuple[int, int]:
        """(row, column) of the cell at or nearest to a point, visible or not."""
        return self.down.nearest(y), self.across.nearest(x)

    def line_at(self, x: float, y: float) -> tuple[int | None, int | None]:
        """The row and the column whose cells or clues are at a point."""
        row, column = self.down.index_at(y), self.across.index_at(x)
        in_header = _within(x, self.across), _within(y, self.down)
        if row is not None and column is None and not in_header[0]:
            row = None
        if column is not None and row is None and not in_header[1]:
            column = None
        return row, column


def _within(px: float, span: BoardAxis) -> bool:
    return span.header_start <= px < span.header_start + span.header
