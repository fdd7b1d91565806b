"""The parts of the statistics: a number with its name, a card with a chart."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from helper.application.typeface import tabular


class NumberCard(QFrame):
    """A large number, with what it counts below it."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setObjectName("card")
        self.number, self.name = QLabel(), QLabel(name)
        self.number.setProperty("kind", "title")
        self.number.setFont(tabular(self.number.font()))
        self.name.setProperty("kind", "faint")
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 12, 16, 12)
        column.setSpacing(4)
        for label in (self.number, self.name):
            label.setTextFormat(Qt.TextFormat.PlainText)
            column.addWidget(label)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_number(self, text: str, tip: str) -> None:
        """Show another number; the tip is the whole sentence."""
        self.number.setText(text)
        self.setToolTip(tip)
        self.setAccessibleName(f"{self.name.text()}: {text}")
        self.setAccessibleDescription(tip)


class ChartCard(QFrame):
    """A heading, a chart, and a line that explains it."""

    def __init__(self, heading: str, chart: QWidget, control: QWidget | None = None) -> None:
        """``control``: beside the heading."""
        super().__init__()
        self.setObjectName("card")
        title, self.caption = QLabel(heading), QLabel()
        title.setProperty("kind", "heading")
        self.caption.setProperty("kind", "faint")
        self.caption.setWordWrap(True)
        chart.setAccessibleName(heading)
        head = QHBoxLayout()
        head.addWidget(title)
        head.addStretch()
        if control is not None:
            head.addWidget(control)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 12, 16, 12)
        column.setSpacing(8)
        column.addLayout(head)
        column.addWidget(chart)
        column.addWidget(self.caption)
