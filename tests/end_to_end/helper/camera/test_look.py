"""What the camera window paints and says, and what can be done with it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import cv2
import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QWidget
from pytestqt.qtbot import QtBot

from helper.camera.camera_view import IdleState
from helper.camera.camera_window import CameraWindow
from helper.camera.log import MAX_ENTRIES
from puzzles import Grid
from puzzles.contracts import SolutionCount
from recognizer.live.scene import LiveState, PaintMode, Scene, UncertainReading
from tests.support import review_samples as samples
from tests.support.cases import few
from tests.support.fake_camera import (
    PAINTS,
    SOLUTION,
    WIDE,
    FakeSetup,
    Keys,
    Taken,
    answer,
    blue,
    click,
    event,
    hint,
    plain,
    press,
    put,
    shown,
    soon,
    state,
)

# What is painted


def test_digits_choose_what_is_painted(
    running: CameraWindow, fake_setup: FakeSetup, qtbot: QtBot
) -> None:
    chosen = {
        Keys.Key_2: PaintMode.HINT,
        Keys.Key_3: PaintMode.CHECK,
        Keys.Key_4: PaintMode.NOTHING,
        Keys.Key_1: PaintMode.SOLUTION,
    }
    for key, mode in chosen.items():
        press(running, key)
        assert running.panel.chosen_mode is mode
        put(running, fake_setup, qtbot)
        assert blue(running) == PAINTS[mode]


def test_frozen_the_picture_stands_and_is_painted_anew_at_once(
    running: CameraWindow, fake_setup: FakeSetup, qtbot: QtBot
) -> None:
    press(running, Keys.Key_Space)
    assert running.is_frozen
    assert state(running) is IdleState.FROZEN
    assert running.scene is not None
    number = running.scene.frame.number
    qtbot.wait(150)
    seen = list(fake_setup.live_view.seen)
    fake_setup.capture.put(plain(90))
    qtbot.wait(150)
    assert running.scene.frame.number == number
    assert fake_setup.live_view.seen == seen, "nothing is read that is not seen"
    press(running, Keys.Key_4)
    assert blue(running) == PAINTS[PaintMode.NOTHING]
    running.panel.opacity.setValue(13)
    assert running.view.image.pixelColor(5, 5).green() == 13
    assert running.scene.frame.number == number
    press(running, Keys.Key_Space)
    qtbot.waitUntil(lambda: running.view.image.pixelColor(5, 5).red() == 90, timeout=3000)
    assert state(running) is LiveState.SHOWN


def test_the_mirror_turns_what_is_seen_and_nothing_else(
    running: CameraWindow, fake_setup: FakeSetup
) -> None:
    def reds() -> list[int]:
        image = running.view.grab().toImage()
        target = running.view.target
        y = target.center().y()
        spots = (QPointF(target.left() + 9, y), QPointF(target.right() - 9, y))
        return [image.pixelColor(spot.toPoint()).red() for spot in spots]

    assert reds() == [200, 20]
    press(running, Keys.Key_M)
    assert reds() == [20, 200]
    assert running.view.image.pixelColor(5, 5).red() == 200


def test_the_picture_keeps_its_proportions(running: CameraWindow) -> None:
    for width, height in ((900, 500), (700, 900)):
        running.resize(width, height)
        QApplication.processEvents()
        target = running.view.target
        assert target.width() / target.height() == pytest.approx(4 / 3, rel=0.01)
        assert running.view.rect().toRectF().contains(target)
        assert target.width() == running.view.width() or target.height() == running.view.height()


UNSURE = Grid.from_text(["???....", *["???????"] * 6])
WRONG = Grid.from_text(["#??????", *["???????"] * 5, "#.????#"])


@pytest.mark.parametrize(
    ("key", "changes", "words"),
    few(
        5,
        [
            (
                Keys.Key_1,
                {"answer": answer(SolutionCount.SEVERAL, UNSURE)},
                "several solutions: only the",
            ),
            (Keys.Key_1, {"answer": answer(SolutionCount.NONE)}, "has no solution"),
            (Keys.Key_1, {"answer": answer(SolutionCount.UNKNOWN)}, "is not known: only the cells"),
            (Keys.Key_2, {"hint": hint()}, "Row 4: the 5 covers its middle."),
            (Keys.Key_2, {"marks": WRONG}, "3 cells are wrong"),
            (Keys.Key_2, {"marks": SOLUTION}, "nothing left to do"),
            (Keys.Key_2, {}, "No next step has been found"),
            (Keys.Key_3, {"marks": WRONG}, "3 cells are wrong."),
            (Keys.Key_3, {"marks": SOLUTION}, "All marks are right so far."),
            (Keys.Key_3, {"marks": Grid(7, 7)}, "Nothing is drawn"),
            (Keys.Key_3, {}, "Nothing is drawn"),
            (Keys.Key_1, {}, "7 × 7, one solution. Read in 1.20 s, solved in under 0.01 s."),
            (Keys.Key_4, {"answer": replace(answer(), read_s=0.0)}, "Read at once, solved"),
            (Keys.Key_1, {"advice": "It is dark."}, "It is dark."),
        ],
    ),
)
def test_what_was_found_is_said(
    running: CameraWindow,
    fake_setup: FakeSetup,
    qtbot: QtBot,
    key: Qt.Key,
    changes: dict[str, object],
    words: str,
) -> None:
    fake_setup.process = lambda frame: shown(frame, **changes)
    press(running, key)
    put(running, fake_setup, qtbot)
    assert words in running.state_bar.sentence_label.text()


# What is done with it


@pytest.mark.parametrize("name", ["page.png", "page.jpg", "page"])
def test_the_picture_is_saved_with_the_overlay(
    running: CameraWindow, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str
) -> None:
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / name), ""))
    running.panel.mirror.setChecked(True)
    QTest.keySequence(running, "Ctrl+S")
    path = tmp_path / (name if "." in name else f"{name}.png")
    saved = cv2.imread(str(path))
    assert saved is not None
    assert saved.shape[:2] == (120, WIDE)
    assert int(saved[60, 20, 0]) == pytest.approx(PAINTS[PaintMode.SOLUTION], abs=12)
    assert int(saved[60, 20, 2]) > int(saved[60, WIDE - 20, 2]), "it is not mirrored"
    assert str(path) in running.note.text()


def test_a_picture_that_cannot_be_saved_is_a_sentence(
    running: CameraWindow, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, said: list[str]
) -> None:
    for path in (tmp_path / "no" / "page.png", tmp_path / "page.xyz"):
        monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_, p=path: (str(p), ""))
        click(running.panel.save)
    assert [str(tmp_path / "no" / "page.png") in said[0], "page.xyz" in said[1]] == [True, True]
    assert list(tmp_path.iterdir()) == []


def test_an_existing_picture_is_not_replaced_unasked(
    running: CameraWindow, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, said: list[str]
) -> None:
    (tmp_path / "page.png").write_text("mine")
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "page"), ""))
    click(running.panel.save)
    assert said == ["page.png exists. Replace it?"]
    assert (tmp_path / "page.png").read_text() == "mine"


def test_a_puzzle_is_handed_over_and_the_camera_goes_off(
    running: CameraWindow, fake_setup: FakeSetup, taken: Taken
) -> None:
    press(running, Keys.Key_Return)
    ((picture, reading, name),) = taken
    assert picture.shape == samples.picture().shape
    assert reading.rows == samples.certain().rows
    assert name == ""
    assert not running.is_running
    assert soon(fake_setup.capture.closed.is_set)


def test_without_an_answer_the_button_says_why(
    window: CameraWindow, fake_setup: FakeSetup, qtbot: QtBot, taken: Taken
) -> None:
    fake_setup.process = lambda frame: Scene(frame, LiveState.READING)
    assert not window.panel.open.isEnabled()
    assert "START" in window.panel.open.toolTip()
    click(window.panel.start)
    qtbot.waitUntil(lambda: window.scene is not None, timeout=3000)
    assert not window.panel.open.isEnabled()
    assert "still being read" in window.panel.open.toolTip()
    press(window, Keys.Key_Return)
    assert taken == []
    assert "still being read" in window.note.text()


def test_what_is_not_certain_can_be_checked(
    window: CameraWindow, fake_setup: FakeSetup, qtbot: QtBot, taken: Taken
) -> None:
    draft = UncertainReading(samples.certain(), samples.picture())
    fake_setup.process = lambda frame: Scene(frame, LiveState.READING, draft=draft)
    click(window.panel.start)
    qtbot.waitUntil(window.panel.open.isEnabled, timeout=3000)
    press(window, Keys.Key_Return)
    ((picture, reading, _),) = taken
    assert picture is draft.picture
    assert reading is draft.reading


def test_the_log_is_bounded_and_can_be_had(
    running: CameraWindow, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, said: list[str]
) -> None:
    for number in range(MAX_ENTRIES + 50):
        running.log.add(event(number))
    assert len(running.log.events) == running.log.rowCount() == MAX_ENTRIES
    assert running.log.events[-1].text == f"Reading number {MAX_ENTRIES + 49}"
    click(running.panel.log)
    log = running.log_window
    assert log is not None
    bar = log.table.verticalScrollBar()
    assert bar.value() == bar.maximum()
    bar.setValue(0)
    running.log.add(event(1))
    assert bar.value() == 0, "who reads elsewhere is left in peace"
    click(log.copy)
    text = QGuiApplication.clipboard().text()
    assert len(text.splitlines()) == MAX_ENTRIES + 1
    assert text.splitlines()[-1] == "0.1 s\tread\tReading number 1\t0.50 s"
    for path in (tmp_path / "log.txt", tmp_path / "no" / "log.txt"):
        monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_, p=path: (str(p), ""))
        click(log.save)
    assert (tmp_path / "log.txt").read_text() == text
    assert len(said) == 1
    running.close()
    assert not log.isVisible()


def test_what_the_reader_tells_is_in_the_log(
    running: CameraWindow, fake_setup: FakeSetup, qtbot: QtBot
) -> None:
    fake_setup.live_view.on_event(event(7))
    qtbot.waitUntil(lambda: running.log.events[-1] == event(7))


def test_help_is_shown_beside_it(running: CameraWindow, helped: list[QWidget]) -> None:
    QTest.keySequence(running, "F1")
    click(running.panel.help)
    assert helped == [running, running]
