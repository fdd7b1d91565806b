"""Reads the puzzle files that the window opens; the window never waits for one.

A file of 16 MB takes up to two seconds, and a pipe or a device may take any time. Such files are
read in a child process, behind a dialog with a Cancel button. A small file is read at once, which
takes less time than starting a process.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QEventLoop
from PySide6.QtWidgets import QWidget

from helper.widgets.progress_task import ProgressTask
from puzzles.errors import FormatError
from puzzles.formats import Document, read
from puzzles.words import worded
from recognizer.sandbox.limits import Limits, limited

SMALL_BYTES = 32 * 1024
"""Files of puzzles take 0.3 (.xml) to 1.5 ms (.g) a kilobyte, so these take less than 50 ms."""
LIMITS = Limits(1024, 60, "reading it")


def read_beside(path: Path, window: QWidget) -> Document | None:
    """Read a puzzle file while the window goes on.

    Returns:
        ``None`` if the user cancelled.

    Raises:
        FormatError: It cannot be read.
        SeveralPuzzlesError: It has several puzzles.
    """
    if path.is_file() and path.stat().st_size <= SMALL_BYTES:
        return read(path)
    task, loop = ProgressTask(window), QEventLoop()
    ended: list[tuple[object, str]] = []

    def end(result: object, problem: str) -> None:
        ended.append((result, problem))
        loop.quit()

    try:
        task.start(
            "Open Puzzle",
            worded("Reading {name} …", name=path.name),
            partial(_read_work, path),
            end,
            LIMITS,
        )
        loop.exec()
    finally:
        task.close()
        task.deleteLater()
    result, problem = ended[0] if ended else (None, "")  # the program ends
    if problem:
        raise FormatError(problem, str(path))
    if isinstance(result, FormatError):
        raise result
    return result if isinstance(result, Document) else None


def _read_work(
    path: Path, report: Callable[[object], None], should_stop: Callable[[], bool]
) -> Document | FormatError:
    """In a child process: errors are returned, since the window needs more than their text."""
    try:
        with limited(LIMITS):
            return read(path)
    except FormatError as error:
        return error
