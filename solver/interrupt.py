"""Ctrl+C as a wish instead of an exception, for commands that have something to finish.

So is SIGTERM, with which other programs end this one.
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType


@contextmanager
def interruptible() -> Iterator[Callable[[], bool]]:
    """A stop flag that Ctrl+C or SIGTERM sets; a second one ends the program at once."""
    pressed: list[int] = []

    def on_interrupt(number: int, frame: FrameType | None) -> None:
        if pressed:
            raise KeyboardInterrupt
        pressed.append(number)

    before = {}
    with suppress(ValueError):  # handlers can be set in the main thread only
        for kind in (signal.SIGINT, signal.SIGTERM):
            before[kind] = signal.signal(kind, on_interrupt)
    try:
        yield lambda: bool(pressed)
    finally:
        for kind, handler in before.items():
            signal.signal(kind, handler)
