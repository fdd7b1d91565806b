"""Python's garbage is collected in the window's thread while another one is busy.

Python collects in whichever thread happens to ask for memory. If that is not the window's, a
widget that nobody holds any more would be destroyed there, and Qt does not survive that.
"""

from __future__ import annotations

import gc

from PySide6.QtCore import QObject, QTimer

_EVERY_MS = 500
_ALL_AFTER = 60
"""Every so many times also what has lived for long, which takes a few times as long."""


class MainThreadGarbageCollector(QObject):
    """Collects by the clock from :meth:`start` to :meth:`stop`."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._timer = QTimer(self)
        self._timer.setInterval(_EVERY_MS)
        self._timer.timeout.connect(self._collect)
        self._times = 0

    def start(self) -> None:
        """From now on; harmless if it does already, or if somebody else does."""
        if gc.isenabled():
            gc.disable()
            self._timer.start()

    def stop(self) -> None:
        """Python is to see to it by itself again."""
        if self._timer.isActive():
            self._timer.stop()
            gc.enable()

    def _collect(self) -> None:
        self._times += 1
        gc.collect(2 if self._times % _ALL_AFTER == 0 else 1)
