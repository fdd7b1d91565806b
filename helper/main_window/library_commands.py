"""File > Library: imports puzzles; backs the library up and restores it."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from PySide6.QtWidgets import QWidget

from helper.application.library_writes import LibraryWrites
from helper.application.settings import Settings
from helper.desk.command import Command, Feature, MenuEntry, Place, Submenu
from helper.desk.messages import Messages
from helper.main_window.home import HomeController
from helper.play.autosave import Autosave
from helper.play.session import Session
from helper.rating.board_rating import BoardRating
from helper.review.scanning import ScanCommands
from puzzles.errors import LibraryError
from puzzles.formats.temporary import TemporaryFolder
from puzzles.words import _

if TYPE_CHECKING:
    from helper.collections.backing_up import BackupCommands
    from helper.collections.collecting import HomeCollections
    from helper.collections.import_report import ImportReport

_log = logging.getLogger(__name__)


class LibraryWindow(Protocol):
    """The part of the main window that these commands use."""

    autosave: Autosave

    @property
    def settings(self) -> Settings: ...
    @property
    def session(self) -> Session: ...
    @property
    def home(self) -> HomeController: ...
    @property
    def rating(self) -> BoardRating: ...
    @property
    def scanning(self) -> ScanCommands: ...
    @property
    def writes(self) -> LibraryWrites: ...
    @property
    def messages(self) -> Messages: ...


class LibraryCommands(Feature):
    """Loads what it needs on first use."""

    def __init__(self, window: LibraryWindow, parent: QWidget) -> None:
        super().__init__(parent)
        self._window = window
        self._parent = parent
        self._backing_up: BackupCommands | None = None

    def commands(self) -> tuple[MenuEntry, ...]:
        """File > Library."""
        return (
            Submenu("library", _("&Library"), Place("file", 410)),
            Command(
                "import_files",
                _("&Import Files…"),
                self.import_files,
                Place("library", 100),
                _("Add puzzle files and zip archives to the library"),
            ),
            Command(
                "import_folder",
                _("Import &Folder…"),
                self.import_folder,
                Place("library", 110),
                _("Add all puzzles of a folder to the library"),
            ),
            Command(
                "back_up",
                _("&Back Up…"),
                self.back_up,
                Place("library", 200),
                _("Write your games and puzzles into one file"),
            ),
            Command(
                "restore",
                _("&Restore…"),
                self.restore,
                Place("library", 210),
                _("Replace the library by a backup"),
            ),
        )

    # Importing

    def import_files(self) -> None:
        """File > Library > Import Files."""
        if collecting := self._collecting():
            collecting.import_files()

    def import_folder(self) -> None:
        """File > Library > Import Folder."""
        if collecting := self._collecting():
            collecting.import_folder()

    def import_paths(self, paths: Sequence[Path]) -> None:
        """Import files, folders and zip archives."""
        if collecting := self._collecting():
            collecting.import_paths(paths)

    def import_scanned(
        self, folder: TemporaryFolder, title: str, done: Callable[[ImportReport], None]
    ) -> None:
        """Import scanned puzzles, and delete their folder.

        Args:
            folder: The files.
            title: That of the collection.
            done: Called with what became of the files, once the import has ended.
        """
        collecting = self._collecting()
        if collecting is None or collecting.importing.task.job is not None:
            folder.close()
            if collecting is not None:
                self._window.messages.warning(_("Another import is still running."))
            return
        importing = collecting.importing

        def finish(report: ImportReport) -> None:
            importing.finished.disconnect(finish)
            folder.close()
            done(report)

        importing.finished.connect(finish)
        collecting.import_paths([folder.path], title)

    def _collecting(self) -> HomeCollections | None:
        self._window.home.show()
        if self._window.autosave.library.is_kept:
            return self._window.home.collecting
        self._window.messages.warning(_("Nothing can be imported: the library cannot be used."))
        return None

    # Backing up

    @property
    def backing_up(self) -> BackupCommands:
        """The commands that back the library up and restore it."""
        if self._backing_up is None:
            from helper.collections.backing_up import BackupCommands

            self._backing_up = BackupCommands(
                self._window.messages,
                self,
                self._window.autosave.library.path,
                lambda: self._window.autosave.owner,
                self._parent,
                self._say,
                self._window.settings,
            )
        return self._backing_up

    def back_up(self) -> None:
        """File > Library > Back Up."""
        self.backing_up.back_up()

    def restore(self) -> None:
        """File > Library > Restore."""
        self.backing_up.restore()

    def purge(self) -> None:
        """Remove what was deleted long ago; nobody waits for it."""
        from helper.application.deletion_store import DeletionStore

        def failed(error: LibraryError) -> None:
            _log.warning("what was deleted long ago stays: %s", error)

        purge = DeletionStore(self._window.autosave.library).purge
        self._window.writes.write("purge", purge, failed)

    def close(self) -> None:
        """Stop the work in the background, as the window closes."""
        if self._backing_up is not None:
            self._backing_up.task.close()

    def _say(self, sentence: str) -> None:
        home = self._window.home
        if home.is_shown and home.collecting is not None:
            home.collecting.undoing.say(sentence)
        else:
            self._window.messages.info(sentence)

    # What a restore needs of the window

    def close_library(self) -> bool:
        """Stop using the library; ``False`` if a review stays open or a write fails."""
        window = self._window
        if not window.scanning.may_close():
            return False
        window.home.show_board()
        window.home.close()
        window.rating.close()
        problem = window.autosave.shut()
        if problem:
            window.messages.warning(problem)
            self.open_library()
        return not problem

    def open_library(self) -> None:
        """Use the library again, which may be another one now."""
        window = self._window
        window.session.close()  # otherwise its game would be added to the restored library
        window.autosave.open()
        window.home.show()
