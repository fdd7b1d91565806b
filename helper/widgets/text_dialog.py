"""Small dialogs: one line of text, and a life that ends when they are closed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QLineEdit, QVBoxLayout, QWidget
from shiboken6 import isValid

MAX_LENGTH = 100
"""Of a name, a title or a line of tags, in characters."""


class TextDialog(QDialog):
    """Asks for a line of text."""

    def __init__(
        self,
        title: str,
        label: str,
        text: str = "",
        hint: str = "",
        may_be_empty: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._may_be_empty = may_be_empty
        self.setWindowTitle(title)
        self.setMinimumWidth(380)
        self.field = QLineEdit(text)
        self.field.setMaxLength(MAX_LENGTH)
        self.field.selectAll()
        name = QLabel(label)
        name.setBuddy(self.field)
        self.hint = QLabel(hint)
        self.hint.setWordWrap(True)
        self.hint.setTextFormat(Qt.TextFormat.PlainText)  # it has the player's words
        self.hint.setVisible(bool(hint))
        kinds = QDialogButtonBox.StandardButton
        self.buttons = QDialogButtonBox(kinds.Ok | kinds.Cancel)
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        for widget in (name, self.field, self.hint, self.buttons):
            layout.addWidget(widget)
        self.field.textChanged.connect(self._check)
        self._check()

    @property
    def text(self) -> str:
        """The text without blanks around it."""
        return " ".join(self.field.text().split())

    def _check(self) -> None:
        button = self.buttons.button(QDialogButtonBox.StandardButton.Ok)
        button.setEnabled(self._may_be_empty or bool(self.text))


def answer_of(dialog: TextDialog, then: Callable[[str], object]) -> None:
    """Show a dialog; call a function with its text unless it is cancelled."""
    dialog.accepted.connect(lambda: then(dialog.text))
    dialog.finished.connect(dialog.deleteLater)
    dialog.open()


D = TypeVar("D", bound=QDialog)
W = TypeVar("W", bound=QWidget)


@contextmanager
def asked(dialog: D) -> Iterator[D]:
    """Delete a modal dialog when the ``with`` block, which reads its answer, ends.

    It is gone already if its parent was deleted meanwhile, as when the program is ended.
    """
    try:
        yield dialog
    finally:
        if isValid(dialog):
            dialog.deleteLater()


def deleted_on_close(window: W) -> W:
    """Let Qt delete a non-modal window as soon as it is closed; returns the window."""
    window.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    return window
