"""Fields of all windows: numbers, lists, and labels that are shortened to their room."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QAbstractSpinBox, QComboBox, QLabel, QSizePolicy, QSpinBox

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


def name_box(box: QComboBox, name: str) -> None:
    """Name a list that has no label in view beside it.

    On Linux a list is called after the label whose buddy it is, and has no name of its own.
    """
    box.setAccessibleName(name)
    _HiddenLabel(box, name)


class _HiddenLabel(QLabel):
    """The label of a list, beside it wherever it is, and never seen."""

    def __init__(self, box: QComboBox, name: str) -> None:
        super().__init__(name, box)
        self._box = box
        self.setBuddy(box)
        box.installEventFilter(self)
        self._follow()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # Qt override
        if event.type() == QEvent.Type.ParentChange and watched is self._box:
            self._follow()
        return super().eventFilter(watched, event)

    def _follow(self) -> None:
        self.setParent(self._box.parentWidget() or self._box)
        self.hide()


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
