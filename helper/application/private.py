"""Folders and files for the player's data, which only their owner may read."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path
from typing import BinaryIO

from puzzles.system import SYSTEM

FILE_MODE = 0o600
FOLDER_MODE = 0o700


def private_folder(path: Path) -> Path:
    """Make a folder for the player's data, or restrict the permissions of an existing one.

    Raises:
        OSError: It cannot be made.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    path.mkdir(mode=FOLDER_MODE, exist_ok=True)
    SYSTEM.restrict(path)
    return path


def private_file(path: Path) -> Path:
    """Make an empty file for the player's data, or restrict the permissions of an existing one.

    An existing file is not opened: on POSIX, closing any descriptor of a database drops all locks
    that this process has on it, and SQLite then loses writes.

    Raises:
        OSError: It cannot be made or written.
    """
    try:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, FILE_MODE))
    except FileExistsError:
        if path.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path)) from None
        if not os.access(path, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path)) from None
    SYSTEM.restrict(path)
    return path


def open_regular(path: Path) -> BinaryIO:
    """Open a file for reading unless it is a pipe, a device or a folder: these may never answer.

    Raises:
        OSError: It cannot be opened, or is no regular file.
    """
    options = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    descriptor = os.open(path, options)
    try:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise OSError(errno.EINVAL, "not a regular file", str(path))
        return os.fdopen(descriptor, "rb")
    except BaseException:
        os.close(descriptor)
        raise
