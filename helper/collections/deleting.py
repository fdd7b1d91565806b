"""Deleting puzzles and collections on Home, forgetting progress, and the list of recent files."""

from __future__ import annotations

from collections.abc import Callable, Sequence, Set
from typing import Protocol

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QMessageBox

from helper.application.deletion_store import Deletion, DeletionStore, ToDelete
from helper.application.settings import RecentRecord, Settings
from helper.collections.undoing import Done, UndoableChanges
from helper.home.entries import DRAWINGS, SCANNED, Entry, EntryState, RecentFile, Shelf
from helper.home.home_view import HomeView
from helper.home.home_wording import place_text
from helper.home.library_source import OTHERS, RANDOM
from puzzles.titles import shortened
from puzzles.words import _, forms, paragraph, plural, quoted, worded


class OpenPuzzle(Protocol):
    """What a window has open, if anything."""

    def close_puzzle_of(self, puzzles: Set[str], games: Set[str]) -> bool:
        """Close the open puzzle if its clues or its game are among these; ``False``: it stays."""

    def is_busy(self, owner: str) -> bool:
        """Whether another window plays the games of that owner."""


class NoOpenPuzzle:
    """For a view without a window."""

    def close_puzzle_of(self, puzzles: Set[str], games: Set[str]) -> bool:
        """See :class:`OpenPuzzle`."""
        return True

    def is_busy(self, owner: str) -> bool:
        """See :class:`OpenPuzzle`."""
        return False


def is_own(entry: Entry) -> bool:
    """Whether an entry is a game of one of the player's own shelves."""
    return entry.shelf in (DRAWINGS, SCANNED, RANDOM, OTHERS)


def is_recent(entry: Entry) -> bool:
    """Whether an entry is a file of the list of recent files."""
    return isinstance(entry.source, RecentFile)


def has_progress(entry: Entry) -> bool:
    """Whether there is progress that can be forgotten while the puzzle stays."""
    stays = not is_own(entry) and not is_recent(entry)
    return stays and bool(entry.puzzle) and entry.state is not EntryState.NEW


class DeletionCommands(QObject):
    """Deletes; everything can be undone. What another window plays is kept."""

    def __init__(
        self,
        view: HomeView,
        store: DeletionStore,
        undoing: UndoableChanges,
        settings: Settings | None,
        open_puzzle: OpenPuzzle,
    ) -> None:
        super().__init__(view)
        self._view, self._store, self._undoing = view, store, undoing
        self._settings, self._open_puzzle = settings, open_puzzle

    def delete(self, chosen: Sequence[Entry]) -> None:
        """Delete puzzles, and remove files from the list of recent ones.

        Of bundled puzzles only the progress can be forgotten, if there is nothing else to delete.
        """
        imported = [entry for entry in chosen if entry.imported is not None]
        own = [entry for entry in chosen if is_own(entry)]
        files = [entry for entry in chosen if is_recent(entry)]
        deleted = [*imported, *own]
        if not (deleted or files):
            self.forget([entry for entry in chosen if has_progress(entry)])
            return
        what = ToDelete(
            tuple(entry.imported.id for entry in imported if entry.imported is not None),
            tuple(str(entry.source) for entry in own),
        )
        if not self._close_puzzle_of(deleted):
            return
        are_drawings = bool(deleted) and all(e.shelf == DRAWINGS for e in deleted)

        def delete() -> Deletion:
            return self._store.delete(what, self._recent_paths, self._open_puzzle.is_busy)

        def sentence(deletion: Deletion) -> str:
            if not deletion.done:
                return ""
            if are_drawings:
                return plural(
                    deletion.done, "Deleted {count} drawing.", "Deleted {count} drawings."
                )
            return plural(deletion.done, "Deleted {count} puzzle.", "Deleted {count} puzzles.")

        name = _("Delete") if deleted else _("Remove from Recent Files")
        self._carry_out(name, delete, sentence, [*deleted, *files], files)

    def forget(self, chosen: Sequence[Entry]) -> None:
        """Ask, and forget the progress of puzzles that stay."""
        if not chosen or not self._may_forget(chosen) or not self._close_puzzle_of(chosen):
            return
        what = ToDelete(progress=tuple(dict.fromkeys(entry.puzzle for entry in chosen)))

        def sentence(deletion: Deletion) -> str:
            if not deletion.done:
                return ""
            return plural(
                deletion.done,
                "Your progress with {count} puzzle is forgotten.",
                "Your progress with {count} puzzles is forgotten.",
            )

        self._carry_out(
            _("Forget My Progress"),
            lambda: self._store.delete(what, is_busy=self._open_puzzle.is_busy),
            sentence,
            chosen,
        )

    def delete_collection(self, shelf: Shelf) -> None:
        """Delete a collection with its puzzles."""
        if not self._close_puzzle_of(shelf.entries):
            return

        def sentence(deletion: Deletion) -> str:
            done, title = deletion.done, shortened(shelf.title)
            if not deletion.busy:
                one, many = forms(
                    "Deleted “{title}” with {count} puzzle.",
                    "Deleted “{title}” with {count} puzzles.",
                )
            elif done:
                one, many = forms(
                    "Deleted {count} puzzle of “{title}”.",
                    "Deleted {count} puzzles of “{title}”.",
                )
            else:
                return ""
            return plural(done, one, many, title=title)

        self._carry_out(
            _("Delete Collection"),
            lambda: self._store.delete_collection(shelf.collection, self._open_puzzle.is_busy),
            sentence,
            shelf.entries,
            shelf=shelf.id,
        )

    # Carrying out

    @property
    def _recent_paths(self) -> Set[str]:
        return {r.path for r in self._settings.recent} if self._settings else set()

    def _close_puzzle_of(self, entries: Sequence[Entry]) -> bool:
        puzzles = {entry.puzzle for entry in entries if entry.puzzle}
        games = {str(entry.source) for entry in entries if is_own(entry)}
        return self._open_puzzle.close_puzzle_of(puzzles, games)

    def _carry_out(
        self,
        name: str,
        delete: Callable[[], Deletion],
        sentence: Callable[[Deletion], str],
        entries: Sequence[Entry],
        files: Sequence[Entry] = (),
        shelf: str = "",
    ) -> None:
        view = self._view
        tiles = view.active
        rows = [tiles.entries.row_of(entry.id) for entry in entries]
        row = min((row for row in rows if row is not None), default=0)
        place, heading = view.sidebar.place, view.heading.text()
        has_focus = tiles.hasFocus()

        def act() -> None:
            deletion = delete()
            removed = self._remove_recent(files)
            told = paragraph(sentence(deletion), _removed_text(files))
            if deletion.busy:
                told = paragraph(told, _busy_text(deletion.busy, bool(told)))
            if not (deletion.done or deletion.collection or removed):
                self._undoing.say(told)
                return

            def undo() -> bool:
                is_back = self._store.restore(deletion)
                self._add_recent(removed)
                return is_back

            self._undoing.offer(Done(name, told, undo, shelf or place, entries))

        def select_next() -> None:
            if not has_focus:
                return
            is_same = (view.sidebar.place, view.heading.text()) == (place, heading)
            if not is_same or view.active is not tiles:
                view.sidebar.setFocus()  # the next Delete must not delete from another shelf
                return
            last = tiles.entries.rowCount() - 1
            tiles.setCurrentIndex(tiles.entries.index(min(row, last)))
            tiles.clearSelection()
            view.focus_tiles()

        self._undoing.change(act, select_next)

    def _may_forget(self, entries: Sequence[Entry]) -> bool:
        which = plural(len(entries), "{count} puzzle", "{count} puzzles")
        if len(entries) == 1:
            (entry,) = entries
            titles = {shelf.id: shelf.title for shelf in self._view.shelves}
            which = quoted(shortened(place_text(entry, titles.get(entry.shelf, ""))))
        kinds = QMessageBox.StandardButton
        answer = QMessageBox.question(
            self._view,
            _("Forget My Progress"),
            worded(
                "Forget your progress with {which}? Your marks and your best time "
                "are removed, as if you had never begun. The statistics do not "
                "change.",
                which=which,
            ),
            kinds.Yes | kinds.Cancel,
            kinds.Cancel,
        )
        return answer == kinds.Yes

    # Recent files

    def _remove_recent(self, files: Sequence[Entry]) -> list[tuple[int, RecentRecord]]:
        """Take files out of the list; each with its place there."""
        if self._settings is None:
            return []
        paths = {str(e.source.path) for e in files if isinstance(e.source, RecentFile)}
        removed = [each for each in enumerate(self._settings.recent) if each[1].path in paths]
        for path in paths:
            self._settings.forget_recent(path)
        return removed

    def _add_recent(self, removed: Sequence[tuple[int, RecentRecord]]) -> None:
        for place, record in removed:
            if self._settings is not None:
                self._settings.add_recent(record, place)


def _removed_text(files: Sequence[Entry]) -> str:
    if not files:
        return ""
    if len(files) > 1:
        return plural(
            len(files),
            "Removed {count} file from Recent Files; the file is kept.",
            "Removed {count} files from Recent Files; the files are kept.",
        )
    (entry,) = files
    name = shortened(entry.name)
    if isinstance(entry.source, RecentFile) and entry.source.game:
        return worded(
            "Removed “{name}” from Recent Files; the file and your progress are kept.", name=name
        )
    return worded("Removed “{name}” from Recent Files; the file is kept.", name=name)


def _busy_text(count: int, is_rest: bool) -> str:
    """What was kept; ``is_rest``: something else was deleted."""
    if is_rest:
        return plural(
            count,
            "{count} puzzle was kept, since it is open in another window.",
            "{count} puzzles were kept, since they are open in other windows.",
        )
    if count == 1:
        return _("This puzzle is open in another window; close it there first.")
    return _("These puzzles are open in other windows; close them there first.")
