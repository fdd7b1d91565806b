"""The player's own data: an SQLite file that survives crashes and grows by migrations.

It keeps the games that are under way: where each began and every move since, written one by one,
so that a game can be taken up again after a crash; and scanned puzzles that are being checked. And
it remembers which photo a scanned puzzle came from.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path

from platformdirs import user_data_path
from sqlite_utils import Database, Migrations

from helper.application.private import private_file, private_folder, tighten
from puzzles.errors import LibraryBusyError, LibraryError

_migrations = Migrations("nonogram_helper")
_PRIMARY = 0xFF
"""The part of an SQLite error code that says its kind."""


@_migrations(name="0001_games")
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


@_migrations(name="0002_photos")
def _photos(db: Database) -> None:
    db.execute(
        "create table photos (puzzle text primary key, file text not null,"
        " added_at text not null default current_timestamp)"
    )


@_migrations(name="0003_reviews")
def _reviews(db: Database) -> None:
    db.execute(
        "create table reviews (id text primary key, owner text not null, photo text not null,"
        " title text not null, draft text not null,"
        " changed_at text not null default current_timestamp)"
    )


@dataclass(frozen=True)
class Game:
    """A game under way, as its journal tells it."""

    id: str
    owner: str
    """Who is playing it; a crashed program's games have an owner that is gone."""
    title: str
    base: str
    """What was on the desk before the first move."""
    files: str
    """Which files the sheets belong to."""
    moves: tuple[str, ...]
    position: int
    """How many of the moves are done; the rest can be made again."""
    is_modified: bool
    changed_at: str
    """UTC, ``YYYY-MM-DD HH:MM:SS``."""


@dataclass(frozen=True)
class KeptReview:
    """A scanned puzzle that is being checked."""

    id: str
    owner: str
    """Who is checking it, as with a game."""
    photo: str
    """The picture's name in the folder of photos."""
    title: str
    draft: str
    """How far it is; what this means is not the library's business."""


def data_folder() -> Path:
    """Where the program keeps what belongs to the player; ``NONOGRAM_HOME`` if that is set."""
    home = os.environ.get("NONOGRAM_HOME")
    return Path(home) if home else user_data_path("nonogram-helper", appauthor=False)


class Library:
    """The player's data in one file.

    Every method is one transaction, and raises :class:`LibraryError` if the machine is at fault.
    None waits: while another program writes, they raise :class:`LibraryBusyError`, and can be
    called again. Only the player may read the file.
    """

    def __init__(self, path: Path) -> None:
        """Open the file, make it if it is missing, bring it up to date if it is old."""
        self.path = path
        with self._said():
            private_folder(path.parent)
            private_file(path)
            for ending in ("-wal", "-shm"):  # new ones get the permissions of the file
                tighten(path.with_name(path.name + ending))
            self._connection = sqlite3.connect(path, timeout=0, isolation_level=None)
            try:
                self._connection.execute("pragma journal_mode = wal")
                self._connection.execute("pragma synchronous = normal")
                self._connection.execute("pragma foreign_keys = on")
                self._migrate()
            except BaseException:
                self._connection.close()
                raise

    def close(self) -> None:
        """Let go of the file."""
        self._connection.close()

    def _migrate(self) -> None:
        db = Database(self._connection)
        known = {migration.name for migration in _migrations.pending(db)}
        applied = {migration.name for migration in _migrations.applied(db)}
        if applied - _ALL_MIGRATIONS:
            raise LibraryError(f"{self.path}: was written by a newer version of this program")
        if known:
            _migrations.apply(db)

    @contextmanager
    def _said(self) -> Iterator[None]:
        try:
            yield
        except (sqlite3.Error, OSError) as error:
            code = getattr(error, "sqlite_errorcode", 0) & _PRIMARY
            if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
                raise LibraryBusyError(
                    f"{self.path}: cannot be used while another program writes into it"
                ) from error
            raise LibraryError(f"{self.path}: cannot be used: {error}") from error

    @contextmanager
    def _transaction(self, kind: str = "immediate") -> Iterator[sqlite3.Connection]:
        db = self._connection
        with self._said():
            db.execute(f"begin {kind}")
            try:
                yield db
                db.execute("commit")
            except BaseException:
                if db.in_transaction:  # a full disk has ended it
                    db.execute("rollback")
                raise

    def _reading(self) -> AbstractContextManager[sqlite3.Connection]:
        """A transaction that goes while another program writes."""
        return self._transaction("deferred")

    def start_game(self, game: str, owner: str, title: str, base: str, files: str) -> None:
        """Begin a game's journal anew."""
        with self._transaction() as db:
            db.execute("delete from games where id = ?", (game,))
            db.execute(
                "insert into games (id, owner, title, base, files) values (?, ?, ?, ?, ?)",
                (game, owner, title, base, files),
            )

    def record(
        self,
        game: str,
        position: int,
        is_modified: bool,
        first: int,
        moves: tuple[str, ...],
    ) -> None:
        """Write down what has happened in a game.

        Args:
            game: Its id.
            position: How many moves are done.
            is_modified: Whether there is something to lose.
            first: How many of the moves written earlier still belong to the history.
            moves: The moves that follow them.
        """
        with self._transaction() as db:
            db.execute("delete from moves where game = ? and number >= ?", (game, first))
            db.executemany(
                "insert into moves (game, number, move) values (?, ?, ?)",
                [(game, first + k, move) for k, move in enumerate(moves)],
            )
            db.execute(
                "update games set position = ?, is_modified = ?, changed_at = current_timestamp"
                " where id = ?",
                (position, is_modified, game),
            )

    def set_files(self, game: str, title: str, files: str) -> None:
        """Write down which files a game's sheets belong to."""
        with self._transaction() as db:
            db.execute(
                "update games set title = ?, files = ? where id = ?",
                (title, files, game),
            )

    def end_game(self, game: str) -> None:
        """Forget a game; nothing of it is left to lose."""
        with self._transaction() as db:
            db.execute("delete from games where id = ?", (game,))

    def keep_photo(self, puzzle: str, file: str) -> None:
        """Remember the photo that a puzzle came from; the last one counts.

        Args:
            puzzle: What names the puzzle.
            file: The photo's name in the folder of photos.
        """
        with self._transaction() as db:
            db.execute("insert or replace into photos (puzzle, file) values (?, ?)", (puzzle, file))

    def photo_of(self, puzzle: str) -> str | None:
        """The name of the photo that a puzzle came from."""
        with self._reading() as db:
            found = db.execute("select file from photos where puzzle = ?", (puzzle,)).fetchone()
        return None if found is None else str(found[0])

    def photos_in_use(self) -> frozenset[str]:
        """The names of all photos that a puzzle or a review refers to."""
        with self._reading() as db:
            found = db.execute("select file from photos union select photo from reviews").fetchall()
        return frozenset(str(name) for (name,) in found)

    def keep_review(self, review: KeptReview) -> None:
        """Write down how far a review is."""
        with self._transaction() as db:
            db.execute(
                "insert or replace into reviews (id, owner, photo, title, draft)"
                " values (?, ?, ?, ?, ?)",
                (review.id, review.owner, review.photo, review.title, review.draft),
            )

    def end_review(self, review: str) -> None:
        """Forget a review: it was closed in peace."""
        with self._transaction() as db:
            db.execute("delete from reviews where id = ?", (review,))

    def reviews(self) -> tuple[KeptReview, ...]:
        """All reviews, the latest first."""
        with self._reading() as db:
            found = db.execute(
                "select id, owner, photo, title, draft from reviews"
                " order by changed_at desc, rowid desc"
            ).fetchall()
        return tuple(KeptReview(*row) for row in found)

    def games(self) -> tuple[Game, ...]:
        """All games under way, the latest first."""
        with self._reading() as db:
            found = db.execute(
                "select id, owner, title, base, files, position, is_modified, changed_at"
                " from games order by changed_at desc, rowid desc"
            ).fetchall()
            moves = {
                row[0]: tuple(
                    move
                    for (move,) in db.execute(
                        "select move from moves where game = ? order by number", (row[0],)
                    )
                )
                for row in found
            }
        return tuple(
            Game(game, owner, title, base, files, moves[game], position, bool(is_modified), at)
            for game, owner, title, base, files, position, is_modified, at in found
        )


_ALL_MIGRATIONS = frozenset(
    migration.name for migration in _migrations.pending(Database(sqlite3.connect(":memory:")))
)
