"""Collections on Home: what plugs import, export and the commands into a view."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QMenu

from helper.application.deletion_store import DeletionStore
from helper.application.library import Library
from helper.application.library_writes import LibraryWrites
from helper.application.settings import Settings
from helper.collections.deleting import DeletionCommands, NoOpenPuzzle, OpenPuzzle
from helper.collections.exporting import Exporter
from helper.collections.importing import Importer, ReportDialog
from helper.collections.managing import CollectionCommands
from helper.collections.undoing import UndoableChanges
from helper.home.home_view import HomeView
from puzzles.words import _

if TYPE_CHECKING:
    from helper.collections.import_report import ImportReport


class HomeCollections(QObject):
    """Import, and all commands on puzzles and collections, in a view of Home.

    ``import_files`` and ``import_folder`` are for a File menu.
    """

    def __init__(
        self,
        view: HomeView,
        library: Library,
        writes: LibraryWrites,
        settings: Settings | None = None,
        open_puzzle: OpenPuzzle | None = None,
    ) -> None:
        """Plug in.

        Args:
            view: Home, whose source has the collections of the library.
            library: That of the window's thread.
            writes: The window's writes into it.
            settings: They have the recent files that Home shows; ``None``: it shows none.
            open_puzzle: What the window has open; ``None`` for a view without a window.
        """
        super().__init__(view)
        self._view = view
        recent = (lambda: [r.path for r in settings.recent]) if settings is not None else tuple
        self.importing = Importer(library.path, view, recent)
        self.importing.finished.connect(self._show_report)
        self.undoing = undoing = UndoableChanges(view, writes)
        self.exporting = Exporter(library.path, view, undoing.say, undoing.warn)
        deleting = DeletionCommands(
            view, DeletionStore(library), undoing, settings, open_puzzle or NoOpenPuzzle()
        )
        self.managing = CollectionCommands(view, library, undoing, deleting, self.exporting)
        menu = QMenu(view)
        menu.addAction(_("Files or Zip Archives…")).triggered.connect(self.import_files)
        menu.addAction(_("Folder…")).triggered.connect(self.import_folder)
        view.offer_import(menu)

    def import_files(self) -> None:
        """Let the player choose files and archives, and import them."""
        self.importing.choose_files()

    def import_folder(self) -> None:
        """Let the player choose a folder, and import it."""
        self.importing.choose_folder()

    def import_paths(self, paths: Sequence[Path], title: str = "") -> None:
        """Import files, folders and archives; see :meth:`Importer.start`."""
        self.importing.start(paths, title)

    def close(self) -> None:
        """The window closes: stop imports and exports at once."""
        self.importing.task.close()
        self.exporting.task.close()

    def _show_report(self, report: ImportReport) -> None:
        view = self._view
        view.refresh()
        if report.added:
            title = report.titles[0]
            shelves = (shelf for shelf in view.shelves if shelf.collection)
            found = next((shelf.id for shelf in shelves if shelf.title == title), None)
            if found is not None:
                view.sidebar.go_to(found)
        if report.is_plain:
            self.undoing.say(report.sentence)
            return
        dialog = ReportDialog(report, view)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()
