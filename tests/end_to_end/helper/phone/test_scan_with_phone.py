"""Scan With Phone: from the code on the screen to the puzzle in the list."""

from __future__ import annotations

import socket
import tempfile
from dataclasses import replace
from pathlib import Path
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

import cv2
import numpy as np
import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from helper.main_window.main_window import MainWindow
from helper.phone import networks, page_server
from helper.phone.code_dialog import NETWORK_CHANGED, NETWORK_LOST, NOTHING_YET
from helper.phone.networks import Network
from helper.phone.phone_commands import NOT_READ, state_of
from helper.phone.phone_dialog import PhoneDialog
from helper.review.listed_boards import BoardState, ListedBoard
from helper.review.page_queue import PageQueue
from puzzles import Puzzle
from puzzles.contracts import SolutionCount
from recognizer.lattice import Picture
from tests.support.pages import draw_page, unique_clues
from tests.support.phone_dialog import HOME, OTHER, START_MS, opened, read_code
from tests.support.review_samples import certain
from tests.support.waiting import PATIENCE_S


def send(address: str, picture: Picture, name: str = "IMG_1.png") -> None:
    """Post a picture as the form does."""
    _, data = cv2.imencode(".png", picture)
    head = (
        f'--edge\r\nContent-Disposition: form-data; name="pictures"; filename="{name}"\r\n'
        "Content-Type: image/png\r\n\r\n"
    )
    body = head.encode() + data.tobytes() + b"\r\n--edge--\r\n"
    kind = {"Content-Type": "multipart/form-data; boundary=edge", "Accept": "application/json"}
    with urlopen(Request(f"{address}pictures", body, kind), timeout=PATIENCE_S) as answer:
        assert answer.status == 200


def page(address: str) -> str:
    with urlopen(address, timeout=PATIENCE_S) as answer:
        return bytes(answer.read()).decode()


def test_a_phone_sends_a_picture_and_sees_that_it_was_read(phone: MainWindow, qtbot: QtBot) -> None:
    dialog = opened(phone, qtbot)
    address = read_code(dialog.code.pixmap().toImage())
    assert address == dialog.address == dialog.address_text.toPlainText()
    assert address.startswith("http://127.0.0.1:")
    clues = unique_clues(10, 10, 5)
    send(address, draw_page(*clues).picture)
    qtbot.waitUntil(lambda: phone.scanning.list.window is not None, timeout=START_MS)
    shown = phone.scanning.list.window
    assert shown is not None
    assert dialog.state.text() == "1 picture has arrived."
    qtbot.waitUntil(lambda: bool(shown.boards), timeout=60_000)
    (board,) = shown.boards
    assert (board.name, board.state) == ("Phone 1", BoardState.READY)
    assert shown.collection_title == "Scanned Puzzles"
    assert board.document is not None
    assert board.document.puzzle.rows == Puzzle.from_numbers(*clues).rows
    text = page(address)
    assert "IMG_1.png" in text
    assert "10 × 10: read" in text
    assert "data:image/png;base64," in text
    # The list has the picture itself, so a crash or the end of the dialog does not lose it.
    assert isinstance(board.source, bytes)
    dialog.close()
    assert not list(Path(tempfile.gettempdir()).glob(".nonogram-phone*"))


def test_a_phone_that_stalls_keeps_no_other_waiting(phone: MainWindow, qtbot: QtBot) -> None:
    dialog = opened(phone, qtbot)
    address = urlsplit(dialog.address)
    head = (
        f"POST {address.path}pictures HTTP/1.1\r\nHost: {address.netloc}\r\n"
        "Content-Type: multipart/form-data; boundary=edge\r\nContent-Length: 1000000\r\n\r\n--ed"
    )
    stalled = [socket.create_connection((address.hostname, address.port)) for _ in range(3)]
    for each in stalled:
        each.sendall(head.encode())
    blank = np.full((60, 60, 3), 255, np.uint8)
    for name in ("one.png", "two.png"):
        send(dialog.address, blank, name)
    qtbot.waitUntil(lambda: "2 pictures" in dialog.state.text(), timeout=START_MS)
    for each in stalled:
        each.close()
    text = page(dialog.address)
    assert text.index("two.png") < text.index("one.png")


def test_the_page_ends_with_the_dialog(phone: MainWindow, qtbot: QtBot) -> None:
    dialog = opened(phone, qtbot)
    address = dialog.address
    with pytest.raises(HTTPError):
        page(f"{address}more")
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert phone.phone_scan.dialog is None

    def is_over() -> bool:
        try:
            page(address)
        except OSError as error:
            return not isinstance(error, HTTPError)
        return False

    qtbot.waitUntil(is_over, timeout=5000)
    again = opened(phone, qtbot)
    assert again.address.split("/")[3] != address.split("/")[3], "another dialog, another word"


def test_another_network_has_another_address(phone: MainWindow, qtbot: QtBot) -> None:
    dialog = opened(phone, qtbot)
    dialog.network_box.setFocus()
    QTest.keyClick(dialog.network_box, Qt.Key.Key_Down)
    dialog.network_box.activated.emit(1)
    qtbot.waitUntil(lambda: "127.0.0.2" in dialog.address, timeout=START_MS)
    assert "127.0.0.2" in read_code(dialog.code.pixmap().toImage())
    dialog.copy_button.click()
    assert QGuiApplication.clipboard().text() == dialog.address


def test_the_page_moves_when_its_network_is_gone(
    phone: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = [HOME]
    monkeypatch.setattr(networks, "networks", lambda: list(found))
    dialog = opened(phone, qtbot)
    server = phone.phone_scan.server
    assert server is not None
    server._watch.setInterval(20)
    assert not dialog.network_box.isVisible()
    first = dialog.address
    found.append(OTHER)
    qtbot.waitUntil(dialog.network_box.isVisible)
    assert dialog.address == first, "another network beside it changes nothing"
    found.remove(HOME)
    qtbot.waitUntil(lambda: "127.0.0.2" in dialog.address, timeout=START_MS)
    assert "127.0.0.2" in read_code(dialog.code.pixmap().toImage())
    assert "new code" in dialog.advice.text()
    found.clear()
    qtbot.waitUntil(lambda: "lost its network" in dialog.state.text())
    assert dialog.code.pixmap().isNull()
    assert not dialog.copy_button.isEnabled()
    assert server.job is None
    found.append(HOME)
    qtbot.waitUntil(lambda: "127.0.0.1" in dialog.address, timeout=START_MS)
    assert dialog.address != first
    assert dialog.copy_button.isEnabled()
    assert dialog.state.text() == "Waiting for the phone"


def test_a_picture_that_is_not_read_waits_no_longer(
    phone: MainWindow, qtbot: QtBot, agreed: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The list is closed with one puzzle read, and with one not read."""
    dialog = opened(phone, qtbot)
    send(dialog.address, np.full((60, 60, 3), 255, np.uint8), "one.png")
    qtbot.waitUntil(lambda: "waiting" not in page(dialog.address), timeout=START_MS)
    told = page(dialog.address)
    monkeypatch.setattr(PageQueue, "_start", lambda _: None)  # nothing is read any more
    send(dialog.address, np.full((60, 60, 3), 254, np.uint8), "two.png")
    qtbot.waitUntil(lambda: "2 pictures" in dialog.state.text(), timeout=START_MS)
    assert "waiting" in page(dialog.address)
    shown = phone.scanning.list.window
    assert shown is not None
    shown.close_button.click()
    qtbot.waitUntil(lambda: NOT_READ in page(dialog.address))
    text = page(dialog.address)
    assert "waiting" not in text
    assert text[text.index("one.png") :].partition("</li>")[0] in told


def test_a_puzzle_without_a_single_solution_is_not_called_read() -> None:
    reading = replace(certain(), solution_count=SolutionCount.SEVERAL)
    board = ListedBoard(b"", 1, "Phone 1", "Phone 1", reading)
    assert board.state is BoardState.TO_CHECK
    assert board.to_check == 0
    assert "to check" in state_of("a.jpg", [board]).text


def test_without_a_network_a_sentence_says_what_to_do(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch, said: list[str]
) -> None:
    monkeypatch.setattr(networks, "networks", list)
    window.commands["scan_phone"].trigger()
    assert "Connect it to the Wi-Fi" in said[0]
    assert window.phone_scan.dialog is None


def test_an_address_that_cannot_be_used_is_said(
    window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(networks, "networks", lambda: [Network("203.0.113.7", "gone", 0)])
    window.commands["scan_phone"].trigger()
    dialog = window.phone_scan.dialog
    assert dialog is not None
    qtbot.waitUntil(lambda: "203.0.113.7" in dialog.state.text(), timeout=START_MS)
    assert not dialog.copy_button.isEnabled()


def test_after_some_time_the_dialog_says_what_may_be_in_the_way(
    phone: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page_server, "_ADVICE_MS", 0)
    dialog = opened(phone, qtbot)
    qtbot.waitUntil(lambda: "guest" in dialog.advice.text())
    assert dialog.state.text() == "Waiting for the phone"
    assert read_code(dialog.code.pixmap().toImage()) == dialog.address, "it can still be opened"


def test_what_is_said_is_about_the_page_that_is_there(qtbot: QtBot) -> None:
    dialog = PhoneDialog([HOME, OTHER])
    qtbot.addWidget(dialog)
    dialog.show_address("http://10.0.0.1:1/")
    dialog.show_advice(NOTHING_YET)
    dialog.show_problem(NETWORK_LOST)
    assert not dialog.advice.text(), "there is no page that the phone could open"
    dialog.show_address("http://10.0.0.2:1/")
    assert dialog.state.text() == "Waiting for the phone"
    dialog.show_count(2)
    dialog.show_advice(NETWORK_CHANGED)
    dialog.show_address("http://10.0.0.3:1/")
    assert dialog.state.text() == "2 pictures have arrived."
    assert dialog.advice.text() == NETWORK_CHANGED
    dialog.show_count(3)
    assert not dialog.advice.text(), "the phone has found the page"


def test_the_code_of_a_network_that_comes_back_is_the_same(
    phone: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = [HOME]
    monkeypatch.setattr(networks, "networks", lambda: list(found))
    dialog, server = opened(phone, qtbot), phone.phone_scan.server
    assert server is not None
    server._watch.setInterval(20)
    first = dialog.address
    found.clear()
    qtbot.waitUntil(lambda: not dialog.address)
    found.append(HOME)
    qtbot.waitUntil(lambda: bool(dialog.address), timeout=START_MS)
    assert (dialog.address, dialog.advice.text()) == (first, "")


@pytest.mark.parametrize(("width", "is_beside"), [(560, True), (400, False), (330, False)])
def test_no_text_is_on_the_code(qtbot: QtBot, width: int, is_beside: bool) -> None:
    dialog = PhoneDialog([HOME, OTHER])
    qtbot.addWidget(dialog)
    dialog.show()
    dialog.resize(width, 600)
    dialog.show_address("http://192.168.100.100:40000/abcdefghijklmnopqrstuv/")
    QApplication.processEvents()
    code = dialog.code.geometry()
    for each in (dialog.state, dialog.address_text, dialog.copy_button, dialog.network_box):
        assert not each.geometry().intersects(code)
        assert (each.x() > code.right()) is is_beside
    view = dialog.area.viewport()
    assert view.rect().contains(QRect(dialog.code.mapTo(view, QPoint()), code.size()))


@pytest.mark.parametrize("width", [560, 512, 400, 330])
@pytest.mark.parametrize(
    "host",
    [
        "10.0.0.2",
        "192.168.100.100",
        "[2001:db8:85a3:8d31:1319:8a2e:c370:7348]",
        "the-computer-in-the-study-upstairs.a-long-name-of-a-network.example",
    ],
)
def test_the_whole_address_is_shown(qtbot: QtBot, width: int, host: str) -> None:
    dialog = PhoneDialog([HOME, OTHER])
    qtbot.addWidget(dialog)
    dialog.show()
    dialog.show_address("http://10.0.0.1:1/")
    dialog.resize(width, 600)
    address = f"http://{host}:40000/abcdefghijklmnopqrstuvwxyzW/"
    dialog.show_address(address)
    QApplication.processEvents()
    QApplication.processEvents()
    text = dialog.address_text
    assert text.toPlainText() == address
    cursor = text.textCursor()
    for place in range(len(address) + 1):
        cursor.setPosition(place)
        assert text.viewport().rect().contains(text.cursorRect(cursor).adjusted(0, 0, -1, 0))
    assert not text.geometry().intersects(dialog.copy_button.geometry())
    cell = dialog.area.viewport().rect()
    assert text.mapTo(dialog.area.viewport(), text.rect().topRight()).x() <= cell.right()


def test_addresses_of_this_computer_only_are_not_offered() -> None:
    for network in networks.networks():
        assert not network.address.startswith(("127.", "169.254."))
