"""Solves many puzzles at once, on all cores.

The native core releases the interpreter lock while it works, so it runs in threads; engines in
Python run in a process for each core.
"""

from __future__ import annotations

import multiprocessing
import os
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from typing import Protocol

from puzzles.contracts import ShouldStop
from puzzles.model import Puzzle
from puzzles.processes import end_with_parent, ignore_interrupts
from solver.api import solve
from solver.registry import default_engine, get_engine
from solver.values import Limits, SolveResult

POLL_S = 0.02
"""How often ``should_stop`` is called while a result is awaited, s."""
QUEUED_PER_WORKER = 4
"""Puzzles handed to each worker before the first of them is asked for."""


class _StopEvent(Protocol):
    def is_set(self) -> bool: ...
    def set(self) -> None: ...


def cores() -> int:
    """How many cores this program may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def solve_many(
    puzzles: Iterable[Puzzle],
    limits: Limits | None = None,
    should_stop: ShouldStop | None = None,
    engine: str | None = None,
    workers: int | None = None,
) -> Iterator[SolveResult]:
    """Solve puzzles in parallel; the results come in the order of the puzzles.

    Puzzles are taken only as results are, so both may be endless. Closing the iterator stops the
    work. An engine in Python works in child processes: a script that is started as a file needs
    ``if __name__ == "__main__":`` then.

    Args:
        puzzles: Puzzles without defects.
        limits: For each puzzle; see :func:`solver.api.solve`.
        should_stop: Polled; once true, the puzzles under way are yielded as far as they got, and no
            other is begun.
        engine: Name of an engine; by default the fastest.
        workers: How many puzzles at a time; by default one for each core.

    Raises:
        PuzzleError: A puzzle is defective; raised in place of its result.
        NonogramError: There is no engine of that name.

    >>> puzzles = [Puzzle.from_numbers([[n], [1]], [[1]] * 2) for n in (1,)]
    >>> [result.outcome.value for result in solve_many(puzzles)]
    ['several']
    """
    name = engine or default_engine()
    get_engine(name)
    count = workers or cores()
    limits = limits or Limits()
    pool, flag, task = _pool(name, count)
    waiting: deque[Future[SolveResult]] = deque()
    source = iter(puzzles)
    is_asked = False
    try:
        while True:
            is_asked = is_asked or (should_stop is not None and should_stop())
            while not is_asked and len(waiting) < QUEUED_PER_WORKER * count:
                try:
                    puzzle = next(source)
                except StopIteration:
                    break
                waiting.append(pool.submit(task, puzzle, limits, name))
            if not waiting:
                return
            yield _result(waiting.popleft(), should_stop, flag)
            is_asked = flag.is_set()
    finally:
        flag.set()
        pool.shutdown(cancel_futures=True)


def _result(
    future: Future[SolveResult], should_stop: ShouldStop | None, flag: _StopEvent
) -> SolveResult:
    while True:
        try:
            return future.result(None if should_stop is None else POLL_S)
        except TimeoutError:
            if should_stop is not None and not flag.is_set() and should_stop():
                flag.set()


_Task = Callable[[Puzzle, Limits, str], SolveResult]


def _pool(engine: str, workers: int) -> tuple[Executor, _StopEvent, _Task]:
    if engine == "native":
        raised = threading.Event()

        def task(puzzle: Puzzle, limits: Limits, name: str) -> SolveResult:
            return solve(puzzle, limits, None, raised.is_set, name)

        return ThreadPoolExecutor(workers), raised, task
    context = multiprocessing.get_context("spawn")
    shared = context.Event()
    pool = ProcessPoolExecutor(workers, context, _prepare_process, (shared,))
    return pool, shared, _solve_in_process


_flag: _StopEvent | None = None


def _prepare_process(flag: _StopEvent) -> None:
    global _flag
    _flag = flag
    ignore_interrupts()
    end_with_parent()


def _solve_in_process(puzzle: Puzzle, limits: Limits, name: str) -> SolveResult:
    return solve(puzzle, limits, None, _flag.is_set if _flag else None, name)
