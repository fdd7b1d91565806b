"""Solving in a child process, for every window that needs it. No Qt: a child starts quickly."""

from __future__ import annotations

from collections.abc import Callable

from puzzles import Puzzle
from solver.api import Limits, SolveResult, solve


def solve_work(
    puzzle: Puzzle,
    limits: Limits,
    report: Callable[[object], None],
    should_stop: Callable[[], bool],
) -> SolveResult:
    """Solve a puzzle; reports :class:`solver.api.Event` values."""
    return solve(puzzle, limits, report, should_stop)
