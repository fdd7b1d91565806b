"""Runs the clock of a game, and pauses and resumes the game."""

from __future__ import annotations

from typing import Protocol

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QApplication, QWidget

from helper.application.settings import Settings
from helper.application.theme import ThemeManager
from helper.play.clock import PlayClock, time_text
from helper.play.cover import BoardCover
from helper.play.session import Session
from helper.play.session_state import Mode
from helper.widgets.repeated_input import MODIFIERS
from puzzles.words import _, worded

LEFT_AFTER_MS = 250
"""How long no window of the program is active before this one counts as left.

The keyboard's focus belongs to no window for a moment when it goes from one to another."""
PAUSE_KEYS = ("Pause", "F8")
"""The keys of the command."""


class PlayBoard(Protocol):
    """What a game needs of the board's widget."""

    @property
    def whole(self) -> QWidget:
        """The widget itself, with numbers and scroll bars."""

    def rest(self) -> None:
        """End the stroke, and highlight nothing."""

    def flash(self, cell: int, shown_ms: int) -> None:
        """Show for a moment that a cell is wrong."""


class GamePause(QObject):
    """Lets the clock run while the puzzle can be played, and covers the board during a pause.

    The clock runs only while a puzzle is being solved, its board is shown in the active window, the
    game is not paused, and nothing holds it. The board is covered during a pause: by the command,
    and when the player goes to another program. A dialog of this program only stops the clock.
    A pause ends with the puzzle, and with any move, which a menu may make.

    Signals:
        changed: Whether the clock runs, the game is paused, or there is a game at all.
    """

    changed = Signal()

    def __init__(
        self,
        session: Session,
        board: PlayBoard,
        clock: PlayClock,
        window: QWidget,
        settings: Settings,
        themes: ThemeManager,
    ) -> None:
        """``clock``: runs while the game is not paused."""
        super().__init__(window)
        self._session = session
        self._board = board
        self._window = window
        self._settings = settings
        self.clock = clock
        self._is_board_shown = True
        self._is_paused = False
        self._holds: set[str] = set()
        self._shown: tuple[bool, ...] = ()
        self._themes = themes
        self._cover: PauseCover | None = None
        self._leaving = QTimer(self)
        self._leaving.setSingleShot(True)
        self._leaving.setInterval(LEFT_AFTER_MS)
        self._leaving.timeout.connect(self._pause_if_left)
        session.solved_changed.connect(self.update)
        session.sheet_changed.connect(self.update)
        session.mode_changed.connect(self.update)
        session.history_changed.connect(self.go_on)
        session.reset.connect(self.go_on)
        application = QGuiApplication.instance()
        assert isinstance(application, QGuiApplication)
        application.applicationStateChanged.connect(self._application_changed)
        self.update()

    @property
    def cover(self) -> PauseCover:
        """What hides the board during a pause; it is made for the first one."""
        if self._cover is None:
            self._cover = PauseCover(self._board.whole, self._themes)
            self._cover.continued.connect(self.go_on)
        return self._cover

    @property
    def is_played(self) -> bool:
        """Whether a puzzle is open that the player can solve: no drawing, and not solved yet."""
        return self._session.mode is Mode.PLAY and not self._session.is_solved

    @property
    def is_timed(self) -> bool:
        """Whether there is a time to show: that of a puzzle being solved, or of a solved one."""
        is_over = self._session.is_solved and self.clock.seconds > 0
        return self.is_played or is_over

    @property
    def is_paused(self) -> bool:
        """Whether the game is paused and its board covered."""
        return self._is_paused

    @property
    def can_pause(self) -> bool:
        """Whether there is a game to pause or to continue, and its board is shown."""
        return self.is_played and self._is_board_shown and not self._holds

    @property
    def is_running(self) -> bool:
        """Whether the time runs."""
        return self.clock.is_running

    def toggle(self) -> None:
        """Pause the game, or go on."""
        if self._is_paused:
            self.go_on()
        else:
            self.pause()

    def pause(self) -> None:
        """Pause the game, if there is one that can be."""
        if self._is_paused or not self.can_pause:
            return
        self._board.rest()
        if not self.can_pause or self._is_paused:  # the stroke may have ended the game
            return
        self._is_paused = True
        self.update()
        self.cover.show_time(self.clock.seconds)
        self.cover.set_covering(True)

    def go_on(self) -> None:
        """End the pause."""
        self._is_paused = False
        self.update()

    def set_board_shown(self, is_shown: bool) -> None:
        """Whether the board is shown, and not another page of the window."""
        self._is_board_shown = is_shown
        self.update()

    def hold(self, reason: str, is_held: bool) -> None:
        """Stop the clock for a reason of the program's own, without a cover, or no longer."""
        (self._holds.add if is_held else self._holds.discard)(reason)
        self.update()

    def window_activated(self) -> None:
        """The window was activated or left; call it at each ``ActivationChange``."""
        self.update()
        if self._window.isActiveWindow():
            self._leaving.stop()
        else:
            self._leaving.start()

    def update(self) -> None:
        """Let the clock run or stop."""
        if not self.is_played or self._holds:
            self._is_paused = False
        is_seen = self._is_board_shown and self._window.isActiveWindow()
        self.clock.run(self.is_played and is_seen and not self._is_paused and not self._holds)
        if not self._is_paused and self._cover is not None:
            self._cover.set_covering(False)
        now = (self.is_running, self._is_paused, self.can_pause, self.is_timed)
        if now != self._shown:
            self._shown = now
            self.changed.emit()

    def _application_changed(self, state: Qt.ApplicationState) -> None:
        if state is not Qt.ApplicationState.ApplicationActive:
            self._leaving.start()

    def _pause_if_left(self) -> None:
        """Pause if the player is in another program, or at another board."""
        if self._settings.preferences.cover_when_left and is_left(self._window):
            self.pause()


def is_left(window: QWidget) -> bool:
    """Whether neither a window nor one of the program's dialogs is in use."""
    if QApplication.activeModalWidget() is not None or QApplication.activePopupWidget() is not None:
        return False
    active = QApplication.activeWindow()
    return active is None or (active is not window and isinstance(active, type(window)))


class PauseCover(BoardCover):
    """Says that the game is paused, with its time; any key and any click continue.

    Signals:
        continued: The player wants to go on.
    """

    continued = Signal()

    def __init__(self, board: QWidget, themes: ThemeManager) -> None:
        super().__init__(board, themes, _("Paused"))
        self.button = self.add_button(_("&Continue"), _("Go on with the game (any key)"))
        self.button.clicked.connect(self.continued)

    def show_time(self, seconds: int) -> None:
        """Show the time that the game has taken so far."""
        self.sentence.setText(
            worded("{time} so far. Press any key or click to continue.", time=time_text(seconds))
        )

    def keyPressEvent(self, event: QKeyEvent) -> None:  # Qt override
        if event.key() not in MODIFIERS and not event.isAutoRepeat():
            self.continued.emit()

    def mousePressEvent(self, event: QMouseEvent) -> None:  # Qt override
        self.continued.emit()
