"""Buttons of actions."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QIcon, QPixmap
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from helper.main_window.window import MainWindow
from helper.widgets.buttons import ActionButton


def test_a_button_is_what_its_action_is(qtbot: QtBot) -> None:
    action = QAction("&Undo")
    done: list[str] = []
    action.triggered.connect(lambda: done.append("done"))
    button = ActionButton(action)
    qtbot.addWidget(button)
    button.show()
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert done == ["done"]
    action.setEnabled(False)
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert len(done) == 1
    action.setText("&Undo Shade")
    action.setToolTip("Take it back")
    action.setStatusTip("The last move")
    pixmap = QPixmap(16, 16)
    pixmap.fill(Qt.GlobalColor.red)
    action.setIcon(QIcon(pixmap))
    assert button.accessibleName() == "Undo Shade"
    assert (button.toolTip(), button.statusTip()) == ("Take it back", "The last move")
    assert button.icon().pixmap(16).toImage() == pixmap.toImage()


def test_a_click_in_the_toolbar_does_what_the_action_does(window: MainWindow) -> None:
    window.session.paint({0: 2}, "Shade")
    (undo,) = (
        button
        for button in window.actions_.top_bar.toolbar.findChildren(ActionButton)
        if button.accessibleName() == "Undo Shade"
    )
    QTest.mouseClick(undo, Qt.MouseButton.LeftButton)
    assert window.session.undo_stack.index() == 0
    assert not undo.isEnabled()
    assert undo.accessibleName() == "Undo"
