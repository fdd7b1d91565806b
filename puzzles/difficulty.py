"""How a difficulty is written: a word, and a number that agrees with it.

The word says how hard the hardest technique is that a puzzle needs; the score sums the work, and so
grows with the size of the board. Scores of puzzles with different words do not compare: a large
easy board may have a higher one than a small expert board. The level is one number for both. Its
whole part is the word, from 1; each tenth stands for 2.5 times the score of the one before it.
"""

from __future__ import annotations

import math

DIFFICULTIES = ("beginner", "easy", "medium", "hard", "expert", "trial")
"""From easy to hard, as ``solver.logic.rate.Difficulty`` has them."""
SMALLEST_SCORE = 5.0
"""The score of tenth 0. The scores of the bundled puzzles lie between 7 and 46,000."""
SCORE_OF_A_TENTH = 2.5
"""The factor between two tenths: tenth 9 begins at 19,000."""


def difficulty_level(word: str, score: float) -> float:
    """The difficulty as a number with one decimal: the word first, then the effort.

    Args:
        word: One of :data:`DIFFICULTIES`.
        score: The sum of the steps' costs.

    >>> difficulty_level("easy", 818.0), difficulty_level("expert", 801.0)
    (2.5, 5.5)
    >>> difficulty_level("beginner", 0.0), difficulty_level("hard", 1e9)
    (1.0, 4.9)
    """
    tenths = math.log(max(score, SMALLEST_SCORE) / SMALLEST_SCORE, SCORE_OF_A_TENTH)
    return DIFFICULTIES.index(word) + 1 + min(9, int(tenths)) / 10


def difficulty_text(word: str, score: float) -> str:
    """Word and level.

    >>> difficulty_text("easy", 94.0)
    'easy, 2.3'
    """
    return f"{word}, {difficulty_level(word, score):.1f}"
