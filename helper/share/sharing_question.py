"""The question before a puzzle with a known defect is given to others."""

from __future__ import annotations

from helper.application.rating_store import NO_SOLUTION, SEVERAL
from helper.author.author_check import AuthorCheck
from helper.author.check_result import CheckStatus
from helper.commands.messages import Messages
from helper.play.session import Session
from helper.rating.board_rating import BoardRating
from puzzles import Puzzle
from puzzles.words import _


class SharingQuestion:
    """Asks about each puzzle once, as long as it is open."""

    def __init__(
        self, messages: Messages, session: Session, rating: BoardRating, check: AuthorCheck
    ) -> None:
        """``rating`` and ``check`` know how many solutions the open puzzle has, once they end."""
        self._messages, self._session = messages, session
        self._rating, self._check = rating, check
        self._confirmed: Puzzle | None = None

    def may_share(self) -> bool:
        """Whether to go on: no defect is known, or the player wants it."""
        puzzle, known = self._session.puzzle, self._known()
        if puzzle == self._confirmed or not known:
            return True
        if CheckStatus.NONE in known or NO_SOLUTION in known:
            question = _("This puzzle has no solution, so nobody can solve it. Go on nevertheless?")
            is_wanted = self._messages.ask(question, _("No Solution"))
        else:
            question = _(
                "This puzzle has several solutions, so those who solve it may find another picture."
                " Go on nevertheless?"
            )
            is_wanted = self._messages.ask(question, _("Several Solutions"))
        if is_wanted:
            self._confirmed = puzzle
        return is_wanted

    def _known(self) -> set[object]:
        """The defects that are known of the solutions."""
        rating, result = self._rating.rating, self._check.result
        found: set[object] = {None if rating is None else rating.word}
        found.add(None if result is None else result.kind)
        return found & {SEVERAL, NO_SOLUTION, CheckStatus.SEVERAL, CheckStatus.NONE}
