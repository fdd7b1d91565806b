"""The dialog of File > Scan Picture: progress and Cancel."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QLabel, QProgressBar, QWidget

from helper.widgets.page_dialog import note
from helper.widgets.progress_dialog import ProgressDialog, show_share
from puzzles.phrases import capitalized

if TYPE_CHECKING:
    from recognizer.values import Progress


_PURPOSE = "Scan Picture reads a printed puzzle with numbers."


class ScanDialog(ProgressDialog):
    """Shows a reading's progress; ``rejected`` asks to stop it."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__("Scan Picture", f"Reading {name} …", parent)
        self.stage = QLabel("Loading the picture …")
        self.bar = QProgressBar()
        show_share(self.bar, 0)
        self.add(note(_PURPOSE), self.stage, self.bar)

    def show_progress(self, progress: Progress) -> None:
        """Show the progress of the reader."""
        self.stage.setText(f"{capitalized(progress.stage)} …")
        show_share(self.bar, progress.share)
