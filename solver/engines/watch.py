"""The stop function, the time limit, the events and the steps of one solve."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter

from puzzles.grid import Grid
from puzzles.model import Line
from puzzles.words import _
from solver.values import NO_CALLBACKS, Event, SolveCallbacks, Step

STOP_CHECK_INTERVAL_S = 0.01
"""Time between two calls of the stop function."""
EVENT_INTERVAL_S = 0.05
"""Time between two events, at least."""
MAX_EVENT_TIME_SHARE = 0.05
"""The largest share of the time spent on events."""


class Interrupted(Exception):  # noqa: N818 - not an error, ends the search
    """Ends the search of an engine that has to stop."""

    def __init__(self, asked: bool) -> None:
        super().__init__(_("asked to stop") if asked else _("out of time"))
        self.asked = asked
        """Whether the caller asked to stop; otherwise a limit was reached."""


class Watch:
    """The clock of one solve.

    Args:
        timeout_s: Time after which :meth:`tick` raises; ``None`` for never.
        callbacks: Get the events and steps, and say whether to stop.
        snapshot: Makes the event to send; ``None`` while there is no progress.
    """

    def __init__(
        self,
        timeout_s: float | None,
        callbacks: SolveCallbacks = NO_CALLBACKS,
        snapshot: Callable[[], Event | None] = lambda: None,
    ) -> None:
        self.started = perf_counter()
        self._deadline = None if timeout_s is None else self.started + timeout_s
        self._callbacks = callbacks
        self._snapshot = snapshot
        self.is_watched = callbacks.on_step is not None
        """Whether to call :meth:`step`: making its board takes longer than most steps."""
        self._next = self.started
        self._next_event = self.started

    @property
    def seconds(self) -> float:
        """Time since the start."""
        return perf_counter() - self.started

    def tick(self) -> None:
        """Check the limits and send events; must be called at least every few milliseconds.

        Raises:
            Interrupted: The engine has to stop.
        """
        now = perf_counter()
        if now < self._next:
            return
        self._next = now + STOP_CHECK_INTERVAL_S
        if self._callbacks.should_stop():
            raise Interrupted(asked=True)
        if self._deadline is not None and now >= self._deadline:
            raise Interrupted(asked=False)
        if now >= self._next_event:
            self.send_event()

    def step(self, sentence: str, grid: Grid, line: Line | None = None) -> None:
        """Report the last step; see :class:`solver.api.Step`."""
        if self._callbacks.on_step is not None:
            self._callbacks.on_step(Step(grid, sentence, line))

    def send_event(self) -> None:
        """Send an event now, if there is progress and a receiver."""
        on_event = self._callbacks.on_event
        if on_event is None:
            return
        before = perf_counter()
        event = self._snapshot()
        if event is not None:
            on_event(event)
        after = perf_counter()
        self._next_event = after + max(EVENT_INTERVAL_S, (after - before) / MAX_EVENT_TIME_SHARE)
