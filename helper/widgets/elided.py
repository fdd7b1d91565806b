"""A line of text that is elided where it does not fit."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLabel, QSizePolicy


class ElidedLine(QLabel):
    """A line of text that is elided if there is no room; the tooltip has the whole text."""

    def __init__(self) -> None:
        super().__init__()
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.full_text = ""

    def set_text(self, text: str) -> None:
        """Show a text, or as much of it as there is room for."""
        self.full_text = text
        self.setToolTip(text)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:  # Qt override
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        room = max(0, self.contentsRect().width() - 2)
        fitting = self.fontMetrics().elidedText(self.full_text, Qt.TextElideMode.ElideRight, room)
        self.setText(fitting)
