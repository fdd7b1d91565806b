"""The camera window as a part of the program: menus, review, board, the command's own start."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMessageBox
from pytestqt.qtbot import QtBot

from helper.application.library import Library
from helper.camera.camera_window import CameraWindow
from helper.main_window.main_window import MainWindow
from helper.review import scan_work, scanning
from helper.review.photos import photo_of
from helper.review.scan_work import ReadingWish
from puzzles.contracts import SolutionCount
from puzzles.errors import RecognitionError
from recognizer.images import load
from recognizer.lattice import Picture
from recognizer.live.scene import LiveState
from recognizer.values import Reading
from tests.support import review_samples as samples
from tests.support.boards import CHICK
from tests.support.cases import few
from tests.support.fake_camera import FakeSetup, soon
from tests.support.keeping import keep_moves
from tests.support.processes import run_python
from tests.support.review_desk import reviewed


@pytest.fixture
def fake_setup(monkeypatch: pytest.MonkeyPatch) -> FakeSetup:
    made = FakeSetup()
    monkeypatch.setattr("helper.camera.camera_window.default_setup", lambda: made.live_setup)
    return made


def opened(window: MainWindow) -> CameraWindow:
    """Opened with the keys of View > Camera."""
    window.activateWindow()
    QApplication.processEvents()
    QTest.keySequence(window, "Ctrl+Shift+C")
    assert window.others.camera is not None
    return window.others.camera


def test_there_is_one_camera_window(window: MainWindow, fake_setup: FakeSetup) -> None:
    camera = opened(window)
    assert camera.isVisible()
    assert fake_setup.captures == []
    camera.close()
    window.commands["camera"].trigger()
    assert window.others.camera is camera
    assert camera.isVisible()


def test_closing_the_main_window_turns_the_camera_off(
    window: MainWindow, fake_setup: FakeSetup, qtbot: QtBot
) -> None:
    camera = opened(window)
    camera.start_with("0")
    qtbot.waitUntil(lambda: camera.state_bar.state is LiveState.SHOWN, timeout=3000)
    window.close()
    assert not camera.isVisible()
    assert soon(fake_setup.capture.closed.is_set)


def test_from_the_camera_through_the_review_onto_the_board(
    window: MainWindow, fake_setup: FakeSetup, qtbot: QtBot, home: Path
) -> None:
    """The frame is kept as the puzzle's photo; until then the review survives a crash."""
    library = Library(home / "library.sqlite3")
    keep_moves(window, library)
    camera = opened(window)
    camera.start_with("0")
    qtbot.waitUntil(lambda: camera.state_bar.state is LiveState.SHOWN, timeout=3000)
    QTest.mouseClick(camera.panel.open, Qt.MouseButton.LeftButton)
    review = reviewed(window, qtbot)
    assert not camera.is_running
    assert len(library.reviews()) == 1
    qtbot.waitUntil(lambda: review.verdict.text() == "One solution", timeout=10_000)
    QTest.keySequence(review, "Ctrl+Return")
    assert window.scanning.reviews == []
    assert (window.session.puzzle.rows, window.session.puzzle.columns) == (
        CHICK.rows,
        CHICK.columns,
    )
    photo = photo_of(CHICK)
    assert photo is not None
    assert load(photo).shape == samples.picture().shape
    library.close()


@pytest.mark.parametrize("is_better", few(1, [True, False]))
def test_a_doubtful_frame_is_read_once_more_before_the_review(
    is_better: bool, window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a real child process; a reading that fails or is no better loses nothing."""
    again = frame_read_well if is_better else frame_read_badly
    monkeypatch.setattr(scanning, "frame_work", again)
    for _ in range(2):  # an impatient click
        window.scanning.review(samples.picture(), samples.doubtful(), "film.mp4")
    assert window.scanning.reviews == []
    review = reviewed(window, qtbot)
    assert review.choices.title.text() == "Film"
    assert bool(review.review.to_check) is not is_better
    assert not window.scanning.is_running
    assert window.scanning.reviews == [review]


def test_of_two_readings_of_a_frame_the_better_one_is_reviewed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    wishes: list[ReadingWish] = []
    good = replace(samples.certain(), solution_count=SolutionCount.ONE)
    better = [good, samples.doubtful()]

    def reread(picture: Picture, wish: ReadingWish, *rest: object) -> Reading:
        wishes.append(wish)
        return better[len(wishes) - 1]

    monkeypatch.setattr(scan_work, "reread_work", reread)
    for first in (samples.doubtful(), good):
        chosen = scan_work.frame_work(samples.picture(), first, print, lambda: False)
        assert chosen is good
    place = samples.lattice().center
    assert [wish.near for wish in wishes] == [place, place]


def test_a_film_gives_the_puzzle_its_name(
    window: MainWindow, fake_setup: FakeSetup, qtbot: QtBot, tmp_path: Path
) -> None:
    camera = opened(window)
    camera.start_with(str(tmp_path / "kitchen.mp4"))
    qtbot.waitUntil(lambda: camera.state_bar.state is LiveState.SHOWN, timeout=3000)
    camera.check_and_open()
    assert reviewed(window, qtbot).choices.title.text() == "Kitchen"


def test_the_help_page_tells_of_every_key(window: MainWindow, fake_setup: FakeSetup) -> None:
    from helper.widgets.help_dialog import HelpDialog

    window.helping.show_camera()
    (dialog,) = window.findChildren(HelpDialog)
    text = dialog.text.toPlainText()
    for word in ("Space", "1, 2, 3, 4", "Enter", "Ctrl+S", "M", "Esc", "F1", "START"):
        assert word in text
    for state in LiveState:
        assert state.title in text
    dialog.close()
    camera = opened(window)
    QTest.mouseClick(camera.panel.help, Qt.MouseButton.LeftButton)
    assert len(camera.findChildren(HelpDialog)) == 1


def frame_read_well(picture: Picture, reading: Reading, *rest: object) -> Reading:
    return replace(samples.certain(), solution_count=SolutionCount.ONE)


def frame_read_badly(picture: Picture, reading: Reading, *rest: object) -> Reading:
    raise RecognitionError("no grid")


ALONE = """
import sys
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QMessageBox
from helper.camera import camera_window as window
from recognizer.live.scene import LiveState
from tests.support.fake_camera import FakeSetup

setup = FakeSetup()
window.default_setup = lambda: setup.live_setup

def look():
    widgets = [w for w in QApplication.topLevelWidgets() if w.isVisible()]
    cameras = [w for w in widgets if isinstance(w, window.CameraWindow)]
    if cameras and cameras[0].state_bar.state is LiveState.SHOWN:
        print(len(widgets), setup.asked)
        cameras[0].close()

timer = QTimer()
from helper import app
make = app.make_application
def made():
    application = make()
    timer.setInterval(20)
    timer.timeout.connect(look)
    timer.start()
    return application
app.make_application = made
code = app.run_camera("2")
print(code, setup.capture.closed.is_set())
"""


def test_alone_it_starts_at_once_and_ends_with_its_window() -> None:
    ran = run_python(ALONE)
    assert ran.stdout.splitlines() == ["1 [(2, (1280, 720))]", "0 True"], ran.stderr


def test_quit_leaves_all_windows_if_the_puzzle_is_to_be_kept(
    window: MainWindow, fake_setup: FakeSetup, monkeypatch: pytest.MonkeyPatch
) -> None:
    camera = opened(window)
    window.session.paint({0: 1}, "Shade")
    answers = [QMessageBox.StandardButton.Cancel, QMessageBox.StandardButton.Discard]
    monkeypatch.setattr(QMessageBox, "question", lambda *_: answers.pop(0))
    window.commands["quit"].trigger()
    assert window.isVisible()
    assert camera.isVisible()
    window.commands["quit"].trigger()
    assert not window.isVisible()
    assert not camera.isVisible()
