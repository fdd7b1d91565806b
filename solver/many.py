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
from functools import partial
from typing import Protocol, TypeVar

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
Item = TypeVar("Item")
Result = TypeVar("Result")


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
    work = partial(_solve, limits or Limits(), name)
    if name == "native":
        flag = threading.Event()
        pool = ThreadPoolExecutor(count)
        task = partial(_called, work, flag)
        yield from _in_order(pool, flag, task, puzzles, should_stop, count)
    else:
        yield from run_many(work, puzzles, should_stop, count)


def run_many(
    work: Callable[[Item, ShouldStop], Result],
    items: Iterable[Item],
    should_stop: ShouldStop | None = None,
    workers: int | None = None,
) -> Iterator[Result]:
    """Call a function for many items in child processes; the results come in their order.

    Args:
        work: Can be pickled; its second argument is true once it has to stop.
        items: Taken only as results are.
        should_stop: Polled; once true, no other item is begun.
        workers: Processes; by default one for each core.

    Raises:
        Exception: What ``work`` raised, in place of its result.
    """
    count = workers or cores()
    context = multiprocessing.get_context("spawn")
    shared = context.Event()
    pool = ProcessPoolExecutor(count, context, _prepare_process, (shared,))
    task = partial(_work_in_process, work)
    yield from _in_order(pool, shared, task, items, should_stop, count)


def _in_order(
    pool: Executor,
    flag: _StopEvent,
    task: Callable[[Item], Result],
    items: Iterable[Item],
    should_stop: ShouldStop | None,
    count: int,
) -> Iterator[Result]:
    waiting: deque[Future[Result]] = deque()
    source = iter(items)
    is_asked = False
    try:
        while True:
            is_asked = is_asked or (should_stop is not None and should_stop())
            while not is_asked and len(waiting) < QUEUED_PER_WORKER * count:
                try:
                    item = next(source)
                except StopIteration:
                    break
                waiting.append(pool.submit(task, item))
            if not waiting:
                return
            yield _result(waiting.popleft(), should_stop, flag)
            is_asked = flag.is_set()
    finally:
        flag.set()
        pool.shutdown(cancel_futures=True)


def _result(future: Future[Result], should_stop: ShouldStop | None, flag: _StopEvent) -> Result:
    while True:
        try:
            return future.result(None if should_stop is None else POLL_S)
        except TimeoutError:
            if should_stop is not None and not flag.is_set() and should_stop():
                flag.set()


_flag: _StopEvent | None = None


def _prepare_process(flag: _StopEvent) -> None:
    global _flag
    _flag = flag
    ignore_interrupts()
    end_with_parent()


def _called(work: Callable[[Item, ShouldStop], Result], flag: _StopEvent, item: Item) -> Result:
    return work(item, flag.is_set)


def _work_in_process(work: Callable[[Item, ShouldStop], Result], item: Item) -> Result:
    return work(item, _flag.is_set if _flag else lambda: False)


def _solve(limits: Limits, engine: str, puzzle: Puzzle, should_stop: ShouldStop) -> SolveResult:
    return solve(puzzle, limits, None, should_stop, engine)
