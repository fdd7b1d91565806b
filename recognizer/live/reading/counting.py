"""Counts the solutions of drafts with a limit for each reading, and remembers the counts.

The readings of one page differ little, so the same drafts are counted again and again. A page whose
puzzle has several solutions, or none as it was read, would cost a long search with each of them.
"""

from __future__ import annotations

import math
from collections import OrderedDict

from puzzles.contracts import CountSolutions, SolutionCount
from puzzles.model import Puzzle
from recognizer.rules.alternatives import AlternativeSet
from recognizer.values import Reading

MAX_COUNTED_PUZZLES = 150
"""Puzzles whose solutions are counted for one reading, those counted before not included. Chosen,
not measured: the next reading goes on where this one ended."""
MAX_KEPT_COUNTS = 4000
"""Puzzles whose counts are remembered."""
MIN_RIVAL_WEIGHT = 2e-3
"""Weight of the least likely other reading that is considered, as a share of the reading's own."""

_known: OrderedDict[Puzzle, SolutionCount] = OrderedDict()


class BoundedCounter:
    """Counts solutions for one reading, until its work is done."""

    def __init__(self, count_solutions: CountSolutions) -> None:
        self._count = count_solutions
        self._left = MAX_COUNTED_PUZZLES

    @property
    def is_spent(self) -> bool:
        """Whether no more puzzles may be counted."""
        return self._left <= 0

    def __call__(self, puzzle: Puzzle) -> SolutionCount:
        """The number of solutions, remembered or counted; UNKNOWN if the work is spent."""
        if puzzle in _known:
            _known.move_to_end(puzzle)
            return _known[puzzle]
        if puzzle.defects():
            return SolutionCount.NONE
        if self.is_spent:
            return SolutionCount.UNKNOWN
        self._left -= 1
        count = self._count(puzzle)
        if count is not SolutionCount.UNKNOWN:
            _known[puzzle] = count
            if len(_known) > MAX_KEPT_COUNTS:
                _known.popitem(last=False)
        return count

    def is_only_solvable(self, reading: Reading) -> bool:
        """Whether no other likely reading has any solution, so that its doubts are settled.

        A misread number leads nearly always to unequal sums, or to a puzzle without a solution.
        That decides doubts also where several solutions leave nothing to prove the reading by.
        """
        own: float | None = None
        alternatives = AlternativeSet(reading)
        for weight, changes in alternatives.sets(lambda: self.is_spent):
            if not changes:
                own = weight
                continue
            if own is None:  # another reading is likelier
                return False
            if weight < own + math.log(MIN_RIVAL_WEIGHT):
                return True
            if self(alternatives.puzzle(changes)) is not SolutionCount.NONE:
                return False
        return own is not None and not self.is_spent
