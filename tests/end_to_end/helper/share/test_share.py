"""File > Share: what leaves the window, the page on a phone, and the board that comes back."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QMessageBox
from pytestqt.qtbot import QtBot

from helper.application.library import Library
from helper.application.library_records import GameState
from helper.application.rating_store import NO_SOLUTION, SEVERAL, KeptRating
from helper.main_window.main_window import MainWindow
from helper.phone import networks
from helper.phone.networks import Network
from helper.share.share_dialog import ShareDialog
from network.playable import puzzle_link, puzzle_text
from puzzles import BLANK, SHADED, Color, Puzzle
from puzzles.formats import Document
from puzzles.model import Clue
from tests.support.boards import CHICK, CHICK_PICTURE
from tests.support.cases import few
from tests.support.keeping import keep_moves
from tests.support.phone_dialog import START_MS, read_code
from tests.support.waiting import PATIENCE_S
from tests.support.window_fixtures import Asked

pytestmark = pytest.mark.usefixtures("empty_clipboard")

COLORED = Puzzle(((Clue(1, 1), Clue(1, 2)),), ((Clue(1, 1),), (Clue(1, 2),)),
                 (Color("0", "#ffffff"), Color("a", "#d42a2a"), Color("b", "#2050e0")))  # fmt: skip
ADDRESS = "https://example.org/play.html"
DONE = [1 if cell == "#" else -1 for cell in "".join(CHICK_PICTURE)]


@pytest.fixture
def offline(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(networks, "networks", list)


def shared(window: MainWindow) -> ShareDialog:
    """The dialog, opened by its command."""
    window.commands["share"].trigger()
    dialog = window.share.dialog
    assert dialog is not None
    return dialog


def served(window: MainWindow, qtbot: QtBot) -> ShareDialog:
    """The dialog with the address of the page."""
    dialog = shared(window)
    qtbot.waitUntil(lambda: bool(dialog.address), timeout=START_MS)
    return dialog


def press(dialog: ShareDialog, way: str) -> str:
    QTest.mouseClick(dialog.choices.buttons[way], Qt.MouseButton.LeftButton)
    return QApplication.clipboard().text()


def copied(window: MainWindow, way: str) -> str:
    dialog = shared(window)
    text = press(dialog, way)
    dialog.close()
    return text


def send(address: str, cells: list[int], puzzle: Puzzle = CHICK) -> None:
    body = json.dumps({"p": puzzle_text(puzzle), "c": cells}).encode()
    with urlopen(Request(f"{address}board", body), timeout=PATIENCE_S) as answer:
        assert answer.status == 200


# What leaves the window


@pytest.mark.usefixtures("offline")
@pytest.mark.parametrize("way", ["share_link", "share_puzz-link", "share_pattern", "share_non"])
def test_what_is_copied_can_be_pasted(window: MainWindow, way: str) -> None:
    window.session.open_copy(Document(CHICK))
    window.session.paint({0: SHADED}, "Shade")
    window.settings.change(play_address=ADDRESS)
    text = copied(window, way)
    assert text
    assert "grid" not in text
    window.session.open_copy(Document(Puzzle.empty(3, 3)))
    window.pasting.paste()
    assert window.session.puzzle.rows == CHICK.rows
    assert window.session.puzzle.columns == CHICK.columns
    assert window.session.marks.is_untouched


@pytest.mark.usefixtures("offline")
def test_a_way_that_the_puzzle_cannot_go_says_why(window: MainWindow) -> None:
    for puzzle, is_possible in ((COLORED, False), (CHICK, True)):
        window.session.open_copy(Document(puzzle))
        dialog = shared(window)
        button = dialog.choices.buttons["share_pattern"]
        assert button.isEnabled() == is_possible
        assert ("colour" in button.accessibleDescription()) == (not is_possible)
        QTest.keyClick(dialog, Qt.Key.Key_Escape)
        assert window.share.dialog is None


@pytest.mark.usefixtures("offline")
def test_the_picture_shows_no_mark_and_no_solution(window: MainWindow) -> None:
    window.session.open_copy(Document(replace(CHICK, goal="1" * 49)))
    assert copied(window, "share_picture") == ""
    image = QApplication.clipboard().image()
    assert image.width() > 300
    window.session.paint({0: SHADED, 1: BLANK}, "Shade")
    copied(window, "share_picture")
    assert QApplication.clipboard().image() == image


@pytest.mark.usefixtures("offline")
def test_what_a_file_says_besides_is_not_copied(window: MainWindow) -> None:
    """It may tell the solution, as keys of other programs do."""
    told = replace(CHICK, extras=(("solution", "0111"), ("comment", "a chick")))
    window.session.open_copy(Document(told))
    text = copied(window, "share_non")
    assert "rows" in text
    assert not any(key in text for key in ("solution", "comment"))


def test_a_link_has_the_puzzle_behind_the_address_of_the_preferences(window: MainWindow) -> None:
    window.session.open_copy(Document(replace(CHICK, goal="1" * 49)))
    for address, reason in (("", "Preferences"), ("play.html", "begins with https"), (ADDRESS, "")):
        window.settings.change(play_address=address)
        dialog = shared(window)
        button = dialog.choices.buttons["share_link"]
        assert button.isEnabled() is not bool(reason)
        assert reason in button.accessibleDescription()
        dialog.close()
    assert copied(window, "share_link") == puzzle_link(ADDRESS, CHICK)


@pytest.mark.usefixtures("offline")
def test_a_long_link_is_copied_with_a_warning(window: MainWindow) -> None:
    window.settings.change(play_address=ADDRESS)
    large = Puzzle.from_numbers([[1] * 20] * 60, [[1] * 20] * 60)
    window.session.open_copy(Document(large))
    dialog = shared(window)
    text = press(dialog, "share_link")
    assert f"{len(text):,} characters" in dialog.told.text()
    dialog.close()


@pytest.mark.usefixtures("offline")
def test_the_page_is_a_file(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    target = tmp_path_factory.mktemp("page") / "chick.html"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(target), ""))
    window.session.open_copy(Document(CHICK))
    copied(window, "share_page")
    assert puzzle_text(CHICK).encode() in target.read_bytes()


@pytest.mark.usefixtures("offline")
def test_a_puzzle_too_large_for_the_page_goes_the_other_ways(window: MainWindow) -> None:
    window.settings.change(play_address=ADDRESS)
    window.session.open_copy(Document(Puzzle.from_numbers([[1]] * 151, [[1]] * 151)))
    dialog = shared(window)
    ways = {name: button.isEnabled() for name, button in dialog.choices.buttons.items()}
    assert not ways["share_link"]
    assert not ways["share_page"]
    assert ways["share_non"]
    assert ways["share_picture"]
    assert "up to 150" in dialog.state.text()
    assert dialog.code.pixmap().isNull()
    dialog.close()


@pytest.mark.usefixtures("offline")
@pytest.mark.parametrize(("word", "told"), [(SEVERAL, "several"), (NO_SOLUTION, "no solution")])
def test_a_puzzle_with_a_known_defect_is_shared_after_one_question(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch, word: str, told: str
) -> None:
    kinds, questions = QMessageBox.StandardButton, list[str]()

    def answer(*said: str) -> QMessageBox.StandardButton:
        questions.append(said[2])
        return kinds.Yes if len(questions) > 1 else kinds.Cancel

    monkeypatch.setattr(QMessageBox, "question", answer)
    window.session.open_copy(Document(Puzzle.from_numbers([[1], [1]], [[1], [1]])))
    window.rating.close()
    window.rating.rating = KeptRating(word)
    window.commands["share"].trigger()
    assert window.share.dialog is None, "the player does not want it"
    for _ in range(2):
        shared(window).close()
    assert len(questions) == 2, "there is one question for a puzzle"
    assert told in questions[0]


def test_nothing_is_shared_without_a_puzzle(window: MainWindow) -> None:
    assert not window.commands["share"].isEnabled()
    assert "no puzzle" in window.commands["share"].statusTip()


# The page on a phone


def test_the_code_leads_to_the_page_of_the_puzzle_alone(phone: MainWindow, qtbot: QtBot) -> None:
    phone.session.open_copy(Document(replace(CHICK, goal="1" * 49)))
    phone.session.paint({0: SHADED}, "Shade")
    dialog = served(phone, qtbot)
    assert read_code(dialog.code.pixmap().toImage()) == dialog.address
    with urlopen(dialog.address, timeout=PATIENCE_S) as answer:
        page = answer.read()
    assert puzzle_text(CHICK).encode() in page
    root = dialog.address.split("/")
    for other in ("", f"{'x' * 22}/", f"{root[3]}x/"):
        with pytest.raises(HTTPError) as refused:
            urlopen(f"http://{root[2]}/{other}", timeout=PATIENCE_S)
        assert refused.value.code == 404
        assert puzzle_text(CHICK).encode() not in refused.value.read()


def test_a_board_is_taken_over_as_one_move(phone: MainWindow, qtbot: QtBot) -> None:
    phone.session.open_copy(Document(replace(CHICK, extras=(("rating", "5"),))))
    phone.session.paint({0: SHADED, 1: BLANK}, "Shade")
    before = phone.session.marks.copy()
    dialog = served(phone, qtbot)
    assert not dialog.take_over.isVisible()
    half = [*DONE[:25], *[0] * 24]
    send(dialog.address, half)
    qtbot.waitUntil(dialog.take_over.isVisible, timeout=START_MS)
    assert "25 marked cells" in dialog.state.text()
    assert phone.session.marks == before, "nothing happens without the player"
    send(dialog.address, DONE)
    qtbot.waitUntil(lambda: "49 marked cells" in dialog.state.text(), timeout=START_MS)
    QTest.mouseClick(dialog.take_over, Qt.MouseButton.LeftButton)
    assert phone.share.dialog is None
    assert phone.session.is_solved
    assert phone.session.undo_name == "Board That Was Sent"
    phone.session.undo()
    assert phone.session.marks == before
    phone.session.redo()
    assert phone.session.is_solved


def test_a_board_that_was_solved_on_the_phone_is_no_solve_of_this_computer(
    phone: MainWindow, library: Library, qtbot: QtBot
) -> None:
    keep_moves(phone, library)
    phone.session.open_copy(Document(CHICK))
    dialog = served(phone, qtbot)
    send(dialog.address, DONE)
    qtbot.waitUntil(dialog.take_over.isVisible, timeout=START_MS)
    QTest.mouseClick(dialog.take_over, Qt.MouseButton.LeftButton)
    assert phone.session.is_solved
    assert not phone.finish.is_shown
    assert not library.solves()
    (game,) = library.summaries()
    assert game.state is GameState.SOLVED


def test_a_board_of_another_device_that_was_finished_here_has_no_time(
    window: MainWindow, library: Library
) -> None:
    keep_moves(window, library)
    window.session.open_copy(Document(CHICK))
    *others, last = (at for at, cell in enumerate(DONE) if cell == 1)
    window.session.paint(dict.fromkeys(others, SHADED), "Sent", is_received=True)
    window.session.paint({last: SHADED}, "Shade")
    assert not window.finish.is_shown, "its card would say the time that was played here"
    assert window.message_place.bottom.text == "“Chick” is solved."
    assert not library.solves()
    window.session.undo()
    window.session.undo()
    window.session.paint(dict.fromkeys((*others, last), SHADED), "Shade")
    assert len(library.solves()) == 1


@pytest.mark.parametrize("is_wanted", [True, False])
def test_a_board_that_was_sent_is_offered_again_when_the_dialog_is_left(
    phone: MainWindow, asked: Asked, qtbot: QtBot, is_wanted: bool
) -> None:
    asked.answer = asked.answer.Yes if is_wanted else asked.answer.No
    phone.session.open_copy(Document(CHICK))
    dialog = served(phone, qtbot)
    send(dialog.address, [*DONE[:25], *[0] * 24])
    qtbot.waitUntil(dialog.take_over.isVisible, timeout=START_MS)
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: bool(asked.said))
    assert asked.said == [
        "The board that the phone has sent, with 25 marked cells, is not taken over yet."
        " Take it over?"
    ]
    assert phone.session.marks.is_untouched is not is_wanted
    served(phone, qtbot).close()
    QApplication.processEvents()
    assert len(asked.said) == 1


def test_a_board_of_another_puzzle_is_refused_with_a_sentence(
    phone: MainWindow, qtbot: QtBot
) -> None:
    phone.session.open_copy(Document(CHICK))
    dialog = served(phone, qtbot)
    with pytest.raises(HTTPError) as refused:
        send(dialog.address, [0] * 4, Puzzle.from_numbers([[1], [1]], [[1], [1]]))
    assert refused.value.code == 409
    assert "another puzzle" in json.loads(refused.value.read())["error"]["message"]
    assert not dialog.take_over.isVisible()
    dialog.close()


def open_another(window: MainWindow) -> None:
    window.session.open_copy(Document(Puzzle.from_numbers([[1]], [[1]])))


def draw(window: MainWindow) -> None:
    window.session.draw()


def solve(window: MainWindow) -> None:
    cells = {at: SHADED for at, cell in enumerate(DONE) if cell == 1}
    window.session.paint(cells, "Shade")


@pytest.mark.parametrize(
    ("change", "told"),
    few(1, [(open_another, "Another puzzle"), (draw, "being drawn"), (solve, "solved here")]),
)
def test_a_board_is_kept_out_where_it_does_not_fit(
    phone: MainWindow, qtbot: QtBot, change: Callable[[MainWindow], None], told: str
) -> None:
    phone.session.open_copy(Document(CHICK))
    dialog = served(phone, qtbot)
    send(dialog.address, DONE)
    qtbot.waitUntil(dialog.take_over.isVisible, timeout=START_MS)
    change(phone)
    before = phone.session.marks.copy()
    QTest.mouseClick(dialog.take_over, Qt.MouseButton.LeftButton)
    assert told in dialog.told.text()
    assert phone.session.marks == before
    dialog.close()


def test_the_page_ends_with_the_dialog_and_comes_back_where_it_was(
    phone: MainWindow, qtbot: QtBot
) -> None:
    phone.session.open_copy(Document(CHICK))
    dialog, server = served(phone, qtbot), phone.share.server
    address = dialog.address
    phone.commands["share"].trigger()
    assert phone.share.dialog is dialog, "there is one dialog"
    assert server is not None
    job = server.job
    assert job is not None
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert phone.share.dialog is None
    assert server.job is None
    assert not job.is_running
    assert served(phone, qtbot).address == address, "a phone goes on with its page"
    assert phone.share.dialog is not None
    phone.share.dialog.close()
    phone.session.open_copy(Document(COLORED))
    other = served(phone, qtbot).address
    assert other.split("/")[3] != address.split("/")[3], "another puzzle, another word"
    phone.share.close()
    assert phone.share.dialog is None


@pytest.mark.usefixtures("offline")
def test_without_a_network_the_other_ways_are_there(window: MainWindow) -> None:
    window.session.open_copy(Document(CHICK))
    dialog = shared(window)
    assert "Connect it to the Wi-Fi" in dialog.state.text()
    assert press(dialog, "share_non")
    assert "clipboard" in dialog.told.text()
    dialog.close()


def test_the_page_comes_with_the_network(
    phone: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = list[Network]()
    monkeypatch.setattr(networks, "networks", lambda: list(found))
    phone.session.open_copy(Document(CHICK))
    dialog = shared(phone)
    assert phone.share.server is not None
    phone.share.server._watch.setInterval(20)
    found.append(Network("127.0.0.1", "home", 0))
    qtbot.waitUntil(lambda: bool(dialog.address), timeout=START_MS)
    dialog.close()


# A board in a link


def pasted(window: MainWindow, text: str) -> None:
    QApplication.clipboard().setText(text)
    window.commands["paste"].trigger()


def link_with_marks(cells: list[int], puzzle: Puzzle = CHICK) -> str:
    signs = "".join("x_1"[cell + 1] for cell in cells)
    return f"Look: <{puzzle_link(ADDRESS, puzzle)}&m={signs}>"


def test_a_board_in_a_link_is_offered_and_taken_over_as_one_move(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    kinds, answers = QMessageBox.StandardButton, list[str]()

    def answer(*said: str) -> QMessageBox.StandardButton:
        answers.append(said[2])
        return kinds.Yes if len(answers) > 1 else kinds.No

    monkeypatch.setattr(QMessageBox, "question", answer)
    window.session.open_copy(Document(CHICK))
    window.session.paint({0: SHADED}, "Shade")
    before = window.session.marks.copy()
    pasted(window, link_with_marks(DONE))
    assert window.session.marks == before, "the player does not want it"
    assert "49 marked cells" in answers[0]
    pasted(window, link_with_marks(DONE))
    assert window.session.is_solved
    window.session.undo()
    assert window.session.marks == before


def test_a_board_of_another_puzzle_in_a_link_is_opened_as_its_puzzle(window: MainWindow) -> None:
    window.session.open_copy(Document(Puzzle.from_numbers([[1]], [[1]])))
    pasted(window, link_with_marks(DONE))
    assert window.session.puzzle.rows == CHICK.rows
    assert window.session.is_satisfied(next(iter(CHICK.lines)))
    assert not window.session.marks.is_untouched


@pytest.mark.parametrize(("change", "told"), [(draw, "being drawn"), (solve, "solved here")])
def test_a_board_in_a_link_is_kept_out_where_it_does_not_fit(
    window: MainWindow, warned: list[str], change: Callable[[MainWindow], None], told: str
) -> None:
    window.session.open_copy(Document(CHICK))
    change(window)
    before = window.session.marks.copy()
    if change is draw:
        window.session.paint({0: SHADED}, "Shade")
        before = window.session.marks.copy()
    half = [1 if cell == 1 else 0 for cell in DONE]
    pasted(window, link_with_marks(half, window.session.puzzle))
    assert window.session.marks == before
    assert told in warned[0]
