"""Garbage is collected in the window's thread only."""

from __future__ import annotations

import gc
import threading
from collections.abc import Iterator
from typing import ClassVar

import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from helper.workers import main_thread_gc
from helper.workers.main_thread_gc import MainThreadGarbageCollector, collect_due


class Unused(QObject):
    """An object that only itself refers to, as a closed window does."""

    ended: ClassVar[list[int]] = []

    def __init__(self, members: int = 0) -> None:
        super().__init__()
        self.itself = self
        self.members = [[number] for number in range(members)]

    def __del__(self) -> None:
        self.ended.append(threading.get_ident())


@pytest.fixture
def collected() -> Iterator[list[int]]:
    """The threads in which unused objects ended."""
    gc.collect()
    Unused.ended.clear()
    yield Unused.ended
    gc.disable()


def work() -> None:
    """Allocate as much as makes Python collect."""
    kept = [[number] for number in range(200_000)]
    assert len(kept) == 200_000


def run_in_thread() -> None:
    thread = threading.Thread(target=work)
    thread.start()
    thread.join()


def test_another_thread_destroys_nothing(
    collected: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(main_thread_gc, "_INTERVAL_MS", 5)
    gc.enable()
    MainThreadGarbageCollector(QObject())
    Unused()
    run_in_thread()
    assert collected == []


def test_what_is_not_used_is_collected_by_the_window_s_thread(
    qtbot: QtBot, collected: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(main_thread_gc, "_INTERVAL_MS", 5)
    owner = QObject()
    collector = MainThreadGarbageCollector(owner)
    run_in_thread()
    Unused(members=20 * gc.get_threshold()[0])
    qtbot.waitUntil(lambda: bool(collected))
    assert set(collected) == {threading.get_ident()}
    assert collector.parent() is owner


def test_little_is_not_collected(collected: list[int]) -> None:
    Unused()
    collect_due()
    assert collected == []
