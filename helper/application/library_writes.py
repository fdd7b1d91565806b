"""Writing into the library without waiting while another program writes into it."""

from __future__ import annotations

import logging
from collections.abc import Callable
from time import monotonic, sleep

from PySide6.QtCore import QObject, QTimer, Signal

from puzzles.errors import LibraryBusyError, LibraryError
from puzzles.words import worded

_log = logging.getLogger(__name__)
RETRY_MS = 50
CLOSE_WAIT_S = 2.0
"""How long a closing window waits for another program."""
_TRIES_BEFORE_NOTICE = 100
"""Tries before the player is informed: 5 s."""
_Write = tuple[Callable[[], None], Callable[[LibraryError], None]]


class LibraryWrites(QObject):
    """Writes into the library at once, or as soon as it is no longer busy.

    A write is a function that brings the library up to date when it is called. It has a key: a new
    write replaces a pending one with the same key. The order is kept.

    Signals:
        waiting: ``str``, a sentence that another program blocks the writes; emitted once.
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
        """Whether some writes are pending."""
        return bool(self._pending)

    def write(
        self, key: str, action: Callable[[], None], failed: Callable[[LibraryError], None]
    ) -> None:
        """Write now, or as soon as possible.

        Args:
            key: The key of the write; a pending one with this key is replaced.
            action: Writes; raises :class:`LibraryBusyError` if it has to be called again.
            failed: Gets any other error; the write is then dropped.
        """
        self._pending.pop(key, None)
        self._pending[key] = action, failed
        self._drain()

    def forget(self, key: str) -> None:
        """Drop a pending write."""
        self._pending.pop(key, None)

    def finish(self, patience_s: float = CLOSE_WAIT_S) -> str:
        """Try all pending writes for a while; returns a sentence if some failed, else nothing."""
        deadline = monotonic() + patience_s
        while (error := self._drain()) is not None:
            if monotonic() >= deadline:
                self._timer.stop()
                self._pending.clear()
                _log.warning("not all was written: %s", error)
                return worded(
                    "Some data could not be stored: {error}. The puzzle may be offered "
                    "again at the next start.",
                    error=error,
                )
            sleep(RETRY_MS / 1000)
        return ""

    def _drain(self) -> LibraryBusyError | None:
        """Try all pending writes; returns the error if the library is busy."""
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
                self.waiting.emit(worded("Your moves wait to be kept: {error}", error=error))
