"""Runs Python's garbage collection in the window's thread only.

Python collects in whichever thread allocates memory. In another thread than the window's that would
destroy unused widgets: Qt crashes, or the program stands still for ever, since the destructor of a
widget waits for the interpreter while it holds a lock that the window's thread waits for.
"""

from __future__ import annotations

import gc

from PySide6.QtCore import QObject, Qt, QTimer

_INTERVAL_MS = 1000
"""How often it is looked whether there is anything to collect."""


class MainThreadGarbageCollector(QObject):
    """Collects, from now on, what Python would have collected by itself.

    What is there already is kept for ever, as modules are: no collection looks through it.
    """

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        gc.disable()
        gc.freeze()
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.VeryCoarseTimer)
        self._timer.timeout.connect(collect_due)
        self._timer.start(_INTERVAL_MS)


def collect_due() -> None:
    """Collect each generation that has grown beyond Python's own threshold."""
    grown = [count > most for count, most in zip(gc.get_count(), gc.get_threshold(), strict=True)]
    if grown[0]:
        gc.collect(2 if grown[1] and grown[2] else 1 if grown[1] else 0)
