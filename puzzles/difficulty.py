"""How a difficulty is written: a word, and a number that agrees with it.

The word says how hard the hardest technique is that a puzzle needs; the score sums the work, and so
grows with the size of the board. Scores of puzzles with different words do not compare: a large
easy board may have a higher one than a small expert board. The level is one number for both. Its
whole part is the word, from 1; each tenth stands for 2.5 times the score of the one before it.
"""

from __future__ import annotations

import enum
import math

from puzzles.words import either, in_context, worded


class Difficulty(enum.StrEnum):
    """The difficulty in a word, to which it is equal; the easier one is the smaller one.

    ``solver.logic.rate`` says which puzzle has which.

    >>> Difficulty.EASY < Difficulty.HARD, Difficulty("easy") == "easy", max(Difficulty).value
    (True, True, 'extreme')
    """

    BEGINNER = "beginner"
    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"
    EXPERT = "expert"
    EXTREME = "extreme"
    """Only trials within trials lead on: a guess is needed."""

    @property
    def rank(self) -> int:
        """0 for the easiest."""
        return _RANKS[self.value]

    @classmethod
    def _missing_(cls, value: object) -> Difficulty:
        """No difficulty; called by the enum.

        Raises:
            ValueError: Always; the text says which words there are.
        """
        raise ValueError(
            worded(
                "{name}: {values}, not {value}",
                name="difficulty",
                values=either(DIFFICULTIES),
                value=value,
            )
        )

    # In the order of difficulty, also with a word; not in that of letters.
    def __lt__(self, other: str) -> bool:
        return self.rank < Difficulty(other).rank

    def __le__(self, other: str) -> bool:
        return self.rank <= Difficulty(other).rank

    def __gt__(self, other: str) -> bool:
        return self.rank > Difficulty(other).rank

    def __ge__(self, other: str) -> bool:
        return self.rank >= Difficulty(other).rank

    @property
    def label(self) -> str:
        """The word for people within a sentence; the value is the one in files and in JSON."""
        return _LABELS[self]

    @property
    def title(self) -> str:  # type: ignore[override]  # nobody writes the word in capitals
        """The word for people where it stands alone."""
        return _TITLES[self]


_LABELS = {
    Difficulty.BEGINNER: in_context("a puzzle's difficulty", "beginner"),
    Difficulty.EASY: in_context("a puzzle's difficulty", "easy"),
    Difficulty.MEDIUM: in_context("a puzzle's difficulty", "medium"),
    Difficulty.HARD: in_context("a puzzle's difficulty", "hard"),
    Difficulty.EXPERT: in_context("a puzzle's difficulty", "expert"),
    Difficulty.EXTREME: in_context("a puzzle's difficulty", "extreme"),
}
_TITLES = {
    Difficulty.BEGINNER: in_context("a puzzle's difficulty", "Beginner"),
    Difficulty.EASY: in_context("a puzzle's difficulty", "Easy"),
    Difficulty.MEDIUM: in_context("a puzzle's difficulty", "Medium"),
    Difficulty.HARD: in_context("a puzzle's difficulty", "Hard"),
    Difficulty.EXPERT: in_context("a puzzle's difficulty", "Expert"),
    Difficulty.EXTREME: in_context("a puzzle's difficulty", "Extreme"),
}


DIFFICULTIES = tuple(each.value for each in Difficulty)
"""The words, from easy to hard."""
_RANKS = {word: rank for rank, word in enumerate(DIFFICULTIES)}
SMALLEST_SCORE = 5.0
"""The score of tenth 0. The scores of the bundled puzzles lie between 7 and 67,000."""
SCORE_OF_A_TENTH = 2.5
"""The factor between two tenths: tenth 9 begins at 19,000."""


def difficulty_level(difficulty: str, score: float) -> float:
    """The difficulty as a number with one decimal: the word first, then the work.

    Args:
        difficulty: It, or its word.
        score: The sum of the steps' costs.

    >>> difficulty_level("easy", 818.0), difficulty_level("expert", 801.0)
    (2.5, 5.5)
    >>> difficulty_level("beginner", 0.0), difficulty_level("hard", 1e9)
    (1.0, 4.9)
    """
    tenths = math.log(max(score, SMALLEST_SCORE) / SMALLEST_SCORE, SCORE_OF_A_TENTH)
    return Difficulty(difficulty).rank + 1 + min(9, int(tenths)) / 10


def difficulty_text(difficulty: str, score: float) -> str:
    """Word and level, within a sentence.

    >>> difficulty_text("easy", 94.0)
    'easy, 2.3'
    """
    return _with_level(Difficulty(difficulty).label, difficulty, score)


def difficulty_heading(difficulty: str, score: float) -> str:
    """Word and level, where they stand alone.

    >>> difficulty_heading("easy", 94.0)
    'Easy, 2.3'
    """
    return _with_level(Difficulty(difficulty).title, difficulty, score)


def _with_level(shown: str, difficulty: str, score: float) -> str:
    level = difficulty_level(difficulty, score)
    return worded("{difficulty}, {level:.1f}", difficulty=shown, level=level)
