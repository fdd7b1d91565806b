"""Properties, size, flips and turns, as commands of the window."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QMenu, QMessageBox
from pytestqt.qtbot import QtBot

from helper.application.theme import LIGHT
from helper.author.properties_dialog import PropertiesDialog, facts_text
from helper.author.size_dialog import SizeDialog
from helper.draw.tools import ToolKind
from helper.main_window.main_window import MainWindow
from puzzles import Clue, Color, Grid, Puzzle, clues, puzzle_of
from puzzles.formats import Document
from puzzles.turning import Margins, Turn, turned_grid
from tests.support.boards import CHICK, CHICK_PICTURE
from tests.support.help_pages import page_dialog

OK = QDialogButtonBox.StandardButton.Ok
SOLUTION = Grid.from_text(CHICK_PICTURE)
COLORS = (Color("0", "#ffffff"), Color("a", "#ff0000"), Color("b", "#0000ff"))


@pytest.fixture
def answers(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What message boxes said; they answer No, and Yes once a ``Yes`` is the last of the list."""
    said: list[str] = []
    kinds = QMessageBox.StandardButton

    def question(_: object, __: str, text: str, *rest: object) -> QMessageBox.StandardButton:
        answer = kinds.Yes if said[-1:] == ["Yes"] else kinds.No
        said.append(text)
        return answer

    monkeypatch.setattr(QMessageBox, "question", question)
    monkeypatch.setattr(QMessageBox, "warning", question)
    return said


@pytest.fixture
def drawing(window: MainWindow) -> MainWindow:
    window.settings.change(check_while_creating=False)
    window.session.new(2, 3)
    window.session.paint({0: 2, 1: 2, 5: 2}, "Shade")
    return window


def with_size(monkeypatch: pytest.MonkeyPatch, **sides: int) -> None:
    def fill_in(dialog: SizeDialog) -> int:
        for name, value in sides.items():
            dialog.spins[name].setValue(value)
        return QDialog.DialogCode.Accepted.value

    monkeypatch.setattr(SizeDialog, "exec", fill_in)


def test_properties_are_typed_kept_and_undone(
    drawing: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fill_in(dialog: PropertiesDialog) -> int:
        QTest.keyClicks(dialog.title, "Cat")
        QTest.keyClicks(dialog.author, "Ada")
        dialog.license.setCurrentIndex(2)
        return QDialog.DialogCode.Accepted.value

    monkeypatch.setattr(PropertiesDialog, "exec", fill_in)
    before = drawing.session.puzzle
    drawing.activateWindow()
    QTest.keySequence(drawing, "Ctrl+I")
    puzzle = drawing.session.puzzle
    assert (puzzle.title, puzzle.author, puzzle.license) == ("Cat", "Ada", "CC BY-SA 4.0")
    assert (puzzle.rows, puzzle.goal) == (before.rows, before.goal)
    assert drawing.windowTitle().startswith("Cat")
    assert drawing.session.undo_name == "Properties"
    drawing.session.undo()
    assert drawing.session.puzzle == before
    assert drawing.windowTitle().startswith("Untitled")


def test_a_licence_of_ones_own_stays_and_nothing_changes_without_typing(qtbot: QtBot) -> None:
    puzzle = Puzzle(CHICK.rows, CHICK.columns, title="Chick", license="ask me", catalogue="7")
    dialog = PropertiesDialog(puzzle, Grid.for_puzzle(puzzle))
    qtbot.addWidget(dialog)
    assert dialog.puzzle == puzzle


def test_return_closes_properties_with_the_licence_that_was_typed(qtbot: QtBot) -> None:
    dialog = PropertiesDialog(CHICK, Grid.for_puzzle(CHICK))
    qtbot.addWidget(dialog)
    dialog.show()
    dialog.activateWindow()
    qtbot.waitUntil(dialog.isActiveWindow)
    edit = dialog.license.lineEdit()
    assert edit is not None
    edit.setFocus()
    QTest.keyClicks(edit, "CC0")
    QTest.keyClick(edit, Qt.Key.Key_Return)
    assert dialog.result() == QDialog.DialogCode.Accepted.value
    assert dialog.puzzle.license == "CC0"


def test_the_facts_of_a_puzzle_in_colours() -> None:
    text = facts_text(Puzzle(((Clue(1, 1), Clue(1, 2)),), ((Clue(1, 1),), (Clue(1, 2),)), COLORS))
    assert text.splitlines() == [
        "2 columns, 1 row",
        "4 clues",
        "2 of 2 cells shaded in the solution, 100 %",
        "2 colours and a background",
    ]


def test_flips_and_turns_take_clues_and_marks_along(window: MainWindow) -> None:
    window.session.open_copy(Document(CHICK))
    window.session.paint({15: 2, 16: 2}, "Shade")
    marks = window.session.marks.copy()
    for turn in list(Turn)[:4]:
        window.commands[f"turn_{turn.name.lower()}"].trigger()
        assert window.session.marks == turned_grid(marks, turn)
        assert window.session.puzzle.rows == puzzle_of(turned_grid(SOLUTION, turn), CHICK).rows
        assert window.session.undo_name == turn.label
        window.session.undo()
        assert (window.session.puzzle, window.session.marks) == (CHICK, marks)


def test_a_drawing_is_inverted(drawing: MainWindow) -> None:
    drawing.commands["invert"].trigger()
    assert drawing.session.marks.to_text() == ["??#", "##?"]
    assert drawing.session.puzzle.rows == (clues([1]), clues([2]))
    drawing.session.undo()
    assert drawing.session.marks.to_text() == ["##?", "??#"]


def test_invert_is_offered_in_black_and_white_only(drawing: MainWindow) -> None:
    invert, session = drawing.commands["invert"], drawing.session
    assert invert.isEnabled()
    drawing.palette_editing.add()
    assert not invert.isEnabled()
    assert "cannot be inverted" in invert.toolTip()
    session.undo()
    assert invert.isEnabled()
    assert "cannot" not in invert.toolTip()


def test_a_drawing_in_colours_is_not_inverted(window: MainWindow) -> None:
    window.session.open_copy(Document(Puzzle(((),), ((),), COLORS)))
    window.authoring.invert()
    assert window.session.history == []


def test_rows_and_columns_are_added_and_the_drawing_kept(
    drawing: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_size(monkeypatch, top=1, left=2, right=-1)
    drawing.commands["change_size"].trigger()
    assert drawing.session.marks.to_text() == ["????", "??##", "????"]
    assert drawing.session.puzzle.rows == ((), clues([2]), ())
    assert drawing.session.state.drawing
    assert drawing.board.look.marks is drawing.session.marks
    drawing.session.undo()
    assert drawing.session.marks.to_text() == ["##?", "??#"]


@pytest.mark.parametrize("command", ["change_size", "invert"])
def test_a_puzzle_that_is_being_solved_is_redrawn_only_as_a_drawing(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch, answers: list[str], command: str
) -> None:
    with_size(monkeypatch, bottom=1)
    window.settings.change(check_while_creating=False)
    window.session.open_copy(Document(CHICK))
    window.session.paint({0: 2}, "Shade")
    action = window.commands[command]
    assert not action.isEnabled()
    window.modes.draw()
    action.trigger()
    assert "Only a drawing can be" in answers[0]
    assert window.session.puzzle == CHICK
    answers.append("Yes")
    action.trigger()
    assert window.session.state.drawing
    assert window.session.puzzle.title == "Chick"
    window.session.undo()
    assert window.session.puzzle == CHICK


# The dialog for another size


@pytest.fixture
def dialog(qtbot: QtBot) -> SizeDialog:
    made = SizeDialog(Grid.from_text(["##?", "??#"]), Puzzle.empty(1, 1).palette, LIGHT)
    qtbot.addWidget(made)
    made.show()
    qtbot.waitExposed(made)
    return made


def test_the_new_size_is_typed_and_told(dialog: SizeDialog) -> None:
    QTest.keyClicks(dialog.spins["top"], "4")
    assert dialog.margins == Margins(top=4)
    assert dialog.message.text() == "New size: 3 × 6"
    dialog.spins["left"].setFocus()
    dialog.spins["left"].selectAll()
    QTest.keyClicks(dialog.spins["left"], "-1")
    assert dialog.message.text() == "New size: 2 × 6. 1 shaded cell is cut off."


def test_nothing_left_or_too_much_is_said_and_not_accepted(dialog: SizeDialog) -> None:
    accept = dialog.buttons.button(OK)
    dialog.spins["top"].setValue(-2)
    assert "must remain" in dialog.message.text()
    assert not accept.isEnabled()
    dialog.spins["top"].setValue(998)
    assert accept.isEnabled()
    dialog.spins["bottom"].setValue(1)
    assert "at most 1000 rows" in dialog.message.text()
    assert not accept.isEnabled()


def test_the_preview_follows(dialog: SizeDialog) -> None:
    pictures = set()
    for name in ("top", "right", "bottom", "left"):
        for value in (2, -1):
            dialog.spins[name].setValue(value)
            pictures.add(bytes(dialog.preview.grab().toImage().constBits()))
            dialog.spins[name].setValue(0)
    assert len(pictures) == 8


# Menus and help


def test_no_two_entries_of_a_menu_share_a_letter(window: MainWindow) -> None:
    menus = window.menuBar().findChildren(QMenu)
    assert len(menus) >= 6
    for menu in menus:
        letters = [
            QKeySequence.mnemonic(action.text()).toString()
            for action in menu.actions()
            if not action.isSeparator() and "&" in action.text()
        ]
        assert len(letters) == len(set(letters)), menu.title()


def test_the_help_tells_of_all_that_an_author_finds_in_the_menus(
    qtbot: QtBot, window: MainWindow
) -> None:
    dialog = page_dialog("creating-puzzles")
    qtbot.addWidget(dialog)
    text = dialog.text.toPlainText()
    in_board = [action for _, action in window.commands.placed("board")]
    for action in (window.commands["properties"], window.commands["check"], *in_board):
        assert action.text().replace("&", "").rstrip("…") in text
    for turn in Turn:
        assert turn.label in text
    for kind in ToolKind:
        assert kind.title in text
