"""The board's widget: shows a session, and makes its moves from pointer and keys."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QFocusEvent,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QMenu, QToolTip, QWidget

from helper.application.settings import Settings
from helper.application.theme import ThemeManager
from helper.board.board_menu import BoardMenu
from helper.board.hits import SPACE, Hit, Part, hit_at
from helper.board.painted_board import PaintedBoard
from helper.board.pointer import PointerInput
from helper.board.tips import light_text, tip_text
from helper.play.mode import Mode
from helper.play.session import Session
from puzzles import Axis, Line


class BoardView(PaintedBoard):
    """A board that answers to pointer and keys, with context menus and tooltips.

    Signals:
        clue_edit_requested: :class:`puzzles.Line`, whose clue the author wants to type.
        menu_requested: (``QMenu``, :class:`Hit`): a context menu is about to be shown; more
            actions can be added to it.
    """

    clue_edit_requested = Signal(object)
    menu_requested = Signal(object, object)

    def __init__(
        self,
        session: Session,
        settings: Settings,
        themes: ThemeManager,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(session, settings, themes, parent)
        self.pointer = PointerInput(self, self.keyboard, self.ticking, self.hit_at)
        self._menu = BoardMenu(self, self.light_text, self.clue_edit_requested.emit)
        self.stroke_ended.connect(self.pointer.hide_bubble)
        session.clues_changed.connect(self._follow_pointer)
        themes.changed.connect(self._color_pointer)
        self.pointer.set_theme(themes.theme)

    def scrollContentsBy(self, dx: int, dy: int) -> None:  # Qt override
        super().scrollContentsBy(dx, dy)
        self.pointer.follow()

    def _follow_pointer(self) -> None:
        self.pointer.follow()

    def _color_pointer(self) -> None:
        self.pointer.set_theme(self._themes.theme)

    # What is where

    def hit_at(self, at: QPoint) -> Hit:
        """What lies at a point, in px of the viewport; a solved board has no clues."""
        hit = hit_at(at.x(), at.y(), self.geometry_now, self._number_strips)
        return SPACE if self.is_picture and hit.line is not None else hit

    def light_text(self, line: Line) -> str:
        """What a line's light means, as a sentence."""
        return light_text(self.session, self.look, line, self._light(line))

    # The pointer

    def mousePressEvent(self, event: QMouseEvent) -> None:  # Qt override
        self.pointer.press(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:  # Qt override
        line = self.hit_at(event.position().toPoint()).line
        is_left = event.button() == Qt.MouseButton.LeftButton
        if is_left and line is not None and self.session.mode is Mode.DRAW and not self.is_locked:
            self.clue_edit_requested.emit(line)
        else:
            self.pointer.press(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # Qt override
        self.pointer.move(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # Qt override
        self.pointer.release(event)

    def leaveEvent(self, event: object) -> None:  # Qt override
        if self._stroke is None:
            self.set_hover(None, None)
            self.show_preview(None)

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
        self.show_cell(row, column)
        menu = self._menu.for_cell((Line(Axis.ROW, row), Line(Axis.COLUMN, column)))
        at = self.viewport().mapToGlobal(self.cell_rect(row, column).center())
        self._show_menu(menu, Hit(Part.CELL, cell=(row, column)), at)

    def _show_menu(self, menu: QMenu, hit: Hit, at: QPoint) -> None:
        self.cancel_stroke()
        self.show_preview(None)
        self.menu_requested.emit(menu, hit)
        self._menu.show(menu, at)

    def viewportEvent(self, event: QEvent) -> bool:  # Qt override
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            hit = self.hit_at(event.pos())
            state = self.light_text(hit.line) if hit.line is not None else ""
            text = tip_text(self.session, hit, state, self.is_locked)
            QToolTip.showText(event.globalPos(), text, self.viewport())
            return True
        return super().viewportEvent(event)

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

    # Keys

    def keyPressEvent(self, event: QKeyEvent) -> None:  # Qt override
        is_menu_key = event.key() == Qt.Key.Key_Menu or (
            event.key() == Qt.Key.Key_F10 and event.modifiers() == Qt.KeyboardModifier.ShiftModifier
        )
        if is_menu_key:
            self._show_menu_of_cell()
        elif event.key() == Qt.Key.Key_Escape and self.ticking.is_active:
            self.ticking.cancel()
        elif self._is_key_of_tools(event):
            self.show_tool_marks()
        elif not self.keyboard.press(event):
            super().keyPressEvent(event)

    def _is_key_of_tools(self, event: QKeyEvent) -> bool:
        is_free = self.tools is not None and self._stroke is None and not self.is_locked
        return is_free and self.tools is not None and self.tools.press_key(event)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:  # Qt override
        self.keyboard.release(event)
        super().keyReleaseEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:  # Qt override
        self.keyboard.finish()
        if self.tools is not None:
            self.tools.leave()
        self.viewport().update()
        super().focusOutEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:  # Qt override
        self.viewport().update()
        super().focusInEvent(event)
