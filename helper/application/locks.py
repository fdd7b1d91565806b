"""Which programs use the player's data: each holds a lock file as long as it runs.

The lock is one of the system's on the open file, which ends with the process, however that ends. So
what the file says does not matter, nor that another process may get the number of a crashed one.
"""

from __future__ import annotations

import os
from pathlib import Path
from time import monotonic, sleep

from puzzles.system import SYSTEM

FOLDER = "locks"
"""The folder of the lock files in the player's data folder."""
_LOOK_S = 0.005
"""Another program that only looks at a lock holds it itself for less time than this."""
_held = set[Path]()
"""The locks of this process, for which it does not wait."""
_READ_WRITE = os.O_RDWR | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)


class ProgramLock:
    """A lock file, which exists while the lock is held."""

    def __init__(self, path: Path) -> None:
        """``path``: in a folder of the player's data."""
        self.path = path
        self._handle: int | None = None

    @property
    def is_held(self) -> bool:
        """Whether this object holds the lock."""
        return self._handle is not None

    def take(self) -> bool:
        """Take the lock, also that of a program that has crashed; ``False`` if another one has it.

        Raises:
            OSError: The file cannot be made.
        """
        if self.path in _held:
            return False
        end = monotonic() + _LOOK_S
        while True:
            handle = self._opened()
            if handle is not None:
                is_locked = SYSTEM.lock(handle)
                # Another program may have removed the file before it was locked.
                if is_locked is not False and os.fstat(handle).st_nlink:
                    self._handle = handle
                    _held.add(self.path)
                    return True
                os.close(handle)
            if monotonic() > end:
                return False
            sleep(_LOOK_S / 10)

    def _opened(self) -> int | None:
        if SYSTEM.renames_open_files:
            return os.open(self.path, _READ_WRITE | os.O_CREAT, 0o600)
        try:  # a file that is open cannot be removed, which does the same as a lock
            self.path.unlink(missing_ok=True)
            return os.open(self.path, _READ_WRITE | os.O_CREAT | os.O_EXCL, 0o600)
        except (PermissionError, FileExistsError):
            return None

    def release(self) -> None:
        """Let the lock go, and remove the file. Harmless if it is not held."""
        handle, self._handle = self._handle, None
        if handle is None:
            return
        _held.discard(self.path)
        if SYSTEM.renames_open_files:
            self.path.unlink(missing_ok=True)
        os.close(handle)
        if not SYSTEM.renames_open_files:
            self.path.unlink(missing_ok=True)


def lock_of(data: Path, owner: str, folder: str = FOLDER) -> ProgramLock:
    """The lock of a program, which is not held yet.

    Args:
        data: The player's data folder.
        owner: The program.
        folder: That of the lock file, in the data folder. Locks elsewhere say nothing about the
            library.
    """
    return ProgramLock(data / folder / f"{owner}.lock")


def is_running(data: Path, owner: str) -> bool:
    """Whether a program holds its lock; the lock file of a crashed one is removed."""
    lock = lock_of(data, owner)
    try:
        if not lock.path.exists():
            return False
        if not lock.take():
            return True
    except OSError:
        return True  # nobody can tell, so its games are left alone
    lock.release()
    return False


def running_programs(data: Path) -> frozenset[str]:
    """The owners of all locks that are held; lock files of crashed programs are removed."""
    owners = [path.stem for path in (data / FOLDER).glob("*.lock")]
    return frozenset(owner for owner in owners if is_running(data, owner))
