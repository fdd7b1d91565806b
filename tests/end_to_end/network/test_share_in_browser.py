"""A real Chromium as the phone of a friend: from the code on the screen to the board sent back."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from helper.main_window.main_window import MainWindow
from network.playable import puzzle_text
from puzzles import SHADED
from puzzles.formats import Document
from tests.support.boards import CHICK, CHICK_PICTURE
from tests.support.chromium import PHONE, Player, needs_chromium
from tests.support.phone_dialog import START_MS, read_code
from tests.support.waiting import wait_until

pytestmark = needs_chromium


def visit(player: Player, address: str) -> None:
    player.resize(PHONE)
    player.driver.get(address)
    wait_until(lambda: len(player.cells) == 49)


def forget_errors(player: Player) -> None:
    """Leave the page, and forget what the browser has logged of requests that failed."""
    wait_until(lambda: player.driver.get_log("browser"))
    player.driver.get("about:blank")
    player.driver.get_log("browser")


def test_from_the_code_to_the_board_sent_back(
    phone: MainWindow, qtbot: QtBot, player: Player
) -> None:
    phone.session.open_copy(Document(CHICK))
    phone.session.paint({0: SHADED}, "Shade")
    before = phone.session.marks.copy()
    phone.commands["share"].trigger()
    dialog = phone.share.dialog
    assert dialog is not None
    qtbot.waitUntil(lambda: bool(dialog.address), timeout=START_MS)
    qtbot.waitUntil(lambda: read_code(dialog.grab().toImage()) == dialog.address)
    visit(player, dialog.address)
    player.driver.execute_script("localStorage.clear()")
    visit(player, dialog.address)
    wide = player.driver.execute_script("return document.documentElement.scrollWidth")
    assert wide <= PHONE[0]
    assert set(player.states) == {"clear"}, "the marks of the window stay there"
    assert player.problems() == []
    for start, end in player.runs(CHICK_PICTURE):
        player.drag(start, end, "touch")
    assert player.is_solved
    player.one("#send").click()
    qtbot.waitUntil(dialog.take_over.isVisible, timeout=START_MS)
    wait_until(lambda: "has your board" in player.one("#notice").text)
    assert phone.session.marks == before
    QTest.mouseClick(dialog.take_over, Qt.MouseButton.LeftButton)
    assert phone.session.is_solved
    phone.session.undo()
    assert phone.session.marks == before

    # The dialog is closed, and its page with it: the marks are still there, also after a reload.
    player.one("#send").click()
    wait_until(lambda: "does not answer" in player.one("#notice").text)
    player.driver.refresh()
    wait_until(lambda: player.is_solved)
    forget_errors(player)


def test_another_puzzle_is_not_sent(phone: MainWindow, qtbot: QtBot, player: Player) -> None:
    phone.session.open_copy(Document(CHICK))
    phone.commands["share"].trigger()
    dialog = phone.share.dialog
    assert dialog is not None
    qtbot.waitUntil(lambda: bool(dialog.address), timeout=START_MS)
    other = puzzle_text(CHICK.with_clues(CHICK.columns, CHICK.rows))
    visit(player, f"{dialog.address}#p={other}")
    player.one("#send").click()
    wait_until(lambda: "another puzzle" in player.one("#notice").text)
    assert not dialog.take_over.isVisible()
    forget_errors(player)
    dialog.close()


def test_a_page_of_a_file_sends_nothing(player: Player, tmp_path: Path) -> None:
    player.open([CHICK], PHONE)
    assert player.one("#send").text == "Copy Board"
    assert not player.one("#save").is_displayed()
    assert player.one("#link").is_displayed()
