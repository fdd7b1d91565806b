"""A row makes an action, its places in menus, its shortcut, and the reason why it is disabled."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QMainWindow, QMenu, QMessageBox
from pytestqt.qtbot import QtBot

from helper.commands.command import Command, MenuPlace, Submenu, Where
from helper.commands.command_table import CommandTable
from helper.commands.messages import Messages
from helper.main_window.main_window import MainWindow
from helper.widgets.help_dialog import HelpDialog
from tests.support.window_fixtures import Asked, press


class Desk:
    """A window with three commands, whose state the tests choose."""

    def __init__(self) -> None:
        self.window = QMainWindow()
        self.called: list[str] = []
        self.reason, self.is_on, self.opened = "", False, 0
        menu = "file"
        self.table = CommandTable(
            self.window,
            [
                Submenu("file", "&File", MenuPlace("", 100)),
                Submenu("more", "&More", MenuPlace(menu, 300), fill=self._fill),
                Command("last", "&Last", self._call("last"), MenuPlace(menu, 210), "Do it last"),
                Command(
                    "first", lambda: f"&First {len(self.called)}", self._call("first"),
                    MenuPlace(menu, 100), "Do it first", ("Ctrl+1",), shown=Where.BOARD,
                    why_not=lambda: self.reason, also=(MenuPlace("other", 5),),
                ),
                Command(
                    "mark", "&Mark", self._call("mark"), MenuPlace(menu, 200), "A mark",
                    is_checked=lambda: self.is_on,
                ),
                Command("inner", "&Inner", self._call("inner"), MenuPlace("more", 100), "Inside"),
            ],
        )  # fmt: skip
        self.table.follow(Where.PLAY)

    def _call(self, name: str) -> Callable[[], None]:
        def call() -> None:
            self.called.append(name)

        return call

    def _fill(self, menu: QMenu) -> None:
        self.opened += 1
        menu.addAction(f"Opened {self.opened}")


@pytest.fixture
def desk(qtbot: QtBot) -> Desk:
    made = Desk()
    qtbot.addWidget(made.window)
    return made


def texts(menu: QMenu) -> list[str]:
    """The entries of a menu; ``-`` for a line."""
    return ["-" if a.isSeparator() else a.text() for a in menu.actions()]


def test_entries_are_in_their_order_with_lines_between_hundreds(desk: Desk) -> None:
    assert texts(desk.table.menu("file")) == ["&First 0", "-", "&Mark", "&Last", "-", "&More"]
    assert [a.text() for a in desk.window.menuBar().actions()] == ["&File"]
    other = QMenu()
    desk.table.fill(other, "other")
    assert other.actions() == [desk.table["first"]]


def test_a_command_that_is_not_possible_says_why_below_its_tip(desk: Desk) -> None:
    action = desk.table["first"]
    assert action.isEnabled()
    assert action.toolTip() == "Do it first (Ctrl+1)"
    desk.reason = "There is no puzzle."
    desk.table.follow(Where.PLAY)
    assert not action.isEnabled()
    assert action.toolTip() == "Do it first (Ctrl+1)\nThere is no puzzle."
    action.trigger()
    assert desk.called == []
    desk.reason = ""
    desk.table.follow(Where.PLAY)
    action.trigger()
    assert desk.called == ["first"]
    desk.table.follow(Where.PLAY)
    assert action.text() == "&First 1"


def test_a_command_is_only_where_it_is_shown(desk: Desk) -> None:
    for where, is_shown in ((Where.HOME, False), (Where.DRAW, True), (Where.PLAY, True)):
        desk.table.follow(where)
        assert desk.table["first"].isVisible() == is_shown
        assert desk.table["last"].isVisible()


def test_a_click_leaves_the_mark_as_the_row_says(desk: Desk) -> None:
    """Qt changes the mark of a checkable action at each click."""
    action = desk.table["mark"]
    action.trigger()
    assert not action.isChecked()
    desk.is_on = True
    action.trigger()
    assert action.isChecked()
    assert desk.called == ["mark", "mark"]


def test_a_menu_that_is_opened_again_has_its_entries_once(desk: Desk) -> None:
    menu = desk.table.menu("more")
    for number in (1, 2, 3):
        menu.aboutToShow.emit()
        assert texts(menu) == ["&Inner", f"Opened {number}"]
    assert desk.table["inner"].parent() is desk.window


def test_no_two_commands_share_an_id_or_a_shortcut(window: MainWindow) -> None:
    rows = [row for feature in window.features for row in feature.commands()]
    ids = [row.id for row in rows]
    assert len(ids) == len(set(ids))
    keys = [
        key.toString()
        for row in window.commands.rows
        for key in window.commands[row.id].shortcuts()
    ]
    assert len(keys) == len(set(keys))
    assert len(keys) > 40


def test_the_help_lists_every_shortcut(window: MainWindow) -> None:
    window.helping.show_keyboard()
    (dialog,) = window.findChildren(HelpDialog)
    text = dialog.text.toPlainText()
    for row in window.commands.rows:
        action = window.commands[row.id]
        for key in action.shortcuts():
            assert key.toString(QKeySequence.SequenceFormat.NativeText) in text
            assert action.text().replace("&", "").rstrip("…") in text
    dialog.close()


def test_every_reason_is_a_sentence(window: MainWindow) -> None:
    window.session.new(5, 5)
    reasons = {row.why_not() for row in window.commands.rows if row.why_not is not None}
    window.modes.play()
    reasons |= {row.why_not() for row in window.commands.rows if row.why_not is not None}
    reasons -= {""}
    assert len(reasons) >= 8
    assert all(reason[0].isupper() and reason.endswith(".") for reason in reasons)


def test_messages_go_where_the_window_shows_them(window: MainWindow, asked: Asked) -> None:
    window.home.show_board()
    window.resize(1000, 600)
    window.messages.info("It was done.")
    assert window.statusBar().currentMessage() == "It was done."
    window.messages.notice("It cannot be done.")
    assert window.message_place.notice.text == "It cannot be done."
    window.messages.trouble("The disk is full")
    assert "The disk is full" in window.message_place.trouble.text
    window.messages.warning("It failed.")
    assert asked.said == ["It failed."]
    window.home.show()
    window.messages.info("Said on Home.")
    assert window.statusBar().currentMessage() != "Said on Home."


def test_a_question_is_answered_with_yes_or_no(asked: Asked) -> None:
    messages = Messages()
    for answer in (QMessageBox.StandardButton.Yes, QMessageBox.StandardButton.No):
        asked.answer = answer
        assert messages.ask("Go on?") == (answer == QMessageBox.StandardButton.Yes)
    assert asked.said == ["Go on?"] * 2


def test_a_shortcut_works_from_its_row(window: MainWindow) -> None:
    window.home.show_board()
    window.resize(1000, 700)
    before = window.settings.shows_panel
    press(window, "F9")
    assert window.settings.shows_panel != before
    assert window.commands["side_panel"].isChecked() == window.settings.shows_panel
