"""The timer, the pause and the lives of a game, and how they are shown."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QColor,
    QHideEvent,
    QKeySequence,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
    QShowEvent,
)
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QToolButton, QWidget

from helper.application.icons import icon
from helper.application.settings import Settings
from helper.application.theme import ThemeManager
from helper.application.typeface import tabular
from helper.commands.command import (
    BOARD_MENU,
    BarPlace,
    Command,
    Feature,
    MenuPlace,
    Where,
)
from helper.commands.messages import Messages
from helper.play.autosave import Autosave
from helper.play.clock import time_text
from helper.play.cover import BoardCover
from helper.play.lives import LIVES, Lives, LivesState
from helper.play.pause import PAUSE_KEYS, GamePause, PlayBoard
from helper.play.session import Session
from helper.play.session_state import Mode
from puzzles.words import _, either, paragraph, plural, worded

WRONG_CELL_MS = 1000
"""How long a wrong cell is shown."""


class PlayControls(Feature):
    """Timer, pause and lives of a window's game, connected with each other.

    The window places :attr:`timer` and :attr:`lives_view`, calls :meth:`keep` when there is a
    library, ``pause.window_activated()`` at each ``ActivationChange``, ``pause.set_board_shown()``
    when it shows another page, and :meth:`close` at its end.

    Signals:
        changed: Commands may have become possible or impossible.
        started_again: The player begins with a clear board; it is not clear yet.
    """

    changed = Signal()
    started_again = Signal()

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
        self._themes = themes
        self._no_lives: NoLivesCover | None = None
        self.lives.changed.connect(self._update)
        self._last_mistake = QTimer(self, singleShot=True, interval=WRONG_CELL_MS)
        self._last_mistake.timeout.connect(self._update)
        self.lives.lost.connect(self._show_wrong)
        self.pause.changed.connect(self.changed)
        session.history_changed.connect(self.changed)
        session.mode_changed.connect(self._mode_changed)
        autosave.counts.begun.connect(self.timer.show_time)

    @property
    def no_lives(self) -> NoLivesCover:
        """What hides the board of a lost game; it is made for the first one."""
        if self._no_lives is None:
            self._no_lives = NoLivesCover(self._board.whole, self._themes)
            self._no_lives.again.clicked.connect(self.lives.try_again)
            self._no_lives.go_on.clicked.connect(self.lives.stop)
        return self._no_lives

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
                MenuPlace("edit", 200),
                _("Make all cells clear; the time goes on. Undo brings them back"),
                ("Ctrl+Shift+Delete",),
                "clear",
                Where.BOARD,
                bar=BarPlace(320, Where.DRAW, _("Clear")),
            ),
            Command(
                "pause",
                lambda: _("Continue") if self.pause.is_paused else _("Pa&use"),
                self.pause.toggle,
                MenuPlace("puzzle", 400),
                _("Stop the time and cover the board"),
                PAUSE_KEYS,
                "pause",
                Where.PLAY,
                self._why_not_pause,
                also=(MenuPlace(BOARD_MENU, 100),),
            ),
            Command(
                "lives",
                worded("Play With {lives} &Lives", lives=LIVES),
                lambda: self.set_lives(not self.is_with_lives),
                MenuPlace("puzzle", 410),
                _("A wrong cell costs a life; Undo does not bring it back"),
                shown=Where.PLAY,
                why_not=self._why_not_lives,
                is_checked=lambda: self.is_with_lives,
            ),
        )

    def why_not(self) -> str:
        """Why the game does not go on now, as a sentence; empty if it does."""
        if not self.can_undo:
            return _("No lives are left. Try again, or go on without lives.")
        return _("The game is paused.") if self.pause.is_paused else ""

    def _why_not_pause(self) -> str:
        if self.pause.can_pause or self.pause.is_paused:
            return ""
        return _("There is no game whose time runs.")

    def _why_not_lives(self) -> str:
        return (
            ""
            if self.can_change_lives
            else _("Lives are for a puzzle with one solution that you play.")
        )

    def _clear_text(self) -> str:
        return _("&Clear Drawing") if self._session.mode is Mode.DRAW else _("Start &Again")

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
            plural(
                LIVES,
                "Begin this puzzle anew with {count} life?",
                "Begin this puzzle anew with {count} lives?",
            )
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
        if not self.can_play_again or not self._may_clear(_("Begin this puzzle anew?")):
            return
        if self.lives.total:
            self.lives.try_again()
        else:
            self._session.restart()

    def start_again(self) -> None:
        """Clear the grid as a step of undo; a solved puzzle or one with lives as a new game."""
        self.started_again.emit()
        is_new = self._session.is_solved or self.is_with_lives
        if is_new and self._session.mode is Mode.PLAY:
            self.play_again()
        else:
            self._session.clear_grid()

    def _mode_changed(self, mode: Mode) -> None:
        """Draw may show the solution, so a game with lives goes on without them."""
        if mode is Mode.DRAW and self.is_with_lives:
            self.lives.stop()
            self._messages.info(_("Draw can show the solution, so you go on without lives."))
        self.changed.emit()

    def _may_clear(self, question: str) -> bool:
        """Ask before marks are cleared, unless they are those of a solved puzzle."""
        if self._session.is_solved or self._session.marks.is_untouched:
            return True
        sentence = paragraph(
            question, _("Your marks are cleared, and Undo does not bring them back.")
        )
        return self._messages.ask(sentence, _("New Game"))

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
        if self._no_lives is not None:
            self._no_lives.set_covering(is_over)
        self.changed.emit()


class NoLivesCover(BoardCover):
    """Says that the game is lost, and asks how to go on."""

    def __init__(self, board: QWidget, themes: ThemeManager) -> None:
        super().__init__(board, themes, _("No Lives Left"))
        self.sentence.setText(_("The puzzle can be begun anew, or played without lives."))
        self.again = self.add_button(
            _("&Try Again"),
            plural(LIVES, "Clear the grid; {count} life", "Clear the grid; {count} lives"),
        )
        self.go_on = self.add_button(
            _("&Go On Without Lives"), _("Keep the marks; wrong cells cost nothing any more")
        )


_HEART_PX = 16
_GAP_PX = 4


class LivesView(QWidget):
    """A filled heart for each life that is left, an outline for each that is lost.

    It has no size while the game is played without lives.
    """

    def __init__(self, lives: Lives, themes: ThemeManager, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._lives = lives
        self._themes = themes
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        lives.changed.connect(self._update)
        themes.changed.connect(self.update)
        self._update()

    @property
    def text(self) -> str:
        """What it shows, in words; empty without lives."""
        lives = self._lives
        if lives.state is LivesState.OFF:
            return ""
        if lives.state is LivesState.PREPARING:
            return _("The program is preparing the game with lives")
        return worded("{left} of {total} lives left", left=lives.left, total=lives.total)

    def _update(self) -> None:
        self.setAccessibleName(self.text)
        self.setToolTip(
            worded("{text}. A wrong cell costs one.", text=self.text) if self.text else ""
        )
        self.updateGeometry()
        self.update()

    @property
    def _count(self) -> int:
        return self._lives.total if self.text else 0

    def sizeHint(self) -> QSize:  # Qt override
        width = self._count * (_HEART_PX + _GAP_PX) - _GAP_PX
        return QSize(max(0, width), _HEART_PX if self._count else 0)

    def minimumSizeHint(self) -> QSize:  # Qt override
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:  # Qt override
        painter = QPainter(self)
        try:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            theme = self._themes.theme
            is_ready = self._lives.state is not LivesState.PREPARING
            top = (self.height() - _HEART_PX) / 2
            for k in range(self._count):
                color = QColor(theme.red if is_ready and k < self._lives.left else theme.faint)
                is_full = is_ready and k < self._lives.left
                painter.setPen(QPen(color, 1.5))
                painter.setBrush(color if is_full else Qt.BrushStyle.NoBrush)
                x = k * (_HEART_PX + _GAP_PX)
                painter.drawPath(_heart(QRectF(x, top, _HEART_PX, _HEART_PX)))
        finally:
            painter.end()


def _heart(box: QRectF) -> QPainterPath:
    """A heart in a square."""
    x, y, side = box.x(), box.y(), box.width()

    def at(across: float, down: float) -> tuple[float, float]:
        return x + across * side, y + down * side

    path = QPainterPath()
    path.moveTo(*at(0.5, 0.9))
    path.cubicTo(*at(0.1, 0.6), *at(0.02, 0.1), *at(0.28, 0.12))
    path.cubicTo(*at(0.4, 0.12), *at(0.48, 0.2), *at(0.5, 0.3))
    path.cubicTo(*at(0.52, 0.2), *at(0.6, 0.12), *at(0.72, 0.12))
    path.cubicTo(*at(0.98, 0.1), *at(0.9, 0.6), *at(0.5, 0.9))
    path.closeSubpath()
    return path


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
        self.label.setToolTip(_("The time of this game"))
        # A label with a name of its own sends no event for each text, once a second here.
        self.label.setAccessibleName(_("Time of this game"))
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
        clock, label = self._pause.clock, self.label
        text = time_text(clock.seconds)
        is_as_wide = len(text) == len(label.text())
        label.setText(text)
        if not is_as_wide:  # a text of a fixed size lays out nothing, once a second
            label.setFixedSize(label.sizeHint())
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
        name = _("Continue") if pause.is_paused else _("Pause")
        keys = either([_native(key) for key in PAUSE_KEYS])
        self.button.setToolTip(f"{name} ({keys})")
        self.button.setAccessibleName(name)
        self.button.setEnabled(pause.can_pause)
        shown = "play" if pause.is_paused else "pause"
        self.button.setIcon(icon(shown, self._themes.theme))
        self.show_time()


def _native(key: str) -> str:
    return QKeySequence(key).toString(QKeySequence.SequenceFormat.NativeText)
