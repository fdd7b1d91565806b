"""File > Library > Back Up and Restore: the questions, and the progress."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from functools import partial
from pathlib import Path
from typing import Protocol

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QFileDialog, QWidget

from helper.application.locks import running_programs
from helper.application.settings import Settings
from helper.collections.backup import (
    BackupInfo,
    Restored,
    backup_work,
    inspect_work,
    restore_work,
)
from helper.commands.messages import Messages
from helper.widgets.progress_task import ProgressTask
from puzzles.words import _, plural, worded

_FILTER = _("Backups (*.zip)")
_TITLE = _("Restore Library")


class LibraryHost(Protocol):
    """A window that uses the library."""

    def close_library(self) -> bool:
        """Write what waits, and close every use of the library; ``False`` if that failed."""

    def open_library(self) -> None:
        """Use the library again, which may be another one now."""


class BackupCommands(QObject):
    """Backs the library of a window up and restores it."""

    def __init__(
        self,
        messages: Messages,
        host: LibraryHost,
        library: Path,
        owner: Callable[[], str],
        window: QWidget,
        say: Callable[[str], object],
        settings: Settings,
    ) -> None:
        """Begin.

        Args:
            host: Closes and opens the library.
            library: The library's file.
            owner: The owner of the window's own lock; empty for none.
            window: The parent of dialogs.
            say: Shows a sentence.
            settings: They have the folder where something was last saved.
        """
        super().__init__(window)
        self._messages = messages
        self._host, self._library, self._owner = host, library, owner
        self._window, self._say, self._settings = window, say, settings
        self.task = ProgressTask(window)

    def back_up(self) -> None:
        """Ask for a file, and back the library up into it."""
        proposed = f"nonogram-library-{date.today():%Y-%m-%d}.zip"
        start = str(Path(self._settings.save_folder) / proposed)
        chosen, _filter = QFileDialog.getSaveFileName(
            self._window, _("Back Up Library"), start, _FILTER
        )
        if not chosen:
            return
        target = Path(chosen)
        target = target if target.suffix else target.with_suffix(".zip")
        work = partial(backup_work, self._library, target)
        self.task.start(
            _("Back Up Library"),
            _("Backing the library up …"),
            work,
            partial(self._end_backup, target),
        )

    def restore(self) -> None:
        """Ask for a backup, and replace the library by it."""
        start = self._settings.save_folder
        chosen, _filter = QFileDialog.getOpenFileName(self._window, _TITLE, start, _FILTER)
        if not chosen:
            return
        path = Path(chosen)
        self.task.start(
            _TITLE,
            _("Reading the backup …"),
            partial(inspect_work, path),
            partial(self._end_inspection, path),
        )

    def _end_inspection(self, path: Path, info: object, problem: str) -> None:
        if problem:
            self._warn(problem)
        if not isinstance(info, BackupInfo):
            return
        if running_programs(self._library.parent) - {self._owner()}:
            self._warn(
                _(
                    "The library is in use by another window or program. Close all the others "
                    "first, then restore it."
                )
            )
            return
        if self._may_replace(info) and self._host.close_library():
            work = partial(restore_work, path, self._library)
            self.task.start(_TITLE, _("Restoring the library …"), work, self._end_restore)

    def _may_replace(self, info: BackupInfo) -> bool:
        imported = plural(info.puzzles, "{count} imported puzzle", "{count} imported puzzles")
        return self._messages.ask(
            worded(
                "Replace the library by the backup of {made_at} (UTC), with {games} and"
                " {puzzles}?\n\nThe library of now is kept beside it, as a backup.",
                made_at=info.made_at,
                games=plural(info.games, "{count} game", "{count} games"),
                puzzles=imported,
            ),
            _TITLE,
        )

    def _end_backup(self, target: Path, result: object, problem: str) -> None:
        if problem:
            self._warn(worded("The library was not backed up: {problem}.", problem=problem))
        elif result:
            self._settings.save_folder = str(target.absolute().parent)
            self._say(worded("The library was backed up to {target}.", target=target))
        else:
            self._say(_("The backup was cancelled; no file was written."))

    def _end_restore(self, result: object, problem: str) -> None:
        self._host.open_library()
        if problem:
            self._warn(worded("The library was not changed: {problem}.", problem=problem))
        elif not isinstance(result, Restored):
            self._say(_("Restoring was cancelled."))
        elif result.kept is None:
            self._say(_("The library was restored."))
        else:
            self._say(
                worded(
                    "The library was restored. The one before is kept as {kept}.", kept=result.kept
                )
            )

    def _warn(self, sentence: str) -> None:
        self._messages.warning(sentence, _("Library"))
