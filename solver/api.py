"""The entry points of solving: :func:`solve` and :func:`is_unique`.

:mod:`solver.registry` finds the engines by name; all follow the :class:`Engine` protocol. The
values of :mod:`solver.values` are exported here as well.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from types import NoneType

from puzzles.contracts import ShouldStop, never
from puzzles.errors import PuzzleError, checked_type
from puzzles.grid import Grid
from puzzles.model import CONTRADICTIONS, Puzzle
from solver.options import label
from solver.registry import get_engine, why_missing
from solver.values import (
    NO_CALLBACKS,
    Engine,
    Event,
    Limits,
    OnEvent,
    OnStep,
    Outcome,
    SolveCallbacks,
    SolveResult,
    Statistics,
    Step,
    judge,
)

_NO_LIMITS = Limits()

__all__ = [
    "Engine",
    "Event",
    "Limits",
    "OnEvent",
    "OnStep",
    "Outcome",
    "SolveCallbacks",
    "SolveResult",
    "Statistics",
    "Step",
    "is_unique",
    "judge",
    "solve",
]


def solve(
    puzzle: Puzzle,
    limits: Limits | None = None,
    on_event: OnEvent | None = None,
    should_stop: ShouldStop | None = None,
    engine: str | Engine | None = None,
    on_step: OnStep | None = None,
) -> SolveResult:
    """Find the solutions of a puzzle and whether there is just one.

    Clues that contradict each other at first sight (their sums differ, or a line has no room for
    them) have the outcome NONE; the result's note has the defects. Of a puzzle with clues that are
    not known, the solutions are the pictures that agree with the others
    (:mod:`solver.completion`).

    Args:
        puzzle: Any puzzle, in black and white or in colour.
        limits: By default two solutions are looked for, without a limit of time or nodes.
        on_event: Is called with the progress about every 50 ms.
        should_stop: Is called often; once true, the solve returns what it has within 100 ms.
        engine: Name of an engine, see :func:`solver.registry.engine_names`, with options if it
            has any (``elimination:queue=fifo``), or an object that follows the protocol
            :class:`~solver.values.Engine`; by default the fastest.
        on_step: Is called at every step of the method, which waits until the call returns.

    Raises:
        PuzzleError: The puzzle has no cells, is too large or has a 0 among other clues; the text
            has all its defects, one a line.
        NonogramError: There is no engine of that name, or it has no such option.
        TypeError: An argument is of another type, or the object is no engine.

    >>> result = solve(Puzzle.from_numbers([[1], [2]], [[2], [1]]))
    >>> print(result.outcome.value, result.solutions[0].to_text())
    unique ['#.', '##']
    """
    found = get_engine(engine)
    checked_type(puzzle, Puzzle)
    checked_type(limits, Limits, NoneType)
    limits, callbacks = limits or _NO_LIMITS, NO_CALLBACKS
    if on_event or should_stop or on_step:
        callbacks = SolveCallbacks(on_event, should_stop or never, on_step)
    if has_defects(puzzle):
        defects = puzzle.known_defects()
        if not defects:
            from solver.completion import solve_incomplete

            def solve_whole(whole: Puzzle, wanted: Limits) -> SolveResult:
                return found.solve(whole, wanted, callbacks)

            result = solve_incomplete(puzzle, limits, callbacks.should_stop, solve_whole)
            return replace(result, engine=label(found))
        sentences = "\n".join(map(str, defects))
        if any(defect.kind not in CONTRADICTIONS for defect in defects):
            raise PuzzleError(sentences)
        return SolveResult(
            Outcome.NONE,
            solutions=(),
            certain=Grid.for_puzzle(puzzle),
            engine=label(found),
            complete=True,
            contradiction=next((defect.line for defect in defects if defect.line), None),
            by_logic=True,
            note=sentences,
        )
    return found.solve(puzzle, limits, callbacks)


def has_defects(puzzle: Puzzle) -> bool:
    """Whether a puzzle has defects, as quickly as can be found out here."""
    clues_of = _possible_clues_compiled()
    return (clues_of is None or clues_of(puzzle) is None) and bool(puzzle.defects())


@cache
def _possible_clues_compiled() -> Callable[[Puzzle], bytes | None] | None:
    if why_missing("native"):
        return None
    from solver.native.conversion import possible_clues

    return possible_clues


def is_unique(
    puzzle: Puzzle,
    limits: Limits | None = None,
    should_stop: ShouldStop | None = None,
    engine: str | Engine | None = None,
) -> bool | None:
    """Whether a puzzle has exactly one solution; ``None`` if that was not decided in time.

    Raises:
        PuzzleError: See :func:`solve`.
        NonogramError: There is no engine of that name, or it has no such option.

    >>> is_unique(Puzzle.from_numbers([[1], [1]], [[1], [1]]))
    False
    """
    outcome = solve(puzzle, limits, None, should_stop, engine).outcome
    if outcome in (Outcome.UNIQUE, Outcome.SEVERAL, Outcome.NONE):
        return outcome is Outcome.UNIQUE
    return None
