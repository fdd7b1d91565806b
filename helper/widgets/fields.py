"""Fields of all windows: numbers, lists, and labels that are shortened to their room."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QAbstractSpinBox, QComboBox, QLabel, QSizePolicy, QSpinBox

from puzzles.words import _

_INSET_PX = 7
LICENSES = ("", "CC BY 4.0", "CC BY-SA 4.0", "CC0 1.0")
"""The licences to choose from; others can be typed. An empty text means none."""


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


def license_box() -> QComboBox:
    """A field for a licence: the usual ones, or any text."""
    box = QComboBox()
    box.setEditable(True)
    box.addItems(LICENSES)
    # With a completer, Return would only accept its proposal.
    box.setCompleter(None)  # type: ignore[arg-type]
    edit = box.lineEdit()
    assert edit is not None
    edit.setPlaceholderText(_("none"))
    return box


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


_BETWEEN_PARTS = "   ·   "


class ElidedLine(QLabel):
    """A line of text that is elided if there is no room; the tooltip has the whole text.

    A text of several parts keeps the beginning and the end of each.
    """

    def __init__(self) -> None:
        super().__init__()
        self._parts: Sequence[str] = ()
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.full_text = ""

    def set_text(self, text: str) -> None:
        """Show a text, or as much of it as there is room for."""
        self.set_parts((text,))

    def set_parts(self, parts: Sequence[str]) -> None:
        """Show several texts side by side."""
        self._parts = parts
        self.full_text = _BETWEEN_PARTS.join(parts)
        self.setToolTip(self.full_text)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:  # Qt override
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        metrics, room = self.fontMetrics(), max(0, self.contentsRect().width() - 2)
        if len(self._parts) < 2 or metrics.horizontalAdvance(self.full_text) <= room:
            fitting = metrics.elidedText(self.full_text, Qt.TextElideMode.ElideRight, room)
        else:
            fitting = _BETWEEN_PARTS.join(self._shortened(room))
        self.setText(fitting)

    def _shortened(self, room: int) -> list[str]:
        """The parts without the middle of those that are longer than their share of the room."""
        metrics = self.fontMetrics()
        room -= metrics.horizontalAdvance(_BETWEEN_PARTS) * (len(self._parts) - 1)
        texts = {part: part for part in self._parts}
        for left, part in zip(
            range(len(texts), 0, -1), sorted(texts, key=metrics.horizontalAdvance), strict=True
        ):
            share = max(0, room // left)
            texts[part] = metrics.elidedText(part, Qt.TextElideMode.ElideMiddle, share)
            room -= metrics.horizontalAdvance(texts[part])
        return [texts[part] for part in self._parts]
