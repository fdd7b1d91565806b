"""The child processes that read pictures for ``nonogram scan``, here or on a cluster's workers."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache, partial
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING

from puzzles.contracts import ShouldStop
from recognizer.scanner import Scanner

if TYPE_CHECKING:
    from recognizer.sandbox.process import SandboxedObject

IDLE_S = 30.0
"""How long a worker of a cluster keeps a child that has nothing to do, s."""


class Readers:
    """The child processes, one for each picture that is read at a time; used in several threads.

    Args:
        count_solutions: See :class:`~recognizer.scanner.Scanner`.
    """

    def __init__(self, count_solutions: str) -> None:
        self._make = partial(Scanner, count_solutions)
        self._idle: SimpleQueue[SandboxedObject[Scanner]] = SimpleQueue()
        self._all: list[SandboxedObject[Scanner]] = []
        self._timer: threading.Timer | None = None

    @contextmanager
    def one(self, should_stop: ShouldStop) -> Iterator[SandboxedObject[Scanner]]:
        """A child that does nothing else."""
        from recognizer.sandbox.process import SandboxedObject

        try:
            child = self._idle.get_nowait()
        except Empty:
            child = SandboxedObject(self._make, should_stop)
            self._all.append(child)
            # Imported while the child starts: the results are made of these.
            import recognizer.document
            import recognizer.values  # noqa: F401
        child.should_stop = should_stop
        try:
            yield child
        finally:
            self._idle.put(child)

    def close(self) -> None:
        """End all."""
        for child in self._all:
            child.close()

    def close_idle_later(self) -> None:
        """End those that have nothing to do, if there is no other call for some time."""
        if self._timer is not None:
            self._timer.cancel()
        self._timer = threading.Timer(IDLE_S, self._close_idle)
        self._timer.daemon = True
        self._timer.start()

    def _close_idle(self) -> None:
        with suppress(Empty):
            while True:
                child = self._idle.get_nowait()
                self._all.remove(child)
                child.close()


@cache
def readers_of_worker(count_solutions: str) -> Readers:
    """Those of this process, which is a worker of a cluster: they outlive a picture."""
    return Readers(count_solutions)
