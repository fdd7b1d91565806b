"""Backup and restore: what comes back, and what is refused."""

from __future__ import annotations

import json
import random
import shutil
import sqlite3
import struct
import sys
import tracemalloc
import zipfile
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helper.application.collection_store import CollectionStore
from helper.application.library import Library
from helper.application.library_records import GameKey, GameProgress, Solve
from helper.application.locks import lock_of
from helper.collections import backup
from helper.collections.backup import LIMITS, BackupInfo, backup_work, inspect_work, restore_work
from puzzles import LibraryError
from puzzles.errors import LibraryBusyError
from tests.support.imports import folder_of, imported
from tests.support.library_versions import NEWER, OLD_MIGRATIONS, make_newer, write_old_library

PHOTO = "0123456789abcdef0123456789abcdef.png"


@pytest.fixture
def library(tmp_path: Path) -> Path:
    """A library with something of everything, which no program uses."""
    path = tmp_path / "data" / "library.sqlite3"
    imported(path, folder_of(tmp_path / "birds", 5))
    made = Library(path)
    made.start_game("g", "gone", "Chick", "base", "files", GameKey("p", ""))
    made.record("g", 0, ("a",), GameProgress(1, True))
    made.add_solve(Solve("p", "Chick", 7, 7, 1, 61))
    made.keep_photo("p", PHOTO)
    CollectionStore(made).tag([1], ["hard"], [])
    made.close()
    photos = path.parent / "photos"
    photos.mkdir()
    (photos / PHOTO).write_bytes(b"picture")
    return path


@pytest.fixture
def saved(library: Path, tmp_path: Path) -> Path:
    """A backup of that library."""
    path = tmp_path / "backup.zip"
    assert back_up(library, path)
    return path


def back_up(library: Path, target: Path) -> bool:
    return backup_work(library, target, lambda _: None, lambda: False)


def inspect(path: Path) -> BackupInfo:
    return inspect_work(path, lambda _: None, lambda: False)


def restore(path: Path, library: Path) -> Path | None:
    """Restore; returns where the old library is kept."""
    restored = restore_work(path, library, lambda _: None, lambda: False)
    assert restored is not None
    return restored.kept


def contents(library: Path) -> list[str]:
    """All tables; the programs that play the games do not count."""
    with closing(sqlite3.connect(library)) as db:
        return [line.replace("'gone'", "''") for line in db.iterdump()]


def test_restoring_a_backup_is_identity(library: Path, saved: Path, tmp_path: Path) -> None:
    before = contents(library)
    elsewhere = tmp_path / "other" / "library.sqlite3"
    assert restore(saved, elsewhere) is None, "there was no old library"
    assert contents(elsewhere) == before
    assert (elsewhere.parent / "photos" / PHOTO).read_bytes() == b"picture"
    assert Library(elsewhere).games()[0].moves == ("a",)
    again = tmp_path / "again.zip"
    back_up(elsewhere, again)
    third = tmp_path / "third" / "library.sqlite3"
    restore(again, third)
    assert contents(third) == before
    assert oct(third.stat().st_mode & 0o777) == oct(saved.stat().st_mode & 0o777) == "0o600"
    assert not list(third.parent.glob(".restoring*"))


@pytest.mark.parametrize("last", OLD_MIGRATIONS)
def test_a_backup_of_an_earlier_version_is_restored(tmp_path: Path, last: str) -> None:
    old, library = tmp_path / "old.sqlite3", tmp_path / "new" / "library.sqlite3"
    write_old_library(old, last)
    assert back_up(old, tmp_path / "backup.zip")
    restore(tmp_path / "backup.zip", library)
    (game,) = Library(library).games()
    assert (game.title, game.owner, game.moves) == ("Chick", "", ("a", "b"))


def test_what_a_backup_has_is_told(saved: Path) -> None:
    info = inspect(saved)
    assert info == BackupInfo(info.made_at, games=1, puzzles=5, photos=1)
    assert info.made_at[:2] == "20"


def test_the_old_library_is_kept_and_can_be_restored(
    library: Path, saved: Path, tmp_path: Path
) -> None:
    before = contents(library)
    imported(library, folder_of(tmp_path / "ships", 3, first=50))
    later = contents(library)
    kept = restore(saved, library)
    assert contents(library) == before
    assert kept is not None
    assert kept.parent == library.parent
    assert inspect(kept).puzzles == 8
    restore(kept, library)
    assert contents(library) == later


def test_a_backup_is_made_while_another_program_writes(library: Path, tmp_path: Path) -> None:
    other = Library(library)
    with other.writing() as db:
        db.execute("delete from puzzles")
        assert back_up(library, tmp_path / "b.zip")
    assert inspect(tmp_path / "b.zip").puzzles == 5, "what is not complete is not in it"


def test_a_stopped_backup_and_a_stopped_restore_change_nothing(
    library: Path, saved: Path, tmp_path: Path
) -> None:
    before, old = contents(library), saved.read_bytes()
    assert not backup_work(library, saved, lambda _: None, lambda: True)
    assert saved.read_bytes() == old
    imported(library, folder_of(tmp_path / "ships", 3, first=50))
    later = contents(library)
    assert restore_work(saved, library, lambda _: None, lambda: True) is None
    assert contents(library) == later != before
    assert sorted(path.name for path in library.parent.iterdir() if path.is_dir()) == ["photos"]


# What is refused


def test_a_restore_is_refused_while_another_program_holds_a_lock(
    library: Path, saved: Path
) -> None:
    locks = library.parent / "locks"
    locks.mkdir()
    lock = lock_of(library.parent, "me")
    assert lock.take()
    before = contents(library)
    with pytest.raises(LibraryBusyError, match="close all the others"):
        restore(saved, library)
    assert contents(library) == before
    lock.release()
    restore(saved, library)


def test_a_restore_is_refused_while_the_library_is_open(library: Path, saved: Path) -> None:
    other = Library(library)
    before = other.games()
    with pytest.raises(LibraryBusyError, match="close all the others"):
        restore(saved, library)
    other.add_solve(Solve("q", "", 1, 1, 1, 1))
    assert (other.games(), len(other.solves())) == (before, 2)
    other.close()


@pytest.mark.parametrize("sql", NEWER)
def test_newer_versions_are_left_alone(
    library: Path, saved: Path, tmp_path: Path, sql: str
) -> None:
    before = contents(library)
    newer = tmp_path / "newer" / "library.sqlite3"
    restore(saved, newer)
    make_newer(newer, sql)
    back_up(newer, tmp_path / "newer.zip")
    with pytest.raises(LibraryError, match=r"newer\.zip: was written by a newer version"):
        restore(tmp_path / "newer.zip", library)
    assert contents(library) == before
    with pytest.raises(LibraryError, match="and is left as it is"):
        restore(saved, newer)
    about = tmp_path / "about.zip"
    with zipfile.ZipFile(about, "w") as archive:
        archive.writestr("backup.json", json.dumps({"program": "nonogram-helper", "version": 2}))
        archive.writestr("library.sqlite3", b"")
    with pytest.raises(LibraryError, match="newer version"):
        inspect(about)


def test_a_damaged_library_is_replaced_and_kept(library: Path, saved: Path) -> None:
    before = contents(library)
    library.write_bytes(b"this is not a database" * 100)
    kept = restore(saved, library)
    assert contents(library) == before
    assert kept is not None
    assert kept.name.startswith("library-damaged-")
    assert kept.read_bytes().startswith(b"this is not a database")


def foreign_files(folder: Path) -> list[Path]:
    text, other, empty = folder / "a.txt", folder / "b.zip", folder / "c.zip"
    text.write_text("hello")
    with zipfile.ZipFile(other, "w") as archive:
        archive.writestr("a.non", "x")
    with zipfile.ZipFile(empty, "w") as archive:
        archive.writestr("backup.json", json.dumps({"program": "nonogram-helper", "version": 1}))
        archive.writestr("library.sqlite3", b"this is not a database" * 100)
    return [text, other, empty, folder, folder / "missing.zip"]


def test_foreign_files_are_refused(library: Path, tmp_path: Path) -> None:
    before = contents(library)
    folder = tmp_path / "foreign"
    folder.mkdir()
    for path in foreign_files(folder):
        with pytest.raises(LibraryError, match=r"not a (backup|file)|damaged|No such file"):
            restore(path, library)
    assert contents(library) == before
    assert not list(library.parent.glob("library-*"))


@given(seed=st.integers(0, 2**32))
def test_a_damaged_backup_is_told_or_restored_whole(
    tmp_path_factory: pytest.TempPathFactory, seed: int
) -> None:
    draw = random.Random(seed).randrange
    folder = tmp_path_factory.mktemp("damaged")
    library, path = folder / "library.sqlite3", folder / "backup.zip"
    Library(library).close()
    back_up(library, path)
    before = contents(library)
    data = bytearray(path.read_bytes())
    for _ in range(1 + draw(8)):
        data[draw(len(data))] = draw(256)
    path.write_bytes(data)
    target = folder / "other" / "library.sqlite3"
    try:
        restore(path, target)
    except LibraryError:
        assert not target.exists()
    else:
        assert contents(target) == before


def test_names_in_a_backup_are_no_paths(library: Path, saved: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(saved, "a") as archive:
        for name in ("../escaped.txt", "photos/../../escaped.txt", "/tmp/escaped.txt", "photos/x"):
            archive.writestr(name, b"x")
    before = {path for path in tmp_path.rglob("*") if path.is_file()}
    restore(saved, library)
    new = {path for path in tmp_path.rglob("*") if path.is_file()} - before
    assert [path.suffix for path in new] == [".zip"], "only the old library was kept"


def test_a_backup_that_is_too_large_for_the_disk_is_told(
    library: Path, saved: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Usage:
        free = 10

    monkeypatch.setattr(shutil, "disk_usage", lambda _: Usage)
    with pytest.raises(LibraryError, match="not free on the disk"):
        restore(saved, library)


def altered(saved: Path, tmp_path: Path, statement: str) -> Path:
    """A backup whose database has something more."""
    path = tmp_path / "altered.zip"
    with zipfile.ZipFile(saved) as old, zipfile.ZipFile(path, "w") as new:
        for name in old.namelist():
            data = old.read(name)
            if name == "library.sqlite3":
                (tmp_path / "altered.sqlite3").write_bytes(data)
                with closing(sqlite3.connect(tmp_path / "altered.sqlite3")) as db:
                    db.executescript(statement)
                data = (tmp_path / "altered.sqlite3").read_bytes()
            new.writestr(name, data)
    return path


@pytest.mark.parametrize(
    "statement",
    [
        "create view endless as with recursive n(i) as (select 1 union all select i from n)"
        " select i from n",
        "create trigger t after insert on games begin delete from games; end",
        "drop table _sqlite_migrations; create view _sqlite_migrations as with recursive n(name) as"
        " (select '0001_games' union all select name from n) select name from n",
        "create table more (a)",
        "create index more on games (title)",
    ],
)
def test_a_backup_with_anything_else_than_a_library_is_refused(
    library: Path, saved: Path, tmp_path: Path, statement: str
) -> None:
    before = contents(library)
    with pytest.raises(LibraryError, match="damaged"):
        restore(altered(saved, tmp_path, statement), library)
    assert contents(library) == before


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA, zipfile.ZIP_DEFLATED])
def test_a_backup_that_unpacks_to_gigabytes_is_refused_at_once(tmp_path: Path, method: int) -> None:
    """Its list says that the file has 100 bytes, its content is far larger."""
    path = tmp_path / "bomb.zip"
    with zipfile.ZipFile(path, "w", method) as archive:
        archive.writestr("backup.json", b"[" * 15_000_000)
        archive.writestr("library.sqlite3", b"")
    data = path.read_bytes().replace(struct.pack("<I", 15_000_000), struct.pack("<I", 100))
    path.write_bytes(data)
    tracemalloc.start()
    try:
        with pytest.raises(LibraryError, match="not a backup"):
            inspect(path)
        assert tracemalloc.get_traced_memory()[1] < 5_000_000
    finally:
        tracemalloc.stop()


@pytest.mark.skipif(sys.platform != "linux", reason="not tried elsewhere")
@pytest.mark.parametrize("step", ["_info", "_unpack", "_validate"])
def test_a_backup_is_read_within_limits_of_memory_and_time(
    library: Path, saved: Path, step: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a foreign backup makes SQLite or zlib allocate ends the restore, not the machine."""
    resource = pytest.importorskip("resource")
    before = contents(library)
    own = resource.getrlimit(resource.RLIMIT_CPU)

    def greedy(*_: object) -> None:
        assert resource.getrlimit(resource.RLIMIT_CPU)[0] > 0
        bytearray((LIMITS.memory_mb + 200) * 2**20)

    monkeypatch.setattr(backup, step, greedy)
    with pytest.raises(MemoryError):
        restore(saved, library)
    assert contents(library) == before
    assert resource.getrlimit(resource.RLIMIT_CPU) == own
    assert not list(library.parent.glob(".restoring*"))


def test_an_archive_with_millions_of_files_is_not_listed(tmp_path: Path) -> None:
    path = tmp_path / "many.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("a", b"")
    data = bytearray(path.read_bytes())
    at = data.rindex(b"PK\5\6")
    data[at + 12 : at + 16] = struct.pack("<I", 400_000_000)
    path.write_bytes(data)
    with pytest.raises(LibraryError, match="too many files"):
        inspect(path)
