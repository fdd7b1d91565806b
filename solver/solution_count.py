"""How many solutions a puzzle has, for callers that need nothing else.

The recognizer asks it of drafts that may be defective. It may not import this package: the caller
passes :func:`count_solutions` in, see :mod:`puzzles.contracts`.
"""

from __future__ import annotations

from puzzles.contracts import SolutionCount
from puzzles.model import Puzzle
from solver.api import solve
from solver.values import Limits, Outcome

LIMITS = Limits(solutions=2, timeout_s=2.0)
_COUNTS = {
    Outcome.UNIQUE: SolutionCount.ONE,
    Outcome.SEVERAL: SolutionCount.SEVERAL,
    Outcome.NONE: SolutionCount.NONE,
}


def count_solutions(puzzle: Puzzle) -> SolutionCount:
    """Count up to two solutions; UNKNOWN after two seconds, NONE if the puzzle is defective."""
    return SolutionCount.NONE if puzzle.defects() else count_of(solve(puzzle, LIMITS).outcome)


def count_of(outcome: Outcome) -> SolutionCount:
    """What an outcome says of the number of solutions."""
    return _COUNTS.get(outcome, SolutionCount.UNKNOWN)
