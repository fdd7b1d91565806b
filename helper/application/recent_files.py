"""Tells the system which puzzle files were opened and saved, for its own list of recent files.

On Linux and BSD the list is ``recently-used.xbel``, which all programs share: entries of others
are kept as they are, a list that cannot be read is not touched, and the file is replaced as a whole
while its lock is held, which KDE's programs respect, too. On Windows the shell keeps the list.
macOS has one only for programs that use AppKit's documents, which Qt does not.

Nothing is told if ``NONOGRAM_HOME`` is set: all that is kept is meant to be in that folder then.
"""

from __future__ import annotations

import logging
import os
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path

from PySide6.QtCore import QLockFile, QMimeDatabase

from helper.application.private import FILE_MODE, open_regular
from puzzles.errors import LibraryError
from puzzles.formats.atomic import write_atomically
from puzzles.system import SYSTEM

_log = logging.getLogger(__name__)

MAX_BYTES = 2 * 1024 * 1024
"""A larger list is left as it is. GTK's programs keep those of a month: 300 entries have 144 kB and
take 22 ms of CPU time, 1,000 have 480 kB and take 87 ms."""
LOCK_MS = 2000
"""How long the thread waits for another program, which needs as long as this one."""
_worker = ThreadPoolExecutor(1, "recent-files")
"""One file after the other; its thread starts with the first, and the program ends when it has."""


def note_recent(path: Path) -> None:
    """Put a file into the system's list, in a thread: the window does not wait for it.

    Args:
        path: A file that was opened or saved.
    """
    if not os.environ.get("NONOGRAM_HOME"):
        tell = _tell_desktop if SYSTEM.shares_recent_files else SYSTEM.note_recent
        _worker.submit(tell, path.absolute())


def list_of_desktop() -> Path:
    """The list of Linux and BSD.

    Raises:
        RuntimeError: There is no home folder.
    """
    data = os.environ.get("XDG_DATA_HOME")
    folder = Path(data) if data else Path.home() / ".local" / "share"
    return folder / "recently-used.xbel"


def _tell_desktop(path: Path) -> None:
    try:
        kind = QMimeDatabase().mimeTypeForFile(str(path)).name()
        add_entry(list_of_desktop(), path.as_uri(), kind, datetime.now(UTC))
    except (LibraryError, OSError, ValueError, RuntimeError) as error:
        _log.info("the list of recent files is not changed: %s", error)


def add_entry(target: Path, uri: str, kind: str, now: datetime) -> None:
    """Put a file into a list, or note in its entry that this program used it again.

    Args:
        target: The list; it is made if it is missing.
        uri: The file.
        kind: Its MIME type.
        now: In UTC.

    Raises:
        ValueError: The list is not XBEL, or too large.
        OSError: It cannot be read, or another program has locked it.
        LibraryError: It cannot be written.
    """
    from helper.application import xbel  # the window starts without it

    target.parent.mkdir(parents=True, exist_ok=True)
    lock = QLockFile(f"{target}.lock")
    lock.setStaleLockTime(0)
    if not lock.tryLock(LOCK_MS):
        raise TimeoutError(str(lock.fileName()))
    try:
        data = _bytes_of(target)
        changed = xbel.with_entry(xbel.EMPTY if data is None else data, uri, kind, now)
        write_atomically(target, changed, mode=FILE_MODE if data is None else None)
    finally:
        lock.unlock()


def _bytes_of(target: Path) -> bytes | None:
    try:
        with open_regular(target) as file:
            data = file.read(MAX_BYTES + 1)
    except FileNotFoundError:
        return None
    if len(data) > MAX_BYTES:
        raise ValueError("the list is too large")
    return data or None
