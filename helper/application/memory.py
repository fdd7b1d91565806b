"""Return unused memory to the system, where glibc or Qt would keep it.

glibc keeps freed blocks in an arena for each thread, and raises the size of the blocks that it
keeps. A window that stays open for hours then occupies the sum of its peaks. Qt's pixmap cache also
keeps up to 10 MB of icons of closed windows. Without glibc only that cache is cleared.

Qt also keeps the pixels of a hidden window, and the painter's buffers with each picture that was
painted on.
"""

from __future__ import annotations

from functools import partial
from typing import TypeVar

from PySide6.QtCore import QObject, QTimer
from PySide6.QtGui import QHideEvent, QImage, QPixmap, QPixmapCache
from PySide6.QtWidgets import QApplication, QWidget

from puzzles.system import SYSTEM

Picture = TypeVar("Picture", QImage, QPixmap)
DELAY_MS = 1000
"""The delay before memory is returned; more is usually freed meanwhile."""
_MMAP_THRESHOLD, _ARENA_MAX = -3, -8
"""Parameters of ``mallopt``, from glibc's ``malloc.h``."""
_LARGE_BYTES = 256 * 1024
"""Blocks from this size on are returned when they are freed: pictures, large boards."""
_ARENAS = 2
"""One for the window's thread and one for all others, which allocate little."""


def keep_little() -> None:
    """Configure glibc to keep little freed memory; call it before threads start."""
    if (libc := SYSTEM.glibc()) is not None:
        libc.mallopt(_MMAP_THRESHOLD, _LARGE_BYTES)
        libc.mallopt(_ARENA_MAX, _ARENAS)


def give_back() -> bool:
    """Clear Qt's pixmap cache and return freed memory; ``False`` if there is no glibc.

    Pixmaps that are still shown return to the cache when they are drawn next.
    """
    QPixmapCache.clear()
    if (libc := SYSTEM.glibc()) is None:
        return False
    libc.malloc_trim(0)
    return True


def without_painter(picture: Picture) -> Picture:
    """A copy of a picture that is painted on no more, without the buffers for painting.

    A small icon's buffers are larger than its pixels.
    """
    return picture.copy()


def release_hidden(window: QWidget, event: QHideEvent) -> None:
    """Free the pixels of a window that is kept while it is hidden; call it in ``hideEvent``.

    They are made anew when the window is shown, at the same place.
    """
    if not event.spontaneous():  # a minimized window is not hidden by the program
        QTimer.singleShot(0, window, partial(_release, window))


def _release(window: QWidget) -> None:
    if window.isHidden():
        place = window.pos()
        window.destroy()
        window.move(place)


class MemoryReturn(QObject):
    """Returns memory shortly after the focus moves to another window.

    The focus moves when a window opens, and when one closes.
    """

    def __init__(self, application: QApplication) -> None:
        super().__init__(application)
        self._timer = QTimer(self, singleShot=True)
        self._timer.setInterval(DELAY_MS)
        self._timer.timeout.connect(give_back)
        application.focusWindowChanged.connect(self.give_back_soon)

    def give_back_soon(self) -> None:
        """Return memory after :data:`DELAY_MS`; further calls until then have no effect."""
        if not self._timer.isActive():
            self._timer.start()
