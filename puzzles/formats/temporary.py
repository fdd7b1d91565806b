"""Temporary files, which are renamed when they are complete.

A killed save leaves its temporary file behind, and the next save in the folder removes it. The
process that writes a temporary file holds a lock on it, which ends with the process. On Windows,
which has no such locks, an open file cannot be removed.
"""

from __future__ import annotations

import contextlib
import os
import re
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

if sys.platform != "win32":
    import fcntl

_MARK = ".nonogram-save"
_NAME = re.compile(rf"\..*{re.escape(_MARK)}(\.[a-z0-9]+)?", re.DOTALL)
_MAX_NAME_LENGTH = 40
"""Characters of the target's name in the temporary name."""
IS_LOCKED = sys.platform != "win32"
"""Whether temporary files are locked, and can be renamed while they are open."""


def temporary_beside(target: Path, ending: str = "") -> tuple[int, Path]:
    """Create a temporary file in the folder of a file.

    Args:
        target: The final file.
        ending: Extension with the dot, for writers that choose the format by it.

    Returns:
        The handle, which has to be closed, and the path.

    Raises:
        OSError: The file cannot be created.
    """
    while True:
        prefix = f".{target.name[:_MAX_NAME_LENGTH]}."
        handle, name = tempfile.mkstemp(_MARK + ending, prefix, target.parent)
        _lock(handle)
        if os.fstat(handle).st_nlink:
            return handle, Path(name)
        os.close(handle)  # another save removed it as a leftover before it was locked


def remove_leftovers(folder: Path) -> None:
    """Remove the temporary files of killed saves in a folder, but not those in use."""
    for path in _temporaries(folder):
        with contextlib.suppress(OSError):
            if not IS_LOCKED:
                path.unlink()
                continue
            handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
            try:
                if _lock(handle):
                    path.unlink()
            finally:
                os.close(handle)


def _temporaries(folder: Path) -> Iterator[Path]:
    with contextlib.suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            if _NAME.fullmatch(entry.name) and entry.is_file(follow_symlinks=False):
                yield Path(entry.path)


def _lock(handle: int) -> bool:
    """Lock a file, if the system supports it; false if another process has locked it."""
    if sys.platform == "win32":
        return True
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
