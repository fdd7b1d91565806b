"""File > New: asks for the size of the board."""

from __future__ import annotations

from PySide6.QtWidgets import QDialog, QDialogButtonBox, QFormLayout, QLabel, QSpinBox, QWidget

from puzzles import MAX_SIZE


class NewDialog(QDialog):
    """Asks for the size of a new board."""

    def __init__(self, height: int, width: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("New Puzzle")
        self.rows = self._spin_box(height)
        self.columns = self._spin_box(width)
        buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel
        )
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        hint = QLabel(
            "Draw on the empty board: the clues follow the drawing.\n"
            "Or type the clues with Puzzle > Edit Clues."
        )
        layout = QFormLayout(self)
        layout.addRow("&Rows:", self.rows)
        layout.addRow("&Columns:", self.columns)
        layout.addRow(hint)
        layout.addRow(buttons)
        self.rows.setFocus()
        self.rows.selectAll()

    def _spin_box(self, value: int) -> QSpinBox:
        box = QSpinBox()
        box.setRange(1, MAX_SIZE)
        box.setValue(value)
        box.setAccelerated(True)
        return box

    @property
    def size_chosen(self) -> tuple[int, int]:
        """(height, width)."""
        return self.rows.value(), self.columns.value()
