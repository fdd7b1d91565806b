"""The program, which crashes or ends in one way or another; run in a process of its own.

``python -m tests.support.crashing_program WAY`` prints the sentences that its window says.
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys
import threading
from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import QTimer, qFatal
from PySide6.QtWidgets import QApplication

import main
from helper import app
from helper.main_window.main_window import MainWindow
from helper.main_window.messages import TroubleMessages

SECRET = "Zq7Xw"


def segmentation_fault() -> None:
    ctypes.string_at(0)


def in_thread() -> None:
    threading.Thread(target=segmentation_fault).start()


def fatal_message() -> None:
    qFatal(f"no {SECRET}")


def kill() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def leave() -> None:
    application = QApplication.instance()
    assert application is not None
    application.quit()


def wait() -> None:
    """Run until a line comes, which the test sends."""
    print("runs", flush=True)
    sys.stdin.readline()
    leave()


WAYS: dict[str, Callable[[], object]] = {
    "segmentation fault": segmentation_fault,
    "in a thread": in_thread,
    "fatal message": fatal_message,
    "abort": os.abort,
    "kill": kill,
    "leave": leave,
    "wait": wait,
}


def run(way: str) -> int:
    tell, stay = TroubleMessages.add, app._run_event_loop

    def add(self: TroubleMessages, sentence: str, /, **buttons: Callable[[], object]) -> None:
        print("said:", sentence, list(buttons), flush=True)
        tell(self, sentence, **buttons)

    def short(application: QApplication, windows: Sequence[MainWindow], **rest: Any) -> int:
        QTimer.singleShot(0, WAYS[way])
        return stay(application, windows, **rest)

    TroubleMessages.add = add  # type: ignore[method-assign]
    app._run_event_loop = short  # type: ignore[assignment]
    return main.main([])


if __name__ == "__main__":
    sys.exit(run(sys.argv.pop(1)))
