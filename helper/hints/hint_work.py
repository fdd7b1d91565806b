"""Finding a hint in a child process. No Qt, so that it starts quickly."""

from __future__ import annotations

import enum
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from helper.workers.child import Handler
from puzzles import Grid, Puzzle

if TYPE_CHECKING:
    from solver.logic.explain import Step


class HintRequest(NamedTuple):
    """What a hint is looked for."""

    puzzle: Puzzle
    """Without defects."""
    marks: Grid
    """The player's marks, with AutoFill's dots."""


class HintKind(enum.Enum):
    """What there is to say about a board."""

    STEP = "step"
    WRONG = "wrong"
    """Some marks are wrong."""
    DEAD_END = "dead end"
    """No solution agrees with the marks; the puzzle has several, so none of them is wrong."""
    NO_STEP = "no step"
    """Nothing follows any more: the puzzle has several solutions."""
    NO_SOLUTION = "no solution"


@dataclass(frozen=True, slots=True)
class Hint:
    """What there is to say about a board."""

    kind: HintKind
    steps: tuple[Step, ...] = ()
    """The last one decides cells; those before it only exclude colours."""
    wrong: tuple[int, ...] = ()
    """Cells, ``row * width + column``."""
    solution: Grid | None = None
    """The only solution, if it is known."""


def make_hinter() -> Handler:
    """Load the solver; returns the handler of :class:`HintRequest` values.

    Results are :class:`Hint` values.
    """
    find_hint(HintRequest(Puzzle.from_numbers([[1]], [[1]]), Grid(1, 1)), lambda: False)
    return _handle


def _handle(
    request: HintRequest, report: Callable[[object], None], should_stop: Callable[[], bool]
) -> object:
    return find_hint(request, should_stop)


def find_hint(request: HintRequest, should_stop: Callable[[], bool]) -> Hint:
    """The hint for a board.

    Args:
        request: The board.
        should_stop: Is called often; once true, the result is of no use.
    """
    from solver.logic.explain import explain
    from solver.logic.marks import check_marks

    check = check_marks(request.puzzle, request.marks, should_stop)
    if not check.has_solution:
        return Hint(HintKind.NO_SOLUTION)
    if check.wrong:
        return Hint(HintKind.WRONG, wrong=check.wrong, solution=check.solution)
    if check.is_dead_end:
        return Hint(HintKind.DEAD_END)
    steps: list[Step] = []
    for step in explain(request.puzzle, request.marks, should_stop):
        steps.append(step)
        if step.deduction.decided:
            return Hint(HintKind.STEP, tuple(steps), solution=check.solution)
    return Hint(HintKind.NO_STEP)
