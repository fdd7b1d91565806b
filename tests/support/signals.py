"""Signals as a terminal leaves them, whoever has started the tests."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def default_signals() -> Iterator[None]:
    """Handle Ctrl+C and a closed terminal as usual; children inherit what is ignored.

    A shell lets what it runs in the background ignore Ctrl+C, and nohup lets it ignore SIGHUP.
    """
    usual: dict[int, Callable[[int, FrameType | None], object] | signal.Handlers] = {
        signal.SIGINT: signal.default_int_handler,
        signal.SIGTERM: signal.SIG_DFL,
    }
    if hasattr(signal, "SIGHUP"):
        usual[signal.SIGHUP] = signal.SIG_DFL
    before = {number: signal.signal(number, handler) for number, handler in usual.items()}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
