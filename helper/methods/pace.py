"""The speed of a watched method, shared by the window and the child process, without Qt.

It needs no lock, which a killed child could leave locked: each number has one writer, and an
aligned double is written atomically.
"""

from __future__ import annotations

import multiprocessing
import time
from collections.abc import Callable

ASK_EVERY_S = 0.01
"""The child looks at the numbers at least this often while it waits."""
_DELAY, _PAUSED, _RELEASED = range(3)


class Pace:
    """Set by the window and followed by :class:`Pacer` in the child; can be sent to a new child."""

    def __init__(self, delay_s: float = 0.0) -> None:
        self._numbers = multiprocessing.get_context("spawn").RawArray("d", 3)
        self.delay_s = delay_s

    @property
    def delay_s(self) -> float:
        """Time from one step to the next; 0 for full speed."""
        return float(self._numbers[_DELAY])

    @delay_s.setter
    def delay_s(self, seconds: float) -> None:
        self._numbers[_DELAY] = seconds

    @property
    def is_paused(self) -> bool:
        """Whether only single steps are made."""
        return bool(self._numbers[_PAUSED])

    @is_paused.setter
    def is_paused(self, paused: bool) -> None:
        self._numbers[_PAUSED] = paused

    @property
    def released(self) -> int:
        """How many single steps were requested until now."""
        return int(self._numbers[_RELEASED])

    def release(self) -> None:
        """Let the method make one step, if it is paused."""
        self._numbers[_RELEASED] += 1


class Pacer:
    """Delays the method's steps in the child.

    Args:
        pace: The pace that the window sets, also while the method runs.
        should_stop: Ends all waiting.
    """

    def __init__(self, pace: Pace, should_stop: Callable[[], bool]) -> None:
        self._pace = pace
        self._should_stop = should_stop
        self._released = pace.released
        self._due = time.perf_counter()

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
