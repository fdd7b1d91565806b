"""The dialog that says what went wrong, and has the report about it to copy."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import Qt
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QFont,
    QFontDatabase,
    QGuiApplication,
)
from PySide6.QtWidgets import (
    QFileDialog,
    QLabel,
    QMessageBox,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from helper.application.theme import Theme
from helper.application.typeface import FAMILY
from helper.widgets.buttons import click_on_enter
from helper.widgets.cards import Fold
from helper.widgets.page_dialog import GAP_PX, MARGIN_PX, PageDialog, note, show_kind
from helper.widgets.style import PRIMARY
from puzzles import LibraryError
from puzzles.formats.atomic import write_atomically
from puzzles.words import _

_WIDTH_PX = 560
_TEXT_PX = 12
"""The size of the report's letters."""
_MIN_REPORT_PX = 110
"""The least height of the report: seven lines; with less room the page is scrolled."""


class ToldProblem(NamedTuple):
    """What a dialog says."""

    heading: str
    """What happened, in a few words."""
    text: str
    """What is safe, and what to do."""
    hint: str = ""
    """Where else to find it, in faint text."""


class ProblemDialog(PageDialog):
    """Says what happened and what is safe; shows, copies and saves the report."""

    def __init__(
        self,
        title: str,
        problem: ToldProblem,
        report: str,
        theme: Theme,
        parent: QWidget | None = None,
        *,
        is_open: bool = False,
    ) -> None:
        """``is_open``: whether the report is in view from the start."""
        super().__init__(title, parent, _WIDTH_PX)
        self._report = report
        heading = QLabel(problem.heading)
        show_kind(heading, "heading")
        text = QLabel(problem.text)
        for label in (heading, text):
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setWordWrap(True)
        self.report = QPlainTextEdit(report)
        self.report.setReadOnly(True)
        self.report.setTabChangesFocus(True)
        self.report.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.report.setAccessibleName(_("Report"))
        self.report.setFont(_fixed_font())
        # The theme's style sheet would win over the font; scroll bars are not meant.
        sizes = f"font-size: {_TEXT_PX}px; min-height: {_MIN_REPORT_PX}px"
        self.report.setStyleSheet(f"QPlainTextEdit {{ {sizes} }}")
        self.fold = Fold(_("&Report"), _("What Copy Report copies"))
        self.fold.set_theme(theme)
        self.fold.rows.addWidget(self.report)
        column = QVBoxLayout(self.page)
        column.setContentsMargins(MARGIN_PX, MARGIN_PX, MARGIN_PX, MARGIN_PX)
        column.setSpacing(GAP_PX)
        column.addWidget(heading)
        column.addWidget(text)
        column.addWidget(
            note(
                _(
                    "The report has versions, the places in the program and the end of its log. "
                    "It says nothing about you: no puzzle, no title, no name, no folder."
                )
            )
        )
        if problem.hint:
            column.addWidget(note(problem.hint))
        column.addWidget(self.fold)
        column.addStretch(1)
        self._make_foot()
        self.fold.button.setChecked(is_open)
        self.fold.button.toggled.connect(self.fit_screen)
        self.fit_screen()
        self.copy.setFocus()

    def _make_foot(self) -> None:
        self.copy = QPushButton(_("&Copy Report"))
        self.save = QPushButton(_("&Save…"))
        self.close_button = QPushButton(_("Close"))
        self.done_note = note()
        self.copy.setProperty(PRIMARY, True)
        self.copy.setToolTip(_("Copy the report, for a message to those who make the program"))
        self.save.setToolTip(_("Save the report as a text file"))
        self.copy.clicked.connect(self.copy_report)
        self.save.clicked.connect(self.save_report)
        self.close_button.clicked.connect(self.reject)
        for button in (self.copy, self.save, self.close_button):
            click_on_enter(button)
        for widget in (self.copy, self.save):
            self.foot_row.addWidget(widget)
        self.foot_row.addWidget(self.done_note, 1)
        self.foot_row.addWidget(self.close_button)

    def copy_report(self) -> None:
        """Put the report into the clipboard."""
        QGuiApplication.clipboard().setText(self._report)
        self._say(_("Copied."))

    def save_report(self) -> None:
        """Write the report into a file."""
        kinds = _("Text (*.txt);;All files (*)")
        chosen, _filter = QFileDialog.getSaveFileName(
            self, _("Save Report As"), "nonogram-helper-report.txt", kinds
        )
        if not chosen:
            return
        try:
            write_atomically(Path(chosen), self._report.encode())
        except LibraryError as error:
            QMessageBox.warning(self, self.windowTitle(), str(error))
        else:
            self._say(_("Saved."))

    def _say(self, sentence: str) -> None:
        self.done_note.setText(sentence)
        if QAccessible.isActive():
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, sentence))


def _fixed_font() -> QFont:
    """The system's font whose letters have one width, or the program's where there is none."""
    font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
    font.setFamilies([*font.families(), FAMILY])
    font.setStyleHint(QFont.StyleHint.Monospace)
    font.setPixelSize(_TEXT_PX)
    return font
