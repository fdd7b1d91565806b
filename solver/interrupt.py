"""Ctrl+C as a wish instead of an exception, for commands that have something to finish."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType


@contextmanager
def interruptible() -> Iterator[Callable[[], bool]]:
    """A stop flag that Ctrl+C sets; pressed again it ends the program at once."""
    pressed: list[int] = []

    def on_interrupt(number: int, frame: FrameType | None) -> None:
        if pressed:
            raise KeyboardInterrupt
        pressed.append(number)

    before = None
    with suppress(ValueError):  # handlers can be set in the main thread only
        before = signal.signal(signal.SIGINT, on_interrupt)
    try:
        yield lambda: bool(pressed)
    finally:
        if before is not None:
            signal.signal(signal.SIGINT, before)
