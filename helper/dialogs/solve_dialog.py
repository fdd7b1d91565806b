"""Tools > Solve while it runs: how far it is, and Cancel."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QLabel,
    QProgressBar,
    QVBoxLayout,
    QWidget,
)

from solver.api import Event


class SolveDialog(QDialog):
    """Shows a solve's progress; ``rejected`` is the wish to stop it."""

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Solve")
        self.setWindowModality(Qt.WindowModality.WindowModal)
        self.label = QLabel(f"Solving {title or 'the puzzle'} …")
        self.cells = QProgressBar()
        self.cells.setFormat("%v of %m cells are certain")
        self.cells.setMaximum(0)
        self.search = QProgressBar()
        self.search.setRange(0, 1000)
        self.search.setFormat("%p % of the possibilities tried")
        self.search.hide()
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.cancel = buttons.button(QDialogButtonBox.StandardButton.Cancel)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        for widget in (self.label, self.cells, self.search, buttons):
            layout.addWidget(widget)
        self.setMinimumWidth(360)

    def show_progress(self, event: Event) -> None:
        """Show how far the engine is."""
        self.cells.setMaximum(event.total)
        self.cells.setValue(event.known)
        if event.fraction > 0:
            self.search.setValue(round(1000 * event.fraction))
            self.search.show()
