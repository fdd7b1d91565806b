"""Which programs use the player's data: each holds a lock file as long as it runs."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QLockFile

_LOOK_MS = 5
"""Another program that looks at a lock holds it itself for less time than this."""
FOLDER = "locks"
"""The folder of the lock files in the player's data folder."""


def lock_of(data: Path, owner: str, folder: str = FOLDER) -> QLockFile:
    """The lock of a program, which is not held yet.

    Args:
        data: The player's data folder.
        owner: The program.
        folder: That of the lock file, in the data folder. Locks elsewhere say nothing about the
            library.
    """
    lock = QLockFile(str(data / folder / f"{owner}.lock"))
    lock.setStaleLockTime(0)
    return lock


def is_running(data: Path, owner: str) -> bool:
    """Whether a program holds its lock; the lock file of a crashed one is removed."""
    lock = lock_of(data, owner)
    if not lock.tryLock(_LOOK_MS):
        return True
    lock.unlock()
    return False


def running_programs(data: Path) -> frozenset[str]:
    """The owners of all locks that are held; lock files of crashed programs are removed."""
    owners = [path.stem for path in (data / FOLDER).glob("*.lock")]
    return frozenset(owner for owner in owners if is_running(data, owner))
