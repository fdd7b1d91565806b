"""Ctrl+C as a wish instead of an exception, for commands that have something to finish.

So is SIGTERM, with which other programs end this one.
"""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import FrameType


class StopFlag:
    """Whether Ctrl+C or SIGTERM has come, for work that asks now and then."""

    def __init__(self) -> None:
        self._is_set = False
        self._breaks = False

    def __call__(self) -> bool:
        """Whether the work is to stop."""
        return self._is_set

    @contextmanager
    def breaking(self) -> Iterator[None]:
        """For work that does not ask: Ctrl+C ends it as it ends any other program.

        Raises:
            KeyboardInterrupt: Ctrl+C is pressed within, or was before.
        """
        self._breaks = True
        try:
            if self._is_set:
                raise KeyboardInterrupt
            yield
        finally:
            self._breaks = False

    def on_interrupt(self, number: int, frame: FrameType | None) -> None:
        """The handler of the signals."""
        if self._is_set or self._breaks:
            raise KeyboardInterrupt
        self._is_set = True


@contextmanager
def interruptible() -> Iterator[StopFlag]:
    """A stop flag that Ctrl+C or SIGTERM sets; a second one ends the program at once."""
    flag = StopFlag()
    before = {}
    with suppress(ValueError):  # handlers can be set in the main thread only
        for kind in (signal.SIGINT, signal.SIGTERM):
            before[kind] = signal.signal(kind, flag.on_interrupt)
    try:
        yield flag
    finally:
        for kind, handler in before.items():
            signal.signal(kind, handler)
