"""What a dialog looks like that shows how far some work is, and offers Cancel."""

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
    """A sentence, what shows the progress, and Cancel; ``rejected`` is the wish to stop."""

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
        """Put widgets that show the progress above Cancel."""
        for widget in widgets:
            self._layout.insertWidget(self._layout.count() - 1, widget)


def show_share(bar: QProgressBar, share: float) -> None:
    """Show how much is done, from 0 to 1; as long as that is nothing, only that something is."""
    bar.setRange(0, 1000 if share > 0 else 0)
    bar.setValue(round(1000 * share))
