"""Puzzles as text on the clipboard, by the menu and by the key."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMessageBox
from pytestqt.qtbot import QtBot

from helper.application.rating_store import SEVERAL, KeptRating
from helper.main_window.main_window import MainWindow
from helper.widgets.choices import ChoiceButton, ChoiceDialog
from puzzles import SHADED, Color, Puzzle
from puzzles.formats import Document, Format, written
from puzzles.formats.pattern import PATTERN
from puzzles.formats.puzz_link import PUZZ_LINK
from puzzles.model import Clue
from tests.support.boards import CHICK

COLORED = Puzzle(((Clue(1, 1), Clue(1, 2)),), ((Clue(1, 1),), (Clue(1, 2),)),
                 (Color("0", "#ffffff"), Color("a", "#d42a2a"), Color("b", "#2050e0")))  # fmt: skip


@pytest.fixture(autouse=True)
def clipboard(qapp: QApplication) -> Iterator[None]:
    QApplication.clipboard().clear()
    yield
    QApplication.clipboard().clear()


@pytest.fixture
def warned(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    said: list[str] = []
    monkeypatch.setattr(QMessageBox, "warning", lambda _, __, text: said.append(text))
    return said


def ways_to_copy(window: MainWindow) -> dict[str, ChoiceButton]:
    """The buttons of Edit > Copy Puzzle As."""
    window.commands["copy_puzzle"].trigger()
    (dialog,) = (each for each in window.findChildren(ChoiceDialog) if each.isVisible())
    return {each.accessibleName(): each for each in dialog.choices.buttons.values()}


def copy(window: MainWindow, name: str) -> str:
    button = ways_to_copy(window)[name]
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    QTest.qWait(20)  # it happens once the dialog is closed
    return QApplication.clipboard().text()


def paste(window: MainWindow) -> None:
    QApplication.processEvents()  # the dialog is deleted
    window.activateWindow()
    assert QTest.qWaitForWindowActive(window)
    window.board.setFocus()
    QTest.keyClick(window.board, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    QApplication.processEvents()


@pytest.mark.parametrize("name", ["Link for puzz.link", "ID for Pattern", "Text"])
def test_what_is_copied_can_be_pasted(window: MainWindow, qtbot: QtBot, name: str) -> None:
    window.session.open_copy(Document.untouched(CHICK))
    window.session.paint({0: SHADED}, "Shade")
    text = copy(window, name)
    assert text
    assert "grid" not in text
    window.session.open_copy(Document.untouched(Puzzle.empty(3, 3)))
    paste(window)
    assert window.session.puzzle.rows == CHICK.rows
    assert window.session.puzzle.columns == CHICK.columns
    assert window.session.marks.is_untouched


@pytest.mark.parametrize("known", [PATTERN, PUZZ_LINK], ids=lambda known: known.id)
def test_a_link_among_words_is_pasted(window: MainWindow, known: Format) -> None:
    (text,) = written(known, [Document.untouched(CHICK)], "").decode().splitlines()
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


def test_colours_fit_into_the_text_only(window: MainWindow, warned: list[str]) -> None:
    window.session.open_copy(Document.untouched(COLORED))
    window.puzzle_sharing.copy(PATTERN, "ID")
    assert "cannot hold this puzzle: it has 2 colours" in warned[0]
    copy(window, "Text")
    window.session.open_copy(Document.untouched(CHICK))
    paste(window)
    assert window.session.puzzle == COLORED


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
    window.session.open_copy(Document.untouched(CHICK))
    QApplication.clipboard().setText(text)
    paste(window)
    assert window.session.puzzle == CHICK
    assert len(warned) == 1
    assert warned[0].endswith(".")


def test_a_form_that_cannot_hold_the_puzzle_is_disabled_and_says_why(window: MainWindow) -> None:
    for puzzle, is_possible in ((COLORED, False), (CHICK, True)):
        window.session.open_copy(Document.untouched(puzzle))
        button = ways_to_copy(window)["ID for Pattern"]
        assert button.isEnabled() == is_possible
        assert ("colour" in button.accessibleDescription()) == (not is_possible)
        dialog = button.window()
        QTest.keyClick(dialog, Qt.Key.Key_Escape)
        assert not dialog.isVisible()


def test_a_picture_of_the_puzzle_is_copied(window: MainWindow) -> None:
    window.session.open_copy(Document.untouched(CHICK))
    assert copy(window, "Image") == ""
    assert QApplication.clipboard().image().width() > 300


def test_a_puzzle_with_several_solutions_is_shared_after_one_question(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    kinds, questions = QMessageBox.StandardButton, list[str]()

    def answer(*said: str) -> QMessageBox.StandardButton:
        questions.append(said[2])
        return kinds.Yes if len(questions) > 1 else kinds.Cancel

    monkeypatch.setattr(QMessageBox, "question", answer)
    window.session.open_copy(Document.untouched(Puzzle.from_numbers([[1], [1]], [[1], [1]])))
    window.rating.rating = KeptRating(SEVERAL)
    assert copy(window, "Text") == "", "the player does not want it"
    assert copy(window, "Text") != ""
    QApplication.clipboard().clear()
    assert copy(window, "Text") != "", "there is one question for a puzzle"
    assert len(questions) == 2
    assert "several solutions" in questions[0]
    window.session.open_copy(Document.untouched(CHICK))
    window.rating.rating = None
    assert copy(window, "Text") != ""
    assert len(questions) == 2
