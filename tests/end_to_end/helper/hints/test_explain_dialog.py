"""Tools > Explain: the steps, their pictures, and the file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QMessageBox
from pytestqt.qtbot import QtBot

from helper.application.settings import Settings, ThemeChoice
from helper.application.theme import ThemeManager
from helper.hints.explain_dialog import ExplainDialog
from helper.main_window.main_window import MainWindow
from puzzles import Puzzle
from puzzles.formats import Document
from tests.support.boards import CHICK, hard_board
from tests.support.cases import few

Answer = Callable[[str], None]


@pytest.fixture
def opened(qtbot: QtBot, settings: Settings) -> Callable[[Puzzle], ExplainDialog]:
    def open_dialog(puzzle: Puzzle) -> ExplainDialog:
        dialog = ExplainDialog(puzzle, settings)
        qtbot.addWidget(dialog)
        dialog.show()
        return dialog

    return open_dialog


def test_the_steps_are_listed_with_their_boards(
    opened: Callable[[Puzzle], ExplainDialog], qtbot: QtBot
) -> None:
    dialog = opened(CHICK)
    qtbot.waitUntil(lambda: dialog.head.text().endswith("steps to the solution."))
    assert dialog._model.rowCount() == len(dialog.steps) > 10
    assert dialog._model.stringList()[0].startswith("1. Complete line. Column 4: ")
    before = dialog.picture.grab().toImage()
    QTest.keyClick(dialog.list, Qt.Key.Key_End)
    assert dialog.picture.grab().toImage() != before


@pytest.mark.parametrize(
    ("ending", "start"),
    few(1, [(".html", "<!DOCTYPE html>"), (".md", "# Chick"), (".txt", "1. comp")]),
)
def test_the_steps_can_be_saved(
    opened: Callable[[Puzzle], ExplainDialog],
    qtbot: QtBot,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    ending: str,
    start: str,
) -> None:
    path = tmp_path / f"chick{ending}"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), ""))
    dialog = opened(CHICK)
    qtbot.waitUntil(dialog.save.isEnabled)
    QTest.mouseClick(dialog.save, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: dialog.head.text() == f"Saved {path}")
    assert path.read_text().startswith(start)


def test_a_file_that_cannot_be_written_is_told(
    opened: Callable[[Puzzle], ExplainDialog], qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: ("/nowhere/a.html", ""))
    dialog = opened(CHICK)
    qtbot.waitUntil(dialog.save.isEnabled)
    dialog.save.click()
    qtbot.waitUntil(lambda: dialog.head.text().startswith("/nowhere/a.html: cannot be"))
    assert dialog.save.isEnabled()


@pytest.mark.parametrize(
    ("puzzle", "sentence"),
    [
        (Puzzle.from_numbers([[2], []], [[2], []]), "The puzzle has no solution: "),
        (Puzzle.from_numbers([[1], [1]], [[1], [1]]), "After 0 steps nothing more follows"),
    ],
)
def test_where_the_steps_do_not_lead_to_the_end_the_reason_is_told(
    opened: Callable[[Puzzle], ExplainDialog], qtbot: QtBot, puzzle: Puzzle, sentence: str
) -> None:
    dialog = opened(puzzle)
    qtbot.waitUntil(lambda: dialog.head.text().startswith(sentence))
    assert not dialog.save.isEnabled()


def test_closing_stops_the_work(opened: Callable[[Puzzle], ExplainDialog], qtbot: QtBot) -> None:
    dialog = opened(hard_board())
    qtbot.waitUntil(lambda: len(dialog.steps) > 0)
    dialog.close()
    qtbot.waitUntil(lambda: not dialog._job.has_child)


@pytest.mark.parametrize("is_wanted", [False, True])
def test_the_solution_of_a_puzzle_being_played_is_not_shown_unasked(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch, is_wanted: bool
) -> None:
    answers = QMessageBox.StandardButton
    answer = answers.Yes if is_wanted else answers.No
    monkeypatch.setattr(QMessageBox, "question", lambda *_: answer)
    window.session.open_copy(Document(CHICK))
    window.commands["explain"].trigger()
    dialogs = window.findChildren(ExplainDialog)
    assert len(dialogs) == int(is_wanted)
    for dialog in dialogs:
        dialog.close()
    assert window.session.marks.is_untouched


@pytest.mark.parametrize("choice", [ThemeChoice.DARK, ThemeChoice.LIGHT])
def test_the_step_that_is_shown_looks_as_in_other_lists(
    opened: Callable[[Puzzle], ExplainDialog],
    qtbot: QtBot,
    settings: Settings,
    themes: ThemeManager,
    choice: ThemeChoice,
) -> None:
    settings.change(theme=choice)
    dialog = opened(CHICK)
    qtbot.waitUntil(lambda: dialog.head.text().endswith("steps to the solution."))
    place = dialog.list.visualRect(dialog.list.currentIndex())
    shown = dialog.list.viewport().grab().toImage()
    assert shown.pixelColor(place.center().x(), place.top() + 2).name() == themes.theme.tint
