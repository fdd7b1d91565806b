"""The time of the game, and the button that pauses it."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtGui import QHideEvent, QKeySequence, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QToolButton, QWidget

from helper.application.icons import icon, sizes_of
from helper.application.settings import Settings
from helper.application.theme import ThemeManager
from helper.application.typeface import tabular
from helper.play.clock import time_text
from helper.play.pause import PAUSE_KEYS, GamePause
from puzzles.words import either

_ICON_PX = 16


class TimerView(QWidget):
    """Shows the time, such as 12:40. It wakes up only while it is visible and the time runs.

    It is empty when the player does not want it, and while there is nothing to be timed.
    """

    def __init__(
        self,
        pause: GamePause,
        settings: Settings,
        themes: ThemeManager,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._pause = pause
        self._settings = settings
        self._themes = themes
        self.label, self.button = QLabel(), QToolButton()
        self.label.setFont(tabular(self.label.font()))
        self.label.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.label.setToolTip("The time of this game")
        self.button.setAutoRaise(True)
        self.button.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # the mouse leaves it to the board
        self.button.setIconSize(QSize(_ICON_PX, _ICON_PX))
        self.button.clicked.connect(pause.toggle)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(4)
        row.addWidget(self.label)
        row.addWidget(self.button)
        self._tick = QTimer(self)
        self._tick.setSingleShot(True)
        self._tick.setTimerType(Qt.TimerType.PreciseTimer)
        self._tick.timeout.connect(self.show_time)
        pause.changed.connect(self._update)
        settings.changed.connect(self._update)
        themes.changed.connect(self._update)
        self._update()

    @property
    def is_ticking(self) -> bool:
        """Whether it is going to wake up."""
        return self._tick.isActive()

    def show_time(self) -> None:
        """Show the time now, and go on while it runs."""
        clock = self._pause.clock
        self.label.setText(time_text(clock.seconds))
        if clock.is_running and self.label.isVisible():
            self._tick.start(clock.ms_to_next_second)
        else:
            self._tick.stop()

    def showEvent(self, event: QShowEvent) -> None:  # Qt override
        super().showEvent(event)
        self.show_time()

    def hideEvent(self, event: QHideEvent) -> None:  # Qt override
        super().hideEvent(event)
        self._tick.stop()

    def _update(self) -> None:
        pause = self._pause
        is_shown = self._settings.preferences.show_timer and pause.is_timed
        for part in (self.label, self.button):  # a bar may decide about the widget itself
            part.setHidden(not is_shown)
        name = "Continue" if pause.is_paused else "Pause"
        keys = either([_native(key) for key in PAUSE_KEYS])
        self.button.setToolTip(f"{name} ({keys})")
        self.button.setAccessibleName(name)
        self.button.setEnabled(pause.can_pause)
        shown = "play" if pause.is_paused else "pause"
        self.button.setIcon(icon(shown, self._themes.theme, sizes_of(_ICON_PX)))
        self.show_time()


def _native(key: str) -> str:
    return QKeySequence(key).toString(QKeySequence.SequenceFormat.NativeText)
