"""The rating of one puzzle in limited time, for Home, the board and books. No Qt."""

from __future__ import annotations

import math
import time

from helper.application.rating_store import NO_SOLUTION, NOT_RATED, SEVERAL, KeptRating
from puzzles.contracts import ShouldStop, SolutionCount
from puzzles.model import Puzzle

MAX_CELLS = 40_000
"""Puzzles with more cells are not rated. One of 200 × 200 cells may need 700 MB."""


def rated(puzzle: Puzzle, should_stop: ShouldStop, limit_s: float | None) -> KeptRating:
    """The rating of a puzzle, or why it has none.

    Args:
        puzzle: Any puzzle.
        should_stop: Whether the result is not wanted any more.
        limit_s: Seconds of computing; ``None`` for no limit.
    """
    from solver.api import solve
    from solver.logic.rate import RATING_VERSION, rating_if_any
    from solver.solution_count import count_of
    from solver.values import Limits

    end = math.inf if limit_s is None else time.process_time() + limit_s

    def is_over() -> bool:
        return should_stop() or time.process_time() >= end

    def unrated(word: str) -> KeptRating:
        return KeptRating(word, version=RATING_VERSION)

    if puzzle.height * puzzle.width > MAX_CELLS or puzzle.unknown_lines:
        return unrated(NOT_RATED)
    if puzzle.defects():
        return unrated(NO_SOLUTION)
    # Counting is quick; a rating of a puzzle with several solutions would try everything.
    limits = Limits(solutions=2, timeout_s=limit_s)
    count = count_of(solve(puzzle, limits, should_stop=is_over).outcome)
    if count is not SolutionCount.ONE:
        return unrated(
            {SolutionCount.SEVERAL: SEVERAL, SolutionCount.NONE: NO_SOLUTION}.get(count, NOT_RATED)
        )
    try:
        found = rating_if_any(puzzle, is_over)
    except MemoryError:
        return unrated(NOT_RATED)
    if found is None:
        return unrated(NOT_RATED)
    hardest, times = found.hardest.id, found.times
    return KeptRating(found.difficulty.value, found.score, hardest, RATING_VERSION, times)
