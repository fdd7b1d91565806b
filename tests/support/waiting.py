"""Waiting that depends on no machine's speed: it ends with what is waited for."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

PATIENCE_S = 60.0
"""After which a thing that has not come is taken for one that never comes."""


def wait_until(is_so: Callable[[], object], what: str = "it does not happen") -> None:
    """Wait for other threads and processes; Qt handles no events in the meantime.

    Raises:
        AssertionError: It is not so after :data:`PATIENCE_S`; with ``what`` as its text.
    """
    end = time.monotonic() + PATIENCE_S
    while not is_so():
        assert time.monotonic() < end, what
        time.sleep(0.002)


class PatientBot(QtBot):
    """Waits longer than a test asks for: a time limit that is short fails on a busy machine."""

    def waitUntil(self, callback: Callable[[], bool | None], *, timeout: int = 0) -> None:
        super().waitUntil(callback, timeout=max(timeout, round(1000 * PATIENCE_S)))

    def waitSignal(self, signal: Any, *, timeout: int = 0, **rest: Any) -> Any:
        return super().waitSignal(signal, timeout=max(timeout, round(1000 * PATIENCE_S)), **rest)

    def waitSignals(self, signals: Any, *, timeout: int = 0, **rest: Any) -> Any:
        return super().waitSignals(signals, timeout=max(timeout, round(1000 * PATIENCE_S)), **rest)

    def waitActive(self, widget: QWidget, *, timeout: int = 0) -> Any:
        return super().waitActive(widget, timeout=max(timeout, round(1000 * PATIENCE_S)))

    def waitExposed(self, widget: QWidget, *, timeout: int = 0) -> Any:
        return super().waitExposed(widget, timeout=max(timeout, round(1000 * PATIENCE_S)))
