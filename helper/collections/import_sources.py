"""The files that an import reads: single ones, those of folders, those in zip archives. No Qt.

Nothing is unpacked to the disk, and names of archives are only shown, never used as paths. Hidden
files, and those that macOS adds to archives, are left out.
"""

from __future__ import annotations

import os
import struct
import zipfile
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath

from helper.application.collection_store import IMPORTED_TITLE
from puzzles.errors import FormatError, LibraryError, NonogramError, reason_of
from puzzles.formats import MAX_BYTES, Document, read_all, read_all_bytes
from puzzles.formats.non import PACK_ENDING
from puzzles.inputs import natural_key
from puzzles.paths import is_archive, is_folder, is_other
from puzzles.system import SYSTEM
from puzzles.titles import title_of_file
from puzzles.words import _, worded

MAX_FILES = 100_000
"""Files in one import; a larger folder was hardly meant."""
MAX_ARCHIVE_BYTES = 512 * 1024 * 1024
"""Size of an archive, and of everything in it when it is unpacked."""
DEFAULT_TITLE = _(IMPORTED_TITLE)
"""The collection of single files."""
_ENCRYPTED = 0x1
"""The flag of an encrypted file in an archive."""
_ADDED_BY_MACOS = "__MACOSX"


@dataclass(frozen=True, slots=True)
class Item:
    """A file to be read, or the reason why it cannot be."""

    name: str
    """For the report."""
    collection: str = ""
    """The title of the collection that it belongs to."""
    read: Callable[[], Sequence[Document]] | None = None
    """Reads its puzzles. Every format has one puzzle in a file today; one that bundles several
    returns all of them here."""
    problem: str = ""


def items_of(
    paths: Sequence[Path], archives: ExitStack, should_stop: Callable[[], bool] = lambda: False
) -> list[Item]:
    """All files below some paths, in the order of their names; numbers count as numbers.

    Args:
        paths: Files, folders and zip archives.
        archives: Closes the archives, after the items have been read.
        should_stop: Called for each folder; the list is not complete then.

    Raises:
        NonogramError: There are too many files.
    """
    found: list[Item] = []
    for path in paths:
        title = title_for(path)
        for item in _items(path, archives, should_stop):
            found.append(replace(item, collection=title))
            if len(found) > MAX_FILES:
                raise NonogramError(
                    worded(
                        "{path}: there are more than {limit} files; import a smaller folder",
                        path=path,
                        limit=MAX_FILES,
                    )
                )
    return found


def title_for(path: Path) -> str:
    """The title of the collection that a path is imported into.

    It is the name of a folder, an archive or a pack; other files go into one collection.
    """
    name = path.absolute().name
    if is_folder(path) and name:
        return title_of_file(f"{shown(name)}.folder")  # without what looks like an ending
    if is_archive(path):
        return title_of_file(shown(name))
    stem = name[: -len(".gz")] if name.lower().endswith(".gz") else name
    is_pack = stem.lower().endswith(PACK_ENDING)
    return title_of_file(shown(stem)) if is_pack else DEFAULT_TITLE


def shown(name: str) -> str:
    """A name from an archive or a folder without control characters."""
    text = name.encode("utf-8", "replace").decode("utf-8")
    return "".join(c if c.isprintable() else "�" for c in text)


def _items(path: Path, archives: ExitStack, should_stop: Callable[[], bool]) -> Iterator[Item]:
    if is_folder(path):
        yield from _items_in_folder(path, archives, should_stop)
    else:
        yield from _items_of_file(path, path.name, archives)


def _items_in_folder(
    folder: Path, archives: ExitStack, should_stop: Callable[[], bool]
) -> Iterator[Item]:
    refused: list[OSError] = []
    for where, names, files in os.walk(folder, onerror=refused.append):
        if should_stop():
            return
        names[:] = sorted((n for n in names if not n.startswith(".")), key=natural_key)
        for name in sorted((n for n in files if not n.startswith(".")), key=natural_key):
            path = Path(where) / name
            yield from _items_of_file(path, str(path.relative_to(folder)), archives)
    for error in refused:
        yield Item(
            shown(str(error.filename)),
            problem=worded("the folder cannot be opened: {reason}", reason=reason_of(error)),
        )


def _items_of_file(path: Path, name: str, archives: ExitStack) -> Iterator[Item]:
    if problem := _file_problem(path):
        yield Item(shown(name), problem=problem)
    elif is_archive(path):
        yield from _items_in_archive(path, shown(name), archives)
    else:
        yield Item(shown(name), read=lambda: read_all(path, may_be_incomplete=True))


def _file_problem(path: Path) -> str:
    """Why a path is not even opened: it is no file, or one that the system makes up."""
    if is_other(path):
        return _("this is not a file but a pipe or a device")
    where = path.resolve()
    if any(where.is_relative_to(folder) for folder in SYSTEM.made_up_folders):
        return _("this is a link to a file of the system")
    return ""


def _items_in_archive(path: Path, name: str, archives: ExitStack) -> Iterator[Item]:
    try:
        archive = _opened(path, archives)
        files = [info for info in archive.infolist() if not _is_left_out(info)]
    except (NonogramError, OSError, ValueError, RuntimeError, zipfile.BadZipFile) as error:
        yield Item(name, problem=_archive_problem(error))
        return
    left = MAX_ARCHIVE_BYTES
    for info in sorted(files, key=lambda info: natural_key(info.filename)):
        entry = f"{name}: {shown(info.filename)}"
        problem = _entry_problem(info)
        if not problem and info.file_size > left:
            problem = worded(
                "the file and those before it would have more than the {limit} MB "
                "that are allowed when they are unpacked",
                limit=MAX_ARCHIVE_BYTES // 2**20,
            )
        left -= 0 if problem else info.file_size
        yield Item(entry, problem=problem) if problem else Item(entry, read=_reader(archive, info))


def _opened(path: Path, archives: ExitStack) -> zipfile.ZipFile:
    if is_other(path):
        raise FormatError(_("this is not a file but a pipe or a device"))
    if path.stat().st_size > MAX_ARCHIVE_BYTES:
        raise FormatError(
            worded("the archive is larger than {limit} MB", limit=MAX_ARCHIVE_BYTES // 2**20)
        )
    refuse_long_list(path)
    return archives.enter_context(zipfile.ZipFile(path))


def _archive_problem(error: Exception) -> str:
    if isinstance(error, NonogramError):
        return str(error)
    if isinstance(error, OSError):
        return worded("the archive cannot be opened: {reason}", reason=error.strerror or error)
    return _("the file is damaged, or not a zip archive")


def _is_left_out(info: zipfile.ZipInfo) -> bool:
    parts = PurePosixPath(info.filename).parts
    hidden = any(part.startswith(".") and part not in (".", "..") for part in parts)
    return info.is_dir() or hidden or _ADDED_BY_MACOS in parts


def _entry_problem(info: zipfile.ZipInfo) -> str:
    """Why a file of an archive is not even unpacked; empty if it is."""
    if info.flag_bits & _ENCRYPTED:
        return _(
            "the file is encrypted; unpack the archive with its password, and import the folder"
        )
    if info.file_size > MAX_BYTES:
        return worded(
            "the file is larger than the {limit} MB that a puzzle file may have",
            limit=MAX_BYTES // 2**20,
        )
    if info.compress_type not in METHODS:
        return _("the compression is not supported; unpack the archive, and import the folder")
    if info.filename.lower().endswith(".zip"):
        return _("this is an archive in an archive; unpack the outer one and import the folder")
    return ""


def _reader(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> Callable[[], Sequence[Document]]:
    def read_entry() -> Sequence[Document]:
        try:
            data = unpacked(archive, info, MAX_BYTES)
        except (
            zipfile.BadZipFile,
            zlib.error,
            EOFError,
            ValueError,
            RuntimeError,
            NotImplementedError,
        ) as error:
            raise FormatError(_("the file is damaged in the archive")) from error
        except OSError as error:
            raise LibraryError(
                worded("the file cannot be unpacked: {reason}", reason=error.strerror or error)
            ) from error
        name = PurePosixPath(info.filename).name
        return read_all_bytes(data, name, may_be_incomplete=True)

    return read_entry


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
        raise FormatError(_("the archive has too many files"))


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
