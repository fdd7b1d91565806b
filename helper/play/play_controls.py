"""The timer, the pause and the lives of a game, connected with each other."""

from __future__ import annotations

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QWidget

from helper.application.settings import Settings
from helper.application.theme import ThemeManager
from helper.desk.command import BOARD_MENU, Bar, Command, Place, Where
from helper.desk.feature import Feature
from helper.desk.messages import Messages
from helper.play.autosave import Autosave
from helper.play.cover import BoardCover
from helper.play.lives import LIVES, Lives, LivesState
from helper.play.lives_view import LivesView
from helper.play.mode import Mode
from helper.play.pause import PAUSE_KEYS, GamePause, PlayBoard
from helper.play.session import Session
from helper.play.timer_view import TimerView
from puzzles.words import paragraph, worded

WRONG_CELL_MS = 1000
"""How long a wrong cell is shown."""


class PlayControls(Feature):
    """Timer, pause and lives of a window's game, connected with each other.

    The window places :attr:`timer` and :attr:`lives_view`, calls :meth:`keep` when there is a
    library, ``pause.window_activated()`` at each ``ActivationChange``, ``pause.set_board_shown()``
    when it shows another page, and :meth:`close` at its end.

    Signals:
        changed: Commands may have become possible or impossible.
    """

    changed = Signal()

    def __init__(
        self,
        messages: Messages,
        session: Session,
        board: PlayBoard,
        autosave: Autosave,
        window: QWidget,
        settings: Settings,
        themes: ThemeManager,
    ) -> None:
        super().__init__(window)
        self._messages = messages
        self._session = session
        self._board = board
        self._window = window
        self.pause = GamePause(session, board, autosave.clock, window, settings, themes)
        self.lives = Lives(messages, session, autosave.counts, self)
        self.timer = TimerView(self.pause, settings, themes)
        self.lives_view = LivesView(self.lives, themes)
        self.no_lives = BoardCover(board.whole, themes, "No Lives Left")
        self.no_lives.sentence.setText("The puzzle can be begun anew, or played without lives.")
        self.again = self.no_lives.add_button(
            "&Try Again", worded("Clear the grid; {lives} lives", lives=LIVES)
        )
        self.go_on = self.no_lives.add_button(
            "&Go On Without Lives", "Keep the marks; wrong cells cost nothing any more"
        )
        self.again.clicked.connect(self.lives.try_again)
        self.go_on.clicked.connect(self.lives.stop)
        self.lives.changed.connect(self._update)
        self._last_mistake = QTimer(self, singleShot=True, interval=WRONG_CELL_MS)
        self._last_mistake.timeout.connect(self._update)
        self.lives.lost.connect(self._show_wrong)
        self.pause.changed.connect(self.changed)
        session.history_changed.connect(self.changed)
        session.mode_changed.connect(self._mode_changed)
        autosave.counts.begun.connect(self.timer.show_time)

    def close(self) -> None:
        """The window closes: stop the work in the background."""
        self.lives.close()

    # Commands

    def commands(self) -> tuple[Command, ...]:
        """Edit > Start Again, Puzzle > Pause and Play With Lives."""
        return (
            Command(
                "clear",
                self._clear_text,
                self.start_again,
                Place("edit", 200),
                "Make all cells clear; Undo brings them back",
                ("Ctrl+Shift+Delete",),
                "clear",
                Where.BOARD,
                bar=Bar(320, Where.DRAW, "Clear"),
            ),
            Command(
                "pause",
                lambda: "Continue" if self.pause.is_paused else "Pa&use",
                self.pause.toggle,
                Place("puzzle", 400),
                "Stop the time and cover the board",
                PAUSE_KEYS,
                "pause",
                Where.BOARD,
                self._why_not_pause,
                also=(Place(BOARD_MENU, 100),),
            ),
            Command(
                "lives",
                worded("Play With {lives} &Lives", lives=LIVES),
                lambda: self.set_lives(not self.is_with_lives),
                Place("puzzle", 410),
                "A wrong cell costs a life; Undo does not bring it back",
                shown=Where.BOARD,
                why_not=self._why_not_lives,
                is_checked=lambda: self.is_with_lives,
            ),
        )

    def why_not(self) -> str:
        """Why the game does not go on now, as a sentence; empty if it does."""
        if not self.can_undo:
            return "No lives are left. Try again, or go on without lives."
        return "The game is paused." if self.pause.is_paused else ""

    def _why_not_pause(self) -> str:
        if self.pause.can_pause or self.pause.is_paused:
            return ""
        return "There is no game whose time runs."

    def _why_not_lives(self) -> str:
        return (
            ""
            if self.can_change_lives
            else "Lives are for a puzzle with one solution that you play."
        )

    def _clear_text(self) -> str:
        return "&Clear Drawing" if self._session.mode is Mode.DRAW else "Start &Again"

    @property
    def can_undo(self) -> bool:
        """Whether moves may be undone and redone: not after the last life."""
        return self.lives.state is not LivesState.OVER

    @property
    def is_with_lives(self) -> bool:
        """Whether the game is played with lives: the check mark of the command."""
        return self.lives.state is not LivesState.OFF

    @property
    def can_change_lives(self) -> bool:
        """Whether :meth:`set_lives` would do something."""
        return self.is_with_lives or self.lives.can_start

    def set_lives(self, is_on: bool) -> None:
        """Play with lives, or go on without; asks before marks are cleared."""
        if not is_on:
            self.lives.stop()
        elif self.lives.can_start and self._may_clear(
            worded("Begin this puzzle anew with {lives} lives?", lives=LIVES)
        ):
            self.lives.start()
        self.changed.emit()  # the player may have said no

    @property
    def can_play_again(self) -> bool:
        """Whether :meth:`play_again` would do something."""
        return self._session.mode is Mode.PLAY and self.lives.needs_restart

    def play_again(self) -> None:
        """Begin the puzzle anew as a game of its own, with a new time and new counts.

        It is played with lives again if it was.
        """
        if not self.can_play_again or not self._may_clear("Begin this puzzle anew?"):
            return
        if self.lives.total:
            self.lives.try_again()
        else:
            self._session.restart()

    def start_again(self) -> None:
        """Clear the grid as a step of undo; a solved puzzle or one with lives as a new game."""
        is_new = self._session.is_solved or self.is_with_lives
        if is_new and self._session.mode is Mode.PLAY:
            self.play_again()
        else:
            self._session.clear_grid()

    def _mode_changed(self, mode: Mode) -> None:
        """Draw may show the solution, so a game with lives goes on without them."""
        if mode is Mode.DRAW and self.is_with_lives:
            self.lives.stop()
            self._messages.info("Draw can show the solution, so you go on without lives.")
        self.changed.emit()

    def _may_clear(self, question: str) -> bool:
        """Ask before marks are cleared, unless they are those of a solved puzzle."""
        if self._session.is_solved or self._session.marks.is_untouched:
            return True
        sentence = paragraph(question, "Your marks are cleared, and Undo does not bring them back.")
        return self._messages.ask(sentence, "New Game")

    def _show_wrong(self, cell: int) -> None:
        """Show a wrong cell; the cover of a lost game waits until it was seen."""
        self._board.flash(cell, WRONG_CELL_MS)
        self._last_mistake.start()

    def _update(self) -> None:
        state = self.lives.state
        self.pause.hold("lives", state in (LivesState.PREPARING, LivesState.OVER))
        is_over = state is LivesState.OVER and not self._last_mistake.isActive()
        if is_over and not self.no_lives.is_covering:
            self._board.rest()
        self.no_lives.set_covering(is_over)
        self.changed.emit()
