"""The player's collections in the library: imported puzzles, their names and tags.

Puzzles are known by the hash of their clues: no two puzzles that are not deleted have the same one.
A puzzle turned or mirrored has the same *canonical* hash. A puzzle is stored without marks: its
progress is that of the game with the same clues, and marks in an imported file become such a game.
A puzzle of Other Puzzles is not imported a second time. No Qt.
"""

from __future__ import annotations

import enum
import sqlite3
import uuid
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence, Set
from types import MappingProxyType
from typing import NamedTuple

from helper.application.library import Library, insert_game
from helper.application.library_records import Game, GameFacts, GameKey, GameProgress, GameState
from puzzles.errors import LibraryError
from puzzles.titles import numbered, public_title
from puzzles.words import _, marked, worded

SCANNED_TITLE, RANDOM_TITLE = marked("Scanned Puzzles"), marked("Random Puzzles")
OTHERS_TITLE = marked("Other Puzzles")
"""The titles of Home's shelves with games that belong to no pack and no collection."""
IMPORTED_TITLE = marked("Imported")
_AUTOMATIC = (SCANNED_TITLE, IMPORTED_TITLE)
"""The titles of collections that the player has not named. They are stored in English; everybody
outside of this module sees and gives them in the language of the program."""


def shown_title(stored: str) -> str:
    """The title of a collection for people."""
    return _(stored) if stored in _AUTOMATIC else stored


def stored_title(shown: str) -> str:
    """The title of a collection in the library; see :func:`shown_title`."""
    return next((title for title in _AUTOMATIC if shown == _(title)), shown)


class NewGame(NamedTuple):
    """A game that begins with the marks of a file."""

    base: str
    """The sheet with the marks, as in :class:`~helper.application.library_records.Game`."""
    files: str
    """The file without the marks, as text, so that the game counts as changed."""
    done: float
    """The share of the puzzle that is done, 0 to 1."""
    is_solved: bool


class NewPuzzle(NamedTuple):
    """A puzzle to be added."""

    clues: str
    """The hash of its clues."""
    canonical: str
    """The hash of its clues, however they are turned or mirrored."""
    title: str
    height: int
    width: int
    colors: int
    """Colours besides the background."""
    document: str
    """The puzzle without marks, as a ``.non`` file."""
    game: NewGame | None = None
    """The marks of its file; ``None`` if it has none."""


class KnownPlace(NamedTuple):
    """Where a puzzle is."""

    collection: str
    """The title of the collection, of the pack or of another shelf of Home."""
    number: int = 0
    """0 on a shelf whose numbers change."""

    def __str__(self) -> str:
        return numbered(self.collection, self.number) if self.number else self.collection


class Marks(enum.Enum):
    """What became of the marks of a file."""

    NONE = "none"
    """It has none, or the same ones are there already."""
    KEPT = "kept"
    """They are the puzzle's game now."""
    LEFT_OUT = "left-out"
    """The player has begun the puzzle before."""


class Addition(NamedTuple):
    """What became of a new puzzle."""

    is_added: bool
    like: KnownPlace | None
    """Where the same puzzle is already; of an added one, where a turned or mirrored one is."""
    marks: Marks = Marks.NONE


class KeptPuzzle(NamedTuple):
    """A puzzle of a collection, without its clues."""

    id: int
    collection: str
    """The id of its collection."""
    number: int
    """From 1; it stays when others are deleted."""
    clues: str
    title: str
    """That of its file; it may tell the solution."""
    name: str
    """That the player gave it; empty for none."""
    height: int
    width: int
    colors: int
    tags: tuple[str, ...] = ()


class Collection(NamedTuple):
    """Puzzles that were imported together."""

    id: str
    title: str


class CollectionStore:
    """Reads and changes the collections.

    Every method is one transaction and raises errors as :class:`Library` does: it never waits, and
    a :class:`~puzzles.errors.LibraryBusyError` means that it can be called again.
    """

    def __init__(self, library: Library) -> None:
        self._library = library

    # Reading

    def collections(self) -> tuple[Collection, ...]:
        """All collections, in the order in which they were made."""
        with self._library.reading() as db:
            found = db.execute(
                "select id, title from collections where deleted_at is null order by rowid"
            ).fetchall()
        return tuple(Collection(id_, shown_title(title)) for id_, title in found)

    def puzzles(self) -> tuple[KeptPuzzle, ...]:
        """All puzzles, in the order of the collections and of the numbers."""
        tags = defaultdict[int, list[str]](list)
        with self._library.reading() as db:
            for puzzle, tag in db.execute("select puzzle, tag from tags order by tag"):
                tags[puzzle].append(tag)
            found = db.execute(
                "select puzzles.id, collection, number, puzzle, puzzles.title, name, height, width,"
                " colors from puzzles join collections on collections.id = collection"
                " where puzzles.deleted_at is null order by collections.rowid, number"
            ).fetchall()
        return tuple(KeptPuzzle._make((*row, tuple(tags.get(row[0], ())))) for row in found)

    def deleted_at(self) -> Mapping[str, int]:
        """When puzzles were deleted, in seconds since the epoch, by the hashes of their clues."""
        with self._library.reading() as db:
            found = db.execute(
                "select puzzle, cast(strftime('%s', max(deleted_at)) as integer) from puzzles"
                " where deleted_at is not null group by puzzle"
            ).fetchall()
        return dict(found)

    def document(self, puzzle: int) -> str:
        """The ``.non`` text of a puzzle.

        Raises:
            LibraryError: It is not there any more.
        """
        with self._library.reading() as db:
            found = db.execute("select document from puzzles where id = ?", (puzzle,)).fetchone()
        if found is None:
            raise LibraryError(_("the puzzle has been deleted"))
        return str(found[0])

    # Adding

    def add(
        self,
        title: str,
        puzzles: Sequence[NewPuzzle],
        known: Mapping[str, KnownPlace] = MappingProxyType({}),
        recent: Set[str] = frozenset(),
    ) -> tuple[Addition, ...]:
        """Add the puzzles whose clues are not there yet, and begin the games of their marks.

        Args:
            title: Of the collection, which is made if it is missing and there is something to add.
            puzzles: Any number.
            known: The places of bundled puzzles by the hashes of their clues; they are not added.
            recent: The files that Home shows; a puzzle that was begun from one of them is added.

        Returns:
            What became of each.
        """
        with self._library.writing() as db:
            return tuple(_add(db, title, puzzle, known, recent) for puzzle in puzzles)

    # Changing

    def rename(self, puzzle: int, name: str) -> None:
        """Give a puzzle a name; an empty one takes the name away."""
        with self._library.writing() as db:
            db.execute("update puzzles set name = ? where id = ?", (name, puzzle))

    def tag(self, puzzles: Iterable[int], added: Iterable[str], removed: Iterable[str]) -> None:
        """Add tags to puzzles, and remove others."""
        ids = tuple(puzzles)
        with self._library.writing() as db:
            for tag in removed:
                db.executemany(
                    "delete from tags where puzzle = ? and tag = ?", [(one, tag) for one in ids]
                )
            for tag in added:
                db.executemany(
                    "insert or ignore into tags (puzzle, tag) values (?, ?)",
                    [(one, tag) for one in ids],
                )

    def move(self, puzzles: Iterable[int], title: str) -> None:
        """Move puzzles to the end of a collection, which is made if it is missing."""
        with self._library.writing() as db:
            collection = _collection_of(db, title)
            for puzzle in puzzles:
                db.execute(
                    "update puzzles set collection = ?, number = ?"
                    " where id = ? and collection != ?",
                    (collection, _next_number(db, collection), puzzle, collection),
                )

    def rename_collection(self, collection: str, title: str) -> None:
        """Change the title of a collection.

        Raises:
            LibraryError: Another one has this title.
        """
        with self._library.writing() as db:
            other = _found_collection(db, title)
            if other not in (None, collection):
                raise LibraryError(
                    worded(
                        "there is a collection “{title}” already; choose another title, or "
                        "move the puzzles there",
                        title=title,
                    )
                )
            db.execute(
                "update collections set title = ? where id = ?", (stored_title(title), collection)
            )


def _add(
    db: sqlite3.Connection,
    title: str,
    puzzle: NewPuzzle,
    known: Mapping[str, KnownPlace],
    recent: Set[str],
) -> Addition:
    same = (
        known.get(puzzle.clues)
        or _place(db, "puzzle", puzzle.clues)
        or _own_place(db, puzzle.clues, recent)
    )
    marks = _begin(db, puzzle)
    if same is not None:
        return Addition(False, same, marks)
    turned = _place(db, "canonical", puzzle.canonical)
    collection = _collection_of(db, title)
    db.execute(
        "insert into puzzles (collection, number, puzzle, canonical, title, height, width, colors,"
        " document) values (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (collection, _next_number(db, collection), *puzzle[:7]),
    )
    return Addition(True, turned, marks)


def _begin(db: sqlite3.Connection, puzzle: NewPuzzle) -> Marks:
    """Keep the marks of a file as a game, unless the puzzle has been begun or solved."""
    new = puzzle.game
    if new is None:
        return Marks.NONE
    clues = {"clues": puzzle.clues, "base": new.base}
    begun = db.execute(
        "select base = :base and position = 0 from games"
        " where puzzle = :clues and deleted_at is null order by 1 desc limit 1",
        clues,
    ).fetchone()
    solved = db.execute(
        "select 1 from solves where puzzle = :clues and forgotten_at is null limit 1", clues
    ).fetchone()
    if begun is not None or solved is not None:
        return Marks.NONE if begun is not None and begun[0] else Marks.LEFT_OUT
    progress = GameProgress(
        is_modified=True,
        state=GameState.SOLVED if new.is_solved else GameState.STARTED,
        facts=GameFacts(puzzle.height, puzzle.width, puzzle.colors, new.done),
        is_noted=new.is_solved,
    )
    key, id_ = GameKey(puzzle.clues), uuid.uuid4().hex
    insert_game(db, Game(id_, "", puzzle.title, new.base, new.files, (), progress, key=key))
    return Marks.KEPT


def own_title(has_photo: bool, title: str) -> str:
    """The English title of Home's shelf for a puzzle that is in no pack and no collection.

    Args:
        has_photo: Whether it was scanned.
        title: Its title, which says whether it was generated.
    """
    if has_photo:
        return SCANNED_TITLE
    return RANDOM_TITLE if public_title(title) else OTHERS_TITLE


def _own_place(db: sqlite3.Connection, clues: str, recent: Set[str]) -> KnownPlace | None:
    """The shelf of Home that shows the latest game of a puzzle as one of the player's own."""
    found = db.execute(
        "select path, exists (select 1 from photos where photos.puzzle = games.puzzle), title"
        " from games"
        " where puzzle = ? and height > 0 and state not in ('drawing', 'damaged')"
        " and deleted_at is null and changed_at > coalesce((select max(deleted_at) from puzzles"
        " where puzzles.puzzle = games.puzzle), '') order by changed_at desc, rowid desc limit 1",
        (clues,),
    ).fetchone()
    if found is None or found[0] in recent:
        return None
    return KnownPlace(_(own_title(bool(found[1]), found[2])))


def _place(db: sqlite3.Connection, column: str, value: str) -> KnownPlace | None:
    """Where the first puzzle is that has a value in a column."""
    found = db.execute(
        "select collections.title, puzzles.number from puzzles"
        " join collections on collections.id = puzzles.collection"
        f" where puzzles.{column} = ? and puzzles.deleted_at is null order by puzzles.id limit 1",
        (value,),
    ).fetchone()
    return None if found is None else KnownPlace(shown_title(found[0]), found[1])


def _found_collection(db: sqlite3.Connection, title: str) -> str | None:
    found = db.execute(
        "select id from collections where title = ? and deleted_at is null order by rowid limit 1",
        (stored_title(title),),
    ).fetchone()
    return None if found is None else str(found[0])


def _collection_of(db: sqlite3.Connection, title: str) -> str:
    """The id of the collection with a title, which is made if it is missing."""
    found = _found_collection(db, title)
    if found is None:
        found = uuid.uuid4().hex
        db.execute(
            "insert into collections (id, title) values (?, ?)", (found, stored_title(title))
        )
    return found


def _next_number(db: sqlite3.Connection, collection: str) -> int:
    """The number after all that were ever given in a collection."""
    (number,) = db.execute(
        "select coalesce(max(number), 0) + 1 from puzzles where collection = ?", (collection,)
    ).fetchone()
    return int(number)
