"""The player's own data: an SQLite file that survives crashes and grows by migrations.

It keeps every game that was begun, with its first state and every move since, so that it can be
continued at any time and after a crash; the puzzles that were solved; the reviews of scanned
puzzles; and the photo of each scanned puzzle.
"""

from __future__ import annotations

import os
import sqlite3
import weakref
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from functools import cache
from pathlib import Path

from platformdirs import user_data_path

from helper.application.library_records import (
    NO_KEY,
    Game,
    GameCounts,
    GameFacts,
    GameKey,
    GameProgress,
    GameState,
    GameSummary,
    KeptReview,
    Solve,
)
from helper.application.library_schema import is_current, is_newer, migrate
from helper.application.library_text import TextConnection
from helper.application.private import private_file, private_folder
from puzzles.errors import LibraryBusyError, LibraryError
from puzzles.system import SYSTEM
from puzzles.words import worded

_NOW = "(julianday('now') - 2440587.5) * 86400"
"""SQL for the time in seconds since the epoch, with fractions: two games may end in one second."""
_LATEST = f"select max({_NOW}, max(max(opened_at, played_at)) + 0.001) from games"
"""SQL for the same, but later than all times of games: the clock may have been put back."""
_OF_KEY = " and ((puzzle = ? and puzzle != '') or (path = ? and path != ''))"
"""SQL for the games of a :class:`GameKey`."""
_PRIMARY_CODE_MASK = 0xFF
"""The bits of an extended SQLite error code that hold the primary code."""


def data_folder() -> Path:
    """The folder of the player's data; ``NONOGRAM_HOME`` if that is set."""
    home = os.environ.get("NONOGRAM_HOME")
    return Path(home) if home else user_data_path("nonogram-helper", appauthor=False)


def _connect(path: Path | str) -> sqlite3.Connection:
    return sqlite3.connect(
        path, timeout=0, isolation_level=None, check_same_thread=False, factory=TextConnection
    )


@cache
def _empty() -> sqlite3.Connection:
    """An empty library in memory, to be copied, which is quicker than to migrate each."""
    connection = _connect(":memory:")
    migrate(connection)
    return connection


class Library:
    """The player's data in one file.

    Every method is one transaction, and raises :class:`LibraryError` if it fails.
    No method waits: while another program writes, it raises :class:`LibraryBusyError` and can be
    called again. Only the player may read the file.

    Before the file is opened, and after it was closed, an empty library in memory takes its place.
    """

    def __init__(self, path: Path, *, is_kept: bool = True) -> None:
        """``is_kept``: whether to open the file; see :meth:`open`."""
        self.path = path
        self.is_kept = False
        """Whether the file is open."""
        self._opened: sqlite3.Connection | None = None
        if is_kept:
            self.open()

    def open(self) -> None:
        """Use the file from now on; make it if it is missing, migrate it if it is old.

        If that fails, nothing is changed.
        """
        path = self.path
        with self._as_library_error():
            private_folder(path.parent)
            private_file(path)
            for ending in ("-wal", "-shm"):  # new ones get the permissions of the file
                SYSTEM.restrict(path.with_name(path.name + ending))
            # Each library is used in one thread; only its collection may happen in another one.
            connection = _connect(path)
            try:
                connection.execute("pragma journal_mode = wal")
                connection.execute("pragma synchronous = normal")
                connection.execute("pragma foreign_keys = on")
                self._migrate(connection)
            except BaseException:
                connection.close()
                raise
        self.close()
        self._hold(connection)
        self.is_kept = True

    def close(self) -> None:
        """Close the file; the empty library in memory takes its place."""
        self.is_kept = False
        if self._opened is not None:
            self._opened = None
            self._close()

    def _hold(self, connection: sqlite3.Connection) -> None:
        self._opened = connection
        # A library that nobody closes, such as that of a test, is closed when it is collected.
        self._close = weakref.finalize(self, connection.close)
        self._close.atexit = False

    @property
    def _connection(self) -> sqlite3.Connection:
        if self._opened is None:
            connection = _connect(":memory:")
            _empty().backup(connection)
            self._hold(connection)
            return connection
        return self._opened

    def _migrate(self, connection: sqlite3.Connection) -> None:
        if not is_current(connection):
            with self._transaction("immediate", connection) as db:
                # Another program may have done so in the meantime: only now it cannot any more.
                if is_newer(db):
                    raise LibraryError(
                        worded(
                            "{path}: was written by a newer version of this program", path=self.path
                        )
                    )
                migrate(db)

    @contextmanager
    def _as_library_error(self) -> Iterator[None]:
        try:
            yield
        except (sqlite3.Error, OSError) as error:
            code = getattr(error, "sqlite_errorcode", 0) & _PRIMARY_CODE_MASK
            if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
                raise LibraryBusyError(
                    worded(
                        "{path}: cannot be used while another program writes into it",
                        path=self.path,
                    )
                ) from error
            raise LibraryError(
                worded("{path}: cannot be used: {error}", path=self.path, error=error)
            ) from error

    @contextmanager
    def _transaction(
        self, kind: str, connection: sqlite3.Connection | None = None
    ) -> Iterator[sqlite3.Connection]:
        with self._as_library_error():
            db = self._connection if connection is None else connection
            db.execute(f"begin {kind}")
            try:
                yield db
                db.execute("commit")
            except BaseException:
                if db.in_transaction:  # a full disk may have ended it
                    db.execute("rollback")
                raise

    def writing(self) -> AbstractContextManager[sqlite3.Connection]:
        """A transaction, also for the stores beside this class; raises errors as the class does."""
        return self._transaction("immediate")

    def reading(self) -> AbstractContextManager[sqlite3.Connection]:
        """Like :meth:`writing`, but possible while another program writes."""
        return self._transaction("deferred")

    def start_game(
        self, game: str, owner: str, title: str, base: str, files: str, key: GameKey = NO_KEY
    ) -> None:
        """Start a game's journal, replacing an old one; it has the name of the puzzle's games."""
        with self.writing() as db:
            db.execute("delete from games where id = ?", (game,))
            insert_game(db, Game(game, owner, title, base, files, (), GameProgress(), key=key))
            db.execute(f"update games set opened_at = ({_LATEST}) where id = ?", (game,))

    def record(self, game: str, first: int, moves: Sequence[str], progress: GameProgress) -> None:
        """Write the latest moves of a game.

        Args:
            game: Its id.
            first: How many of the moves written earlier still belong to the history.
            moves: The moves that follow them.
            progress: The rest. If the game is played, the time is written when the moves or the
                position differ from those written earlier.
        """
        columns = progress.columns()
        assignments = ", ".join(f"{column} = :{column}" for column in columns)
        with self.writing() as db:
            gone = db.execute("delete from moves where game = ? and number >= ?", (game, first))
            has_new_moves = bool(moves) or gone.rowcount > 0
            db.executemany(
                "insert into moves (game, number, move) values (?, ?, ?)",
                [(game, first + k, move) for k, move in enumerate(moves)],
            )
            db.execute(
                f"update games set {assignments}, changed_at = current_timestamp, played_at = case"
                " when not :is_played then 0"
                f" when :has_new_moves or position != :position or played_at = 0 then {_NOW}"
                " else played_at end where id = :id",
                {
                    **columns,
                    "is_played": progress.is_played,
                    "has_new_moves": has_new_moves,
                    "id": game,
                },
            )

    def describe_game(self, game: str, title: str, files: str, key: GameKey) -> None:
        """Write the title, the file and the key of a game."""
        with self.writing() as db:
            db.execute(
                "update games set title = ?, files = ?, puzzle = ?, path = ? where id = ?",
                (title, files, *key, game),
            )

    def name_game(self, game: str, name: str) -> None:
        """Name a game and all others of its puzzle; an empty name takes the name away."""
        with self.writing() as db:
            db.execute(
                "update games set name = ? where id = ? or (puzzle != ''"
                " and puzzle = (select puzzle from games where id = ?))",
                (name, game, game),
            )

    def set_zoom(self, game: str, zoom: int) -> None:
        """Write the side of a game's cells that the player chose, in px; 0: as fits the window."""
        with self.writing() as db:
            db.execute("update games set zoom = ? where id = ?", (zoom, game))

    def set_state(self, game: str, state: GameState) -> None:
        """Write how far a game is."""
        with self.writing() as db:
            db.execute("update games set state = ? where id = ?", (state.value, game))

    def take_game(self, game: str, owner: str, before: str) -> Game | None:
        """Let a program play a game, unless another one has taken it in the meantime.

        A game that is played is not deleted any more: another window may have deleted it just now.

        Args:
            game: Its id.
            owner: The program.
            before: The owner that the game had when the program decided to take it.

        Returns:
            The game as it is now; ``None`` if it has another owner than ``before``, or is gone.
        """
        with self.writing() as db:
            taken = db.execute(
                f"update games set owner = ?, deleted_at = null, opened_at = ({_LATEST})"
                " where id = ? and owner = ?",
                (owner, game, before),
            )
            found = _games(db, " and id = ?", game) if taken.rowcount else ()
        return next(iter(found), None)

    def release_game(self, game: str, owner: str) -> None:
        """Let nobody play a game any more that a program plays."""
        with self.writing() as db:
            db.execute("update games set owner = '' where id = ? and owner = ?", (game, owner))

    def owners_of(self, key: GameKey) -> frozenset[str]:
        """The owners of the games of a puzzle or of a file."""
        with self.reading() as db:
            found = db.execute(
                f"select owner from games where owner != '' and deleted_at is null{_OF_KEY}", key
            ).fetchall()
        return frozenset(str(owner) for (owner,) in found)

    def games_played_by(self, owner: str) -> frozenset[str]:
        """The ids of the games that a program plays."""
        with self.reading() as db:
            found = db.execute("select id from games where owner = ?", (owner,)).fetchall()
        return frozenset(str(game) for (game,) in found)

    def end_game(self, game: str) -> None:
        """Delete a game."""
        with self.writing() as db:
            db.execute("delete from games where id = ?", (game,))

    def games(self) -> tuple[Game, ...]:
        """All games that are not deleted, the latest first."""
        with self.reading() as db:
            return _games(db)

    def games_of(self, key: GameKey) -> tuple[Game, ...]:
        """The games of a puzzle or of a file, the latest first."""
        with self.reading() as db:
            return _games(db, _OF_KEY, *key)

    def game(self, game: str) -> Game | None:
        """The game with that id, unless it is deleted."""
        with self.reading() as db:
            return next(iter(_games(db, " and id = ?", game)), None)

    def summaries(self) -> tuple[GameSummary, ...]:
        """All games without their moves, the latest first.

        Damaged games and those of earlier versions, whose size is not known, are left out.
        """
        with self.reading() as db:
            found = db.execute(
                "select id, puzzle, path, title, state, seconds,"
                " cast(strftime('%s', changed_at) as integer), played_at, opened_at, height, width,"
                " colors, done, name"
                " from games where height > 0 and state != 'damaged' and deleted_at is null"
                " order by changed_at desc, rowid desc"
            ).fetchall()
        return tuple(
            GameSummary(
                row[0],
                GameKey(row[1], row[2]),
                row[3],
                GameState(row[4]),
                row[5],
                row[6],
                row[7],
                row[8],
                GameFacts(*row[9:13]),
                row[13],
            )
            for row in found
        )

    def add_solve(self, solve: Solve) -> None:
        """Note that the player has solved a puzzle."""
        with self.writing() as db:
            db.execute(
                "insert into solves (puzzle, title, height, width, colors, seconds,"
                " hints, checks, mistakes, lives, hint_places, hint_techniques, hint_wholes)"
                " values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (*solve[:6], *solve.counts),
            )

    def solves(self) -> tuple[Solve, ...]:
        """All solves, also forgotten ones, in their order."""
        with self.reading() as db:
            found = db.execute(
                "select puzzle, title, height, width, colors, seconds, hints, checks, mistakes,"
                " lives, hint_places, hint_techniques, hint_wholes, solved_at,"
                " forgotten_at is not null from solves order by rowid"
            ).fetchall()
        return tuple(
            Solve(
                puzzle, title, height, width, colors, seconds, GameCounts(*counts), at, bool(gone)
            )
            for puzzle, title, height, width, colors, seconds, *counts, at, gone in found
        )

    def keep_photo(self, puzzle: str, file: str) -> None:
        """Store the photo that a puzzle came from, replacing an old one.

        Args:
            puzzle: The key of the puzzle.
            file: The photo's name in the folder of photos.
        """
        with self.writing() as db:
            db.execute("insert or replace into photos (puzzle, file) values (?, ?)", (puzzle, file))

    def photo_of(self, puzzle: str) -> str | None:
        """The file name of the photo that a puzzle came from; ``None`` if there is none."""
        with self.reading() as db:
            found = db.execute("select file from photos where puzzle = ?", (puzzle,)).fetchone()
        return None if found is None else str(found[0])

    def photos(self) -> dict[str, str]:
        """The file names of all photos, by the keys of their puzzles."""
        with self.reading() as db:
            return dict(db.execute("select puzzle, file from photos").fetchall())

    def photos_in_use(self) -> frozenset[str]:
        """The file names of all photos that a puzzle or a review refers to."""
        with self.reading() as db:
            found = db.execute("select file from photos union select photo from reviews").fetchall()
        return frozenset(str(name) for (name,) in found)

    def keep_review(self, review: KeptReview) -> None:
        """Store a review, replacing its old state."""
        self.change_reviews([review], [])

    def take_reviews(self, reviews: Iterable[KeptReview], owner: str) -> tuple[KeptReview, ...]:
        """Let a program go on with reviews; returns those that no other one has taken."""
        with self.writing() as db:
            return tuple(
                review
                for review in reviews
                if db.execute(
                    "update reviews set owner = ? where id = ? and owner = ?",
                    (owner, review.id, review.owner),
                ).rowcount
            )

    def end_review(self, review: str) -> None:
        """Delete a review: it was closed properly."""
        self.change_reviews([], [review])

    def change_reviews(self, kept: Iterable[KeptReview], ended: Iterable[str]) -> None:
        """Store reviews, replacing their old states, and delete others by their identifiers."""
        with self.writing() as db:
            db.executemany(
                "insert or replace into reviews (id, owner, photo, title, draft)"
                " values (?, ?, ?, ?, ?)",
                [(each.id, each.owner, each.photo, each.title, each.draft) for each in kept],
            )
            db.executemany("delete from reviews where id = ?", [(each,) for each in ended])

    def reviews(self) -> tuple[KeptReview, ...]:
        """All reviews, the latest first."""
        with self.reading() as db:
            found = db.execute(
                "select id, owner, photo, title, draft from reviews"
                " order by changed_at desc, rowid desc"
            ).fetchall()
        return tuple(KeptReview(*row) for row in found)


def insert_game(db: sqlite3.Connection, game: Game) -> None:
    """Insert the row of a game, without its moves; it gets the name of the puzzle's games."""
    values = {
        "id": game.id,
        "owner": game.owner,
        "title": game.title,
        "base": game.base,
        "files": game.files,
        **game.key._asdict(),
        **game.progress.columns(),
    }
    db.execute(
        f"insert into games ({', '.join(values)}, name) values (:{', :'.join(values)},"
        " coalesce((select name from games where puzzle = :puzzle and puzzle != ''"
        " and deleted_at is null order by changed_at desc, rowid desc limit 1), ''))",
        values,
    )


def _games(db: sqlite3.Connection, condition: str = "", *values: str) -> tuple[Game, ...]:
    rows = db.execute(
        f"select * from games where deleted_at is null{condition}"
        " order by changed_at desc, rowid desc",
        values,
    )
    rows.row_factory = sqlite3.Row
    return tuple(
        Game(
            row["id"],
            row["owner"],
            row["title"],
            row["base"],
            row["files"],
            _moves(db, row["id"]),
            GameProgress.of(row),
            row["changed_at"],
            GameKey(row["puzzle"], row["path"]),
        )
        for row in rows.fetchall()
    )


def _moves(db: sqlite3.Connection, game: str) -> tuple[str, ...]:
    """The moves up to the first number that is missing: what follows belongs to another history."""
    found = db.execute("select number, move from moves where game = ? order by number", (game,))
    return tuple(move for k, (number, move) in enumerate(found) if number == k)
