"""What a zip archive may ask for before it is opened, and how much of a file in it is read. No Qt.

The standard module reads the whole list of an archive's files into memory, and unpacks some
methods without a limit: an archive of 2 kB could take gigabytes.
"""

from __future__ import annotations

import struct
import zipfile
from pathlib import Path

from puzzles.errors import FormatError

MAX_LIST_BYTES = 64 * 1024 * 1024
"""The largest list of files; 100,000 files have about 15 MB."""
METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
"""The ways of compression that are unpacked piece by piece; LZMA and bzip2 may take gigabytes."""
_END, _END_64 = b"PK\5\6", b"PK\6\6"
"""The signatures of the record at the end, and of the one before it in large archives."""
_TAIL_BYTES = 1 << 17
"""More than the record at the end with the longest comment, 64 kB."""


def refuse_long_list(path: Path) -> None:
    """Refuse an archive whose list of files would take too much memory.

    Raises:
        FormatError: There are too many files in it.
        OSError: It cannot be read.
    """
    with path.open("rb") as file:
        size = file.seek(0, 2)
        file.seek(max(0, size - _TAIL_BYTES))
        tail = file.read(_TAIL_BYTES)
    listed = [*_numbers(tail, _END, 12, "<I"), *_numbers(tail, _END_64, 40, "<Q")]
    # 0xFFFFFFFF stands for a number in the larger record.
    if any(MAX_LIST_BYTES < number != 0xFFFFFFFF for number in listed):
        raise FormatError("it has too many files")


def _numbers(tail: bytes, signature: bytes, offset: int, form: str) -> list[int]:
    """The sizes of the list, in bytes, that all records with a signature state."""
    found, at = [], tail.find(signature)
    while at >= 0:
        if at + offset + struct.calcsize(form) <= len(tail):
            found.append(int(struct.unpack_from(form, tail, at + offset)[0]))
        at = tail.find(signature, at + 1)
    return found


def unpacked(archive: zipfile.ZipFile, info: zipfile.ZipInfo, limit: int) -> bytes:
    """A file of an archive.

    Args:
        archive: The archive.
        info: The file in it; its stated size is not relied on.
        limit: The most bytes that it may have.

    Raises:
        ValueError: It is larger, or its way of compression is not one of :data:`METHODS`.
        zipfile.BadZipFile, zlib.error, EOFError, RuntimeError: It is damaged.
    """
    if info.compress_type not in METHODS:
        raise ValueError("unknown way of compression")
    with archive.open(info) as file:
        data = file.read(limit + 1)
    if len(data) > limit:
        raise ValueError("too large")
    return data
