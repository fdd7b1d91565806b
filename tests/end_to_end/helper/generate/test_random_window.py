"""File > New Random Puzzle with mouse and keys."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QMessageBox
from pytestqt.qtbot import QtBot

from helper.application.library import Library
from helper.generate import random_puzzles
from helper.generate.names import RandomChoice, surprise
from helper.generate.random_dialog import RandomDialog
from helper.home.entries import shown_name
from helper.main_window.main_window import MainWindow
from puzzles.difficulty import Difficulty
from solver.api import is_unique
from solver.author.generator.making import generate
from solver.logic.rate import rate
from solver.logic.techniques import Technique
from tests.support.home_keys import view_of
from tests.support.keeping import keep_moves

Key, Mod, LEFT = Qt.Key, Qt.KeyboardModifier, Qt.MouseButton.LeftButton


def opened(window: MainWindow) -> RandomDialog:
    QTest.keyClick(window, Key.Key_R, Mod.ControlModifier)
    dialog = window.random.dialog
    assert dialog is not None
    return dialog


def played(qtbot: QtBot, window: MainWindow) -> None:
    """Wait until a random puzzle is open."""
    qtbot.waitUntil(lambda: "Random " in window.session.puzzle.title, timeout=20_000)


def test_enter_plays_a_puzzle_of_the_chosen_size_and_difficulty(
    qtbot: QtBot, window: MainWindow
) -> None:
    dialog = opened(window)
    QTest.keyClick(dialog.size_box, Key.Key_Home)  # 5 x 5
    dialog.size_box.activated.emit(dialog.size_box.currentIndex())
    QTest.keyClick(dialog.difficulty, Key.Key_End)
    QTest.keyClick(dialog.difficulty, Key.Key_Home)
    QTest.keyClick(dialog.difficulty, Key.Key_Down)
    dialog.difficulty.activated.emit(dialog.difficulty.currentIndex())
    assert dialog.choice == RandomChoice(5, 5, "beginner")
    QTest.keyClick(dialog, Key.Key_Return)
    played(qtbot, window)
    puzzle = window.session.puzzle
    assert (puzzle.height, puzzle.width) == (5, 5)
    assert is_unique(puzzle)
    assert rate(puzzle).difficulty is Difficulty.BEGINNER
    assert window.session.marks.is_untouched, "it is to be played"


def test_the_desktops_action_asks_nothing(qtbot: QtBot, window: MainWindow) -> None:
    window.settings.keep_choice("random", RandomChoice(5, 7, "beginner"))
    window.random.play_next()
    played(qtbot, window)
    puzzle = window.session.puzzle
    assert (puzzle.height, puzzle.width) == (5, 7)
    assert window.random.dialog is None


def test_the_desktops_action_asks_if_no_puzzle_is_as_chosen(window: MainWindow) -> None:
    window.settings.keep_choice("random", RandomChoice(5, 7, "easy", symmetry="quarter-turn"))
    with pytest.raises(ValueError, match="not square"):
        window.random.choice.options()
    window.random.play_next()
    assert window.random.dialog is not None


def test_the_next_puzzle_is_there_at_once(qtbot: QtBot, window: MainWindow) -> None:
    dialog = opened(window)
    qtbot.waitUntil(lambda: window.random.is_ready, timeout=20_000)
    QTest.mouseClick(dialog.play, LEFT)
    first = window.session.puzzle.catalogue
    assert first.startswith("Random "), "without waiting"
    qtbot.waitUntil(lambda: window.random.is_ready, timeout=20_000)
    with qtbot.waitActive(window):
        window.activateWindow()
    QTest.keyClick(opened(window), Key.Key_Return)
    assert window.session.puzzle.catalogue not in ("", first)


def test_a_number_names_a_puzzle(qtbot: QtBot, window: MainWindow) -> None:
    dialog = opened(window)
    dialog.more.button.setChecked(True)
    QTest.keyClicks(dialog.seed, "42")
    QTest.keyClick(dialog, Key.Key_Return)
    played(qtbot, window)
    assert window.session.puzzle.title == "Random 15x15, easy"
    assert window.session.puzzle.catalogue == "Random 42 15x15 easy"
    expected = generate(RandomChoice().options(), "42")
    assert expected is not None
    assert window.session.puzzle.goal == expected.puzzle.goal


def test_surprise_me_plays_something(qtbot: QtBot, window: MainWindow) -> None:
    dialog = opened(window)
    QTest.mouseClick(dialog.surprise, LEFT)
    played(qtbot, window)
    assert window.random.choice == RandomChoice(), "the choice of the player is kept"


def test_cancel_ends_the_search(window: MainWindow) -> None:
    dialog = opened(window)
    dialog.more.button.setChecked(True)
    dialog.rows.setValue(150)
    dialog.columns.setValue(150)
    dialog.difficulty.setCurrentIndex(6)
    dialog.difficulty.activated.emit(6)
    before = window.session.puzzle
    QTest.keyClick(dialog, Key.Key_Return)
    progress = window.random._progress
    assert progress is not None
    QTest.mouseClick(progress.cancel, LEFT)
    assert window.random._progress is None
    assert window.random._job is None
    assert window.session.puzzle is before


def test_it_asks_width_before_height(window: MainWindow) -> None:
    dialog = opened(window)
    dialog.size_box.setCurrentIndex(dialog.size_box.count() - 1)
    dialog.size_box.activated.emit(dialog.size_box.currentIndex())  # another size
    assert dialog.focusWidget() is dialog.columns
    QApplication.processEvents()
    assert dialog.columns.mapTo(dialog, QPoint()).y() < dialog.rows.mapTo(dialog, QPoint()).y()
    QTest.keyClick(dialog.columns, Key.Key_Tab)
    assert dialog.focusWidget() is dialog.rows


def test_what_cannot_be_is_said(
    qtbot: QtBot, window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    monkeypatch.setattr(QMessageBox, "warning", lambda _w, _t, text: said.append(text))
    monkeypatch.setattr(random_puzzles, "random_work", nothing)
    QTest.keyClick(opened(window), Key.Key_Return)
    qtbot.waitUntil(lambda: bool(said), timeout=20_000)
    assert said == ["No puzzle with these wishes was found. Try another size or difficulty."]


def nothing(*_: object) -> None:
    """A search without a result."""


def test_a_choice_that_contradicts_itself_cannot_be_played(window: MainWindow) -> None:
    dialog = opened(window)
    dialog.more.button.setChecked(True)
    dialog.columns.setValue(12)
    index = dialog.symmetry.findText("Quarter-turn")
    dialog.symmetry.setCurrentIndex(index)
    dialog.symmetry.activated.emit(index)
    assert "no symmetry of a quarter turn" in dialog.message.text()
    assert not dialog.play.isEnabled()
    assert dialog.size_box.currentText() == "Other"
    QTest.keyClick(dialog, Key.Key_Escape)


def test_a_technique_is_practised_from_its_lesson_and_again_with_the_next(
    qtbot: QtBot, window: MainWindow
) -> None:
    dialog = opened(window)
    choose(dialog.difficulty, Difficulty.BEGINNER.title)
    choose(dialog.technique, Technique.JOINING.title)
    assert dialog.difficulty.currentText() == "Any", "beginners' puzzles do not need it"
    assert dialog.play.isEnabled()
    QTest.keyClick(dialog, Key.Key_Escape)
    window.helping.show_lesson(Technique.EDGE)
    assert window.helping.lessons is not None
    QTest.mouseClick(window.helping.lessons.practise, LEFT)
    assert window.helping.lessons is None, "it would cover the board"
    played(qtbot, window)
    first = window.session.puzzle
    assert rate(first).cells[Technique.EDGE] > 0
    window.random.play_next()
    qtbot.waitUntil(lambda: window.session.puzzle is not first, timeout=20_000)
    assert rate(window.session.puzzle).cells[Technique.EDGE] > 0


def choose(box: QComboBox, text: str) -> None:
    box.setCurrentIndex(box.findText(text))
    box.activated.emit(box.currentIndex())


def test_surprises_are_possible_and_differ() -> None:
    choices = [surprise(str(seed)) for seed in range(50)]
    assert all(choice.options() for choice in choices)
    assert len(set(choices)) > 20


def test_home_has_a_button_and_shows_the_puzzle_once_it_is_begun(
    qtbot: QtBot, window: MainWindow, home: Path
) -> None:
    library = Library(home / "library.sqlite3")
    keep_moves(window, library)
    window.home.show()
    view = view_of(window)
    QTest.mouseClick(view.head.buttons["random"], LEFT)
    assert window.random.dialog is not None
    QTest.mouseClick(window.random.dialog.play, LEFT)
    played(qtbot, window)
    assert not window.home.is_shown
    title = window.session.puzzle.title
    window.session.paint({0: 2}, "Shade")
    window.commands["home"].trigger()
    assert window.home.is_shown
    assert title in [shown_name(entry) for shelf in view.shelves for entry in shelf.entries]
    (shelf,) = (shelf for shelf in view.shelves if not shelf.is_bundled)
    assert shelf.title == "Random Puzzles"


def is_open(window: MainWindow, origin: str) -> bool:
    return window.session.puzzle.catalogue == origin


def test_random_puzzles_are_told_apart(qtbot: QtBot, window: MainWindow, home: Path) -> None:
    keep_moves(window, Library(home / "library.sqlite3"))
    titles = []
    for seed in ("1", "2", "3", "1"):
        window.commands["random"].trigger()
        dialog = window.random.dialog
        assert dialog is not None
        dialog.more.button.setChecked(True)
        QTest.keyClicks(dialog.seed, seed)
        QTest.keyClick(dialog, Key.Key_Return)
        origin = f"Random {seed} 15x15 easy"
        qtbot.waitUntil(partial(is_open, window, origin), timeout=20_000)
        window.session.paint({0: 2}, "Shade")
        titles.append(window.session.puzzle.title)
        window.autosave.writes.finish()
    like = "Random 15x15, easy"
    assert titles == [like, f"{like}, No. 2", f"{like}, No. 3", like], "the same is opened again"


def test_a_name_gives_the_same_puzzle_whatever_is_chosen(qtbot: QtBot, window: MainWindow) -> None:
    dialog = opened(window)
    dialog.more.button.setChecked(True)
    QTest.keyClicks(dialog.seed, " Random 7 10x5  medium mirror")
    QTest.keyClick(dialog.seed, Key.Key_Return)
    assert dialog.choice == RandomChoice(5, 10, "medium", 1, "", "mirror")
    assert (dialog.rows.value(), dialog.columns.value()) == (5, 10)
    assert dialog.symmetry.currentText() == "Left and right"
    played(qtbot, window)
    assert window.session.puzzle.title == "Random 10x5, medium"
    expected = generate(RandomChoice(5, 10, "medium", 1, "", "mirror").options(), "7")
    assert expected is not None
    assert window.session.puzzle.rows == expected.puzzle.rows


def test_options_that_are_not_usual_are_never_hidden(window: MainWindow) -> None:
    dialog = opened(window)
    assert not dialog.more.button.isChecked()
    dialog.symmetry.setCurrentIndex(2)
    dialog.symmetry.activated.emit(2)
    QTest.keyClick(dialog, Key.Key_Escape)
    assert opened(window).more.button.isChecked()


def test_the_dialog_is_as_high_as_what_it_shows(qtbot: QtBot, window: MainWindow) -> None:
    dialog = opened(window)
    height, bar = dialog.height(), dialog.area.verticalScrollBar()
    assert bar.maximum() == 0, "nothing is out of view"
    QTest.mouseClick(dialog.more.button, LEFT)
    qtbot.waitUntil(lambda: dialog.height() > height)
    assert bar.maximum() == 0
    QTest.mouseClick(dialog.more.button, LEFT)
    qtbot.waitUntil(lambda: dialog.height() <= height)
    assert (dialog.height(), bar.maximum()) == (height, 0)
