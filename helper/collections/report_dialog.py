"""What could not be imported and why, to be read, copied or saved."""

from __future__ import annotations

from pathlib import Path

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

from helper.collections.import_report import ImportReport
from helper.widgets.buttons import click_on_enter
from puzzles.errors import LibraryError
from puzzles.formats.atomic import write_atomically


class ReportDialog(QDialog):
    """The counts in a sentence, and the files below."""

    def __init__(self, report: ImportReport, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Import")
        self.resize(620, 400)
        self._text = report.to_text()
        self.sentence = QLabel(report.sentence)
        self.sentence.setWordWrap(True)
        self.files = QPlainTextEdit(self._text.partition("\n\n")[2])
        self.files.setReadOnly(True)
        self.files.setTabChangesFocus(True)
        self.files.setAccessibleName("Files")
        self.files.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.files.setVisible(bool(self.files.toPlainText()))
        roles, close = QDialogButtonBox.ButtonRole, QDialogButtonBox.StandardButton.Close
        self.buttons = QDialogButtonBox(close)
        self.copy_button, self.save_button = QPushButton("&Copy"), QPushButton("&Save As Text…")
        self.copy_button.setToolTip("Copy the whole report")
        self.save_button.setToolTip("Save the whole report as a text file")
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
        chosen, _ = QFileDialog.getSaveFileName(
            self, "Save Report", "import.txt", "Text (*.txt);;All files (*)"
        )
        if not chosen:
            return
        try:
            write_atomically(Path(chosen), self._text.encode())
        except LibraryError as error:
            QMessageBox.warning(self, "Import", str(error))
