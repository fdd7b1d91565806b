"""Return unused memory to the system, where glibc would keep it.

glibc keeps freed blocks for later, in an area of its own for each thread, and learns to take ever
larger blocks from there. A window that stays open for hours then occupies what it needed at its
busiest moments, all of them added up. Qt's cache of pixmaps likewise keeps the icons of windows
that are closed, up to 10 MB of them. Elsewhere than on Linux with glibc only that cache is emptied.
"""

from __future__ import annotations

import ctypes
import sys
from functools import cache

from PySide6.QtCore import QObject, QTimer
from PySide6.QtGui import QPixmapCache
from PySide6.QtWidgets import QApplication

DELAY_MS = 1000
"""From the first event to the return of memory: more is usually freed meanwhile."""
_MMAP_THRESHOLD, _ARENA_MAX = -3, -8
"""Parameters of ``mallopt``, from glibc's ``malloc.h``."""
_LARGE_BYTES = 256 * 1024
"""Blocks of this size are given back at once when they are freed: pictures, large boards."""
_AREAS = 2
"""One for the window's thread, one for all others: a few threads allocate little."""


def keep_little() -> None:
    """Tell glibc to keep little of what is freed; call it before threads start."""
    if (libc := _glibc()) is not None:
        libc.mallopt(_MMAP_THRESHOLD, _LARGE_BYTES)
        libc.mallopt(_ARENA_MAX, _AREAS)


def give_back() -> bool:
    """Give the system back what is not needed now; whether it took what is free in malloc's areas.

    What is still shown comes back into Qt's cache when it is drawn next.
    """
    QPixmapCache.clear()
    if (libc := _glibc()) is None:
        return False
    libc.malloc_trim(0)
    return True


class MemoryReturn(QObject):
    """Gives memory back some time after another window took the focus.

    That is so when a window opens, and when one closes and the desktop turns to another.
    """

    def __init__(self, application: QApplication) -> None:
        super().__init__(application)
        self._timer = QTimer(self, singleShot=True)
        self._timer.setInterval(DELAY_MS)
        self._timer.timeout.connect(give_back)
        application.focusWindowChanged.connect(self.give_back_soon)

    def give_back_soon(self) -> None:
        """Give memory back in a moment, once however often this is called until then."""
        if not self._timer.isActive():
            self._timer.start()


@cache
def _glibc() -> ctypes.CDLL | None:
    if sys.platform != "linux":
        return None
    libc = ctypes.CDLL(None)
    return libc if hasattr(libc, "gnu_get_libc_version") else None
