"""The default engine: the compiled core, which probes, searches and learns from conflicts.

The core works in time slices; between them this module calls the stop function and reports the
progress. The slices do not change the search, so the same puzzle with the same limit of nodes
always gives the same result.
"""

from __future__ import annotations

import time
from collections.abc import Sequence

from puzzles.grid import Grid
from puzzles.model import Line, Puzzle
from puzzles.words import worded
from solver.native._core import Core
from solver.native.conversion import for_core, grid_of
from solver.values import (
    NO_CALLBACKS,
    Event,
    Limits,
    Outcome,
    SolveCallbacks,
    SolveResult,
    Statistics,
    Step,
    judge,
)

SLICE_S = 0.02
"""Length of a time slice of the core."""
EVENT_S = 0.05
"""Time between two events, at least."""
STOP_CHECK_SOLUTIONS = 500
"""Solutions converted between two calls of the stop function: a slice may find thousands of small
ones, and converting them takes longer than finding them."""
_NO_LIMIT = 2**62
_MAX_SOLUTIONS = 2**31 - 1


class NativeEngine:
    """See the module."""

    name = "native"
    description = "Bit-parallel line logic, probing and conflict learning in C++; the fastest."
    is_exact = True

    def solve(
        self,
        puzzle: Puzzle,
        limits: Limits,
        callbacks: SolveCallbacks = NO_CALLBACKS,
    ) -> SolveResult:
        """Solve a puzzle without defects; see :class:`solver.api.Engine`."""
        return self.solve_from(None, puzzle, limits, callbacks)

    def solve_from(
        self,
        known: Grid | None,
        puzzle: Puzzle,
        limits: Limits,
        callbacks: SolveCallbacks = NO_CALLBACKS,
    ) -> SolveResult:
        """Find the solutions that agree with a board.

        See :func:`solver.partial_solutions.solve_known`.
        """
        on_event, on_step = callbacks.on_event, callbacks.on_step
        start = time.perf_counter()
        cells = b"" if known is None else known.cells.tobytes()
        core = Core(*for_core(puzzle), wanted_of(limits), cells)
        decisions_allowed = decisions_of(limits)
        end = start + limits.timeout_s if limits.timeout_s is not None else None
        asked = is_over = False
        slice_s = SLICE_S if on_step is None else 0.0
        last_event = start - EVENT_S
        solutions: list[Grid] = []
        while True:
            now = time.perf_counter()
            asked = callbacks.should_stop()
            if asked or (end is not None and now >= end):
                break
            is_over = core.run(
                slice_s if end is None else min(slice_s, end - now), decisions_allowed
            )
            if on_step is not None:
                on_step(
                    Step(
                        _certain(core, puzzle),
                        worded("{known} cells are certain", known=core.known),
                    )
                )
            for raw in core.solutions(len(solutions)):
                solutions.append(grid_of(raw, puzzle))
                if not len(solutions) % STOP_CHECK_SOLUTIONS and callbacks.should_stop():
                    asked = True
                    break
            if is_over or asked:
                break
            if on_event is not None and now - last_event >= EVENT_S:
                last_event = now
                on_event(_event(core, puzzle))
        if on_event is not None and core.known and last_event < start:
            on_event(_event(core, puzzle))
        complete = core.complete and not asked
        is_unique = complete and len(solutions) == 1
        return result_of(
            puzzle,
            limits,
            solutions,
            solutions[0].copy() if is_unique else _certain(core, puzzle),
            complete,
            asked,
            core.failed_line,
            core.by_logic,
            core.statistics,
            time.perf_counter() - start,
        )


def wanted_of(limits: Limits) -> int:
    """The number of solutions that the core looks for."""
    return min(limits.wanted, _MAX_SOLUTIONS)


def decisions_of(limits: Limits) -> int:
    """The number of decisions that the core may make: nodes without the root."""
    return _NO_LIMIT if limits.nodes is None else min(_NO_LIMIT, max(0, limits.nodes - 1))


def result_of(
    puzzle: Puzzle,
    limits: Limits,
    solutions: Sequence[Grid],
    certain: Grid,
    complete: bool,
    asked: bool,
    failed_line: int,
    by_logic: bool,
    counts: tuple[int, int, int, int, int, int],
    seconds: float,
) -> SolveResult:
    """The result of a search of the core; see ``_core.pyi`` for the values.

    ``asked``: whether it was stopped by the caller.
    """
    enough = len(solutions) >= limits.wanted
    outcome = judge(len(solutions), finished=complete, asked_to_stop=asked, enough=enough)
    failed = failed_line if outcome is Outcome.NONE else -1
    solved, cached, probes, decisions, conflicts, depth = counts
    return SolveResult(
        outcome,
        tuple(solutions),
        certain,
        NativeEngine.name,
        complete,
        Statistics(seconds, decisions + 1, solved, cached, probes, conflicts, depth),
        Line.numbered(failed, puzzle.height) if failed >= 0 else None,
        by_logic,
    )


def _event(core: Core, puzzle: Puzzle) -> Event:
    return Event(core.known, puzzle.height * puzzle.width, 0.0, _certain(core, puzzle))


def _certain(core: Core, puzzle: Puzzle) -> Grid:
    return grid_of(core.certain(), puzzle)


ENGINE = NativeEngine()
