"""Keeps an eye on the clock for an engine: the stop flag, the time limit, the events."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter

from puzzles.contracts import ShouldStop
from puzzles.grid import Grid
from puzzles.model import Line
from solver.values import Event, OnEvent, OnStep, Step

ASK_EVERY_S = 0.01
"""How often the stop flag is asked."""
TELL_EVERY_S = 0.05
"""How often an event is sent, at most."""
TELL_SHARE = 0.05
"""The largest part of the time that events may cost."""


class Interrupted(Exception):  # noqa: N818 - not an error, it unwinds
    """Unwinds an engine that has to stop."""

    def __init__(self, asked: bool) -> None:
        super().__init__("asked to stop" if asked else "out of time")
        self.asked = asked
        """Whether the caller asked for it; otherwise a limit was reached."""


class Watch:
    """The clock of one solve.

    Args:
        timeout_s: Time after which :meth:`tick` raises; ``None`` for never.
        on_event: Hears of progress.
        should_stop: Whether to give up.
        snapshot: Makes the event to send, or ``None`` while there is nothing to tell.
        on_step: Hears of every step.
    """

    def __init__(
        self,
        timeout_s: float | None,
        on_event: OnEvent | None,
        should_stop: ShouldStop | None,
        snapshot: Callable[[], Event | None],
        on_step: OnStep | None = None,
    ) -> None:
        self.started = perf_counter()
        self._deadline = None if timeout_s is None else self.started + timeout_s
        self._on_event = on_event
        self._should_stop = should_stop
        self._snapshot = snapshot
        self._on_step = on_step
        self.is_watched = on_step is not None
        """Whether :meth:`step` is worth calling: the board for it costs more than most steps."""
        self._next = self.started
        self._next_event = self.started

    @property
    def seconds(self) -> float:
        """Time since the start."""
        return perf_counter() - self.started

    def tick(self) -> None:
        """To be called at least every few milliseconds.

        Raises:
            Interrupted: The engine has to stop.
        """
        now = perf_counter()
        if now < self._next:
            return
        self._next = now + ASK_EVERY_S
        if self._should_stop is not None and self._should_stop():
            raise Interrupted(asked=True)
        if self._deadline is not None and now >= self._deadline:
            raise Interrupted(asked=False)
        if now >= self._next_event:
            self.tell()

    def step(self, sentence: str, grid: Grid, line: Line | None = None) -> None:
        """Tell whoever watches what was just done; see :class:`solver.api.Step`."""
        if self._on_step is not None:
            self._on_step(Step(grid, sentence, line))

    def tell(self) -> None:
        """Send an event now, if there is something to tell and somebody to hear it."""
        if self._on_event is None:
            return
        before = perf_counter()
        event = self._snapshot()
        if event is not None:
            self._on_event(event)
        after = perf_counter()
        self._next_event = after + max(TELL_EVERY_S, (after - before) / TELL_SHARE)
