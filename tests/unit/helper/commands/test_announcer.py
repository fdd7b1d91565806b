"""What is announced, and that nothing is said twice."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot

from helper.commands.announcer import Announcer
from helper.main_window.main_window import MainWindow
from helper.play.play_controls import LivesView
from puzzles.formats import Document
from tests.support.boards import CHICK


@pytest.fixture
def said(window: MainWindow) -> list[str]:
    """What is announced in a window in which a puzzle is played."""
    window.session.open_unsaved(Document(CHICK))
    QApplication.processEvents()
    texts: list[str] = []
    window.desk.announcer.announced.connect(texts.append)
    return texts


def test_a_message_that_is_also_shown_is_said_once(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    announcer, said = Announcer(window), list[str]()
    announcer.announced.connect(said.append)
    announcer.say("One.")
    announcer.say_shown("One.")
    announcer.say_shown("Two.")
    announcer.say("Two.")
    announcer.say("Two.")
    announcer.say("")
    assert said == ["One.", "Two.", "Two."]


def test_messages_are_announced(window: MainWindow, said: list[str]) -> None:
    window.messages.info("Done.")
    window.messages.notice("Not possible.")
    window.messages.trouble("It does not work.")
    assert said == ["Done.", "Not possible.", "It does not work."]


def test_a_message_too_long_for_the_status_bar_is_said_once(
    window: MainWindow, said: list[str]
) -> None:
    window.messages.info(text := "A long sentence. " * 30)
    QApplication.processEvents()
    assert window.message_place.notice.text == text
    assert said == [text]


def test_a_message_of_the_board_is_not_said_at_home(window: MainWindow, said: list[str]) -> None:
    window.home.show()
    window.message_place.hint.show_message("Look at row 1.")
    assert said == []


def test_a_heading_is_a_sentence_of_its_own(window: MainWindow, said: list[str]) -> None:
    window.message_place.hint.show_headed("Edge", "Row 1: cell 1 is shaded.")
    assert said == ["Edge. Row 1: cell 1 is shaded."]


def test_a_guess_is_said_when_it_begins_and_when_a_line_contradicts_it(
    qtbot: QtBot, window: MainWindow, said: list[str]
) -> None:
    window.guessing.begin()
    assert said == ["Guess 1: mark the cell that you guess."]
    window.session.paint({3 * 7 + k: 1 for k in range(7)}, "Dot")  # the row of 5
    qtbot.waitUntil(lambda: len(said) > 1)
    assert said[1].startswith("Row 4 cannot be completed")
    window.session.paint({0: 1}, "Dot")  # the message is shown anew, with one cell more
    qtbot.waitUntil(lambda: "cannot be completed" in window.message_place.guess.text)
    assert len(said) == 2


def test_the_clock_is_silent(window: MainWindow, said: list[str]) -> None:
    """A label with a name of its own sends no event when its text changes (``QLabel::setText``)."""
    labels = (window.controls.timer.label, window.status.position)
    assert all(isinstance(label, QLabel) and label.accessibleName() for label in labels)
    QTest.qWait(1100)
    assert said == []


def test_a_lost_life_is_said(
    window: MainWindow, said: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(LivesView, "text", "2 of 3 lives left")
    window.controls.lives.lost.emit(0)
    QApplication.processEvents()
    assert said == ["2 of 3 lives left."]


def test_banners_are_named_after_their_messages(window: MainWindow, said: list[str]) -> None:
    banner = window.message_place.check
    banner.show_message("Your marks are right so far.", Close=banner.clear)
    assert banner.accessibleName() == "Your marks are right so far."
    assert banner.button("Close").focusPolicy() & Qt.FocusPolicy.TabFocus


def test_a_message_that_waited_is_said_when_the_board_is_shown(
    window: MainWindow, said: list[str]
) -> None:
    window.home.show()
    window.message_place.check.show_message("Your marks are right so far.")
    window.home.show_board()
    QApplication.processEvents()
    assert said == ["Your marks are right so far."]
