"""The commands that read lines and find the next one."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from helper.board.hint_marks import HintMarks
from helper.main_window.main_window import MainWindow
from puzzles.formats import Document
from tests.support.boards import CHICK

KEYS = Qt.Key
SHIFT = Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def said(window: MainWindow) -> list[str]:
    """What is said in a window in which a puzzle is played."""
    window.session.open_unsaved(Document(CHICK))
    window.activateWindow()
    window.board.setFocus()
    QApplication.processEvents()
    texts: list[str] = []
    window.messages.info_given.connect(texts.append)
    return texts


def press(window: MainWindow, key: Qt.Key, modifiers: Qt.KeyboardModifier | None = None) -> None:
    QTest.keyClick(window.board, key, modifiers or Qt.KeyboardModifier.NoModifier)
    QApplication.processEvents()


def test_the_row_and_the_column_of_the_cell_are_read(window: MainWindow, said: list[str]) -> None:
    window.session.paint({7: 2, 8: 2, 9: 1}, "Marks")
    window.board.keyboard.go_to(1, 0)
    press(window, KEYS.Key_F3)
    press(window, KEYS.Key_F3, SHIFT)
    assert said == [
        "Row 2: 2 done, 1. So far: 2 shaded, 1 blank, gap of 4.",
        "Column 1: 1 done. So far: 1 blank, 1 shaded, 5 blank."
        " Column 1 is done: its shaded cells match its clue.",
    ]


def test_the_next_open_line_is_one_after_the_other(window: MainWindow, said: list[str]) -> None:
    window.session.paint(dict.fromkeys(range(7, 10), 2) | {13: 2}, "Marks")
    found = []
    for _ in range(CHICK.height + CHICK.width):
        press(window, KEYS.Key_F4)
        found.append(said[-1].split(":")[0])
    lines = [f"Row {k}" for k in range(1, 8)] + [f"Column {k}" for k in range(1, 8)]
    session = window.session
    from puzzles import Line

    is_open = [session.light(Line.numbered(k, 7)).value == "open" for k in range(14)]
    expected = [line for line, each in zip(lines, is_open, strict=True) if each]
    first = expected.index(found[0])
    count = len(expected)
    assert found[:count] == expected[first:] + expected[:first]


def test_an_impossible_line_is_found_and_its_light_is_read(
    window: MainWindow, said: list[str]
) -> None:
    press(window, KEYS.Key_F4, SHIFT)
    assert said == ["No line is impossible."]
    window.session.paint(dict.fromkeys(range(21, 28), 1), "Dots")
    press(window, KEYS.Key_F4, SHIFT)
    assert said[-1] == (
        "Row 4: 5. So far: 7 blank. Row 4 is impossible: no way to place 5 fits its cells."
    )
    assert window.board.keyboard.cell[0] == 3


def test_the_cells_of_a_hint_are_found(window: MainWindow, said: list[str]) -> None:
    press(window, KEYS.Key_F7, SHIFT)
    assert said == ["No message is about cells."]
    window.board.overlays.show_hint(HintMarks(None, cells={15: 2, 30: 2}))
    cells = []
    for _ in range(3):
        press(window, KEYS.Key_F7, SHIFT)
        cells.append(window.board.keyboard.cell)
    assert cells == [(2, 1), (4, 2), (2, 1)]


def test_the_progress_has_cells_lines_and_time(window: MainWindow, said: list[str]) -> None:
    press(window, KEYS.Key_F7)
    assert said[0].startswith("7 × 7, 23 cells to shade. 0 of 14 lines are done. Time: 0:0")


def test_a_drawing_has_no_lights_to_find(window: MainWindow, said: list[str]) -> None:
    window.session.new(4, 4)
    QApplication.processEvents()
    assert not window.commands["next_open"].isEnabled()
    assert window.commands["read_row"].isEnabled()


def test_a_paused_game_is_not_read(window: MainWindow, said: list[str]) -> None:
    window.controls.pause.pause()
    assert window.controls.pause.is_paused
    QApplication.processEvents()
    assert not window.commands["read_row"].isEnabled()
