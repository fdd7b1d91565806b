"""Which small boards have no puzzle of a difficulty: known, so that nobody searches in vain.

In one row, each column says what its cell is. For the other sizes all boards in black and white
were tried: for trials within trials by ``python -m benchmarks small-boards``, for the other
difficulties by rating all of them, as the test of this module does for the smallest. Of 5x5,
25,309,575 of 33,554,432 pictures are the only solution of their clues; 24,976,511 of these puzzles
are solved line by line, and trials of single cells solve the other 333,064, so none needs trials
within trials.

If there is no puzzle with trials within trials on a board, there is none on a smaller one: with
empty lines at its side, the smaller one would be a puzzle of the larger board.
"""

from __future__ import annotations

from collections.abc import Mapping

from puzzles.difficulty import Difficulty

_ROW = (1, 150)
_SIZES_WITHOUT: Mapping[Difficulty, tuple[tuple[int, int], ...]] = {
    Difficulty.BEGINNER: (),
    Difficulty.EASY: (_ROW, (2, 3), (3, 3)),
    Difficulty.MEDIUM: (_ROW, (2, 3), (3, 3)),
    Difficulty.HARD: (_ROW, (2, 6), (3, 5)),
    Difficulty.EXPERT: (_ROW, (2, 3), (3, 3)),
    Difficulty.EXTREME: (_ROW, (3, 8), (4, 6), (5, 5)),
}
"""For each difficulty, the largest boards without a puzzle of it, the shorter side first; boards
that fit into them have none either."""


def has_puzzles(height: int, width: int, difficulty: Difficulty) -> bool:
    """Whether there may be a puzzle in black and white of this size and difficulty.

    >>> has_puzzles(5, 5, Difficulty.EXTREME), has_puzzles(5, 5, Difficulty.EXPERT)
    (False, True)
    """
    short, long = sorted((height, width))
    return not any(short <= a and long <= b for a, b in _SIZES_WITHOUT[difficulty])
