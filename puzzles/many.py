"""Calls a function for many items at once, in child processes or in threads.

The results come in the order of the items, so that a command prints the same whatever the number
of its workers.
"""

from __future__ import annotations

import multiprocessing
import os
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial
from multiprocessing.connection import Connection
from typing import Protocol, TypeVar

from puzzles.contracts import ShouldStop
from puzzles.processes import end_with_parent, end_with_pipe, ignore_interrupts, interrupts_held

POLL_S = 0.02
"""How often ``should_stop`` is called while a result is awaited, s."""
QUEUED_PER_WORKER = 4
"""Items handed to each worker before the first of them is asked for."""
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


def run_many(
    work: Callable[[Item, ShouldStop], Result],
    items: Iterable[Item],
    should_stop: ShouldStop | None = None,
    workers: int | None = None,
) -> Iterator[Result]:
    """Call a function for many items in child processes; the results come in their order.

    Closing the iterator, or an exception such as ``KeyboardInterrupt`` while it waits, ends the
    children at once.

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
    # Nothing is sent: the children end when the parent closes its end.
    end_of_children, end_of_parent = context.Pipe(duplex=False)
    pool = ProcessPoolExecutor(count, context, _prepare_process, (shared, end_of_children))
    task = partial(_work_in_process, work)

    def abandon() -> None:
        end_of_parent.close()
        # A child may end in the middle of its result. The pool waits for the rest until nobody has
        # the other end of the pipe any more, which is private to it.
        pool._result_queue._writer.close()  # type: ignore[attr-defined]

    with end_of_children, end_of_parent:
        yield from _in_order(pool, shared, task, items, should_stop, count, abandon)


def run_in_threads(
    work: Callable[[Item, ShouldStop], Result],
    items: Iterable[Item],
    should_stop: ShouldStop | None = None,
    workers: int | None = None,
) -> Iterator[Result]:
    """Like :func:`run_many`, for work that waits or releases the interpreter lock.

    Nothing needs to be picklable. Closing the iterator waits for what is under way, which is told
    to stop.
    """
    count = workers or cores()
    flag = threading.Event()
    task = partial(_called, work, flag)
    yield from _in_order(ThreadPoolExecutor(count), flag, task, items, should_stop, count)


def _in_order(
    pool: Executor,
    flag: _StopEvent,
    task: Callable[[Item], Result],
    items: Iterable[Item],
    should_stop: ShouldStop | None,
    count: int,
    abandon: Callable[[], object] = lambda: None,
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
                with interrupts_held():
                    waiting.append(pool.submit(task, item))
            if not waiting:
                return
            yield _result(waiting.popleft(), should_stop, flag)
            is_asked = flag.is_set()
    finally:
        flag.set()
        abandon()  # they have nothing left to do, and would take some time to end by themselves
        pool.shutdown(cancel_futures=True)


def _result(future: Future[Result], should_stop: ShouldStop | None, flag: _StopEvent) -> Result:
    while True:
        try:
            return future.result(POLL_S)
        except TimeoutError:
            if future.done():  # the work itself has raised it
                raise
            if should_stop is not None and not flag.is_set() and should_stop():
                flag.set()


_flag: _StopEvent | None = None


def _prepare_process(flag: _StopEvent, pipe: Connection) -> None:
    global _flag
    _flag = flag
    ignore_interrupts()
    end_with_parent()
    end_with_pipe(pipe)


def _called(work: Callable[[Item, ShouldStop], Result], flag: _StopEvent, item: Item) -> Result:
    return work(item, flag.is_set)


def _work_in_process(work: Callable[[Item, ShouldStop], Result], item: Item) -> Result:
    return work(item, _flag.is_set if _flag else lambda: False)
