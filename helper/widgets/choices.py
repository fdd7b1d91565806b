"""Large buttons of actions, each with what it is for, for a dialog that asks what to do."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import (
    QDialogButtonBox,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from helper.widgets.page_dialog import MARGIN_PX, PageDialog, show_kind
from puzzles.words import without_mnemonic

_ICON_PX = 24
_MARGINS_PX = (14, 10, 14, 10)
_GAP_PX = 8
_WIDTH_PX = 480


class ChoiceButton(QPushButton):
    """A button with an icon, the name of an action, its keys, and what it is for."""

    def __init__(self, action: QAction) -> None:
        super().__init__()
        self.action = action
        self.setProperty("choice", True)
        self.setEnabled(action.isEnabled())
        policies = QSizePolicy.Policy
        self.setSizePolicy(policies.Expanding, policies.Minimum)
        name = without_mnemonic(action.text())
        # The second line of the action's tip is why it is not possible now.
        tip, _line, reason = action.toolTip().partition("\n")
        keys = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
        tip = tip.removesuffix(f" ({keys})")
        self.setAccessibleName(name)
        self.setAccessibleDescription(reason or tip)
        picture, title, line = QLabel(), QLabel(name), QLabel(reason or tip)
        picture.setPixmap(action.icon().pixmap(QSize(_ICON_PX, _ICON_PX)))
        picture.setFixedWidth(_ICON_PX)
        picture.setHidden(action.icon().isNull())
        show_kind(title, "heading")
        show_kind(line, "faint")
        line.setWordWrap(True)
        shortcut = QLabel(keys)
        show_kind(shortcut, "faint")
        for label in (picture, title, line, shortcut):
            label.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        title.setEnabled(action.isEnabled())
        head = QHBoxLayout()
        head.addWidget(title, 1)
        head.addWidget(shortcut)
        texts = QVBoxLayout()
        texts.setSpacing(2)
        texts.addLayout(head)
        texts.addWidget(line)
        row = QHBoxLayout(self)
        row.setContentsMargins(*_MARGINS_PX)
        row.setSpacing(12)
        row.addWidget(picture, 0, Qt.AlignmentFlag.AlignTop)
        row.addLayout(texts, 1)

    def sizeHint(self) -> QSize:  # Qt override
        layout = self.layout()
        assert layout is not None
        return layout.sizeHint()

    def minimumSizeHint(self) -> QSize:  # Qt override
        layout = self.layout()
        assert layout is not None
        return layout.minimumSize()

    def hasHeightForWidth(self) -> bool:  # Qt override
        return True

    def heightForWidth(self, width: int) -> int:  # Qt override
        layout = self.layout()
        assert layout is not None
        return layout.heightForWidth(width)


class Choices(QWidget):
    """The buttons below one another; Up and Down go from one to the next.

    Signals:
        chosen: :class:`QAction`, to be triggered once the dialog is closed.
    """

    chosen = Signal(object)

    def __init__(self, actions: Sequence[QAction]) -> None:
        super().__init__()
        self.buttons: dict[str, ChoiceButton] = {}
        """By the ids of the commands."""
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(_GAP_PX)
        for action in actions:
            button = ChoiceButton(action)
            button.clicked.connect(lambda _on=False, chosen=action: self.chosen.emit(chosen))
            self.buttons[action.objectName()] = button
            column.addWidget(button)
        column.addStretch()


class ChoiceDialog(PageDialog):
    """Asks which of some actions is wanted, and triggers it."""

    def __init__(self, title: str, actions: Sequence[QAction], parent: QWidget) -> None:
        super().__init__(title, parent, _WIDTH_PX)
        self.choices = Choices(actions)
        self.choices.chosen.connect(self._choose)
        column = QVBoxLayout(self.page)
        column.setContentsMargins(MARGIN_PX, MARGIN_PX, MARGIN_PX, MARGIN_PX)
        column.addWidget(self.choices, 1)
        self.add_buttons(QDialogButtonBox.StandardButton.Cancel)
        next(each for each in self.choices.buttons.values() if each.isEnabled()).setFocus()
        self.fit_screen()

    def _choose(self, action: QAction) -> None:
        self.accept()
        run_later(action)


def run_later(action: QAction) -> None:
    """Trigger an action once the events of the dialog that it was chosen in are over."""
    QTimer.singleShot(0, action, action.trigger)
