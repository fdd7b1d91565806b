"""File > New: asks for the size of the board."""

from __future__ import annotations

from PySide6.QtWidgets import QDialogButtonBox, QWidget

from helper.widgets.cards import Rows
from helper.widgets.fields import PageNumberBox
from helper.widgets.page_dialog import PageDialog, note
from puzzles import MAX_SIZE

_WIDTH_PX = 440


class NewDialog(PageDialog):
    """Asks for the size of a new board."""

    def __init__(self, height: int, width: int, parent: QWidget | None = None) -> None:
        super().__init__("New Puzzle", parent, _WIDTH_PX)
        self.rows = self._spin_box(height)
        self.columns = self._spin_box(width)
        rows = Rows(self.page, has_margins=True)
        rows.add_field("&Rows", self.rows)
        rows.add_field("&Columns", self.columns)
        rows.addWidget(note("Draw on the empty board: the clues follow the drawing."))
        rows.addWidget(note("Or type the clues with Puzzle > Edit Clues."))
        rows.addStretch()
        kinds = QDialogButtonBox.StandardButton
        self.add_buttons(kinds.Ok | kinds.Cancel)
        self.fit_screen()
        self.rows.setFocus()
        self.rows.selectAll()

    def _spin_box(self, value: int) -> PageNumberBox:
        box = PageNumberBox()
        box.setRange(1, MAX_SIZE)
        box.setValue(value)
        box.setAccelerated(True)
        return box

    @property
    def size_chosen(self) -> tuple[int, int]:
        """(height, width)."""
        return self.rows.value(), self.columns.value()
