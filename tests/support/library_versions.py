"""Libraries as earlier versions of the program wrote them, and as newer ones may.

Earlier ones used sqlite-utils: ``user_version`` is 0, and a table has the names of the migrations.
The tables are as those versions made them, and not made by the program that is tested.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

_NAMES = """
create table "_sqlite_migrations" (
   "id" integer primary key, "migration_set" text, "name" text, "applied_at" text
);
create unique index "idx__sqlite_migrations_migration_set_name"
    on "_sqlite_migrations" ("migration_set", "name");
"""
OLD_MIGRATIONS = {
    "0001_games": """
create table games (id text primary key, owner text not null, title text not null,
 base text not null, files text not null, position integer not null default 0,
 is_modified integer not null default 0, changed_at text not null default current_timestamp);
create table moves (game text not null references games (id) on delete cascade,
 number integer not null, move text not null, primary key (game, number));
insert into games (id, owner, title, base, files, position, changed_at)
 values ('g', 'me', 'Chick', 'b', 'f', 1, '2026-01-02 03:04:05');
insert into moves values ('g', 0, 'a'), ('g', 1, 'b');
""",
    "0002_photos": """
create table photos (puzzle text primary key, file text not null,
 added_at text not null default current_timestamp);
insert into photos (puzzle, file) values ('old', 'old.png');
""",
    "0003_reviews": """
create table reviews (id text primary key, owner text not null, photo text not null,
 title text not null, draft text not null, changed_at text not null default current_timestamp);
insert into reviews (id, owner, photo, title, draft) values ('r', 'me', 'r.png', 'Cat', 'd');
""",
    "0004_progress": """
alter table games add column puzzle text not null default '';
alter table games add column path text not null default '';
alter table games add column state text not null default 'started';
alter table games add column seconds integer not null default 0;
alter table games add column height integer not null default 0;
alter table games add column width integer not null default 0;
alter table games add column colors integer not null default 1;
alter table games add column done real not null default 0;
create index games_by_puzzle on games (puzzle);
create index games_by_path on games (path);
create table solves (puzzle text not null, title text not null, height integer not null,
 width integer not null, colors integer not null, seconds integer not null,
 solved_at text not null default current_timestamp);
create index solves_by_puzzle on solves (puzzle);
insert into solves (puzzle, title, height, width, colors, seconds)
 values ('old', 'Owl', 5, 6, 1, 90);
""",
    "0005_counts": """
alter table games add column hints integer not null default 0;
alter table games add column checks integer not null default 0;
alter table games add column mistakes integer not null default 0;
alter table games add column lives integer not null default 0;
alter table games add column zoom integer not null default 0;
alter table solves add column hints integer not null default 0;
alter table solves add column checks integer not null default 0;
alter table solves add column mistakes integer not null default 0;
alter table solves add column lives integer not null default 0;
""",
    "0006_noted": """
alter table games add column noted integer not null default 0;
""",
    "0007_collections": """
create table collections (id text primary key, title text not null,
 added_at text not null default current_timestamp, deleted_at text);
create table puzzles (id integer primary key,
 collection text not null references collections (id) on delete cascade,
 number integer not null, puzzle text not null, canonical text not null, title text not null,
 name text not null default '', height integer not null, width integer not null,
 colors integer not null, added_at text not null default current_timestamp, deleted_at text,
 document text not null);
create unique index puzzles_by_clues on puzzles (puzzle) where deleted_at is null;
create index puzzles_by_canonical on puzzles (canonical) where deleted_at is null;
create index puzzles_by_collection on puzzles (collection, number);
create table tags (puzzle integer not null references puzzles (id) on delete cascade,
 tag text not null, primary key (puzzle, tag)) without rowid;
insert into collections (id, title) values ('c', 'Birds');
insert into puzzles (collection, number, puzzle, canonical, title, height, width, colors, document)
 values ('c', 1, 'old', 'turned', 'Owl', 5, 6, 1, 'n');
insert into tags values (1, 'hard');
""",
    "0008_deletions": """
alter table games add column name text not null default '';
alter table games add column deleted_at text;
alter table solves add column forgotten_at text;
create index games_deleted on games (deleted_at) where deleted_at is not null;
create index puzzles_deleted on puzzles (deleted_at) where deleted_at is not null;
create index collections_deleted on collections (deleted_at) where deleted_at is not null;
""",
    "0009_ratings": """
create table ratings (puzzle text primary key, difficulty text not null default '',
 score real not null default 0, hardest text not null default '',
 version integer not null default 0, claimed_at integer not null default 0) without rowid;
insert into ratings values ('old', 'easy', 10.5, 'edge', 1, 0);
""",
    "0010_checkpoints": """
alter table games add column checkpoints text not null default '';
""",
    "0011_lessons": """
create table lessons (exercise text primary key,
 solved_at text not null default current_timestamp);
insert into lessons (exercise) values ('first');
""",
    "0012_played": """
alter table games add column played_at real not null default 0;
""",
    "0013_times": """
alter table ratings add column times integer not null default 0;
""",
}


def write_old_library(path: Path, last: str, more: str = "") -> None:
    """Write a library that has a row of each kind.

    Args:
        path: Of the new file.
        last: The last migration that the version had which wrote it.
        more: SQL for what else is in it.
    """
    names = list(OLD_MIGRATIONS)
    with closing(sqlite3.connect(path)) as db:
        db.executescript(_NAMES)
        for name in names[: names.index(last) + 1]:
            db.executescript(OLD_MIGRATIONS[name])
            db.execute(
                "insert into _sqlite_migrations (migration_set, name, applied_at)"
                " values ('nonogram_helper', ?, '2026-01-01 00:00:00.000000+00:00')",
                (name,),
            )
        db.executescript(more)
        db.commit()


NEWER = (
    "insert into _sqlite_migrations (migration_set, name, applied_at)"
    " values ('nonogram_helper', '9999_future', '')",
    "pragma user_version = 9999",
)
"""SQL that makes a library one of a newer version, in the two ways to tell."""


def make_newer(path: Path, sql: str) -> None:
    """Make a library one of a newer version, by one of :data:`NEWER`."""
    with closing(sqlite3.connect(path)) as db, db:
        db.execute(sql)
