"""The file of the open puzzle. No Qt.

It is no part of the undo history, since saving cannot be undone.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from puzzles.formats import Document


@dataclass(frozen=True)
class FileState:
    """Where a puzzle is saved, and the document that was last read or written."""

    path: Path | None
    document: Document
    stamp: int = 0
    """Modification time of the file when it was read or written, in ns; 0 if unknown."""

    @classmethod
    def of(cls, path: Path | None, document: Document) -> FileState:
        """A file that was just read or written."""
        return cls(path, document, stamp_of(path))


def stamp_of(path: Path | None) -> int:
    """The modification time of a file, in ns; 0 if it is unknown."""
    try:
        return path.stat().st_mtime_ns if path is not None else 0
    except (OSError, ValueError):  # a journal may hold a path with a NUL
        return 0
