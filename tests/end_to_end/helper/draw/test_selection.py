"""Parts of a drawing are selected, moved, cut and pasted by mouse and keys."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QMimeData, Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from helper.board.board_view import BoardView
from helper.draw.toolbox import Toolbox
from helper.draw.tools import ToolKind
from helper.main_window.main_window import MainWindow
from helper.play.session import Session
from tests.support.drawing_desk import (
    CONTROL,
    LEFT,
    NONE,
    assert_one_step,
    cells_of,
    changed,
    choose,
    command,
    drag,
)


def test_a_selection_is_moved_and_what_it_covered_comes_back(
    board: BoardView, session: Session, toolbox: Toolbox
) -> None:
    before = session.marks.copy()
    choose(board, "S")
    drag(board, (1, 7), (3, 8))
    assert toolbox.selecting.frame == (1, 7, 3, 2)
    drag(board, (2, 7), (2, 2))
    part = [list(session.marks.row(r)[2:4]) for r in (1, 2, 3)]
    assert part == [list(before.row(r)[7:9]) for r in (1, 2, 3)]
    assert cells_of(session.marks, 4) == cells_of(before, 4) - {
        (1, 8), (2, 7), (2, 8), (3, 7), (3, 8)
    } | {(1, 3), (2, 2), (2, 3), (3, 2), (3, 3)}  # fmt: skip
    assert_one_step(session, before, "Move Selection")
    session.undo()
    drag(board, (1, 7), (3, 8))
    drag(board, (2, 7), (2, 2))
    drag(board, (2, 2), (2, 7))
    assert session.marks == before


def test_arrow_keys_move_the_selection_and_back(
    board: BoardView, session: Session, toolbox: Toolbox
) -> None:
    for key in (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down):
        before = session.marks.copy()
        back = {Qt.Key.Key_Left: Qt.Key.Key_Right, Qt.Key.Key_Right: Qt.Key.Key_Left,
                Qt.Key.Key_Up: Qt.Key.Key_Down, Qt.Key.Key_Down: Qt.Key.Key_Up}[key]  # fmt: skip
        choose(board, "S")
        drag(board, (1, 1), (4, 4))
        for _ in range(12):  # also beyond the edge, where nothing is lost
            QTest.keyClick(board, key)
        assert session.marks != before
        frame = toolbox.selecting.frame
        assert frame is not None
        steps = abs(frame.top - 1) + abs(frame.left - 1)
        for _ in range(steps):
            QTest.keyClick(board, back)
        assert session.marks == before
        QTest.keyClick(board, Qt.Key.Key_Escape)


def test_delete_clears_the_selection_and_escape_ends_it(
    board: BoardView, session: Session, toolbox: Toolbox
) -> None:
    before = session.marks.copy()
    choose(board, "S")
    drag(board, (1, 7), (3, 8))
    QTest.keyClick(board, Qt.Key.Key_Delete)
    assert changed(before, session.marks) == {(1, 8), (2, 7), (2, 8), (3, 7), (3, 8)}
    assert_one_step(session, before, "Clear Selection")
    drag(board, (1, 7), (3, 8))
    QTest.keyClick(board, Qt.Key.Key_Escape)
    assert toolbox.selecting.frame is None
    assert toolbox.kind is ToolKind.SELECT


def test_escape_cancels_a_drag(board: BoardView, session: Session, toolbox: Toolbox) -> None:
    before = session.marks.copy()
    port = board.viewport()
    for key in "LS":
        choose(board, key)
        QTest.mousePress(port, LEFT, NONE, board.area.cell_rect(0, 0).center())
        QTest.mouseMove(port, board.area.cell_rect(5, 5).center())
        QTest.keyClick(board, Qt.Key.Key_Escape)
        QTest.mouseRelease(port, LEFT, NONE, board.area.cell_rect(5, 5).center())
        assert session.marks == before
        assert board.scene().tools.frame is None


def test_cut_and_paste_is_identity(drawn: MainWindow, board: BoardView, session: Session) -> None:
    before = session.marks.copy()
    choose(board, "S")
    drag(board, (4, 8), (1, 1))
    QTest.keyClick(board, Qt.Key.Key_X, CONTROL)
    assert {session.marks[r, c] for r in range(1, 5) for c in range(1, 9)} == {before.clear}
    QTest.keyClick(board, Qt.Key.Key_V, CONTROL)
    assert session.marks == before
    assert [move.label for move in session.history] == ["Cut", "Paste"]


def test_a_copy_is_pasted_elsewhere_with_any_tool(
    drawn: MainWindow, board: BoardView, session: Session, toolbox: Toolbox
) -> None:
    before = session.marks.copy()
    choose(board, "S")
    drag(board, (1, 7), (3, 8))
    QTest.keyClick(board, Qt.Key.Key_C, CONTROL)
    assert session.marks == before
    image = QApplication.clipboard().image()
    assert (image.width(), image.height()) == (2, 3)
    assert image.pixelColor(1, 0) == QColor("#2050e0")
    assert QApplication.clipboard().text() == ".b\nbb\nbb".replace("b", "a")
    choose(board, "P")
    board.keyboard.hide_at((5, 8))
    QTest.keyClick(board, Qt.Key.Key_V, CONTROL)
    assert toolbox.selecting.frame == (5, 8, 3, 2)
    assert toolbox.kind is ToolKind.SELECT
    assert [list(session.marks.row(r)[8:]) for r in (5, 6, 7)] == [[7, 4], [4, 4], [4, 4]]


def test_a_copy_fits_another_palette(drawn: MainWindow, board: BoardView, session: Session) -> None:
    choose(board, "S")
    drag(board, (1, 7), (3, 8))
    QTest.keyClick(board, Qt.Key.Key_C, CONTROL)
    session.new(5, 5)
    QTest.keyClick(board, Qt.Key.Key_V, CONTROL)
    assert session.marks.count_shaded() == 5
    assert session.marks.colors == 2


def test_cells_that_do_not_fit_are_not_pasted(
    drawn: MainWindow, board: BoardView, session: Session
) -> None:
    said: list[str] = []
    drawn.messages.notice_given.connect(said.append)
    choose(board, "S")
    QTest.keyClick(board, Qt.Key.Key_A, CONTROL)
    QTest.keyClick(board, Qt.Key.Key_C, CONTROL)
    session.new(5, 5)
    QTest.keyClick(board, Qt.Key.Key_V, CONTROL)
    assert session.marks.is_untouched
    assert said[0].startswith("The copied cells are 10 × 8, and the board is 5 × 5.")


def paste_image(qtbot: QtBot, drawn: MainWindow, image: QImage) -> None:
    data = QMimeData()
    data.setImageData(image)
    QApplication.clipboard().setMimeData(data)
    QTest.keyClick(drawn.board, Qt.Key.Key_V, CONTROL)
    job = drawn.drawing.job
    assert job is not None
    qtbot.waitUntil(lambda: not job.is_running, timeout=20_000)


def test_a_picture_of_another_program_is_reduced_to_the_palette(
    qtbot: QtBot, drawn: MainWindow, board: BoardView, session: Session
) -> None:
    image = QImage(3, 2, QImage.Format.Format_ARGB32)
    image.fill(QColor("#fffff0"))
    image.setPixelColor(0, 0, QColor("#c02020"))
    image.setPixelColor(2, 1, QColor("#3060c0"))
    session.clear_grid()
    choose(board, "S")
    board.keyboard.hide_at((2, 2))
    paste_image(qtbot, drawn, image)
    assert cells_of(session.marks, 2) == {(2, 2)}
    assert cells_of(session.marks, 4) == {(3, 4)}


def test_a_large_picture_is_refused_with_a_sentence(
    qtbot: QtBot, drawn: MainWindow, board: BoardView, session: Session
) -> None:
    before = session.marks.copy()
    said: list[str] = []
    drawn.messages.notice_given.connect(said.append)
    image = QImage(30, 20, QImage.Format.Format_RGB32)
    image.fill(0)
    choose(board, "S")
    paste_image(qtbot, drawn, image)
    assert session.marks == before
    assert said[0].startswith("The picture has 30 × 20 pixels, one for each cell, and the board")


def test_paste_without_the_tool_reads_a_puzzle_as_before(
    drawn: MainWindow, board: BoardView, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[object] = []
    monkeypatch.setattr(drawn.scanning, "start", lambda source, _: begun.append(source))
    image = QImage(4, 4, QImage.Format.Format_RGB32)
    image.fill(0)
    QApplication.clipboard().setImage(image)
    QTest.keyClick(board, Qt.Key.Key_V, CONTROL)
    assert len(begun) == 1
    assert drawn.drawing.job is None


def test_four_quarter_turns_of_a_selection_are_identity(
    drawn: MainWindow, board: BoardView, session: Session, toolbox: Toolbox
) -> None:
    before = session.marks.copy()
    choose(board, "S")
    drag(board, (1, 2), (4, 6))
    right = command(drawn, "Edit", "Board", "Rotate Right")
    right.trigger()
    assert toolbox.selecting.frame == (1, 2, 5, 4)
    assert (session.marks.height, session.marks.width) == (8, 10), "only the selection is turned"
    assert_one_step(session, before, "Rotate Right")
    session.undo()
    drag(board, (1, 2), (4, 6))
    for _ in range(4):
        right.trigger()
    assert session.marks == before
