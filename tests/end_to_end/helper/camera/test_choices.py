"""Sources of the camera window, what it remembers, and what it is called."""

from __future__ import annotations

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QInputDialog
from pytestqt.qtbot import QtBot

from helper.application.settings import CameraChoice, Settings, ThemeChoice
from helper.camera.camera_sources import SourceRequest
from helper.camera.camera_window import CameraWindow
from recognizer.live.scene import LiveState, PaintMode
from tests.support.fake_camera import FakeSetup, Keys, Opener, click, press, soon, state


def test_cameras_are_named_and_another_is_taken_at_once(
    running: CameraWindow, fake_setup: FakeSetup, qtbot: QtBot
) -> None:
    box = running.panel.source
    texts = [box.itemText(k) for k in range(box.count()) if box.itemText(k)]
    assert texts == [
        "Built in",
        "USB",
        "Video or picture…",
        "Folder of pictures…",
        "Stream…",
        "Region of the screen…",
    ]
    box.setFocus()
    QTest.keyClick(box, Keys.Key_Down)
    assert fake_setup.captures[0].closed.is_set()
    qtbot.waitUntil(lambda: state(running) is LiveState.SHOWN, timeout=3000)
    assert fake_setup.asked[-1] == (2, (1280, 720))


def test_a_camera_is_let_go_before_it_is_opened_again(
    running: CameraWindow, fake_setup: FakeSetup, qtbot: QtBot
) -> None:
    first = fake_setup.capture
    first.hangs.clear()
    click(running.panel.start)
    click(running.panel.start)
    qtbot.wait(100)
    assert fake_setup.captures == [first]
    first.hangs.set()
    qtbot.waitUntil(lambda: state(running) is LiveState.SHOWN, timeout=3000)
    assert len(fake_setup.captures) == 2


def test_cameras_of_one_name_are_told_apart(opened: Opener, fake_setup: FakeSetup) -> None:
    fake_setup.devices = [type(d)(d.index, "Webcam") for d in fake_setup.devices]
    box = opened().panel.source
    assert [box.itemText(k) for k in (0, 1)] == ["Webcam (0)", "Webcam (2)"]


def test_a_stream_is_remembered_without_its_password(
    window: CameraWindow,
    opened: Opener,
    fake_setup: FakeSetup,
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    address = "http://me:secret@phone:8080/video"
    monkeypatch.setattr(QInputDialog, "getText", lambda *_: (f" {address} ", True))
    window.panel.source.requested.emit(SourceRequest.STREAM)
    assert soon(lambda: fake_setup.asked == [(address, None)])
    assert settings.camera_sources == ["http://me@phone:8080/video"]
    assert "secret" not in window.panel.source.currentText()
    assert not window.panel.size_box.isEnabled()
    window.close()
    assert opened().panel.source.source == "http://me@phone:8080/video"


def test_a_dialog_that_is_cancelled_changes_nothing(
    running: CameraWindow, fake_setup: FakeSetup, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: ("", ""))
    monkeypatch.setattr(QInputDialog, "getText", lambda *_: ("http://", False))
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: "")
    monkeypatch.setattr("helper.camera.screen_region.why_no_screen", lambda: "It is not allowed.")
    box = running.panel.source
    for ask in SourceRequest:
        box.setCurrentIndex(box.findText(ask.label))
        box.activated.emit(box.currentIndex())
    assert box.currentText() == "Built in"
    assert len(fake_setup.captures) == 1
    assert running.is_running


def test_choices_are_remembered(
    running: CameraWindow, opened: Opener, fake_setup: FakeSetup, settings: Settings
) -> None:
    panel = running.panel
    panel.mirror.setChecked(True)
    panel.opacity.setValue(33)
    press(running, Keys.Key_3)
    panel.size_box.setFocus()
    QTest.keyClick(panel.size_box, Keys.Key_Down)
    assert soon(lambda: fake_setup.asked[-1] == (0, (1920, 1080)))
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
    assert window.panel.chosen_mode is PaintMode.SOLUTION
    assert window.panel.source.source == "0", "a camera that is gone is not offered"


def test_named_at_the_start(opened: Opener, fake_setup: FakeSetup, qtbot: QtBot) -> None:
    window = opened()
    window.start_with("/dev/video2")
    qtbot.waitUntil(lambda: state(window) is LiveState.SHOWN, timeout=3000)
    assert fake_setup.asked[0][0] == 2
    assert window.panel.source.currentText() == "USB"


@pytest.mark.parametrize("choice", [ThemeChoice.LIGHT, ThemeChoice.DARK])
def test_it_follows_the_theme(
    running: CameraWindow, settings: Settings, choice: ThemeChoice
) -> None:
    settings.change(theme=choice)
    image = running.state_bar.icon_label.pixmap().toImage()
    pixels = (image.pixelColor(x, y) for x in range(image.width()) for y in range(image.height()))
    inks = [color.lightness() for color in pixels if color.alpha() == 255]
    assert inks
    assert (min(inks) > 128) is (choice is ThemeChoice.DARK)
