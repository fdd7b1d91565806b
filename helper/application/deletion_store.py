"""Deleting puzzles and games in the library, undoing it, and purging what was deleted long ago.

A deletion marks rows and removes none, so that it can be undone. It is one transaction: after a
crash all of it is there, or none. What another window plays is kept. A forgotten solve still counts
for the statistics. No Qt.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Set
from typing import NamedTuple

from helper.application.library import Library

PURGE_AGE_DAYS = 7
"""What was deleted so long ago is purged; Undo ends with the window that has deleted it."""
MAX_PURGED = 500
"""Puzzles and games in one purge, each; the next start purges more."""


class ToDelete(NamedTuple):
    """What is to be deleted."""

    puzzles: tuple[int, ...] = ()
    """Imported puzzles. Their games stay: importing the puzzle again goes on with them."""
    games: tuple[str, ...] = ()
    """Games on Home's own shelves, with the other games and the solves of their puzzles."""
    progress: tuple[str, ...] = ()
    """Hashes of clues: their games and solves are deleted, the puzzles stay."""


class Deletion(NamedTuple):
    """What was deleted, to undo it."""

    puzzles: tuple[int, ...] = ()
    collection: str = ""
    """The collection that was deleted with them; empty if it was not."""
    games: tuple[str, ...] = ()
    solves: tuple[int, ...] = ()
    """The rows of solves that are forgotten."""
    done: int = 0
    """How many puzzles were deleted, or lost their progress."""
    busy: int = 0
    """How many were kept, since another window plays them."""


class _Part(NamedTuple):
    """One puzzle of a deletion, which is deleted as a whole or not at all."""

    puzzle: int | None
    games: list[str]
    owners: list[str]
    forgotten: str
    """The hash of the clues whose solves are forgotten; empty for none."""


class DeletionStore:
    """Deletes, restores and purges.

    Every method is one transaction and raises errors as :class:`Library` does: it never waits, and
    a :class:`~puzzles.errors.LibraryBusyError` means that it can be called again.
    """

    def __init__(self, library: Library) -> None:
        self._library = library

    def delete(
        self,
        what: ToDelete,
        kept_paths: Set[str] = frozenset(),
        is_busy: Callable[[str], bool] = lambda _: False,
    ) -> Deletion:
        """Delete; :meth:`restore` undoes it.

        Args:
            what: What to delete; what is not there, or deleted, is ignored.
            kept_paths: The games of these files stay, since Home shows them with the files.
            is_busy: Whether a program plays its games now, by the owner of a game. Such a game
                is kept, and so is its puzzle.
        """
        with self._library.writing() as db:
            return _delete(db, _parts(db, what, kept_paths), is_busy)

    def delete_collection(
        self, collection: str, is_busy: Callable[[str], bool] = lambda _: False
    ) -> Deletion:
        """Delete a collection with its puzzles; it stays if some of them do."""
        with self._library.writing() as db:
            found = db.execute(
                "select id from puzzles where collection = ? and deleted_at is null", (collection,)
            ).fetchall()
            ids = tuple(int(puzzle) for (puzzle,) in found)
            deletion = _delete(db, _parts(db, ToDelete(ids), frozenset()), is_busy)
            if deletion.busy:
                return deletion
            db.execute(
                "update collections set deleted_at = current_timestamp where id = ?", (collection,)
            )
            return deletion._replace(collection=collection)

    def restore(self, deletion: Deletion) -> bool:
        """Undo a deletion; a puzzle that was imported again in the meantime is not doubled.

        Returns:
            ``False`` if it cannot be undone, since everything was purged.
        """
        with self._library.writing() as db:
            ids = [(puzzle,) for puzzle in deletion.puzzles]
            games = [(game,) for game in deletion.games]
            db.executemany(
                "update or ignore puzzles set deleted_at = null where id = ? and document != ''",
                ids,
            )
            db.executemany(
                "update collections set deleted_at = null"
                " where id = (select collection from puzzles where id = ?)",
                ids,
            )
            db.execute(
                "update collections set deleted_at = null where id = ?", (deletion.collection,)
            )
            db.executemany("update games set deleted_at = null where id = ?", games)
            db.executemany(
                "update solves set forgotten_at = null where rowid = ?",
                [(solve,) for solve in deletion.solves],
            )
            if not (ids or games):
                return True
            return _any(db, "select 1 from puzzles where id = ? and document != ''", ids) or _any(
                db, "select 1 from games where id = ?", games
            )

    def purge(self, age_days: int = PURGE_AGE_DAYS, most: int = MAX_PURGED) -> None:
        """Remove what was deleted long ago.

        Of an imported puzzle that was played an empty row stays: Home hides its game by it. The
        photo of a puzzle goes with its last game, unless the puzzle is in a file as well.

        Args:
            age_days: What was deleted longer ago is removed.
            most: How many puzzles and how many games, at most; so no other program waits long.
        """
        age = f"-{age_days} days"
        old = "deleted_at is not null and deleted_at <= datetime('now', ?)"
        with self._library.reading() as db:
            tables = ("puzzles", "games", "collections")
            if not any(
                db.execute(f"select 1 from {table} where {old} limit 1", (age,)).fetchone()
                for table in tables
            ):
                return
        with self._library.writing() as db:
            played = "exists (select 1 from games where games.puzzle = puzzles.puzzle)"
            db.execute(
                "delete from puzzles where rowid in"
                f" (select rowid from puzzles where {old} and not {played} limit ?)",
                (age, most),
            )
            db.execute(
                "update puzzles set document = '', name = '', title = '' where rowid in"
                f" (select rowid from puzzles where {old} and {played} and document != '' limit ?)",
                (age, most),
            )
            db.execute(
                "delete from tags where puzzle in"
                f" (select id from puzzles where {old} and document = '')",
                (age,),
            )
            games = db.execute(
                f"select id, puzzle, path from games where {old} order by puzzle limit ?",
                (age, most),
            ).fetchall()
            in_files = {puzzle for _, puzzle, path in games if path}
            db.executemany("delete from games where id = ?", [(game,) for game, *_ in games])
            db.executemany(
                "delete from photos where puzzle = ?1"
                " and not exists (select 1 from games where puzzle = ?1)"
                " and not exists (select 1 from puzzles where puzzles.puzzle = ?1)",
                [(puzzle,) for _, puzzle, _ in games if puzzle and puzzle not in in_files],
            )
            db.execute(
                f"delete from collections where {old}"
                " and not exists (select 1 from puzzles where collection = collections.id)",
                (age,),
            )


def _parts(db: sqlite3.Connection, what: ToDelete, kept_paths: Set[str]) -> list[_Part]:
    parts = []
    for puzzle in what.puzzles:
        found = db.execute(
            "select puzzle from puzzles where id = ? and deleted_at is null", (puzzle,)
        ).fetchone()
        if found is not None:
            owners = _part(db, found[0], frozenset()).owners
            parts.append(_Part(puzzle, [], owners, ""))
    for game in what.games:
        found = db.execute(
            "select puzzle, owner from games where id = ? and deleted_at is null", (game,)
        ).fetchone()
        if found is not None:
            clues, owner = found
            single = _Part(None, [game], [owner], "")
            parts.append(_part(db, clues, kept_paths) if clues else single)
    parts += [_part(db, clues, frozenset()) for clues in what.progress]
    return parts


def _part(db: sqlite3.Connection, clues: str, kept_paths: Set[str]) -> _Part:
    """All games of a puzzle. If one of them stays, the solves count for it."""
    games = db.execute(
        "select id, owner, path from games where puzzle = ? and puzzle != ''"
        " and deleted_at is null",
        (clues,),
    ).fetchall()
    gone = [(game, owner) for game, owner, path in games if path not in kept_paths]
    forgotten = clues if len(gone) == len(games) else ""
    return _Part(None, [game for game, _ in gone], [owner for _, owner in gone], forgotten)


def _delete(
    db: sqlite3.Connection, parts: Iterable[_Part], is_busy: Callable[[str], bool]
) -> Deletion:
    """Mark the rows of puzzles that nobody plays."""
    puzzles, games, solves = list[int](), list[str](), list[int]()
    done = busy = 0
    for part in parts:
        if any(owner and is_busy(owner) for owner in part.owners):
            busy += 1
            continue
        done += 1
        if part.puzzle is not None:
            puzzles.append(part.puzzle)
        games += part.games
        found = db.execute(
            "select rowid from solves where puzzle = ? and puzzle != '' and forgotten_at is null",
            (part.forgotten,),
        )
        solves += [int(solve) for (solve,) in found]
    for update, ids in (
        ("puzzles set deleted_at = current_timestamp where id = ?", puzzles),
        ("games set deleted_at = current_timestamp where id = ?", games),
        ("solves set forgotten_at = current_timestamp where rowid = ?", solves),
    ):
        db.executemany(f"update {update}", [(one,) for one in ids])
    return Deletion(tuple(puzzles), "", tuple(games), tuple(solves), done, busy)


def _any(db: sqlite3.Connection, query: str, ids: Iterable[tuple[object]]) -> bool:
    return any(db.execute(query, one).fetchone() is not None for one in ids)
