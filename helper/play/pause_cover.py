"""The cover of a paused game."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QWidget

from helper.application.theme import ThemeManager
from helper.play.clock import time_text
from helper.play.cover import BoardCover

_MODIFIERS = frozenset(
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


class PauseCover(BoardCover):
    """Says that the game is paused, with its time; any key and any click continue.

    Signals:
        continued: The player wants to go on.
    """

    continued = Signal()

    def __init__(self, board: QWidget, themes: ThemeManager) -> None:
        super().__init__(board, themes, "Paused")
        self.button = self.add_button("&Continue", "Go on with the game (any key)")
        self.button.clicked.connect(self.continued)

    def show_time(self, seconds: int) -> None:
        """Show the time that the game has taken so far."""
        self.sentence.setText(f"{time_text(seconds)} so far. Press any key or click to continue.")

    def keyPressEvent(self, event: QKeyEvent) -> None:  # Qt override
        if event.key() not in _MODIFIERS and not event.isAutoRepeat():
            self.continued.emit()

    def mousePressEvent(self, event: QMouseEvent) -> None:  # Qt override
        self.continued.emit()
