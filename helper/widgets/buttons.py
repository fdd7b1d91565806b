"""Buttons of actions, and button sizes."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QPushButton, QToolButton
from shiboken6 import isValid


class ActionButton(QToolButton):
    """A toolbar's button for an action.

    For the buttons that a toolbar makes by itself, Qt 6.11 keeps 144 bytes at every change of an
    action, such as the text of Undo after each stroke.
    """

    def __init__(self, action: QAction) -> None:
        super().__init__()
        self._action = action
        self.setAutoRaise(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.clicked.connect(action.trigger)
        action.changed.connect(self._follow)
        self._follow()

    def _follow(self) -> None:
        action = self._action
        if not isValid(action):  # it changes while it is deleted
            return
        self.setIcon(action.icon())
        self.setToolTip(action.toolTip())
        self.setStatusTip(action.statusTip())
        self.setAccessibleName(action.text().replace("&", ""))
        self.setEnabled(action.isEnabled())


def narrow(button: QPushButton) -> None:
    """Make a button as narrow as its text; the style's minimum is wider."""
    text = button.text().replace("&", "")
    button.setMinimumWidth(button.fontMetrics().horizontalAdvance(text) + 18)
