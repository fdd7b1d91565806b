"""Home's puzzles: the bundled packs with the player's progress, what the player has made, and the
player's collections."""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from helper.application.collection_store import (
    OTHERS_TITLE,
    RANDOM_TITLE,
    SCANNED_TITLE,
    Collection,
    CollectionStore,
    KeptPuzzle,
    own_title,
)
from helper.application.library import Library
from helper.application.library_records import (
    GameKey,
    GameState,
    GameSummary,
    Solve,
    best_solves,
)
from helper.application.settings import RecentRecord
from helper.home.entries import (
    DRAWINGS,
    SCANNED,
    Entry,
    EntryState,
    Imported,
    PackSource,
    RecentFile,
    Shelf,
)
from helper.play.journal import document_of
from puzzles import LibraryError, NonogramError
from puzzles.clue_hash import clue_hash
from puzzles.formats import Document, read
from puzzles.formats.non import NON
from puzzles.titles import public_title
from puzzles.words import _

_log = logging.getLogger(__name__)
RANDOM, OTHERS, RECENT = "random", "my-puzzles", "recent-files"
"""The ids of further shelves of the player."""


class LibrarySource:
    """The shelves of Home; see :class:`~helper.home.entries.EntrySource`."""

    def __init__(
        self,
        library: Library,
        packs: PackSource | None = None,
        recent: Callable[[], Sequence[RecentRecord]] = tuple,
    ) -> None:
        """Begin.

        Args:
            library: The library of the window's thread.
            packs: The bundled packs.
            recent: The files used recently, the latest first.
        """
        self._recent = recent
        self._library = library
        self._store = CollectionStore(library)
        self._packs = packs or PackSource()

    def shelves(self) -> Sequence[Shelf]:
        """The packs, the player's drawings and other puzzles, then the collections."""
        try:
            games, solves = self._library.summaries(), self._library.solves()
            collections, kept = self._store.collections(), self._store.puzzles()
            deleted, photos = self._store.deleted_at(), self._library.photos()
        except LibraryError as error:
            _log.warning("Home shows no progress: %s", error)
            return self._packs.shelves()
        best = best_solves(solves)
        by_puzzle = {game.key.puzzle: game for game in reversed(games)}  # the latest counts
        own_titles = {
            game.key.puzzle: game.title for game in reversed(games) if game.key.puzzle in photos
        }
        packs, known = self._pack_shelves(by_puzzle, best)
        packs = [_with_own_titles(shelf, own_titles) for shelf in packs]
        known.update(puzzle.clues for puzzle in kept)
        recent = self._recent_shelf(games, best)
        on_recent = {e.source.game for e in recent.entries if isinstance(e.source, RecentFile)}
        drawings = [game for game in games if game.state is GameState.DRAWING]
        others = [
            game
            for game in games
            if game.state is not GameState.DRAWING
            and game.key.puzzle not in known
            and by_puzzle[game.key.puzzle] is game
            and game.id not in on_recent
            and game.changed_at > deleted.get(game.key.puzzle, -1)
        ]
        of_title = defaultdict[str, list[GameSummary]](list)
        for game in others:
            of_title[own_title(game.key.puzzle in photos, game.title)].append(game)
        scanned = of_title[SCANNED_TITLE]
        own = [
            _shelf(DRAWINGS, _("Drawings"), drawings, best),
            self._with_photos(_shelf(SCANNED, _(SCANNED_TITLE), scanned, best), scanned, photos),
            _shelf(RANDOM, _(RANDOM_TITLE), of_title[RANDOM_TITLE], best),
            _shelf(OTHERS, _(OTHERS_TITLE), of_title[OTHERS_TITLE], best),
            recent,
        ]
        imported = _collection_shelves(collections, kept, by_puzzle, best)
        return [
            *(shelf for shelf in own if shelf.entries),
            *(_with_own_titles(shelf, own_titles) for shelf in imported),
            *packs,
        ]

    def picture(self, entry: Entry) -> Document:
        """A puzzle with the player's marks; in any thread."""
        if isinstance(entry.source, Path):
            return read(entry.source, may_be_incomplete=True)
        library = Library(self._library.path)
        try:
            if isinstance(entry.source, Imported):
                return _imported_document(library, entry.source, entry.is_solved)
            if isinstance(entry.source, RecentFile) and not entry.source.game:
                return read(entry.source.path, may_be_incomplete=True)
            recent = entry.source
            game = library.game(recent.game if isinstance(recent, RecentFile) else recent)
            if game is None:
                raise LibraryError(_("the game has been deleted"))
            return document_of(game, with_solution=entry.is_solved)
        except ValueError as error:
            raise LibraryError(str(error)) from error
        finally:
            library.close()

    def _with_photos(
        self, shelf: Shelf, games: Sequence[GameSummary], photos: Mapping[str, str]
    ) -> Shelf:
        folder = self._library.path.parent / "photos"
        paths = [folder / Path(photos[game.key.puzzle]).name for game in reversed(games)]
        pairs = zip(shelf.entries, paths, strict=True)
        return replace(shelf, entries=tuple(entry._replace(photo=path) for entry, path in pairs))

    def _recent_shelf(self, games: Sequence[GameSummary], best: Mapping[str, Solve]) -> Shelf:
        by_path = {game.key.path: game for game in reversed(games) if game.key.path}
        entries = list[Entry]()
        for name, height, width, colors, clues in self._recent():
            path, game = Path(name), by_path.get(name)
            if game is not None and game.state is GameState.DRAWING:
                continue  # it is on the shelf of drawings
            entry = Entry(
                f"file/{name}",
                RECENT,
                len(entries) + 1,
                path.name,
                height,
                width,
                RecentFile(path),
                colors,
                name=path.name,
            )
            if game is not None:
                entry = with_progress(entry, game, best.get(game.key.puzzle))
            key = (game.id, game.key.puzzle) if game else ("", clues)
            entries.append(entry._replace(source=RecentFile(path, *key)))
        return Shelf(RECENT, _("Recent Files"), tuple(entries), is_bundled=False)

    def _pack_shelves(
        self, by_puzzle: Mapping[str, GameSummary], best: Mapping[str, Solve]
    ) -> tuple[list[Shelf], set[str]]:
        """The bundled packs with the player's progress, and the hashes of their clues."""
        shelves, known = [], set[str]()
        for shelf in self._packs.shelves():
            entries = tuple(
                with_progress(each, by_puzzle.get(each.puzzle), best.get(each.puzzle))
                for each in map(_with_hash, shelf.entries)
            )
            known.update(each.puzzle for each in entries)
            shelves.append(replace(shelf, entries=entries))
        return shelves, known


def _with_hash(entry: Entry) -> Entry:
    """A bundled puzzle with the hash of its clues, which those with a rating have already."""
    return entry if entry.puzzle else entry._replace(puzzle=_bundled_hash(Path(str(entry.source))))


@cache
def _bundled_hash(path: Path) -> str:
    """The hash of a bundled puzzle's clues; empty if it cannot be read."""
    try:
        return clue_hash(read(path, may_be_incomplete=True).puzzle)
    except NonogramError as error:
        _log.warning("a bundled puzzle cannot be read: %s", error)
        return ""


def _with_own_titles(shelf: Shelf, titles: Mapping[str, str]) -> Shelf:
    """A shelf whose puzzles have the titles that the player gave them when they were scanned.

    Args:
        shelf: A pack or a collection.
        titles: By the hashes of the clues; an empty one is none.
    """
    if not any(titles.get(entry.puzzle) and not entry.name for entry in shelf.entries):
        return shelf
    entries = (e._replace(name=e.name or titles.get(e.puzzle, "")) for e in shelf.entries)
    return replace(shelf, entries=tuple(entries))


def with_progress(entry: Entry, game: GameSummary | None, best: Solve | None) -> Entry:
    """A bundled or imported puzzle with the player's progress.

    Args:
        entry: The puzzle.
        game: Its latest game, if there is one.
        best: The best solve, if the player has solved it.
    """
    changed = _progress(game, best)
    return entry._replace(**changed) if changed else entry


def _progress(game: GameSummary | None, best: Solve | None) -> dict[str, Any]:
    """The fields of an entry that have the player's progress, see :func:`with_progress`."""
    is_solved = best is not None or (game is not None and game.state is GameState.SOLVED)
    used = {} if game is None else {"used_at": game.used_at}
    if is_solved:
        return {"state": EntryState.SOLVED, **used, **_best(best)}
    if game is None:
        return {}
    return {"state": EntryState.STARTED, "source": game.id, "done": game.facts.done, **used}


def _best(best: Solve | None) -> dict[str, Any]:
    """The fields of an entry that have the time and the helps of its best solve."""
    if best is None:
        return {}
    return {"seconds": best.seconds, "hints": best.counts.hints, "checks": best.counts.checks}


def _collection_shelves(
    collections: Iterable[Collection],
    kept: Iterable[KeptPuzzle],
    by_puzzle: Mapping[str, GameSummary],
    best: Mapping[str, Solve],
) -> list[Shelf]:
    entries = defaultdict[str, list[Entry]](list)
    for puzzle in kept:
        progress = _progress(by_puzzle.get(puzzle.clues), best.get(puzzle.clues))
        entries[puzzle.collection].append(_imported_entry(puzzle, progress))
    return [
        Shelf(_shelf_id(one.id), one.title, tuple(entries[one.id]), False, one.id)
        for one in collections
    ]


def _imported_entry(puzzle: KeptPuzzle, progress: Mapping[str, Any]) -> Entry:
    imported = Imported(puzzle.id)
    return Entry(
        id=f"puzzle/{puzzle.id}",
        shelf=_shelf_id(puzzle.collection),
        number=puzzle.number,
        title=puzzle.title,
        height=puzzle.height,
        width=puzzle.width,
        colors=puzzle.colors,
        imported=imported,
        name=puzzle.name or public_title(puzzle.title),
        tags=puzzle.tags,
        puzzle=puzzle.clues,
        **{"source": imported, **progress},
    )


def _shelf_id(collection: str) -> str:
    return f"collection/{collection}"


def _imported_document(library: Library, source: Imported, is_solved: bool) -> Document:
    """A puzzle of a collection; a solved one that has no goal has the marks of its game."""
    document = NON.read(CollectionStore(library).document(source.id).encode(), "")
    if not is_solved or document.puzzle.goal:
        return document
    games = library.games_of(GameKey(clue_hash(document.puzzle)))
    solved = next((game for game in games if game.progress.state is GameState.SOLVED), None)
    return document if solved is None else document_of(solved)


def _shelf(name: str, title: str, games: Sequence[GameSummary], best: dict[str, Solve]) -> Shelf:
    entries = tuple(
        _entry(name, number, game, best) for number, game in enumerate(reversed(games), 1)
    )
    return Shelf(name, title, entries, is_bundled=False)


def _entry(shelf: str, number: int, game: GameSummary, best: dict[str, Solve]) -> Entry:
    # A drawing has no secrets from the one who draws it.
    state = EntryState.SOLVED
    if game.state is GameState.STARTED and game.key.puzzle not in best:
        state = EntryState.STARTED if game.played_at or game.facts.done else EntryState.NEW
    return Entry(
        id=f"game/{game.id}",
        shelf=shelf,
        number=number,
        title=game.title,
        height=game.facts.height,
        width=game.facts.width,
        source=game.id,
        colors=game.facts.colors,
        state=state,
        done=game.facts.done,
        used_at=game.used_at,
        name=game.name or public_title(game.title) or _name_of_file(game),
        puzzle=game.key.puzzle,
        **_best(best.get(game.key.puzzle)),
    )


def _name_of_file(game: GameSummary) -> str:
    """The name of the file of a puzzle without a title, which is no secret; empty for others."""
    return game.title if game.title == Path(game.key.path).name else ""
