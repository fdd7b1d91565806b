"""Crashes that Python cannot handle, in Qt, in the C++ core or in a library.

``faulthandler`` writes the stacks of all threads into a file of this process when it crashes.
A process holds the lock of its file as long as it runs and removes the file at its end. So a file
that nobody holds is of a process that has not come to its end: with a stack it has crashed; without
one it was killed, or the power failed, and nothing is to be said.

The file also has the last entries of the log, without what is private: those of the run that
crashed are wanted, not those of the next one.
"""

from __future__ import annotations

import atexit
import contextlib
import faulthandler
import os
import re
import uuid
from collections import deque
from pathlib import Path
from typing import NamedTuple

from helper.application.locks import ProgramLock, lock_of
from helper.application.private import open_regular, private_file, private_folder
from helper.reports.child_stacks import FILE_OF_CHILDREN
from helper.reports.problem_report import LOG_LINES
from helper.reports.public import public_stack
from puzzles.version import version_number

FOLDER = "crashes"
"""The folder of these files in the player's data folder."""
_VERSION, _ENTRY = "# ", "| "
"""The beginnings of lines that this module writes."""
_MAX_BYTES = 200_000
"""Of a file with entries of the log: it is written anew with the last ones then."""
_MAX_READ = 500_000
"""Bytes of a file that are read; the stacks of 100 threads with 100 frames each are shorter."""
_FATAL = re.compile(r"^(?:Fatal Python error|Windows fatal exception): ", re.MULTILINE)
_NOT_FATAL = re.compile(r"^Windows fatal exception: code 0x8[0-9a-f]{7}\s*$", re.MULTILINE)
"""Error codes of COM, which faulthandler writes down although the program handles them."""


class CrashFile:
    """The file of this process."""

    def __init__(self) -> None:
        self._lock: ProgramLock | None = None
        self._path = Path()
        self._descriptor = -1
        self._entries: deque[str] = deque(maxlen=LOG_LINES)

    def start(self, data: Path) -> None:
        """Have stacks written from now on, if the file can be made and no one else has them.

        Args:
            data: The player's data folder.
        """
        if self._descriptor >= 0 or faulthandler.is_enabled():  # a developer wants them on stderr
            return
        self._path = data / FOLDER / f"{uuid.uuid4().hex}.txt"
        try:
            private_folder(private_folder(data) / FOLDER)
            lock = lock_of(data, self._path.stem, FOLDER)
            if not lock.take():
                return
            self._lock = lock
            private_file(self._path)
            self._descriptor = os.open(self._path, os.O_WRONLY | os.O_APPEND)
        except OSError:  # that nothing can be kept is said elsewhere
            return
        self._write(f"{_VERSION}{version_number()}\n")
        faulthandler.enable(self._descriptor)
        os.environ[FILE_OF_CHILDREN] = str(self._path.with_suffix(".children"))
        atexit.register(self.close)

    def note(self, entry: str) -> None:
        """Keep a public entry of the log."""
        if self._descriptor < 0:
            return
        self._entries.append(entry)
        with contextlib.suppress(OSError):
            if os.fstat(self._descriptor).st_size > _MAX_BYTES:
                os.ftruncate(self._descriptor, 0)
                self._write(f"{_VERSION}{version_number()}\n")
                entry = "\n".join(self._entries)
        self._write("".join(f"{_ENTRY}{line}\n" for line in entry.splitlines()))

    def _write(self, text: str) -> None:
        with contextlib.suppress(OSError):  # a full disk
            os.write(self._descriptor, text.encode("utf-8", "backslashreplace"))

    def close(self) -> None:
        """Remove the file: the process ends, or is replaced. Harmless if called again."""
        if self._descriptor < 0:
            return
        faulthandler.disable()
        os.close(self._descriptor)
        self._descriptor = -1
        os.environ.pop(FILE_OF_CHILDREN, None)
        _remove(self._path)
        if self._lock is not None:
            self._lock.release()


class NativeCrash(NamedTuple):
    """A process that has crashed; public as a whole."""

    version: str
    """Of the program that crashed."""
    stack: str
    """The stacks of its threads."""
    log: list[str]
    """The last entries of its log."""


def take_crashes(data: Path) -> list[NativeCrash]:
    """All processes that have crashed; their files are removed, so that each is given once.

    Args:
        data: The player's data folder.
    """
    crashes = []
    for path in sorted((data / FOLDER).glob("*.txt")):
        lock = lock_of(data, path.stem, FOLDER)
        with contextlib.suppress(OSError):
            lock.take()
        if not lock.is_held:  # it runs, or another program has taken this one
            continue
        with contextlib.suppress(OSError):
            with open_regular(path) as file:
                text = file.read(_MAX_READ).decode("utf-8", "replace")
            _remove(path)
            if (crash := _crash_of(text)) is not None:
                crashes.append(crash)
        lock.release()
    return crashes


def _remove(path: Path) -> None:
    for each in (path, path.with_suffix(".children")):
        with contextlib.suppress(OSError):
            each.unlink()


def _crash_of(text: str) -> NativeCrash | None:
    """What the file of a process says that has not come to its end; ``None`` if it was killed."""
    lines = text.splitlines()
    stack = "\n".join(line for line in lines if not line.startswith((_ENTRY, _VERSION)))
    if not _FATAL.search(_NOT_FATAL.sub("", stack)):
        return None
    log = [line.removeprefix(_ENTRY) for line in lines if line.startswith(_ENTRY)]
    versions = [line.removeprefix(_VERSION) for line in lines if line.startswith(_VERSION)]
    return NativeCrash("".join(versions[-1:]), public_stack(stack), log[-LOG_LINES:])
