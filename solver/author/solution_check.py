"""How a puzzle stands: one solution, several or none, and which cells its clues do not determine.

A cell is not determined if two solutions differ there. Listing all solutions to find those cells
would take for ever where there are many; instead the solver is asked, for one cell after the
other, for a solution that has something else there. Each answer either shows more such cells, all
where it differs from the first, or settles the cell for good.

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
    """What is known of a puzzle's solutions."""

    outcome: Outcome
    """UNIQUE, SEVERAL or NONE; LIMIT or STOPPED while it is not decided."""
    undetermined: frozenset[int] = frozenset()
    """Cells, ``row * width + column``, where solutions differ, as far as known."""
    is_exact: bool = True
    """Whether those are all."""
    seconds: float = 0.0
    """What it cost so far."""
    line: Line | None = None
    """NONE: a line that cannot be satisfied, if solving line by line shows it."""

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
    """Find out how a puzzle stands.

    Args:
        puzzle: Any puzzle without defects.
        timeout_s: Wall-clock time; ``None`` for as long as it takes.
        should_stop: Is asked often; once true, what is known by then is returned within 100 ms.
        report: Hears what is known before all undetermined cells are: as soon as there are two
            solutions, and then with more and more cells.
        engine: ``native`` or ``python``, by default the faster one that is there.

    Raises:
        PuzzleError: The puzzle is defective; the text has all its defects, one a line.

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
    """The cells in which a puzzle's solutions differ from the first that was found."""

    def __init__(
        self,
        puzzle: Puzzle,
        result: SolveResult,
        end: float | None,
        should_stop: ShouldStop | None,
        engine: str | None,
    ) -> None:
        self._puzzle = puzzle
        self._known = result.certain
        """What each cell may be in a solution; gets less."""
        self._first = result.solutions[0].cells
        self._end = end
        self._should_stop = should_stop
        self._engine = engine
        self.found: set[int] = set()
        for other in result.solutions[1:]:
            self._compare(other)

    def _compare(self, other: Grid) -> None:
        pairs = enumerate(zip(self._first, other.cells, strict=True))
        self.found.update(i for i, (mine, its) in pairs if mine != its)

    def find(self, start: float, report: Callable[[SolutionCheck], None] | None) -> SolutionCheck:
        """All of them, or as many as there is time for."""

        def told(is_exact: bool) -> SolutionCheck:
            seconds = time.perf_counter() - start
            return SolutionCheck(Outcome.SEVERAL, frozenset(self.found), is_exact, seconds)

        known = self._known.cells
        doubtful = [i for i, state in enumerate(known) if state & (state - 1)]
        for i in doubtful:
            if i in self.found or not known[i] & (known[i] - 1):
                continue
            if report is not None:
                report(told(is_exact=False))
            if not self._look_at(i):
                return told(is_exact=False)
        return told(is_exact=True)

    def _look_at(self, i: int) -> bool:
        """Whether it could be decided if a cell is always the same."""
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
