"""Files that are written under a name of their own until they are whole.

A save that is killed leaves such a file behind. The next save in its folder removes it: whoever
writes one holds a lock on it, which ends with the process. Where there are no such locks (Windows),
a file that is open cannot be removed.
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
_NAME_CHARACTERS = 40
IS_LOCKED = sys.platform != "win32"
"""Whether the file may be renamed while it is open, and is locked until then."""


def temporary_beside(target: Path, ending: str = "") -> tuple[int, Path]:
    """A new file in the folder of another one, and its handle, which has to be closed.

    Args:
        target: What it is to become.
        ending: Of its name, with the dot, for writers that choose by it.

    Raises:
        OSError: It cannot be made.
    """
    while True:
        prefix = f".{target.name[:_NAME_CHARACTERS]}."
        handle, name = tempfile.mkstemp(_MARK + ending, prefix, target.parent)
        _lock(handle)
        if os.fstat(handle).st_nlink:
            return handle, Path(name)
        os.close(handle)  # another save took it for a leftover before it was locked


def remove_leftovers(folder: Path) -> None:
    """Remove what killed saves have left in a folder; what is being written stays."""
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
    """Whether nobody else has locked the file, which from now on is locked if that works here."""
    if sys.platform == "win32":
        return True
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
