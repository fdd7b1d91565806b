"""Fields of all windows: numbers and lists."""

from __future__ import annotations

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QAbstractSpinBox, QComboBox, QSpinBox

_INSET_PX = 7


class NumberBox(QSpinBox):
    """A number with arrows."""

    def __init__(self) -> None:
        super().__init__()
        inset(self)


class PageNumberBox(NumberBox):
    """A number on a page that scrolls: the wheel scrolls the page instead."""

    def wheelEvent(self, event: QEvent) -> None:  # Qt override
        event.ignore()


class PageChoiceBox(QComboBox):
    """A list to choose from on a page that scrolls: the wheel scrolls the page instead."""

    def wheelEvent(self, event: QEvent) -> None:  # Qt override
        event.ignore()


def inset(box: QAbstractSpinBox) -> None:
    """Keep the number away from the frame: style sheets cannot."""
    box.lineEdit().setTextMargins(_INSET_PX, 0, 0, 0)
