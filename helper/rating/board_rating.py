"""The difficulty of the puzzle on the board."""

from __future__ import annotations

import logging

from PySide6.QtCore import QObject, QTimer, Signal

from helper.application.rating_store import NOT_RATED, KeptRating, Ratings
from helper.commands.command import Feature
from helper.play.autosave import Autosave
from helper.play.session import Session
from helper.play.session_state import Mode
from helper.rating.expected_time import SECONDS_A_POINT, expected_time_text, seconds_a_point
from helper.rating.puzzle_rating import MAX_CELLS
from helper.rating.rater import Rater, Urgency, WantedRating
from puzzles import LibraryError, Puzzle
from puzzles.clue_hash import clue_hash

_log = logging.getLogger(__name__)
_DELAY_MS = 200
"""How long the puzzle must not change before it is rated."""


class BoardRating(Feature):
    """Follows the puzzle on the board: in Play any puzzle, in Draw one that has one solution.

    Signals:
        changed: :class:`~helper.application.rating_store.KeptRating`; ``None`` as long as the
            rating is not known.
    """

    changed = Signal(object)

    def __init__(self, session: Session, autosave: Autosave, parent: QObject | None = None) -> None:
        """Keep the ratings in the library of an autosave."""
        super().__init__(parent)
        self._session = session
        self._autosave = autosave
        self.rater = Rater(autosave.library, autosave.writes, self)
        """Rates the puzzles of the library."""
        self.rating: KeptRating | None = None
        """The rating of the puzzle on the board; ``None`` as long as it is not known."""
        self._puzzle: Puzzle | None = None
        self._drawn: Puzzle | None = None
        self._clues = ""
        self._delay = QTimer(self, singleShot=True, interval=_DELAY_MS)
        self._delay.timeout.connect(self._follow)
        session.reset.connect(self._forget_drawing)
        for signal in (session.reset, session.sheet_changed, session.mode_changed):
            signal.connect(self._puzzle_changed)
        self.rater.rated.connect(self._take)
        autosave.opened.connect(self._begin_anew)

    @property
    def ratings(self) -> Ratings:
        """All ratings that are known; they may grow."""
        return self.rater.ratings

    @property
    def expected_time(self) -> str:
        """How long the puzzle on the board takes this player; empty as long as it is not rated."""
        return expected_time_text(self.rating, self._point_s)

    @property
    def _point_s(self) -> float:
        try:
            return seconds_a_point(self._autosave.library.solves(), self.ratings)
        except LibraryError as error:
            _log.info("the player's own times cannot be looked up: %s", error)
            return SECONDS_A_POINT

    def _begin_anew(self) -> None:
        """Another file is the library."""
        self.close()
        self.rater.deleteLater()
        self.rater = Rater(self._autosave.library, self._autosave.writes, self)
        self.rater.rated.connect(self._take)
        self._puzzle = None
        self._follow()

    def close(self) -> None:
        """Rate nothing any more."""
        self.rater.close()
        self._delay.stop()

    def follow_drawing(self, puzzle: Puzzle | None) -> None:
        """Rate the puzzle of a drawing, which has one solution; ``None``: that is not known."""
        if puzzle is not self._drawn:
            self._drawn = puzzle
            if self._session.mode is Mode.DRAW:
                self._puzzle = None  # it may be the one that was rated last, in Play
                self._set(None)
            self._delay.start()

    @property
    def _is_played(self) -> bool:
        return self._session.mode is Mode.PLAY and self._session.puzzle.has_clues

    @property
    def _wanted(self) -> Puzzle | None:
        """The puzzle whose rating is wanted; ``None`` if there is none."""
        return self._session.puzzle if self._is_played else self._drawn

    def _forget_drawing(self) -> None:
        self._drawn = None

    def _puzzle_changed(self) -> None:
        """Forget the rating of another puzzle at once; look for the new one a little later."""
        if self._wanted is not self._puzzle:
            self._puzzle, self._clues = None, ""
            self._set(None)
        self._delay.start()

    def _follow(self) -> None:
        puzzle = self._wanted
        if puzzle is self._puzzle and puzzle is not None:
            return
        self._puzzle = puzzle
        self._clues = ""
        if puzzle is None:
            self._set(None)
            self.rater.want(Urgency.BOARD, ())
        elif puzzle.height * puzzle.width > MAX_CELLS:
            self._set(KeptRating(NOT_RATED))
            self.rater.want(Urgency.BOARD, ())
        else:
            self._clues = clue_hash(puzzle)
            self._set(self.ratings.get(self._clues))
            if not self._autosave.library.is_kept:  # nothing would be kept of it
                return
            self.rater.want(
                Urgency.BOARD, [WantedRating(self._clues, puzzle, is_kept=self._is_played)]
            )

    def _take(self, clues: str) -> None:
        if clues == self._clues:
            self._set(self.rater.ratings[clues])

    def _set(self, rating: KeptRating | None) -> None:
        if rating != self.rating:
            self.rating = rating
            self.changed.emit(rating)
