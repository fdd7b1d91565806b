"""The common part of Hint and Check Now: they ask a child process and answer in a banner."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, Signal

from helper.board.board_view import BoardView
from helper.commands.command import Feature
from helper.hints.hint_process import HintProcess
from helper.hints.wrong_marks import is_playable
from helper.play.counts import PlayCounts
from helper.play.session import Session
from helper.play.session_state import Mode
from helper.widgets.banner import Banner
from puzzles import Puzzle
from puzzles.words import _, worded

WAITING_AFTER_MS = 300
"""The delay before it is told that the player has to wait; most answers come sooner."""
NO_SOLUTION = _("The puzzle has no solution: its clues contradict each other.")


class Adviser(Feature):
    """Asks the child process about the board, and tells the answer in a banner.

    Signals:
        begun: The player asks for something.
    """

    begun = Signal()

    def __init__(
        self,
        session: Session,
        board: BoardView,
        banner: Banner,
        process: HintProcess,
        counts: PlayCounts,
        why_not: Callable[[], str] = str,
        parent: QObject | None = None,
    ) -> None:
        """``why_not``: why the game does not go on now; empty if it does."""
        super().__init__(parent)
        self._game_stands = why_not
        self._session = session
        self._board = board
        self._banner = banner
        self._process = process
        self._counts = counts
        self._slow = QTimer(self, singleShot=True, interval=WAITING_AFTER_MS)
        self._slow.timeout.connect(self._show_waiting)

    def close(self) -> None:
        """The window closes."""
        self.end()

    def why_not(self) -> str:
        """Why nothing can be asked now, as a sentence; empty if it can."""
        if reason := self._game_stands():
            return reason
        if is_playable(self._session):
            return ""
        if self._session.is_solved:
            return _("The puzzle is solved.")
        is_drawn = self._session.mode is Mode.DRAW
        return _("This is for a puzzle in Play.") if is_drawn else _("There is no puzzle to solve.")

    def end(self) -> None:
        """Put away what is told, and ask no more."""
        raise NotImplementedError

    def _show_waiting(self) -> None:
        raise NotImplementedError

    def _tell(self, sentence: str) -> None:
        self._banner.show_message(sentence, **{_("Close"): self.end})


def defect_text(puzzle: Puzzle) -> str:
    """The first defect of known clues as a sentence; empty if there is none."""
    defects = puzzle.known_defects()
    return (
        worded("The puzzle has a defect, so it has no solution: {defects}.", defects=defects[0])
        if defects
        else ""
    )
