"""The types that solver and recognizer share, so that neither imports the other.

The program passes a solver to the recognizer as :class:`CountSolutions`, or as
:class:`SolverHooks` where more than the count is needed.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Sequence
from html import escape
from time import monotonic
from typing import NamedTuple, Protocol

from puzzles.grid import Grid
from puzzles.model import ANYTHING, Clues, Color, Line, Puzzle
from puzzles.words import _, in_context

ShouldStop = Callable[[], bool]
"""Is called often; once it returns ``True`` the work must end."""


def never() -> bool:
    """The :data:`ShouldStop` of work that nobody stops."""
    return False


def within(timeout_s: float | None, should_stop: ShouldStop) -> ShouldStop:
    """Whether to stop: it is asked for, or the time is over, which begins now."""
    if timeout_s is None:
        return should_stop
    end = monotonic() + timeout_s
    return lambda: should_stop() or monotonic() > end


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

    def __repr__(self) -> str:
        return f"<NextStep {self.sentence!r}>"

    def _repr_html_(self) -> str:
        """The sentence and the cells, for a notebook."""
        return f"<div>{escape(self.sentence)}</div>{self.cells._repr_html_()}"


class Weighted(NamedTuple):
    """One alternative for the clues of a line."""

    clues: Clues | None
    """The clues; ``None`` for any clues, which the crossing lines have to decide."""
    cost: float
    """The negative logarithm of its odds against the likeliest one, at least 0."""
    parts: Clues = ANYTHING
    """What is known of *any clues*; if that is something, they are the only alternative."""


class Way(NamedTuple):
    """One way of reading a whole board: the alternatives of each line."""

    rows: Sequence[Sequence[Weighted]]
    columns: Sequence[Sequence[Weighted]]
    cost: float = 0.0
    """Paid once for the way, whatever its lines cost."""


class Assignment(NamedTuple):
    """One alternative for each line, which together may have a solution."""

    puzzle: Puzzle
    """The clues of all lines."""
    cost: float
    """The sum of the costs of its alternatives and of its way; puzzles with several solutions cost
    more."""
    solutions: SolutionCount
    """Never NONE. UNKNOWN if counting them took too long; there may be none then."""
    way: int
    """The index of the cheapest way that has these alternatives."""
    derived: frozenset[Line]
    """The lines whose clues come from *any clues*."""


class Likeliest(NamedTuple):
    """The cheapest assignments of a board."""

    assignments: tuple[Assignment, ...]
    """Different puzzles, the cheapest first."""
    is_complete: bool
    """Whether there is no other one within the margin above the cheapest; if there is none at all,
    whether there is none up to the largest cost. False if a limit or a stop cut off any of it."""
    nodes: int
    """The nodes that the search needed; decisions while solutions are counted are a part of it."""


class CountSolutions(Protocol):
    """Counts the solutions of drafts, and finds the likeliest ones. It can be pickled."""

    def __call__(self, puzzle: Puzzle, /) -> SolutionCount:
        """Count the solutions of a puzzle, which may be defective; never raises."""

    def likeliest(self, ways: Sequence[Way], palette: Sequence[Color], /) -> Likeliest:
        """Find the cheapest assignments of the ways to read a board with a palette.

        Raises:
            ValueError: The ways are of different sizes.
        """


class SolvePuzzle(Protocol):
    """Solves a puzzle as far as possible. It can be pickled."""

    def __call__(
        self, puzzle: Puzzle, timeout_s: float | None = 2.0, should_stop: ShouldStop = never, /
    ) -> SolvedPuzzle:
        """Solve a puzzle, which may be defective; never raises."""


class SolverHooks(NamedTuple):
    """The functions of a solver that other packages use. It can be pickled."""

    count_solutions: CountSolutions
    """Fast enough to be called for many drafts of one puzzle."""
    solve: SolvePuzzle
    next_step: Callable[[Puzzle, Grid], NextStep | None]
    """``None`` if there is none, or if the marks contradict the clues."""


def no_solver() -> SolverHooks:
    """Hooks for use without a solver: all results are unknown."""
    return SolverHooks(_NoSolver(), _unknown_solution, _no_step)


class _NoSolver:
    def __call__(self, puzzle: Puzzle) -> SolutionCount:
        return SolutionCount.UNKNOWN

    def likeliest(self, ways: Sequence[Way], palette: Sequence[Color]) -> Likeliest:
        return Likeliest((), is_complete=False, nodes=0)


def _unknown_solution(
    puzzle: Puzzle, timeout_s: float | None = None, should_stop: ShouldStop = never
) -> SolvedPuzzle:
    return SolvedPuzzle(SolutionCount.UNKNOWN, Grid.for_puzzle(puzzle))


def _no_step(puzzle: Puzzle, marks: Grid) -> NextStep | None:
    return None
