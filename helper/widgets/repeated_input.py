"""Keeps the rest of a double click, or of a burst of keys, from what its beginning has opened.

A click on a tile opens a puzzle, and the second click of a double click then comes to the board
that has taken the tile's place; keys that are pressed quickly one after the other go from the
button of a card to the board behind it. Such events were meant for what is not there any more.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPointF, Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QWidget

MODIFIERS = frozenset(
    {
        Qt.Key.Key_Shift,
        Qt.Key.Key_Control,
        Qt.Key.Key_Alt,
        Qt.Key.Key_AltGr,
        Qt.Key.Key_Meta,
        Qt.Key.Key_CapsLock,
    }
)
"""Keys that may be the beginning of another program's shortcut, such as Alt+Tab."""
_PRESSING = frozenset({Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter})
"""Keys that press a button; they and those that type a character may mark a cell."""


class RepeatedInput(QObject):
    """Drops mouse and key presses of a window that repeat one which another widget has had.

    A press of a button repeats the one before if it comes within the time of a double click and at
    the same place; a key that presses a button or types does if it comes within that time after
    another one. Any other key, such as Tab, Escape or a shortcut, leads somewhere on purpose. The
    window's native handle gets the events before Qt looks for the widget under the pointer, so no
    widget sees them.
    """

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self._button = Qt.MouseButton.NoButton
        self._click_ms, self._place = 0, QPointF()
        self._clicked: QWidget | None = None
        """What the first press of the latest clicks was on."""
        self._is_dropped = False
        """Whether the latest press was dropped: Qt makes a double click of it as well."""
        self._key_ms = 0
        self._typed: QWidget | None = None
        """What had the keyboard at the first press of the latest burst of keys; ``None``: none."""
        window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # Qt override
        kind = event.type()
        if watched is self._window:
            if kind == QEvent.Type.Show and (handle := self._window.windowHandle()) is not None:
                handle.installEventFilter(self)
            return False
        if kind == QEvent.Type.MouseButtonPress and isinstance(event, QMouseEvent):
            self._is_dropped = self._clicks_another(event)
            return self._is_dropped
        if kind == QEvent.Type.MouseButtonDblClick:
            return self._is_dropped
        if kind == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            return self._types_to_another(event)
        return False

    def _clicks_another(self, event: QMouseEvent) -> bool:
        """Whether a press goes on with clicks that began at another widget."""
        button, now, place = event.button(), event.timestamp(), event.globalPosition()
        hints, moved = QGuiApplication.styleHints(), place - self._place
        goes_on = (
            button == self._button
            and now - self._click_ms < hints.mouseDoubleClickInterval()
            and max(abs(moved.x()), abs(moved.y())) <= hints.mouseDoubleClickDistance()
        )
        self._button, self._click_ms, self._place = button, now, place
        widget = self._window.childAt(event.position().toPoint())
        if not goes_on:
            self._clicked = widget
        return widget is not self._clicked

    def _types_to_another(self, event: QKeyEvent) -> bool:
        """Whether a key goes on with a burst that began at another widget."""
        key, now = Qt.Key(event.key()), event.timestamp()
        if key in MODIFIERS:
            return False
        if key not in _PRESSING and not (event.text() and event.text().isprintable()):
            self._typed = None
            return False
        focused = self._window.focusWidget()
        pause_ms = QGuiApplication.styleHints().mouseDoubleClickInterval()
        goes_on = event.isAutoRepeat() or now - self._key_ms < pause_ms
        self._key_ms = now
        if not goes_on or self._typed is None:
            self._typed = focused
        return focused is not self._typed
