"""Check an engine's result against the clues, against itself, and against other results."""

from __future__ import annotations

from puzzles.grid import unsatisfied_lines
from puzzles.model import Puzzle
from puzzles.words import _, plural, worded
from solver.values import Outcome, SolveResult

_MIN_SOLUTIONS = {Outcome.UNIQUE: 1, Outcome.FOUND: 1, Outcome.SEVERAL: 2}


def contradiction_in(puzzle: Puzzle, result: SolveResult) -> str:
    """The contradiction within a result, or with the clues, as a sentence; empty if none."""
    found = result.solutions
    for grid in found:
        if (grid.height, grid.width) != (puzzle.height, puzzle.width):
            return worded(
                "the solution has {width}x{height} cells", width=grid.width, height=grid.height
            )
        if (line := next(unsatisfied_lines(puzzle, grid), None)) is not None:
            return worded("the solution does not satisfy {line}", line=line)
    if any(grid in found[:index] for index, grid in enumerate(found)):
        return _("the same solution was given twice")
    if len(found) < _MIN_SOLUTIONS.get(result.outcome, 0):
        return plural(
            len(found),
            "the outcome is {outcome!r}, and {count} solution was given",
            "the outcome is {outcome!r}, and {count} solutions were given",
            outcome=result.outcome.value,
        )
    if found and result.outcome is Outcome.NONE:
        return _("the method says that there is no solution, and gives one")
    return ""


def contradiction_with(outcome: Outcome, solutions: int) -> str:
    """The contradiction between an outcome and other engines' solutions; empty if none.

    Args:
        outcome: The engine's outcome.
        solutions: Number of known solutions, all of which satisfy the clues.

    >>> contradiction_with(Outcome.UNIQUE, 2)
    'the method says that there is one solution; another has found two'
    """
    if outcome is Outcome.NONE and solutions:
        return _("the method says that there is no solution; another has found one")
    if outcome is Outcome.UNIQUE and solutions > 1:
        return _("the method says that there is one solution; another has found two")
    return ""
