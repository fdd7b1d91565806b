"""Solving an incomplete puzzle, in which clues are not known: torn pages, lost numbers.

Its solutions are the pictures that agree with all that is known. The search of
:mod:`solver.weighted` finds the clues with which there is one; an ordinary solve of each of these
puzzles finds its pictures.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import replace

from puzzles.contracts import ShouldStop, Way, Weighted
from puzzles.grid import Grid, clues_of, clues_of_picture, unsatisfied_lines
from puzzles.model import Line, Puzzle, is_known
from puzzles.notation import clues_text
from puzzles.words import _, listed, worded
from solver.values import Limits, Outcome, SolveResult, Statistics, judge
from solver.weighted import WeightedLimits, likeliest

MAX_NODES = 1_000_000
"""Of the search for clues; it has no memory for much more."""
MAX_ASSIGNMENTS = 1000
"""Whole sets of clues that are tried on a board of which cells are known."""


def solve_incomplete(
    puzzle: Puzzle,
    limits: Limits,
    should_stop: ShouldStop,
    solve_whole: Callable[[Puzzle, Limits], SolveResult],
    is_board_known: bool = False,
) -> SolveResult:
    """Find the pictures that agree with the clues that are known, for :func:`solver.api.solve`.

    The result does not name the engine.

    Args:
        puzzle: It has no other defects than unknown clues.
        limits: As there.
        should_stop: Likewise.
        solve_whole: Solves a puzzle with all clues.
        is_board_known: Whether only pictures with certain cells are found by that, so that many
            sets of clues may have none.
    """
    begin = time.monotonic()
    end = begin + limits.timeout_s if limits.timeout_s is not None else None

    def is_over() -> bool:
        return should_stop() or (end is not None and time.monotonic() >= end)

    search = WeightedLimits(
        max_cost=0.0,
        margin=0.0,
        several_cost=0.0,
        nodes=min(MAX_NODES, limits.nodes or MAX_NODES),
        assignments=MAX_ASSIGNMENTS if is_board_known else limits.wanted,
        may_end_full=True,
    )
    found = likeliest([_way(puzzle)], puzzle.palette, search, is_over)
    solutions: list[Grid] = []
    is_complete, nodes = found.is_complete, found.nodes
    ends: dict[Outcome, str] = {}
    for assignment in found.assignments:
        left = None if end is None else end - time.monotonic()
        if len(solutions) >= limits.wanted or is_over():
            is_complete = False
            break
        wanted = replace(limits, solutions=limits.wanted - len(solutions), timeout_s=left)
        result = solve_whole(assignment.puzzle, wanted)
        solutions += result.solutions
        is_complete &= result.complete
        nodes += result.statistics.nodes
        ends.setdefault(result.outcome, result.note)
    if not is_board_known and len(solutions) > 1 and (goal := _goal_of(puzzle)) is not None:
        others = [solution for solution in solutions if solution != goal]
        solutions = [goal, *others][: max(limits.wanted, 2)]
    outcome = judge(
        len(solutions),
        finished=is_complete,
        asked_to_stop=should_stop(),
        enough=len(solutions) >= limits.wanted,
    )
    if outcome is Outcome.LIMIT and Outcome.LIMIT not in ends and not is_over():
        outcome = (
            Outcome.FOUND
            if solutions
            else Outcome.STUCK
            if Outcome.STUCK in ends
            else Outcome.GAVE_UP
        )
    return SolveResult(
        outcome,
        solutions=tuple(solutions),
        certain=solutions[0] if outcome is Outcome.UNIQUE else Grid.for_puzzle(puzzle),
        engine="",
        complete=is_complete,
        statistics=Statistics(seconds=time.monotonic() - begin, nodes=nodes),
        note=ends.get(outcome, _("too many clues are not known"))
        if outcome is Outcome.GAVE_UP
        else "",
    )


def _goal_of(puzzle: Puzzle) -> Grid | None:
    """The author's picture, if it agrees with what is known."""
    if not puzzle.goal:
        return None
    goal = Grid.from_goal(puzzle.goal, puzzle.palette, puzzle.width)
    return None if any(unsatisfied_lines(puzzle, goal)) else goal


def _way(puzzle: Puzzle) -> Way:
    """What each line may be."""
    lines = [
        [Weighted(clues, 0.0) if is_known(clues) else Weighted(None, 0.0, clues)]
        for clues in (*puzzle.rows, *puzzle.columns)
    ]
    return Way(lines[: puzzle.height], lines[puzzle.height :])


def completed(puzzle: Puzzle, solution: Grid) -> Puzzle:
    """The puzzle with the clues that a solution shows, and without another picture."""
    rows, columns = clues_of_picture(solution)
    goal = puzzle.goal if puzzle.goal == solution.to_goal(puzzle.palette) else ""
    return replace(puzzle, rows=rows, columns=columns, goal=goal)


def found_clues(puzzle: Puzzle, result: SolveResult) -> dict[Line, str]:
    """The clues of the lines where some were not known; none if there are several solutions.

    >>> from puzzles.model import ANYTHING, Clue
    >>> from solver.api import solve
    >>> torn = Puzzle((ANYTHING, ()), ((Clue(1),), (Clue(1),)))
    >>> found_text(found_clues(torn, solve(torn)))
    'row 1 is 2'
    """
    if not result.is_unique:
        return {}
    solution = result.solutions[0]
    return {
        line: clues_text(clues_of(solution.line(line)), puzzle.palette, " ")
        for line in puzzle.unknown_lines
    }


def found_text(found: Mapping[Line, str]) -> str:
    """The clues that were found, as a part of a sentence."""
    return listed(
        [worded("{line} is {clues}", line=line, clues=clues) for line, clues in found.items()]
    )
