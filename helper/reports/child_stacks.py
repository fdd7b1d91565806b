"""The stacks of child processes that crash in C++; their program names them a file for that."""

from __future__ import annotations

import contextlib
import faulthandler
import os
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

FILE_OF_CHILDREN = "NONOGRAM_CRASH_FILE"
"""The environment variable that names the file to the child processes of a program."""
T = TypeVar("T")
_MAX_READ = 500_000
"""Bytes of the file that are read."""


def watched(make: Callable[[], T]) -> T:
    """In a child process: have its stacks written when it crashes, and make its object."""
    path = os.environ.get(FILE_OF_CHILDREN, "")
    if path and not faulthandler.is_enabled():
        with contextlib.suppress(OSError):
            flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT
            faulthandler.enable(os.open(path, flags, 0o600))
    return make()


def take_stack() -> str:
    """In the program: what its children have written since the last call, as public text."""
    try:
        with Path(os.environ.get(FILE_OF_CHILDREN, "")).open("r+b") as file:
            text = file.read(_MAX_READ).decode("utf-8", "replace")
            file.truncate(0)
    except OSError:
        return ""
    from helper.reports.public import public_stack  # child processes start without it

    return public_stack(text)
