"""Commands for a whole drawing: lines inserted and removed, crop, shift, outline."""

from __future__ import annotations

import itertools

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu

from helper.board.board_view import BoardView
from helper.draw.shapes import rectangle
from helper.main_window.main_window import MainWindow
from helper.play.session import Session
from puzzles import Axis, Line
from tests.support.drawing_desk import (
    PICTURE,
    SHIFT,
    assert_one_step,
    cells_of,
    choose,
    command,
    drag,
    hover,
    open_drawing,
)


def test_a_line_is_inserted_and_removed(
    drawn: MainWindow, board: BoardView, session: Session
) -> None:
    for what, side in itertools.product(("Row", "Column"), (0, 1)):
        before = session.marks.copy()
        name = (("Above", "Below") if what == "Row" else ("Left", "Right"))[side]
        hover(board, (2, 3))
        board.keyboard.hide_at((2, 3))
        command(drawn, "Edit", "Board", f"Insert {what} {name}").trigger()
        at = (2 if what == "Row" else 3) + side
        axis = Axis.ROW if what == "Row" else Axis.COLUMN
        assert set(session.marks.line(Line(axis, at))) == {before.clear}
        assert_one_step(session, before, f"Insert {what}")
        board.keyboard.hide_at((at, at))
        command(drawn, "Edit", "Board", f"Remove {what}").trigger()
        assert session.marks == before
        open_drawing(session)


def test_the_last_line_stays(drawn: MainWindow, session: Session) -> None:
    said: list[str] = []
    drawn.messages.notice_given.connect(said.append)
    session.new(1, 3)
    command(drawn, "Edit", "Board", "Remove Row").trigger()
    assert session.marks.height == 1
    assert said == ["The board has only one row; it has to stay."]


def test_crop_removes_what_is_clear_around(drawn: MainWindow, session: Session) -> None:
    before = session.marks.copy()
    command(drawn, "Edit", "Board", "Crop to Drawing").trigger()
    assert session.marks.to_text() == [row[1:9] for row in PICTURE[1:7]]
    assert_one_step(session, before, "Crop to Drawing")


def test_shifting_by_the_size_is_identity(
    drawn: MainWindow, board: BoardView, session: Session
) -> None:
    for name, count in (("Left", 10), ("Right", 10), ("Up", 8), ("Down", 8)):
        before = session.marks.copy()
        key = {"Left": Qt.Key.Key_Left, "Right": Qt.Key.Key_Right,
               "Up": Qt.Key.Key_Up, "Down": Qt.Key.Key_Down}[name]  # fmt: skip
        QTest.keyClick(board, key, Qt.KeyboardModifier.AltModifier)
        assert_one_step(session, before, "Shift")
        for _ in range(count - 1):
            command(drawn, "Edit", "Board", f"Shift {name}").trigger()
        assert session.marks == before
        open_drawing(session)


def test_outlines(drawn: MainWindow, board: BoardView, session: Session) -> None:
    choose(board, "A")
    choose(board, "R")
    session.clear_grid()
    drag(board, (1, 1), (5, 6))
    command(drawn, "Edit", "Board", "Keep Outline Only").trigger()
    assert cells_of(session.marks, 2) == rectangle((1, 1), (5, 6), False)
    QTest.keyClick(board, Qt.Key.Key_2)
    command(drawn, "Edit", "Board", "Draw Outline Around").trigger()
    assert cells_of(session.marks, 2) == rectangle((1, 1), (5, 6), False)
    corners = {(0, 0), (0, 7), (6, 0), (6, 7)}
    ring = rectangle((0, 0), (6, 7), False) - corners
    assert cells_of(session.marks, 4) == ring | rectangle((2, 2), (4, 5), False)


def test_the_context_menu_has_the_commands_for_lines(drawn: MainWindow, board: BoardView) -> None:
    menus: list[QMenu] = []
    board.menu_requested.connect(lambda menu, _: menus.append(menu))
    board.keyboard.hide_at((2, 3))
    QTest.keyClick(board, Qt.Key.Key_F10, SHIFT)
    texts = [action.text() for action in menus[0].actions()]
    assert "Insert Row Above Row 3" in texts
    assert "Insert Column Right of Column 4" in texts
    (remove,) = [each for each in menus[0].actions() if each.text() == "Remove Column 4"]
    remove.trigger()
    menus[0].close()
    assert drawn.session.marks.width == 9
