"""A strip with a message and buttons that does not get in the way."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QSizePolicy, QWidget


class Banner(QFrame):
    """Hidden until it has something to say."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.label = QLabel()
        self.label.setWordWrap(True)
        self._layout = QHBoxLayout(self)
        self._layout.setContentsMargins(10, 4, 6, 4)
        self._layout.addWidget(self.label, 1)
        self._buttons: list[QPushButton] = []
        self.hide()

    @property
    def text(self) -> str:
        """What it says; empty if it is hidden."""
        return self.label.text() if not self.isHidden() else ""

    def say(self, text: str, **buttons: Callable[[], object]) -> None:
        """Show a message with a button for each keyword."""
        self._clear()
        self.label.setText(text)
        for name, action in buttons.items():
            button = QPushButton(f"&{name}")
            button.clicked.connect(lambda _=False, action=action: action())
            self._layout.addWidget(button)
            self._buttons.append(button)
        self.show()

    def button(self, name: str) -> QPushButton:
        """The button of that text."""
        return next(button for button in self._buttons if button.text() == f"&{name}")

    def silence(self) -> None:
        """Nothing is to be said any more."""
        self._clear()
        self.hide()

    def _clear(self) -> None:
        for button in self._buttons:
            self._layout.removeWidget(button)
            button.hide()
            button.deleteLater()
        self._buttons.clear()
