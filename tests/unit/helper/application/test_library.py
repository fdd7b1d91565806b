"""The player's data survive crashes, newer versions and damage."""

from __future__ import annotations

import gc
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest

from helper.application.collection_store import CollectionStore, NewPuzzle
from helper.application.library import Library
from helper.application.library_records import GameFacts, GameKey, GameState, Solve
from helper.application.library_schema import ALL_NAMES, MIGRATIONS
from helper.application.rating_store import KeptRating, RatingStore
from helper.application.sqlite_tools import Database
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
    with closing(sqlite3.connect(path)) as db, db:
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
def locked(tmp_path: Path) -> Iterator[sqlite3.Connection]:
    """Another program that writes into the library, in the middle of it."""
    library = Library(tmp_path / "library.sqlite3")
    library.start_game("g", "me", "Chick", "", "")
    with closing(sqlite3.connect(tmp_path / "library.sqlite3", isolation_level=None)) as other:
        other.execute("begin immediate")
        yield other


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


OLD_SCHEMA = """
create table games (id text primary key, owner text not null, title text not null,
 base text not null, files text not null, position integer not null default 0,
 is_modified integer not null default 0, changed_at text not null default current_timestamp);
create table moves (game text not null references games (id) on delete cascade,
 number integer not null, move text not null, primary key (game, number));
create table _sqlite_migrations (id integer primary key, migration_set text, name text,
 applied_at text);
insert into _sqlite_migrations (migration_set, name, applied_at)
 values ('nonogram_helper', '0001_games', '2026-01-01');
insert into games (id, owner, title, base, files, position)
 values ('g', 'me', 'Chick', 'b', 'f', 1);
insert into moves values ('g', 0, 'a'), ('g', 1, 'b');
"""
LATER = {
    "0002_photos": "create table photos (puzzle text primary key, file text not null,"
    " added_at text not null default current_timestamp);",
    "0003_reviews": "create table reviews (id text primary key, owner text not null,"
    " photo text not null, title text not null, draft text not null,"
    " changed_at text not null default current_timestamp);",
    "0004_progress": "".join(
        f"alter table games add column {column};"
        for column in (
            "puzzle text not null default ''", "path text not null default ''",
            "state text not null default 'started'", "seconds integer not null default 0",
            "height integer not null default 0", "width integer not null default 0",
            "colors integer not null default 1", "done real not null default 0",
        )
    )
    + "create index games_by_puzzle on games (puzzle);"
    "create index games_by_path on games (path);"
    "create table solves (puzzle text not null, title text not null, height integer not null,"
    " width integer not null, colors integer not null, seconds integer not null,"
    " solved_at text not null default current_timestamp);"
    "create index solves_by_puzzle on solves (puzzle);",
    "0005_counts": "".join(
        f"alter table {table} add column {column} integer not null default 0;"
        for table, columns in (
            ("games", "hints checks mistakes lives zoom"), ("solves", "hints checks mistakes lives")
        )
        for column in columns.split()
    ),
    "0006_noted": "alter table games add column noted integer not null default 0;",
    "0007_collections": "create table collections (id text primary key, title text not null,"
    " added_at text not null default current_timestamp, deleted_at text);"
    "create table puzzles (id integer primary key,"
    " collection text not null references collections (id) on delete cascade,"
    " number integer not null, puzzle text not null, canonical text not null,"
    " title text not null, name text not null default '', height integer not null,"
    " width integer not null, colors integer not null,"
    " added_at text not null default current_timestamp, deleted_at text, document text not null);"
    "create unique index puzzles_by_clues on puzzles (puzzle) where deleted_at is null;"
    "create index puzzles_by_canonical on puzzles (canonical) where deleted_at is null;"
    "create index puzzles_by_collection on puzzles (collection, number);"
    "create table tags (puzzle integer not null references puzzles (id) on delete cascade,"
    " tag text not null, primary key (puzzle, tag)) without rowid;",
    "0008_deletions": "alter table games add column name text not null default '';"
    "alter table games add column deleted_at text;"
    "alter table solves add column forgotten_at text;"
    + "".join(
        f"create index {table}_deleted on {table} (deleted_at) where deleted_at is not null;"
        for table in ("games", "puzzles", "collections")
    ),
}  # fmt: skip


@pytest.mark.parametrize("count", range(len(LATER) + 1))
def test_a_library_of_every_earlier_version_is_brought_up_to_date(
    tmp_path: Path, count: int
) -> None:
    path = tmp_path / "library.sqlite3"
    with closing(sqlite3.connect(path)) as db, db:
        db.executescript(OLD_SCHEMA)
        for name, schema in list(LATER.items())[:count]:
            db.executescript(schema)
            db.execute(
                "insert into _sqlite_migrations (migration_set, name, applied_at)"
                " values ('nonogram_helper', ?, '')",
                (name,),
            )
    db.close()
    library = Library(path)
    (game,) = library.games()
    assert (game.title, game.moves, game.position) == ("Chick", ("a", "b"), 1)
    assert (game.is_noted, game.zoom, game.checkpoints) == (False, 0, "")
    assert (game.state, game.seconds, game.key) == (GameState.STARTED, 0, GameKey())
    assert library.summaries() == (), "its size is not known before it is played again"
    library.record("g", 2, True, 2, (), GameState.SOLVED, 61, GameFacts(7, 7, 1, 1.0))
    library.record("g", 2, True, 2, (), GameState.SOLVED, 61, GameFacts(7, 7, 1, 1.0),
                   checkpoints="names")  # fmt: skip
    assert library.games()[0].checkpoints == "names"
    (summary,) = library.summaries()
    assert (summary.state, summary.seconds, summary.facts.height) == (GameState.SOLVED, 61, 7)
    library.set_state("g", GameState.DAMAGED)
    assert library.summaries() == ()
    assert [game.state for game in library.games()] == [GameState.DAMAGED]
    library.add_solve(Solve("p", "Chick", 7, 7, 1, 61))
    assert [solve.seconds for solve in library.solves()] == [61]
    store = CollectionStore(library)
    assert (store.puzzles(), store.collections()) == ((), ())
    (addition,) = store.add("Birds", [NewPuzzle("p", "q", "Chick", 7, 7, 1, "")])
    assert (addition.is_added, store.puzzles()[0].number) == (True, 1)
    ratings = RatingStore(library)
    assert ratings.ratings() == {}
    assert ratings.claim("p", 1)
    ratings.keep("p", KeptRating("easy", 94.2, "edge", 1))
    assert ratings.ratings() == {"p": KeptRating("easy", 94.2, "edge", 1)}
    library.close()
    with closing(sqlite3.connect(path)) as db, db:
        assert schema_of(db) == fresh_schema(tmp_path / "fresh.sqlite3")


def fresh_schema(path: Path) -> dict[str, set[tuple[object, ...]]]:
    Library(path).close()
    with closing(sqlite3.connect(path)) as db:
        return schema_of(db)


def schema_of(db: sqlite3.Connection) -> dict[str, set[tuple[object, ...]]]:
    """The columns of each table, and of each index."""
    names = db.execute("select name from sqlite_master where name not like '%sqlite%'").fetchall()
    found: dict[str, set[tuple[object, ...]]] = {}
    for (name,) in names:
        columns = db.execute(f"pragma table_info({name})").fetchall()
        found[name] = {(column[1], column[2].lower(), *column[3:]) for column in columns}
    return found


def test_games_are_found_by_their_puzzle_or_by_their_file(tmp_path: Path) -> None:
    library = Library(tmp_path / "library.sqlite3")
    library.start_game("1", "", "One", "", "", GameKey("p", ""))
    library.start_game("2", "me", "Two", "", "", GameKey("", "/a.non"))
    library.start_game("3", "", "Three", "", "")
    found = {key: [game.id for game in library.games_of(key)]
             for key in (GameKey("p", "/b.non"), GameKey("", "/a.non"), GameKey())}  # fmt: skip
    assert list(found.values()) == [["1"], ["2"], []]
    library.take_game("2", "")
    assert {game.owner for game in library.games()} == {""}
    library.describe_game("3", "Three", "f", GameKey("q", ""))
    assert [game.id for game in library.games_of(GameKey("q", ""))] == ["3"]


def test_a_library_may_be_collected_in_another_thread(tmp_path: Path) -> None:
    """Python collects what nobody uses in any thread; an error there could not be caught."""
    faults = list[object]()
    before, sys.unraisablehook = sys.unraisablehook, faults.append
    try:
        kept = [Library(tmp_path / "library.sqlite3")]
        thread = threading.Thread(target=kept.clear)
        thread.start()
        thread.join()
        gc.collect()
    finally:
        sys.unraisablehook = before
    assert faults == []


def test_two_programs_may_open_a_new_library_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One brings it up to date while the other one has looked what is to be done."""
    path, ask, calls = tmp_path / "library.sqlite3", MIGRATIONS.pending, list[int]()

    def pending(db: Database) -> list[Any]:
        found = ask(db)
        calls.append(len(found))
        if len(calls) == 2:  # the first one only looks whether there is something to do
            monkeypatch.undo()
            with suppress(LibraryBusyError):
                Library(path).close()
        return found

    monkeypatch.setattr(MIGRATIONS, "pending", pending)
    Library(path).close()
    assert len(calls) == 2
    with closing(sqlite3.connect(path)) as db:
        names = [name for (name,) in db.execute("select name from _sqlite_migrations")]
    assert sorted(names) == sorted(ALL_NAMES)
