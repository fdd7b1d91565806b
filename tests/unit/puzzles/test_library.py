"""The player's data survive crashes, newer versions and damage."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from helper.application.library import Library
from puzzles import LibraryError
from puzzles.errors import LibraryBusyError
from tests.support.paths import ROOT


def test_a_game_is_told_as_it_was_written(tmp_path: Path) -> None:
    library = Library(tmp_path / "new" / "library.sqlite3")
    library.start_game("g", "me", "Chick", "base", "files")
    library.record("g", 2, True, 0, ("a", "b"))
    library.record("g", 1, True, 2, ())
    library.record("g", 2, True, 1, ("c",))
    (game,) = library.games()
    assert (game.title, game.base, game.files) == ("Chick", "base", "files")
    assert (game.moves, game.position, game.is_modified) == (("a", "c"), 2, True)
    library.end_game("g")
    assert library.games() == ()


def test_two_programs_share_one_file(tmp_path: Path) -> None:
    one, two = (Library(tmp_path / "library.sqlite3") for _ in range(2))
    one.start_game("1", "me", "", "", "")
    two.start_game("2", "you", "", "", "")
    assert {game.id for game in one.games()} == {"1", "2"} == {g.id for g in two.games()}


def test_what_was_written_survives_a_kill(tmp_path: Path) -> None:
    path = tmp_path / "library.sqlite3"
    script = (
        "import os, sys; from pathlib import Path; from helper.application.library import Library\n"
        f"library = Library(Path({str(path)!r}))\n"
        "library.start_game('g', 'me', '', '', '')\n"
        "for k in range(20): library.record('g', k + 1, True, k, (str(k),))\n"
        "os.kill(os.getpid(), 9)\n"
    )
    assert subprocess.run([sys.executable, "-c", script], cwd=ROOT).returncode == -9
    (game,) = Library(path).games()
    assert game.moves == tuple(map(str, range(20)))


def test_a_file_of_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "library.sqlite3"
    Library(path).close()
    with sqlite3.connect(path) as db:
        db.execute(
            "insert into _sqlite_migrations (migration_set, name, applied_at)"
            " values ('nonogram_helper', '9999_future', '')"
        )
    with pytest.raises(LibraryError, match="newer version"):
        Library(path)


def test_damage_is_said(tmp_path: Path) -> None:
    path = tmp_path / "library.sqlite3"
    path.write_bytes(b"this is not a database" * 100)
    with pytest.raises(LibraryError, match=r"library\.sqlite3: cannot be used"):
        Library(path)


@pytest.fixture
def locked(tmp_path: Path) -> sqlite3.Connection:
    """Another program that writes into the library, in the middle of it."""
    library = Library(tmp_path / "library.sqlite3")
    library.start_game("g", "me", "Chick", "", "")
    other = sqlite3.connect(tmp_path / "library.sqlite3", isolation_level=None)
    other.execute("begin immediate")
    return other


def test_a_write_does_not_wait_for_another_program_and_can_be_repeated(
    tmp_path: Path, locked: sqlite3.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    library = Library(tmp_path / "library.sqlite3")
    (wait_ms,) = library._connection.execute("pragma busy_timeout").fetchone()
    assert wait_ms == 0
    with pytest.raises(LibraryBusyError, match="while another program writes into it"):
        library.record("g", 1, True, 0, ("a",))
    locked.execute("rollback")
    library.record("g", 1, True, 0, ("a",))
    assert library.games()[0].moves == ("a",)


def test_reading_goes_while_another_program_writes(
    tmp_path: Path, locked: sqlite3.Connection
) -> None:
    library = Library(tmp_path / "library.sqlite3")
    assert [game.title for game in library.games()] == ["Chick"]
    assert library.reviews() == ()
    assert library.photo_of("p") is None
    assert library.photos_in_use() == frozenset()


def test_a_full_disk_is_said_and_the_next_write_goes(tmp_path: Path) -> None:
    library = Library(tmp_path / "library.sqlite3")
    library.start_game("g", "me", "", "", "")
    db = library._connection
    (pages,) = db.execute("pragma page_count").fetchone()
    db.execute(f"pragma max_page_count = {pages}")
    with pytest.raises(LibraryError, match="full"):
        library.record("g", 1, True, 0, ("a" * 100_000,))
    db.execute("pragma max_page_count = 100000")
    library.record("g", 1, True, 0, ("a",))
    assert library.games()[0].moves == ("a",)


def test_a_transaction_that_sqlite_has_ended_is_not_ended_again(tmp_path: Path) -> None:
    """It does so for some errors; ending it again would be another error, which hides the first."""
    library = Library(tmp_path / "library.sqlite3")

    def end_early() -> None:
        with library._transaction() as db:
            db.execute("rollback")
            raise sqlite3.OperationalError("disk is full")

    with pytest.raises(LibraryError, match="disk is full"):
        end_early()
