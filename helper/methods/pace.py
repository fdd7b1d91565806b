"""The speed of a watched method: the window tells it the child, which follows it. No Qt."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import NamedTuple

from puzzles.child.serving import told

ASK_EVERY_S = 0.01
"""The child looks for another pace at least this often while it waits."""


class Pace(NamedTuple):
    """What the window wants."""

    delay_s: float = 0.0
    """Time from one step to the next; 0 for full speed."""
    is_paused: bool = False
    """Whether only single steps are made."""
    released: int = 0
    """How many single steps were requested until now."""


class Pacer:
    """Delays the method's steps in the child.

    Args:
        pace: The first pace; the window may tell another one while the method runs.
        should_stop: Ends all waiting.
    """

    def __init__(self, pace: Pace, should_stop: Callable[[], bool]) -> None:
        self._first = pace
        self._should_stop = should_stop
        self._released = pace.released
        self._due = time.perf_counter()

    @property
    def _pace(self) -> Pace:
        newest: Pace | None = told()
        return self._first if newest is None else newest

    def wait(self, meanwhile: Callable[[], None]) -> None:
        """Wait until the next step may be made or the method has to stop.

        Args:
            meanwhile: Called about every :data:`ASK_EVERY_S` while waiting.
        """
        before = self._due
        while not self._should_stop():
            now = time.perf_counter()
            if self._pace.is_paused:
                if self._pace.released > self._released:
                    self._released += 1
                    break
                left = ASK_EVERY_S
            else:
                self._released = self._pace.released
                left = before + self._pace.delay_s - now
                if left <= 0:
                    break
            meanwhile()
            time.sleep(min(left, ASK_EVERY_S))
        # After a slow step the next ones are not made faster to catch up.
        delay = self._pace.delay_s
        self._due = max(before + delay, time.perf_counter() - delay)
