"""Edit Clues in colour: swatches that are clicked on."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from helper.application.theme import LIGHT
from helper.author.clues_dialog import CluesDialog, with_color
from puzzles import Axis, Clue, Color, Line, Puzzle
from tests.support.boards import CHICK

LEFT = Qt.MouseButton.LeftButton
PALETTE = (Color("0", "#ffffff"), Color("1", "#000000"), Color("a", "#e02020"))
ROW = Line(Axis.ROW, 0)


@pytest.fixture
def dialog(qtbot: QtBot) -> CluesDialog:
    column = ((Clue(1, 1),), (Clue(1, 2),), ())
    made = CluesDialog(Puzzle(((Clue(1, 1), Clue(1, 2)),), column, PALETTE), LIGHT, line=ROW)
    qtbot.addWidget(made, before_close_func=lambda _: made.done(0))  # or it asks
    made.show()
    qtbot.waitExposed(made)
    return made


@pytest.mark.parametrize(
    ("cursor", "ink", "text"),
    [(0, 1, "1a.1a"), (1, 1, "1a.1a"), (4, 0, "1.1"), (4, 1, "1.1a")],
)
def test_a_click_colours_the_number_at_the_cursor(
    dialog: CluesDialog, cursor: int, ink: int, text: str
) -> None:
    field = dialog.fields[ROW]
    assert field.text() == "1.1a"
    field.setCursorPosition(cursor)
    assert dialog.inks is not None
    QTest.mouseClick(dialog.inks.buttons[ink], LEFT)
    assert field.text() == text
    assert field.hasFocus() or dialog.focusWidget() is field


def test_typing_goes_on_behind_the_coloured_number(dialog: CluesDialog) -> None:
    field = dialog.fields[ROW]
    field.setText("")
    QTest.keyClicks(field, "1")
    assert dialog.inks is not None
    QTest.mouseClick(dialog.inks.buttons[1], LEFT)
    QTest.keyClicks(field, ".1")
    assert field.text() == "1a.1"
    assert dialog.clues[0] == ((Clue(1, 2), Clue(1, 1)),)


def test_the_colours_of_what_was_typed_are_named(dialog: CluesDialog) -> None:
    dialog.fields[ROW].setText("1a")
    assert dialog._shown[ROW].toolTip() == "1 red"


def test_without_a_number_nothing_changes() -> None:
    assert with_color("", 0, "a") == ("", 0)
    assert with_color(" 3", 0, "a") == (" 3", 0)


def test_black_and_white_has_no_swatches(qtbot: QtBot) -> None:
    dialog = CluesDialog(CHICK, LIGHT)
    qtbot.addWidget(dialog)
    assert dialog.inks is None
    assert dialog._shown == {}
