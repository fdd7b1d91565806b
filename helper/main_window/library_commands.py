"""File > Library: imports puzzles; backs the library up and restores it."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from helper.commands.command import Command, Feature, MenuEntry, MenuPlace, Submenu, Where
from helper.main_window.desk import Desk
from helper.main_window.home import HomeController
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


class LibraryCommands(Feature):
    """Loads what it needs on first use."""

    def __init__(
        self, desk: Desk, home: HomeController, rating: BoardRating, scanning: ScanCommands
    ) -> None:
        super().__init__(desk.window)
        self._desk, self._home, self._rating, self._scanning = desk, home, rating, scanning
        self._backing_up: BackupCommands | None = None

    def commands(self) -> tuple[MenuEntry, ...]:
        """File > Library."""
        return (
            Submenu("library", _("&Library"), MenuPlace("file", 410), Where.HOME),
            Command(
                "import_files",
                _("&Import Files…"),
                self.import_files,
                MenuPlace("library", 100),
                _("Add puzzle files and zip archives to the library"),
                shown=Where.HOME,
            ),
            Command(
                "import_folder",
                _("Import &Folder…"),
                self.import_folder,
                MenuPlace("library", 110),
                _("Add all puzzles of a folder to the library"),
                shown=Where.HOME,
            ),
            Command(
                "back_up",
                _("&Back Up…"),
                self.back_up,
                MenuPlace("library", 200),
                _("Write your games and puzzles into one file"),
                shown=Where.HOME,
            ),
            Command(
                "restore",
                _("&Restore…"),
                self.restore,
                MenuPlace("library", 210),
                _("Replace the library by a backup"),
                shown=Where.HOME,
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
                self._desk.messages.warning(_("Another import is still running."))
            return
        importing = collecting.importing

        def finish(report: ImportReport) -> None:
            importing.finished.disconnect(finish)
            folder.close()
            done(report)

        importing.finished.connect(finish)
        collecting.import_paths([folder.path], title)

    def _collecting(self) -> HomeCollections | None:
        self._home.show()
        if self._desk.autosave.library.is_kept:
            return self._home.collecting
        self._desk.messages.warning(_("Nothing can be imported: the library cannot be used."))
        return None

    # Backing up

    @property
    def backing_up(self) -> BackupCommands:
        """The commands that back the library up and restore it."""
        if self._backing_up is None:
            from helper.collections.backing_up import BackupCommands

            self._backing_up = BackupCommands(
                self._desk.messages,
                self,
                self._desk.autosave.library.path,
                lambda: self._desk.autosave.owner,
                self._desk.window,
                self._say,
                self._desk.settings,
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

        purge = DeletionStore(self._desk.autosave.library).purge
        self._desk.writes.write("purge", purge, failed)

    def close(self) -> None:
        """Stop the work in the background, as the window closes."""
        if self._backing_up is not None:
            self._backing_up.task.close()

    def _say(self, sentence: str) -> None:
        home = self._home
        if home.is_shown and home.collecting is not None:
            home.collecting.undoing.say(sentence)
        else:
            self._desk.messages.info(sentence)

    # What a restore needs of the window

    def close_library(self) -> bool:
        """Stop using the library; ``False`` if a review stays open or a write fails."""
        if not self._scanning.may_close():
            return False
        self._home.show_board()
        self._home.close()
        self._rating.close()
        problem = self._desk.autosave.shut()
        if problem:
            self._desk.messages.warning(problem)
            self.open_library()
        return not problem

    def open_library(self) -> None:
        """Use the library again, which may be another one now."""
        self._desk.session.close()  # otherwise its game would be added to the restored library
        self._desk.autosave.open()
        self._home.show()
