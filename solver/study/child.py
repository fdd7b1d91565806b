"""One run of a study, in a process of its own: ``python -P -m solver.study.child``.

Reads a pickled :class:`~solver.study.study_values.Request` on stdin and writes two lines of JSON on
stdout: the memory in use when the solve is about to begin, and the answer. Ends when stdin is
closed, so that it does not outlive the program that started it.
"""

from __future__ import annotations

import gc
import json
import os
import pickle
import sys
import threading
import tracemalloc
from collections.abc import Callable
from dataclasses import asdict, replace
from time import perf_counter
from typing import Any

from puzzles.grid import Grid
from puzzles.model import Puzzle
from puzzles.processes import begin_child, take_over_stdout
from puzzles.system import SYSTEM
from solver.api import solve
from solver.registry import get_engine
from solver.result_check import contradiction_in
from solver.study.machine import peak_mb
from solver.study.study_values import Request, RunOutcome, RunResult, StudySettings
from solver.values import Limits, Outcome, SolveResult

Send = Callable[[dict[str, Any]], None]
WARM_UP_S = 5.0
"""Limit of the solve before the one that is measured, s."""


def main() -> None:
    """Do what stdin asks for, once; does not return."""
    begin_child()
    pipe = take_over_stdout(instead=2)

    def send(message: dict[str, Any]) -> None:
        pipe.write(json.dumps(message).encode() + b"\n")
        pipe.flush()

    request: Request = pickle.load(sys.stdin.buffer)
    threading.Thread(target=_end_with_stdin, daemon=True).start()
    result = run(request, send)
    send(asdict(result) | {"verdict": result.verdict.value})
    os._exit(0)  # nothing is left to do, and large heaps take long to clear


def run(request: Request, send: Send) -> RunResult:
    """Load the engine, report ready, and measure the solve. Errors become results."""
    try:
        get_engine(request.engine)
        # Engines may import on the first solve, which is not the method's time.
        trivial = Puzzle.from_numbers([[1]], [[1]])
        solve(trivial, Limits(1, WARM_UP_S, proof=False), engine=request.engine)
        if request.settings.memory_mb is not None:
            SYSTEM.limit_memory(request.settings.memory_mb * 2**20)
        gc.collect()
        SYSTEM.reset_peak()
        send({"before_mb": _known(peak_mb())})
        return _measured(request)
    except MemoryError:
        return RunResult(RunOutcome.OUT_OF_MEMORY)
    except Exception as error:
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


def _end_with_stdin() -> None:
    while os.read(0, 1):
        pass
    os._exit(1)


def _known(value: float) -> float | None:
    return None if value != value else round(value, 3)


if __name__ == "__main__":
    main()
