"""Calls a function for many items at once, in child processes or in threads.

The results come in the order of the items, so that a command prints the same whatever the number
of its workers.
"""

from __future__ import annotations

import os
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from functools import partial
from typing import Generic, Protocol, TypeVar, cast

from puzzles.child.child import POLL_S, Child
from puzzles.child.pool import Pool
from puzzles.child.serving import kept
from puzzles.child.serving import should_stop as child_should_stop
from puzzles.contracts import ShouldStop

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
        NonogramError: A child died.
    """
    count = workers or cores()
    children = _Children(work)
    threads = ThreadPoolExecutor(count)
    yield from _in_order(
        threads, children, children.call, items, should_stop, count, children.close
    )


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


def _called(work: Callable[[Item, ShouldStop], Result], flag: _StopEvent, item: Item) -> Result:
    return work(item, flag.is_set)


class _Children(Generic[Item, Result]):
    """The child processes that work on items, and the flag that tells them all to stop."""

    def __init__(self, work: Callable[[Item, ShouldStop], Result]) -> None:
        self._flag = threading.Event()
        self._pool = Pool(partial(Child, partial(kept, work)))

    def call(self, item: Item) -> Result:
        """Have a child work on an item; blocks.

        Raises:
            NonogramError: The child died.
        """
        with self._pool.one() as child:
            child.ask(None, _done, item)
            if self._flag.is_set():
                child.stop()
            return cast(Result, child.result())

    def is_set(self) -> bool:
        return self._flag.is_set()

    def set(self) -> None:
        self._flag.set()
        for child in self._pool.all():
            child.stop()

    def close(self) -> None:
        """End the children, whatever they are doing."""
        self._pool.close()


def _done(work: Callable[[Item, ShouldStop], Result], item: Item) -> Result:
    """In the child process."""
    return work(item, child_should_stop)
