"""Buttons of actions."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QIcon, QPixmap
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QLineEdit,
    QPushButton,
    QToolButton,
    QVBoxLayout,
)
from pytestqt.qtbot import QtBot

from helper.app import PlainStyle
from helper.main_window.main_window import MainWindow
from helper.widgets import buttons as buttons_module
from helper.widgets.buttons import ActionButton, click_on_enter
from puzzles.formats import Document
from tests.support.boards import CHICK
from tests.support.home_keys import view_of


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
        for button in window.top_bar.toolbar.findChildren(ActionButton)
        if button.accessibleName() == "Undo Shade"
    )
    QTest.mouseClick(undo, Qt.MouseButton.LeftButton)
    assert window.session.position == 0
    assert not undo.isEnabled()
    assert undo.accessibleName() == "Undo"


def test_enter_clicks_the_button_with_the_focus(qtbot: QtBot) -> None:
    dialog, clicked = QDialog(), list[str]()
    layout = QVBoxLayout(dialog)
    field = QLineEdit()
    layout.addWidget(field)
    for name in ("one", "two"):
        button = QPushButton(name)
        click_on_enter(button)
        button.clicked.connect(lambda _=False, name=name: clicked.append(name))
        layout.addWidget(button)
    qtbot.addWidget(dialog)
    with qtbot.waitActive(dialog):
        dialog.show()
        dialog.activateWindow()
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert clicked == [], "Enter in a field only ends the typing"
    buttons = dialog.findChildren(QPushButton)
    for button, key in zip(buttons, (Qt.Key.Key_Return, Qt.Key.Key_Enter), strict=True):
        button.setFocus()
        QTest.keyClick(button, key)
    assert clicked == ["one", "two"]


def test_enter_clicks_the_plain_buttons_of_a_window(window: MainWindow) -> None:
    PlainStyle("Fusion").polish(window)
    window.home.show()
    window.activateWindow()
    view = view_of(window)
    clicked: list[str] = []
    names = ("random", "scan")
    for name in names:
        button = view.head.buttons[name]
        button.clicked.disconnect()
        button.clicked.connect(lambda _=False, name=name: clicked.append(name))
        button.setFocus()
        for key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            QTest.keyClick(button, key)
    assert clicked == [name for name in names for _ in range(3)]


def test_enter_is_for_the_default_button_of_a_dialog(qtbot: QtBot) -> None:
    dialog, clicked = QDialog(), list[str]()
    layout = QVBoxLayout(dialog)
    tool, default = QToolButton(), QPushButton("OK")
    default.setDefault(True)
    for button in (tool, default):
        button.clicked.connect(lambda _=False, button=button: clicked.append(button.text()))
        layout.addWidget(button)
    qtbot.addWidget(dialog)
    PlainStyle("Fusion").polish(dialog)
    with qtbot.waitActive(dialog):
        dialog.show()
        dialog.activateWindow()
    tool.setFocus()
    QTest.keyClick(tool, Qt.Key.Key_Return)
    assert clicked == ["OK"]


def test_enter_is_taken_from_no_button_of_the_program() -> None:
    """A button that Qt's Enter does not click gets it by ``click_on_enter``."""
    root = Path(buttons_module.__file__).parents[1]
    users = [p.name for p in root.rglob("*.py") if "setAutoDefault(False)" in p.read_text("utf-8")]
    assert users == ["buttons.py"]


@pytest.mark.parametrize("is_drawing", [False, True], ids=["Play", "Draw"])
def test_all_tools_have_texts_or_none(window: MainWindow, is_drawing: bool) -> None:
    window.session.open_copy(Document(CHICK))
    if is_drawing:
        window.modes.draw()
    bar = window.top_bar.toolbar
    for width_px in (640, 760, 900, 1080):
        window.resize(width_px, 600)
        QApplication.processEvents()
        tools = [
            button
            for button in bar.findChildren(ActionButton)
            if button.isVisible() and not button.icon().isNull()
        ]
        names = {button.accessibleName() for button in tools}
        styles = {button.toolButtonStyle() for button in tools}
        assert len(styles) == 1, names
        has_texts = styles == {Qt.ToolButtonStyle.ToolButtonTextBesideIcon}
        assert has_texts == (width_px >= 900), names
        if has_texts:
            assert bar.sizeHint().width() <= bar.width()


def test_a_tool_that_is_not_possible_stays_disabled_when_the_bar_shows_it(
    window: MainWindow, chick_file: Path
) -> None:
    """The toolbar enables each of its widgets when it shows them."""
    window.home.show()
    window.show()
    QApplication.processEvents()
    window.files.open_file(chick_file)
    QApplication.processEvents()
    buttons = {b.accessibleName(): b for b in window.top_bar.toolbar.findChildren(ActionButton)}
    assert not window.commands["undo"].isEnabled()
    assert not buttons["Undo"].isEnabled()
    window.session.new(5, 5)
    QApplication.processEvents()
    assert buttons["Generate Clues"].isVisible()
    assert not buttons["Generate Clues"].isEnabled()


def test_the_texts_are_there_when_the_mode_changes_in_a_wide_window(window: MainWindow) -> None:
    window.resize(1080, 600)
    window.show()
    window.session.open_copy(Document(CHICK))
    QApplication.processEvents()
    window.session.new(5, 5)
    QApplication.processEvents()
    button = window.top_bar.toolbar.findChildren(ActionButton)[0]
    assert button.toolButtonStyle() == Qt.ToolButtonStyle.ToolButtonTextBesideIcon
