"""The camera window, used as a person would: it starts, stops, and says what goes wrong."""

from __future__ import annotations

import threading
import time
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from helper.application.settings import CameraChoice, Settings
from helper.application.theme import ThemeManager
from helper.camera.camera_view import IdleState
from helper.camera.camera_window import CameraWindow
from recognizer.live.scene import EventKind, Frame, LiveState, Scene
from tests.support.cases import few
from tests.support.fake_camera import (
    FakeSetup,
    Keys,
    Opener,
    click,
    plain,
    press,
    put,
    shown,
    soon,
    state,
    waiting_for,
)
from tests.support.waiting import PATIENCE_S

# Start and stop


def test_started_and_stopped(window: CameraWindow, fake_setup: FakeSetup, qtbot: QtBot) -> None:
    panel = window.panel
    assert fake_setup.captures == [], "the camera stays off until START"
    assert panel.start.text().replace("&", "") == "START"
    assert state(window) is IdleState.STOPPED
    click(panel.start)
    assert state(window) is IdleState.STARTING
    assert panel.start.text().replace("&", "") == "Stop"
    qtbot.waitUntil(lambda: state(window) is LiveState.SHOWN, timeout=3000)
    assert "one solution" in window.state_bar.sentence_label.text()
    assert fake_setup.asked == [(0, (1280, 720))]
    assert not window.view.image.isNull()
    click(panel.start)
    assert state(window) is IdleState.STOPPED
    assert soon(fake_setup.capture.closed.is_set)
    assert not window.view.image.isNull(), "the last picture stays"
    assert panel.save.isEnabled()
    assert panel.open.isEnabled()
    assert [e.kind for e in window.log.events] == [EventKind.STARTED, EventKind.STOPPED]


def test_every_state_is_told_by_a_sign_a_word_and_a_sentence(
    running: CameraWindow, fake_setup: FakeSetup, qtbot: QtBot
) -> None:
    signs, sentences = set(), set()
    for each in LiveState:
        scene = shown(Frame(plain(), 0, 0.0), state=each)
        fake_setup.process = lambda frame, scene=scene: replace(scene, frame=frame)  # type: ignore[misc]
        put(running, fake_setup, qtbot)
        assert state(running) is each
        assert running.state_bar.word_label.text() == each.title
        image = running.state_bar.icon_label.pixmap().toImage()
        signs.add(bytes(image.constBits()))
        sentences.add(running.state_bar.sentence_label.text())
    assert len(signs) == len(sentences) == len(LiveState)
    assert "" not in sentences
    fake_setup.process = lambda frame: Scene(frame, LiveState.SEARCHING, "More light helps.")
    put(running, fake_setup, qtbot)
    assert running.state_bar.sentence_label.text() == "More light helps."


@pytest.mark.clock
@pytest.mark.parametrize("hangs", [False, True])
def test_closing_turns_the_camera_off_at_once(
    running: CameraWindow, fake_setup: FakeSetup, hangs: bool
) -> None:
    release = threading.Event()
    if hangs:
        fake_setup.process = waiting_for(release)
        fake_setup.capture.put()
        fake_setup.capture.hangs.clear()
        time.sleep(0.15)
    before = time.perf_counter()
    running.close()
    assert time.perf_counter() - before < 0.2
    assert not running.isVisible()
    assert fake_setup.capture.closed.is_set()
    release.set()
    fake_setup.capture.hangs.set()
    assert soon(fake_setup.live_view.closed.is_set)


def test_escape_stops_and_then_closes(running: CameraWindow, fake_setup: FakeSetup) -> None:
    press(running, Keys.Key_Escape)
    assert not running.is_running
    assert running.isVisible()
    press(running, Keys.Key_Escape)
    assert not running.isVisible()


# What goes wrong


def test_a_problem_is_told_with_ways_on(
    running: CameraWindow, fake_setup: FakeSetup, qtbot: QtBot
) -> None:
    sentence = "Camera 0 sends no pictures any more; it may be unplugged."
    fake_setup.capture.problem = sentence
    qtbot.waitUntil(lambda: not running.is_running, timeout=3000)
    assert soon(fake_setup.capture.closed.is_set)
    assert running.banner.text == sentence
    assert state(running) is IdleState.TROUBLE
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
    qtbot.waitUntil(lambda: state(running) is LiveState.SHOWN, timeout=3000)
    assert len(fake_setup.captures) == 2


def test_without_a_camera_there_is_a_way_on(
    opened: Opener,
    fake_setup: FakeSetup,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    fake_setup.devices = []
    window = opened()
    assert "No camera was found" in window.banner.text
    assert not window.panel.start.isEnabled()
    click(window.panel.start)
    assert fake_setup.captures == []
    assert state(window) is IdleState.TROUBLE
    film = tmp_path / "page.mp4"
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(film), ""))
    click(window.banner.button("Choose a Video File…"))
    qtbot.waitUntil(lambda: state(window) is LiveState.SHOWN, timeout=3000)
    assert fake_setup.asked == [(film, None)]
    assert window.banner.text == ""


def test_who_looks_at_a_film_needs_no_camera(
    opened: Opener, fake_setup: FakeSetup, settings: Settings, tmp_path: Path
) -> None:
    fake_setup.devices = []
    settings.camera = CameraChoice(str(tmp_path / "page.mp4"))
    window = opened()
    assert window.banner.text == ""
    assert window.panel.source.currentText() == "page.mp4"
    assert not window.is_running


def test_a_camera_that_was_plugged_in_is_found(
    opened: Opener, fake_setup: FakeSetup, qtbot: QtBot
) -> None:
    fake_setup.devices, devices = [], fake_setup.devices
    window = opened()
    fake_setup.devices = devices
    click(window.banner.button("Try Again"))
    qtbot.waitUntil(lambda: window.banner.text == "", timeout=3000)
    assert window.panel.source.currentText() == "Built in"
    assert state(window) is IdleState.STOPPED


def test_start_before_the_cameras_are_known_waits_for_them(
    settings: Settings, themes: ThemeManager, fake_setup: FakeSetup, qtbot: QtBot
) -> None:
    may_tell = threading.Event()
    parts = fake_setup.live_setup._replace(
        cameras=lambda: fake_setup.devices if may_tell.wait(PATIENCE_S) else []
    )
    window = CameraWindow(settings, themes, lambda *_: None, lambda _: None, parts)
    window.show()
    click(window.panel.start)
    assert state(window) is IdleState.STARTING
    assert not window.is_running
    may_tell.set()
    qtbot.waitUntil(lambda: state(window) is LiveState.SHOWN, timeout=3000)
    window.close_for_good()


def test_a_silent_camera_is_told_of(
    window: CameraWindow, fake_setup: FakeSetup, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("helper.camera.camera_window._STALL_S", 0.1)
    fake_setup.prepare = lambda video: None
    click(window.panel.start)
    qtbot.waitUntil(lambda: state(window) is IdleState.TROUBLE, timeout=3000)
    assert "No picture has come" in window.state_bar.sentence_label.text()
    assert window.is_running
    monkeypatch.setattr("helper.camera.camera_window._STALL_S", PATIENCE_S)
    put(window, fake_setup, qtbot)
    assert state(window) is LiveState.SHOWN


def test_a_bug_of_the_reader_leaves_the_view_usable(
    running: CameraWindow, fake_setup: FakeSetup, qtbot: QtBot
) -> None:
    def broken(frame: Frame) -> Scene:
        raise KeyError("oh")

    fake_setup.process = broken
    put(running, fake_setup, qtbot)
    assert "An error in the program" in running.state_bar.sentence_label.text()
    assert "KeyError" not in running.state_bar.sentence_label.text()
    fake_setup.process = shown
    put(running, fake_setup, qtbot)
    assert state(running) is LiveState.SHOWN
    kinds = [e.kind for e in running.log.events]
    assert kinds == [EventKind.STARTED, EventKind.TROUBLE]


def test_the_end_of_a_film(running: CameraWindow, fake_setup: FakeSetup, qtbot: QtBot) -> None:
    fake_setup.capture.is_over = True
    qtbot.waitUntil(lambda: not running.is_running, timeout=3000)
    assert running.banner.text == ""
    assert "The film is over" in running.state_bar.sentence_label.text()
    assert running.panel.open.isEnabled()
    click(running.panel.open)
    assert "The film is over" in running.state_bar.sentence_label.text()


@pytest.mark.parametrize(
    ("source", "is_off"),
    few(
        3,
        [
            ("0", "The camera is off."),
            ("film.mp4", "The film has stopped."),
            ("page.png", "The picture has stopped."),
            ("http://phone:8080/video", "The stream is off."),
        ],
    ),
)
@pytest.mark.parametrize("breaks", few(3, [False, True]))
def test_what_has_stopped_is_called_what_it_is(
    window: CameraWindow,
    fake_setup: FakeSetup,
    qtbot: QtBot,
    source: str,
    is_off: str,
    breaks: bool,
) -> None:
    window.start_with(source)
    qtbot.waitUntil(lambda: window.scene is not None, timeout=3000)
    if breaks:
        fake_setup.capture.problem, fake_setup.capture.is_over = "It broke.", True
        qtbot.waitUntil(lambda: not window.is_running, timeout=3000)
    else:
        click(window.panel.start)
    assert window.state_bar.sentence_label.text().startswith(is_off)
