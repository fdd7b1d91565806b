"""The command Check Now, and the check after each move: whether the marks are right so far."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from PySide6.QtCore import QObject, QTimer, Signal

from helper.application.settings import CheckShows, Settings
from helper.board.board_view import BoardView
from helper.commands.command import BarPlace, Command, MenuPlace, Where
from helper.commands.messages import Messages
from helper.hints.adviser import NO_SOLUTION, Adviser, defect_text
from helper.hints.hint_process import HintProcess
from helper.hints.hint_work import CheckAnswer, CheckKind, CheckRequest
from helper.hints.wrong_marks import (
    WHY,
    is_playable,
    wrong_cells_text,
    wrong_lines_text,
)
from helper.play.counts import PlayCounts
from helper.play.lives import Lives, LivesState
from helper.play.mistakes import way_back
from helper.play.session import Session
from helper.widgets.banner import Banner
from puzzles.words import _, paragraph

AFTER_MOVE_MS = 400
"""From a move to the check of it; more moves in this time are checked together."""
OWNER = "wrong marks"
"""Whose hatched cells on the board are."""


class CheckController(Adviser):
    """Tells in a banner and on the board which marks are wrong.

    A check that was asked for is counted when it is answered; of those after each move only one
    that shows something new.

    Signals:
        why_requested: The player wants to know why a mark is wrong.
    """

    why_requested = Signal()

    def __init__(
        self,
        messages: Messages,
        session: Session,
        board: BoardView,
        banner: Banner,
        process: HintProcess,
        counts: PlayCounts,
        settings: Settings,
        lives: Lives,
        why_not: Callable[[], str] = str,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(session, board, banner, process, counts, why_not, parent)
        self._messages = messages
        self._settings = settings
        self._lives = lives
        self._is_asked = False
        """Whether the player waits for the answer."""
        self._shown: frozenset[int] = frozenset()
        """The wrong cells that the message is about."""
        self._was_always = settings.preferences.check_always
        self._was_with_lives = False
        self._after_move = QTimer(self, singleShot=True, interval=AFTER_MOVE_MS)
        self._after_move.timeout.connect(self._check_after_move)
        session.cells_changed.connect(self._follow)
        for over in (
            session.sheet_changed,
            session.reset,
            session.mode_changed,
            session.solved_changed,
            session.guesses_changed,
        ):
            over.connect(self._begin_anew)
        settings.changed.connect(self._settings_changed)
        lives.changed.connect(self._lives_changed)

    @property
    def is_always(self) -> bool:
        """Whether the marks are checked after each move now; not while a guess is open."""
        is_wanted = self._settings.preferences.check_always and is_playable(self._session)
        is_wanted = is_wanted and not self._session.guesses
        return is_wanted and self._lives.state is LivesState.OFF

    def commands(self) -> tuple[Command, ...]:
        """Puzzle > Check Now."""
        return (
            Command(
                "check_now",
                _("Check &Now"),
                self.press,
                MenuPlace("puzzle", 210),
                _("Whether your marks are right so far"),
                ("Ctrl+K",),
                "check",
                Where.PLAY,
                self.why_not,
                bar=BarPlace(230, Where.PLAY, _("Check")),
            ),
        )

    def press(self) -> None:
        """Check the marks now."""
        if not is_playable(self._session):
            return
        self.end()
        self.begun.emit()
        if defect := defect_text(self._session.puzzle):
            self._tell(defect)
            return
        self._is_asked = True
        self._slow.start()
        self._ask()

    def end(self) -> None:
        """Put the message away."""
        self._is_asked = False
        self._slow.stop()
        self._after_move.stop()
        self._process.cancel(self)
        self._shown = frozenset()
        self._hatch()
        self._banner.clear()

    # The answer

    def take(self, answer: CheckAnswer) -> None:
        """Tell the answer; after a move only what is wrong."""
        own = tuple(cell for cell in answer.wrong if cell not in self._session.dots)
        answer = replace(answer, wrong=own)  # automatic dots are no marks of the player
        is_asked, self._is_asked = self._is_asked, False
        self._slow.stop()
        match answer.kind:
            case CheckKind.WRONG:
                self._count(is_asked or not self._shown.issuperset(answer.wrong))
                self._show_wrong(answer, is_asked)
            case CheckKind.DEAD_END:
                self._count(is_asked or not self._banner.text)
                lines = wrong_lines_text(answer.lines)
                self._tell(paragraph(lines, _("No solution agrees with your marks.")))
            case CheckKind.RIGHT if is_asked:
                self._count(True)
                self._tell(_("Your marks are right so far."))
            case CheckKind.NO_SOLUTION if is_asked:
                self._tell(NO_SOLUTION)
            case CheckKind.UNKNOWN if is_asked:
                self._tell(_("The puzzle is too hard: it was not found out whether the marks fit."))
            case _:
                self.end()

    def fail(self, sentence: str) -> None:
        """Tell why there is no answer."""
        is_asked, self._is_asked = self._is_asked, False
        self._slow.stop()
        if is_asked:
            self._tell(sentence)

    def drop(self) -> None:
        """A hint has replaced the check."""
        self._is_asked = False
        self._slow.stop()

    def _show_wrong(self, answer: CheckAnswer, is_asked: bool) -> None:
        assert answer.solution is not None
        cells = frozenset(answer.wrong)
        if self._settings.preferences.check_shows is CheckShows.CELLS:
            text = wrong_cells_text(len(cells))
        else:
            text = wrong_lines_text(answer.lines, answer.wrong, self._session.puzzle.width)
        since, buttons = way_back(self._session, answer.solution)
        if cells:
            buttons[WHY] = self.why_requested.emit
        self._banner.show_message(paragraph(text, since), **buttons, **{_("Close"): self.end})
        self._shown = cells
        self._hatch(keeps_in_view=is_asked)

    def _hatch(self, *, keeps_in_view: bool = False) -> None:
        """Hatch the wrong cells; a check after a move does not scroll the board."""
        is_told = self._settings.preferences.check_shows is CheckShows.CELLS
        self._board.overlays.name_lines(OWNER, bool(self._shown) and not is_told)
        cells = self._shown if is_told else frozenset()
        self._board.overlays.show_hatched(cells, OWNER, keeps_in_view=keeps_in_view)

    def _tell(self, sentence: str) -> None:
        self._shown = frozenset()
        self._hatch()
        super()._tell(sentence)

    def _show_waiting(self) -> None:
        self._banner.show_message(_("Checking your marks …"), **{_("Cancel"): self.end})

    def _count(self, is_new: bool) -> None:
        if is_new:
            self._counts.add_check()

    # After each move

    def _follow(self, cells: Sequence[int]) -> None:
        """A move was made: what was said does not hold any more."""
        if not self.is_always:
            self.end()
            return
        if self._is_asked:
            self.end()
        if self._shown:  # until the next answer the other wrong cells are shown
            self._shown = self._shown.difference(cells)
            self._hatch()
        elif self._banner.text:
            self._banner.clear()
        self._after_move.start()

    def _check_after_move(self) -> None:
        if not self.is_always:
            self.end()
        elif self._process.is_busy or self._board.strokes.current is not None:
            self._after_move.start()
        elif not self._session.puzzle.known_defects():
            self._ask()

    def _ask(self) -> None:
        session = self._session
        self._process.ask(self, CheckRequest(session.puzzle, session.painted))

    def _begin_anew(self) -> None:
        self.end()
        if self.is_always:
            self._after_move.start()

    def _settings_changed(self) -> None:
        was_always, self._was_always = self._was_always, self._settings.preferences.check_always
        if self._was_always and not was_always:
            self._explain_lives()
        if was_always != self._was_always:
            self._begin_anew()

    def _lives_changed(self) -> None:
        was_with_lives = self._was_with_lives
        self._was_with_lives = self._lives.state is not LivesState.OFF
        if self._was_with_lives and not was_with_lives:
            self.end()
            self._explain_lives()

    def _explain_lives(self) -> None:
        is_wanted = self._settings.preferences.check_always
        if is_wanted and self._lives.state is not LivesState.OFF:
            self._messages.info(
                _("With lives, marks are not checked after each move: a wrong cell costs a life.")
            )
