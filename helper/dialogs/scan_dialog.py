"""File > Scan Picture while it reads: how far it is, and Cancel."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QLabel,
    QProgressBar,
    QVBoxLayout,
    QWidget,
)

if TYPE_CHECKING:
    from recognizer.values import Progress


class ScanDialog(QDialog):
    """Shows a reading's progress; ``rejected`` is the wish to stop it."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Scan Picture")
        self.setWindowModality(Qt.WindowModality.WindowModal)
        self.label = QLabel(f"Reading {name} …")
        self.stage = QLabel("Loading the picture …")
        self.bar = QProgressBar()
        self.bar.setRange(0, 0)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.cancel = buttons.button(QDialogButtonBox.StandardButton.Cancel)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        for widget in (self.label, self.stage, self.bar, buttons):
            layout.addWidget(widget)
        self.setMinimumWidth(360)

    def show_progress(self, progress: Progress) -> None:
        """Show how far the reader is."""
        self.stage.setText(f"{progress.stage[:1].upper()}{progress.stage[1:]} …")
        self.bar.setRange(0, 1000)
        self.bar.setValue(round(1000 * progress.share))
