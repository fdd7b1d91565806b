"""What is free goes back to the system, and closed windows leave no pictures in Qt's cache."""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtGui import QPixmap, QPixmapCache
from PySide6.QtWidgets import QApplication, QDialog
from pytestqt.qtbot import QtBot

from helper.application import memory
from helper.application.memory import MemoryReturn, give_back, keep_little
from puzzles.system import System
from tests.support.processes import printed_by

MB = 1_000_000
on_glibc = pytest.mark.skipif(
    sys.platform != "linux" or not hasattr(ctypes.CDLL(None), "malloc_trim"),
    reason="only glibc is told what to keep",
)


def resident_bytes() -> int:
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096


def malloc(size: int) -> int:
    libc = ctypes.CDLL(None)
    libc.malloc.restype = ctypes.c_void_p
    libc.malloc.argtypes = (ctypes.c_size_t,)
    place: int = libc.malloc(size)
    ctypes.memset(place, 1, size)
    return place


def free(place: int) -> None:
    ctypes.CDLL(None).free(ctypes.c_void_p(place))


def is_cached(key: str) -> bool:
    return QPixmapCache.find(key) is not None  # type: ignore[call-overload]


@on_glibc
def test_free_blocks_go_back_although_one_behind_them_is_in_use() -> None:
    blocks = [malloc(50_000) for _ in range(2000)]
    last = malloc(50_000)
    for block in blocks:
        free(block)
    before = resident_bytes()
    assert give_back()
    assert resident_bytes() < before - 50 * MB
    free(last)


LARGE_BLOCKS = """
from helper.application.memory import keep_little
from tests.unit.helper.application.test_memory import MB, free, malloc, resident_bytes
keep_little()
free(malloc(20 * MB))
before = resident_bytes()
large = malloc(15 * MB)
behind = malloc(50_000)
free(large)
print(resident_bytes() - before)
"""


@on_glibc
def test_large_blocks_go_back_when_they_are_freed() -> None:
    """Also after another one was freed: by default glibc takes the next ones from an area.

    In a process of its own: one that has run other tests may have a free area that is as large.
    """
    assert int(printed_by(LARGE_BLOCKS)) < 10 * MB


@pytest.fixture
def returning(qapp: QApplication, monkeypatch: pytest.MonkeyPatch) -> Iterator[MemoryReturn]:
    monkeypatch.setattr(memory, "DELAY_MS", 10)
    made = MemoryReturn(qapp)
    yield made
    made.deleteLater()


@pytest.mark.usefixtures("returning")
def test_a_window_that_closes_leaves_no_pictures_behind(qtbot: QtBot) -> None:
    window, dialog = QDialog(), QDialog()
    for each in (window, dialog):
        qtbot.addWidget(each)
        with qtbot.waitActive(each):
            each.show()
    qtbot.wait(50)
    QPixmapCache.insert("of the dialog", QPixmap(16, 16))
    assert is_cached("of the dialog")
    dialog.close()
    with qtbot.waitActive(window):
        window.activateWindow()
    qtbot.wait(100)  # not until: after half a minute Qt itself forgets what nobody uses
    assert not is_cached("of the dialog")


def test_elsewhere_than_on_linux_nothing_is_asked_of_glibc(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "SYSTEM", System())
    keep_little()
    assert not give_back()
