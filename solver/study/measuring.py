"""One run of a study, measured in a process of its own.

The process makes the engine ready (:class:`MeasuredRun`), tells how much memory it has then, and
solves.
"""

from __future__ import annotations

import gc
import tracemalloc
from dataclasses import replace
from time import perf_counter

from puzzles.child.serving import report
from puzzles.grid import Grid
from puzzles.model import Puzzle
from puzzles.system import SYSTEM
from solver.api import solve
from solver.registry import get_engine
from solver.result_check import contradiction_in
from solver.study.machine import peak_mb
from solver.study.study_values import Request, RunOutcome, RunResult, StudySettings
from solver.values import Limits, Outcome, SolveResult

WARM_UP_S = 5.0
"""Limit of the solve before the one that is measured, s."""


class MeasuredRun:
    """A run whose engine is loaded. The limit of memory holds from now on.

    Args:
        request: What is to be run.
    """

    def __init__(self, request: Request) -> None:
        self._request = request
        get_engine(request.engine)
        # Engines may import on the first solve, which is not the method's time.
        trivial = Puzzle.from_numbers([[1]], [[1]])
        solve(trivial, Limits(1, WARM_UP_S, proof=False), engine=request.engine)
        if request.settings.memory_mb is not None:
            SYSTEM.limit_memory(request.settings.memory_mb * 2**20)
        gc.collect()
        SYSTEM.reset_peak()

    def run(self) -> RunResult:
        """Report the memory in use, in MB, and measure the solve."""
        report(_known(peak_mb()))
        return _measured(self._request)


def result_of_error(error: BaseException) -> RunResult:
    """The result of a run whose engine could not be made ready, or has raised an error."""
    if isinstance(error, MemoryError):
        return RunResult(RunOutcome.OUT_OF_MEMORY)
    return RunResult(RunOutcome.CRASHED, note=f"{type(error).__name__}: {error}"[:200])


def _measured(request: Request) -> RunResult:
    before = _known(peak_mb())
    if request.traced:
        tracemalloc.start()
    start = perf_counter()
    result = solve(request.puzzle, request.settings.limits, engine=request.engine)
    seconds = perf_counter() - start
    python = tracemalloc.get_traced_memory()[1] / 2**20 if request.traced else None
    peak = _known(peak_mb())
    tracemalloc.stop()
    answer = judged(request.puzzle, request.settings, result, seconds)
    return replace(
        answer,
        before_mb=before,
        peak_mb=peak,
        python_mb=None if python is None else round(python, 6),
    )


def judged(
    puzzle: Puzzle, settings: StudySettings, result: SolveResult, seconds: float
) -> RunResult:
    """The verdict on what an engine has returned, and what it cost.

    Args:
        puzzle: What was to be solved.
        settings: Under which conditions.
        result: What the engine says.
        seconds: What it took.
    """
    verdict, note = _VERDICTS[result.outcome], result.note
    if wrong := contradiction_in(puzzle, result):
        verdict, note = RunOutcome.WRONG, wrong
    elif seconds > settings.timeout_s:
        verdict = RunOutcome.OVER_TIME
    cost = result.statistics
    certain = result.certain
    return RunResult(
        verdict,
        result.outcome.value,
        round(seconds, 7),
        work=cost.work,
        nodes=cost.nodes,
        checks=cost.checks,
        arrangements=cost.arrangements,
        solutions=len(result.solutions),
        known=sum(certain.count(1 << color) for color in range(certain.colors)),
        right=_right_cells(puzzle, result),
        note=note,
    )


_VERDICTS = {
    Outcome.UNIQUE: RunOutcome.SOLVED,
    Outcome.SEVERAL: RunOutcome.SOLVED,
    Outcome.FOUND: RunOutcome.SOLVED,
    Outcome.NONE: RunOutcome.NO_SOLUTION,
    Outcome.STUCK: RunOutcome.STUCK,
    Outcome.GAVE_UP: RunOutcome.GAVE_UP,
    Outcome.LIMIT: RunOutcome.OVER_TIME,
    Outcome.STOPPED: RunOutcome.OVER_TIME,
}


def _right_cells(puzzle: Puzzle, result: SolveResult) -> int | None:
    """How many cells of what the engine came to are as the goal has them."""
    shown = result.solutions[0] if result.solutions else result.draft
    if shown is None or not puzzle.goal:
        return None
    goal = Grid.from_goal(puzzle.goal, puzzle.palette, puzzle.width)
    return sum(a == b for a, b in zip(shown.cells, goal.cells, strict=True))


def _known(value: float) -> float | None:
    return None if value != value else round(value, 3)
