"""Folders and files that only their owner may read: what belongs to the player."""

from __future__ import annotations

import contextlib
import errno
import os
import stat
from pathlib import Path

FILE_MODE = 0o600
FOLDER_MODE = 0o700


def private_folder(path: Path) -> Path:
    """Make a folder for the player's data, or tighten the one that is there.

    Raises:
        OSError: It cannot be made.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    path.mkdir(mode=FOLDER_MODE, exist_ok=True)
    tighten(path)
    return path


def private_file(path: Path) -> Path:
    """Make an empty file for the player's data, or tighten the one that is there.

    A file that is there is not opened: on POSIX, closing any descriptor of a database drops all
    locks that this process has on it, and SQLite then loses what is written.

    Raises:
        OSError: It cannot be made, or not be written.
    """
    try:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, FILE_MODE))
    except FileExistsError:
        if path.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path)) from None
        if not os.access(path, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path)) from None
    tighten(path)
    return path


def tighten(path: Path) -> None:
    """Take the permissions of others from a file or folder, if it is there and is our user's.

    Folders that are for more than our data stay as they are: the home folder, shared ones.
    """
    with contextlib.suppress(OSError, RuntimeError):
        found = path.stat()
        is_ours = not hasattr(os, "geteuid") or found.st_uid == os.geteuid()
        is_data = stat.S_ISREG(found.st_mode) or stat.S_ISDIR(found.st_mode)
        is_shared = found.st_mode & stat.S_ISVTX or path == Path.home()
        if is_ours and is_data and not is_shared and found.st_mode & 0o077:
            path.chmod(stat.S_IMODE(found.st_mode) & ~0o077)
