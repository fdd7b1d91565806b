"""The puzzles that Home shows, as values; knows no Qt.

An :class:`Entry` describes one puzzle, a :class:`Shelf` some that belong together, and an
:class:`EntrySource` provides both. **What may be shown of an unsolved puzzle** is decided here and
nowhere else: :func:`shown_name` gives its name, :func:`shown_cells` its picture. The title and the
picture of a puzzle are its solution, so both are shown only once it is solved. The title of a
scanned puzzle is the player's, who saw no more than its numbers, and no secret.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import log2
from pathlib import Path
from typing import NamedTuple, Protocol

from puzzles.formats import Document, read
from puzzles.grid import Grid
from puzzles.packs import Pack, PackPuzzle, packs
from puzzles.titles import shortened
from puzzles.words import _, worded

DRAWINGS = "my-drawings"
"""The id of the shelf with the player's drawings, which are not to be solved."""
SCANNED = "scanned"
"""The id of the shelf with the puzzles that the player has scanned."""
IN_PROGRESS = "*in-progress"
"""The id of the shelf of :func:`in_progress`."""
IN_PROGRESS_TITLE = _("In progress")
PATH, CALENDAR = "*path", "*calendar"
"""The ids of the pages that Home has beside its shelves."""


class EntryState(enum.Enum):
    """How far the player is with a puzzle."""

    NEW = "new"
    """There are no marks."""
    STARTED = "started"
    """There are marks, and the puzzle has never been solved."""
    SOLVED = "solved"
    """It has been solved once; marks of a later attempt do not matter."""


@dataclass(frozen=True, slots=True)
class Imported:
    """A puzzle of one of the player's collections, as a source."""

    id: int
    """Its id in the library."""


@dataclass(frozen=True, slots=True)
class RecentFile:
    """A puzzle file that was opened or saved recently, as a source."""

    path: Path
    game: str = ""
    """The id of its game; empty if there is none."""
    clues: str = ""
    """The hash of its clues when it was opened; empty if unknown."""


class Entry(NamedTuple):
    """One puzzle on a shelf, without its clues."""

    id: str
    """Unique among all shelves, and the same at every start."""
    shelf: str
    """The id of its shelf."""
    number: int
    """Its number on the shelf, from 1."""
    title: str
    """Secret while unsolved, see :attr:`shows_title`: show :func:`shown_name` instead."""
    height: int
    width: int
    source: Path | str | Imported | RecentFile
    """What it is loaded from: a bundled file, a game by its id, a collection, or a file."""
    colors: int = 1
    """Colours besides the background."""
    state: EntryState = EntryState.NEW
    seconds: float | None = None
    """The time of the best solve; ``None`` if unknown."""
    hints: int = 0
    """How many hints the best solve took."""
    checks: int = 0
    """How many checks the best solve took."""
    done: float = 0.0
    """The share of the puzzle that is done, 0 to 1."""
    used_at: float = 0.0
    """Seconds since the epoch when the player last opened or played its game; 0 if never."""
    photo: Path | None = None
    """The picture that it was scanned from, which is shown until it is solved."""
    imported: Imported | None = None
    """What it is in a collection, also when ``source`` is its game; ``None`` elsewhere."""
    name: str = ""
    """The name that the player gave it, which is no secret; empty for none."""
    tags: tuple[str, ...] = ()
    """Words that the player gave it."""
    puzzle: str = ""
    """The hash of its clues, which its games are found by; empty if unknown or for a drawing."""
    color_distance: float = 1.0
    """Of a bundled puzzle, the smallest distance of two of its colours."""

    @property
    def is_solved(self) -> bool:
        """Whether its picture may be shown."""
        return self.state is EntryState.SOLVED

    @property
    def is_in_progress(self) -> bool:
        """Whether it has a game that is not at its end, perhaps without a mark, as after a scan."""
        has_game = self.state is EntryState.STARTED or self.used_at > 0
        return has_game and not (self.is_solved or self.is_drawing)

    @property
    def shows_title(self) -> bool:
        """Whether it has a title that may be shown and searched."""
        return bool(self.title) and (self.is_solved or self.is_own)

    @property
    def is_own(self) -> bool:
        """Whether its title is the player's, who drew or scanned it."""
        return self.shelf in (DRAWINGS, SCANNED)

    @property
    def is_drawing(self) -> bool:
        """Whether it is the player's own drawing, which nobody solves."""
        return self.shelf == DRAWINGS


@dataclass(frozen=True, slots=True)
class Shelf:
    """Puzzles that belong together."""

    id: str
    title: str
    entries: tuple[Entry, ...]
    """In the order of their numbers."""
    is_bundled: bool = True
    """Whether everybody has these puzzles: the puzzle of the day is one of them."""
    collection: str = ""
    """The id of the player's collection; empty for other shelves."""

    @property
    def is_pack(self) -> bool:
        """Whether its puzzles belong together, and are not only what the player has done."""
        return self.is_bundled or bool(self.collection)

    @property
    def is_finished(self) -> bool:
        """Whether all puzzles of the pack are solved."""
        return self.is_pack and 0 < len(self.entries) == self.solved

    @property
    def solved(self) -> int:
        """The number of solved puzzles."""
        return [entry.state for entry in self.entries].count(EntryState.SOLVED)

    @property
    def share(self) -> float | None:
        """The share of solved puzzles, 0 to 1; ``None`` for what is not there to be completed.

        >>> Shelf("recent", "Recent Files", (), is_bundled=False).share is None
        True
        """
        return self.solved / len(self.entries) if self.entries and self.is_pack else None


class EntrySource(Protocol):
    """Where Home's puzzles come from."""

    def shelves(self) -> Sequence[Shelf]:
        """All shelves, in the order of the list; called in the window's thread, and quick."""

    def picture(self, entry: Entry) -> Document:
        """The puzzle with the player's marks.

        It is called in a background thread, while the window uses the source, too.

        Raises:
            NonogramError: The puzzle cannot be loaded; the text is written to the log.
        """


class PackSource:
    """The bundled packs, all of them new."""

    def __init__(self, found: Sequence[Pack] | None = None) -> None:
        """Take these packs.

        Args:
            found: The packs; ``None`` for :func:`puzzles.packs.packs`.
        """
        self._shelves = tuple(map(_shelf_of, packs() if found is None else found))

    def shelves(self) -> Sequence[Shelf]:
        """One shelf for each pack."""
        return self._shelves

    def picture(self, entry: Entry) -> Document:
        """The puzzle's file, see :class:`EntrySource`."""
        return read(Path(str(entry.source)), may_be_incomplete=True)


def _shelf_of(pack: Pack) -> Shelf:
    entries = (_entry_of(pack, number, puzzle) for number, puzzle in enumerate(pack.puzzles, 1))
    return Shelf(pack.name, pack.title, tuple(entries))


def _entry_of(pack: Pack, number: int, puzzle: PackPuzzle) -> Entry:
    return Entry(
        id=f"{pack.name}/{puzzle.path.stem}",
        shelf=pack.name,
        number=number,
        title=puzzle.title,
        height=puzzle.height,
        width=puzzle.width,
        colors=puzzle.colors,
        source=puzzle.path,
        puzzle=puzzle.rating.clues if puzzle.rating else "",
        color_distance=puzzle.color_distance,
    )


def rating_key(entry: Entry) -> str:
    """The hash of the clues, which the rating is found by; empty if unknown or for a drawing."""
    return entry.puzzle or (entry.source.clues if isinstance(entry.source, RecentFile) else "")


def shown_name(entry: Entry) -> str:
    """The name that may be shown: the player's, or the title if it is no secret, or the number.

    A title by a stranger may be of any length: a long one is shortened.

    >>> shown_name(Entry("a", "first-steps", 7, "Owl", 10, 10, "a"))
    'No. 7'
    """
    if entry.name or entry.shows_title:
        return shortened(entry.name or entry.title)
    return worded("No. {number}", number=entry.number)


def has_picture(entry: Entry) -> bool:
    """Whether there is more to show than an empty grid."""
    return entry.state is not EntryState.NEW or entry.photo is not None


def shown_cells(entry: Entry, document: Document) -> Grid | None:
    """The cells that may be shown; ``None`` for the picture of a new puzzle.

    Args:
        entry: A puzzle.
        document: Its puzzle and marks, from :meth:`EntrySource.picture`.

    Returns:
        The picture of a solved puzzle, the marks of a started one if there are any.
    """
    puzzle = document.puzzle
    if not has_picture(entry):
        return None
    if entry.is_solved and puzzle.goal:
        return Grid.from_goal(puzzle.goal, puzzle.palette, puzzle.width)
    is_empty = entry.state is EntryState.STARTED and document.marks.is_untouched
    return None if is_empty else document.marks


def to_continue(entries: Iterable[Entry]) -> Entry | None:
    """The unsolved puzzle whose game was opened or played most recently; ``None`` for none.

    A bundled puzzle that was only looked at has no game.
    """
    used = [entry for entry in entries if entry.used_at and entry.is_in_progress]
    return max(used, key=lambda entry: (entry.used_at, entry.id), default=None)


def bundled_first(shelves: Iterable[Shelf]) -> list[Shelf]:
    """The shelves in the order in which a puzzle is proposed: first those that everybody has."""
    return sorted(shelves, key=lambda shelf: not shelf.is_bundled)


def in_progress(shelves: Iterable[Shelf]) -> Shelf:
    """The puzzles in progress, the one that was opened or played last first, each once.

    They keep the ids of their own shelves, where they are, too.
    """
    begun = [e for shelf in shelves for e in shelf.entries if e.is_in_progress]
    begun.sort(key=lambda entry: (entry.used_at, entry.id), reverse=True)
    first = {rating_key(entry) or entry.id: entry for entry in reversed(begun)}
    entries = tuple(entry for entry in begun if first[rating_key(entry) or entry.id] is entry)
    return Shelf(IN_PROGRESS, IN_PROGRESS_TITLE, entries, is_bundled=False)


def is_same_puzzle(one: Entry, other: Entry) -> bool:
    """Whether two entries are the same puzzle, perhaps on two shelves."""
    return one.id == other.id or rating_key(one) == rating_key(other) != ""


def most_alike(
    wanted: Entry, entries: Iterable[Entry], rank: Callable[[Entry], int | None]
) -> Entry | None:
    """The unsolved puzzle that is most like another one: in colours, difficulty and size.

    Args:
        wanted: The puzzle that the others are compared with.
        entries: Those to choose from; the first one of equals.
        rank: The difficulty of a puzzle from 0, ``None`` if it is not known.

    Returns:
        ``None`` if all are solved.
    """
    level = rank(wanted)

    def distance(entry: Entry) -> tuple[bool, float]:
        other = rank(entry)
        harder = 1 if level is None or other is None else abs(level - other)
        cells = wanted.height * wanted.width, entry.height * entry.width
        return (wanted.colors > 1) != (entry.colors > 1), harder + abs(log2(cells[1] / cells[0]))

    others = (e for e in entries if not (e.is_solved or is_same_puzzle(e, wanted)))
    return min(others, key=distance, default=None)
