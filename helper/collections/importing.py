"""File > Library > Import Files and Import Folder, Import… on Home, dropped files; the report."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QLabel,
    QMessageBox,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from helper.widgets.buttons import click_on_enter
from helper.widgets.progress_task import ProgressTask
from puzzles.errors import LibraryError
from puzzles.formats.atomic import write_atomically
from puzzles.words import _, plural, worded

if TYPE_CHECKING:
    from helper.collections.import_report import ImportFinding, ImportProgress, ImportReport


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
        self._findings: list[ImportFinding] = []

    def choose_files(self) -> None:
        """Let the player choose puzzle files and archives, and import them."""
        from puzzles.formats.registry import FORMATS

        endings = " ".join(
            f"*{end}" for known in FORMATS if known.can_read for end in known.extensions
        )
        filters = worded("Puzzles and archives ({endings} *.zip);;All files (*)", endings=endings)
        chosen, _filter = QFileDialog.getOpenFileNames(
            self._window, _("Import Puzzles"), "", filters
        )
        self.start([Path(name) for name in chosen])

    def choose_folder(self) -> None:
        """Let the player choose a folder, and import all puzzles below it."""
        chosen = QFileDialog.getExistingDirectory(self._window, _("Import Folder"))
        self.start([Path(chosen)] if chosen else [])

    def start(self, paths: Sequence[Path], title: str = "") -> None:
        """Import; does nothing while an import runs, or without paths.

        Args:
            paths: Files, folders and archives.
            title: That of the collection; by default each folder and archive has its own.
        """
        if self.task.job is not None or not paths:
            return
        from helper.collections.import_sources import title_for
        from helper.collections.import_work import import_work

        self._findings = []
        titles = (title,) if title else tuple(dict.fromkeys(map(title_for, paths)))
        sentence = (
            worded("Importing {name} …", name=title or paths[0].name)
            if len(paths) == 1
            else plural(len(paths), "Importing {count} file …", "Importing {count} files …")
        )
        recent = frozenset(self._recent())
        work = partial(import_work, tuple(paths), self._library, recent=recent, title=title)
        self.task.start(_("Import"), sentence, work, partial(self._end, titles))

    def _take(self, progress: ImportProgress) -> None:
        self._findings += progress.findings

    def _end(self, titles: tuple[str, ...], _ignored: object, problem: str) -> None:
        text = ""
        if problem:
            text = worded("The import ended early: {problem}.", problem=problem)
        elif self.task.is_cancelled:
            text = _("The import was cancelled; importing again adds the rest.")
        from helper.collections.import_report import ImportReport

        self.finished.emit(ImportReport(titles, tuple(self._findings), text))


class ReportDialog(QDialog):
    """The counts in a sentence, and the files below."""

    def __init__(self, report: ImportReport, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(_("Import"))
        self.resize(620, 400)
        self._text = report.to_text()
        self.sentence = QLabel(report.sentence)
        self.sentence.setWordWrap(True)
        self.files = QPlainTextEdit(self._text.partition("\n\n")[2])
        self.files.setReadOnly(True)
        self.files.setTabChangesFocus(True)
        self.files.setAccessibleName(_("Files"))
        self.files.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.files.setVisible(bool(self.files.toPlainText()))
        roles, close = QDialogButtonBox.ButtonRole, QDialogButtonBox.StandardButton.Close
        self.buttons = QDialogButtonBox(close)
        self.copy_button, self.save_button = (
            QPushButton(_("&Copy")),
            QPushButton(_("&Save As Text…")),
        )
        self.copy_button.setToolTip(_("Copy the whole report"))
        self.save_button.setToolTip(_("Save the whole report as a text file"))
        for button in (self.copy_button, self.save_button):
            self.buttons.addButton(button, roles.ActionRole)
            click_on_enter(button)
        self.buttons.button(close).setDefault(True)
        self.buttons.rejected.connect(self.reject)
        self.copy_button.clicked.connect(self._copy)
        self.save_button.clicked.connect(self._save)
        layout = QVBoxLayout(self)
        layout.addWidget(self.sentence)
        layout.addWidget(self.files, 1)
        layout.addWidget(self.buttons)

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self._text)

    def _save(self) -> None:
        chosen, _filter = QFileDialog.getSaveFileName(
            self, _("Save Report"), "import.txt", _("Text (*.txt);;All files (*)")
        )
        if not chosen:
            return
        try:
            write_atomically(Path(chosen), self._text.encode())
        except LibraryError as error:
            QMessageBox.warning(self, _("Import"), str(error))
