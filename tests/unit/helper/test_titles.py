"""Titles of any length: they widen nothing, and as much as there is room for is shown."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QSize
from PySide6.QtWidgets import QApplication

from helper.board.heading import SIZES_PX, fitted
from helper.main_window.main_window import MainWindow
from helper.methods.solving import SolveDialog
from puzzles import SHADED, Puzzle
from puzzles.formats import Document
from puzzles.titles import MAX_LENGTH, shortened

LONG = ("W" * 20_000, "word " * 4000, "日本" * 5000)


@pytest.mark.parametrize("title", LONG, ids=["one word", "words", "no spaces"])
def test_a_long_title_does_not_widen_the_window(window: MainWindow, title: str) -> None:
    size = window.size()
    window.session.open_copy(Document(Puzzle.from_numbers([[1]], [[1]], title)))
    window.session.paint({0: SHADED}, "Mark")
    QApplication.processEvents()
    assert window.session.is_solved
    assert window.finish.is_shown
    assert window.size() == size
    window.finish.stage.end()
    window.grab()
    window.finish.close_card()
    assert "solved" in window.message_place.bottom.text
    assert window.size() == size
    assert window.minimumSizeHint().width() <= 480
    assert len(window.windowTitle()) < MAX_LENGTH + 40
    window.board.grab()


def test_a_long_title_does_not_widen_the_dialog_of_solve() -> None:
    dialog = SolveDialog(shortened(LONG[0]))
    dialog.adjustSize()
    assert dialog.width() <= 400
    dialog.deleteLater()


@pytest.mark.parametrize("title", ["Cat", "A title of some fifty characters that goes on", *LONG])
@pytest.mark.parametrize("room", [QSize(320, 32), QSize(700, 90), QSize(40, 32)])
def test_a_heading_stays_within_its_room(title: str, room: QSize) -> None:
    font, text, wide = fitted(title, room)
    assert text == title or text.endswith("…")
    assert font.pixelSize() in SIZES_PX
    assert 0 < wide <= room.width()


def test_a_heading_is_smaller_before_it_is_cut() -> None:
    title = "A title of some forty characters to be read"
    font, text, _ = fitted(title, QSize(320, 32))
    assert text == title
    assert font.pixelSize() < SIZES_PX[0]
    font, text, _ = fitted(title, QSize(700, 32))
    assert text == title
    assert font.pixelSize() == SIZES_PX[0]
