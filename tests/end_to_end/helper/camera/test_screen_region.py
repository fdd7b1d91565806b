"""Choosing a region of the screen, with real mouse and key events."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPixmap, QScreen
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from helper.camera import screen_region as module
from helper.camera.screen_region import RegionChooser, ScreenPicker
from recognizer.live.capture.video_sources import region_of

LEFT = Qt.MouseButton.LeftButton
Picked = list[tuple[QImage, str]]


@pytest.fixture
def picked(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> tuple[ScreenPicker, QWidget, Picked]:
    """A picker beside a window, before a screen with a red square at (100, 80)."""

    def grab(screen: QScreen, window: int) -> QPixmap:
        picture = QPixmap(screen.size())
        picture.fill(Qt.GlobalColor.white)
        painter = QPainter(picture)
        painter.fillRect(100, 80, 200, 150, QColor("red"))
        painter.end()
        return picture

    monkeypatch.setattr(module, "why_no_screen", lambda: None)
    monkeypatch.setattr(QScreen, "grabWindow", grab)
    monkeypatch.setattr(module, "_HIDE_MS", 1)
    window = QWidget()
    qtbot.addWidget(window)
    window.show()
    picker, found = ScreenPicker(window), Picked()
    picker.picked.connect(lambda image, source: found.append((image, source)))
    return picker, window, found


def chooser_of(picker: ScreenPicker, qtbot: QtBot) -> RegionChooser:
    picker.ask()
    qtbot.waitUntil(lambda: picker.chooser is not None, timeout=3000)
    assert picker.chooser is not None
    qtbot.waitExposed(picker.chooser)
    return picker.chooser


def drag(chooser: RegionChooser, start: QPoint, end: QPoint) -> None:
    QTest.mousePress(chooser, LEFT, pos=start)
    QTest.mouseMove(chooser, (start + end) / 2)
    QTest.mouseMove(chooser, end)
    QTest.mouseRelease(chooser, LEFT, pos=end)


def test_what_is_framed_is_taken_and_nothing_else(
    picked: tuple[ScreenPicker, QWidget, Picked], qtbot: QtBot
) -> None:
    picker, window, found = picked
    chooser = chooser_of(picker, qtbot)
    assert not window.isVisible()
    drag(chooser, QPoint(300, 230), QPoint(100, 80))
    ((image, source),) = found
    assert region_of(source) == (100, 80, 200, 150)
    assert (image.width(), image.height()) == (200, 150)
    assert {image.pixelColor(x, y).name() for x in (0, 199) for y in (0, 149)} == {"#ff0000"}
    assert window.isVisible()
    assert picker.chooser is None


def test_escape_takes_nothing_and_a_slip_of_the_hand_goes_on(
    picked: tuple[ScreenPicker, QWidget, Picked], qtbot: QtBot
) -> None:
    picker, window, found = picked
    chooser = chooser_of(picker, qtbot)
    drag(chooser, QPoint(100, 80), QPoint(105, 84))
    assert picker.chooser is chooser
    QTest.keyClick(chooser, Qt.Key.Key_Escape)
    assert picker.chooser is None
    assert window.isVisible()
    assert found == []


def test_where_no_screen_can_be_captured_a_sentence_says_why(
    picked: tuple[ScreenPicker, QWidget, Picked], monkeypatch: pytest.MonkeyPatch
) -> None:
    picker, window, _ = picked
    told: list[str] = []
    picker.failed.connect(told.append)
    monkeypatch.setattr(module, "why_no_screen", lambda: "This desktop does not allow it.")
    picker.ask()
    assert told == ["This desktop does not allow it."]
    assert window.isVisible()
