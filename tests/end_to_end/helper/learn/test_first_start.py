"""How to Play in the main window: the first entry of Help, and the offer at the first start."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from helper import app
from helper.application.settings import Settings, ThemeChoice
from helper.application.theme import ThemeManager
from helper.learn.how_to_play import HowToPlay
from helper.learn.steps import STEPS
from helper.main_window.main_window import MainWindow

LEFT = Qt.MouseButton.LeftButton
Start = Callable[[Sequence[str]], MainWindow]


@pytest.fixture
def start(
    qapp: QApplication, themes: ThemeManager, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Start]:
    """Starts the program without its event loop, with the settings of the last start."""
    shown: list[MainWindow] = []

    def collect(
        _: QApplication,
        windows: Sequence[MainWindow],
        to_open: Mapping[MainWindow, Path],
        **__: object,
    ) -> int:
        shown.extend(windows)
        for window in windows:
            window.show()
        for window, path in to_open.items():
            window.files.open_any(path)
        return 0

    def started() -> tuple[QApplication, Settings, ThemeManager]:
        return qapp, Settings(), themes

    def run(paths: Sequence[str]) -> MainWindow:
        app.run(paths)
        qtbot.waitExposed(shown[-1])
        return shown[-1]

    monkeypatch.setattr(app, "_started", started)
    monkeypatch.setattr(app, "_run_event_loop", collect)
    yield run
    for window in shown:
        window.session.go_to(0)  # no question whether to save
        window.close()
        window.deleteLater()


def press(window: MainWindow, name: str) -> None:
    QTest.mouseClick(window.message_place.bottom.button(name), LEFT)


def opened(window: MainWindow) -> HowToPlay:
    assert window.helping.how_to_play is not None
    assert window.helping.how_to_play.isVisible()
    return window.helping.how_to_play


def play_through(lesson: HowToPlay) -> None:
    for _ in STEPS:
        QTest.mouseClick(lesson.panel.skip, LEFT)


def test_the_first_start_offers_it_once(start: Start) -> None:
    first = start([])
    assert "How to Play" in first.message_place.bottom.text
    first.settings.sync()
    assert "in Home" in start([]).message_place.bottom.text


def test_a_start_with_a_file_does_not_offer_it(start: Start, chick_file: Path) -> None:
    window = start([str(chick_file)])
    assert window.session.puzzle.title == "Chick"
    assert window.message_place.bottom.text == ""
    window.settings.sync()
    assert "How to Play" in start([]).message_place.bottom.text


def test_not_now_leaves_the_welcome(start: Start) -> None:
    window = start([])
    press(window, "Not Now")
    assert window.helping.how_to_play is None
    assert "in Home" in window.message_place.bottom.text


def test_the_offer_opens_it(start: Start) -> None:
    window = start([])
    press(window, "How to Play")
    opened(window)
    assert "in Home" in window.message_place.bottom.text


def test_the_offer_ends_when_the_player_draws(start: Start) -> None:
    window = start([])
    viewport = window.board.viewport()
    QTest.mouseClick(viewport, LEFT, pos=window.board.area.cell_rect(0, 0).center())
    assert window.message_place.bottom.text == ""


def test_it_is_an_entry_of_help(window: MainWindow) -> None:
    menus = [action.menu() for action in window.menuBar().actions()]
    menu = menus[-1]
    assert isinstance(menu, QMenu)
    assert menu.title() == "&Help"
    first = menu.actions()[1]
    assert first.text() == "How to &Play"
    first.trigger()
    assert opened(window).step is STEPS[0]


def test_a_second_call_shows_the_same_window(window: MainWindow) -> None:
    window.commands["how_to_play"].trigger()
    lesson = opened(window)
    QTest.mouseClick(lesson.panel.skip, LEFT)
    window.commands["how_to_play"].trigger()
    assert opened(window) is lesson
    assert lesson.step is STEPS[1]


def test_after_closing_it_begins_anew(window: MainWindow) -> None:
    window.commands["how_to_play"].trigger()
    QTest.mouseClick(opened(window).panel.skip, LEFT)
    QTest.keyClick(opened(window).board, Qt.Key.Key_Escape)
    assert window.helping.how_to_play is None
    window.commands["how_to_play"].trigger()
    assert opened(window).step is STEPS[0]


def test_its_end_opens_the_first_puzzle(window: MainWindow) -> None:
    window.commands["how_to_play"].trigger()
    lesson = opened(window)
    play_through(lesson)
    assert not lesson.isVisible()
    assert window.session.puzzle.title == "Heart"
    assert window.session.marks.is_untouched


def test_it_leaves_the_open_puzzle_alone(
    window: MainWindow, chick_file: Path, qtbot: QtBot
) -> None:
    window.files.open_file(chick_file)
    window.commands["how_to_play"].trigger()
    lesson = opened(window)
    qtbot.waitUntil(lesson.board.hasFocus)
    QTest.mouseClick(lesson.board.viewport(), LEFT, pos=lesson.board.area.cell_rect(0, 2).center())
    QTest.keyClick(lesson.board, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert lesson.session.can_redo
    assert window.session.puzzle.title == "Chick"
    assert not window.session.can_redo
    assert not window.isWindowModified()


def test_it_is_gone_when_it_was_closed_in_any_theme(window: MainWindow) -> None:
    """A change of the theme after closing reaches no deleted widget."""
    window.commands["how_to_play"].trigger()
    opened(window).close()
    QApplication.processEvents()
    for choice in (ThemeChoice.DARK, ThemeChoice.LIGHT):
        window.settings.change(theme=choice, automatic_dots=choice is ThemeChoice.DARK)
    assert window.helping.how_to_play is None
