"""The commands on imported puzzles and on collections: on Home's tiles, list and heading."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import count

from PySide6.QtCore import QObject, QPoint
from PySide6.QtWidgets import QMenu

from helper.application.collection_store import CollectionStore, Deletion
from helper.application.library_writes import LibraryWrites
from helper.collections.commands import Command, menu_of
from helper.collections.dialogs import TextDialog, answer_of, tags_from, text_of
from helper.collections.exporting import Exporting
from helper.home.entries import Entry, Shelf
from helper.home.view import HomeView
from puzzles.errors import LibraryError
from puzzles.notation import counted
from puzzles.titles import shortened

_MAX_UNDO = 20
"""Deletions that can be undone one after the other."""


class Managing(QObject):
    """Shows the commands and carries them out; the library may be busy, then they wait."""

    def __init__(
        self,
        view: HomeView,
        store: CollectionStore,
        writes: LibraryWrites,
        exporting: Exporting,
    ) -> None:
        super().__init__(view)
        self._view, self._store, self._writes, self._exporting = view, store, writes, exporting
        self._numbers = count()
        self._deletions: list[tuple[str, Deletion]] = []
        """What was deleted, with its sentence; the latest is the last."""
        tiles, sidebar = view.tiles, view.sidebar
        tiles.menu_requested.connect(self._show_tile_menu)
        tiles.rename_requested.connect(self.rename)
        tiles.delete_requested.connect(self.delete)
        view.shelf_menu_requested.connect(self._show_shelf_menu)
        sidebar.rename_requested.connect(self._rename_shelf)
        sidebar.delete_requested.connect(self._delete_shelf)

    @property
    def chosen(self) -> list[Entry]:
        """The imported puzzles among the chosen tiles."""
        return [entry for entry in self._view.tiles.chosen_entries if entry.imported is not None]

    def say(self, sentence: str) -> None:
        """Show a sentence below the tiles; after it, what can be undone is offered again."""
        self._view.banner.show_message(sentence, Close=self._offer_undo)

    # Puzzles

    def tile_menu(self) -> QMenu | None:
        """The commands on the chosen tiles; ``None`` without any."""
        entries, chosen = self._view.tiles.chosen_entries, self.chosen
        if not entries:
            return None
        commands: list[Command | None] = []
        if len(entries) == 1:
            entry_id = entries[0].id
            opening = partial(self._view.open_requested.emit, entry_id)
            commands = [Command("Open", opening, "Enter"), None]
        if not chosen:
            return menu_of(commands, self._view) if commands else None
        commands.append(Command("Tags…", self.edit_tags))
        if len(chosen) == 1:
            commands.append(Command("Rename…", self.rename, "F2"))
        commands += [
            Command("Move To", lambda: None),
            Command("Export as Zip…", partial(self._exporting.to_archive, chosen, "Puzzles")),
            Command("Export to Folder…", partial(self._exporting.to_folder, chosen, "Puzzles")),
            None,
            Command("Delete", self.delete, "Del"),
        ]
        return menu_of(commands, self._view, {"Move To": self._move_menu(chosen)})

    def edit_tags(self) -> None:
        """Ask for the tags of the chosen puzzles."""
        chosen = self.chosen
        common = set(chosen[0].tags).intersection(*(entry.tags for entry in chosen))
        used = sorted(
            {tag for shelf in self._view.shelves for e in shelf.entries for tag in e.tags}
        )
        hint = (
            "Separate tags by commas. Search for one with tag:word, or choose it above the tiles."
        )
        if used:
            hint += f"\nTags in use: {text_of(used)}"
        label = f"&Tags of {counted(len(chosen), 'puzzle')}:"
        dialog = TextDialog("Tags", label, text_of(sorted(common)), hint, True, self._view)

        def change(text: str) -> None:
            tags = tags_from(text)
            removed = common.difference(tags)
            self._change(lambda: self._store.tag(_ids(chosen), tags, removed))

        answer_of(dialog, change)

    def rename(self) -> None:
        """Ask for the name of the chosen puzzle."""
        if len(self.chosen) != 1:
            return
        (entry,) = self.chosen
        hint = "An empty name shows the number again."
        if not entry.is_solved and not entry.name:
            hint = f"Until the puzzle is solved, its title is a secret. {hint}"
        text = entry.name or (entry.title if entry.is_solved else "")
        dialog = TextDialog("Rename", "&Name:", text, hint, True, self._view)
        answer_of(
            dialog,
            lambda name: self._change(lambda: self._store.rename(_ids([entry])[0], name)),
        )

    def delete(self) -> None:
        """Delete the chosen puzzles; a bar offers Undo."""
        chosen, tiles = self.chosen, self._view.tiles
        if not chosen:
            return
        row = min(self._view.model.row_of(entry.id) or 0 for entry in chosen)

        def act() -> None:
            self._deleted(
                f"Deleted {counted(len(chosen), 'puzzle')}.", self._store.delete(_ids(chosen))
            )

        def select_next() -> None:
            last = self._view.model.rowCount() - 1
            tiles.setCurrentIndex(self._view.model.index(min(row, last)))
            tiles.clearSelection()

        self._change(act, select_next)

    def _move_menu(self, chosen: Sequence[Entry]) -> QMenu:
        menu = QMenu("Move To", self._view)
        for shelf in self._view.shelves:
            if shelf.collection and any(entry.shelf != shelf.id for entry in chosen):
                action = menu.addAction(shortened(shelf.title).replace("&", "&&"))
                action.triggered.connect(partial(self._move, chosen, shelf.title))
        menu.addSeparator()
        menu.addAction("New Collection…").triggered.connect(partial(self._ask_where, chosen))
        return menu

    def _ask_where(self, chosen: Sequence[Entry]) -> None:
        dialog = TextDialog("New Collection", "&Title:", parent=self._view)
        answer_of(dialog, lambda title: self._move(chosen, title))

    def _move(self, chosen: Sequence[Entry], title: str, _: bool = False) -> None:
        self._change(lambda: self._store.move(_ids(chosen), title))

    # Collections

    def shelf_menu(self, shelf_id: str) -> QMenu | None:
        """The commands on a collection; ``None`` for another shelf."""
        shelf = self._collection(shelf_id)
        if shelf is None:
            return None
        commands = [Command("Rename…", partial(self._rename_shelf, shelf_id), "F2")]
        if shelf.entries:
            export, entries = self._exporting, shelf.entries
            commands += [
                Command("Export as Zip…", partial(export.to_archive, entries, shelf.title)),
                Command("Export to Folder…", partial(export.to_folder, entries, shelf.title)),
            ]
        delete = Command("Delete", partial(self._delete_shelf, shelf_id), "Del")
        return menu_of([*commands, None, delete], self._view)

    def _collection(self, shelf_id: str) -> Shelf | None:
        found = (shelf for shelf in self._view.shelves if shelf.id == shelf_id)
        return next((shelf for shelf in found if shelf.collection), None)

    def _rename_shelf(self, shelf_id: str) -> None:
        shelf = self._collection(shelf_id)
        if shelf is None:
            return
        dialog = TextDialog("Rename", "&Title:", shelf.title, parent=self._view)
        answer_of(
            dialog,
            lambda title: self._change(
                lambda: self._store.rename_collection(shelf.collection, title)
            ),
        )

    def _delete_shelf(self, shelf_id: str) -> None:
        shelf = self._collection(shelf_id)
        if shelf is None:
            return
        puzzles = counted(len(shelf.entries), "puzzle")
        sentence = f"Deleted “{shortened(shelf.title)}” with {puzzles}."
        self._change(
            lambda: self._deleted(sentence, self._store.delete_collection(shelf.collection))
        )

    # Carrying out

    def _show_tile_menu(self, at: QPoint) -> None:
        menu = self.tile_menu()
        if menu is not None:
            menu.popup(at)

    def _show_shelf_menu(self, shelf_id: str, at: QPoint) -> None:
        menu = self.shelf_menu(shelf_id)
        if menu is not None:
            menu.popup(at)

    def _change(self, action: Callable[[], None], after: Callable[[], None] = lambda: None) -> None:
        """Change the library as soon as it is not busy, then show it."""

        def act() -> None:
            action()
            self._view.refresh()
            after()

        self._writes.write(f"collections {next(self._numbers)}", act, self._fail)

    def _fail(self, error: LibraryError) -> None:
        text = str(error)
        self.say(f"{text[:1].upper()}{text[1:]}.")

    def _deleted(self, sentence: str, deletion: Deletion) -> None:
        self._deletions = [*self._deletions, (sentence, deletion)][-_MAX_UNDO:]
        self._offer_undo()

    def _offer_undo(self) -> None:
        banner = self._view.banner
        if not self._deletions:
            banner.clear()
            return
        sentence, _ = self._deletions[-1]
        banner.show_message(sentence, Undo=self.undo, Close=self._close_undo)

    def undo(self) -> None:
        """Undo the latest deletion."""
        if self._deletions:
            _, deletion = self._deletions.pop()
            self._change(lambda: self._store.restore(deletion), self._offer_undo)

    def _close_undo(self) -> None:
        self._deletions.clear()
        self._view.banner.clear()


def _ids(entries: Sequence[Entry]) -> list[int]:
    return [entry.imported.id for entry in entries if entry.imported is not None]
