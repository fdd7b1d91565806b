"""A strip with a message and buttons that does not get in the way."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import (
    QAbstractButton,
    QFrame,
    QHBoxLayout,
    QLabel,
    QMenuBar,
    QPushButton,
    QSizePolicy,
    QWidget,
)


class Banner(QFrame):
    """Hidden until it has something to say."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.label = QLabel()
        self.label.setWordWrap(True)
        self.label.setMinimumWidth(1)  # a long word is cut instead of widening the window
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
            button = QPushButton(self._with_mnemonic(name))
            button.clicked.connect(lambda _=False, action=action: action())
            self._layout.addWidget(button)
            self._buttons.append(button)
        self.show()

    def button(self, name: str) -> QPushButton:
        """The button of that text."""
        return next(button for button in self._buttons if button.text().replace("&", "") == name)

    def silence(self) -> None:
        """Nothing is to be said any more."""
        self._clear()
        self.hide()

    def _with_mnemonic(self, name: str) -> str:
        """With the first letter underlined that nothing else in the window is called by."""
        window = self.window()
        texts = []
        for widget in widgets_below(window):
            is_label = isinstance(widget, QLabel) and widget.buddy() is not None
            if is_label or isinstance(widget, QAbstractButton):
                texts.append(widget.property("text"))
            elif isinstance(widget, QMenuBar):
                texts += [action.text() for action in widget.actions()]
        taken = {QKeySequence.mnemonic(text).toString() for text in texts}
        marked = (f"{name[:k]}&{name[k:]}" for k in range(len(name)) if name[k].isalpha())
        free = (text for text in marked if QKeySequence.mnemonic(text).toString() not in taken)
        return next(free, name)

    def _clear(self) -> None:
        for button in self._buttons:
            self._layout.removeWidget(button)
            button.hide()
            button.setText("")  # its mnemonic is free again
            button.deleteLater()
        self._buttons.clear()


def widgets_below(widget: QWidget) -> Iterator[QWidget]:
    """All widgets in a window, without those of its dialogs.

    Each parent is asked for its own children only: PySide keeps what ``findChildren`` returned as
    long as the widget that was asked lives, and the main window outlives its dialogs.
    """
    options = Qt.FindChildOption.FindDirectChildrenOnly
    for child in widget.findChildren(QWidget, options=options):
        if not child.isWindow():
            yield child
            yield from widgets_below(child)
