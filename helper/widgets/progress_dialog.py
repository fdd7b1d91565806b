"""A dialog that shows the progress of a job and offers Cancel."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QLabel,
    QProgressBar,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)


class ProgressDialog(QDialog):
    """A sentence, progress widgets, and Cancel; ``rejected`` means that the user cancelled."""

    def __init__(self, title: str, sentence: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.setWindowModality(Qt.WindowModality.WindowModal)
        self.label = QLabel(sentence)
        self.label.setWordWrap(True)
        # A long word is cut instead of widening the dialog.
        self.label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.cancel = buttons.button(QDialogButtonBox.StandardButton.Cancel)
        buttons.rejected.connect(self.reject)
        self._layout = QVBoxLayout(self)
        self._layout.addWidget(self.label)
        self._layout.addWidget(buttons)
        self.setMinimumWidth(360)

    def add(self, *widgets: QWidget) -> None:
        """Put progress widgets above Cancel."""
        for widget in widgets:
            self._layout.insertWidget(self._layout.count() - 1, widget)


def show_share(bar: QProgressBar, share: float) -> None:
    """Show the share that is done, from 0 to 1; 0 is shown as a busy indicator."""
    bar.setRange(0, 1000 if share > 0 else 0)
    bar.setValue(round(1000 * share))
