"""Mouse, pen or trackpad on the board: strokes and ticks; the middle button pans."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtGui import QCursor, QMouseEvent
from PySide6.QtWidgets import QLabel

from helper.application.theme import Theme
from helper.board.hits import Hit, Part
from helper.board.keyboard import KeyboardCursor
from helper.board.stroke_area import StrokeArea
from helper.board.ticking import TickStroke
from helper.board.toolset import Press
from helper.play.mode import Mode

_PAINTING = Qt.MouseButton.LeftButton | Qt.MouseButton.RightButton

_SCROLL_MS = 50
"""The time between two cells when the board scrolls during a stroke."""
_TICK_STEP_PX = 4
"""A drag over numbers skips none that is longer than this, however fast it is."""


class PointerInput:
    """The effect of mouse buttons and movements on a board."""

    def __init__(
        self,
        view: StrokeArea,
        keyboard: KeyboardCursor,
        ticking: TickStroke,
        hit_at: Callable[[QPoint], Hit],
    ) -> None:
        self._view = view
        self._keyboard = keyboard
        self._ticking = ticking
        self._hit_at = hit_at
        self.wants_menu = False
        """Whether the right button was pressed last, and where it does not paint."""
        self._pan_from: QPoint | None = None
        self._at = QPoint()
        self._scroll_direction = (0, 0)
        self._scrolling = QTimer(view)
        self._scrolling.setInterval(_SCROLL_MS)
        self._scrolling.timeout.connect(self._scroll)
        self._bubble = QLabel(view.viewport())
        self._bubble.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._bubble.hide()

    @property
    def bubble_text(self) -> str:
        """The text beside the pointer; empty if there is none."""
        return self._bubble.text() if self._bubble.isVisible() else ""

    def set_theme(self, theme: Theme) -> None:
        """Set the colours of the bubble beside the pointer."""
        self._bubble.setStyleSheet(
            f"background: {theme.text}; color: {theme.window}; border-radius: 4px;"
            "padding: 1px 5px; font-weight: bold;"
        )

    def hide_bubble(self) -> None:
        """Hide the text beside the pointer."""
        self._bubble.hide()

    def press(self, event: QMouseEvent) -> None:
        """Begin a stroke or panning; a second button cancels the stroke."""
        view = self._view
        self.wants_menu = False
        if event.button() == Qt.MouseButton.MiddleButton:
            self._pan_from = event.position().toPoint()
            view.viewport().setCursor(Qt.CursorShape.ClosedHandCursor)
        elif view.stroke is not None:
            view.cancel_stroke()
        elif self._ticking.is_active:
            self._ticking.cancel()
        elif event.button() in (Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton):
            self._begin(event)

    def _begin(self, event: QMouseEvent) -> None:
        hit = self._hit_at(event.position().toPoint())
        if hit.cell is not None:
            self._begin_stroke(hit.cell, event)
        elif event.button() == Qt.MouseButton.RightButton:
            self.wants_menu = True
        elif hit.part is Part.CLUE:
            self._begin_ticking(hit, event.position().toPoint())

    def _begin_ticking(self, hit: Hit, at: QPoint) -> None:
        if self._view.is_locked:
            self._view.refused.emit()
        elif hit.clue is not None and self._view.session.mode is Mode.PLAY:
            self._at = at
            self._ticking.begin(hit.clue)

    def _begin_stroke(self, at: tuple[int, int], event: QMouseEvent) -> None:
        view = self._view
        control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        shift = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        backwards = control or event.button() == Qt.MouseButton.RightButton
        self._keyboard.hide_at(at)
        if view.tools is not None:
            view.begin_drag(at, Press(is_second=backwards, with_shift=shift))
            return
        state = view.session.next_state(view.session.marks[at], backwards)
        view.begin_stroke(at, state, rectangle=shift)

    def move(self, event: QMouseEvent) -> None:
        """Extend the stroke, pan, or highlight the lines under the pointer."""
        view, at = self._view, event.position().toPoint()
        if self._pan_from is not None:
            delta, self._pan_from = at - self._pan_from, at
            across, down = view.horizontalScrollBar(), view.verticalScrollBar()
            across.setValue(across.value() - delta.x())
            down.setValue(down.value() - delta.y())
        elif view.stroke is not None:
            self._at = at
            self._extend()
        elif self._ticking.is_active:
            self._tick_up_to(at)
        else:
            self._hover(at)

    def _hover(self, at: QPoint) -> None:
        row, column = self._view.geometry_now.line_at(at.x(), at.y())
        self._view.set_hover(row, column)
        cell = None if row is None or column is None else (row, column)
        self._view.show_preview(cell)

    def _tick_up_to(self, at: QPoint) -> None:
        """Tick off the numbers between the last place of the pointer and this one."""
        way, self._at = at - self._at, at
        steps = max(1, way.manhattanLength() // _TICK_STEP_PX)
        for k in range(steps):
            clue = self._hit_at(at - way * (k / steps)).clue
            if clue is not None:
                self._ticking.extend(clue)

    def follow(self) -> None:
        """Highlight the lines under a resting pointer, after the board has moved."""
        view = self._view
        if view.stroke is None and view.viewport().underMouse():
            self._hover(view.viewport().mapFromGlobal(QCursor.pos()))

    def _extend(self) -> None:
        """Extend the stroke to the visible cell nearest to the pointer."""
        view = self._view
        if view.stroke is None:
            return
        (left, right), (top, bottom) = (
            view.geometry_now.across.window,
            view.geometry_now.down.window,
        )
        x = min(max(self._at.x(), left), max(left, right - 1))
        y = min(max(self._at.y(), top), max(top, bottom - 1))
        view.extend_stroke(view.geometry_now.nearest_cell(x, y))
        if view.stroke is None:  # the session has ended it
            return
        view.set_hover(*view.stroke.end)
        self._show_bubble(self._at)
        self._scroll_direction = (_sign(self._at.x() - x), _sign(self._at.y() - y))
        if self._scroll_direction != (0, 0) and not self._scrolling.isActive():
            self._scrolling.start()

    def _scroll(self) -> None:
        """Scroll while the pointer is beyond the edge during a stroke."""
        view = self._view
        if view.stroke is None or self._scroll_direction == (0, 0):
            self._scrolling.stop()
            return
        across, down = view.horizontalScrollBar(), view.verticalScrollBar()
        across.setValue(across.value() + self._scroll_direction[0] * view.cell_size)
        down.setValue(down.value() + self._scroll_direction[1] * view.cell_size)
        self._extend()

    def release(self, event: QMouseEvent) -> None:
        """End the stroke or panning."""
        if event.button() == Qt.MouseButton.MiddleButton:
            self._pan_from = None
            self._view.viewport().unsetCursor()
        elif not event.buttons() & _PAINTING:
            self._ticking.end()
            self._view.end_stroke()

    def _show_bubble(self, at: QPoint) -> None:
        stroke = self._view.stroke
        if stroke is None or not stroke.size_text:
            self._bubble.hide()
            return
        self._bubble.setText(stroke.size_text)
        self._bubble.adjustSize()
        place, limit = at + QPoint(14, 14), self._view.viewport().rect()
        place.setX(max(0, min(place.x(), limit.right() - self._bubble.width())))
        place.setY(max(0, min(place.y(), limit.bottom() - self._bubble.height())))
        self._bubble.move(place)
        self._bubble.show()


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)
