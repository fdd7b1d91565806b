"""The progress dialog of Tools > Solve."""

from __future__ import annotations

from PySide6.QtWidgets import QProgressBar, QWidget

from helper.widgets.progress_dialog import ProgressDialog
from puzzles.words import worded
from solver.api import Event


class SolveDialog(ProgressDialog):
    """Shows a solve's progress; ``rejected`` means that the user cancelled."""

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__("Solve", worded("Solving {title} …", title=title or "the puzzle"), parent)
        self.cells = QProgressBar()
        self.cells.setFormat("%v of %m cells are certain")
        self.cells.setMaximum(0)
        self.search = QProgressBar()
        self.search.setRange(0, 1000)
        self.search.setFormat("%p % of the possibilities tried")
        self.search.hide()
        self.add(self.cells, self.search)

    def show_progress(self, event: Event) -> None:
        """Show the engine's progress."""
        self.cells.setMaximum(event.total)
        self.cells.setValue(event.known)
        if event.fraction > 0:
            self.search.setValue(round(1000 * event.fraction))
            self.search.show()
