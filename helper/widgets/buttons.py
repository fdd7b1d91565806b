"""Buttons of actions."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QPushButton,
    QToolBar,
    QToolButton,
    QWidget,
)
from shiboken6 import isValid

from helper.widgets.style import has_controls
from puzzles.words import without_mnemonic

_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


def click_on_enter(button: QPushButton) -> None:
    """Let Enter click a button of a dialog only while the button has the focus.

    Qt's own way, a button with ``autoDefault``, is also clicked by Enter in a field.
    """
    button.setAutoDefault(False)
    for key in _ENTER:
        shortcut = QShortcut(QKeySequence(key), button)
        shortcut.setContext(Qt.ShortcutContext.WidgetShortcut)
        shortcut.activated.connect(button.click)


class EnterClicks(QObject):
    """Lets Enter click the button with the focus in a window, as it does in a dialog.

    A key that no widget wants comes to the window at last.
    """

    def __init__(self, window: QWidget) -> None:
        """``window``: one that is no dialog, where Enter is for the default button."""
        super().__init__(window)
        window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # Qt override
        if not isinstance(event, QKeyEvent) or event.type() != QEvent.Type.KeyPress:
            return False
        button = QApplication.focusWidget()
        is_plain = event.modifiers() in (
            Qt.KeyboardModifier.NoModifier,
            Qt.KeyboardModifier.KeypadModifier,
        )
        if (
            event.key() not in _ENTER
            or not is_plain
            or event.isAutoRepeat()
            or not isinstance(button, QPushButton | QToolButton)
            or button.window() is not watched
        ):
            return False
        button.click()
        return True


def let_enter_click(widget: QWidget) -> None:
    """Let Enter click the button with the focus, if this is a window that is no dialog."""
    direct = Qt.FindChildOption.FindDirectChildrenOnly
    is_new = widget.findChild(EnterClicks, options=direct) is None
    if is_new and has_controls(widget) and not isinstance(widget, QDialog):
        EnterClicks(widget)


class BarTexts:
    """The texts beside the icons of a toolbar: all of them, or none where there is little room."""

    def __init__(self, bar: QToolBar, buttons: Sequence[QToolButton]) -> None:
        """``buttons``: those that may have a text; one without an icon always has it."""
        self._bar, self._buttons = bar, buttons

    def fit(self, width_px: int) -> None:
        """Show the texts if the bar with them is not wider."""
        styles = Qt.ToolButtonStyle
        self._show(styles.ToolButtonTextBesideIcon)
        if self._bar.sizeHint().width() > width_px:
            self._show(styles.ToolButtonIconOnly)

    def _show(self, style: Qt.ToolButtonStyle) -> None:
        for button in self._buttons:
            if not button.icon().isNull():
                button.setToolButtonStyle(style)


class ActionButton(QToolButton):
    """A toolbar's button for an action.

    For the buttons that a toolbar makes by itself, Qt 6.11 keeps 144 bytes at every change of an
    action, such as the text of Undo after each stroke.
    """

    def __init__(self, action: QAction, with_text: bool = False, text: str = "") -> None:
        """Make a button.

        Args:
            action: Is triggered.
            with_text: Whether the button shows a text beside its icon, if it has one.
            text: This text instead of the action's.
        """
        super().__init__()
        self._action = action
        self._text = text
        self.setAutoRaise(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        if with_text:
            self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.clicked.connect(action.trigger)
        action.changed.connect(self._follow)
        self._follow()

    def changeEvent(self, event: QEvent) -> None:  # Qt override
        super().changeEvent(event)
        if event.type() == QEvent.Type.EnabledChange and isValid(self._action):
            # The toolbar enables a button whenever it shows it.
            self.setEnabled(self._action.isEnabled())

    def _follow(self) -> None:
        action = self._action
        if not isValid(action):  # it changes while it is deleted
            return
        name = without_mnemonic(action.text())
        self.setIcon(action.icon())
        self.setText(self._text or name.rstrip("…"))
        self.setToolTip(action.toolTip())
        self.setStatusTip(action.statusTip())
        self.setAccessibleName(name)
        self.setEnabled(action.isEnabled())
        self.setCheckable(action.isCheckable())
        self.setChecked(action.isChecked())
