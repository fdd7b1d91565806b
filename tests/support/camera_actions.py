"""What tests of the camera window do with it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from helper.camera.state_bar import IdleState
from helper.camera.window import CameraWindow
from recognizer.live.scene import LiveState
from recognizer.values import Picture, Reading
from tests.support.fake_camera import FakeSetup

LEFT = Qt.MouseButton.LeftButton
Keys = Qt.Key
Opener = Callable[[], CameraWindow]
Taken = list[tuple[Picture, Reading, str]]


def click(button: QWidget) -> None:
    QTest.mouseClick(button, LEFT)


def press(window: CameraWindow, key: Qt.Key) -> None:
    QTest.keyClick(window.focusWidget() or window, key)


def put(
    window: CameraWindow, fake_setup: FakeSetup, qtbot: QtBot, picture: Picture | None = None
) -> None:
    """Let the camera send a frame, and wait until it is on the screen."""
    before = window.scene.frame.number if window.scene is not None else -1
    fake_setup.capture.put(picture)
    qtbot.waitUntil(
        lambda: window.scene is not None and window.scene.frame.number > before, timeout=3000
    )


def blue(window: CameraWindow) -> int:
    """What the painter has made of the picture that is shown."""
    return window.view.image.pixelColor(5, 5).blue()


def state(window: CameraWindow) -> LiveState | IdleState:
    """The state that is shown."""
    return window.state_bar.state
