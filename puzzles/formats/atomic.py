"""Replace a file as a whole or not at all."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

from puzzles.errors import LibraryError, reason_of
from puzzles.formats.temporary import remove_leftovers, temporary_beside
from puzzles.system import SYSTEM
from puzzles.words import _, worded

_WRITE_BITS = 0o222


def write_atomically(
    path: Path, data: bytes, *, force: bool = False, mode: int | None = None
) -> None:
    """Write a file so that it always has either the old or the new content, even after a crash.

    Links are followed. Temporary files of killed saves in the folder are removed.

    Args:
        path: The file.
        data: The contents.
        force: Whether to replace a write-protected file.
        mode: The file's permissions; by default those of an existing file are kept, and a new one
            has the usual ones.

    Raises:
        LibraryError: The disk is full, the folder is missing or not writable, or the file is
            write-protected; the old file is unchanged.
    """
    try:
        target = Path(os.path.realpath(path))
        if target.is_dir():
            raise IsADirectoryError(None, _("it is a folder"))
        if target.exists() and not target.is_file():
            raise OSError(None, _("it is not a file but a pipe or a device"))
        if not force and is_write_protected(target):
            raise PermissionError(None, _("it is write-protected"))
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
            if not SYSTEM.renames_open_files:
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
    """Whether a file exists that this user, or nobody, has permission to write.

    Replacing a file needs the folder's permission only, so this has to be checked.
    """
    try:
        mode = path.stat().st_mode
        return not (mode & _WRITE_BITS and os.access(path, os.W_OK))
    except (OSError, ValueError):
        return False


def _cannot_save(path: Path, error: OSError | ValueError) -> LibraryError:
    return LibraryError(
        worded(
            "{path}: cannot be saved: {reason}",
            path=path,
            reason=reason_of(error),
        )
    )


def _mode_for(target: Path) -> int:
    with contextlib.suppress(OSError):
        return target.stat().st_mode & 0o7777
    return usual_mode()


def usual_mode() -> int:
    """The permissions of new files by the umask."""
    umask = os.umask(0)
    os.umask(umask)
    return 0o666 & ~umask


def _sync_folder(folder: Path) -> None:
    """Let the renaming survive a power cut, if the system supports it."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
