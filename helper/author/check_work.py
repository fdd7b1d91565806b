"""What a child process does for the author's check. No Qt, so that it starts quickly."""

from __future__ import annotations

import time
from collections.abc import Callable

from helper.workers.child import Handler
from puzzles import Puzzle

CHECK_TIMEOUT_S = 20.0
"""How long a puzzle is looked at before it stays undecided."""
FIRST_REPORT_S = 0.02
"""How soon after the first cells that are not determined more of them are told: there are few in
the beginning. Then each time twice as long."""
REPORT_EVERY_S = 0.2
"""How often they are told at most when there are many."""


def make_examiner() -> Handler:
    """The handler that examines puzzles, with all that it needs loaded.

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

    def tell(found: object) -> None:
        nonlocal due, pause
        now = time.monotonic()
        if now >= due:
            due = now + pause
            pause = min(2 * pause, REPORT_EVERY_S)
            report(found)

    return check_solutions(puzzle, CHECK_TIMEOUT_S, should_stop, tell)
