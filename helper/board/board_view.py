"""The board's widget: shows a session, and makes its moves from pointer and keys."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from PySide6.QtCore import QEvent, QPoint, QSize, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QFocusEvent,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPixmap,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QAbstractScrollArea, QApplication, QMenu, QToolTip, QWidget

from helper.application.settings import Settings
from helper.application.theme import Theme, ThemeManager
from helper.board.area import MAX_SINGLE_UPDATES, BoardArea
from helper.board.board_map import BoardMap
from helper.board.board_menu import BoardMenu
from helper.board.geometry import BoardAxis
from helper.board.headers import BoardHeaders
from helper.board.hits import SPACE, BoardPart, Hit, hit_at
from helper.board.hover import HoveredLines
from helper.board.keyboard import KeyboardCursor
from helper.board.look import BoardLook
from helper.board.magnifier import ClueMagnifier
from helper.board.overlays import Overlays, WrongCell
from helper.board.painter import BoardPainter, BoardScene
from helper.board.pointer import PointerInput
from helper.board.solved_picture import SolvedPicture
from helper.board.spoken_board import BoardSpeech, SpokenCells
from helper.board.stroke_controller import StrokeController
from helper.board.tips import tip_text
from helper.board.zoom import BoardZoom
from helper.play.session import Session
from helper.play.session_state import Mode
from puzzles import Axis, Line
from puzzles.words import _


class BoardStills(NamedTuple):
    """Pictures of a board that was just solved, as large as its viewport."""

    before: QPixmap
    """With grid, marks, clues and lights."""
    after: QPixmap
    """The picture alone, each cell at the same place."""
    across: BoardAxis
    """Where the columns are in both."""
    down: BoardAxis
    """Where the rows are in both."""


class BoardView(QAbstractScrollArea):
    """A custom-painted board whose clues and lights stay in view; its parts do the work.

    A part is handed the parts that it needs, and knows nothing of the view but that it scrolls.

    Signals:
        clue_edit_requested: :class:`puzzles.Line`, whose clue the author wants to type.
        menu_requested: (``QMenu``, :class:`Hit`): a context menu is about to be shown; more
            actions can be added to it.
        completed: The player's move has completed the picture; the board still has its old layout,
            of which :meth:`stills` makes pictures.
    """

    can_edit_clues = True
    """Whether the board offers in Draw to edit clues."""
    has_true_colors = False
    """Whether its paper is that of pictures also in a dark theme."""
    clue_edit_requested = Signal(object)
    menu_requested = Signal(object, object)
    completed = Signal()

    def __init__(
        self,
        session: Session,
        settings: Settings,
        themes: ThemeManager,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)  # a puzzle is never mirrored
        self.session = session
        self._settings = settings
        self._themes = themes
        self.look = look = BoardLook(session.marks)
        self.picture = SolvedPicture(self, session, look, themes.motion)
        self.area = area = BoardArea(self, session, settings, look, self.picture)
        self.hover = HoveredLines(area)
        self.strokes = strokes = StrokeController(area, look, session, settings)
        self.zoom = BoardZoom(area, strokes, session, settings)
        self.headers = headers = BoardHeaders(area, look, session, settings, themes)
        self.overlays = Overlays(area, look, headers, strokes)
        self.magnifier = ClueMagnifier(self.viewport(), area, headers, self.hover)
        self.map = BoardMap(self.viewport(), area, session, themes.theme)
        self.keyboard = KeyboardCursor(area, self.hover, strokes, session)
        self.pointer = PointerInput(
            self.viewport(),
            area,
            self.hover,
            strokes,
            headers.ticking,
            self.keyboard,
            self.hit_at,
            lambda: not themes.motion.is_reduced(self),
        )
        edit = self.clue_edit_requested.emit if self.can_edit_clues else None
        self._menu = BoardMenu(self, session, strokes, self.zoom, headers, edit)
        self.setFrameShape(QAbstractScrollArea.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.viewport().setMouseTracking(True)
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setAccessibleName(_("Board"))
        session.sheet_changed.connect(self._sheet_changed)
        session.reset.connect(self._begin_anew)
        session.clues_changed.connect(self._clues_changed)
        session.cells_changed.connect(self._cells_changed)
        session.ticks_changed.connect(self._ticks_changed)
        session.solved_changed.connect(self._solved_changed)
        session.mode_changed.connect(self._mode_changed)
        session.guesses_changed.connect(self._guesses_changed)
        themes.changed.connect(self._theme_changed)
        self.speech = BoardSpeech(  # after the connections: it tells what the board shows by then
            self.viewport(),
            area,
            self.hover,
            self.keyboard,
            SpokenCells(look, headers, self.overlays, session),
            headers,
            session,
            lambda: QApplication.focusWidget() is self,
            lambda: self.focusProxy() is not None,
        )
        self._theme_changed()

    @property
    def whole(self) -> QWidget:
        """The widget itself, which a cover lies over."""
        return self

    def rest(self) -> None:
        """End the stroke, and highlight nothing: the player turns to something else."""
        self.strokes.end()
        self.hover.set(None, None)

    def flash(self, cell: int, shown_ms: int) -> None:
        """Show for a moment that a cell is wrong; its index is ``row * width + column``."""
        place = self.area.cell_rect(*divmod(cell, self.session.marks.width))
        WrongCell(self.viewport(), place, shown_ms)

    def hit_at(self, at: QPoint) -> Hit:
        """What lies at a point, in px of the viewport; a solved board has no clues."""
        hit = hit_at(at.x(), at.y(), self.area.geometry, self.headers.strips)
        is_bare = self.picture.is_shown or self.look.is_numbering(hit.line)
        return SPACE if is_bare and hit.line is not None else hit

    # Painting

    def scene(self) -> BoardScene:
        """The scene that the next paint event will paint."""
        session, preferences = self.session, self._settings.preferences
        is_highlighting = preferences.highlight and not session.is_solved
        has_cursor = self.keyboard.is_shown and self.hasFocus()
        return BoardScene(
            puzzle=session.puzzle,
            look=self.look,
            geometry=self.area.geometry,
            layout=self.area.clue_layout,
            theme=self._themes.theme if self.picture.is_shown else self._board_theme,
            hover=self.hover.place if is_highlighting else (None, None),
            cursor=self.keyboard.cell if has_cursor else None,
            is_solved=self.picture.is_shown,
            fade=self.picture.fade_share,
            has_patterns=self.area.has_patterns,
            light=self.headers.shown_light,
            strips=self.headers.strips,
            marked_line=self.overlays.marked_line,
            hint=self.overlays.hint,
            guess_levels={} if self.picture.is_shown else session.guess_levels,
            pins={
                guess.pinned: level
                for level, guess in enumerate(session.guesses, 1)
                if guess.pinned is not None
            },
            proposed={} if self.overlays.is_before_shown else self.overlays.proposed,
            tools=self.strokes.tool_marks,
            grid_step=preferences.grid_lines.step,
            has_zebra=preferences.zebra,
            blank_sign=preferences.blank_sign,
        )

    @property
    def _board_theme(self) -> Theme:
        return self._themes.theme if self.has_true_colors else self._themes.board

    def stills(self) -> BoardStills:
        """The board with its grid, and its picture alone at the same place."""
        scene = replace(self.scene(), geometry=self.area.unmoved_geometry, hover=(None, None))
        bare = replace(scene.puzzle, title="")
        theme, board = self._themes.theme, self._board_theme
        picture = replace(
            scene, puzzle=bare, is_solved=True, has_patterns=False, fade=1.0, theme=theme
        )
        levels = self.session.guess_levels
        whole = replace(scene, is_solved=False, guess_levels=levels, theme=board)
        across, down = scene.geometry.across, scene.geometry.down
        return BoardStills(self._still(whole), self._still(picture), across, down)

    def _still(self, scene: BoardScene) -> QPixmap:
        viewport, ratio = self.viewport(), self.devicePixelRatioF()
        pixmap = QPixmap(viewport.size() * ratio)
        pixmap.setDevicePixelRatio(ratio)
        painter = QPainter(pixmap)
        try:
            BoardPainter(painter, scene).paint(viewport.rect())
        finally:
            painter.end()
        return pixmap

    def paintEvent(self, event: QPaintEvent) -> None:  # Qt override
        scene = self.scene()
        painter = QPainter(self.viewport())
        try:
            board = BoardPainter(painter, scene)
            for dirty in event.region():  # type: ignore[attr-defined]  # the stubs lack it
                board.paint(dirty)
        finally:
            painter.end()  # an active painter left by an error would crash Qt

    def sizeHint(self) -> QSize:  # Qt override
        return self.area.size_hint

    def resizeEvent(self, event: QResizeEvent) -> None:  # Qt override
        self.area.fit_view()
        super().resizeEvent(event)
        self.zoom.refit()
        self.overlays.keep_in_view()  # its own message may have made the board smaller
        self.area.changed.emit()

    def scrollContentsBy(self, dx: int, dy: int) -> None:  # Qt override
        self.area.scrolled()
        self.pointer.follow()

    # The session and the theme

    def _sheet_changed(self) -> None:
        session, old = self.session, self.look.marks
        self.strokes.cancel()
        self.headers.ticking.cancel()
        self.pointer.pan.stop()
        is_resized = (session.marks.height, session.marks.width) != (old.height, old.width)
        self.look.start_over(session.marks, session.dots)
        self.overlays.clear()
        self.overlays.name_lines("guesses", bool(session.guesses))
        self.keyboard.stay_on_board()
        self.hover.place = (None, None)
        self.area.lay_out_board()
        if is_resized:
            self._show_whole()
        else:
            self.zoom.refit()
        self.map.forget()

    def _begin_anew(self) -> None:
        """Show another puzzle, from its first cell on."""
        self.keyboard.start_over()
        self._show_whole()

    def _show_whole(self) -> None:
        self.zoom.suit()
        self.area.scroll_home()

    def _cells_changed(self, cells: Sequence[int]) -> None:
        self.look.marks, self.look.dots = self.session.marks, self.session.dots
        self.strokes.follow_marks()
        self.area.show_one_of(cells)
        self.map.update_cells(cells)
        if len(cells) > MAX_SINGLE_UPDATES:
            self._headers_changed()
            return
        for row, column in (divmod(i, self.session.marks.width) for i in cells):
            self.headers.update_lines((Line(Axis.ROW, row), Line(Axis.COLUMN, column)))
        self.area.update_cells(cells)
        self.magnifier.follow()

    def _clues_changed(self) -> None:
        """Update the headers to clues that followed the drawing."""
        self.look.marks, self.look.dots = self.session.marks, self.session.dots
        self.headers.follow_clues()
        if self.area.lay_out_clues():
            self.zoom.refit()
        self.pointer.follow()

    def _ticks_changed(self, lines: Sequence[Line]) -> None:
        self.headers.update_lines(lines)
        self.magnifier.follow()

    def _solved_changed(self, is_solved: bool) -> None:
        self.headers.ticking.cancel()
        if is_solved and self.picture.is_own:
            self.completed.emit()
        self.picture.follow(is_solved)
        self.zoom.refit()  # a solved board has no numbers that must be readable
        self.map.place()

    def _headers_changed(self) -> None:
        self.headers.forget()
        self.area.update()

    def _mode_changed(self) -> None:
        self.area.lay_out()  # numbers may have letters in play only
        self._headers_changed()

    def _guesses_changed(self) -> None:
        self.overlays.name_lines("guesses", bool(self.session.guesses))
        self.viewport().update()

    def _theme_changed(self) -> None:
        self.map.set_theme(self._board_theme)
        self.magnifier.set_theme(self._themes.theme)
        self.pointer.set_theme(self._themes.theme)
        self._headers_changed()

    # The pointer

    def mousePressEvent(self, event: QMouseEvent) -> None:  # Qt override
        self.pointer.press(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:  # Qt override
        line = self.hit_at(event.position().toPoint()).line
        is_left = event.button() == Qt.MouseButton.LeftButton
        is_free = self.session.mode is Mode.DRAW and not self.strokes.is_locked
        if is_left and line is not None and is_free:
            self.clue_edit_requested.emit(line)
        else:
            self.pointer.press(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # Qt override
        self.pointer.move(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # Qt override
        self.pointer.release(event)

    def leaveEvent(self, event: object) -> None:  # Qt override
        if self.strokes.current is None:
            self.hover.set(None, None)
            self.strokes.show_preview(None)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:  # Qt override
        if event.reason() != QContextMenuEvent.Reason.Mouse:
            self._show_menu_of_cell()
        elif self.pointer.wants_menu:
            self.pointer.wants_menu = False
            hit = self.hit_at(event.pos())
            self._show_menu(self._menu.for_hit(hit), hit, event.globalPos())
        event.accept()

    def _show_menu_of_cell(self) -> None:
        row, column = self.keyboard.cell
        self.area.show_cell(row, column)
        menu = self._menu.for_cell((Line(Axis.ROW, row), Line(Axis.COLUMN, column)))
        at = self.viewport().mapToGlobal(self.area.cell_rect(row, column).center())
        self._show_menu(menu, Hit(BoardPart.CELL, cell=(row, column)), at)

    def _show_menu(self, menu: QMenu, hit: Hit, at: QPoint) -> None:
        if self.look.is_line:  # the menus are about clues of columns, too
            menu.deleteLater()
            return
        self.strokes.cancel()
        self.strokes.show_preview(None)
        self.menu_requested.emit(menu, hit)
        self._menu.show(menu, at)

    def viewportEvent(self, event: QEvent) -> bool:  # Qt override
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            text = self.tip(self.hit_at(event.pos()))
            QToolTip.showText(event.globalPos(), text, self.viewport())
            return True
        return super().viewportEvent(event)

    def tip(self, hit: Hit) -> str:
        """The tooltip of what the pointer is over; empty for none."""
        state = self.headers.light_text(hit.line) if hit.line is not None else ""
        return tip_text(self.session, hit, state, self.strokes.is_locked)

    def wheelEvent(self, event: QWheelEvent) -> None:  # Qt override
        self.pointer.pan.stop()
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            delta = event.angleDelta().y()
            if delta:
                self.zoom.by(1 if delta > 0 else -1, event.position().toPoint())
            event.accept()
        elif event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            bar = self.horizontalScrollBar()
            bar.setValue(bar.value() - event.angleDelta().y() * 3 * bar.singleStep() // 120)
            event.accept()
        else:
            super().wheelEvent(event)

    # Keys

    def keyPressEvent(self, event: QKeyEvent) -> None:  # Qt override
        self.pointer.pan.stop()
        is_menu_key = event.key() == Qt.Key.Key_Menu or (
            event.key() == Qt.Key.Key_F10 and event.modifiers() == Qt.KeyboardModifier.ShiftModifier
        )
        if is_menu_key:
            self._show_menu_of_cell()
        elif event.key() == Qt.Key.Key_Escape and self.headers.ticking.is_active:
            self.headers.ticking.cancel()
        elif not (self.strokes.press_key(event) or self.keyboard.press(event)):
            super().keyPressEvent(event)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:  # Qt override
        self.keyboard.release(event)
        super().keyReleaseEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:  # Qt override
        self.keyboard.finish()
        if self.strokes.tools is not None:
            self.strokes.tools.leave()
        self.viewport().update()
        super().focusOutEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:  # Qt override
        if event.reason() in (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason):
            self.keyboard.show()
        self.viewport().update()
        super().focusInEvent(event)
        self.speech.focus_came()
