"""What is said to players who use a screen reader: the one place that announces."""

from __future__ import annotations

from PySide6.QtCore import QElapsedTimer, QObject, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QWidget

_SAME_MS = 300
"""Within this time a message and a banner with the same text are one: the status bar hands what is
too long for it on to a banner, and Home shows all messages in one."""


class Announcer(QObject):
    """Says texts that no focus, name or value of a widget says.

    Signals:
        announced: ``str``, each text that is said, also without a screen reader.
    """

    announced = Signal(str)

    def __init__(self, window: QWidget) -> None:
        """``window``: whose screen reader is told."""
        super().__init__(window)
        self._window = window
        self._last = ("", False)
        """The last text, and whether a banner showed it."""
        self._age = QElapsedTimer()

    def say(self, text: str) -> None:
        """Say a text after what is being said; nothing if it is empty."""
        self._say(text, is_shown=False)

    def say_shown(self, text: str) -> None:
        """Say the message of a banner, unless it has been said just now."""
        self._say(text, is_shown=True)

    def _say(self, text: str, is_shown: bool) -> None:
        is_same = self._last == (text, not is_shown) and not self._age.hasExpired(_SAME_MS)
        self._last = ("", False) if is_same else (text, is_shown)
        if not text or is_same:
            return
        self._age.start()
        self.announced.emit(text)
        if QAccessible.isActive():
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self._window, text))
