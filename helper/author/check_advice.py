"""What the author can do about the result of the check, in the side panel."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLabel, QPushButton, QVBoxLayout, QWidget

from helper.author.check_result import CheckResult, CheckStatus
from helper.widgets.buttons import click_on_enter
from puzzles.words import _


class CheckAdvice(QWidget):
    """Shown while a drawing has several solutions, hidden otherwise.

    Signals:
        repair_requested: The author wants to repair the drawing.
    """

    repair_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.label = QLabel()
        self.label.setProperty("kind", "faint")
        self.label.setWordWrap(True)
        self.repair = QPushButton(_("Repair"))
        self.repair.setToolTip(_("Find a few cells to change so that the puzzle has one solution"))
        click_on_enter(self.repair)
        self.repair.clicked.connect(self.repair_requested)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 12, 0, 0)
        column.setSpacing(8)
        column.addWidget(self.label)
        column.addWidget(self.repair)
        self.hide()

    def show_result(self, result: CheckResult | None) -> None:
        """Follow the check; what is shown stays until the next answer, so that nothing flickers."""
        if result is not None and result.kind is CheckStatus.CHECKING:
            return
        is_several = result is not None and result.kind is CheckStatus.SEVERAL
        if result is not None and is_several:
            self.label.setText(result.advice)
            self.repair.setVisible(result.may_repair)
        self.setVisible(is_several)
