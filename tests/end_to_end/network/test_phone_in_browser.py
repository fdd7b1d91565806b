"""A real Chromium as the phone: from the code on the screen to the played puzzle."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

from pytestqt.qtbot import QtBot

from helper.images.saving import encode_picture
from helper.main_window.window import MainWindow
from helper.paper.picture import PuzzlePicture
from helper.review.listed_boards import BoardState
from puzzles.model import Puzzle
from solver.api import solve
from tests.support.boards import CHICK
from tests.support.chromium import PHONE, Player, needs_chromium
from tests.support.pages import text_page
from tests.support.phone_dialog import opened, read_code

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


def is_unreachable(address: str) -> bool:
    """Whether nobody answers there any more."""
    try:
        with urlopen(address, timeout=10):
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
