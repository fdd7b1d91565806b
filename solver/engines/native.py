"""The default engine: the compiled core, which probes, searches and learns from conflicts.

The core works in time slices; between them this module calls the stop function and reports the
progress. Neither the slices nor the speed of threads change the search, so the same puzzle with the
same limit of nodes and the same number of threads always gives the same result.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import lru_cache, partial
from struct import Struct

from puzzles.grid import Grid
from puzzles.model import Line, Puzzle
from puzzles.words import _, plural, worded
from solver.native import SLICE_S
from solver.native._core import Core
from solver.native.conversion import for_core, grid_of, shape_of
from solver.values import (
    MAX_SEARCHED,
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

EVENT_S = 0.05
"""Time between two events, at least."""
STATE_BYTES = 4
"""Bytes of a cell in the core's boards."""
HEADER_BYTES = 72
"""What comes before the boards of a result: ``FoundHeader`` in ``bindings.cpp``."""
_COST_FORM = Struct("=d6Q")
_END_FORM = Struct("=Ii????")
_END = slice(_COST_FORM.size, _COST_FORM.size + _END_FORM.size)
_NAME = "native"
_CONSTANTS = {"engine": _NAME, "draft": None}
"""Values that all results of this engine have."""
_set_outcome, _set_complete, _set_by_logic, _set_contradiction = (
    getattr(SolveResult, name).__set__  # `object.__setattr__` would look up the name each time
    for name in ("outcome", "complete", "by_logic", "contradiction")
)
_TOO_LARGE = worded(
    "its lines are not enough, and boards of more than {limit:,} cells are not searched",
    limit=MAX_SEARCHED,
)
_CERTAIN_CELLS = 20_000_000
"""Cells of the lines that are solved, or taken from the cache, for what is certain on a board with
several solutions, at most: about 0.1 s, since nothing stops it."""
_NO_LIMIT = 2**62
_MAX_SOLUTIONS = 2**31 - 1
_MAX_THREADS = 64


class NativeEngine:
    """See the module."""

    name = _NAME
    description = _("Bit-parallel line logic, probing and conflict learning in C++; the fastest.")
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
        core = Core(for_core(puzzle), wanted_of(limits), cells, threads=threads_of(limits))
        decisions_allowed = decisions_of(limits)
        end = start + limits.timeout_s if limits.timeout_s is not None else None
        slice_s = SLICE_S if on_step is None else 0.0
        last_event = start - EVENT_S
        earlier: list[bytes] = []
        found, board_bytes = 0, board_bytes_of(puzzle)
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
                        plural(core.known, "{count} cell is certain", "{count} cells are certain"),
                    )
                )
            if is_over:
                break
            if solutions := core.solutions(found):  # all at the end would take too long
                earlier.append(solutions)
                found += len(solutions) // board_bytes
            if on_event is not None and now - last_event >= EVENT_S:
                last_event = now
                on_event(_event(core, puzzle))
        if on_event is not None and core.known and last_event < start:
            on_event(_event(core, puzzle))
        raw = core.found(found, time.perf_counter() - start, asked)
        return result_of(raw, puzzle, limits.wanted, earlier)


def wanted_of(limits: Limits) -> int:
    """The number of solutions that the core looks for."""
    return min(limits.wanted, _MAX_SOLUTIONS)


def decisions_of(limits: Limits) -> int:
    """The number of decisions that the core may make: nodes without the root."""
    return _NO_LIMIT if limits.nodes is None else min(_NO_LIMIT, max(0, limits.nodes - 1))


def threads_of(limits: Limits) -> int:
    """The number of threads in which the core may learn."""
    return min(_MAX_THREADS, max(1, limits.threads))


def result_of(
    raw: bytes, puzzle: Puzzle, wanted: int, earlier: Sequence[bytes] = ()
) -> SolveResult:
    """The result of a search, from what the core has found; boards and counts are read later.

    Args:
        raw: See ``_core.pyi``.
        puzzle: The puzzle.
        wanted: See :attr:`Limits.wanted`.
        earlier: The solutions that are missing in ``raw``.
    """
    outcome, complete, by_logic, contradiction = _end_of(
        raw[_END],
        sum(map(len, earlier)) // board_bytes_of(puzzle) if earlier else 0,
        wanted,
        shape_of(puzzle)[0],
    )
    result = SolveResult.filled_later(partial(_fill, raw, puzzle, earlier))
    _set_outcome(result, outcome)  # at once: these are asked for by everybody
    _set_complete(result, complete)
    _set_by_logic(result, by_logic)
    _set_contradiction(result, contradiction)
    return result


@lru_cache(maxsize=1024)
def _end_of(
    end: bytes, earlier: int, wanted: int, height: int
) -> tuple[Outcome, bool, bool, Line | None]:
    """How a search ended, from the part of its header that says so; results are often alike.

    Args:
        end: The part ``_END`` of the header.
        earlier: Solutions that are not counted there.
        wanted: See :attr:`Limits.wanted`.
        height: Rows of the puzzle.
    """
    found, failed_line, complete, asked, by_logic, too_large = _END_FORM.unpack(end)
    found += earlier
    outcome = judge(found, finished=complete, asked_to_stop=asked, enough=found >= wanted)
    if too_large:
        outcome = Outcome.GAVE_UP
    has_failed = outcome is Outcome.NONE and failed_line >= 0
    return outcome, complete, by_logic, Line.numbered(failed_line, height) if has_failed else None


def _fill(
    raw: bytes, puzzle: Puzzle, earlier: Sequence[bytes], result: SolveResult, name: str
) -> None:
    """Set values of a result; see :meth:`SolveResult.filled_later`."""
    put = object.__setattr__
    if name == "statistics":
        seconds, solved, cached, probes, decisions, conflicts, depth = _COST_FORM.unpack_from(raw)
        cost = Statistics(seconds, decisions + 1, solved, cached, probes, conflicts, depth)
        put(result, name, cost)
    elif name == "note":
        put(result, name, _TOO_LARGE if result.outcome is Outcome.GAVE_UP else "")
    elif name in _CONSTANTS:
        put(result, name, _CONSTANTS[name])
    elif name == "certain":
        put(result, name, _certain_of(raw[-board_bytes_of(puzzle) :], puzzle, result))
    else:
        board_bytes = board_bytes_of(puzzle)
        grids = [
            grid_of(boards[start : start + board_bytes], puzzle)
            for boards, first in (*((boards, 0) for boards in earlier), (raw, HEADER_BYTES))
            for start in range(first, len(boards), board_bytes)
        ]
        put(result, name, tuple(grids if result.is_unique else grids[:-1]))
        if earlier:  # many boards should not be kept twice
            for other in ("statistics", "note", "certain", *_CONSTANTS):
                getattr(result, other)
            put(result, "_fill", _fill_nothing)


def _certain_of(raw: bytes, puzzle: Puzzle, result: SolveResult) -> Grid:
    """What is certain, from the last board of a result.

    The core ends as soon as it has found the solutions. What trials of single cells would have
    shown before is found out here: most callers do not look at it.
    """
    if result.is_unique:
        return result.solutions[0].copy()
    if result.outcome in (Outcome.SEVERAL, Outcome.FOUND):
        height, width, _ = shape_of(puzzle)
        most_lines = _CERTAIN_CELLS // max(height, width)
        core = Core(for_core(puzzle), _MAX_SOLUTIONS, raw, True, most_lines=most_lines)
        while not core.run(1.0, 0):
            pass
        raw = core.certain()
    return grid_of(raw, puzzle)


def _fill_nothing(_: SolveResult, __: str) -> None:
    """All values of the result are set."""


def board_bytes_of(puzzle: Puzzle) -> int:
    """Bytes of a board of the core."""
    height, width, _ = shape_of(puzzle)
    return STATE_BYTES * height * width


def _event(core: Core, puzzle: Puzzle) -> Event:
    return Event(core.known, puzzle.height * puzzle.width, 0.0, _certain(core, puzzle))


def _certain(core: Core, puzzle: Puzzle) -> Grid:
    return grid_of(core.certain(), puzzle)


ENGINE = NativeEngine()
