"""The types that solver and recognizer share, so that neither imports the other.

The program passes a solver to the recognizer as a :data:`CountSolutions`, or as
:class:`SolverHooks` where more than the count is needed.
"""

from __future__ import annotations

import enum
from collections.abc import Callable
from typing import NamedTuple

from puzzles.grid import Grid
from puzzles.model import Line, Puzzle
from puzzles.words import _, in_context

ShouldStop = Callable[[], bool]
"""Is called often; once it returns ``True`` the work must end."""


def never() -> bool:
    """The :data:`ShouldStop` of work that nobody stops."""
    return False


class SolutionCount(enum.Enum):
    """The number of solutions of a puzzle."""

    NONE = "none"
    """It has no solution."""
    ONE = "unique"
    """It has exactly one."""
    SEVERAL = "several"
    """It has more than one."""
    UNKNOWN = "unknown"
    """There was no solver, or it was stopped."""

    @property
    def outcome(self) -> str | None:
        """The word of ``--json``, as that of a solver's result; ``None`` if not known."""
        return None if self is SolutionCount.UNKNOWN else self.value

    @property
    def label(self) -> str:
        """The words for people."""
        return _COUNTS[self]


_COUNTS = {
    SolutionCount.NONE: _("no solution"),
    SolutionCount.ONE: _("one solution"),
    SolutionCount.SEVERAL: _("several solutions"),
    SolutionCount.UNKNOWN: in_context("the number of solutions", "not known"),
}


CountSolutions = Callable[[Puzzle], SolutionCount]
"""Counts the solutions of a puzzle, which may be defective; never raises."""


class SolvedPuzzle(NamedTuple):
    """The result of a solver."""

    solutions: SolutionCount
    certain: Grid
    """The proven states of each cell, common to all solutions; unknown if there is no solution."""


class NextStep(NamedTuple):
    """The next step from the marks."""

    line: Line | None
    """The line that decides the cells; ``None`` if a cell is tried, over several lines."""
    cells: Grid
    """The cells that the step decides; all others are open."""
    sentence: str
    """The reason, as text for the user."""


class SolverHooks(NamedTuple):
    """The functions of a solver that other packages use. It can be pickled."""

    count_solutions: CountSolutions
    """Fast enough to be called for many drafts of one puzzle."""
    solve: Callable[[Puzzle], SolvedPuzzle]
    """Never raises; takes a few seconds at most."""
    next_step: Callable[[Puzzle, Grid], NextStep | None]
    """``None`` if there is none, or if the marks contradict the clues."""


def no_solver() -> SolverHooks:
    """Hooks for use without a solver: all results are unknown."""
    return SolverHooks(_unknown_count, _unknown_solution, _no_step)


def _unknown_count(puzzle: Puzzle) -> SolutionCount:
    return SolutionCount.UNKNOWN


def _unknown_solution(puzzle: Puzzle) -> SolvedPuzzle:
    return SolvedPuzzle(SolutionCount.UNKNOWN, Grid.for_puzzle(puzzle))


def _no_step(puzzle: Puzzle, marks: Grid) -> NextStep | None:
    return None
