"""What is said to players who use a screen reader: the one place that announces."""

from __future__ import annotations

from PySide6.QtCore import QElapsedTimer, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QGuiApplication
from PySide6.QtWidgets import QWidget

_PATIENCE_MS, _RETRY_MS = 5000, 250
"""How long what is said waits for a screen reader that begins to listen as the window comes, at
most, and how often it looks. What is said later finds it listening, or there is none."""
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
        self._age, self._begun = QElapsedTimer(), QElapsedTimer()
        self._begun.start()
        self._waiting: list[str] = []
        """What was said before anybody listened."""

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
        self._waiting.append(text)
        if len(self._waiting) == 1:
            self._tell()

    def _tell(self) -> None:
        """Tell a screen reader all that waits, or look again a little later."""
        if self._waiting and not self._is_heard() and not self._begun.hasExpired(_PATIENCE_MS):
            QTimer.singleShot(_RETRY_MS, self, self._tell)
            once = Qt.ConnectionType.SingleShotConnection
            application = QGuiApplication.instance()
            assert isinstance(application, QGuiApplication)
            application.focusWindowChanged.connect(self._tell, once)
            return
        said, self._waiting = self._waiting, []
        for text in said if QAccessible.isActive() else ():
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self._window, text))

    def _is_heard(self) -> bool:
        """Whether a screen reader listens, and knows the window."""
        return QAccessible.isActive() and self._window.isActiveWindow()
