"""The part of the board's widget with layout, scrolling and zoom."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable, Sequence

from PySide6.QtCore import QPoint, QRect, QSize, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QAbstractScrollArea, QWidget

from helper.application.settings import ClueSide, Settings
from helper.board.clue_layout import ClueLayout, ClueSizes
from helper.board.geometry import HEADER_SHARE, Geometry, Span
from helper.play.session import Session
from puzzles import Clues

_TITLE_PX = 56
"""The height of the room for the title of a solved picture, if its clues had as much."""


class BoardArea(QAbstractScrollArea):
    """A scroll area with the size of a board and headers that stay in view. Paints nothing.

    Signals:
        zoomed: ``int``, the new side of a cell, in px.
        zoom_chosen: ``int``, the side of a cell that the player chose, in px; 0 to fit the window.
        view_changed: The board was scrolled, zoomed, resized or laid out.
    """

    zoomed = Signal(int)
    zoom_chosen = Signal(int)
    view_changed = Signal()

    def __init__(self, session: Session, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.session = session
        self._settings = settings
        self._preferences = settings.preferences
        self._cell = settings.preferences.cell_size
        self._rooms = (ClueRoom(), ClueRoom())
        self._clue_sizes = self._measured()
        self._layout: ClueLayout | None = None
        self._geometry: Geometry | None = None
        self._fit: Callable[[], int] | None = self._readable_size
        """The size that the zoom follows; ``None`` after the player has zoomed."""
        self.setFrameShape(QAbstractScrollArea.Shape.NoFrame)
        settings.changed.connect(self._preferences_changed)

    @property
    def cell_size(self) -> int:
        """The side of a cell, in px."""
        return self._cell

    @property
    def clue_layout(self) -> ClueLayout:
        """The layout of the clue numbers."""
        if self._layout is None:
            size = self.maximumViewportSize()
            room = int(size.width() * HEADER_SHARE), int(size.height() * HEADER_SHARE)
            self._layout = ClueLayout(self._clue_sizes, self._cell, room)
        return self._layout

    @property
    def geometry_now(self) -> Geometry:
        """The geometry at the current zoom and scroll."""
        if self._geometry is None:
            self._geometry = self._make_geometry(
                self.horizontalScrollBar().value(), self.verticalScrollBar().value()
            )
            if (share := self.picture_share) and self.is_whole:
                self._geometry = self._around_picture(self._geometry, share)
        return self._geometry

    @property
    def picture_share(self) -> float:
        """How far the picture of a solved board is on its way to the middle, from 0 to 1."""
        return 0.0

    def _around_picture(self, geometry: Geometry, share: float) -> Geometry:
        """The geometry without clues and lights, with room for the title."""
        title = min(geometry.down.header, _TITLE_PX) if self.session.puzzle.title else 0
        return Geometry(
            geometry.across.with_header(0, share), geometry.down.with_header(title, share)
        )

    def _make_geometry(self, scroll_x: int, scroll_y: int) -> Geometry:
        layout, puzzle = self.clue_layout, self.session.puzzle
        preferences, size = self._settings.preferences, self.viewport().size()
        last = preferences.clue_side is ClueSide.RIGHT_BELOW
        across = Span(
            puzzle.width,
            self._cell,
            layout.rows_px,
            layout.light,
            preferences.margin_left,
            size.width(),
            scroll_x,
            last,
        )
        down = Span(
            puzzle.height,
            self._cell,
            layout.columns_px,
            layout.light,
            preferences.margin_top,
            size.height(),
            scroll_y,
            last,
        )
        return Geometry(across.centered(), down.centered())

    def cell_rect(self, row: int, column: int) -> QRect:
        """The rectangle of a cell with the lines around it, in px of the viewport."""
        geometry = self.geometry_now
        x, y = geometry.across.start_of(column), geometry.down.start_of(row)
        return QRect(x - 1, y - 1, self._cell + 2, self._cell + 2)

    def lay_out_board(self) -> None:
        """Lay out another puzzle."""
        self._rooms = (ClueRoom(), ClueRoom())
        self._clue_sizes = self._measured()
        self._relayout()

    def lay_out_clues(self) -> None:
        """Lay out changed clues; the board moves only if they need other room."""
        before, numbers = self.clue_layout, [room.numbers for room in self._rooms]
        self._clue_sizes, self._layout = self._measured(), None
        if before.is_like(self.clue_layout):
            self._layout = before
            return
        self._relayout()
        pairs = zip(self._rooms, numbers, strict=True)
        if not self.is_whole or any(room.numbers < old for room, old in pairs):
            self._refit()

    def _measured(self) -> ClueSizes:
        """Measure the clues; a drawing reserves room for more, so that strokes do not move it."""
        puzzle, (rows, columns) = self.session.puzzle, self._rooms
        if self.session.state.drawing:
            rows.follow(puzzle.rows, puzzle.width)
            columns.follow(puzzle.columns, puzzle.height)
        return ClueSizes(puzzle, self.font(), (rows.numbers, columns.numbers), self.has_patterns)

    @property
    def has_patterns(self) -> bool:
        """Whether each colour has a pattern, and a letter beside its clues."""
        is_colored = not self.session.puzzle.is_black_and_white
        return is_colored and self._settings.preferences.color_signs

    def _relayout(self) -> None:
        """Update scroll bars and repaint, after sizes have changed."""
        self._layout = self._geometry = None
        self._update_scroll_bars()
        self.viewport().update()
        self.view_changed.emit()

    def _update_scroll_bars(self) -> None:
        spans = self._make_geometry(0, 0)
        for bar, span in (
            (self.horizontalScrollBar(), spans.across),
            (self.verticalScrollBar(), spans.down),
        ):
            bar.setRange(0, span.scroll_max)
            bar.setPageStep(max(1, span.viewport - span.header))
            bar.setSingleStep(max(8, self._cell))
        self._geometry = None

    def sizeHint(self) -> QSize:  # Qt override
        spans = self._make_geometry(0, 0)
        return QSize(spans.across.content + 4, spans.down.content + 4)

    def resizeEvent(self, event: QResizeEvent) -> None:  # Qt override
        self._layout = self._geometry = None
        self._update_scroll_bars()
        super().resizeEvent(event)
        self._refit()
        self.view_changed.emit()

    def scrollContentsBy(self, dx: int, dy: int) -> None:  # Qt override
        self._geometry = None
        self.viewport().update()
        self.view_changed.emit()

    def scroll_home(self) -> None:
        """Scroll so that the numbers next to the grid are in view."""
        spans = self._make_geometry(0, 0)
        self.horizontalScrollBar().setValue(spans.across.scroll_home)
        self.verticalScrollBar().setValue(spans.down.scroll_home)

    def show_cell(self, row: int, column: int) -> None:
        """Scroll so that a cell is in view."""
        geometry = self.geometry_now
        self.horizontalScrollBar().setValue(geometry.across.scroll_to_show(column))
        self.verticalScrollBar().setValue(geometry.down.scroll_to_show(row))

    # Zoom

    def zoom_by(self, steps: int, about: QPoint | None = None) -> None:
        """Zoom by steps, as the player wants; the point ``about`` stays where it is."""
        self.zoom_to(stepped(self._cell, steps), about)
        self._choose_zoom()

    @property
    def normal_cell_size(self) -> int:
        """The side of a cell at 100 %, in px: that of the preferences."""
        return self._settings.preferences.cell_size

    def zoom_to_normal(self) -> None:
        """Zoom to the cell size of the preferences, as the player wants."""
        self.zoom_to(self.normal_cell_size)
        self._choose_zoom()

    def zoom_to_fit(self) -> None:
        """Fit the whole board into the view, also after resizing, until the next zoom."""
        self._fit = self._whole_size
        self._refit()
        self._choose_zoom()

    def restore_zoom(self, size: int) -> None:
        """Set the zoom of an opened board to what the player chose before; 0: fit it."""
        if size:
            self.zoom_to(min(max(size, SIZES[0]), SIZES[-1]))
        else:
            self.zoom_to_suit()

    def _choose_zoom(self) -> None:
        self.zoom_chosen.emit(0 if self._fit is not None else self._cell)

    def zoom_to(self, size: int, about: QPoint | None = None) -> None:
        """Set the side of the cells in px; the point ``about`` stays where it is."""
        self._fit = None
        if size == self._cell:
            return
        at = about if about is not None else self.viewport().rect().center()
        old = self.geometry_now
        places = [
            (px - span.grid_start) / span.cell
            for px, span in ((at.x(), old.across), (at.y(), old.down))
        ]
        self._cell = size
        self._relayout()
        unscrolled = self._make_geometry(0, 0)
        for bar, span, place, px in (
            (self.horizontalScrollBar(), unscrolled.across, places[0], at.x()),
            (self.verticalScrollBar(), unscrolled.down, places[1], at.y()),
        ):
            bar.setValue(round(span.grid_start + place * size - px))
        self.zoomed.emit(size)

    @property
    def is_whole(self) -> bool:
        """Whether the whole board is in view."""
        return not self.horizontalScrollBar().maximum() and not self.verticalScrollBar().maximum()

    def zoom_to_whole(self) -> None:
        """Make the cells smaller so that the whole board is in view, if possible."""
        if not self.is_whole:
            self.zoom_to(min(self._cell, self._whole_size()))

    def zoom_to_suit(self) -> None:
        """Fit the board into the view, but keep its numbers readable; also after resizing."""
        self._fit = self._readable_size
        self._refit()

    def _refit(self) -> None:
        fit = self._fit
        if fit is not None:
            self.zoom_to(fit())
            self._fit = fit

    def _whole_size(self) -> int:
        full = self.maximumViewportSize()

        def fits(size: int) -> bool:
            self._cell, self._layout = size, None
            spans = self._make_geometry(0, 0)
            return spans.across.content <= full.width() and spans.down.content <= full.height()

        return self._tried(lambda: largest_that(fits))

    def _readable_size(self) -> int:
        def is_readable(size: int) -> bool:
            self._cell, self._layout = size, None
            return self.clue_layout.font.pixelSize() >= MIN_READABLE_FONT_PX

        whole = self._whole_size()
        if self.session.is_solved:
            return whole
        return self._tried(lambda: smallest_from(whole, is_readable))

    def _tried(self, search: Callable[[], int]) -> int:
        """The result of a search that tries cell sizes."""
        before = self._cell
        try:
            return search()
        finally:
            self._cell, self._layout = before, None

    def _preferences_changed(self) -> None:
        old, new = self._preferences, self._settings.preferences
        self._preferences = new
        if old.cell_size != new.cell_size:
            self._fit, self._cell = None, new.cell_size
            self.zoomed.emit(self._cell)
        self._clue_sizes = self._measured()
        self._relayout()
        self._refit()


SIZES = (2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 18, 20, 22, 24, 28, 32, 36, 40, 48, 56, 64, 80)
"""The side of a cell at each step, in px."""
MIN_READABLE_FONT_PX = 9
"""A large board is opened with numbers no smaller than this; it is scrolled instead."""


def stepped(size: int, steps: int) -> int:
    """The size some steps up, or down if negative; limited to the first and last size.

    >>> stepped(24, 1), stepped(25, -1), stepped(80, 1)
    (28, 24, 80)
    """
    others = [s for s in SIZES if s > size] if steps > 0 else [s for s in SIZES[::-1] if s < size]
    return others[min(abs(steps), len(others)) - 1] if others else size


def largest_that(fits: Callable[[int], bool]) -> int:
    """The largest size that fits, of any whole px; the smallest one if none does.

    >>> largest_that(lambda size: 30 * size < 500)
    16
    """
    sizes = range(SIZES[0], SIZES[-1] + 1)
    return sizes[max(0, bisect(sizes, False, key=lambda size: not fits(size)) - 1)]


def smallest_from(size: int, is_readable: Callable[[int], bool]) -> int:
    """The smallest size from ``size`` on that is readable; the largest one if none is.

    >>> smallest_from(7, lambda size: size > 12)
    13
    """
    return next((s for s in range(size, SIZES[-1]) if is_readable(s)), SIZES[-1])


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
