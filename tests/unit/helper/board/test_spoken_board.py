"""The board as screen readers find it, and what they are told."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QAccessibleEvent, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from helper.application.settings import Settings
from helper.application.theme import ThemeManager
from helper.board.board_view import BoardView
from helper.play.cover import BoardSheet
from helper.play.session import Session
from puzzles import Clue, Color, Puzzle
from puzzles.formats import Document
from puzzles.grid import BLANK, SHADED
from tests.support.boards import CHICK

KEYS = Qt.Key
COLORED = Puzzle(
    rows=((Clue(1, 1), Clue(1, 2)),),
    columns=((Clue(1, 1),), (Clue(1, 2),)),
    palette=(Color("0", "#ffffff"), Color("r", "#e02020", "red"), Color("b", "#2020e0", "blue")),
)


@pytest.fixture
def listener() -> Iterator[None]:
    """A screen reader is active."""
    QAccessible.setActive(True)
    yield
    QAccessible.setActive(False)


@pytest.fixture
def spoken(listener: None, board: BoardView) -> list[str]:
    """What is said of the board from now on, moves and changes."""
    said: list[str] = []
    board.speech.moved.connect(said.append)
    board.speech.said.connect(said.append)
    board.speech.focus_came()
    settle()
    said.clear()
    return said


def settle() -> None:
    for _ in range(3):
        QApplication.processEvents()


def press(widget: QWidget, *keys: Qt.Key, shift: bool = False) -> None:
    modifiers = Qt.KeyboardModifier.ShiftModifier if shift else Qt.KeyboardModifier.NoModifier
    for key in keys:  # between press and release there is time, as between those of a finger
        QTest.keyPress(widget, key, modifiers)
        settle()
        QTest.keyRelease(widget, key, modifiers)
        settle()


def test_nothing_is_made_without_a_screen_reader(board: BoardView) -> None:
    assert not QAccessible.isActive()
    press(board, KEYS.Key_Right, KEYS.Key_Space)
    assert board.speech.table is None


def test_the_board_is_a_table_of_cells_with_headers(spoken: list[str], board: BoardView) -> None:
    table = board.speech.table
    assert table is not None
    found = QAccessible.queryAccessibleInterface(table)
    assert found.role() == QAccessible.Role.Table
    assert found.text(QAccessible.Text.Name) == "Board"
    # The hidden headers count, with the corner between them.
    assert found.childCount() == (CHICK.height + 1) * (CHICK.width + 1)
    row_header, cell = found.child(2 * 8), found.child(2 * 8 + 3)
    assert row_header.text(QAccessible.Text.Name) == "Row 2: 2, 1"
    assert cell.role() == QAccessible.Role.Cell
    assert cell.text(QAccessible.Text.Name) == "clear"
    place = board.area.cell_rect(1, 2).center()
    assert cell.rect().contains(board.viewport().mapToGlobal(place))


def test_a_cell_that_is_current_says_all_and_its_headers_nothing(
    spoken: list[str], board: BoardView
) -> None:
    press(board, KEYS.Key_Down)
    assert spoken == ["Row 2: clear. Row's clues: 2, 1. Column's clues: 1."]
    assert board.speech.table is not None
    found = QAccessible.queryAccessibleInterface(board.speech.table)
    assert found.child(2 * 8 + 1).text(QAccessible.Text.Name) == spoken[0]
    assert found.child(2 * 8).text(QAccessible.Text.Name) == ""
    assert found.child(3 * 8).text(QAccessible.Text.Name) == "Row 3: 3, 2"


def test_a_move_and_a_mark_are_said_once(spoken: list[str], board: BoardView) -> None:
    press(board, KEYS.Key_Right, KEYS.Key_Space, KEYS.Key_X, KEYS.Key_X)
    assert spoken == [
        "Column 2: clear. Column's clues: 3. Row's clues: 3.",
        "Shaded.",
        "Clear.",
        "Blank.",
    ]


def test_the_first_key_may_mark_the_cell_that_was_said(spoken: list[str], board: BoardView) -> None:
    assert not board.keyboard.is_shown
    press(board, KEYS.Key_Space)
    assert spoken[0].startswith("Shaded.")
    assert len(spoken) == 1


def test_a_marked_cell_that_is_asked_again_says_its_mark(
    spoken: list[str], board: BoardView
) -> None:
    press(board, KEYS.Key_Right, KEYS.Key_Space)
    assert board.speech.table is not None
    cell = QAccessible.queryAccessibleInterface(board.speech.table).child(8 + 2)
    assert cell.text(QAccessible.Text.Name) == "Row 1, column 2: shaded."


def test_a_stroke_says_its_cells_briefly_and_its_end(spoken: list[str], board: BoardView) -> None:
    press(board, KEYS.Key_Down)
    spoken.clear()
    QTest.keyPress(board, KEYS.Key_Shift)
    QTest.keyPress(board, KEYS.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    settle()
    QTest.keyRelease(board, KEYS.Key_Shift)
    settle()
    assert spoken[0] == "Row 2, column 2: shaded."
    assert spoken[1].startswith("2 cells: shaded.")


def test_lines_that_become_done_or_impossible_are_said(spoken: list[str], board: BoardView) -> None:
    press(board, KEYS.Key_Down, KEYS.Key_Space, KEYS.Key_Down, KEYS.Key_Space)
    assert spoken[1] == "Shaded. Column 1 is done: its shaded cells match its clue."
    assert spoken[3].startswith("Shaded. Column 1 is impossible: no way to place 1 fits its cells.")


def test_undo_says_where_a_cell_has_changed(spoken: list[str], board: BoardView) -> None:
    press(board, KEYS.Key_Space, KEYS.Key_Right)
    spoken.clear()
    board.session.undo()
    assert spoken == ["Row 1, column 1: clear."]


def test_guesses_that_end_are_said(spoken: list[str], board: BoardView) -> None:
    session = board.session
    session.begin_guess()
    press(board, KEYS.Key_Right, KEYS.Key_Space)
    spoken.clear()
    session.take_back_guess(1)
    assert spoken == ["Take Back Guess 1. Clear."]
    session.begin_guess()
    session.keep_guess(1)
    assert spoken[-1] == "Keep Guess 1."


def test_ticks_and_colours_are_said(spoken: list[str], board: BoardView) -> None:
    press(board, KEYS.Key_T)
    assert spoken == ["Tick off 1 clue."]
    board.session.open_copy(Document(COLORED))
    settle()
    spoken.clear()
    press(board, KEYS.Key_2)
    assert spoken == ["Blue."]


def test_another_puzzle_is_another_table(spoken: list[str], board: BoardView) -> None:
    board.session.new(3, 4)
    settle()
    assert board.speech.table is not None
    found = QAccessible.queryAccessibleInterface(board.speech.table)
    assert found.childCount() == 4 * 5
    assert spoken == ["Row 1, column 1: clear."]


def test_the_table_is_not_seen_and_takes_no_clicks(spoken: list[str], board: BoardView) -> None:
    def seen() -> QImage:
        return board.grab().toImage()

    press(board, KEYS.Key_Space)
    assert board.speech.table is not None
    with_table = seen()
    board.speech.table.hide()
    assert with_table == seen()
    board.speech.table.show()
    place = board.area.cell_rect(4, 4).center()
    QTest.mouseClick(
        board.window().childAt(board.viewport().mapTo(board.window(), place)) or board.viewport(),
        Qt.MouseButton.LeftButton,
        pos=place,
    )
    assert board.session.marks[4, 4] == 2


def test_a_covered_board_says_nothing_of_its_cells(spoken: list[str], board: BoardView) -> None:
    sheet = BoardSheet(board, board._themes)
    sheet.set_covering(True)
    assert board.speech.table is not None
    found = QAccessible.queryAccessibleInterface(board.speech.table)
    assert {found.child(k).text(QAccessible.Text.Name) for k in range(64)} == {""}
    sheet.set_covering(False)
    assert found.child(2 * 8 + 3).text(QAccessible.Text.Name) == "clear"


def test_the_text_follows_a_scrolled_board(spoken: list[str], board: BoardView) -> None:
    board.zoom.by(8)
    press(board, KEYS.Key_End)
    assert board.speech.table is not None
    cell = QAccessible.queryAccessibleInterface(board.speech.table).child(8 + 7)
    place = board.viewport().mapToGlobal(board.area.cell_rect(0, 6).center())
    assert cell.rect().contains(place)


@pytest.mark.clock
def test_a_large_board_is_spoken_quickly(
    listener: None, qtbot: QtBot, settings: Settings, themes: ThemeManager, session: Session
) -> None:
    from time import process_time

    session.new(100, 100)
    view = BoardView(session, settings, themes)
    qtbot.addWidget(view)
    view.show()
    view.setFocus()
    settle()
    start = process_time()
    for _ in range(20):
        press(view, KEYS.Key_Right)
    assert (process_time() - start) / 20 < 0.05


def cell_names(board: BoardView) -> list[str]:
    """What a screen reader gets of all cells; it keeps what it has asked for."""
    assert board.speech.table is not None
    interface = QAccessible.queryAccessibleInterface(board.speech.table)
    assert interface is not None
    width = board.session.puzzle.width
    found = [interface.child(k) for k in range(interface.childCount())]
    cells = [cell for k, cell in enumerate(found) if k > width and k % (width + 1)]
    return [cell.text(QAccessible.Text.Name) for cell in cells if cell is not None]


def test_a_board_that_changed_while_nobody_listened_is_a_new_table(
    spoken: list[str], board: BoardView
) -> None:
    for height, width in ((5, 7), (4, 9)):
        QAccessible.setActive(False)
        board.session.new(height, width)
        settle()
        QAccessible.setActive(True)
        board.speech.focus_came()
        settle()
        names = cell_names(board)
        assert len(names) == height * width
        assert all(names)


def test_names_that_a_screen_reader_keeps_are_told_anew(
    spoken: list[str], board: BoardView, session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Orca reads a row from what it has heard of its cells."""
    table = board.speech.table
    assert table is not None
    root = QAccessible.queryAccessibleInterface(table)
    told: list[str] = []

    def tell(event: QAccessibleEvent) -> None:
        if event.type() is QAccessible.Event.NameChanged and event.object() is table:
            told.append(root.child(event.child()).text(QAccessible.Text.Name))

    monkeypatch.setattr(QAccessible, "updateAccessibility", tell)
    names = [root.child(k).text(QAccessible.Text.Name) for k in range(root.childCount())]
    press(board, KEYS.Key_Right)
    assert told == ["clear"], "the cell that was left said its clues"
    session.paint({1: SHADED, 2: SHADED, 8: BLANK}, "Shade")
    assert told[1:] == ["shaded", "blank"], "all but the current cell"
    session.undo()
    assert told[3:] == ["clear", "clear"]
    assert names.count("clear") == len(session.marks.cells) - 1
