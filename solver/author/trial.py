"""Solve variants of one picture, which differ from it in some cells."""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import replace

from puzzles.contracts import ShouldStop, never
from puzzles.grid import Grid, clues_of, puzzle_of
from puzzles.model import Clues, Puzzle
from solver.api import solve
from solver.author.solution_check import check_solutions
from solver.partial_solutions import solve_known
from solver.propagate import propagate
from solver.values import Limits, Outcome, SolveResult

MAX_NODES = 100
"""Search nodes for a part of a picture with all other cells given."""


class Trials:
    """Solves variants of a picture until the time is over."""

    def __init__(
        self,
        picture: Grid,
        like: Puzzle,
        timeout_s: float | None,
        should_stop: ShouldStop | None,
    ) -> None:
        self.picture = picture
        """The original."""
        self.count = 0
        """Number of puzzles solved."""
        self._puzzle = replace(puzzle_of(picture, like), goal="")
        self._start = time.perf_counter()
        self._end = None if timeout_s is None else self._start + timeout_s
        self._should_stop = should_stop or never

    @property
    def seconds(self) -> float:
        """Time since the object was made."""
        return time.perf_counter() - self._start

    @property
    def is_over(self) -> bool:
        """Whether the time is over or the caller has stopped."""
        is_late = self._end is not None and time.perf_counter() >= self._end
        return is_late or self._should_stop()

    @property
    def interruption(self) -> Outcome:
        """STOPPED if the caller has stopped, else LIMIT."""
        return Outcome.STOPPED if self._should_stop() else Outcome.LIMIT

    def changed(self, picture: Grid) -> dict[int, int]:
        """The new states of the cells in which a picture differs from the original, by cell."""
        pairs = enumerate(zip(self.picture.cells, picture.cells, strict=True))
        return {i: new for i, (old, new) in pairs if new != old}

    def puzzle_of(self, picture: Grid, changed: Iterable[int] | None = None) -> Puzzle:
        """The puzzle of a picture; only the lines of the changed cells get new clues."""
        cells = self.changed(picture) if changed is None else changed
        rows: list[Clues] = list(self._puzzle.rows)
        columns: list[Clues] = list(self._puzzle.columns)
        for row in {cell // picture.width for cell in cells}:
            rows[row] = clues_of(picture.row(row))
        for column in {cell % picture.width for cell in cells}:
            columns[column] = clues_of(picture.column(column))
        return replace(self._puzzle, rows=tuple(rows), columns=tuple(columns))

    def solve(self, puzzle: Puzzle, nodes: int | None) -> SolveResult:
        """Look for two solutions, within the remaining time and a number of nodes."""
        self.count += 1
        left = None if self._end is None else max(0.0, self._end - time.perf_counter())
        return solve(puzzle, Limits(2, left, nodes), None, self._should_stop)

    def open_in(self, picture: Grid, cells: Iterable[int]) -> list[int]:
        """The cells, out of some, that the puzzle leaves open with all others given."""
        self.count += 1
        known = picture.copy()
        for cell in cells:
            known.cells[cell] = known.clear
        result = solve_known(
            self.puzzle_of(picture), known, Limits(2, None, MAX_NODES), self._should_stop
        )
        return [] if result.is_unique else open_cells(result.certain)

    def differing(self, picture: Grid, timeout_s: float) -> frozenset[int]:
        """The cells in which the puzzle's solutions differ, as far as found in time."""
        self.count += 1
        left = timeout_s if self._end is None else min(timeout_s, self._end - time.perf_counter())
        puzzle = self.puzzle_of(picture)
        return check_solutions(puzzle, max(0.0, left), self._should_stop).undetermined

    def known_by_lines(self, puzzle: Puzzle) -> Grid:
        """The board after solving line by line."""
        self.count += 1
        return propagate(puzzle).grid


def open_cells(grid: Grid) -> list[int]:
    """The cells with more than one possible state."""
    return [i for i, state in enumerate(grid.cells) if state & (state - 1)]
