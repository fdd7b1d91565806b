"""The tables of the library, as migrations from one version of the program to the next."""

from __future__ import annotations

import sqlite3
from contextlib import closing

from helper.application.sqlite_tools import Database, Migrations

MIGRATIONS = Migrations("nonogram_helper")


@MIGRATIONS(name="0001_games")
def _games(db: Database) -> None:
    db.execute(
        "create table games (id text primary key, owner text not null, title text not null,"
        " base text not null, files text not null, position integer not null default 0,"
        " is_modified integer not null default 0,"
        " changed_at text not null default current_timestamp)"
    )
    db.execute(
        "create table moves (game text not null references games (id) on delete cascade,"
        " number integer not null, move text not null, primary key (game, number))"
    )


@MIGRATIONS(name="0002_photos")
def _photos(db: Database) -> None:
    db.execute(
        "create table photos (puzzle text primary key, file text not null,"
        " added_at text not null default current_timestamp)"
    )


@MIGRATIONS(name="0003_reviews")
def _reviews(db: Database) -> None:
    db.execute(
        "create table reviews (id text primary key, owner text not null, photo text not null,"
        " title text not null, draft text not null,"
        " changed_at text not null default current_timestamp)"
    )


@MIGRATIONS(name="0004_progress")
def _progress(db: Database) -> None:
    for column in (
        "puzzle text not null default ''",
        "path text not null default ''",
        "state text not null default 'started'",
        "seconds integer not null default 0",
        "height integer not null default 0",
        "width integer not null default 0",
        "colors integer not null default 1",
        "done real not null default 0",
    ):
        db.execute(f"alter table games add column {column}")
    db.execute("create index games_by_puzzle on games (puzzle)")
    db.execute("create index games_by_path on games (path)")
    db.execute(
        "create table solves (puzzle text not null, title text not null, height integer not null,"
        " width integer not null, colors integer not null, seconds integer not null,"
        " solved_at text not null default current_timestamp)"
    )
    db.execute("create index solves_by_puzzle on solves (puzzle)")


@MIGRATIONS(name="0005_counts")
def _counts(db: Database) -> None:
    """What a game has cost besides time, its lives at the start (0: without), its cell size."""
    for table, column in (
        ("games", "hints integer not null default 0"),
        ("games", "checks integer not null default 0"),
        ("games", "mistakes integer not null default 0"),
        ("games", "lives integer not null default 0"),
        ("games", "zoom integer not null default 0"),
        ("solves", "hints integer not null default 0"),
        ("solves", "checks integer not null default 0"),
        ("solves", "mistakes integer not null default 0"),
        ("solves", "lives integer not null default 0"),
    ):
        db.execute(f"alter table {table} add column {column}")


@MIGRATIONS(name="0006_noted")
def _noted(db: Database) -> None:
    """Whether the solve of a game is noted; in earlier versions only its puzzle is known."""
    db.execute("alter table games add column noted integer not null default 0")
    db.execute(
        "update games set noted = 1"
        " where state = 'solved' or (puzzle != '' and puzzle in (select puzzle from solves))"
    )


@MIGRATIONS(name="0007_collections")
def _collections(db: Database) -> None:
    """Imported puzzles. A deleted one keeps its row, so that the deletion can be undone."""
    db.execute(
        "create table collections (id text primary key, title text not null,"
        " added_at text not null default current_timestamp, deleted_at text)"
    )
    db.execute(
        "create table puzzles (id integer primary key,"
        " collection text not null references collections (id) on delete cascade,"
        " number integer not null, puzzle text not null, canonical text not null,"
        " title text not null, name text not null default '', height integer not null,"
        " width integer not null, colors integer not null,"
        " added_at text not null default current_timestamp, deleted_at text,"
        " document text not null)"
    )
    db.execute("create unique index puzzles_by_clues on puzzles (puzzle) where deleted_at is null")
    db.execute("create index puzzles_by_canonical on puzzles (canonical) where deleted_at is null")
    db.execute("create index puzzles_by_collection on puzzles (collection, number)")
    db.execute(
        "create table tags (puzzle integer not null references puzzles (id) on delete cascade,"
        " tag text not null, primary key (puzzle, tag)) without rowid"
    )


@MIGRATIONS(name="0008_deletions")
def _deletions(db: Database) -> None:
    """Names of games; a deleted game keeps its rows, and so does a solve that is forgotten."""
    db.execute("alter table games add column name text not null default ''")
    db.execute("alter table games add column deleted_at text")
    db.execute("alter table solves add column forgotten_at text")
    for table in ("games", "puzzles", "collections"):
        db.execute(
            f"create index {table}_deleted on {table} (deleted_at) where deleted_at is not null"
        )


@MIGRATIONS(name="0009_ratings")
def _ratings(db: Database) -> None:
    """Ratings by the hash of the clues; version 0: there is none yet, but a claim."""
    db.execute(
        "create table ratings (puzzle text primary key, difficulty text not null default '',"
        " score real not null default 0, hardest text not null default '',"
        " version integer not null default 0, claimed_at integer not null default 0) without rowid"
    )


@MIGRATIONS(name="0010_checkpoints")
def _checkpoints(db: Database) -> None:
    """Names of points in a game's history. Earlier versions cannot read guesses in the moves."""
    db.execute("alter table games add column checkpoints text not null default ''")


@MIGRATIONS(name="0011_lessons")
def _lessons(db: Database) -> None:
    """The exercises of lessons that are solved."""
    db.execute(
        "create table lessons (exercise text primary key,"
        " solved_at text not null default current_timestamp)"
    )


@MIGRATIONS(name="0012_played")
def _played(db: Database) -> None:
    """When the player last changed the marks by hand, seconds since the epoch; 0: never.

    Earlier versions do not tell it from opening a game: one without a shaded cell counts as not
    played.
    """
    db.execute("alter table games add column played_at real not null default 0")
    db.execute("update games set played_at = strftime('%s', changed_at) where done > 0")


@MIGRATIONS(name="0013_times")
def _times(db: Database) -> None:
    """How many steps of a puzzle are of the hardest technique; 0: not known."""
    db.execute("alter table ratings add column times integer not null default 0")


with closing(sqlite3.connect(":memory:")) as _empty:
    ALL_NAMES = frozenset(each.name for each in MIGRATIONS.pending(Database(_empty)))
