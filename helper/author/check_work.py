"""The author's check in its child process. No Qt, so that it starts quickly."""

from __future__ import annotations

import time
from collections.abc import Callable

from helper.workers.child import Handler
from puzzles import Puzzle

CHECK_TIMEOUT_S = 20.0
"""The time limit of a check; after it the puzzle stays undecided."""
FIRST_REPORT_S = 0.02
"""The time between the first two reports of undetermined cells; it doubles with each report."""
MAX_REPORT_INTERVAL_S = 0.2
"""The longest time between two reports."""


def make_examiner() -> Handler:
    """Load the solver; returns the handler that checks puzzles.

    Requests are :class:`puzzles.Puzzle` values without defects; reports and results are
    :class:`solver.author.solution_check.SolutionCheck` values.
    """
    from solver.author.solution_check import check_solutions

    check_solutions(Puzzle.from_numbers([[1], [1]], [[1], [1]]))  # the first solve loads the core
    return _examine


def _examine(
    puzzle: Puzzle, report: Callable[[object], None], should_stop: Callable[[], bool]
) -> object:
    from solver.author.solution_check import check_solutions

    due, pause = 0.0, FIRST_REPORT_S

    def report_if_due(found: object) -> None:
        nonlocal due, pause
        now = time.monotonic()
        if now >= due:
            due = now + pause
            pause = min(2 * pause, MAX_REPORT_INTERVAL_S)
            report(found)

    return check_solutions(puzzle, CHECK_TIMEOUT_S, should_stop, report_if_due)
