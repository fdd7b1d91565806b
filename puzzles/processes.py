"""What child processes of all packages share."""

from __future__ import annotations

import multiprocessing
import os
import threading


def end_with_parent() -> None:
    """In a child process of ``multiprocessing``: end it as soon as its parent has ended."""
    threading.Thread(target=_await_parent, daemon=True).start()


def _await_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
