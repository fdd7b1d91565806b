"""The board on the screen: shows a session, and turns pointer and keys into its moves."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from PySide6.QtCore import QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QAbstractScrollArea, QWidget

from helper.board.clue_layout import ClueLayout, ClueSizes
from helper.board.geometry import HEADER_SHARE, Geometry, Span
from helper.board.keyboard import KeyboardCursor
from helper.board.look import BoardLook, CellLook
from helper.board.numbers import NumberStrips
from helper.board.painter import BoardPainter, Scene
from helper.board.pointer import PointerInput
from helper.board.stroke import Stroke
from helper.board.zoom import SMALLEST_SUITABLE, largest_that, stepped
from helper.session import Session
from helper.settings import ClueSide, Settings
from helper.theme import ThemeManager
from puzzles import Axis, Grid, Line, satisfies
from solver.line import certain_blocks


class BoardView(QAbstractScrollArea):
    """Custom-painted board with clues and lights that stay in view.

    Signals:
        hovered: (row, column) under the pointer or the keyboard's cell, ``None`` for neither.
        zoomed: The cells have another size.
        refused: The player tried to change a board that is locked: solved, or showing a thought.
    """

    hovered = Signal(object, object)
    zoomed = Signal(int)
    refused = Signal()

    def __init__(
        self,
        session: Session,
        settings: Settings,
        themes: ThemeManager,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.session = session
        self.look = BoardLook(session.marks)
        self._settings = settings
        self._themes = themes
        self._cell = settings.preferences.cell_size
        self._clue_sizes = ClueSizes(session.puzzle, self.font())
        self._layout: ClueLayout | None = None
        self._geometry: Geometry | None = None
        self._hover: tuple[int | None, int | None] = (None, None)
        self._keeps_fitting = False
        self._marked_line: Line | None = None
        self._stroke: Stroke | None = None
        self._strips: NumberStrips | None = None
        self.setFrameShape(QAbstractScrollArea.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.viewport().setMouseTracking(True)
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setAccessibleName("Board")
        self.keyboard = KeyboardCursor(self)
        self.pointer = PointerInput(self)
        session.sheet_changed.connect(self._sheet_changed)
        session.cells_changed.connect(self._cells_changed)
        session.solved_changed.connect(self._everything_changed)
        settings.changed.connect(self._preferences_changed)
        themes.changed.connect(self._theme_changed)
        self._preferences = settings.preferences
        self._theme_changed()

    # Geometry

    @property
    def cell_size(self) -> int:
        """Px of a cell's side."""
        return self._cell

    @property
    def clue_layout(self) -> ClueLayout:
        """Size and places of the numbers."""
        if self._layout is None:
            size = self.maximumViewportSize()
            room = int(size.width() * HEADER_SHARE), int(size.height() * HEADER_SHARE)
            self._layout = ClueLayout(self._clue_sizes, self._cell, room)
        return self._layout

    @property
    def geometry_now(self) -> Geometry:
        """Where everything is at the present zoom and scroll."""
        if self._geometry is None:
            self._geometry = self._make_geometry(
                self.horizontalScrollBar().value(), self.verticalScrollBar().value()
            )
        return self._geometry

    def _make_geometry(self, scroll_x: int, scroll_y: int) -> Geometry:
        layout, puzzle = self.clue_layout, self.session.puzzle
        preferences, size = self._settings.preferences, self.viewport().size()
        last = preferences.clue_side is ClueSide.RIGHT_BELOW
        across = Span(
            puzzle.width, self._cell, layout.rows_px, layout.light,
            preferences.margin_left, size.width(), scroll_x, last,
        )  # fmt: skip
        down = Span(
            puzzle.height, self._cell, layout.columns_px, layout.light,
            preferences.margin_top, size.height(), scroll_y, last,
        )  # fmt: skip
        return Geometry(across, down)

    def cell_rect(self, row: int, column: int) -> QRect:
        """A cell in px of the viewport, with the lines around it."""
        geometry = self.geometry_now
        x, y = geometry.across.start_of(column), geometry.down.start_of(row)
        return QRect(x - 1, y - 1, self._cell + 2, self._cell + 2)

    def _relayout(self) -> None:
        """Sizes have changed: scroll bars and everything in view."""
        self._layout = self._geometry = self._strips = None
        self._update_scroll_bars()
        self._everything_changed()

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
        self._geometry = self._layout = self._strips = None
        self._update_scroll_bars()
        super().resizeEvent(event)
        if self._keeps_fitting:
            self.zoom_to_fit()

    def scrollContentsBy(self, dx: int, dy: int) -> None:  # Qt override
        self._geometry = None
        self.viewport().update()
        self.pointer.follow()

    # Zoom

    def zoom_by(self, steps: int, about: QPoint | None = None) -> None:
        """Make the cells larger or smaller; what is under ``about`` stays there."""
        self.zoom_to(stepped(self._cell, steps), about)

    def zoom_to(self, size: int, about: QPoint | None = None) -> None:
        """Give the cells a size in px; what is under ``about`` stays there."""
        if self._stroke is not None:
            return
        self._keeps_fitting = False
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

    def zoom_to_fit(self) -> None:
        """Make the cells as large as the whole board in view allows, until zoomed otherwise."""
        self.zoom_to(self._fitting_size())
        self._keeps_fitting = True

    @property
    def is_whole(self) -> bool:
        """Whether the whole board is in view."""
        return not self.horizontalScrollBar().maximum() and not self.verticalScrollBar().maximum()

    def zoom_to_whole(self) -> None:
        """Make the cells smaller where that brings the whole board into view."""
        if not self.is_whole:
            self.zoom_to(min(self._cell, self._fitting_size()))

    def zoom_to_suit(self) -> None:
        """The cell size of the preferences, or smaller ones for a board that is too large."""
        wanted = self._settings.preferences.cell_size
        self.zoom_to(min(wanted, max(self._fitting_size(), SMALLEST_SUITABLE)))

    def _fitting_size(self) -> int:
        before, full = self._cell, self.maximumViewportSize()

        def fits(size: int) -> bool:
            self._cell, self._layout = size, None
            spans = self._make_geometry(0, 0)
            return spans.across.content <= full.width() and spans.down.content <= full.height()

        try:
            return largest_that(fits)
        finally:
            self._cell, self._layout = before, None

    # What is seen

    def look_at(self, row: int, column: int) -> CellLook:
        """All that can be seen of a cell."""
        return self.look.look(row, column)

    def show_ghosts(self, ghosts: Mapping[int, int]) -> None:
        """Show cells in other states than they have; an empty mapping ends it."""
        changed = self.look.ghosts.keys() ^ ghosts.keys()
        changed |= {i for i in ghosts if self.look.ghosts.get(i) != ghosts[i]}
        self.look.ghosts = ghosts
        self._update_cells(changed)

    def show_found(self, found: Grid | None) -> None:
        """Show what a solver is certain of; ``None`` ends it."""
        self._show_over_marks(found, is_thought=False)

    def show_thought(self, thought: Grid | None) -> None:
        """Show what a method has in mind, which may be wrong; ``None`` ends it.

        Until then the board is locked, and the lights speak of this picture.
        """
        if thought is not None:
            self.cancel_stroke()
        self._show_over_marks(thought, is_thought=thought is not None)

    def _show_over_marks(self, grid: Grid | None, is_thought: bool) -> None:
        if is_thought != self.look.is_thought:
            self._strips = None
        self.look.found, self.look.is_thought = grid, is_thought
        self.viewport().update()

    def show_hatched(self, cells: frozenset[int]) -> None:
        """Hatch just these cells."""
        changed = self.look.hatched ^ cells
        self.look.hatched = cells
        self._update_cells(changed)

    def mark_line(self, line: Line | None) -> None:
        """Mark the clues of a line that a message speaks of."""
        if line != self._marked_line:
            self._marked_line = line
            self.viewport().update()

    @property
    def hover(self) -> tuple[int | None, int | None]:
        """The row and the column that light up."""
        return self._hover

    def scene(self) -> Scene:
        """What the next paint event will paint."""
        has_cursor = self.keyboard.is_shown and self.hasFocus()
        return Scene(
            puzzle=self.session.puzzle,
            look=self.look,
            geometry=self.geometry_now,
            layout=self.clue_layout,
            theme=self._themes.theme,
            hover=self._hover if self._is_highlighting else (None, None),
            cursor=self.keyboard.cell if has_cursor else None,
            is_solved=self.session.is_solved and not self.look.is_thought,
            is_green=self._is_right_in_mind if self.look.is_thought else self.session.is_satisfied,
            strips=self._number_strips,
            marked_line=self._marked_line,
        )

    def _is_right_in_mind(self, line: Line) -> bool:
        thought = self.look.found
        return thought is not None and satisfies(
            thought.line(line), self.session.puzzle.clues_of(line)
        )

    @property
    def _is_highlighting(self) -> bool:
        return self._settings.preferences.highlight and not self.session.is_solved

    @property
    def _number_strips(self) -> NumberStrips:
        scale = self.devicePixelRatioF()
        if self._strips is None or self._strips.scale != scale:
            self._strips = NumberStrips(
                self.session.puzzle,
                self.clue_layout,
                self._themes.theme,
                self._cell,
                scale,
                self.done_numbers,
            )
        return self._strips

    def done_numbers(self, line: Line) -> tuple[bool, ...]:
        """For each clue of a line, whether it is greyed out: its block's place is certain."""
        clues = self.session.puzzle.clues_of(line)
        if not self._settings.preferences.grey_clues or self.look.is_thought:
            return (False,) * len(clues)
        if not clues:
            return (self.session.is_satisfied(line),)  # the 0 of an empty line
        marks = self.session.marks
        return certain_blocks(clues, marks.line(line), marks.colors)

    def paintEvent(self, event: QPaintEvent) -> None:  # Qt override
        scene = self.scene()
        painter = QPainter(self.viewport())
        try:
            board = BoardPainter(painter, scene)
            for dirty in event.region():  # type: ignore[attr-defined]  # the stubs lack it
                board.paint(dirty)
        finally:
            painter.end()  # an error must not leave a painter behind: Qt would crash

    def _sheet_changed(self) -> None:
        self._take_stroke()
        self._marked_line = None
        size = (self.session.marks.height, self.session.marks.width)
        is_resized = size != (self.look.marks.height, self.look.marks.width)
        self.look = BoardLook(self.session.marks)
        self._clue_sizes = ClueSizes(self.session.puzzle, self.font())
        self.keyboard.stay_on_board()
        self._hover = (None, None)
        self._relayout()
        if is_resized:
            self.zoom_to_suit()
            spans = self._make_geometry(0, 0)
            self.horizontalScrollBar().setValue(spans.across.scroll_home)
            self.verticalScrollBar().setValue(spans.down.scroll_home)

    def _cells_changed(self, cells: Sequence[int]) -> None:
        width = self.session.marks.width
        self._show_one_of(cells)
        if len(cells) > 500:
            self._strips = None
            self.viewport().update()
            return
        for i in cells:
            row, column = divmod(i, width)
            for line in (Line(Axis.ROW, row), Line(Axis.COLUMN, column)):
                if self._strips is not None:
                    self._strips.forget(line)
                self._update_header(line)
        self._update_cells(cells)

    def _show_one_of(self, cells: Sequence[int]) -> None:
        """Undo may change cells that are out of view: show the first then."""
        rows, columns = self.geometry_now.down.visible, self.geometry_now.across.visible
        places = [divmod(i, self.session.marks.width) for i in cells[:500]]
        if places and not any(r in rows and c in columns for r, c in places):
            self.show_cell(*places[0])

    def _update_cells(self, cells: Iterable[int]) -> None:
        cells = list(cells)
        if len(cells) > 500:
            self.viewport().update()
            return
        for i in cells:
            self.viewport().update(self.cell_rect(*divmod(i, self.session.marks.width)))

    def _update_header(self, line: Line) -> None:
        across, down = self.geometry_now.across, self.geometry_now.down
        if line.is_column:
            x = across.start_of(line.index)
            rect = QRect(x, down.header_start, across.cell + 1, down.header)
        else:
            y = down.start_of(line.index)
            rect = QRect(across.header_start, y, across.header, down.cell + 1)
        self.viewport().update(rect)

    def _everything_changed(self) -> None:
        self._geometry = None
        self.viewport().update()

    def _preferences_changed(self) -> None:
        old, new = self._preferences, self._settings.preferences
        self._preferences = new
        if old.cell_size != new.cell_size:
            self._cell = new.cell_size
            self.zoomed.emit(self._cell)
        self._relayout()

    def _theme_changed(self) -> None:
        self.pointer.set_theme(self._themes.theme)
        self._strips = None
        self.viewport().update()

    # Pointer

    def mousePressEvent(self, event: QMouseEvent) -> None:  # Qt override
        self.pointer.press(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:  # Qt override
        self.pointer.press(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # Qt override
        self.pointer.move(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # Qt override
        self.pointer.release(event)

    def leaveEvent(self, event: object) -> None:  # Qt override
        if self._stroke is None:
            self.set_hover(None, None)

    def wheelEvent(self, event: QWheelEvent) -> None:  # Qt override
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            delta = event.angleDelta().y()
            if delta:
                self.zoom_by(1 if delta > 0 else -1, event.position().toPoint())
            event.accept()
        elif event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            bar = self.horizontalScrollBar()
            bar.setValue(bar.value() - event.angleDelta().y() * 3 * bar.singleStep() // 120)
            event.accept()
        else:
            super().wheelEvent(event)

    def set_hover(self, row: int | None, column: int | None) -> None:
        """Light up a row, a column, or both, and say so."""
        if (row, column) == self._hover:
            return
        for is_row, old, new in ((True, self._hover[0], row), (False, self._hover[1], column)):
            for index in {old, new} - {None} if old != new else ():
                self._update_band(is_row, index)
        self._hover = (row, column)
        self.hovered.emit(row, column)

    def _update_band(self, is_row: bool, index: int | None) -> None:
        assert index is not None
        size, geometry = self.viewport().size(), self.geometry_now
        if is_row:
            start = geometry.down.start_of(index)
            self.viewport().update(0, start - 1, size.width(), self._cell + 2)
        else:
            start = geometry.across.start_of(index)
            self.viewport().update(start - 1, 0, self._cell + 2, size.height())

    # Strokes

    @property
    def stroke(self) -> Stroke | None:
        """The stroke under way."""
        return self._stroke

    def begin_stroke(self, at: tuple[int, int], state: int, rectangle: bool = False) -> None:
        """Begin to give cells a state."""
        if self.session.is_solved or self.look.is_thought:
            self.refused.emit()
            return
        overwrite = self._settings.preferences.overwrite
        self._stroke = Stroke(self.session.marks, at, state, overwrite, rectangle)
        self.show_ghosts(self._stroke.changes)

    def extend_stroke(self, at: tuple[int, int]) -> None:
        """The stroke reaches another cell."""
        if self._stroke is not None:
            self._stroke.move_to(*at)
            self.show_ghosts(self._stroke.changes)

    def end_stroke(self) -> None:
        """Make the stroke's move."""
        stroke = self._take_stroke()
        if stroke is not None:
            self.session.paint(stroke.changes, _label(stroke))

    def cancel_stroke(self) -> None:
        """Leave the cells as they were."""
        self._take_stroke()

    def _take_stroke(self) -> Stroke | None:
        stroke, self._stroke = self._stroke, None
        self.pointer.hide_bubble()
        self.show_ghosts({})
        return stroke

    # Keys

    def keyPressEvent(self, event: QKeyEvent) -> None:  # Qt override
        if not self.keyboard.press(event):
            super().keyPressEvent(event)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:  # Qt override
        self.keyboard.release(event)
        super().keyReleaseEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:  # Qt override
        self.keyboard.finish()
        self.viewport().update()
        super().focusOutEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:  # Qt override
        self.viewport().update()
        super().focusInEvent(event)

    def show_cell(self, row: int, column: int) -> None:
        """Scroll so that a cell is in view."""
        geometry = self.geometry_now
        self.horizontalScrollBar().setValue(geometry.across.scroll_to_show(column))
        self.verticalScrollBar().setValue(geometry.down.scroll_to_show(row))


def _label(stroke: Stroke) -> str:
    names = {stroke.marks.clear: "Clear", 1: "Cross"}
    count = len(stroke.changes)
    return f"{names.get(stroke.state, 'Shade')} {count} {'cell' if count == 1 else 'cells'}"
