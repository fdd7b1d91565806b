"""Solving an incomplete puzzle, in which clues are not known: torn pages, lost numbers.

Its solutions are the pictures that agree with all that is known. The search of
:mod:`solver.weighted` finds the clues with which there is one; an ordinary solve of each of these
puzzles finds its pictures.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import replace

from puzzles.contracts import ShouldStop, Way, Weighted, never
from puzzles.errors import PuzzleError
from puzzles.formats import Document
from puzzles.grid import Grid, clues_of_picture, satisfies
from puzzles.model import Defect, Line, room_problem
from puzzles.notation import clues_text
from puzzles.partial_clues import cells_of_parts, partial_text
from puzzles.words import _, listed, worded
from solver.api import solve
from solver.line import masks_of
from solver.options import label
from solver.partial_line import solve_partial_line
from solver.registry import get_engine
from solver.values import Limits, OnEvent, Outcome, SolveResult, Statistics, judge
from solver.weighted import WeightedLimits, likeliest

MAX_NODES = 1_000_000
"""Of the search for clues; it has no memory for much more."""


def solve_incomplete(
    document: Document,
    limits: Limits | None = None,
    on_event: OnEvent | None = None,
    should_stop: ShouldStop | None = None,
    engine: str | None = None,
) -> SolveResult:
    """Find the pictures that agree with the clues that are known; see :func:`solver.api.solve`.

    Args:
        document: Of an :class:`~puzzles.formats.IncompletePuzzleError`.

    Raises:
        PuzzleError: The clues that are known have defects; see :func:`defects_of_known`.
        NonogramError: There is no such engine.
    """
    if defects := defects_of_known(document):
        raise PuzzleError("\n".join(defects))
    limits, asked = limits or Limits(), should_stop or never
    begin = time.monotonic()
    end = begin + limits.timeout_s if limits.timeout_s is not None else None

    def is_over() -> bool:
        return asked() or (end is not None and time.monotonic() >= end)

    search = WeightedLimits(
        max_cost=0.0,
        margin=0.0,
        several_cost=0.0,
        nodes=min(MAX_NODES, limits.nodes or MAX_NODES),
        assignments=limits.wanted,
        may_end_full=True,
    )
    found = likeliest([_way(document)], document.puzzle.palette, search, is_over)
    solutions: list[Grid] = []
    is_complete, nodes = found.is_complete, found.nodes
    for assignment in found.assignments:
        left = None if end is None else end - time.monotonic()
        if len(solutions) >= limits.wanted or is_over():
            is_complete = False
            break
        wanted = replace(limits, solutions=limits.wanted - len(solutions), timeout_s=left)
        result = solve(assignment.puzzle, wanted, on_event, asked, engine)
        solutions += result.solutions
        is_complete &= result.complete
        nodes += result.statistics.nodes
    if len(solutions) > 1 and (goal := _goal_of(document)) is not None:
        others = [solution for solution in solutions if solution != goal]
        solutions = [goal, *others][: max(limits.wanted, 2)]
    outcome = judge(
        len(solutions),
        finished=is_complete,
        asked_to_stop=asked(),
        enough=len(solutions) >= limits.wanted,
    )
    if outcome is Outcome.LIMIT and not solutions and not is_over():
        outcome = Outcome.GAVE_UP
    return SolveResult(
        outcome,
        solutions=tuple(solutions),
        certain=solutions[0] if outcome is Outcome.UNIQUE else Grid.for_puzzle(document.puzzle),
        engine=label(get_engine(engine)),
        complete=is_complete,
        statistics=Statistics(seconds=time.monotonic() - begin, nodes=nodes),
        note=_("too many clues are not known") if outcome is Outcome.GAVE_UP else "",
    )


def _goal_of(document: Document) -> Grid | None:
    """The author's picture, or a finished board, if it agrees with what is known."""
    puzzle, unknown = document.puzzle, dict(document.unknown)
    goal, colors = document.marks, len(puzzle.palette)
    if puzzle.goal:
        goal = Grid.from_goal(puzzle.goal, puzzle.palette, puzzle.width)
    if any(state.bit_count() != 1 for state in goal.cells):
        return None
    for line in puzzle.lines:
        cells = goal.line(line)
        agrees = (
            solve_partial_line(unknown[line], masks_of(cells, colors), len(cells)) is not None
            if line in unknown
            else satisfies(cells, puzzle.clues_of(line))
        )
        if not agrees:
            return None
    return goal


def _way(document: Document) -> Way:
    """What each line may be."""
    puzzle, unknown = document.puzzle, dict(document.unknown)
    lines = [
        [Weighted(None, 0.0, unknown[line])]
        if line in unknown
        else [Weighted(puzzle.clues_of(line), 0.0)]
        for line in puzzle.lines
    ]
    return Way(lines[: puzzle.height], lines[puzzle.height :])


def defects_of_known(document: Document) -> list[str]:
    """What is wrong with the clues that are known; empty if there may be a solution."""
    puzzle = document.puzzle
    found = [str(defect) for defect in puzzle.defects() if defect.kind is not Defect.SUMS_DIFFER]
    for line, parts in document.unknown:
        needed, size = cells_of_parts(parts), puzzle.height if line.is_column else puzzle.width
        if needed > size:
            shown = partial_text(parts, puzzle.palette)
            found.append(f"{line}: {room_problem(line.axis, shown, needed, size)}")
    return found


def completed(document: Document, solution: Grid) -> Document:
    """The puzzle with the clues that a solution shows, and without another picture."""
    rows, columns = clues_of_picture(solution)
    palette, goal = document.puzzle.palette, document.puzzle.goal
    goal = goal if goal == solution.to_goal(palette) else ""
    puzzle = replace(document.puzzle, rows=rows, columns=columns, goal=goal)
    return replace(document, puzzle=puzzle, unknown=())


def found_clues(document: Document, result: SolveResult) -> dict[Line, str]:
    """The clues of the lines where some were not known; none if there are several solutions.

    >>> from puzzles.model import Axis, Line, Puzzle
    >>> from puzzles.partial_clues import ANYTHING
    >>> puzzle = Puzzle.from_numbers([[2], []], [[1], [1]])
    >>> torn = replace(Document.untouched(puzzle), unknown=((Line(Axis.ROW, 0), ANYTHING),))
    >>> found_text(found_clues(torn, solve_incomplete(torn)))
    'row 1 is 2'
    """
    if not result.is_unique:
        return {}
    puzzle = completed(document, result.solutions[0]).puzzle
    return {
        line: clues_text(puzzle.clues_of(line), puzzle.palette, " ")
        for line, _parts in document.unknown
    }


def found_text(found: Mapping[Line, str]) -> str:
    """The clues that were found, as a part of a sentence."""
    return listed(
        [worded("{line} is {clues}", line=line, clues=clues) for line, clues in found.items()]
    )
