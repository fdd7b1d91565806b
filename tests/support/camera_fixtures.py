"""A camera window, and what stands around it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from helper.application.settings import Settings
from helper.application.theme import ThemeManager
from helper.camera.camera_window import CameraWindow
from tests.support.fake_camera import FakeSetup, Opener, Taken, click


@pytest.fixture
def fake_setup() -> FakeSetup:
    return FakeSetup()


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
    fake_setup: FakeSetup,
    taken: Taken,
    helped: list[QWidget],
) -> Iterator[Opener]:
    windows: list[CameraWindow] = []

    def make() -> CameraWindow:
        def review(*values: object) -> None:
            taken.append(values)  # type: ignore[arg-type]

        window = CameraWindow(settings, themes, review, helped.append, fake_setup.live_setup)
        windows.append(window)
        window.show()
        qtbot.waitExposed(window)
        qtbot.waitUntil(lambda: window.source_chooser.cameras is not None, timeout=3000)
        window.activateWindow()
        QApplication.processEvents()
        return window

    yield make
    for video in fake_setup.captures:
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
