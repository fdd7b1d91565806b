"""File > Library > Import Files and Import Folder, Import… on Home, and what is dropped there."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from helper.collections.import_report import Finding, ImportProgress, ImportReport
from helper.collections.import_work import import_work
from helper.collections.sources import title_for
from helper.widgets.progress_task import ProgressTask
from puzzles.formats import FORMATS
from puzzles.words import plural, worded


class Importer(QObject):
    """Imports in a child process, one import at a time.

    Signals:
        finished: :class:`ImportReport`, also of an import that was cancelled or failed.
    """

    finished = Signal(object)

    def __init__(
        self, library: Path, window: QWidget, recent: Callable[[], Iterable[str]] = tuple
    ) -> None:
        """Begin.

        Args:
            library: The library's file.
            window: The parent of dialogs.
            recent: The files used recently, which Home shows.
        """
        super().__init__(window)
        self._recent = recent
        self._library = library
        self._window = window
        self.task = ProgressTask(window)
        self.task.reported.connect(self._take)
        self._findings: list[Finding] = []

    def choose_files(self) -> None:
        """Let the player choose puzzle files and archives, and import them."""
        endings = " ".join(
            f"*{end}" for known in FORMATS if known.can_read for end in known.extensions
        )
        filters = worded("Puzzles and archives ({endings} *.zip);;All files (*)", endings=endings)
        chosen, _ = QFileDialog.getOpenFileNames(self._window, "Import Puzzles", "", filters)
        self.start([Path(name) for name in chosen])

    def choose_folder(self) -> None:
        """Let the player choose a folder, and import all puzzles below it."""
        chosen = QFileDialog.getExistingDirectory(self._window, "Import Folder")
        self.start([Path(chosen)] if chosen else [])

    def start(self, paths: Sequence[Path]) -> None:
        """Import; does nothing while an import runs, or without paths."""
        if self.task.job is not None or not paths:
            return
        self._findings = []
        titles = tuple(dict.fromkeys(map(title_for, paths)))
        sentence = plural(
            len(paths), "Importing {name} …", "Importing {count} files …", name=paths[0].name
        )
        work = partial(import_work, tuple(paths), self._library, recent=frozenset(self._recent()))
        self.task.start("Import", sentence, work, partial(self._end, titles))

    def _take(self, progress: ImportProgress) -> None:
        self._findings += progress.findings

    def _end(self, titles: tuple[str, ...], _: object, problem: str) -> None:
        text = ""
        if problem:
            text = worded("The import ended early: {problem}.", problem=problem)
        elif self.task.is_cancelled:
            text = "The import was cancelled; importing again adds the rest."
        self.finished.emit(ImportReport(titles, tuple(self._findings), text))
