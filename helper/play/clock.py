"""The time that a player spends on a puzzle. No Qt."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic


class PlayClock:
    """Counts the seconds while it runs."""

    def __init__(self, now: Callable[[], float] = monotonic) -> None:
        """``now``: the time in seconds."""
        self._now = now
        self._before = 0.0
        self._since: float | None = None

    @property
    def seconds(self) -> int:
        """Whole seconds so far."""
        return int(self._elapsed())

    @property
    def is_running(self) -> bool:
        """Whether it counts now."""
        return self._since is not None

    @property
    def ms_to_next_second(self) -> int:
        """Milliseconds until :attr:`seconds` changes, if it runs; at least 1."""
        return max(1, round(1000 * (1 - self._elapsed() % 1)))

    def set(self, seconds: float) -> None:
        """Go on from a number of seconds; it runs on if it runs."""
        self._before = seconds
        if self._since is not None:
            self._since = self._now()

    def run(self, is_running: bool) -> None:
        """Start or pause."""
        if is_running == self.is_running:
            return
        if is_running:
            self._since = self._now()
        else:
            self._before, self._since = self._elapsed(), None

    def _elapsed(self) -> float:
        return self._before + (0.0 if self._since is None else self._now() - self._since)


def time_text(seconds: float) -> str:
    """A time of solving.

    >>> time_text(252), time_text(3661.4)
    ('4:12', '1:01:01')
    """
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
