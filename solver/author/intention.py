"""Find the picture that the author of a document intends."""

from __future__ import annotations

import enum
from typing import NamedTuple

from puzzles.contracts import ShouldStop
from puzzles.errors import PuzzleError
from puzzles.formats.document import Document
from puzzles.grid import BLANK, Grid, unsatisfied_lines
from puzzles.words import _, worded
from solver.api import solve
from solver.values import Limits, Outcome


class Origin(enum.Enum):
    """Where the picture was found; the value is the text of JSON."""

    GOAL = "the goal in the file"
    MARKS = "the cells that are marked"
    SOLUTION = "the first solution found"

    @property
    def sentence(self) -> str:
        """Where it was found, for people."""
        return _SENTENCES[self]


_SENTENCES = {
    Origin.GOAL: _("The picture is the goal in the file."),
    Origin.MARKS: _("The picture is the cells that are marked."),
    Origin.SOLUTION: _("The picture is the first solution found."),
}


class Intention(NamedTuple):
    """The intended picture of a puzzle."""

    picture: Grid
    """Complete."""
    origin: Origin


def intended(
    document: Document, timeout_s: float | None = None, should_stop: ShouldStop | None = None
) -> Intention | Outcome:
    """Find the intended picture.

    That is the goal if there is one; else the marks, if they are a solution or there are no clues
    yet; else a solution.

    Returns:
        The picture; without one the outcome NONE, STOPPED or LIMIT.

    Raises:
        PuzzleError: The puzzle is defective, or its goal is not a solution.
    """
    puzzle = document.puzzle
    if puzzle.goal:
        goal = Grid.from_goal(puzzle.goal, puzzle.palette, puzzle.width)
        wrong = next(unsatisfied_lines(puzzle, goal), None)
        if wrong is not None:
            raise PuzzleError(
                worded(
                    "the goal does not satisfy {wrong}, so it is not clear which "
                    "picture is meant; correct the clues or remove the goal",
                    wrong=wrong,
                )
            )
        return Intention(goal, Origin.GOAL)
    marks = document.marks
    has_shaded = marks.count_shaded() > 0
    if has_shaded and (not puzzle.has_clues or not any(unsatisfied_lines(puzzle, marks))):
        return Intention(completed(marks), Origin.MARKS)
    result = solve(puzzle, Limits(1, timeout_s, proof=False), None, should_stop)
    if result.solutions:
        return Intention(result.solutions[0], Origin.SOLUTION)
    return result.outcome


def completed(marks: Grid) -> Grid:
    """The picture of the marks: every cell that is not shaded is background."""
    cells = (s if s > BLANK and s & (s - 1) == 0 else BLANK for s in marks.cells)
    return Grid(marks.height, marks.width, marks.colors, cells)
