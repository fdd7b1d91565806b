"""Temporary files, which are renamed when they are complete.

A killed save leaves its temporary file behind, and the next save in the folder removes it. The
process that writes a temporary file holds a lock on it, which ends with the process. On Windows an
open file cannot be removed, which does the same (:attr:`System.renames_open_files`).
"""

from __future__ import annotations

import contextlib
import os
import re
import tempfile
from collections.abc import Iterator
from pathlib import Path

from puzzles.system import SYSTEM

_MARK = ".nonogram-save"
_NAME = re.compile(rf"\..*{re.escape(_MARK)}(\.[a-z0-9]+)?", re.DOTALL)
_MAX_NAME_LENGTH = 40
"""Characters of the target's name in the temporary name."""


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
        SYSTEM.lock(handle)
        if os.fstat(handle).st_nlink:
            return handle, Path(name)
        os.close(handle)  # another save removed it as a leftover before it was locked


def remove_leftovers(folder: Path) -> None:
    """Remove the temporary files of killed saves in a folder, but not those in use."""
    for path in _temporaries(folder):
        with contextlib.suppress(OSError):
            if not SYSTEM.renames_open_files:
                path.unlink()
                continue
            handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
            try:
                if SYSTEM.lock(handle):
                    path.unlink()
            finally:
                os.close(handle)


def _temporaries(folder: Path) -> Iterator[Path]:
    with contextlib.suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            if _NAME.fullmatch(entry.name) and entry.is_file(follow_symlinks=False):
                yield Path(entry.path)
