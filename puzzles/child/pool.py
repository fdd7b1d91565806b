"""Child processes that outlive one piece of work, each with one at a time."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Generic, Protocol, TypeVar

IDLE_S = 30.0
"""How long :meth:`Pool.close_idle_later` keeps a child that has nothing to do, s."""


class Closable(Protocol):
    """What a pool needs of its children."""

    def close(self) -> None:
        """End it."""


C = TypeVar("C", bound=Closable)


class ClosedError(Exception):
    """A pool was asked for a child after it was closed."""


class Pool(Generic[C]):
    """The children; used in several threads.

    Args:
        make: Starts one.
    """

    def __init__(self, make: Callable[[], C]) -> None:
        self._make = make
        self._lock = threading.Lock()
        self._idle: list[C] = []
        self._all: list[C] = []
        self._is_closed = False
        self._timer: threading.Timer | None = None

    @contextmanager
    def one(self) -> Iterator[C]:
        """A child that does nothing else.

        Raises:
            ClosedError: The pool is closed.
        """
        with self._lock:
            if self._is_closed:
                raise ClosedError
            if self._idle:
                child = self._idle.pop()
            else:
                child = self._make()
                self._all.append(child)
        try:
            yield child
        finally:
            with self._lock:
                self._idle.append(child)

    def all(self) -> list[C]:
        """All children, idle or not."""
        with self._lock:
            return list(self._all)

    def close(self) -> None:
        """End all; no other one is started."""
        with self._lock:
            self._is_closed = True
        for child in self.all():
            child.close()

    def close_idle_later(self) -> None:
        """End those that have nothing to do, if there is no other call for some time."""
        if self._timer is not None:
            self._timer.cancel()
        self._timer = threading.Timer(IDLE_S, self._close_idle)
        self._timer.daemon = True
        self._timer.start()

    def _close_idle(self) -> None:
        with self._lock:
            idle, self._idle = self._idle, []
            self._all = [child for child in self._all if child not in idle]
        for child in idle:
            child.close()
