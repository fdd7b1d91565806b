"""The library in one file: a zip archive with the database and the photos.

A restored library replaces the present one at once; the present one is kept beside it as a backup
of its own. A backup of a newer version, a damaged one and a foreign file are refused.
"""

from __future__ import annotations

import contextlib
import json
import math
import os
import re
import shutil
import sqlite3
import time
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from helper.application import library_schema
from helper.application.library import Library
from helper.application.locks import running_programs
from helper.application.private import FILE_MODE, private_file, private_folder
from helper.collections.export_work import ExportProgress, new_archive
from helper.collections.import_sources import METHODS, refuse_long_list, unpacked
from puzzles.child.limits import ChildLimits, limited
from puzzles.errors import FormatError, LibraryBusyError, LibraryError, reason_of
from puzzles.formats.temporary import TemporaryFolder, remove_leftovers
from puzzles.json_text import read_json
from puzzles.words import _, worded

_ABOUT, _LIBRARY, _PHOTOS = "backup.json", "library.sqlite3", "photos/"
_PROGRAM, _VERSION = "nonogram-helper", 1
_JOURNALS = ("-wal", "-shm")
"""What SQLite adds to the names of the files beside a database."""
_PHOTO = re.compile(r"photos/([0-9a-f]{32}(?:\.[a-z]{3,4})?)")
_ODD = re.compile(r"\b(?:virtual|generated|check)\b", re.IGNORECASE)
"""What no table of the library has."""
_STAGING = "restoring"
"""The beginning of the name of the folder that a backup is unpacked into."""
LIMITS = ChildLimits(
    512, 300, _("reading the backup"), _("Choose another backup"), wall_clock_factor=math.inf
)
"""SQLite keeps a few MB in memory, and a backup of 10 GB is unpacked in less processor time. A slow
disk may take longer by the clock."""
_MAX_ABOUT_BYTES = 100_000
_MAX_CHECK_S = 60.0
"""The time that looking through an unpacked database may take."""
_DAMAGED = (zipfile.BadZipFile, zlib.error, EOFError, ValueError, RuntimeError, LookupError)
_RUNNING = _(
    "the library cannot be replaced while another window or program uses it; close all the others"
    " first"
)


class BackupInfo(NamedTuple):
    """What a backup says about itself."""

    made_at: str
    """UTC, ``YYYY-MM-DD HH:MM``."""
    games: int
    puzzles: int
    """Imported ones."""
    photos: int


class Restored(NamedTuple):
    """A library was restored."""

    kept: Path | None
    """Where the old library is now; ``None`` if there was none."""


def backup_work(
    library: Path,
    target: Path,
    report: Callable[[object], None],
    should_stop: Callable[[], bool],
) -> bool:
    """Back the library up, while programs may go on using it.

    Args:
        library: Its file; the photos are in a folder beside it.
        target: The file to write, which is replaced as a whole or not at all.
        report: Gets an :class:`ExportProgress` for each file.
        should_stop: Whether to stop; the target is unchanged then.

    Returns:
        Whether it was not stopped.

    Raises:
        LibraryError: The library is missing or damaged, or the target cannot be written.
    """
    data, about = _copy_of(library)
    photos = _photos_beside(library)
    with new_archive(target, FILE_MODE) as archive:
        archive.file.writestr(_ABOUT, json.dumps({**about, "photos": len(photos)}))
        archive.file.writestr(_LIBRARY, data)
        for done, photo in enumerate(photos, 1):
            if should_stop():
                archive.is_wanted = False
                return False
            # It may be deleted meanwhile, since nothing refers to it any more.
            with contextlib.suppress(FileNotFoundError):
                archive.file.write(photo, _PHOTOS + photo.name, zipfile.ZIP_STORED)
            report(ExportProgress(done, len(photos)))
    return True


def inspect_work(
    path: Path, report: Callable[[object], None], should_stop: Callable[[], bool]
) -> BackupInfo:
    """What a backup says about itself; runs in a child process, within :data:`LIMITS`.

    Raises:
        LibraryError: It is not a backup, or of a newer version, or damaged.
    """
    with limited(LIMITS), _opened(path) as archive:
        return _info(path, archive)


def restore_work(
    path: Path,
    library: Path,
    report: Callable[[object], None],
    should_stop: Callable[[], bool],
) -> Restored | None:
    """Replace the library by a backup; no program may use it. The backup is read within limits.

    The library is replaced in one step at the end. Before that, an error or a stop leaves it as it
    was.

    Args:
        path: The backup.
        library: The library's file; it may be missing or damaged.
        report: Gets an :class:`ExportProgress` for each file.
        should_stop: Whether to stop.

    Returns:
        ``None`` if it was stopped.

    Raises:
        LibraryError: Another program runs; the backup cannot be used; the disk is full; or the
            library is of a newer version.
    """
    folder = library.parent
    if running_programs(folder):
        raise LibraryBusyError(_RUNNING)
    _refuse_newer(library)
    with _opened(path) as archive, _staging(path, archive, folder) as staged:
        with limited(LIMITS):
            _info(path, archive)
            _unpack(path, archive, staged, report, should_stop)
            if should_stop():
                return None
            _validate(path, staged / _LIBRARY)
        kept = _kept(library)
        _add_photos(staged / _PHOTOS, folder / _PHOTOS)
        _replace(staged / _LIBRARY, library)
        return Restored(kept)


# Backing up


def _copy_of(library: Path) -> tuple[bytes, dict[str, object]]:
    """The database as it is now, and what is to be said about it."""
    if not library.is_file():
        raise LibraryError(worded("{library}: there is no library yet", library=library))
    try:
        with (
            closing(sqlite3.connect(library, timeout=5)) as db,
            closing(sqlite3.connect(":memory:")) as copy,
        ):
            db.backup(copy)
            if copy.execute("pragma quick_check").fetchone() != ("ok",):
                raise LibraryError(worded("{library}: is damaged", library=library))
            about = {
                "program": _PROGRAM,
                "version": _VERSION,
                "made_at": f"{datetime.now(UTC):%Y-%m-%d %H:%M}",
                "games": _count(copy, "games where deleted_at is null"),
                "puzzles": _count(copy, "puzzles where deleted_at is null"),
            }
            return copy.serialize(), about
    except sqlite3.Error as error:
        raise LibraryError(
            worded("{library}: cannot be used: {error}", library=library, error=error)
        ) from error


def _count(db: sqlite3.Connection, what: str) -> int:
    try:
        return int(db.execute(f"select count(*) from {what}").fetchone()[0])
    except sqlite3.OperationalError:  # an earlier version had no such table
        return 0


def _photos_beside(library: Path) -> list[Path]:
    folder = library.parent / _PHOTOS
    if not folder.is_dir():
        return []
    return sorted(path for path in folder.iterdir() if _PHOTO.fullmatch(_PHOTOS + path.name))


# Reading a backup


@contextmanager
def _opened(path: Path) -> Iterator[zipfile.ZipFile]:
    """The archive; errors while it is used become sentences."""
    try:
        if path.exists() and not path.is_file():
            raise LibraryError(worded("{path}: this is not a file", path=path))
        if path.exists():
            _refuse_long_list(path)
        with zipfile.ZipFile(path) as archive:
            yield archive
    except OSError as error:
        raise LibraryError(
            worded("{path}: cannot be used: {reason}", path=path, reason=reason_of(error))
        ) from error
    except _DAMAGED as error:
        raise LibraryError(
            worded("{path}: this is not a backup of the library, or damaged", path=path)
        ) from error


def _refuse_long_list(path: Path) -> None:
    try:
        refuse_long_list(path)
    except FormatError as error:
        raise LibraryError(f"{path}: {error}") from error


def _info(path: Path, archive: zipfile.ZipFile) -> BackupInfo:
    about = read_json(unpacked(archive, archive.getinfo(_ABOUT), _MAX_ABOUT_BYTES))
    if not isinstance(about, dict) or about.get("program") != _PROGRAM:
        raise ValueError("of another program")
    archive.getinfo(_LIBRARY)
    if about.get("version") != _VERSION:
        raise LibraryError(
            worded("{path}: was written by a newer version of this program", path=path)
        )
    numbers = (about.get(name) for name in ("games", "puzzles", "photos"))
    return BackupInfo(
        str(about.get("made_at", ""))[:20], *(n if isinstance(n, int) else 0 for n in numbers)
    )


@contextmanager
def _staging(path: Path, archive: zipfile.ZipFile, folder: Path) -> Iterator[Path]:
    """A private folder for the files of a backup, with enough room on the disk."""
    needed = sum(info.file_size for info in archive.infolist())
    private_folder(folder)
    if needed > shutil.disk_usage(folder).free:
        raise LibraryError(
            worded(
                "{path}: needs {needed} MB, which are not free on the disk",
                path=path,
                needed=needed // 2**20,
            )
        )
    remove_leftovers(path.parent)  # of a backup that was killed
    with TemporaryFolder(_STAGING, folder) as staged:
        private_folder(staged / _PHOTOS)
        yield staged


def _unpack(
    path: Path,
    archive: zipfile.ZipFile,
    staged: Path,
    report: Callable[[object], None],
    should_stop: Callable[[], bool],
) -> None:
    """Unpack the database and the photos; names of the archive are never used as they are."""
    targets = {_LIBRARY: staged / _LIBRARY}
    for name in archive.namelist():
        if found := _PHOTO.fullmatch(name):
            targets[name] = staged / _PHOTOS / found[1]
    for done, (name, target) in enumerate(targets.items(), 1):
        if should_stop():
            return
        private_file(target)
        if archive.getinfo(name).compress_type not in METHODS:
            raise ValueError("unknown way of compression")
        with archive.open(name) as source, target.open("wb") as file:
            shutil.copyfileobj(source, file)
        report(ExportProgress(done, len(targets)))


def _validate(path: Path, database: Path) -> None:
    """Bring an unpacked database up to date, as a single file; no program plays its games."""
    if _is_newer(database):
        raise LibraryError(
            worded("{path}: was written by a newer version of this program", path=path)
        )
    try:
        _refuse_foreign(database)
        Library(database).close()
        with closing(_limited(database)) as db:
            if db.execute("pragma quick_check").fetchone() != ("ok",):
                raise LibraryError(worded("{path}: the library in it is damaged", path=path))
            db.execute("update games set owner = ''")
            db.execute("pragma journal_mode = delete")
    except (sqlite3.Error, LibraryError) as error:
        raise LibraryError(worded("{path}: the library in it is damaged", path=path)) from error


def _is_newer(library: Path) -> bool:
    """Whether a database was written by a newer version of this program."""
    try:
        with closing(sqlite3.connect(library, timeout=0)) as db:
            return library_schema.is_newer(db)
    except sqlite3.Error:
        return False


def _refuse_foreign(database: Path) -> None:
    """Refuse what the library does not have: other tables and indexes, views, triggers, checks.

    Raises:
        LibraryError: There is such a thing, which might never end when it is used.
        sqlite3.Error: It is damaged, or looking at it takes too long.
    """
    with TemporaryFolder("nonogram-library") as folder:
        empty = folder / _LIBRARY
        Library(empty).close()
        with closing(sqlite3.connect(empty)) as db:
            known = set(db.execute("select type, name from sqlite_master"))
    with closing(_limited(database)) as db:
        for kind, name, text in db.execute("select type, name, sql from sqlite_master"):
            if (kind, name) not in known or _ODD.search(text or ""):
                raise LibraryError(
                    worded(
                        "{database}: the database has an unknown part, “{name}” ({kind})",
                        database=database,
                        kind=kind,
                        name=name,
                    )
                )


def _limited(database: Path) -> sqlite3.Connection:
    """A connection to an unpacked database whose statements end after some time."""
    db = sqlite3.connect(database, isolation_level=None)
    deadline = time.monotonic() + _MAX_CHECK_S
    db.set_progress_handler(lambda: time.monotonic() > deadline, 10_000)
    return db


# Replacing the library


def _refuse_newer(library: Path) -> None:
    if library.exists() and _is_newer(library):
        raise LibraryError(
            worded(
                "{library}: was written by a newer version of this program, and is left as it is",
                library=library,
            )
        )


def _kept(library: Path) -> Path | None:
    """Keep the library beside itself, as a backup, or as it is if it is damaged."""
    if not library.exists():
        return None
    stamp = f"{datetime.now():%Y-%m-%d-%H%M%S}"
    kept = library.with_name(f"library-before-restore-{stamp}.zip")
    try:
        backup_work(library, kept, lambda _: None, lambda: False)
        with closing(sqlite3.connect(library, timeout=0, isolation_level=None)) as db:
            db.execute("pragma journal_mode = delete")  # leaves a single file
    except (sqlite3.DatabaseError, LibraryError) as error:
        if "locked" in str(error):
            raise LibraryBusyError(_RUNNING) from error
        if not _is_damaged(library):
            raise
        kept = library.with_name(f"library-damaged-{stamp}.sqlite3")
        for ending in ("", *_JOURNALS):
            path = library.with_name(library.name + ending)
            if path.exists():
                shutil.copy2(path, kept.with_name(kept.name + ending))
    return kept


def _is_damaged(library: Path) -> bool:
    try:
        with closing(sqlite3.connect(library, timeout=0)) as db:
            return bool(db.execute("pragma quick_check").fetchone() != ("ok",))
    except sqlite3.DatabaseError:
        return True


def _add_photos(source: Path, target: Path) -> None:
    """Move photos that are not there yet; the same name means the same content."""
    private_folder(target)
    for photo in source.iterdir():
        if not (target / photo.name).exists():
            photo.replace(target / photo.name)


def _replace(source: Path, library: Path) -> None:
    with source.open("rb+") as file:
        os.fsync(file.fileno())
    for ending in _JOURNALS:  # only a damaged library still has them
        library.with_name(library.name + ending).unlink(missing_ok=True)
    source.replace(library)
