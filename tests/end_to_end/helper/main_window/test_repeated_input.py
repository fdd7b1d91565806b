"""The rest of a double click, or of a burst of one key, never reaches what its beginning opened."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent, QMouseEvent, QWindow
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from helper.application.library import Library
from helper.main_window.main_window import MainWindow
from puzzles import BLANK, SHADED
from solver.api import solve
from tests.support.cases import few
from tests.support.home_keys import view_of
from tests.support.keeping import keep_moves

LEFT = Qt.MouseButton.LeftButton
Kind = QEvent.Type


@pytest.fixture
def at_home(window: MainWindow, home: Path) -> MainWindow:
    keep_moves(window, Library(home / "library.sqlite3"))
    window.resize(1000, 720)
    window.home.show()
    QApplication.processEvents()
    return window


def handle_of(window: MainWindow) -> QWindow:
    handle = window.windowHandle()
    assert handle is not None
    return handle


def click(window: MainWindow, place: QPoint, ms: int, *, is_second: bool = False) -> None:
    """Press the left button at a time and let it go, as the system tells the window.

    A second press in a short time is told as a press and as a double click.
    """
    kinds = [Kind.MouseButtonPress, *[Kind.MouseButtonDblClick] * is_second]
    for kind in (*kinds, Kind.MouseButtonRelease):
        held = Qt.MouseButton.NoButton if kind == Kind.MouseButtonRelease else LEFT
        at, on_screen = QPointF(place), QPointF(window.mapToGlobal(place))
        event = QMouseEvent(kind, at, on_screen, LEFT, held, Qt.KeyboardModifier.NoModifier)
        event.setTimestamp(ms)
        QApplication.sendEvent(handle_of(window), event)


def press(window: MainWindow, key: Qt.Key, ms: int, is_held: bool = False) -> None:
    """Press a key at a time and let it go."""
    for kind in (Kind.KeyPress, Kind.KeyRelease):
        text = {Qt.Key.Key_Space: " ", Qt.Key.Key_X: "x"}.get(key, "")
        event = QKeyEvent(kind, key, Qt.KeyboardModifier.NoModifier, text, is_held)
        event.setTimestamp(ms)
        QApplication.sendEvent(handle_of(window), event)


def middle_of(window: MainWindow, widget: QWidget) -> QPoint:
    return widget.mapTo(window, widget.rect().center())


def solve_from_home(window: MainWindow) -> None:
    """Solve the first puzzle of Home, and show its card."""
    window.home.open_first()
    (solution,) = solve(window.session.puzzle).solutions
    cells = {i: state for i, state in enumerate(solution.cells) if state != BLANK}
    window.session.paint(cells, "Shade")
    window.finish.stage.end()
    window.activateWindow()
    window.finish.stage.card.next.setFocus()


def test_the_second_click_of_a_double_click_on_a_tile_paints_no_cell(
    at_home: MainWindow, qtbot: QtBot
) -> None:
    view = view_of(at_home)
    tiles, board = view.tiles, at_home.board
    tile = tiles.visualRect(tiles.model().index(5, 0)).adjusted(0, 0, 0, -120)
    place = tiles.viewport().mapTo(at_home, tile.center())
    click(at_home, place, 1000)
    qtbot.waitUntil(lambda: not at_home.home.is_shown)
    assert board.hit_at(board.viewport().mapFrom(at_home, place)).cell is not None
    click(at_home, place, 1120, is_second=True)
    click(at_home, place, 1240)
    assert not at_home.session.history
    click(at_home, place, 9000)
    assert at_home.session.history, "a later click is for the board"


def test_a_double_click_on_the_button_of_a_card_paints_no_cell_of_the_next_board(
    at_home: MainWindow,
) -> None:
    solve_from_home(at_home)
    place = middle_of(at_home, at_home.finish.stage.card.next)
    click(at_home, place, 1000)
    assert not at_home.finish.is_shown
    click(at_home, place, 1120, is_second=True)
    assert not at_home.session.history


@pytest.mark.parametrize("is_held", [False, True], ids=["again and again", "held down"])
def test_a_burst_of_keys_at_the_card_marks_no_cell_of_the_next_board(
    at_home: MainWindow, is_held: bool
) -> None:
    solve_from_home(at_home)
    puzzle = at_home.session.puzzle
    between = QGuiApplication.styleHints().mouseDoubleClickInterval() // 2
    keys = Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_X
    for k in range(9):
        press(at_home, keys[0 if is_held else k % 3], 1000 + k * between, is_held and k > 0)
    assert at_home.session.puzzle != puzzle, "the first key was for the card"
    assert not at_home.session.history
    press(at_home, Qt.Key.Key_Space, 60_000)
    assert SHADED in at_home.session.marks.cells, "a later one is for the board"


@pytest.mark.parametrize("key", few(1, [Qt.Key.Key_Escape, Qt.Key.Key_Tab, Qt.Key.Key_F6]))
def test_what_is_typed_quickly_after_a_key_that_leads_elsewhere_is_kept(
    at_home: MainWindow, key: Qt.Key
) -> None:
    view, between = view_of(at_home), QGuiApplication.styleHints().mouseDoubleClickInterval() // 2
    at_home.activateWindow()
    view.tiles.setFocus()
    press(at_home, Qt.Key.Key_X, 1000)
    press(at_home, key, 1000 + between)
    view.head.search.setFocus()
    press(at_home, Qt.Key.Key_X, 1000 + 2 * between)
    assert view.head.search.text() == "x"
