"""The tables of the library, as migrations from one version of the program to the next.

``user_version`` of a database says how many migrations it has. Those that are missing are applied
with it in one transaction, so each of them is applied once and as a whole. A migration that was
released is not changed any more; a new one is added at the end.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable

_NAMES = "_sqlite_migrations"
"""A table with the names of the migrations, by which earlier versions know where a database stands.

They do not look at ``user_version``. Without the names they would make the tables once more, which
fails with a sentence that helps nobody. With the names they go on with a database that has only
migrations that they know, and recognize every other one as written by a newer version.
"""


def is_current(db: sqlite3.Connection) -> bool:
    """Whether a database has all migrations of this version, and no others."""
    return _version(db) == len(MIGRATIONS) and not is_newer(db)


def is_newer(db: sqlite3.Connection) -> bool:
    """Whether a database was written by a newer version of this program."""
    return _version(db) > len(MIGRATIONS) or not _names(db) <= MIGRATIONS.keys()


def migrate(db: sqlite3.Connection) -> None:
    """Apply the migrations that are missing, in the transaction of the caller.

    Args:
        db: A database that is not newer, as seen in the same transaction.
    """
    version, names = _version(db), _names(db)
    # 0: it is new, or an earlier version wrote it.
    missing = [
        name
        for number, name in enumerate(MIGRATIONS, 1)
        if (number > version if version else name not in names)
    ]
    db.execute(
        f"create table if not exists {_NAMES}"
        " (id integer primary key, migration_set text, name text, applied_at text)"
    )
    db.execute(
        f"create unique index if not exists idx_{_NAMES}_migration_set_name"
        f" on {_NAMES} (migration_set, name)"
    )
    for name in missing:
        MIGRATIONS[name](db)
        db.execute(
            f"insert into {_NAMES} (migration_set, name, applied_at)"
            " values ('nonogram_helper', ?, current_timestamp)",
            (name,),
        )
    db.execute(f"pragma user_version = {len(MIGRATIONS)}")


def _version(db: sqlite3.Connection) -> int:
    return int(db.execute("pragma user_version").fetchone()[0])


def _names(db: sqlite3.Connection) -> frozenset[str]:
    # A view of that name in a foreign file might never end.
    is_table = "select 1 from sqlite_master where type = 'table' and name = ?"
    if db.execute(is_table, (_NAMES,)).fetchone() is None:
        return frozenset()
    return frozenset(name for (name,) in db.execute(f"select name from {_NAMES}"))


def _games(db: sqlite3.Connection) -> None:
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


def _photos(db: sqlite3.Connection) -> None:
    db.execute(
        "create table photos (puzzle text primary key, file text not null,"
        " added_at text not null default current_timestamp)"
    )


def _reviews(db: sqlite3.Connection) -> None:
    db.execute(
        "create table reviews (id text primary key, owner text not null, photo text not null,"
        " title text not null, draft text not null,"
        " changed_at text not null default current_timestamp)"
    )


def _progress(db: sqlite3.Connection) -> None:
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


def _counts(db: sqlite3.Connection) -> None:
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


def _noted(db: sqlite3.Connection) -> None:
    """Whether the solve of a game is noted; in earlier versions only its puzzle is known."""
    db.execute("alter table games add column noted integer not null default 0")
    db.execute(
        "update games set noted = 1"
        " where state = 'solved' or (puzzle != '' and puzzle in (select puzzle from solves))"
    )


def _collections(db: sqlite3.Connection) -> None:
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


def _deletions(db: sqlite3.Connection) -> None:
    """Names of games; a deleted game keeps its rows, and so does a solve that is forgotten."""
    db.execute("alter table games add column name text not null default ''")
    db.execute("alter table games add column deleted_at text")
    db.execute("alter table solves add column forgotten_at text")
    for table in ("games", "puzzles", "collections"):
        db.execute(
            f"create index {table}_deleted on {table} (deleted_at) where deleted_at is not null"
        )


def _ratings(db: sqlite3.Connection) -> None:
    """Ratings by the hash of the clues; version 0: there is none yet, but a claim."""
    db.execute(
        "create table ratings (puzzle text primary key, difficulty text not null default '',"
        " score real not null default 0, hardest text not null default '',"
        " version integer not null default 0, claimed_at integer not null default 0) without rowid"
    )


def _checkpoints(db: sqlite3.Connection) -> None:
    """Names of points in a game's history. Earlier versions cannot read guesses in the moves."""
    db.execute("alter table games add column checkpoints text not null default ''")


def _lessons(db: sqlite3.Connection) -> None:
    """The exercises of lessons that are solved."""
    db.execute(
        "create table lessons (exercise text primary key,"
        " solved_at text not null default current_timestamp)"
    )


def _played(db: sqlite3.Connection) -> None:
    """When the player last changed the marks by hand, seconds since the epoch; 0: never.

    Earlier versions do not tell it from opening a game: one without a shaded cell counts as not
    played.
    """
    db.execute("alter table games add column played_at real not null default 0")
    db.execute("update games set played_at = strftime('%s', changed_at) where done > 0")


def _times(db: sqlite3.Connection) -> None:
    """How many steps of a puzzle are of the hardest technique; 0: not known."""
    db.execute("alter table ratings add column times integer not null default 0")


def _hint_degrees(db: sqlite3.Connection) -> None:
    """How many of the hints told what; of earlier ones that is not known."""
    for table in ("games", "solves"):
        for column in ("hint_places", "hint_techniques", "hint_wholes"):
            db.execute(f"alter table {table} add column {column} integer not null default 0")


def _days(db: sqlite3.Connection) -> None:
    """The puzzle that a day had for the player, by the hash of its clues."""
    db.execute("create table days (day text primary key, puzzle text not null) without rowid")


def _extreme(db: sqlite3.Connection) -> None:
    """The word of the hardest difficulty."""
    db.execute("update ratings set difficulty = 'extreme' where difficulty = 'trial'")


def _opened(db: sqlite3.Connection) -> None:
    """When the player last opened a game, seconds since the epoch; 0: not known."""
    db.execute("alter table games add column opened_at real not null default 0")


MIGRATIONS: dict[str, Callable[[sqlite3.Connection], None]] = {
    "0001_games": _games,
    "0002_photos": _photos,
    "0003_reviews": _reviews,
    "0004_progress": _progress,
    "0005_counts": _counts,
    "0006_noted": _noted,
    "0007_collections": _collections,
    "0008_deletions": _deletions,
    "0009_ratings": _ratings,
    "0010_checkpoints": _checkpoints,
    "0011_lessons": _lessons,
    "0012_played": _played,
    "0013_times": _times,
    "0014_hint_degrees": _hint_degrees,
    "0015_days": _days,
    "0016_extreme": _extreme,
    "0017_opened": _opened,
}
"""All migrations by their names, in their order."""
