"""Asks once for each puzzle with several solutions before it is printed, exported or copied."""

from __future__ import annotations

from collections.abc import Callable

from helper.desk.messages import Messages
from helper.play.session import Session
from puzzles import Puzzle


class SharingQuestion:
    """Asks about each puzzle once, as long as it is open."""

    def __init__(
        self, messages: Messages, session: Session, has_several: Callable[[], bool]
    ) -> None:
        """``has_several``: whether the open puzzle is known to have several solutions."""
        self._messages = messages
        self._session = session
        self._has_several = has_several
        self._confirmed: Puzzle | None = None

    def may_share(self) -> bool:
        """Whether to go on: several solutions are not known, or the player wants it."""
        puzzle = self._session.puzzle
        if puzzle == self._confirmed or not self._has_several():
            return True
        is_wanted = self._messages.ask(
            "This puzzle has several solutions, so those who solve it may find another picture."
            " Go on nevertheless?",
            "Several Solutions",
        )
        if is_wanted:
            self._confirmed = puzzle
        return is_wanted
