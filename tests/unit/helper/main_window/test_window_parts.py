"""F6 leads through the parts of the window, and keys through the top bar."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from helper.main_window.main_window import MainWindow
from puzzles.formats import Document
from tests.support.boards import CHICK
from tests.support.home_keys import view_of

KEYS = Qt.Key


@pytest.fixture
def played(window: MainWindow) -> MainWindow:
    """A window in which a puzzle is played, with a message beside the board."""
    window.session.open_unsaved(Document(CHICK))
    window.activateWindow()
    window.board.setFocus()
    banner = window.message_place.notice
    banner.show_message("Something is not possible.", Close=banner.clear)
    QApplication.processEvents()
    return window


def focused() -> QWidget:
    widget = QApplication.focusWidget()
    assert widget is not None
    return widget


def press(key: Qt.Key, modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    QTest.keyClick(focused(), key, modifiers)
    QApplication.processEvents()


def test_f6_goes_round_and_back(played: MainWindow) -> None:
    parts = [played.top_bar.toolbar, played.board, played.message_place.notice]
    press(KEYS.Key_F6)
    found = []
    for _ in range(4):
        found.append(next(k for k, p in enumerate(parts) if p in (focused(), *above(focused()))))
        press(KEYS.Key_F6)
    assert found == [2, 0, 1, 2]
    press(KEYS.Key_F6, Qt.KeyboardModifier.ShiftModifier)
    assert played.message_place.notice in above(focused())


def above(widget: QWidget) -> list[QWidget]:
    parent = widget.parentWidget()
    return [] if parent is None else [parent, *above(parent)]


def test_arrow_keys_go_through_the_top_bar_and_escape_to_the_board(played: MainWindow) -> None:
    played.parts.go(-1)
    first = focused()
    assert first.accessibleName() == "Home"
    press(KEYS.Key_Right)
    assert focused().accessibleName() == "Play"
    press(KEYS.Key_End)
    assert focused().accessibleName() == "Pause"
    press(KEYS.Key_Right)
    assert focused() is first
    press(KEYS.Key_Escape)
    assert focused() is played.board


def test_enter_presses_a_button_of_the_top_bar(played: MainWindow) -> None:
    played.parts.go(-1)
    press(KEYS.Key_Right)
    press(KEYS.Key_Right)
    assert focused().accessibleName() == "Draw"
    press(KEYS.Key_Return)
    assert played.session.mode.name == "DRAW"


def test_tab_does_not_lead_into_the_top_bar(played: MainWindow) -> None:
    for _ in range(30):
        press(KEYS.Key_Tab)
        assert played.top_bar.toolbar not in above(focused()) or focused() is (
            played.controls.timer.button
        )


def test_home_has_parts_too(played: MainWindow) -> None:
    played.home.show()
    QApplication.processEvents()
    view = view_of(played)
    found = []
    for _ in range(3):
        press(KEYS.Key_F6)
        found.append(focused())
    assert view.sidebar in found
    assert view.head.search in found
    assert len(set(found)) == 3


def test_the_tools_of_a_drawing_are_a_part(played: MainWindow) -> None:
    played.session.new(4, 4)
    played.board.setFocus()
    QApplication.processEvents()
    said: list[str] = []
    played.desk.announcer.announced.connect(said.append)
    press(KEYS.Key_F6, Qt.KeyboardModifier.ShiftModifier)
    assert focused().accessibleName() == "Pencil"
    press(KEYS.Key_Down)
    assert focused().accessibleName() == "Eraser"
    press(KEYS.Key_Return)
    assert said == ["Eraser."]
    press(KEYS.Key_Escape)
    press(KEYS.Key_L)
    assert said == ["Eraser.", "Line."]
