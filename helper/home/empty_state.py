"""What Home shows in place of tiles when there are none."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QPushButton, QVBoxLayout, QWidget

from helper.home.style import FAINT, HEADING


class EmptyState(QWidget):
    """A heading, a sentence that says what to do, and a button that does it.

    Signals:
        pressed: The button was pressed.
    """

    pressed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.heading, self.sentence = QLabel(), QLabel()
        self.heading.setProperty("kind", HEADING)
        self.sentence.setProperty("kind", FAINT)
        self.button = QPushButton()
        self.button.clicked.connect(self.pressed)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 36, 0, 36)
        layout.setSpacing(8)
        for label in (self.heading, self.sentence):
            label.setTextFormat(Qt.TextFormat.PlainText)  # the player's words may look like HTML
            label.setAlignment(Qt.AlignmentFlag.AlignCenter)
            label.setWordWrap(True)
            layout.addWidget(label)
        layout.addSpacing(4)
        layout.addWidget(self.button, 0, Qt.AlignmentFlag.AlignHCenter)

    def show_texts(self, heading: str, sentence: str, button: str) -> None:
        """Show other texts."""
        self.heading.setText(heading)
        self.sentence.setText(sentence)
        self.button.setText(button)
        self.button.setToolTip(sentence)
