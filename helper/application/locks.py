"""Which programs use the player's data: each holds a lock file as long as it runs."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QLockFile

FOLDER = "locks"
"""The folder of the lock files in the player's data folder."""


def running_programs(data: Path) -> frozenset[str]:
    """The owners of all locks that are held; lock files of crashed programs are removed.

    Args:
        data: The player's data folder.
    """
    return frozenset(path.stem for path in (data / FOLDER).glob("*.lock") if not _is_free(path))


def _is_free(path: Path) -> bool:
    lock = QLockFile(str(path))
    lock.setStaleLockTime(0)
    if not lock.tryLock(0):
        return False
    lock.unlock()
    return True
