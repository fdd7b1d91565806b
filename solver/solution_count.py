"""The number of solutions of a puzzle, for callers that need nothing else.

The recognizer calls :func:`count_solutions` for drafts, which may be defective. It may not import
this package and gets the function as an argument, see :mod:`puzzles.contracts`.
"""

from __future__ import annotations

from puzzles.contracts import SolutionCount
from puzzles.model import Puzzle
from solver.api import solve
from solver.values import Limits, Outcome

LIMITS = Limits(solutions=2, timeout_s=2.0)
"""Short enough to wait for; two solutions prove that there are several."""
BRIEF_LIMITS = Limits(solutions=2, timeout_s=0.5, nodes=2000)
"""For drafts that are counted by the dozen: hard ones are left undecided. Chosen, not measured."""
_COUNTS = {
    Outcome.UNIQUE: SolutionCount.ONE,
    Outcome.SEVERAL: SolutionCount.SEVERAL,
    Outcome.NONE: SolutionCount.NONE,
}


def count_solutions(puzzle: Puzzle) -> SolutionCount:
    """Count up to two solutions; UNKNOWN after two seconds, NONE if the puzzle is defective."""
    return SolutionCount.NONE if puzzle.defects() else count_of(solve(puzzle, LIMITS).outcome)


def count_solutions_briefly(puzzle: Puzzle) -> SolutionCount:
    """Count as :func:`count_solutions`, with :data:`BRIEF_LIMITS`: UNKNOWN for hard puzzles."""
    if puzzle.defects():
        return SolutionCount.NONE
    return count_of(solve(puzzle, BRIEF_LIMITS).outcome)


def count_of(outcome: Outcome) -> SolutionCount:
    """The solution count of an outcome."""
    return _COUNTS.get(outcome, SolutionCount.UNKNOWN)
