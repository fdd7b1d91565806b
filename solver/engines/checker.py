"""Checks finished lines against their clues, with a cache, for methods that check them often."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from puzzles.model import Clues

_MAX_CACHED = 1 << 18
"""Cached results, over all lines."""


class Checker:
    """The clues of all rows, or of all columns.

    Args:
        clues: For each line its clues.
    """

    def __init__(self, clues: Sequence[Clues]) -> None:
        self._clues = [tuple((color, length) for length, color in line) for line in clues]
        self._answers: dict[tuple[int, Sequence[int]], bool] = {}

    def accepts(self, index: int, line: Sequence[int]) -> bool:
        """Whether a finished line satisfies its clues.

        Args:
            index: Index of the line.
            line: The colour of each cell, hashable.
        """
        key = (index, line)
        answer = self._answers.get(key)
        if answer is None:
            runs = tuple((c, sum(1 for _ in run)) for c, run in groupby(line) if c)
            answer = runs == self._clues[index]
            if len(self._answers) >= _MAX_CACHED:
                self._answers.clear()
            self._answers[key] = answer
        return answer
