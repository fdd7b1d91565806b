"""The camera window, used as a person would."""

from __future__ import annotations

import gc
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import cv2
import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QInputDialog, QWidget
from pytestqt.qtbot import QtBot

from helper.camera.log import MAX_ENTRIES
from helper.camera.sources import Ask
from helper.camera.strip import Idle
from helper.camera.window import CameraWindow
from helper.settings import CameraChoice, Settings, ThemeChoice
from helper.theme import ThemeManager
from puzzles import Grid
from recognizer.live.scene import EventKind, Frame, Mode, Scene, State
from recognizer.values import Picture, Reading, Verdict
from tests.helper import review_samples as samples
from tests.helper.camera_stand import (
    PAINTS,
    SOLUTION,
    WIDE,
    Stand,
    answer,
    event,
    hint,
    no_rubbish,
    plain,
    shown,
    soon,
    waiting_for,
)

LEFT = Qt.MouseButton.LeftButton
Keys = Qt.Key
Opener = Callable[[], CameraWindow]
Taken = list[tuple[Picture, Reading, str]]


__all__ = ["no_rubbish"]


@pytest.fixture
def stand() -> Stand:
    return Stand()


@pytest.fixture
def taken() -> Taken:
    """What was taken over for review."""
    return []


@pytest.fixture
def helped() -> list[QWidget]:
    """The windows beside which help was shown."""
    return []


@pytest.fixture
def opened(
    qtbot: QtBot,
    settings: Settings,
    themes: ThemeManager,
    stand: Stand,
    taken: Taken,
    helped: list[QWidget],
) -> Iterator[Opener]:
    windows: list[CameraWindow] = []

    def make() -> CameraWindow:
        def review(*values: object) -> None:
            taken.append(values)  # type: ignore[arg-type]

        window = CameraWindow(settings, themes, review, helped.append, stand.parts)
        windows.append(window)
        window.show()
        qtbot.waitExposed(window)
        qtbot.waitUntil(lambda: window.choosing.cameras is not None, timeout=3000)
        window.activateWindow()
        QApplication.processEvents()
        return window

    yield make
    for video in stand.videos:
        video.hangs.set()
    for window in windows:
        window.close_for_good()


@pytest.fixture
def window(opened: Opener) -> CameraWindow:
    return opened()


@pytest.fixture
def running(window: CameraWindow, qtbot: QtBot) -> CameraWindow:
    """Started by its button, with a first picture."""
    click(window.panel.start)
    qtbot.waitUntil(lambda: window.scene is not None, timeout=3000)
    return window


def click(button: QWidget) -> None:
    QTest.mouseClick(button, LEFT)


def press(window: CameraWindow, key: Qt.Key) -> None:
    QTest.keyClick(window.focusWidget() or window, key)


def put(window: CameraWindow, stand: Stand, qtbot: QtBot, picture: Picture | None = None) -> None:
    """Let the camera send a frame, and wait until it is on the screen."""
    before = window.scene.frame.number if window.scene is not None else -1
    stand.video.put(picture)
    qtbot.waitUntil(
        lambda: window.scene is not None and window.scene.frame.number > before, timeout=3000
    )


def blue(window: CameraWindow) -> int:
    """What the painter has made of the picture that is shown."""
    return window.view.image.pixelColor(5, 5).blue()


def state(window: CameraWindow) -> State | Idle:
    """What the strip says."""
    return window.strip.state


# Start and stop


def test_started_and_stopped(window: CameraWindow, stand: Stand, qtbot: QtBot) -> None:
    panel = window.panel
    assert stand.videos == [], "the camera stays off until START"
    assert panel.start.text().replace("&", "") == "START"
    assert state(window) is Idle.STOPPED
    click(panel.start)
    assert state(window) is Idle.STARTING
    assert panel.start.text().replace("&", "") == "Stop"
    qtbot.waitUntil(lambda: state(window) is State.SHOWN, timeout=3000)
    assert "one solution" in window.strip.sentence.text()
    assert stand.asked == [(0, (1280, 720))]
    assert not window.view.image.isNull()
    click(panel.start)
    assert state(window) is Idle.STOPPED
    assert soon(stand.video.closed.is_set)
    assert not window.view.image.isNull(), "the last picture stays"
    assert panel.save.isEnabled()
    assert panel.open.isEnabled()
    assert [e.kind for e in window.log.events] == [EventKind.STARTED, EventKind.STOPPED]


def test_every_state_is_told_by_a_sign_a_word_and_a_sentence(
    running: CameraWindow, stand: Stand, qtbot: QtBot
) -> None:
    signs, sentences = set(), set()
    for each in State:
        scene = shown(Frame(plain(), 0, 0.0), state=each)
        stand.see = lambda frame, scene=scene: replace(scene, frame=frame)  # type: ignore[misc]
        put(running, stand, qtbot)
        assert state(running) is each
        assert running.strip.word.text().lower() == each.value
        image = running.strip.sign.pixmap().toImage()
        signs.add(bytes(image.constBits()))
        sentences.add(running.strip.sentence.text())
    assert len(signs) == len(sentences) == len(State)
    assert "" not in sentences
    stand.see = lambda frame: Scene(frame, State.SEARCHING, "More light helps.")
    put(running, stand, qtbot)
    assert running.strip.sentence.text() == "More light helps."


@pytest.mark.parametrize("hangs", [False, True])
def test_closing_turns_the_camera_off_at_once(
    running: CameraWindow, stand: Stand, hangs: bool
) -> None:
    release = threading.Event()
    if hangs:
        stand.see = waiting_for(release)
        stand.video.put()
        stand.video.hangs.clear()
        time.sleep(0.15)
    before = time.perf_counter()
    running.close()
    assert time.perf_counter() - before < 0.2
    assert not running.isVisible()
    assert stand.video.closed.is_set()
    release.set()
    stand.video.hangs.set()
    assert soon(stand.watcher.closed.is_set)


def test_escape_stops_and_then_closes(running: CameraWindow, stand: Stand) -> None:
    press(running, Keys.Key_Escape)
    assert not running.is_running
    assert running.isVisible()
    press(running, Keys.Key_Escape)
    assert not running.isVisible()


def test_a_slow_window_shows_the_newest_frame_next(
    running: CameraWindow, stand: Stand, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[int] = []
    show = running.view.show_image

    def look_on(image: QImage) -> None:
        assert running.scene is not None
        seen.append(running.scene.frame.number)
        show(image)

    monkeypatch.setattr(running.view, "show_image", look_on)
    for number in range(1, 16):  # the window's thread is busy: no events
        stand.video.put()
        assert soon(lambda number=number: stand.watcher.seen[-1] >= number)  # type: ignore[misc]
    time.sleep(0.05)
    qtbot.waitUntil(lambda: bool(seen) and seen[-1] == 15, timeout=3000)
    assert len(seen) <= 2


# What goes wrong


def test_a_problem_is_told_with_ways_on(running: CameraWindow, stand: Stand, qtbot: QtBot) -> None:
    sentence = "Camera 0 sends no pictures any more; it may be unplugged."
    stand.video.problem = sentence
    qtbot.waitUntil(lambda: not running.is_running, timeout=3000)
    assert soon(stand.video.closed.is_set)
    assert running.banner.text == sentence
    assert state(running) is Idle.TROUBLE
    assert running.log.events[-1].kind is EventKind.TROUBLE
    assert running.panel.start.text().replace("&", "") == "START"
    click(running.banner.button("Choose Another…"))
    qtbot.waitUntil(running.panel.source.view().isVisible)
    running.panel.source.hidePopup()
    again = running.banner.button("Try Again")
    again.setFocus()
    QTest.keyClick(again, Keys.Key_Space)
    assert running.banner.text == ""
    assert running.focusWidget() is running.view, "Space freezes, and does not tick a box"
    qtbot.waitUntil(lambda: state(running) is State.SHOWN, timeout=3000)
    assert len(stand.videos) == 2


def test_without_a_camera_there_is_a_way_on(
    opened: Opener, stand: Stand, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    stand.devices = []
    window = opened()
    assert "No camera was found" in window.banner.text
    click(window.panel.start)
    assert stand.videos == []
    assert state(window) is Idle.TROUBLE
    film = tmp_path / "page.mp4"
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(film), ""))
    click(window.banner.button("Choose a Video File…"))
    qtbot.waitUntil(lambda: state(window) is State.SHOWN, timeout=3000)
    assert stand.asked == [(film, None)]
    assert window.banner.text == ""


def test_who_looks_at_a_film_needs_no_camera(
    opened: Opener, stand: Stand, settings: Settings, tmp_path: Path
) -> None:
    stand.devices = []
    settings.camera = CameraChoice(str(tmp_path / "page.mp4"))
    window = opened()
    assert window.banner.text == ""
    assert window.panel.source.currentText() == "page.mp4"
    assert not window.is_running


def test_a_camera_that_was_plugged_in_is_found(opened: Opener, stand: Stand, qtbot: QtBot) -> None:
    stand.devices, devices = [], stand.devices
    window = opened()
    stand.devices = devices
    click(window.banner.button("Try Again"))
    qtbot.waitUntil(lambda: window.banner.text == "", timeout=3000)
    assert window.panel.source.currentText() == "Built in"
    assert state(window) is Idle.STOPPED


def test_start_before_the_cameras_are_known_waits_for_them(
    settings: Settings, themes: ThemeManager, stand: Stand, qtbot: QtBot
) -> None:
    may_tell = threading.Event()
    parts = stand.parts._replace(cameras=lambda: stand.devices if may_tell.wait(10) else [])
    window = CameraWindow(settings, themes, lambda *_: None, lambda _: None, parts)
    window.show()
    click(window.panel.start)
    assert state(window) is Idle.STARTING
    assert not window.is_running
    may_tell.set()
    qtbot.waitUntil(lambda: state(window) is State.SHOWN, timeout=3000)
    window.close_for_good()


def test_a_silent_camera_is_told_of(
    window: CameraWindow, stand: Stand, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("helper.camera.window._STALLED_S", 0.1)
    stand.prepare = lambda video: None
    click(window.panel.start)
    qtbot.waitUntil(lambda: state(window) is Idle.TROUBLE, timeout=3000)
    assert "No picture has come" in window.strip.sentence.text()
    assert window.is_running
    put(window, stand, qtbot)
    assert state(window) is State.SHOWN


def test_a_bug_of_the_reader_leaves_the_view_usable(
    running: CameraWindow, stand: Stand, qtbot: QtBot
) -> None:
    def broken(frame: Frame) -> Scene:
        raise KeyError("oh")

    stand.see = broken
    put(running, stand, qtbot)
    assert "Something went wrong" in running.strip.sentence.text()
    assert "KeyError" not in running.strip.sentence.text()
    stand.see = shown
    put(running, stand, qtbot)
    assert state(running) is State.SHOWN
    kinds = [e.kind for e in running.log.events]
    assert kinds == [EventKind.STARTED, EventKind.TROUBLE]


def test_the_end_of_a_film(running: CameraWindow, stand: Stand, qtbot: QtBot) -> None:
    stand.video.is_over = True
    qtbot.waitUntil(lambda: not running.is_running, timeout=3000)
    assert running.banner.text == ""
    assert "The video is over" in running.strip.sentence.text()
    assert running.panel.open.isEnabled()


# What is painted


def test_digits_choose_what_is_painted(running: CameraWindow, stand: Stand, qtbot: QtBot) -> None:
    chosen = {
        Keys.Key_2: Mode.HINT,
        Keys.Key_3: Mode.CHECK,
        Keys.Key_4: Mode.NOTHING,
        Keys.Key_1: Mode.SOLUTION,
    }
    for key, mode in chosen.items():
        press(running, key)
        assert running.panel.mode_chosen is mode
        put(running, stand, qtbot)
        assert blue(running) == PAINTS[mode]


def test_frozen_the_picture_stands_and_is_painted_anew_at_once(
    running: CameraWindow, stand: Stand, qtbot: QtBot
) -> None:
    press(running, Keys.Key_Space)
    assert running.is_frozen
    assert state(running) is Idle.FROZEN
    assert running.scene is not None
    number = running.scene.frame.number
    qtbot.wait(150)
    seen = list(stand.watcher.seen)
    stand.video.put(plain(90))
    qtbot.wait(150)
    assert running.scene.frame.number == number
    assert stand.watcher.seen == seen, "nothing is read that is not seen"
    press(running, Keys.Key_4)
    assert blue(running) == PAINTS[Mode.NOTHING]
    running.panel.opacity.setValue(13)
    assert running.view.image.pixelColor(5, 5).green() == 13
    assert running.scene.frame.number == number
    press(running, Keys.Key_Space)
    qtbot.waitUntil(lambda: running.view.image.pixelColor(5, 5).red() == 90, timeout=3000)
    assert state(running) is State.SHOWN


def test_the_mirror_turns_what_is_seen_and_nothing_else(
    running: CameraWindow, stand: Stand, qtbot: QtBot
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
    [
        (Keys.Key_1, {"answer": answer(Verdict.SEVERAL, UNSURE)}, "several solutions: only the"),
        (Keys.Key_1, {"answer": answer(Verdict.NONE)}, "has no solution"),
        (Keys.Key_1, {"answer": answer(Verdict.UNKNOWN)}, "is not known: only the cells"),
        (Keys.Key_2, {"hint": hint()}, "Row 4: the 5 covers its middle."),
        (Keys.Key_2, {"marks": WRONG}, "3 cells are wrong"),
        (Keys.Key_2, {"marks": SOLUTION}, "nothing left to do"),
        (Keys.Key_2, {}, "No next step has been found"),
        (Keys.Key_3, {"marks": WRONG}, "3 cells are wrong."),
        (Keys.Key_3, {"marks": SOLUTION}, "All marks are right so far."),
        (Keys.Key_3, {"marks": Grid(7, 7)}, "Nothing is drawn"),
        (Keys.Key_3, {}, "Nothing is drawn"),
        (Keys.Key_1, {}, "7 × 7, one solution. Read in 1.20 s, solved in under 0.01 s."),
        (Keys.Key_4, {"answer": replace(answer(), read_s=0.0)}, "Read at first sight, solved"),
        (Keys.Key_1, {"advice": "It is dark."}, "It is dark."),
    ],
)
def test_what_was_found_is_said(
    running: CameraWindow,
    stand: Stand,
    qtbot: QtBot,
    key: Qt.Key,
    changes: dict[str, object],
    words: str,
) -> None:
    stand.see = lambda frame: shown(frame, **changes)
    press(running, key)
    put(running, stand, qtbot)
    assert words in running.strip.sentence.text()


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
    assert int(saved[60, 20, 0]) == pytest.approx(PAINTS[Mode.SOLUTION], abs=12)
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
    running: CameraWindow, stand: Stand, taken: Taken
) -> None:
    press(running, Keys.Key_Return)
    ((picture, reading, name),) = taken
    assert picture.shape == samples.picture().shape
    assert reading.rows == samples.certain().rows
    assert name == ""
    assert not running.is_running
    assert soon(stand.video.closed.is_set)


def test_without_an_answer_the_button_says_why(
    window: CameraWindow, stand: Stand, qtbot: QtBot, taken: Taken
) -> None:
    stand.see = lambda frame: Scene(frame, State.READING)
    assert not window.panel.open.isEnabled()
    assert "START" in window.panel.open.toolTip()
    click(window.panel.start)
    qtbot.waitUntil(lambda: window.scene is not None, timeout=3000)
    assert not window.panel.open.isEnabled()
    assert "still being read" in window.panel.open.toolTip()
    press(window, Keys.Key_Return)
    assert taken == []
    assert "still being read" in window.note.text()


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
    running: CameraWindow, stand: Stand, qtbot: QtBot
) -> None:
    stand.watcher.on_event(event(7))
    qtbot.waitUntil(lambda: running.log.events[-1] == event(7))


def test_help_is_shown_beside_it(running: CameraWindow, helped: list[QWidget]) -> None:
    QTest.keySequence(running, "F1")
    click(running.panel.help)
    assert helped == [running, running]


# Sources and memory


def test_cameras_are_named_and_another_is_taken_at_once(
    running: CameraWindow, stand: Stand, qtbot: QtBot
) -> None:
    box = running.panel.source
    texts = [box.itemText(k) for k in range(box.count()) if box.itemText(k)]
    assert texts == ["Built in", "USB", "Video file…", "Stream…"]
    box.setFocus()
    QTest.keyClick(box, Keys.Key_Down)
    assert stand.videos[0].closed.is_set()
    qtbot.waitUntil(lambda: state(running) is State.SHOWN, timeout=3000)
    assert stand.asked[-1] == (2, (1280, 720))


def test_a_camera_is_let_go_before_it_is_opened_again(
    running: CameraWindow, stand: Stand, qtbot: QtBot
) -> None:
    first = stand.video
    first.hangs.clear()
    click(running.panel.start)
    click(running.panel.start)
    qtbot.wait(100)
    assert stand.videos == [first]
    first.hangs.set()
    qtbot.waitUntil(lambda: state(running) is State.SHOWN, timeout=3000)
    assert len(stand.videos) == 2


def test_cameras_of_one_name_are_told_apart(opened: Opener, stand: Stand) -> None:
    stand.devices = [type(d)(d.index, "Webcam") for d in stand.devices]
    box = opened().panel.source
    assert [box.itemText(k) for k in (0, 1)] == ["Webcam (0)", "Webcam (2)"]


def test_a_stream_is_remembered_without_its_password(
    window: CameraWindow,
    opened: Opener,
    stand: Stand,
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    address = "http://me:secret@phone:8080/video"
    monkeypatch.setattr(QInputDialog, "getText", lambda *_: (f" {address} ", True))
    window.panel.source.wanted.emit(Ask.STREAM)
    assert soon(lambda: stand.asked == [(address, None)])
    assert settings.camera_sources == ["http://me@phone:8080/video"]
    assert "secret" not in window.panel.source.currentText()
    assert not window.panel.size_box.isEnabled()
    window.close()
    assert opened().panel.source.source == "http://me@phone:8080/video"


def test_a_dialog_that_is_cancelled_changes_nothing(
    running: CameraWindow, stand: Stand, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: ("", ""))
    monkeypatch.setattr(QInputDialog, "getText", lambda *_: ("http://", False))
    box = running.panel.source
    for ask in Ask:
        box.setCurrentIndex(box.findText(ask.value))
        box.activated.emit(box.currentIndex())
    assert box.currentText() == "Built in"
    assert len(stand.videos) == 1
    assert running.is_running


def test_choices_are_remembered(
    running: CameraWindow, opened: Opener, stand: Stand, settings: Settings, qtbot: QtBot
) -> None:
    panel = running.panel
    panel.mirror.setChecked(True)
    panel.opacity.setValue(33)
    press(running, Keys.Key_3)
    panel.size_box.setFocus()
    QTest.keyClick(panel.size_box, Keys.Key_Down)
    assert soon(lambda: stand.asked[-1] == (0, (1920, 1080)))
    panel.source.setFocus()
    QTest.keyClick(panel.source, Keys.Key_Down)
    running.close()
    assert settings.camera == CameraChoice("2", "1920x1080", True, "CHECK", 33)
    again = opened()
    assert again.panel.choice == settings.camera
    assert again.view.is_mirrored
    assert not again.is_running


def test_nonsense_in_the_settings_does_no_harm(opened: Opener, settings: Settings) -> None:
    settings.camera = CameraChoice("7", "1x", True, "DANCE", 9999)
    assert settings.camera.opacity == 100
    window = opened()
    assert window.panel.mode_chosen is Mode.SOLUTION
    assert window.panel.source.source == "0", "a camera that is gone is not offered"


def test_named_at_the_start(opened: Opener, stand: Stand, qtbot: QtBot) -> None:
    window = opened()
    window.start_with("/dev/video2")
    qtbot.waitUntil(lambda: state(window) is State.SHOWN, timeout=3000)
    assert stand.asked[0][0] == 2
    assert window.panel.source.currentText() == "USB"


@pytest.mark.parametrize("choice", [ThemeChoice.LIGHT, ThemeChoice.DARK])
def test_it_follows_the_theme(
    running: CameraWindow, settings: Settings, choice: ThemeChoice
) -> None:
    settings.change(theme=choice)
    image = running.strip.sign.pixmap().toImage()
    pixels = (image.pixelColor(x, y) for x in range(image.width()) for y in range(image.height()))
    inks = [color.lightness() for color in pixels if color.alpha() == 255]
    assert inks
    assert (min(inks) > 128) is (choice is ThemeChoice.DARK)


def test_everything_has_a_name_and_a_tip(window: CameraWindow) -> None:
    panel = window.panel
    texts = []
    for button in (panel.start, panel.freeze, panel.save, panel.open, panel.log, panel.help):
        assert button.toolTip()
        texts.append(button.text())
    for widget in (panel.source, panel.size_box, panel.mode, panel.opacity, window.view):
        assert widget.accessibleName()
    letters = [text[text.index("&") + 1].lower() for text in texts]
    assert len(set(letters)) == len(letters)


def test_garbage_is_collected_in_the_thread_of_the_window(
    window: CameraWindow, qtbot: QtBot
) -> None:
    """Or a widget might be destroyed by the thread that looks at the frames."""
    gc.enable()
    click(window.panel.start)
    assert not gc.isenabled()
    click(window.panel.start)
    assert gc.isenabled()
    gc.disable()
