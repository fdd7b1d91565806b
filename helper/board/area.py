"""Where the parts of a board are in its view: cells, clues and scroll bars; and what to repaint."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from PySide6.QtCore import QObject, QPoint, QRect, QSize, Signal
from PySide6.QtWidgets import QAbstractScrollArea, QScrollBar

from helper.application.settings import ClueSide, LightsShown, Settings
from helper.board.clue_layout import ClueLayout, ClueRoom, ClueSizes
from helper.board.geometry import HEADER_SHARE, TWIN_SHARE, BoardAxis, Geometry
from helper.board.line_numbers import far_sizes
from helper.board.look import BoardLook
from helper.board.solved_picture import SolvedPicture
from helper.play.session import Session
from helper.play.session_state import Mode
from puzzles import Line

_TITLE_PX = 56
"""The height of the room for the title of a solved picture, if its clues had as much."""
_SMALL_MARGIN_PX = 8
"""Around a single line and a dense board, whatever the preferences are for boards."""
_MIN_LARGE = 30
"""A board with a side of so many cells may have its clues on both sides."""
_MIN_DENSE_CLUES = 2
"""The least room for the clues of a dense board, in cells."""
MAX_SINGLE_UPDATES = 500
"""More changed cells are repainted with the whole view."""


class BoardArea(QObject):
    """The layout of a board in a scroll area; its headers stay in view.

    Signals:
        changed: The board was scrolled, zoomed, resized or laid out.
    """

    changed = Signal()

    def __init__(
        self,
        view: QAbstractScrollArea,
        session: Session,
        settings: Settings,
        look: BoardLook,
        picture: SolvedPicture,
    ) -> None:
        super().__init__(view)
        self._view = view
        self._session = session
        self._settings = settings
        self._look = look
        self._picture = picture
        self.cell_size = settings.preferences.cell_size
        """The side of a cell, in px; :meth:`zoom_to` changes it."""
        self.is_dense = False
        """Whether numbers are as large as small cells allow, without room for lights. Where the
        smallest readable ones need too much room, those next to the grid are shown."""
        self.covered_px: Callable[[], int] = lambda: 0
        """The height that a message takes from the view: it scrolls the board, and does not shrink
        it."""
        self.names_lines = False
        """Whether a sentence about the board names rows or columns."""
        self._rooms = (ClueRoom(), ClueRoom())
        self._clue_sizes = self._measured()
        self._layout: ClueLayout | None = None
        self._geometry: Geometry | None = None
        picture.changed.connect(self.refresh)

    @property
    def clue_layout(self) -> ClueLayout:
        """The layout of the clue numbers."""
        if self._layout is None:
            self._layout = self._layout_at(self.cell_size)
        return self._layout

    @property
    def geometry(self) -> Geometry:
        """The geometry at the current zoom and scroll."""
        if self._geometry is None:
            self._geometry = self.unmoved_geometry
            if (share := self._picture.move_share) and self.is_whole:
                self._geometry = self._around_picture(self._geometry, share)
        return self._geometry

    @property
    def unmoved_geometry(self) -> Geometry:
        """The geometry with clues and lights, also of a solved board."""
        across, down = self._bars
        return self._geometry_at(self.cell_size, across.value(), down.value())

    @property
    def is_whole(self) -> bool:
        """Whether the whole board is in view."""
        return not any(bar.maximum() for bar in self._bars)

    @property
    def is_only_covered(self) -> bool:
        """Whether the whole board would be in view without a message."""
        return self.covered_px() > 0 and self.fits(self.cell_size)

    @property
    def has_patterns(self) -> bool:
        """Whether each colour has a pattern, and a letter beside its clues."""
        session, preferences = self._session, self._settings.preferences
        return preferences.shows_signs(session.puzzle.palette, session.mode is Mode.DRAW)

    @property
    def pixel_ratio(self) -> float:
        """The device px of a px."""
        return self._view.devicePixelRatioF()

    @property
    def size_hint(self) -> QSize:
        """The size of the whole board, in px."""
        spans = self._geometry_at(self.cell_size)
        return QSize(spans.across.content + 4, spans.down.content + 4)

    @property
    def has_all_clues(self) -> bool:
        """Whether there is room for all numbers, and not only for those next to the grid."""
        spans, layout = self.unmoved_geometry, self.clue_layout
        needed = layout.rows_px, layout.columns_px
        return layout.is_readable and (spans.across.clues, spans.down.clues) == needed

    def cell_rect(self, row: int, column: int) -> QRect:
        """The rectangle of a cell with the lines around it, in px of the viewport."""
        geometry = self.geometry
        x, y = geometry.across.start_of(column), geometry.down.start_of(row)
        return QRect(x - 1, y - 1, self.cell_size + 2, self.cell_size + 2)

    # At any cell size

    @property
    def _full_size(self) -> QSize:
        """The size of the view without scroll bars and without messages.

        A solved board is made smaller by its message: the picture is seen as a whole.
        """
        covered = 0 if self._session.is_solved else max(0, self.covered_px())
        return self._view.maximumViewportSize() + QSize(0, covered)

    def fits(self, cell: int) -> bool:
        """Whether the whole board would be in view with cells of this side, in px."""
        full, spans = self._full_size, self._geometry_at(cell)
        return spans.across.content <= full.width() and spans.down.content <= full.height()

    def fits_one_way(self, cell: int) -> bool:
        """Whether it would have to be scrolled in one direction at most; a line in none."""
        if self._look.is_line:
            return self.fits(cell)
        full, (across, down) = self._full_size, self._spans_at(cell)
        bar = self._bars[1].sizeHint().width()
        return across.content <= full.width() - bar or down.content <= full.height() - bar

    def font_px_at(self, cell: int) -> int:
        """The size of the numbers with cells of this side; both in px."""
        return self._layout_at(cell).font.pixelSize()

    def large_layout(self, cell: int) -> ClueLayout:
        """The clue numbers with cells of this side, in px, as large as the view has room for."""
        size = self._full_size
        return ClueLayout(self._clue_sizes, cell, (size.width(), size.height()))

    def _layout_at(self, cell: int) -> ClueLayout:
        size = self._full_size
        share = TWIN_SHARE if self._has_twin else HEADER_SHARE
        room = int(size.width() * share), int(size.height() * (1 if self._look.is_line else share))
        return ClueLayout(self._clue_sizes, cell, room, self.is_dense)

    def _geometry_at(self, cell: int, scroll_x: int = 0, scroll_y: int = 0) -> Geometry:
        across, down = self._spans_at(cell, scroll_x, scroll_y)
        return Geometry(across.centered(), down.centered())

    def _spans_at(
        self, cell: int, scroll_x: int = 0, scroll_y: int = 0
    ) -> tuple[BoardAxis, BoardAxis]:
        layout = self.clue_layout if cell == self.cell_size else self._layout_at(cell)
        puzzle, preferences = self._session.puzzle, self._settings.preferences
        has_lights = preferences.lights is not LightsShown.NONE
        size, light = self._view.viewport().size(), layout.light if has_lights else 0
        has_twin = self._has_twin
        last = preferences.clue_side is ClueSide.RIGHT_BELOW and not has_twin
        left, top, beside, above = preferences.margin_left, preferences.margin_top, light, light
        rows_px, columns_px = layout.rows_px, layout.columns_px
        wide, high = far_sizes(puzzle.height, puzzle.width)
        if self._look.is_line or self.is_dense:
            wide = high = 0
        left, top = max(left, wide), max(top, high)  # so that the board stays where it is
        if self._look.is_line:
            left, top, above = _SMALL_MARGIN_PX, _SMALL_MARGIN_PX, 0
        elif self.is_dense:
            left, top, beside, above = _SMALL_MARGIN_PX, _SMALL_MARGIN_PX, 0, 0
            if layout.is_readable and not self._layout_at(cell - 1).is_readable:
                full, least = self._full_size, _MIN_DENSE_CLUES * cell
                free_x = full.width() - puzzle.width * cell - 1 - 2 * left
                free_y = full.height() - puzzle.height * cell - 1 - 2 * top
                rows_px, columns_px = (
                    min(rows_px, max(least, free_x)),
                    min(columns_px, max(least, free_y)),
                )
        ends = last, wide, self.shows_numbers and bool(wide), has_twin
        across = BoardAxis(puzzle.width, cell, rows_px, beside, left, size.width(), scroll_x, *ends)
        ends = last, high, self.shows_numbers and bool(high), has_twin
        down = BoardAxis(
            puzzle.height, cell, columns_px, above, top, size.height(), scroll_y, *ends
        )
        if has_twin:
            across, down = (replace(axis, share=TWIN_SHARE) for axis in (across, down))
        return across, down

    @property
    def _has_twin(self) -> bool:
        """Whether the clues are on both sides."""
        puzzle = self._session.puzzle
        is_large = max(puzzle.width, puzzle.height) >= _MIN_LARGE
        is_usual = not (self._look.is_line or self.is_dense)
        return is_large and is_usual and self._settings.preferences.clues_on_both_sides

    @property
    def shows_numbers(self) -> bool:
        """Whether rows and columns are numbered at their far edges."""
        return self.names_lines or self._settings.preferences.line_numbers

    def name_lines(self, is_named: bool) -> None:
        """Number rows and columns while a sentence names some of them."""
        if is_named != self.names_lines:
            self.names_lines = is_named
            self.refresh()

    def _around_picture(self, geometry: Geometry, share: float) -> Geometry:
        """The geometry without clues and lights, with room for the title."""
        title = min(geometry.down.header, _TITLE_PX) if self._session.puzzle.title else 0
        return Geometry(
            geometry.across.with_header(0, share), geometry.down.with_header(title, share)
        )

    # Layout

    def lay_out_board(self) -> None:
        """Lay out another puzzle."""
        self._rooms = (ClueRoom(), ClueRoom())
        self.lay_out()

    def lay_out(self, cell: int | None = None) -> None:
        """Measure the clues, and lay out the board.

        Args:
            cell: The new side of a cell, in px; ``None`` to keep it.
        """
        self._clue_sizes = self._measured()
        self._set_cell_size(cell or self.cell_size)

    def lay_out_clues(self) -> bool:
        """Lay out changed clues; the board moves only if they need other room.

        Returns:
            Whether another zoom may suit the board.
        """
        before, numbers = self.clue_layout, [room.numbers for room in self._rooms]
        self._clue_sizes, self._layout = self._measured(), None
        if before.is_like(self.clue_layout):
            self._layout = before
            return False
        self._set_cell_size(self.cell_size)
        pairs = zip(self._rooms, numbers, strict=True)
        return not self.is_whole or any(room.numbers < old for room, old in pairs)

    def zoom_to(self, cell: int, about: QPoint | None = None) -> None:
        """Lay out the board with cells of another side, in px; ``about`` stays where it is."""
        at = about if about is not None else self._view.viewport().rect().center()
        old = self.geometry
        x = (at.x() - old.across.grid_start) / old.cell
        y = (at.y() - old.down.grid_start) / old.cell
        self._set_cell_size(cell)
        new = self._geometry_at(cell)
        self.scroll_to(
            round(new.across.grid_start + x * cell - at.x()),
            round(new.down.grid_start + y * cell - at.y()),
        )

    def _set_cell_size(self, cell: int) -> None:
        self.cell_size = cell
        self.fit_view()
        self.update()
        self.changed.emit()

    def fit_view(self) -> None:
        """Lay out the board in the size of the view; repaint nothing."""
        self._layout = None
        spans = self._geometry_at(self.cell_size)
        for bar, span in zip(self._bars, (spans.across, spans.down), strict=True):
            bar.setRange(0, span.scroll_max)
            bar.setPageStep(max(1, span.viewport - span.header))
            bar.setSingleStep(max(8, self.cell_size))
        self._geometry = None

    def _measured(self) -> ClueSizes:
        """Measure the clues; a drawing reserves room for more, so that strokes do not move it."""
        puzzle, (rows, columns) = self._session.shown, self._rooms
        if self._session.state.drawing:
            rows.follow(puzzle.rows, puzzle.width)
            columns.follow(puzzle.columns, puzzle.height)
        numbers = rows.numbers, columns.numbers
        return ClueSizes(puzzle, self._view.font(), numbers, self.has_patterns)

    # Scrolling

    @property
    def _bars(self) -> tuple[QScrollBar, QScrollBar]:
        return self._view.horizontalScrollBar(), self._view.verticalScrollBar()

    def scrolled(self) -> None:
        """Follow the scroll bars."""
        self.refresh()
        self.changed.emit()

    @property
    def scroll_place(self) -> tuple[int, int]:
        """Where the view is on the whole board, in px."""
        across, down = self._bars
        return across.value(), down.value()

    def scroll_to(self, x: int, y: int) -> None:
        """Scroll to a place, in px of the whole board."""
        across, down = self._bars
        across.setValue(x)
        down.setValue(y)

    def scroll_by(self, x: int, y: int) -> None:
        """Scroll by a distance, in px."""
        before_x, before_y = self.scroll_place
        self.scroll_to(before_x + x, before_y + y)

    def scroll_home(self) -> None:
        """Scroll so that the numbers next to the grid are in view."""
        spans = self._geometry_at(self.cell_size)
        self.scroll_to(spans.across.scroll_home, spans.down.scroll_home)

    @property
    def is_at_home(self) -> bool:
        """Whether it is scrolled as by :meth:`scroll_home`."""
        spans = self._geometry_at(self.cell_size)
        return self.scroll_place == (spans.across.scroll_home, spans.down.scroll_home)

    def show_cell(self, row: int, column: int) -> None:
        """Scroll so that a cell is in view."""
        across, down = self.geometry.across, self.geometry.down
        self.scroll_to(across.scroll_to_show(column), down.scroll_to_show(row))

    def show_one_of(self, cells: Sequence[int]) -> None:
        """Scroll to the first cell if none of the cells is in view, as may happen with Undo."""
        rows, columns = self.geometry.down.visible, self.geometry.across.visible
        width = self._session.marks.width
        places = [divmod(i, width) for i in cells[:MAX_SINGLE_UPDATES]]
        if places and not any(r in rows and c in columns for r, c in places):
            self.show_cell(*places[0])

    def show_whole_of(self, cells: Sequence[int]) -> None:
        """Scroll so that one of the cells is in view as a whole: if possible one that is partly."""
        rows, columns = self.geometry.down.visible, self.geometry.across.visible
        width = self._session.marks.width
        places = [divmod(i, width) for i in cells[:MAX_SINGLE_UPDATES]]
        seen = (at for at in places if at[0] in rows and at[1] in columns)
        if places:
            self.show_cell(*next(seen, places[0]))

    # Repainting

    def update(self) -> None:
        """Repaint all."""
        self._view.viewport().update()

    def refresh(self) -> None:
        """Repaint all, at other places than before."""
        self._geometry = None
        self.update()

    def update_cells(self, cells: Iterable[int]) -> None:
        """Repaint cells; a cell is given as ``row * width + column``."""
        cells, width = list(cells), self._session.marks.width
        if len(cells) > MAX_SINGLE_UPDATES:
            self.update()
            return
        for i in cells:
            self._view.viewport().update(self.cell_rect(*divmod(i, width)))

    def update_cursor(self, row: int, column: int) -> None:
        """Repaint a cell with the frame of the keyboard's cell."""
        self._view.viewport().update(self.cell_rect(row, column).adjusted(-3, -3, 3, 3))

    def update_line(self, line: Line) -> None:
        """Repaint a line from edge to edge."""
        viewport = self._view.viewport()
        if line.is_column:
            x = self.geometry.across.start_of(line.index)
            viewport.update(x - 1, 0, self.cell_size + 2, viewport.height())
        else:
            y = self.geometry.down.start_of(line.index)
            viewport.update(0, y - 1, viewport.width(), self.cell_size + 2)

    def update_header(self, line: Line) -> None:
        """Repaint the clues and the light of a line."""
        across, down = self.geometry.across, self.geometry.down
        if across.has_twin:
            self.update_line(line)
            return
        if line.is_column:
            x = across.start_of(line.index)
            rect = QRect(x, down.header_start, across.cell + 1, down.header)
        else:
            y = down.start_of(line.index)
            rect = QRect(across.header_start, y, across.header, down.cell + 1)
        self._view.viewport().update(rect)
