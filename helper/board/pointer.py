"""Mouse, pen or trackpad on the board: strokes and ticks; the middle button pans."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtGui import QCursor, QMouseEvent
from PySide6.QtWidgets import QLabel, QWidget

from helper.application.theme import Theme
from helper.board.area import BoardArea
from helper.board.headers import TickStroke
from helper.board.hits import BoardPart, Hit
from helper.board.hover import HoveredLines
from helper.board.keyboard import KeyboardCursor
from helper.board.pan import BoardPan
from helper.board.stroke_controller import StrokeController
from helper.board.toolset import Press

_PAINTING = Qt.MouseButton.LeftButton | Qt.MouseButton.RightButton

_SCROLL_MS = 50
"""The time between two cells when the board scrolls during a stroke."""
_TICK_STEP_PX = 4
"""A drag over numbers skips none that is longer than this, however fast it is."""


class PointerInput:
    """The effect of mouse buttons and movements on a board."""

    def __init__(
        self,
        viewport: QWidget,
        area: BoardArea,
        hover: HoveredLines,
        strokes: StrokeController,
        ticking: TickStroke,
        keyboard: KeyboardCursor,
        hit_at: Callable[[QPoint], Hit],
        may_glide: Callable[[], bool],
    ) -> None:
        self._viewport = viewport
        self._area = area
        self._hover = hover
        self._strokes = strokes
        self._ticking = ticking
        self._keyboard = keyboard
        self._hit_at = hit_at
        self._may_glide = may_glide
        self.wants_menu = False
        """Whether the right button was pressed last, and where it does not paint."""
        self.pan = BoardPan(area)
        self._at = QPoint()
        self._seen_at = QPoint()
        """Where the pointer was last, on the screen."""
        self._scroll_direction = (0, 0)
        self._scrolling = QTimer(viewport)
        self._scrolling.setInterval(_SCROLL_MS)
        self._scrolling.timeout.connect(self._scroll)
        self._bubble = QLabel(viewport)
        self._bubble.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._bubble.hide()
        strokes.ended.connect(self._bubble.hide)

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

    def press(self, event: QMouseEvent) -> None:
        """Begin a stroke or panning; a second button cancels the stroke."""
        self.wants_menu = False
        self.pan.stop()
        self._seen_at = event.globalPosition().toPoint()
        if event.button() == Qt.MouseButton.MiddleButton:
            self.pan.begin(event.position().toPoint())
            self._viewport.setCursor(Qt.CursorShape.ClosedHandCursor)
        elif self._strokes.current is not None:
            self._strokes.cancel()
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
        elif hit.part is BoardPart.CLUE:
            self._begin_ticking(hit, event.position().toPoint())

    def _begin_ticking(self, hit: Hit, at: QPoint) -> None:
        if self._strokes.is_locked:
            self._strokes.refused.emit()
        elif hit.clue is not None:
            self._at = at
            self._ticking.begin(hit.clue)

    def _begin_stroke(self, at: tuple[int, int], event: QMouseEvent) -> None:
        control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        shift = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        backwards = control or event.button() == Qt.MouseButton.RightButton
        self._keyboard.hide_at(at)
        self._strokes.begin(at, Press(is_second=backwards, with_shift=shift))

    def move(self, event: QMouseEvent) -> None:
        """Extend the stroke, pan, or highlight the lines under the pointer."""
        at = event.position().toPoint()
        if self.pan.is_dragging:
            self.pan.move(at)
        elif self._strokes.current is not None:
            self._at = at
            self._extend()
        elif self._ticking.is_active:
            self._tick_up_to(at)
        else:
            if event.globalPosition().toPoint() != self._seen_at:  # Qt repeats it after layouts
                self._keyboard.hide()
            self._hover_at(at)
        self._seen_at = event.globalPosition().toPoint()

    def _hover_at(self, at: QPoint) -> None:
        row, column = self._area.geometry.line_at(at.x(), at.y())
        self._hover.set(row, column)
        cell = None if row is None or column is None else (row, column)
        self._strokes.show_preview(cell)

    def _tick_up_to(self, at: QPoint) -> None:
        """Tick off the numbers between the last place of the pointer and this one."""
        way, self._at = at - self._at, at
        steps = max(1, way.manhattanLength() // _TICK_STEP_PX)
        for k in range(steps):
            clue = self._hit_at(at - way * (k / steps)).clue
            if clue is not None:
                self._ticking.extend(clue)

    def follow(self) -> None:
        """Highlight the lines under a resting pointer, after the board has moved.

        While the keyboard's cell is shown, its lines are highlighted.
        """
        is_used = self._strokes.current is None and not self._keyboard.is_shown
        if is_used and self._viewport.underMouse():
            self._hover_at(self._viewport.mapFromGlobal(QCursor.pos()))

    def _extend(self) -> None:
        """Extend the stroke to the visible cell nearest to the pointer."""
        if self._strokes.current is None:
            return
        geometry = self._area.geometry
        (left, right), (top, bottom) = geometry.across.window, geometry.down.window
        x = min(max(self._at.x(), left), max(left, right - 1))
        y = min(max(self._at.y(), top), max(top, bottom - 1))
        self._strokes.extend(geometry.nearest_cell(x, y))
        stroke = self._strokes.current
        if stroke is None:  # the session has ended it
            return
        self._hover.set(*stroke.end)
        self._show_bubble(stroke.size_text, self._at)
        self._scroll_direction = (_sign(self._at.x() - x), _sign(self._at.y() - y))
        if self._scroll_direction != (0, 0) and not self._scrolling.isActive():
            self._scrolling.start()

    def _scroll(self) -> None:
        """Scroll while the pointer is beyond the edge during a stroke."""
        if self._strokes.current is None or self._scroll_direction == (0, 0):
            self._scrolling.stop()
            return
        right, down = self._scroll_direction
        self._area.scroll_by(right * self._area.cell_size, down * self._area.cell_size)
        self._extend()

    def release(self, event: QMouseEvent) -> None:
        """End the stroke or panning."""
        if event.button() == Qt.MouseButton.MiddleButton:
            self.pan.end(self._may_glide())
            self._viewport.unsetCursor()
        elif not event.buttons() & _PAINTING:
            self._ticking.end()
            self._strokes.end()

    def _show_bubble(self, text: str, at: QPoint) -> None:
        if not text:
            self._bubble.hide()
            return
        self._bubble.setText(text)
        self._bubble.adjustSize()
        place, limit = at + QPoint(14, 14), self._viewport.rect()
        place.setX(max(0, min(place.x(), limit.right() - self._bubble.width())))
        place.setY(max(0, min(place.y(), limit.bottom() - self._bubble.height())))
        self._bubble.move(place)
        self._bubble.show()


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)
