"""The commands on puzzles and on collections: on Home's tiles, list and heading."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from PySide6.QtCore import QObject, QPoint, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from helper.application.collection_store import CollectionStore
from helper.application.library import Library
from helper.collections.deleting import DeletionCommands, has_progress, is_own, is_recent
from helper.collections.exporting import Exporter
from helper.collections.undoing import UndoableChanges
from helper.home.entries import DRAWINGS, Entry, Shelf
from helper.home.home_view import HomeView
from helper.widgets.text_dialog import TextDialog, answer_of
from puzzles.titles import shortened
from puzzles.words import _, plural, worded


class CollectionCommands(QObject):
    """Shows the commands and carries them out.

    Signals:
        renamed: ``str``, the id of an entry that the player gave a name, and that name.
    """

    renamed = Signal(str, str)

    def __init__(
        self,
        view: HomeView,
        library: Library,
        undoing: UndoableChanges,
        deleting: DeletionCommands,
        exporting: Exporter,
    ) -> None:
        super().__init__(view)
        self._view, self._library, self._store = view, library, CollectionStore(library)
        self._undoing, self._deleting, self._exporting = undoing, deleting, exporting
        sidebar = view.sidebar
        view.tile_menu_requested.connect(self._show_tile_menu)
        view.rename_requested.connect(self.rename)
        view.delete_requested.connect(self.delete)
        view.shelf_menu_requested.connect(self._show_shelf_menu)
        sidebar.rename_requested.connect(self._rename_shelf)
        sidebar.delete_requested.connect(self._delete_shelf)

    @property
    def chosen(self) -> list[Entry]:
        """The imported puzzles among the chosen tiles."""
        return [entry for entry in self._view.active.chosen_entries if entry.imported is not None]

    @property
    def _nameable(self) -> list[Entry]:
        """The chosen puzzles that can have a name."""
        entries = self._view.active.chosen_entries
        return [entry for entry in entries if entry.imported is not None or is_own(entry)]

    # Puzzles

    def tile_menu(self) -> QMenu | None:
        """The commands on the chosen tiles; ``None`` without any."""
        entries, chosen = self._view.active.chosen_entries, self.chosen
        commands: list[MenuCommand | None] = []
        submenus = {}
        if len(entries) == 1:
            entry_id = entries[0].id
            opening = partial(self._view.open_requested.emit, entry_id)
            commands = [MenuCommand(_("Open"), opening, "Enter")]
        if entries:
            printing = partial(self._view.print_requested.emit, list(entries), "")
            packing = partial(self._view.pack_requested.emit, list(entries), "")
            commands += [
                MenuCommand(_("Print…"), printing, "Ctrl+P"),
                MenuCommand(_("Make Pack…"), packing),
                None,
            ]
        if chosen:
            commands.append(MenuCommand(_("Tags…"), self.edit_tags))
        if len(self._nameable) == 1:
            commands.append(MenuCommand(_("Rename…"), self.rename, "F2"))
        if chosen:
            submenus[_("Move To")] = self._move_menu(chosen)
            commands += [
                MenuCommand(_("Move To"), lambda: None),
                MenuCommand(
                    _("Export as Zip…"), partial(self._exporting.to_archive, chosen, _("Puzzles"))
                ),
                MenuCommand(
                    _("Export to Folder…"), partial(self._exporting.to_folder, chosen, _("Puzzles"))
                ),
            ]
        commands += [None, *self._deletions(entries)]
        return menu_of(commands, self._view, submenus) if any(commands) else None

    def _deletions(self, entries: Sequence[Entry]) -> list[MenuCommand]:
        """The commands at the end of the menu of some tiles."""
        can_delete, are_files = bool(self._nameable), any(map(is_recent, entries))
        can_forget = any(map(has_progress, entries))
        commands = []
        if can_forget:
            key = "" if can_delete or are_files else "Del"
            commands.append(MenuCommand(_("Forget My Progress…"), self.forget, key))
        if can_delete:
            commands.append(MenuCommand(_("Delete"), self.delete, "Del"))
        elif are_files:
            commands.append(MenuCommand(_("Remove from Recent Files"), self.delete, "Del"))
        return commands

    def edit_tags(self) -> None:
        """Ask for the tags of the chosen puzzles."""
        chosen = self.chosen
        common = set(chosen[0].tags).intersection(*(entry.tags for entry in chosen))
        used = sorted(
            {tag for shelf in self._view.shelves for e in shelf.entries for tag in e.tags}
        )
        hints = [
            _(
                "Separate tags by commas. Search for one with tag:word, or choose it above the "
                "tiles."
            )
        ]
        if used:
            hints.append(worded("Tags in use: {tags}", tags=text_of(used)))
        hint = "\n".join(hints)
        label = plural(len(chosen), "&Tags of {count} puzzle:", "&Tags of {count} puzzles:")
        dialog = TextDialog(_("Tags"), label, text_of(sorted(common)), hint, True, self._view)

        def change(text: str) -> None:
            tags = tags_from(text)
            removed = common.difference(tags)
            self._undoing.change(lambda: self._store.tag(_ids(chosen), tags, removed))

        answer_of(dialog, change)

    def rename(self) -> None:
        """Ask for the name of the chosen puzzle."""
        if len(self._nameable) != 1:
            return
        (entry,) = self._nameable
        text = entry.name or (entry.title if entry.is_solved else "")
        dialog = TextDialog(_("Rename"), _("&Name:"), text, name_hint(entry), True, self._view)

        def store(name: str) -> None:
            if entry.imported is not None:
                self._store.rename(entry.imported.id, name)
            else:
                self._library.name_game(str(entry.source), name)
            self.renamed.emit(entry.id, name)

        answer_of(dialog, lambda name: self._undoing.change(lambda: store(name)))

    def delete(self) -> None:
        """Delete the chosen puzzles; a bar offers Undo."""
        self._deleting.delete(self._view.active.chosen_entries)

    def forget(self) -> None:
        """Ask, and forget the progress of the chosen puzzles that stay on Home."""
        chosen = self._view.active.chosen_entries
        self._deleting.forget([entry for entry in chosen if has_progress(entry)])

    def _move_menu(self, chosen: Sequence[Entry]) -> QMenu:
        menu = QMenu(_("Move To"), self._view)
        for shelf in self._view.shelves:
            if shelf.collection and any(entry.shelf != shelf.id for entry in chosen):
                action = menu.addAction(shortened(shelf.title).replace("&", "&&"))
                action.triggered.connect(partial(self._move, chosen, shelf.title))
        menu.addSeparator()
        menu.addAction(_("New Collection…")).triggered.connect(partial(self._ask_where, chosen))
        return menu

    def _ask_where(self, chosen: Sequence[Entry]) -> None:
        dialog = TextDialog(_("New Collection"), _("&Title:"), parent=self._view)
        answer_of(dialog, lambda title: self._move(chosen, title))

    def _move(self, chosen: Sequence[Entry], title: str, _: bool = False) -> None:
        self._undoing.change(lambda: self._store.move(_ids(chosen), title))

    # Collections

    def shelf_menu(self, shelf_id: str) -> QMenu | None:
        """The commands on a shelf; ``None`` if there is none, or nothing to be done with it."""
        shelf = next((shelf for shelf in self._view.shelves if shelf.id == shelf_id), None)
        if shelf is None:
            return None
        printing = partial(self._view.print_requested.emit, list(shelf.entries), shelf.title)
        packing = partial(self._view.pack_requested.emit, list(shelf.entries), shelf.title)
        commands = []
        if shelf.entries:
            commands = [
                MenuCommand(_("Print…"), printing),
                MenuCommand(_("Make Pack…"), packing),
            ]
        if not shelf.collection:
            return menu_of(commands, self._view) if commands else None
        commands.insert(0, MenuCommand(_("Rename…"), partial(self._rename_shelf, shelf_id), "F2"))
        if shelf.entries:
            export, entries = self._exporting, shelf.entries
            commands += [
                MenuCommand(_("Export as Zip…"), partial(export.to_archive, entries, shelf.title)),
                MenuCommand(
                    _("Export to Folder…"), partial(export.to_folder, entries, shelf.title)
                ),
            ]
        delete = MenuCommand(_("Delete"), partial(self._delete_shelf, shelf_id), "Del")
        return menu_of([*commands, None, delete], self._view)

    def _collection(self, shelf_id: str) -> Shelf | None:
        found = (shelf for shelf in self._view.shelves if shelf.id == shelf_id)
        return next((shelf for shelf in found if shelf.collection), None)

    def _rename_shelf(self, shelf_id: str) -> None:
        shelf = self._collection(shelf_id)
        if shelf is None:
            return
        dialog = TextDialog(_("Rename"), _("&Title:"), shelf.title, parent=self._view)
        answer_of(
            dialog,
            lambda title: self._undoing.change(
                lambda: self._store.rename_collection(shelf.collection, title)
            ),
        )

    def _delete_shelf(self, shelf_id: str) -> None:
        shelf = self._collection(shelf_id)
        if shelf is None:
            return
        self._deleting.delete_collection(shelf)

    # Carrying out

    def _show_tile_menu(self, at: QPoint) -> None:
        menu = self.tile_menu()
        if menu is not None:
            menu.popup(at)

    def _show_shelf_menu(self, shelf_id: str, at: QPoint) -> None:
        menu = self.shelf_menu(shelf_id)
        if menu is not None:
            menu.popup(at)


def name_hint(entry: Entry) -> str:
    """What Home shows in place of a name.

    >>> name_hint(Entry("a", DRAWINGS, 1, "", 5, 5, "a"))
    'The drawing has no title. Without a name, it shows its number.'
    """
    is_drawing = entry.shelf == DRAWINGS
    if not entry.title:
        if is_drawing:
            return _("The drawing has no title. Without a name, it shows its number.")
        return _("The puzzle has no title. Without a name, it shows its number.")
    if entry.shows_title:
        if is_drawing:
            return _("Without a name, the drawing shows its title.")
        return _("Without a name, the puzzle shows its title.")
    return _(
        "Without a name, the puzzle shows its number, and its title as soon as you have solved it."
    )


def _ids(entries: Sequence[Entry]) -> list[int]:
    return [entry.imported.id for entry in entries if entry.imported is not None]


def tags_from(text: str) -> tuple[str, ...]:
    """The tags in a line of text, each once.

    >>> tags_from("hard, for  Anna,, hard")
    ('hard', 'for Anna')
    """
    tags = (" ".join(part.split()) for part in text.split(","))
    return tuple(dict.fromkeys(tag for tag in tags if tag))


def text_of(tags: Iterable[str]) -> str:
    """Tags as a line of text."""
    return ", ".join(tags)


class MenuCommand(NamedTuple):
    """A command in a menu."""

    text: str
    run: Callable[[], object]
    shortcut: str = ""
    """As it is shown; the list of tiles handles the key."""


def menu_of(
    commands: Sequence[MenuCommand | None],
    parent: QWidget,
    submenus: Mapping[str, QMenu] | None = None,
) -> QMenu:
    """A menu that is deleted when it closes.

    Args:
        commands: The commands; ``None`` for a line between them.
        parent: The widget that it belongs to.
        submenus: Menus in place of the commands with these texts.
    """
    menu = QMenu(parent)
    menu.aboutToHide.connect(menu.deleteLater)
    for command in commands:
        if command is None:
            menu.addSeparator()
        elif submenus and command.text in submenus:
            submenu = submenus[command.text]
            submenu.setParent(menu, submenu.windowFlags())  # so that it is deleted with it
            menu.addMenu(submenu)
        else:
            menu.addAction(_action(command, menu))
    return menu


def _action(command: MenuCommand, menu: QMenu) -> QAction:
    text = f"{command.text}\t{command.shortcut}" if command.shortcut else command.text
    action = QAction(text, menu)
    action.triggered.connect(lambda _=False: command.run())
    return action
