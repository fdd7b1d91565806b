"""The context menus of the board, by the right button and by keys."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from helper.board.board_view import BoardView
from helper.board.hits import BoardPart, Hit
from helper.play.line_commands import switch_line
from helper.play.ticks import CluePlace, places_of
from puzzles import SHADED, Axis, Grid, Line
from tests.support.board_mouse import clue_point, light_point
from tests.support.boards import CHICK
from tests.support.session_actions import shade, shade_picture

RIGHT = Qt.MouseButton.RightButton
SHIFT = Qt.KeyboardModifier.ShiftModifier
ROW, COLUMN = Line(Axis.ROW, 2), Line(Axis.COLUMN, 3)
FIRST, SECOND = CluePlace(ROW, 0), CluePlace(ROW, 1)


def menu_at(board: BoardView, at: QPoint) -> QMenu:
    right_click(board, at)
    return shown()


def right_click(board: BoardView, at: QPoint) -> None:
    """Through the window: only then Qt makes the event that opens menus."""
    QApplication.processEvents()  # the menu before is gone only then
    window = board.window()
    there = board.viewport().mapTo(window, at)
    QTest.mouseClick(window.windowHandle(), RIGHT, pos=there)


def shown() -> QMenu:
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    return menu


def texts(menu: QMenu) -> list[str]:
    return [action.text().replace("&", "") for action in menu.actions() if action.text()]


def action(menu: QMenu, text: str) -> QAction:
    (found,) = [each for each in menu.actions() if each.text().replace("&", "") == text]
    return found


def choose(menu: QMenu, text: str) -> None:
    rect = menu.actionGeometry(action(menu, text))
    QTest.mouseClick(menu, Qt.MouseButton.LeftButton, pos=rect.center())


def test_the_menu_of_a_number(board: BoardView) -> None:
    menu = menu_at(board, clue_point(board, SECOND))
    assert texts(menu) == [
        "Row 3 is still open: 0 of 5 cells are shaded.",
        "Tick Off the 2",
        "Tick Off All of Row 3",
        "Fill Row 3 with Dots",
        "Clear Row 3",
    ]
    assert [each.isEnabled() for each in menu.actions() if each.text()] == [
        False, True, True, False, False,
    ]  # fmt: skip
    choose(menu, "Tick Off the 2")
    assert board.session.ticks == {SECOND}
    choose(menu_at(board, clue_point(board, SECOND)), "Remove the Tick of the 2")
    assert board.session.ticks == set()
    choose(menu_at(board, clue_point(board, SECOND)), "Tick Off All of Row 3")
    assert board.session.ticks == {FIRST, SECOND}
    choose(menu_at(board, clue_point(board, SECOND)), "Remove All Ticks of Row 3")
    assert board.session.ticks == set()
    assert len(board.session.history) == 4


def test_the_menu_of_a_light_fills_and_clears_its_line(board: BoardView) -> None:
    shade(board.session, 2, 1, 2, 3, 5, 6)
    menu = menu_at(board, light_point(board, ROW))
    assert texts(menu)[:2] == [
        "Row 3 is done: its shaded cells match its clue.", "Tick Off All of Row 3",
    ]  # fmt: skip
    choose(menu, "Fill Row 3 with Dots")
    assert board.session.marks.to_text()[2] == ".###.##"
    choose(menu_at(board, light_point(board, ROW)), "Clear Row 3")
    assert board.session.marks.is_untouched
    board.session.go_to(0)
    assert "Column 4 is still open: 0 of 6 cells are shaded." in texts(
        menu_at(board, light_point(board, COLUMN))
    )


def test_empty_space_has_the_zoom(board: BoardView) -> None:
    corner = QPoint(3, 3)
    board.zoom.to(20)
    for text, expected in (("Zoom In", 22), ("Zoom Out", 20), ("Normal Size", 24)):
        choose(menu_at(board, corner), text)
        assert board.area.cell_size == expected
    choose(menu_at(board, corner), "Fit to Window")
    assert board.area.is_whole


def test_right_clicks_on_cells_still_paint_and_show_no_menu(board: BoardView) -> None:
    board.session.automatic_dots = False
    right_click(board, board.area.cell_rect(2, 2).center())
    assert QApplication.activePopupWidget() is None
    assert board.session.marks[2, 2] == 1
    assert board.session.ticks == set()


def test_a_drawing_has_commands_for_its_clues_and_no_ticks(board: BoardView, qtbot: QtBot) -> None:
    board.session.generate_clues()
    shade(board.session, 2, 0, 1)
    menu = menu_at(board, clue_point(board, FIRST))
    assert texts(menu) == [
        "Row 3: its clue follows the drawing.", "Clear Row 3", "Edit Clues of Row 3…",
    ]  # fmt: skip
    with qtbot.waitSignal(board.clue_edit_requested) as signal:
        choose(menu, "Edit Clues of Row 3…")
    assert signal.args == [ROW]
    choose(menu_at(board, clue_point(board, FIRST)), "Clear Row 3")
    assert board.session.marks.is_untouched


@pytest.mark.parametrize("key", ["menu", "shift+f10"])
def test_keys_open_the_menu_of_the_row_and_the_column(board: BoardView, key: str) -> None:
    board.keyboard.hide_at((2, 3))
    if key == "menu":
        QTest.keyClick(board, Qt.Key.Key_Menu)
    else:
        QTest.keyClick(board, Qt.Key.Key_F10, SHIFT)
    menu = shown()
    assert [text for text in texts(menu) if text.startswith("Numbers")] == [
        "Numbers of Row 3", "Numbers of Column 4",
    ]  # fmt: skip
    assert texts(menu)[-4:] == ["Fit to Window", "Normal Size", "Zoom In", "Zoom Out"]
    numbers = action(menu, "Numbers of Row 3").menu()
    assert isinstance(numbers, QMenu)
    assert texts(numbers) == ["3", "2"]
    numbers.actions()[1].trigger()
    assert board.session.ticks == {SECOND}


def test_a_locked_board_only_tells_and_zooms(board: BoardView) -> None:
    board.overlays.show_thought(Grid.for_puzzle(CHICK))
    menu = menu_at(board, clue_point(board, FIRST))
    assert texts(menu)[0] == "Row 3 is still open: 0 of 5 cells are shaded."
    assert not any(each.isEnabled() for each in menu.actions() if each.text())
    menu.close()
    board.overlays.show_thought(None)
    place = clue_point(board, FIRST)
    shade_picture(board.session)
    assert texts(menu_at(board, place))[0] == "Fit to Window"


def test_others_can_add_to_the_menu(board: BoardView) -> None:
    heard: list[Hit] = []

    def add(menu: QMenu, hit: Hit) -> None:
        heard.append(hit)
        menu.addAction("Show the Photo")

    board.menu_requested.connect(add)
    assert texts(menu_at(board, light_point(board, ROW)))[-1] == "Show the Photo"
    assert heard == [Hit(BoardPart.LIGHT, line=ROW)]


def test_closed_menus_are_deleted(board: BoardView, qtbot: QtBot) -> None:
    for _ in range(3):
        menu_at(board, light_point(board, ROW)).close()
    qtbot.waitUntil(lambda: not board.findChildren(QMenu))


def test_a_line_is_cleared_with_its_dots_and_keeps_its_ticks(board: BoardView) -> None:
    switch_line(board.session, ROW)
    board.session.paint({14: 1, 15: SHADED}, "Paint")
    choose(menu_at(board, light_point(board, ROW)), "Clear Row 3")
    assert board.session.marks.is_untouched
    assert board.session.ticks == set(places_of(CHICK, ROW))
