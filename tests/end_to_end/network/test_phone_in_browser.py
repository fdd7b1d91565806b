"""A real Chromium as the phone: from the code on the screen to the played puzzle."""

from __future__ import annotations

import re
import threading
from base64 import b64encode
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest
from pytestqt.qtbot import QtBot

from helper.images.saving import encode_picture
from helper.main_window.main_window import MainWindow
from helper.paper.picture import PuzzlePicture
from helper.review.listed_boards import BoardState
from network.phone.inbox import PhotoInbox, PictureState
from network.phone.serving import Arrived, PageAddress, PagePlace, serve_phone
from puzzles.model import Puzzle
from solver.api import solve
from tests.support.boards import CHICK
from tests.support.chromium import PHONE, Player, needs_chromium
from tests.support.pages import text_page
from tests.support.phone_dialog import opened, read_code
from tests.support.waiting import PATIENCE_S, wait_until

pytestmark = needs_chromium

MISPRINTED = CHICK.with_clues(
    Puzzle.from_numbers([[4]], [[1]] * 4).rows + CHICK.rows[1:], CHICK.columns
)
"""Its first row has a number too many, so it has no solution."""


class PhoneTab:
    """The page for the phone in a tab of the browser."""

    def __init__(self, player: Player, address: str, *, is_new: bool = False) -> None:
        self._player = player
        self._first = player.driver.current_window_handle
        if is_new:
            player.driver.switch_to.new_window("tab")
        self._tab = player.driver.current_window_handle
        player.resize(PHONE)
        player.driver.get(address)

    def to_front(self) -> None:
        self._player.driver.switch_to.window(self._tab)

    def close(self) -> None:
        """Close it, and forget what it has logged."""
        self._player.driver.get_log("browser")
        self._player.driver.close()
        self._player.driver.switch_to.window(self._first)

    def send(self, *files: Path) -> None:
        self._player.one("#files").send_keys("\n".join(map(str, files)))

    @property
    def items(self) -> dict[str, str]:
        """What the page says of each picture, by their names."""
        script = (
            "return [...document.querySelectorAll('#pictures li')].map(li =>"
            " [li.querySelector('div').firstChild.data, li.querySelector('small').textContent])"
        )
        return dict(self._player.driver.execute_script(script))

    @property
    def pictures(self) -> dict[str, int]:
        """The width of each small picture, by the names; 0 for one that is not shown."""
        script = (
            "return [...document.querySelectorAll('#pictures li img')].map(img =>"
            " [img.nextSibling.firstChild.data, img.complete ? img.naturalWidth : 0])"
        )
        return dict(self._player.driver.execute_script(script))


@dataclass
class Server:
    """The page alone, without the program."""

    inbox: PhotoInbox
    address: str = ""
    arrived: list[Arrived] = field(default_factory=list)

    def report(self, event: object) -> None:
        if isinstance(event, PageAddress):
            self.address = event.address
        elif isinstance(event, Arrived):
            self.arrived.append(event)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    folder = tmp_path / "inbox"
    folder.mkdir()
    made, is_over = Server(PhotoInbox(folder)), threading.Event()
    work = partial(serve_phone, folder, PagePlace("127.0.0.1"), made.report, is_over.is_set)
    thread = threading.Thread(target=work)
    thread.start()
    wait_until(lambda: made.address)
    yield made
    is_over.set()
    thread.join()


def is_unreachable(address: str) -> bool:
    """Whether nobody answers there any more."""
    try:
        with urlopen(address, timeout=PATIENCE_S):
            return False
    except OSError as error:
        return not isinstance(error, HTTPError)


def test_from_the_code_to_the_played_puzzle(
    phone: MainWindow, qtbot: QtBot, player: Player, tmp_path: Path
) -> None:
    clean, doubtful, none = (tmp_path / name for name in ("clean.png", "doubtful.png", "none.png"))
    clean.write_bytes(PuzzlePicture(CHICK).png())
    doubtful.write_bytes(PuzzlePicture(MISPRINTED).png())
    none.write_bytes(encode_picture(text_page(), ".png"))
    dialog = opened(phone, qtbot)
    address = read_code(dialog.grab().toImage())
    assert address == dialog.address
    one = PhoneTab(player, address)
    one.send(clean, doubtful)
    qtbot.waitUntil(lambda: list(one.items) == ["doubtful.png", "clean.png"])  # the newest first
    other = PhoneTab(player, address, is_new=True)
    other.send(none)
    qtbot.waitUntil(lambda: dialog.state.text() == "3 pictures have arrived.")
    qtbot.waitUntil(lambda: "waiting" not in other.items.values())
    one.to_front()
    qtbot.waitUntil(lambda: len(one.items) == 3 and "waiting" not in one.items.values())
    assert one.items["clean.png"] == "7 × 7: read"
    assert re.fullmatch(r"7 × 7: \d+ numbers? to check", one.items["doubtful.png"])
    assert "No " in one.items["none.png"]
    assert set(one.pictures) == {"clean.png", "doubtful.png"}
    assert all(width > 50 for width in one.pictures.values())

    shown = phone.scanning.list.window
    assert shown is not None
    found = [(board.name, board.state) for board in shown.boards]
    assert found == [
        ("Phone 2", BoardState.TO_CHECK),
        ("Phone 1", BoardState.READY),
        ("Phone 3", BoardState.NONE),
    ]
    document = shown.boards[1].document
    assert document is not None
    (solution,) = solve(document.puzzle).solutions
    picture = str(solution).split()
    player.open([document.puzzle], PHONE)
    for start, end in player.runs(picture):
        assert not player.is_solved
        player.drag(start, end, "touch")
    assert player.is_solved

    dialog.close()
    qtbot.waitUntil(lambda: is_unreachable(address))
    other.to_front()
    qtbot.waitUntil(lambda: "does not answer" in player.one("#problem").text)
    other.close()


def test_wcag_aa_holds(player: Player, server: Server, tmp_path: Path) -> None:
    def check() -> None:
        for is_dark in (False, True):
            player.resize(PHONE, is_dark=is_dark)
            wide = player.driver.execute_script("return document.documentElement.scrollWidth")
            assert wide <= PHONE[0]
            assert player.problems() == []

    photo = tmp_path / "a photo with a long name, as phones give them, 20261126_171501.png"
    photo.write_bytes(PuzzlePicture(CHICK).png())
    phone = PhoneTab(player, server.address)
    check()
    phone.send(photo, photo, photo)
    wait_until(lambda: len(server.arrived) == 3)
    keys = [event.path.name for event in server.arrived]
    wait_until(lambda: len(player.find("#pictures li")) == 3)
    check()
    picture = b64encode(photo.read_bytes()).decode()
    server.inbox.tell(
        {
            keys[0]: PictureState(photo.name, "7 × 7: 2 numbers to check", thumbnail=picture),
            keys[1]: PictureState(photo.name, "No grid was found.", is_problem=True),
        }
    )
    wait_until(lambda: player.find("#pictures .problem"))
    player.driver.execute_script("document.getElementById('problem').textContent = 'Not sent.'")
    check()


def test_without_javascript_the_form_sends_and_the_page_shows_itself_anew(
    player: Player, server: Server, tmp_path: Path
) -> None:
    photo = tmp_path / "photo.png"
    photo.write_bytes(PuzzlePicture(CHICK).png())
    run = player.driver.execute_cdp_cmd
    run("Emulation.setScriptExecutionDisabled", {"value": True})
    try:
        player.resize(PHONE)
        player.driver.get(server.address)
        player.one("#files").send_keys(f"{photo}\n{photo}")
        player.one("button").click()
        wait_until(lambda: player.texts("li small") == ["waiting"] * 2)
        keys = [event.path.name for event in server.arrived]
        server.inbox.tell({key: PictureState("photo.png", "7 × 7: read") for key in keys})
        wait_until(lambda: player.texts("li small") == ["7 × 7: read"] * 2)
        assert [event.name for event in server.arrived] == ["photo.png"] * 2
        assert {event.path.read_bytes() for event in server.arrived} == {photo.read_bytes()}
    finally:
        run("Emulation.setScriptExecutionDisabled", {"value": False})


def test_a_picture_that_is_too_large_is_a_sentence_and_the_next_one_is_sent(
    player: Player, server: Server, tmp_path: Path
) -> None:
    large, small = tmp_path / "large.png", tmp_path / "small.png"
    with large.open("wb") as file:
        file.truncate(200 * 2**20)
    small.write_bytes(PuzzlePicture(CHICK).png())
    PhoneTab(player, server.address).send(large, small)
    wait_until(lambda: server.arrived)
    assert [event.name for event in server.arrived] == ["small.png"]
    assert player.one("#problem").text == "large.png: a picture may have up to 30 MB."
    wait_until(lambda: not player.one("#sending").text)
