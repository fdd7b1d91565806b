"""Reading and writing puzzle files: the registry of formats.

A format is a module with an object that follows :class:`~puzzles.formats.document.Format`, and an
entry in ``FORMATS``.
"""

from __future__ import annotations

import multiprocessing
import os
import sys
from pathlib import Path

from puzzles.errors import FormatError, LibraryError
from puzzles.formats.atomic import write_atomically
from puzzles.formats.document import Document, Format
from puzzles.formats.non import NON

__all__ = [
    "FORMATS",
    "MAX_BYTES",
    "STANDARD_INPUT",
    "Document",
    "Format",
    "format_for",
    "read",
    "read_bytes",
    "write",
]

FORMATS: tuple[Format, ...] = (NON,)

MAX_BYTES = 16 * 1024 * 1024
"""Larger files are rejected unread: a board of 1000x1000 with all clues, goal and marks needs 8 MB,
16.0 MB in UTF-16."""
STANDARD_INPUT = "-"
"""The name of standard input; a file of that name is ``./-``."""
_TOO_LARGE = (
    f"the file is larger than the {MAX_BYTES // 2**20} MB that a puzzle file may have;"
    " choose a puzzle file"
)


def format_for(path: Path) -> Format | None:
    """The format of a file by its extension."""
    return next((f for f in FORMATS if path.suffix.lower() in f.extensions), None)


def read(path: str | os.PathLike[str]) -> Document:
    """Read a puzzle file in any known format.

    Args:
        path: The file; :data:`STANDARD_INPUT` as text for standard input, which is read to its end.

    Raises:
        FormatError: The file is not a puzzle; the text has file, line and cause.
        LibraryError: The file is missing or cannot be read.
    """
    if path == STANDARD_INPUT:
        return read_bytes(_standard_input(), "standard input")
    return read_bytes(_bytes_of(Path(path)), os.fspath(path))


def read_bytes(data: bytes, name: str) -> Document:
    """Read the bytes of a puzzle file in any known format.

    Args:
        data: The whole file.
        name: The file's name, for error messages, and for its extension if nothing else tells the
            format.

    Raises:
        FormatError: The bytes are not a puzzle; the text has name, line and cause.
    """
    if len(data) > MAX_BYTES:
        raise FormatError(_TOO_LARGE, name)
    if not data.strip():
        raise FormatError("the file is empty", name)
    chosen = next((f for f in FORMATS if f.sniff(data)), None) or format_for(Path(name))
    if chosen is None:
        known = ", ".join(f.name for f in FORMATS)
        raise FormatError(f"this is not a puzzle file of a known format ({known})", name)
    return chosen.read(data, name)


def write(path: str | os.PathLike[str], document: Document, *, force: bool = False) -> None:
    """Write a puzzle file, replacing an old one as a whole or not at all.

    The format is that of the name's extension, or ``.non`` if that is unknown.

    Args:
        path: The file.
        document: The contents.
        force: Whether to replace a write-protected file.

    Raises:
        LibraryError: The file cannot be written; the old one is unchanged.
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
            data = file.read(MAX_BYTES + 1)  # st_size may be wrong
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise LibraryError(f"{path}: cannot be opened: {reason}") from error
    if len(data) > MAX_BYTES:
        raise FormatError(_TOO_LARGE, str(path))
    return data


def _standard_input() -> bytes:
    if multiprocessing.parent_process() is not None:  # its standard input is empty
        raise LibraryError("standard input can only be read alone; leave out the other files")
    if sys.stdin is None:  # a program without a console
        raise LibraryError("there is no standard input; name a file")
    try:
        return sys.stdin.buffer.read(MAX_BYTES + 1)
    except OSError as error:
        raise LibraryError(f"standard input cannot be read: {error.strerror or error}") from error
