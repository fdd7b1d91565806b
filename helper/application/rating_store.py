"""The difficulty of puzzles in the library, by the hash of their clues. No Qt.

Ratings take time, so they are kept. Several programs may rate the puzzles of one library: each
claims a puzzle before it begins, so that no other one rates it at the same time. A claim ends by
itself, since the program may have crashed.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from helper.application.library import Library
from puzzles.difficulty import DIFFICULTIES, Difficulty, difficulty_heading, difficulty_text
from puzzles.words import _, plural, worded
from solver.logic.techniques import technique_label

CLAIM_S = 120
"""How long a claim holds: longer than a rating may take, in seconds."""
WORDS = DIFFICULTIES
"""The difficulties from easy to hard."""
SEVERAL, NO_SOLUTION, NOT_RATED = "several solutions", "no solution", "not rated"
"""Why a puzzle has no difficulty, as the library keeps it; it is not rated if that takes too
long."""
_REASONS = {
    SEVERAL: (_("several solutions"), _("Several solutions")),
    NO_SOLUTION: (_("no solution"), _("No solution")),
    NOT_RATED: (_("not rated"), _("Not rated")),
}
"""The words for people: within a sentence, and where they stand alone."""
_KNOWN = frozenset((*WORDS, SEVERAL, NO_SOLUTION, NOT_RATED))


class KeptRating(NamedTuple):
    """The difficulty of a puzzle."""

    word: str
    """One of :data:`WORDS`, or why there is none."""
    score: float = 0.0
    """The sum of the steps' costs."""
    hardest: str = ""
    """The id of the hardest technique that is needed."""
    version: int = 0
    """The version of the rating."""
    times: int = 0
    """How many steps are of the hardest technique; 0 if that is not known."""

    @property
    def is_rated(self) -> bool:
        """Whether it has a difficulty."""
        return self.difficulty is not None

    @property
    def difficulty(self) -> Difficulty | None:
        """The difficulty; ``None`` if there is none."""
        return Difficulty(self.word) if self.word in WORDS else None

    @property
    def rank(self) -> int:
        """0 for the easiest; those that have no difficulty come last."""
        return len(WORDS) if self.difficulty is None else self.difficulty.rank

    @property
    def title(self) -> str:
        """Difficulty and level, as in "Easy, 2.3"; or why there is none."""
        if not self.is_rated:
            return _REASONS[self.word][1]
        return difficulty_heading(self.word, self.score)

    @property
    def text(self) -> str:
        """As :attr:`title`, but within a sentence: "easy, 2.3"."""
        return difficulty_text(self.word, self.score) if self.is_rated else self.label

    @property
    def label(self) -> str:
        """The difficulty without the level, or why there is none, within a sentence."""
        return _REASONS[self.word][0] if self.difficulty is None else self.difficulty.label

    @property
    def explanation(self) -> str:
        """A sentence on what makes the puzzle difficult."""
        if self.word == SEVERAL:
            return _(
                "The clues allow several pictures, so that logic alone cannot solve the puzzle."
            )
        if self.word == NO_SOLUTION:
            return _("No picture has these clues.")
        if not self.is_rated:
            return _("The puzzle is too large or too hard to be rated.")
        return worded("The hardest technique that is needed: {hardest}.", hardest=self.hardest_text)

    @property
    def hardest_text(self) -> str:
        """The hardest technique and how often it is needed, as in "glue, in 3 steps"."""
        hardest = technique_label(self.hardest)
        return (
            plural(
                self.times,
                "{hardest}, in {count} step",
                "{hardest}, in {count} steps",
                hardest=hardest,
            )
            if self.times
            else hardest
        )


Ratings = Mapping[str, KeptRating]
"""The ratings that are known, by the hashes of the puzzles' clues."""
NO_RATINGS: Ratings = MappingProxyType({})


class RatingStore:
    """Reads and writes ratings.

    Every method is one transaction and raises errors as :class:`Library` does: it never waits, and
    a :class:`~puzzles.errors.LibraryBusyError` means that it can be called again.
    """

    def __init__(self, library: Library) -> None:
        self._library = library

    def ratings(self) -> dict[str, KeptRating]:
        """All ratings, also of earlier versions, by the hashes of the puzzles' clues."""
        with self._library.reading() as db:
            return _kept(db)

    def rating(self, puzzle: str) -> KeptRating | None:
        """The rating of a puzzle; ``None`` if there is none."""
        with self._library.reading() as db:
            return _kept(db, " and puzzle = ?", puzzle).get(puzzle)

    def claim(self, puzzle: str, version: int) -> bool:
        """Claim a puzzle that is to be rated.

        Args:
            puzzle: The hash of its clues.
            version: Of the rating.

        Returns:
            ``False`` if it has a rating of this version, or another program rates it now.
        """
        now = int(time.time())
        with self._library.writing() as db:
            row = db.execute(
                "select claimed_at from ratings where puzzle = ?", (puzzle,)
            ).fetchone()
            if row is not None:
                kept = _kept(db, " and puzzle = ?", puzzle).get(puzzle)
                is_claimed = isinstance(row[0], int) and abs(now - row[0]) <= CLAIM_S
                if is_claimed or (kept is not None and kept.version >= version):
                    return False
                if kept is None:
                    db.execute("delete from ratings where puzzle = ?", (puzzle,))
            db.execute(
                "insert into ratings (puzzle, claimed_at) values (?, ?)"
                " on conflict (puzzle) do update set claimed_at = excluded.claimed_at",
                (puzzle, now),
            )
        return True

    def release(self, puzzle: str) -> None:
        """Give a claim back: the puzzle is not rated now."""
        with self._library.writing() as db:
            db.execute("update ratings set claimed_at = 0 where puzzle = ?", (puzzle,))

    def keep(self, puzzle: str, rating: KeptRating) -> None:
        """Store a rating and end its claim; one of a newer version stays."""
        with self._library.writing() as db:
            db.execute(
                "insert into ratings (puzzle, difficulty, score, hardest, version, times)"
                " values (?, ?, ?, ?, ?, ?) on conflict (puzzle) do update set"
                " difficulty = excluded.difficulty, score = excluded.score, claimed_at = 0,"
                " hardest = excluded.hardest, version = excluded.version, times = excluded.times"
                " where version <= excluded.version",
                (puzzle, *rating),
            )


def _kept(db: sqlite3.Connection, condition: str = "", *values: str) -> dict[str, KeptRating]:
    """The ratings by their puzzles, without claims and what is damaged."""
    found = db.execute(
        "select puzzle, difficulty, score, hardest, version, times from ratings"
        " where version > 0 and typeof(version) = 'integer' and typeof(times) = 'integer'"
        f" and typeof(score) = 'real' and typeof(hardest) = 'text'{condition}",
        values,
    ).fetchall()
    return {row[0]: KeptRating._make(row[1:]) for row in found if row[1] in _KNOWN}
