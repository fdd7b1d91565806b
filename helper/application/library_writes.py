"""Writing into the library without ever waiting for another program that writes into it."""

from __future__ import annotations

import logging
from collections.abc import Callable
from time import monotonic, sleep

from PySide6.QtCore import QObject, QTimer, Signal

from puzzles.errors import LibraryBusyError, LibraryError

_log = logging.getLogger(__name__)
RETRY_MS = 50
CLOSE_WAIT_S = 2.0
"""How long the closing window waits for another program."""
_TRIES_BEFORE_NOTICE = 100
"""Tries after which the player hears of it: five seconds."""
_Write = tuple[Callable[[], None], Callable[[LibraryError], None]]


class LibraryWrites(QObject):
    """What is to be written into the library: at once, or as soon as it is not busy any more.

    A write is a function that brings the library up to date when it is called, under a key: what
    is asked for later under the same key takes the place of what waits. The order is kept.

    Signals:
        waiting: ``str``, the sentence that another program does not let us write; said once.
    """

    waiting = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._pending: dict[str, _Write] = {}
        self._tries = 0
        self._timer = QTimer(self)
        self._timer.setInterval(RETRY_MS)
        self._timer.timeout.connect(self._retry)

    @property
    def are_pending(self) -> bool:
        """Whether something is not written yet."""
        return bool(self._pending)

    def write(
        self, key: str, action: Callable[[], None], failed: Callable[[LibraryError], None]
    ) -> None:
        """Write now, or as soon as possible.

        Args:
            key: What is written; the same thing is written once.
            action: Writes; raises :class:`LibraryBusyError` if it has to be called again.
            failed: Gets any other error; the write is then given up.
        """
        self._pending.pop(key, None)
        self._pending[key] = action, failed
        self._drain()

    def forget(self, key: str) -> None:
        """Do not write this, if it still waits."""
        self._pending.pop(key, None)

    def finish(self, patience_s: float = CLOSE_WAIT_S) -> str:
        """Write what waits, for a while; the sentence why that was not possible, or nothing."""
        deadline = monotonic() + patience_s
        while (error := self._drain()) is not None:
            if monotonic() >= deadline:
                self._timer.stop()
                self._pending.clear()
                _log.warning("not all was written: %s", error)
                return (
                    f"Not all could be noted: {error}. The puzzle may be offered again when the"
                    " program starts."
                )
            sleep(RETRY_MS / 1000)
        return ""

    def _drain(self) -> LibraryBusyError | None:
        """Write what waits; the error if the library is busy."""
        while self._pending:
            key, (action, failed) = next(iter(self._pending.items()))
            try:
                action()
            except LibraryBusyError as error:
                self._timer.start()
                return error
            except LibraryError as error:
                self._pending.pop(key, None)
                failed(error)
            else:
                self._pending.pop(key, None)
        self._timer.stop()
        self._tries = 0
        return None

    def _retry(self) -> None:
        error = self._drain()
        if error is not None:
            self._tries += 1
            if self._tries == _TRIES_BEFORE_NOTICE:
                self.waiting.emit(f"Your moves wait to be kept: {error}")
