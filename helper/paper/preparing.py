"""Solutions and difficulties of the puzzles of a book. No Qt: it runs in child processes, too."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from helper.rating.puzzle_rating import rated
from puzzles.contracts import ShouldStop, never
from puzzles.difficulty import Difficulty
from puzzles.formats import Document
from puzzles.grid import Grid, unsatisfied_lines
from puzzles.many import run_many
from puzzles.model import Puzzle
from solver.values import Limits

LIMIT_S = 10.0
"""Seconds for the solution of a puzzle, and as many of computing for its difficulty."""
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
    is_decided: bool = True
    """False if the time was over before all this was known."""


def prepare(
    documents: Sequence[Document],
    has_difficulty: bool,
    report: Callable[[object], None] = lambda done: None,
    should_stop: ShouldStop = never,
    is_child: bool = False,
    timeout_s: float | None = LIMIT_S,
) -> list[Preparation]:
    """Solve puzzles, and rate them if wished.

    Args:
        documents: Puzzles with or without defects, also with clues that are not known.
        has_difficulty: Whether they are rated.
        report: Gets the number of puzzles that are done.
        should_stop: Is called often.
        is_child: Whether this runs in a child process, which may not start others.
        timeout_s: Seconds for the solution of a puzzle, and as many for its difficulty.

    Returns:
        One for each puzzle; fewer if it was stopped.
    """
    work = partial(_prepared, has_difficulty, timeout_s)
    is_here = is_child or len(documents) <= _FEW
    results = (
        (work(each, should_stop) for each in documents)
        if is_here
        else run_many(work, documents, should_stop)
    )
    found: list[Preparation] = []
    for each in results:
        if should_stop():
            break
        found.append(each)
        report(len(found))
    return found


def _prepared(
    has_difficulty: bool,
    timeout_s: float | None,
    document: Document,
    should_stop: ShouldStop,
) -> Preparation:
    from solver.api import Outcome, solve
    from solver.completion import completed

    puzzle, limits = document.puzzle, Limits(2, timeout_s)
    if puzzle.known_defects():
        return Preparation(None, False, None)
    result = solve(puzzle, limits, None, should_stop)
    if puzzle.unknown_lines and result.solutions:
        puzzle = completed(puzzle, result.solutions[0])
    solution = _goal(puzzle) or next(iter(result.solutions), None)
    is_only = result.outcome is Outcome.UNIQUE
    is_decided = result.outcome in (Outcome.UNIQUE, Outcome.SEVERAL, Outcome.NONE)
    difficulty = None
    if has_difficulty and is_only:
        difficulty = rated(puzzle, should_stop, timeout_s).difficulty
        is_decided = difficulty is not None
    return Preparation(solution, is_only, difficulty, is_decided)


def _goal(puzzle: Puzzle) -> Grid | None:
    """The board of the puzzle's goal, if it is a solution."""
    if not puzzle.goal:
        return None
    board = Grid.from_goal(puzzle.goal, puzzle.palette, puzzle.width)
    return None if any(unsatisfied_lines(puzzle, board)) else board
