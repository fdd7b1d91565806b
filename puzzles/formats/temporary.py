"""Temporary files, which are renamed when they are complete, and temporary folders.

All of the program's are made here, but for those that the system removes by itself. A process that
is killed leaves them behind, and :func:`remove_leftovers` removes them: at the next save in that
folder, the next use of a temporary folder there, and some time after the start of the window. The
process that has made a temporary file holds a lock on it, which ends with the process. On Windows
an open file cannot be removed, which does the same (:attr:`System.renames_open_files`). A temporary
folder has such a file beside it.
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

from puzzles.system import SYSTEM

_MARK = ".nonogram-save"
_NAME = re.compile(rf"\..*{re.escape(_MARK)}(\.[a-z0-9]+)?", re.DOTALL)
_FOLDER = "-files"
"""What the name of a temporary folder has after that of the file beside it."""
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


class TemporaryFolder:
    """A private folder of this process, until it is closed.

    Args:
        name: Begins its name.
        parent: By default the folder of the system for temporary files.

    Raises:
        OSError: It cannot be made.
    """

    def __init__(self, name: str, parent: Path | None = None) -> None:
        parent = parent or Path(tempfile.gettempdir())
        remove_leftovers(parent)
        self._handle: int | None
        self._handle, self._file = temporary_beside(parent / name)
        self.path = _folder_of(self._file)
        try:
            self.path.mkdir(0o700)
        except OSError:
            self.close()
            raise

    def close(self) -> None:
        """Remove it with all that is in it. Harmless when closed."""
        if self._handle is None:
            return
        shutil.rmtree(self.path, ignore_errors=True)
        if SYSTEM.renames_open_files:
            _unlink(self._file)
        os.close(self._handle)
        self._handle = None
        if not SYSTEM.renames_open_files:
            _unlink(self._file)

    def __enter__(self) -> Path:
        return self.path

    def __exit__(self, *_: object) -> None:
        self.close()


def remove_leftovers(folder: Path) -> None:
    """Remove what killed processes of this user have left in a folder, but not what is in use."""
    for path in _temporaries(folder):
        with contextlib.suppress(OSError):
            if not SYSTEM.renames_open_files:
                path.unlink()
                shutil.rmtree(_folder_of(path), ignore_errors=True)
                continue
            handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
            try:
                if os.fstat(handle).st_uid == os.geteuid() and SYSTEM.lock(handle):
                    shutil.rmtree(_folder_of(path), ignore_errors=True)
                    path.unlink()
            finally:
                os.close(handle)


def _folder_of(path: Path) -> Path:
    return path.with_name(path.name + _FOLDER)


def _unlink(path: Path) -> None:
    with contextlib.suppress(OSError):
        path.unlink(missing_ok=True)


def _temporaries(folder: Path) -> Iterator[Path]:
    with contextlib.suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            if _NAME.fullmatch(entry.name) and entry.is_file(follow_symlinks=False):
                yield Path(entry.path)
