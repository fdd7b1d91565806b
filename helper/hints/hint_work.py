"""Finds hints and checks marks, in a child process. No Qt, so that it starts quickly."""

from __future__ import annotations

import enum
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from helper.play.lights import Light, light_of
from puzzles import Grid, Line, Puzzle
from puzzles.child.serving import Handler
from puzzles.contracts import never

if TYPE_CHECKING:
    from solver.logic.explain import ExplainedStep
    from solver.logic.marks import MarksChecker


class HintRequest(NamedTuple):
    """What a hint is looked for."""

    puzzle: Puzzle
    """Without defects."""
    marks: Grid
    """The player's marks, with automatic dots."""


class CheckRequest(NamedTuple):
    """Which marks are checked."""

    puzzle: Puzzle
    """Without defects."""
    marks: Grid
    """The player's marks, with automatic dots."""


class WhyRequest(NamedTuple):
    """The board with a wrong mark, of which is asked why it is wrong."""

    puzzle: Puzzle
    """Without defects."""
    marks: Grid
    """The player's marks, without automatic dots: some may follow from wrong marks."""


Request = HintRequest | CheckRequest | WhyRequest


class HintKind(enum.Enum):
    """What a hint is about."""

    STEP = "step"
    WRONG = "wrong"
    """Some marks are wrong."""
    WHY = "why"
    """The contradiction to which a wrong mark leads; without steps if no line shows it."""
    DEAD_END = "dead-end"
    """No solution agrees with the marks; the puzzle has several, so none of them is wrong."""
    NO_STEP = "no-step"
    """Nothing follows any more: the puzzle has several solutions."""
    NO_SOLUTION = "no-solution"


@dataclass(frozen=True, slots=True)
class Hint:
    """The next step, or why there is none."""

    kind: HintKind
    steps: tuple[ExplainedStep, ...] = ()
    """The last one decides cells; those before it only exclude colours."""
    wrong: tuple[int, ...] = ()
    """Cells, ``row * width + column``."""
    solution: Grid | None = None
    """The only solution, if it is known."""


class CheckKind(enum.Enum):
    """What a check has found."""

    RIGHT = "right"
    """No mark is wrong so far."""
    WRONG = "wrong"
    """Some marks are wrong."""
    DEAD_END = "dead-end"
    """As :attr:`HintKind.DEAD_END`."""
    NO_SOLUTION = "no-solution"
    UNKNOWN = "unknown"
    """The time ran out before the marks could be judged."""


@dataclass(frozen=True, slots=True)
class CheckAnswer:
    """Whether marks are right so far."""

    kind: CheckKind
    wrong: tuple[int, ...] = ()
    """Cells, ``row * width + column``."""
    lines: tuple[Line, ...] = ()
    """The lines that no filling satisfies with the cells on the board: those with a red light."""
    solution: Grid | None = None
    """The only solution, if it is known."""


def make_hinter() -> Handler:
    """Load the solver; returns the handler of requests.

    Results are :class:`Hint` and :class:`CheckAnswer` values.
    """
    from solver.logic.marks import MarksChecker

    checker = MarksChecker()

    def handle(
        request: Request, report: Callable[[object], None], should_stop: Callable[[], bool]
    ) -> Hint | CheckAnswer:
        return answer_to(request, should_stop, checker)

    first = HintRequest(Puzzle.from_numbers([[1]], [[1]]), Grid(1, 1))
    find_hint(first, never, checker)
    return handle


def answer_to(
    request: Request, should_stop: Callable[[], bool], checker: MarksChecker | None = None
) -> Hint | CheckAnswer:
    """What is asked for; see :func:`find_hint`, :func:`check` and :func:`why`."""
    if isinstance(request, CheckRequest):
        return check(request, should_stop, checker)
    if isinstance(request, WhyRequest):
        return why(request, should_stop, checker)
    return find_hint(request, should_stop, checker)


def why(
    request: WhyRequest, should_stop: Callable[[], bool], checker: MarksChecker | None = None
) -> Hint:
    """Why a mark is wrong; arguments as for :func:`find_hint`."""
    from solver.logic.explain import explained
    from solver.logic.marks import MarksChecker, why_wrong

    puzzle, marks = request
    found = (checker or MarksChecker()).check(puzzle, marks, should_stop)
    deduction = why_wrong(puzzle, marks, found.wrong, should_stop)
    steps = () if deduction is None else (explained(1, deduction, puzzle, marks),)
    return Hint(HintKind.WHY, steps, found.wrong, found.solution)


def find_hint(
    request: HintRequest, should_stop: Callable[[], bool], checker: MarksChecker | None = None
) -> Hint:
    """The hint for a board.

    Args:
        request: The board.
        should_stop: Is called often; once true, the result is of no use.
        checker: Knows the solution of the puzzle if it was asked about it before.
    """
    from solver.logic.explain import explain
    from solver.logic.marks import MarksChecker

    found = (checker or MarksChecker()).check(request.puzzle, request.marks, should_stop)
    if not found.has_solution:
        return Hint(HintKind.NO_SOLUTION)
    if found.wrong:
        return Hint(HintKind.WRONG, wrong=found.wrong, solution=found.solution)
    if found.is_dead_end:
        return Hint(HintKind.DEAD_END)
    steps: list[ExplainedStep] = []
    for step in explain(request.puzzle, request.marks, should_stop):
        steps.append(step)
        if step.deduction.decided:
            return Hint(HintKind.STEP, tuple(steps), solution=found.solution)
    return Hint(HintKind.NO_STEP)


def check(
    request: CheckRequest, should_stop: Callable[[], bool], checker: MarksChecker | None = None
) -> CheckAnswer:
    """Whether marks are right so far.

    Args:
        request: The marks.
        should_stop: Is called often; once true, the result is of no use.
        checker: Knows the solution of the puzzle if it was asked about it before.
    """
    from solver.logic.marks import MarksChecker

    puzzle, marks = request
    found = (checker or MarksChecker()).check(puzzle, marks, should_stop)
    if not found.has_solution:
        return CheckAnswer(CheckKind.NO_SOLUTION)
    if not found.is_known:
        return CheckAnswer(CheckKind.UNKNOWN)
    if found.is_good:
        return CheckAnswer(CheckKind.RIGHT)
    lines = tuple(
        line
        for line in puzzle.lines
        if light_of(puzzle.clues_of(line), marks.line(line), marks.colors) is Light.IMPOSSIBLE
    )
    kind = CheckKind.WRONG if found.wrong else CheckKind.DEAD_END
    return CheckAnswer(kind, found.wrong, lines, found.solution)
