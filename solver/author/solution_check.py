"""The author's check: the solution count, and the cells that the clues do not determine.

A cell is undetermined if two solutions differ there. There may be too many solutions to list.
Instead the solver looks, for one cell after the other, for a solution with another state there. If
there is one, all cells in which it differs from the first are undetermined; if not, the cell is
determined.

Source: the backbone of a formula by testing one literal after the other, Marques-Silva, Janota &
Lynce, "On computing backbones of propositional theories", ECAI 2010.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from puzzles.contracts import ShouldStop
from puzzles.grid import Grid
from puzzles.model import Line, Puzzle
from solver.api import solve
from solver.partial_solutions import solve_known
from solver.values import Limits, Outcome, SolveResult

_DECIDED = (Outcome.UNIQUE, Outcome.SEVERAL, Outcome.NONE)


@dataclass(frozen=True, slots=True)
class SolutionCheck:
    """The result of a check."""

    outcome: Outcome
    """UNIQUE, SEVERAL or NONE; LIMIT or STOPPED if it was not decided."""
    undetermined: frozenset[int] = frozenset()
    """The cells found so far in which solutions differ, as ``row * width + column``."""
    is_exact: bool = True
    """Whether those are all."""
    seconds: float = 0.0
    """Time spent so far."""
    line: Line | None = None
    """Outcome NONE: a line that cannot be satisfied, if solving line by line shows it."""

    @property
    def is_decided(self) -> bool:
        """Whether it is known how many solutions there are: none, one, or more."""
        return self.outcome in _DECIDED


def check_solutions(
    puzzle: Puzzle,
    timeout_s: float | None = None,
    should_stop: ShouldStop | None = None,
    report: Callable[[SolutionCheck], None] | None = None,
    engine: str | None = None,
) -> SolutionCheck:
    """Count the solutions of a puzzle and find its undetermined cells.

    Args:
        puzzle: Any puzzle.
        timeout_s: Wall-clock time; ``None`` for no limit.
        should_stop: Is called often; once true, the result so far is returned within 100 ms.
        report: Is called with intermediate results once there are two solutions.
        engine: ``native`` or ``python``; by default the fastest that is installed.

    Raises:
        PuzzleError: See :func:`solver.api.solve`.

    >>> check_solutions(Puzzle.from_numbers([[1], [1], [3]], [[1, 1], [2], [1]])).outcome.value
    'unique'
    >>> found = check_solutions(Puzzle.from_numbers([[1], [1]], [[1], [1], []]))
    >>> found.outcome.value, sorted(found.undetermined)
    ('several', [0, 1, 3, 4])
    """
    start = time.perf_counter()
    result = solve(puzzle, Limits(2, timeout_s), None, should_stop, engine)
    if result.outcome is not Outcome.SEVERAL:
        line = result.contradiction if result.by_logic else None
        seconds = time.perf_counter() - start
        return SolutionCheck(result.outcome, frozenset(), result.is_unique, seconds, line)
    end = None if timeout_s is None else start + timeout_s
    return _Differences(puzzle, result, end, should_stop, engine).find(start, report)


class _Differences:
    """Finds the cells in which a puzzle's solutions differ from the first one."""

    def __init__(
        self,
        puzzle: Puzzle,
        result: SolveResult,
        end: float | None,
        should_stop: ShouldStop | None,
        engine: str | None,
    ) -> None:
        self._puzzle = puzzle
        self._result = result
        self._first = result.solutions[0].cells
        self._end = end
        self._should_stop = should_stop
        self._engine = engine
        self.found: set[int] = set()
        for other in result.solutions[1:]:
            self._compare(other)

    def _compare(self, other: Grid) -> None:
        pairs = enumerate(zip(self._first, other.cells, strict=True))
        self.found.update(i for i, (a, b) in pairs if a != b)

    def find(self, start: float, report: Callable[[SolutionCheck], None] | None) -> SolutionCheck:
        """Find all of them, or as many as there is time for."""

        def result(is_exact: bool) -> SolutionCheck:
            seconds = time.perf_counter() - start
            return SolutionCheck(Outcome.SEVERAL, frozenset(self.found), is_exact, seconds)

        if report is not None:
            report(result(is_exact=False))  # what is certain takes longer
        self._known = self._result.certain
        """The possible states of each cell; reduced by :meth:`_check_cell`."""
        known = self._known.cells
        open_cells = [i for i, state in enumerate(known) if state & (state - 1)]
        for i in open_cells:
            if i in self.found or not known[i] & (known[i] - 1):
                continue
            if not self._check_cell(i):
                return result(is_exact=False)
            if report is not None:
                report(result(is_exact=False))
        return result(is_exact=True)

    def _check_cell(self, i: int) -> bool:
        """Decide whether a cell is determined; false if the time is over."""
        left = None if self._end is None else self._end - time.perf_counter()
        if left is not None and left <= 0:
            return False
        board = self._known.copy()
        board.cells[i] &= ~self._first[i]
        limits = Limits(1, left, proof=False)
        result = solve_known(self._puzzle, board, limits, self._should_stop, self._engine)
        if result.solutions:
            self._compare(result.solutions[0])
        elif result.outcome is Outcome.NONE:
            self._known.cells[i] = self._first[i]
        else:
            return False
        return True
