"""The solution and the next step of a puzzle, for the live view.

The functions can be sent to other processes. The program passes them to the live view as
:class:`puzzles.contracts.SolverHooks`.
"""

from __future__ import annotations

from time import monotonic

from puzzles.contracts import (
    NextStep,
    ShouldStop,
    SolutionCount,
    SolvedPuzzle,
    SolverHooks,
    never,
)
from puzzles.grid import Grid
from puzzles.model import Puzzle
from puzzles.words import paragraph
from solver.api import solve
from solver.logic.explain import explain
from solver.propagate import propagate
from solver.solution_count import count_of, count_solutions_briefly
from solver.values import Limits, Outcome, SolveResult

ALL_LIMITS = Limits(solutions=100, timeout_s=0.5)
"""Enough to list all solutions of most puzzles that have several."""
MAX_STEP_S = 2.0
"""How long a next step is looked for."""


def solved(
    puzzle: Puzzle, timeout_s: float | None = 2.0, should_stop: ShouldStop = never
) -> SolvedPuzzle:
    """Solve a puzzle as far as possible; never raises.

    Args:
        puzzle: Any puzzle; not all its clues need be known.
        timeout_s: Seconds, at most; the common cells of several solutions may take one more.
        should_stop: Is called often; once true, the result is what is known then.

    >>> solved(Puzzle.from_numbers([[1], [2]], [[2], [1]])).certain.to_text()
    ['#.', '##']
    """
    nothing = SolvedPuzzle(SolutionCount.NONE, Grid.for_puzzle(puzzle))
    if puzzle.known_defects():
        return nothing
    result = solve(puzzle, Limits(2, timeout_s), None, should_stop)
    if result.outcome is Outcome.NONE:
        return nothing
    if result.outcome is Outcome.SEVERAL:
        return SolvedPuzzle(SolutionCount.SEVERAL, _common(puzzle, result))
    return SolvedPuzzle(count_of(result.outcome), result.certain)


def _common(puzzle: Puzzle, result: SolveResult) -> Grid:
    """The common cells of all solutions if these can be listed; else the cells proven so far."""
    listed = solve(puzzle, ALL_LIMITS)
    if not listed.complete or not listed.solutions:
        return result.certain
    cells = [0] * len(result.certain.cells)
    for solution in listed.solutions:
        cells = [a | b for a, b in zip(cells, solution.cells, strict=True)]
    return Grid(puzzle.height, puzzle.width, len(puzzle.palette), cells)


def next_step(puzzle: Puzzle, marks: Grid) -> NextStep | None:
    """The next step that a person would take: the simplest deduction that decides a cell.

    See :mod:`solver.logic`. It takes :data:`MAX_STEP_S` at most.

    Args:
        puzzle: Any puzzle.
        marks: What is known of each cell; an unknown cell has all bits.

    Returns:
        ``None`` if nothing more follows in that time, if solving line by line from the marks ends
        in a contradiction, if the marks have another size, or if the puzzle is defective.

    >>> puzzle = Puzzle.from_numbers([[3], [1]], [[1], [1], [2]])
    >>> line, cells, sentence = next_step(puzzle, Grid.for_puzzle(puzzle))
    >>> print(sentence, cells.to_text())
    Row 1: The 3 fills the whole line. So cells 1 to 3 must be shaded. ['###', '???']
    """
    if (
        not marks.is_board_of(puzzle)
        or puzzle.defects()
        or not propagate(puzzle, marks).is_consistent
    ):
        return None
    end = monotonic() + MAX_STEP_S
    texts: list[str] = []
    for step in explain(puzzle, marks, lambda: monotonic() > end):
        texts.append(step.text)
        decided = step.deduction.decided
        if decided:
            cells = Grid.for_puzzle(puzzle)
            for cell, state in decided:
                cells.cells[cell] = state
            return NextStep(step.deduction.line, cells, paragraph(*texts))
    return None


HOOKS = SolverHooks(count_solutions_briefly, solved, next_step)
"""The functions of this package for packages that may not import it."""
