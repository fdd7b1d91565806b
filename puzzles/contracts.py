"""What solver and recognizer agree on, so that neither imports the other.

The program hands a solver to whatever reads pictures as a :data:`CountSolutions`, or as
:class:`SolverHooks` where more than the count is needed.
"""

from __future__ import annotations

import enum
from collections.abc import Callable
from typing import NamedTuple

from puzzles.grid import Grid
from puzzles.model import Line, Puzzle

ShouldStop = Callable[[], bool]
"""Asked often; once it returns ``True`` the work is to end early."""


class SolutionCount(enum.Enum):
    """How many solutions a puzzle has."""

    NONE = "no solution"
    """It has no solution."""
    ONE = "one solution"
    """It has exactly one."""
    SEVERAL = "several solutions"
    """It has more than one."""
    UNKNOWN = "not known"
    """No solver was at hand, or it was stopped."""


CountSolutions = Callable[[Puzzle], SolutionCount]
"""Counts the solutions of a puzzle, which may be defective; never raises."""


class SolvedPuzzle(NamedTuple):
    """What a solver knows of a puzzle."""

    solutions: SolutionCount
    certain: Grid
    """What each cell may be in a solution, as far as that is proven; if there is none, anything."""


class NextStep(NamedTuple):
    """The next step from what is marked."""

    line: Line
    cells: Grid
    """The cells that the step decides; all others are open."""
    sentence: str
    """Why."""


class SolverHooks(NamedTuple):
    """The functions of a solver that other packages use. It can be pickled."""

    count_solutions: CountSolutions
    """For many drafts of one puzzle."""
    solve: Callable[[Puzzle], SolvedPuzzle]
    """Never raises; takes a few seconds at most."""
    next_step: Callable[[Puzzle, Grid], NextStep | None]
    """``None`` if there is none, or if the marks contradict the clues."""


def no_solver() -> SolverHooks:
    """Hooks that know nothing."""
    return SolverHooks(_count_nothing, _solve_nothing, _no_step)


def _count_nothing(puzzle: Puzzle) -> SolutionCount:
    return SolutionCount.UNKNOWN


def _solve_nothing(puzzle: Puzzle) -> SolvedPuzzle:
    return SolvedPuzzle(SolutionCount.UNKNOWN, Grid.for_puzzle(puzzle))


def _no_step(puzzle: Puzzle, marks: Grid) -> NextStep | None:
    return None
