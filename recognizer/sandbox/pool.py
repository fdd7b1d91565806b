"""Child processes that outlive one piece of work, each with one at a time."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from queue import Empty, SimpleQueue
from typing import Generic, Protocol, TypeVar

IDLE_S = 30.0
"""How long :meth:`Pool.close_idle_later` keeps a child that has nothing to do, s."""


class Closable(Protocol):
    """What a pool needs of its children."""

    def close(self) -> None:
        """End it."""


Child = TypeVar("Child", bound=Closable)


class Pool(Generic[Child]):
    """The children; used in several threads.

    Args:
        make: Starts one.
    """

    def __init__(self, make: Callable[[], Child]) -> None:
        self._make = make
        self._idle: SimpleQueue[Child] = SimpleQueue()
        self._all: list[Child] = []
        self._timer: threading.Timer | None = None

    @contextmanager
    def one(self) -> Iterator[Child]:
        """A child that does nothing else."""
        try:
            child = self._idle.get_nowait()
        except Empty:
            child = self._make()
            self._all.append(child)
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
