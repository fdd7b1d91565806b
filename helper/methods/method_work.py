"""What the method windows run in a child process. No Qt, so that a child starts quickly."""

from __future__ import annotations

import time
from collections.abc import Callable
from math import isnan
from typing import NamedTuple

from helper.methods.methods import MethodInfo, describe_all
from helper.methods.pace import Pace, Pacer
from puzzles import Puzzle
from solver.api import Event, Limits, SolveResult, Step, solve
from solver.registry import get_engine
from solver.study.machine import peak_mb

MIN_STEP_INTERVAL_S = 0.02
"""How often a step is shown, at most."""
MAX_REPORT_SHARE = 0.2
"""The largest part of the time that telling of steps may cost."""
MEASURE_EVERY_S = 0.2
"""How often a measured solve says how far it is."""


def describe_work(
    report: Callable[[object], None], should_stop: Callable[[], bool]
) -> tuple[MethodInfo, ...]:
    """Ask all engines what they are."""
    return describe_all()


class WatchedStep(NamedTuple):
    """A step of a method that is watched."""

    number: int
    """How many steps there were until now; most are not told when it goes fast."""
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
    teller = _StepTeller(Pacer(pace, should_stop), report)
    result = solve(puzzle, limits, None, should_stop, engine, teller.hear)
    teller.tell()
    return result


class _StepTeller:
    """Hears of every step, and tells of as many as can be seen."""

    def __init__(self, pacer: Pacer, report: Callable[[object], None]) -> None:
        self._pacer = pacer
        self._report = report
        self._step: Step | None = None
        self._count = 0
        self._next = 0.0

    def hear(self, step: Step) -> None:
        self._step = step
        self._count += 1
        self._tell_if_due()
        self._pacer.wait(self._tell_if_due)

    def _tell_if_due(self) -> None:
        """Also called while it waits, so that the step it waits at is always told."""
        if self._step is not None and time.perf_counter() >= self._next:
            self.tell()

    def tell(self) -> None:
        """Tell of the last step, if that was not done yet."""
        if self._step is None:
            return
        before = time.perf_counter()
        self._report(WatchedStep(self._count, self._step))
        self._step = None
        after = time.perf_counter()
        self._next = after + max(MIN_STEP_INTERVAL_S, (after - before) / MAX_REPORT_SHARE)


class Measurement(NamedTuple):
    """What a solve in a process of its own costs so far, or in the end."""

    memory: int
    """The most resident memory of the process until now, in bytes; 0 if it cannot be told."""
    base: int
    """What of it was there before the solve began: Python and the engine's code."""
    known: int
    """Cells that are certain."""
    result: SolveResult | None = None
    """Only in the end."""


def measure_work(
    puzzle: Puzzle,
    engine: str,
    limits: Limits,
    report: Callable[[object], None],
    should_stop: Callable[[], bool],
) -> Measurement:
    """Solve a puzzle and take the measurements; reports :class:`Measurement` values, the first at
    the moment when everything is loaded and the solve begins.
    """
    get_engine(engine)
    base, known = _peak(), 0
    report(Measurement(base, base, 0))
    due = time.perf_counter() + MEASURE_EVERY_S

    def hear(event: Event) -> None:
        nonlocal known
        known = event.known

    def tell_and_ask() -> bool:
        nonlocal due
        now = time.perf_counter()
        if now >= due:
            due = now + MEASURE_EVERY_S
            report(Measurement(_peak(), base, known))
        return should_stop()

    result = solve(puzzle, limits, hear, tell_and_ask, engine)
    cells = result.certain.cells
    known = sum(cells.count(1 << k) for k in range(result.certain.colors))
    return Measurement(_peak(), base, known, result)


def _peak() -> int:
    peak = peak_mb()
    return 0 if isnan(peak) else round(peak * 2**20)
