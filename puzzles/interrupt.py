"""Ctrl+C and SIGTERM as a flag instead of an exception, for commands that finish their output."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import FrameType

from puzzles.system import SYSTEM


class StopFlag:
    """Whether Ctrl+C or SIGTERM has come, for work that calls it now and then."""

    def __init__(self) -> None:
        self._is_set = False
        self._raises = False

    def __call__(self) -> bool:
        """Whether the work is to stop."""
        return self._is_set

    @contextmanager
    def breaking(self) -> Iterator[None]:
        """Let Ctrl+C raise an exception, for work that does not call the flag.

        Raises:
            KeyboardInterrupt: Ctrl+C is pressed within, or was before.
        """
        self._raises = True
        try:
            if self._is_set:
                raise KeyboardInterrupt
            yield
        finally:
            self._raises = False

    def on_interrupt(self, number: int, frame: FrameType | None) -> None:
        """The handler of the signals."""
        is_second, self._is_set = self._is_set, True
        if is_second or self._raises:
            raise KeyboardInterrupt


@contextmanager
def interruptible() -> Iterator[StopFlag]:
    """A stop flag that Ctrl+C or SIGTERM sets; the second signal ends the program at once."""
    flag = StopFlag()
    old_handlers = {}
    with suppress(ValueError):  # handlers can be set in the main thread only
        for kind in SYSTEM.interrupting_signals:
            old_handlers[kind] = signal.signal(kind, flag.on_interrupt)
    try:
        yield flag
    finally:
        for kind, handler in old_handlers.items():
            signal.signal(kind, handler)


@contextmanager
def interrupt_kept() -> Iterator[None]:
    """Keep Ctrl+C while modules are imported: compiled ones take it for a failure of their own.

    Raises:
        KeyboardInterrupt: Ctrl+C was pressed within, whatever came of it.
    """
    before = signal.getsignal(signal.SIGINT)
    if not callable(before) or threading.current_thread() is not threading.main_thread():
        yield
        return
    came: list[int] = []
    raised: list[BaseException] = []

    def note(number: int, frame: FrameType | None) -> None:
        came.append(number)
        try:
            before(number, frame)
        except BaseException as error:
            raised.append(error)
            raise

    signal.signal(signal.SIGINT, note)
    try:
        yield
        if raised:  # a module has swallowed it
            raise KeyboardInterrupt
    except Exception as error:
        if came:
            raise KeyboardInterrupt from error
        raise
    finally:
        signal.signal(signal.SIGINT, before)
