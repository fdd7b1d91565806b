"""Puzzles as text on the clipboard are pasted by the key."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from helper.main_window.main_window import MainWindow
from puzzles import Puzzle
from puzzles.formats import Document, Format, written
from puzzles.formats.pattern import PATTERN
from puzzles.formats.puzz_link import PUZZ_LINK
from tests.support.boards import CHICK

pytestmark = pytest.mark.usefixtures("empty_clipboard")


def paste(window: MainWindow) -> None:
    QApplication.processEvents()  # the dialog is deleted
    window.activateWindow()
    assert QTest.qWaitForWindowActive(window)
    window.board.setFocus()
    QTest.keyClick(window.board, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    QApplication.processEvents()


@pytest.mark.parametrize("known", [PATTERN, PUZZ_LINK], ids=lambda known: known.id)
def test_a_link_among_words_is_pasted(window: MainWindow, known: Format) -> None:
    (text,) = written(known, [Document(CHICK)], "").decode().splitlines()
    link = f"https://example.org/js/pattern.html#{text}" if known is PATTERN else text
    QApplication.clipboard().setText(f"Try this one (<{link}>), a nonogram.\nYours, A.\n")
    paste(window)
    assert window.session.puzzle.rows == CHICK.rows
    assert window.session.puzzle.columns == CHICK.columns


def test_what_of_a_pasted_puzzle_is_not_read_is_said(window: MainWindow, warned: list[str]) -> None:
    QApplication.clipboard().setText('{"rows": [[1]], "cols": [[1]], "meta": {"a": 1}}')
    paste(window)
    assert window.session.puzzle == Puzzle.from_numbers([[1]], [[1]])
    assert warned == ["1 part of the file was not understood and is left out: “meta”."]


@pytest.mark.parametrize(
    "text",
    [
        "hello",
        "   ",
        "height 3\nwidth 3\nrows\n1\n",
        "15x15:1/2",
        "https://puzz.link/p?nonogram/1001/2/z",
    ],
)
def test_other_text_is_refused_and_the_puzzle_stays(
    window: MainWindow, warned: list[str], text: str
) -> None:
    window.session.open_copy(Document(CHICK))
    QApplication.clipboard().setText(text)
    paste(window)
    assert window.session.puzzle == CHICK
    assert len(warned) == 1
    assert warned[0].endswith(".")
