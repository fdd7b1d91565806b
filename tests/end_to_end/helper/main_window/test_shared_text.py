"""File > New From Text, and Paste with clues as people share them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialogButtonBox
from pytestqt.qtbot import QtBot

from helper.author.check_result import CheckStatus
from helper.author.shared_text_dialog import SharedTextDialog
from helper.main_window.main_window import MainWindow
from puzzles import Clue, Puzzle
from puzzles.board_picture import UNKNOWN
from puzzles.formats import Document
from tests.support.boards import CHICK
from tests.support.cases import few

pytestmark = pytest.mark.usefixtures("empty_clipboard")

OPENED = Puzzle.from_numbers([[2], [1], [1]], [[3], [1]])
ASYMMETRIC = "rows = [[2], [1], [1]]\ncols = [[3], [1]]"
ASYMMETRIC_FILE = "width 2\nheight 3\nrows\n2\n1\n1\ncolumns\n3\n1\n"


Visit = Callable[[SharedTextDialog], object]


def press(dialog: SharedTextDialog, kind: QDialogButtonBox.StandardButton) -> None:
    QTest.mouseClick(dialog.buttons.button(kind), Qt.MouseButton.LeftButton)


def ok(dialog: SharedTextDialog) -> None:
    press(dialog, QDialogButtonBox.StandardButton.Ok)


def cancel(dialog: SharedTextDialog) -> None:
    press(dialog, QDialogButtonBox.StandardButton.Cancel)


def carry_out(window: MainWindow, command: str, visit: Visit) -> list[str]:
    """Carry out a command, and visit its dialog; the texts that it shows."""
    seen = visit_later(visit)
    window.commands[command].trigger()
    return seen


def is_over(seen: list[str]) -> bool:
    """Whether the dialog was visited and is closed."""
    return bool(seen) and QApplication.activeModalWidget() is None


def visit_later(visit: Visit) -> list[str]:
    """Visit the dialog as soon as it is open; the texts that it shows, then."""
    seen: list[str] = []

    def look() -> None:
        dialog = QApplication.activeModalWidget()
        if not isinstance(dialog, SharedTextDialog):
            QTimer.singleShot(5, look)
            return
        seen[:] = [dialog.rows.text(), dialog.columns.text(), dialog.message.text()]
        try:
            visit(dialog)
        finally:  # a test that fails would wait for ever
            if dialog.isVisible():
                dialog.reject()

    QTimer.singleShot(0, look)
    return seen


def paste(window: MainWindow, text: str, visit: Visit) -> list[str]:
    QApplication.clipboard().setText(text)
    return carry_out(window, "paste", visit)


def test_what_is_pasted_is_shown_first(window: MainWindow) -> None:
    window.session.open_copy(Document(CHICK))
    seen = paste(window, ASYMMETRIC, cancel)
    assert seen[:2] == ["3 rows: 2; 1; 1", "2 columns: 3; 1"]
    assert window.session.puzzle == CHICK
    paste(window, ASYMMETRIC, lambda dialog: QTest.keyClick(dialog, Qt.Key.Key_Return))
    assert window.session.puzzle == OPENED


def test_one_of_several_puzzles_is_chosen(window: MainWindow) -> None:
    def choose(dialog: SharedTextDialog) -> None:
        assert dialog.choice.isVisible()
        assert "has 2 puzzles" in dialog.message.text()
        entries = [dialog.choice.itemText(row) for row in range(dialog.choice.count())]
        assert entries == ["1: 2 × 3", "2: Dot, 1 × 1"]
        dialog.choice.setFocus()
        QTest.keyClick(dialog.choice, Qt.Key.Key_Down)
        assert dialog.rows.text() == "1 row: 1"
        ok(dialog)

    seen = paste(window, f"{ASYMMETRIC}\n\nTitle: Dot\nRows: 1\nColumns: 1\n", choose)
    assert seen[:2] == ["3 rows: 2; 1; 1", "2 columns: 3; 1"]
    assert window.session.puzzle.title == "Dot"


def test_text_of_a_format_with_several_puzzles_is_shown_first(window: MainWindow) -> None:
    several = ASYMMETRIC_FILE + "====\n" + ASYMMETRIC_FILE
    paste(window, several, lambda dialog: ok(dialog) if dialog.choice.isVisible() else None)
    assert window.session.puzzle.rows == OPENED.rows


def test_the_list_of_puzzles_is_hidden_for_a_single_one(window: MainWindow) -> None:
    visible: list[bool] = []
    paste(window, ASYMMETRIC, lambda dialog: visible.append(dialog.choice.isVisible()))
    assert visible == [False]


@pytest.mark.parametrize("how", ["dropped", "opened"])
def test_a_text_that_is_dropped_or_a_file_is_shown_first(
    window: MainWindow, qtbot: QtBot, tmp_path: Path, how: str
) -> None:
    path = tmp_path / "clues.txt"
    path.write_text(ASYMMETRIC, encoding="utf-8")

    window.session.open_copy(Document(CHICK))
    for visit, puzzle in ((cancel, CHICK), (ok, OPENED)):
        seen = visit_later(visit)
        if how == "opened":
            window.files.open_file(path)
        else:
            data = QMimeData()
            data.setText(ASYMMETRIC)
            drop = window.files.drop_of(data)
            assert drop is not None
            assert drop.text == "Open the puzzle in the text"
            drop.carry_out()
            qtbot.waitUntil(partial(is_over, seen))
        assert seen[:2] == ["3 rows: 2; 1; 1", "2 columns: 3; 1"]
        assert window.session.puzzle == puzzle
    recent = [record.path for record in window.settings.recent]
    assert recent == ([str(path)] if how == "opened" else [])


def test_a_text_without_clues_cannot_be_dropped(window: MainWindow) -> None:
    data = QMimeData()
    data.setText("https://example.org/page")
    assert window.files.drop_of(data) is None


def test_rows_and_columns_are_swapped(window: MainWindow) -> None:
    def swap(dialog: SharedTextDialog) -> None:
        before = dialog.board.pixmap().toImage()
        QTest.mouseClick(dialog.swap, Qt.MouseButton.LeftButton)
        assert dialog.rows.text() == "2 rows: 3; 1"
        assert dialog.board.pixmap().toImage() != before
        ok(dialog)

    paste(window, ASYMMETRIC, swap)
    assert window.session.puzzle == Puzzle.from_numbers([[3], [1]], [[2], [1], [1]])


@pytest.mark.parametrize(
    ("text", "status", "said"),
    [
        (ASYMMETRIC, CheckStatus.UNIQUE, ""),
        ("Rows: 1, 1\nColumns: 1, 1", CheckStatus.SEVERAL, ""),
        ("Rows: 2, 1\nColumns: 1, 1", CheckStatus.NONE, "rows ask for 3 cells, the columns for 2"),
        ("3\n2\n\n1\n1", CheckStatus.NONE, "needs 3 cells, the row has 2"),
    ],
)
def test_the_verdict_is_shown(
    window: MainWindow, qtbot: QtBot, text: str, status: CheckStatus, said: str
) -> None:
    def look(dialog: SharedTextDialog) -> None:
        def is_said() -> bool:
            result = dialog.badge.result
            return result is not None and result.is_final

        qtbot.waitUntil(is_said, timeout=10_000)
        assert dialog.badge.result is not None
        assert dialog.badge.result.kind is status
        assert said in dialog.message.text()
        assert dialog.badge.accessibleName()

    paste(window, text, look)


def test_text_that_is_typed_is_read(window: MainWindow, qtbot: QtBot) -> None:
    def type_clues(dialog: SharedTextDialog) -> None:
        assert dialog.field.toPlainText() == ""
        assert not dialog.buttons.button(QDialogButtonBox.StandardButton.Ok).isEnabled()
        QTest.keyClicks(dialog.field, "rows 2; 1; 1 columns: 3; ")
        qtbot.waitUntil(lambda: dialog.document is not None)
        QTest.keyClicks(dialog.field, "1")
        button = dialog.buttons.button(QDialogButtonBox.StandardButton.Ok)
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)  # before the pause is over

    carry_out(window, "new_from_text", type_clues)
    assert window.session.puzzle == Puzzle.from_numbers([[2], [1], [1]], [[3], [1]])


@pytest.mark.parametrize(("text", "shown"), [(ASYMMETRIC, ASYMMETRIC), ("a secret", "")])
def test_new_from_text_begins_with_clues_on_the_clipboard(
    window: MainWindow, text: str, shown: str
) -> None:
    QApplication.clipboard().setText(text)
    texts: list[str] = []
    carry_out(window, "new_from_text", lambda dialog: texts.append(dialog.field.toPlainText()))
    assert texts == [shown]


@pytest.mark.parametrize(
    ("text", "said", "lines"),
    [
        ("Rows: 1, 1 1, 1", "3 rows are understood, and no columns", "3 lines: 1; 1 1; 1"),
        ('{"rows": [[1], [2, 1]], "columns": [', "2 rows are understood, and no", "2 lines"),
        ("rows, 1 1, 3\ncolumns\n", "2 rows are understood, and no columns", "2 lines: 1 1; 3"),
        ("5 7 9", "3 lines of clues are understood, but not where", "3 lines: 5; 7; 9"),
    ],
)
def test_a_part_of_a_puzzle_is_shown(window: MainWindow, text: str, said: str, lines: str) -> None:
    def look(dialog: SharedTextDialog) -> None:
        assert not dialog.buttons.button(QDialogButtonBox.StandardButton.Ok).isEnabled()

    seen = paste(window, text, look)
    assert seen[2].startswith(said)
    assert seen[0].startswith(lines)


def test_unknown_clues_are_opened_and_said(window: MainWindow) -> None:
    notices: list[str] = []
    window.messages.notice_given.connect(notices.append)
    seen = paste(window, "Rows: 1 1, ?, 1 1\nColumns: 3, 1, ?", ok)
    note = "The clues of 2 lines are not all known: ? is any number, * any numbers."
    assert seen[2] == note
    assert window.session.puzzle.rows[1] == window.session.puzzle.columns[2] == (Clue(UNKNOWN),)
    assert [notice.startswith(note) for notice in notices] == [True]


@pytest.mark.parametrize(
    "text", ["hello", "\x00\x01\x02binary\x7f", "\ufffd" * 100, "12:30 in town?"]
)
def test_no_clues_are_said_at_once(window: MainWindow, warned: list[str], text: str) -> None:
    window.session.open_copy(Document(CHICK))
    QApplication.clipboard().setText(text)
    window.commands["paste"].trigger()
    assert warned == ["The text on the clipboard is no puzzle."]
    assert window.session.puzzle == CHICK


@pytest.mark.parametrize("piece", few(1, ["word ", "1 2 3\n"]))
def test_a_huge_text_is_read_beside_the_window(window: MainWindow, piece: str) -> None:
    seen = paste(window, piece * (400_000 // len(piece)), cancel)
    assert seen[2]
