"""Runs Python's garbage collection in the window's thread while another thread is busy.

Python collects in the thread that allocates memory. In another thread than the window's it would
destroy unused widgets, which makes Qt crash.
"""

from __future__ import annotations

import gc
from typing import ClassVar

from PySide6.QtCore import QObject, QTimer

_INTERVAL_MS = 500
"""How often garbage is collected."""
_FULL_COLLECTION_INTERVAL = 60
"""One of this many collections includes old objects, which takes a few times as long."""


class MainThreadGarbageCollector(QObject):
    """Collects garbage at regular intervals from :meth:`start` to :meth:`stop`.

    Several may run at once: Python collects by itself again when the last one has stopped.
    """

    _running: ClassVar[int] = 0

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._timer = QTimer(self)
        self._timer.setInterval(_INTERVAL_MS)
        self._timer.timeout.connect(self._collect)
        self._count = 0

    def start(self) -> None:
        """Start; without effect if it runs already, or if others have turned collection off."""
        kind = MainThreadGarbageCollector
        if self._timer.isActive() or not (kind._running or gc.isenabled()):
            return
        gc.disable()
        kind._running += 1
        self._timer.start()

    def stop(self) -> None:
        """Stop; Python collects by itself again, unless another collector runs."""
        kind = MainThreadGarbageCollector
        if self._timer.isActive():
            self._timer.stop()
            kind._running -= 1
            if not kind._running:
                gc.enable()

    def _collect(self) -> None:
        self._count += 1
        gc.collect(2 if self._count % _FULL_COLLECTION_INTERVAL == 0 else 1)
