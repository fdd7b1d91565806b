"""Replace a file as a whole or not at all."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

from puzzles.errors import LibraryError
from puzzles.formats.temporary import IS_LOCKED, remove_leftovers, temporary_beside

_WRITE_BITS = 0o222


def write_atomically(
    path: Path, data: bytes, *, force: bool = False, mode: int | None = None
) -> None:
    """Write a file so that, whatever happens, either the old or the new content is there.

    Links are followed. What killed saves have left in the folder is removed.

    Args:
        path: The file.
        data: All that it is to hold.
        force: Whether a write-protected file is replaced, too.
        mode: The file's permissions; by default those of an existing file are kept, and a new one
            has the usual ones.

    Raises:
        LibraryError: The disk is full, the folder is missing or not writable, the file is
            write-protected; the old file is as it was.
    """
    try:
        target = Path(os.path.realpath(path))
        if target.is_dir():
            raise IsADirectoryError(None, "it is a folder")
        if target.exists() and not target.is_file():
            raise OSError(None, "it is not a file but a pipe or a device")
        if not force and is_write_protected(target):
            raise PermissionError(None, "it is write-protected")
        remove_leftovers(target.parent)
        handle, temporary = temporary_beside(target)
    except (OSError, ValueError) as error:
        raise _cannot_save(path, error) from error
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
            os.chmod(temporary, _mode_for(target) if mode is None else mode)  # noqa: PTH101
            if not IS_LOCKED:
                file.close()
            os.replace(temporary, target)  # noqa: PTH105 - beside the other os calls
    except BaseException as error:
        with contextlib.suppress(OSError):
            os.unlink(temporary)  # noqa: PTH108
        if isinstance(error, OSError):
            raise _cannot_save(path, error) from error
        raise
    _sync_folder(target.parent)


def is_write_protected(path: Path) -> bool:
    """Whether a file is there that its user may not write, or that nobody may, as root could.

    Replacing a file asks for the folder's permission only, so this has to be looked up.
    """
    try:
        mode = path.stat().st_mode
        return not (mode & _WRITE_BITS and os.access(path, os.W_OK))
    except (OSError, ValueError):
        return False


def _cannot_save(path: Path, error: OSError | ValueError) -> LibraryError:
    return LibraryError(f"{path}: cannot be saved: {getattr(error, 'strerror', None) or error}")


def _mode_for(target: Path) -> int:
    with contextlib.suppress(OSError):
        return target.stat().st_mode & 0o7777
    return usual_mode()


def usual_mode() -> int:
    """The permissions that new files have here."""
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
