"""Settings on the page of a dialog: rows, a card for a group, and settings that can be folded."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from helper.application.icons import icon
from helper.application.theme import Theme
from helper.application.typeface import strong
from helper.widgets.page_dialog import GAP_PX, MARGIN_PX, note
from puzzles.words import without_mnemonic

_ICON_PX = 16
_FIELD_PX = 176
"""The least width of a field: those of a dialog begin and end at the same places."""
_INDENT_PX = 28
"""From the left side of a check box to its text."""


class Rows(QVBoxLayout):
    """Settings one below the other, each with a faint sentence if it needs one."""

    def __init__(self, parent: QWidget, *, has_margins: bool = False) -> None:
        """``has_margins``: whether the rows are a whole page, not a part of it."""
        super().__init__(parent)
        margin = MARGIN_PX if has_margins else 0
        self.setContentsMargins(margin, margin, margin, margin)
        self.setSpacing(GAP_PX)
        self._fields: list[QWidget] = []

    def align_with(self, other: Rows) -> None:
        """Make the fields of this part of a page as wide as those of another part."""
        other._fields += self._fields
        self._fields = other._fields

    def add_caption(self, text: str) -> None:
        """Add the name of the settings that follow, in a list of many."""
        label = QLabel(text)
        label.setProperty("kind", "faint")
        label.setFont(strong(label.font()))
        self.addWidget(label)

    def add_switch(self, switch: QAbstractButton, sentence: str = "") -> None:
        """Add a switch, with a sentence below its text."""
        self._add(switch, sentence, _INDENT_PX)

    def add_field(self, name: str, control: QWidget, sentence: str = "") -> None:
        """Add a control with its name, which has its mnemonic."""
        row, label = QWidget(), QLabel(name)
        label.setBuddy(control)
        self._fields.append(control)
        widest = max(field.sizeHint().width() for field in self._fields)
        for field in self._fields:  # equally wide where there is room
            field.setMinimumWidth(_FIELD_PX)
            field.setMaximumWidth(max(_FIELD_PX, widest))
        across, down = QSizePolicy.Policy.Expanding, control.sizePolicy().verticalPolicy()
        control.setSizePolicy(across, down)
        line = QHBoxLayout(row)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(GAP_PX)
        line.addWidget(label)
        line.addWidget(control, 1)
        control.setAccessibleName(without_mnemonic(name))
        control.setAccessibleDescription(sentence)
        self._add(row, sentence, 0)

    def _add(self, widget: QWidget, sentence: str, indent_px: int) -> None:
        column = QVBoxLayout()
        column.setSpacing(4)
        column.addWidget(widget)
        if sentence:
            widget.setAccessibleDescription(sentence)
            below = note(sentence)
            below.setContentsMargins(indent_px, 0, 0, 0)
            column.addWidget(below)
        self.addLayout(column)


class Card(QFrame):
    """A group of settings with a heading and a sentence."""

    def __init__(self, heading: str, sentence: str) -> None:
        super().__init__()
        self.setObjectName("card")
        self.heading = QLabel(heading)
        self.heading.setProperty("kind", "heading")
        content = QWidget()
        self.rows = Rows(content)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 12, 16, 16)
        column.setSpacing(4)
        column.addWidget(self.heading)
        column.addWidget(note(sentence))
        column.addSpacing(8)
        column.addWidget(content)


class Fold(QWidget):
    """Settings that few players need: a button shows and hides them."""

    def __init__(self, text: str, tip: str) -> None:
        super().__init__()
        self._theme: Theme | None = None
        self.button = QPushButton(text)
        self.button.setObjectName("fold")
        self.button.setCheckable(True)
        self.button.setToolTip(tip)
        self.button.setIconSize(QSize(_ICON_PX, _ICON_PX))
        self.button.toggled.connect(self._follow)
        self.content = QWidget()
        self.rows = Rows(self.content)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addWidget(self.button, 0, Qt.AlignmentFlag.AlignLeft)
        column.addWidget(self.content)
        self._follow(False)

    def set_theme(self, theme: Theme) -> None:
        """Draw the arrow in a theme's colours."""
        self._theme = theme
        self._follow(self.button.isChecked())

    def _follow(self, is_open: bool) -> None:
        self.content.setVisible(is_open)
        if self._theme is not None:
            name = "down" if is_open else "next"
            self.button.setIcon(icon(name, self._theme))
