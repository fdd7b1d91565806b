"""Replace a file as a whole or not at all."""

from __future__ import annotations

import contextlib
import os
import tempfile
from pathlib import Path

from puzzles.errors import LibraryError


def write_atomically(path: Path, data: bytes) -> None:
    """Write a file so that, whatever happens, either the old or the new content is there.

    Links are followed, permissions of an existing file are kept.

    Raises:
        LibraryError: The disk is full, the folder is missing or not writable; the old file is
            as it was.
    """
    target = Path(os.path.realpath(path))
    try:
        if target.is_dir():
            raise IsADirectoryError(None, "it is a folder")
        if target.exists() and not target.is_file():
            raise OSError(None, "it is not a file but a pipe or a device")
        handle, temporary = tempfile.mkstemp(prefix=f".{target.name[:40]}.", dir=target.parent)
    except OSError as error:
        raise _cannot_save(path, error) from error
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(temporary, _mode_for(target))  # noqa: PTH101 - beside the other os calls
        os.replace(temporary, target)  # noqa: PTH105
    except BaseException as error:
        with contextlib.suppress(OSError):
            os.unlink(temporary)  # noqa: PTH108
        if isinstance(error, OSError):
            raise _cannot_save(path, error) from error
        raise
    _sync_folder(target.parent)


def _cannot_save(path: Path, error: OSError) -> LibraryError:
    return LibraryError(f"{path}: cannot be saved: {error.strerror or error}")


def _mode_for(target: Path) -> int:
    with contextlib.suppress(OSError):
        return target.stat().st_mode & 0o7777
    umask = os.umask(0)
    os.umask(umask)
    return 0o666 & ~umask


def _sync_folder(folder: Path) -> None:
    """Make the renaming itself survive a power cut, where the system lets us."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
