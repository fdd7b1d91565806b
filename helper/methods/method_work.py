"""Functions that the method windows run in a child process. No Qt, so a child starts quickly."""

from __future__ import annotations

import time
from collections.abc import Callable
from math import inf, isnan
from typing import NamedTuple

from helper.methods.methods import MethodInfo, describe_all
from helper.methods.pace import Pace, Pacer
from puzzles import NonogramError, Puzzle
from puzzles.child.limits import ChildLimits, limited
from puzzles.words import _, worded
from solver.api import Event, Limits, SolveResult, Step, solve
from solver.registry import get_engine
from solver.study.machine import peak_mb

MIN_STEP_INTERVAL_S = 0.02
"""The shortest time between two reported steps."""
MAX_REPORT_SHARE = 0.2
"""The largest share of the time that reporting steps may cost."""
MEASURE_EVERY_S = 0.2
"""How often a measured solve reports its progress."""
MEMORY = ChildLimits(2048, inf, _("solving"), _("Other methods need less"))
"""What a method that is compared may use, since several run at a time: cp-sat takes 1.5 GB for the
largest models that it accepts."""


def describe_work(
    report: Callable[[object], None], should_stop: Callable[[], bool]
) -> tuple[MethodInfo, ...]:
    """Describe all engines."""
    return describe_all()


class WatchedStep(NamedTuple):
    """A step of a method that is watched."""

    number: int
    """How many steps there were until now; at high speed most are not reported."""
    step: Step


def watch_work(
    puzzle: Puzzle,
    engine: str,
    limits: Limits,
    pace: Pace,
    report: Callable[[object], None],
    should_stop: Callable[[], bool],
) -> SolveResult:
    """Solve a puzzle at a pace that people can follow; reports :class:`WatchedStep` values."""
    reporter = _StepReporter(Pacer(pace, should_stop), report)
    result = solve(puzzle, limits, None, should_stop, engine, reporter.take)
    reporter.flush()
    return result


class _StepReporter:
    """Takes every step, and reports as many as can be seen."""

    def __init__(self, pacer: Pacer, report: Callable[[object], None]) -> None:
        self._pacer = pacer
        self._report = report
        self._step: Step | None = None
        self._count = 0
        self._next = 0.0

    def take(self, step: Step) -> None:
        self._step = step
        self._count += 1
        self._report_if_due()
        self._pacer.wait(self._report_if_due)

    def _report_if_due(self) -> None:
        """Also called while waiting, so that the step it waits at is always reported."""
        if self._step is not None and time.perf_counter() >= self._next:
            self.flush()

    def flush(self) -> None:
        """Report the last step, if it was not reported yet."""
        if self._step is None:
            return
        before = time.perf_counter()
        self._report(WatchedStep(self._count, self._step))
        self._step = None
        after = time.perf_counter()
        self._next = after + max(MIN_STEP_INTERVAL_S, (after - before) / MAX_REPORT_SHARE)


class Measurement(NamedTuple):
    """The cost of a solve in its own process, so far or in total."""

    memory: int
    """Peak resident memory of the process until now, in bytes; 0 if unknown."""
    base: int
    """Peak resident memory before the solve began, in bytes: Python and the engine's code."""
    known: int
    """Number of certain cells."""
    result: SolveResult | None = None
    """The result; only in the last measurement."""


def measure_work(
    puzzle: Puzzle,
    engine: str,
    limits: Limits,
    report: Callable[[object], None],
    should_stop: Callable[[], bool],
) -> Measurement:
    """Solve a puzzle and measure it.

    Reports :class:`Measurement` values, the first when everything is loaded and the solve begins.

    Raises:
        NonogramError: The method needs more than :data:`MEMORY`.
    """
    get_engine(engine)
    base, known = _peak(), 0
    report(Measurement(base, base, 0))
    due = time.perf_counter() + MEASURE_EVERY_S

    def take(event: Event) -> None:
        nonlocal known
        known = event.known

    def report_and_ask() -> bool:
        nonlocal due
        now = time.perf_counter()
        if now >= due:
            due = now + MEASURE_EVERY_S
            report(Measurement(_peak(), base, known))
        return should_stop()

    try:
        with limited(MEMORY):
            result = solve(puzzle, limits, take, report_and_ask, engine)
    except MemoryError as error:
        raise NonogramError(
            worded("needs more than {memory_mb:,} MB of memory", memory_mb=MEMORY.memory_mb)
        ) from error
    cells = result.certain.cells
    known = sum(cells.count(1 << k) for k in range(result.certain.colors))
    return Measurement(_peak(), base, known, result)


def _peak() -> int:
    peak = peak_mb()
    return 0 if isnan(peak) else round(peak * 2**20)
