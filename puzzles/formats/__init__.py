"""Reading and writing puzzle files: the registry of formats.

A format is one module with an object that follows :class:`~puzzles.formats.document.Format`; it
becomes known by its line in ``FORMATS``.
"""

from __future__ import annotations

import os
from pathlib import Path

from puzzles.errors import FormatError, LibraryError
from puzzles.formats.atomic import write_atomically
from puzzles.formats.document import Document, Format
from puzzles.formats.non import NON

__all__ = ["FORMATS", "MAX_BYTES", "Document", "Format", "format_for", "read", "write"]

FORMATS: tuple[Format, ...] = (NON,)

MAX_BYTES = 16 * 1024 * 1024
"""Larger files are refused unread: a board of 1000x1000 with all clues, goal and marks needs 8 MB,
16.0 MB in UTF-16."""
_TOO_LARGE = (
    f"the file is larger than the {MAX_BYTES // 2**20} MB that a puzzle file may have;"
    " choose a puzzle file"
)


def format_for(path: Path) -> Format | None:
    """The format that a file's name asks for."""
    return next((f for f in FORMATS if path.suffix.lower() in f.extensions), None)


def read(path: str | os.PathLike[str]) -> Document:
    """Read a puzzle file in any known format.

    Raises:
        FormatError: The file is not a puzzle; the text names file, line and cause.
        LibraryError: The file is missing or cannot be read.
    """
    name = os.fspath(path)
    data = _bytes_of(Path(path))
    if not data.strip():
        raise FormatError("the file is empty", name)
    chosen = next((f for f in FORMATS if f.sniff(data)), None) or format_for(Path(path))
    if chosen is None:
        known = ", ".join(f.name for f in FORMATS)
        raise FormatError(f"this is not a puzzle file of a known format ({known})", name)
    return chosen.read(data, name)


def write(path: str | os.PathLike[str], document: Document, *, force: bool = False) -> None:
    """Write a puzzle file, replacing an old one as a whole or not at all.

    The format follows the name's extension, ``.non`` if there is none that is known.

    Args:
        path: The file.
        document: What it is to hold.
        force: Whether a write-protected file is replaced, too.

    Raises:
        LibraryError: The file cannot be written; the old one is as it was.
    """
    chosen = format_for(Path(path)) or FORMATS[0]
    write_atomically(Path(path), chosen.write(document), force=force)


def _bytes_of(path: Path) -> bytes:
    try:
        if path.exists() and not (path.is_file() or path.is_dir()):
            raise FormatError("this is not a file but a pipe or a device", str(path))
        if path.is_file() and path.stat().st_size > MAX_BYTES:
            raise FormatError(_TOO_LARGE, str(path))
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)  # whatever its size is said to be
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise LibraryError(f"{path}: cannot be opened: {reason}") from error
    if len(data) > MAX_BYTES:
        raise FormatError(_TOO_LARGE, str(path))
    return data
