"""Solutions and difficulties of the puzzles of a book. No Qt: it runs in child processes, too."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from helper.rating.puzzle_rating import rated
from puzzles.contracts import ShouldStop, never
from puzzles.difficulty import Difficulty
from puzzles.grid import Grid, unsatisfied_lines
from puzzles.many import run_many
from puzzles.model import Puzzle
from solver.values import Limits, SolveResult

SOLVE_LIMIT_S = 10.0
"""Seconds for the solution of a puzzle."""
RATING_LIMIT_S = 10.0
"""Seconds of computing for a difficulty."""
_FEW = 8
"""Up to this many puzzles are prepared in this process: starting others takes longer."""


class Preparation(NamedTuple):
    """What is known of a puzzle before it is printed."""

    solution: Grid | None
    """The goal, or the first solution that was found."""
    is_only: bool
    """Whether it is known that there is no other solution."""
    difficulty: Difficulty | None
    """``None`` if it was not wanted or is not known."""


def prepare(
    puzzles: Sequence[Puzzle],
    has_difficulty: bool,
    report: Callable[[object], None] = lambda done: None,
    should_stop: ShouldStop = never,
    is_child: bool = False,
) -> list[Preparation]:
    """Solve puzzles, and rate them if wished.

    Args:
        puzzles: Puzzles with or without defects.
        has_difficulty: Whether they are rated.
        report: Gets the number of puzzles that are done.
        should_stop: Is called often.
        is_child: Whether this runs in a child process, which may not start others.

    Returns:
        One for each puzzle; fewer if it was stopped.
    """
    work = partial(_prepared, has_difficulty)
    is_here = is_child or len(puzzles) <= _FEW
    results = (
        (work(p, should_stop) for p in puzzles) if is_here else run_many(work, puzzles, should_stop)
    )
    found: list[Preparation] = []
    for each in results:
        if should_stop():
            break
        found.append(each)
        report(len(found))
    return found


def _prepared(has_difficulty: bool, puzzle: Puzzle, should_stop: ShouldStop) -> Preparation:
    from solver.api import Outcome, solve

    if puzzle.defects():
        return Preparation(None, False, None)
    result: SolveResult = solve(puzzle, Limits(2, SOLVE_LIMIT_S), None, should_stop)
    solution = _goal(puzzle) or next(iter(result.solutions), None)
    is_only = result.outcome is Outcome.UNIQUE
    difficulty = None
    if has_difficulty and is_only:
        rating = rated(puzzle, should_stop, RATING_LIMIT_S)
        difficulty = rating.difficulty
    return Preparation(solution, is_only, difficulty)


def _goal(puzzle: Puzzle) -> Grid | None:
    """The board of the puzzle's goal, if it is a solution."""
    if not puzzle.goal:
        return None
    board = Grid.from_goal(puzzle.goal, puzzle.palette, puzzle.width)
    return None if any(unsatisfied_lines(puzzle, board)) else board
