"""How many solutions a puzzle has, for those who want to know nothing else.

The reader of pictures asks it of drafts that may be defective; it may not import this package, so
whoever uses both hands :func:`outcome_of` over, see :func:`recognizer.values.judge_by`.
"""

from __future__ import annotations

from puzzles.model import Puzzle
from solver.api import Limits, Outcome, solve

LIMITS = Limits(solutions=2, timeout_s=2.0)


def outcome_of(puzzle: Puzzle) -> Outcome:
    """UNIQUE, SEVERAL or NONE, or LIMIT after two seconds; NONE if the puzzle is defective."""
    if puzzle.defects():
        return Outcome.NONE
    return solve(puzzle, LIMITS).outcome
