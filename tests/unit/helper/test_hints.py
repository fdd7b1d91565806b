"""Every command and button says what it does, and by which keys it is reached."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QAbstractButton, QDialogButtonBox, QLabel, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from helper.application.settings import Settings
from helper.application.theme import ThemeManager
from helper.camera.camera_window import CameraWindow
from helper.learn.how_to_play import HowToPlay
from helper.learn.lessons.lessons_window import Lessons
from helper.main_window.main_window import MainWindow
from helper.picture.picture_window import PictureWindow
from helper.review.draft import Draft
from helper.review.review_window import ReviewWindow
from tests.support import review_samples as samples
from tests.support.fake_camera import FakeSetup
from tests.support.keeping import lesson_progress

Make = Callable[[Settings, ThemeManager], QWidget]


def review(_: Settings, themes: ThemeManager) -> QWidget:
    picture = samples.picture()
    return ReviewWindow(picture, Draft.of(samples.doubtful(), picture), themes, lambda _: True)


def camera(settings: Settings, themes: ThemeManager) -> QWidget:
    def ignore(*_: object) -> None:
        return

    return CameraWindow(settings, themes, ignore, ignore, FakeSetup().live_setup)


def create(settings: Settings, themes: ThemeManager) -> QWidget:
    return PictureWindow(settings, themes, lambda _: True)


def learn(settings: Settings, themes: ThemeManager) -> QWidget:
    return Lessons(lesson_progress(), settings, themes)


@pytest.fixture(params=[MainWindow, review, camera, create, HowToPlay, learn])
def any_window(
    request: pytest.FixtureRequest, qtbot: QtBot, settings: Settings, themes: ThemeManager
) -> Iterator[QWidget]:
    made: QWidget = request.param(settings, themes)
    made.show()
    qtbot.waitExposed(made)
    yield made
    made.close()
    made.deleteLater()


def test_each_command_with_a_shortcut_tells_it(any_window: QWidget) -> None:
    native = QKeySequence.SequenceFormat.NativeText
    silent = [
        action.text()
        for action in any_window.findChildren(QAction)
        if not action.shortcut().isEmpty()
        and action.shortcut().toString(native) not in action.toolTip()
    ]
    assert silent == []


def test_each_button_has_a_hint(any_window: QWidget) -> None:
    silent = [
        button.text() or type(button).__name__
        for button in any_window.findChildren(QAbstractButton)
        if not button.toolTip()
        and not button.objectName().startswith("qt_")  # of Qt's own bars, where room is short
        and not isinstance(button.parent(), QDialogButtonBox)
    ]
    assert silent == []


@pytest.mark.parametrize("make", [review, camera, HowToPlay, learn])
def test_each_button_with_a_word_has_a_mnemonic_of_its_own(
    qtbot: QtBot, settings: Settings, themes: ThemeManager, make: Make
) -> None:
    window = make(settings, themes)
    qtbot.addWidget(window)
    window.show()
    texts = [b.text() for b in window.findChildren(QPushButton) if b.isVisible()]
    texts = [text for text in texts if not text[:1].isdigit()]  # a choice; the number is its key
    if isinstance(window, ReviewWindow):
        texts += [window.bar.read.iconText(), window.bar.other.iconText()]
    found = [each for each in window.findChildren(QLabel) if not each.isHidden()]
    labels = [label.text() for label in found if label.buddy() is not None]
    keys = [QKeySequence.mnemonic(text).toString() for text in (*texts, *labels)]
    assert all(keys), texts
    assert len(set(keys)) == len(keys), sorted(keys)
