"""The number of solutions of a puzzle, for callers that need nothing else.

The recognizer calls :func:`count_solutions` for drafts, which may be defective. It may not import
this package and gets the function as an argument, see :mod:`puzzles.contracts`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from puzzles.contracts import Likeliest, SolutionCount, Way
from puzzles.model import Color, Puzzle
from solver.api import solve
from solver.values import Limits, Outcome
from solver.weighted import DEFAULT_LIMITS, WeightedLimits, likeliest

LIMITS = Limits(solutions=2, timeout_s=2.0)
"""Short enough to wait for; two solutions prove that there are several."""
BRIEF_LIMITS = Limits(solutions=2, timeout_s=0.5, nodes=2000)
"""For drafts that are counted by the dozen: hard ones are left undecided. Chosen, not measured."""
BRIEF_NODES = 200
"""Of a search beside a video: the next reading of the page searches again."""
_COUNTS = {
    Outcome.UNIQUE: SolutionCount.ONE,
    Outcome.SEVERAL: SolutionCount.SEVERAL,
    Outcome.NONE: SolutionCount.NONE,
}


@dataclass(frozen=True, slots=True)
class DraftSolver:
    """What reading a picture needs of a solver: the number of solutions, and likely puzzles.

    See :class:`puzzles.contracts.CountSolutions`.
    """

    limits: Limits
    nodes: int
    """Of a search for the likeliest puzzles."""

    def __call__(self, puzzle: Puzzle) -> SolutionCount:
        """Count the solutions: UNKNOWN beyond the limits, NONE if the puzzle is defective."""
        if puzzle.defects():
            return SolutionCount.NONE
        return count_of(solve(puzzle, self.limits).outcome)

    def likeliest(self, ways: Sequence[Way], palette: Sequence[Color]) -> Likeliest:
        """The likeliest puzzles that have a solution; see :func:`solver.weighted.likeliest`."""
        return likeliest(ways, palette, WeightedLimits(nodes=self.nodes))


def count_of(outcome: Outcome) -> SolutionCount:
    """The solution count of an outcome."""
    return _COUNTS.get(outcome, SolutionCount.UNKNOWN)


count_solutions = DraftSolver(LIMITS, DEFAULT_LIMITS.nodes)
"""Counts up to two solutions for at most two seconds."""
count_solutions_briefly = DraftSolver(BRIEF_LIMITS, BRIEF_NODES)
"""Leaves hard puzzles undecided."""
