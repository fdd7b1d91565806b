"""Clicks, drags, keys and the pointer on the numbers and lights beside the board."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QHelpEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolTip
from pytestqt.qtbot import QtBot

from helper.application.settings import ClueSide, Settings, ThemeChoice
from helper.board.board_view import BoardView
from helper.board.hits import BoardPart
from helper.play.line_commands import switch_line
from helper.play.ticks import CluePlace, places_of
from puzzles import SHADED, Axis, Clue, Color, Grid, Line, Puzzle, puzzle_of
from puzzles.formats import Document
from tests.support.board_mouse import clue_point, light_point
from tests.support.boards import CHICK, CHICK_PICTURE
from tests.support.session_actions import shade, shade_picture

LEFT, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton
SHIFT = Qt.KeyboardModifier.ShiftModifier
NONE = Qt.KeyboardModifier.NoModifier
ROW, COLUMN = Line(Axis.ROW, 2), Line(Axis.COLUMN, 3)
FIRST, SECOND, ABOVE = CluePlace(ROW, 0), CluePlace(ROW, 1), CluePlace(COLUMN, 0)
COLORS = (Color("0", "#ffffff"), Color("a", "#d03030"), Color("b", "#2060d0"))


def press(board: BoardView, at: QPoint, button: Qt.MouseButton = LEFT) -> None:
    QTest.mousePress(board.viewport(), button, NONE, at)


def click(board: BoardView, clue: CluePlace) -> None:
    QTest.mouseClick(board.viewport(), LEFT, NONE, clue_point(board, clue))


def drag(board: BoardView, *clues: CluePlace) -> None:
    places = [clue_point(board, clue) for clue in clues]
    press(board, places[0])
    for place in places[1:]:
        QTest.mouseMove(board.viewport(), place)
    QTest.mouseRelease(board.viewport(), LEFT, NONE, places[-1])


def tip_at(board: BoardView, at: QPoint) -> str:
    QToolTip.hideText()
    there = board.viewport().mapToGlobal(at)
    QApplication.sendEvent(board.viewport(), QHelpEvent(QEvent.Type.ToolTip, at, there))
    return QToolTip.text() if QToolTip.isVisible() else ""


@pytest.mark.parametrize("side", ClueSide)
@pytest.mark.parametrize("cell", [12, 17, 24, 44, 80])
@pytest.mark.parametrize("colors", [2, 3])
def test_a_click_ticks_the_number_off_that_is_there(
    board: BoardView, settings: Settings, side: ClueSide, cell: int, colors: int
) -> None:
    settings.change(clue_side=side)
    cells = [1 << (k * k % colors) for k in range(64)]
    like = replace(Puzzle.empty(8, 8), palette=COLORS[:colors])
    board.session.open_copy(Document(puzzle_of(Grid(8, 8, colors, cells), like)))
    board.resize(900, 800)
    board.zoom.to(cell)
    QApplication.processEvents()
    ticked: set[CluePlace] = set()
    for line in (Line(Axis.ROW, 1), Line(Axis.COLUMN, 2)):
        for clue in places_of(board.session.puzzle, line):
            click(board, clue)
            ticked.add(clue)
            assert board.session.ticks == ticked
    click(board, clue)
    assert board.session.ticks == ticked - {clue}
    assert board.session.marks.is_untouched


def test_a_click_at_any_place_of_the_board_does_what_lies_there(board: BoardView) -> None:
    for x in range(0, 500, 23):
        for y in range(0, 400, 19):
            before = board.session.ticks
            hit = board.hit_at(QPoint(x, y))
            press(board, QPoint(x, y))
            QTest.mouseRelease(board.viewport(), LEFT, NONE, QPoint(x, y))
            changed = board.session.ticks ^ before
            assert changed == ({hit.clue} if hit.part is BoardPart.CLUE else set())


def test_a_drag_over_numbers_is_one_step(board: BoardView) -> None:
    drag(board, FIRST, SECOND)
    assert board.session.ticks == {FIRST, SECOND}
    assert len(board.session.history) == 1
    drag(board, SECOND, FIRST)
    assert board.session.ticks == set()
    board.session.go_to(0)
    assert board.session.ticks == set()
    board.session.redo()
    assert board.session.ticks == {FIRST, SECOND}


def test_a_fast_drag_skips_no_number(board: BoardView) -> None:
    clues = [clue for r in (1, 2) for clue in places_of(CHICK, Line(Axis.ROW, r))]
    drag(board, CluePlace(Line(Axis.ROW, 0), 0), CluePlace(Line(Axis.ROW, 6), 0))
    rows = {clue.line.index for clue in board.session.ticks}
    assert rows == set(range(7))
    board.session.undo()
    drag(board, clues[0], clues[1])
    assert board.session.ticks == set(clues[:2])


def test_the_drag_shows_its_ticks_before_it_ends(board: BoardView) -> None:
    press(board, clue_point(board, FIRST))
    assert board.headers.ticked_numbers(ROW) == (True, False)
    assert board.session.history == []
    QTest.keyClick(board, Qt.Key.Key_Escape)
    assert board.headers.ticked_numbers(ROW) == (False, False)
    QTest.mouseRelease(board.viewport(), LEFT, NONE, clue_point(board, FIRST))
    assert board.session.history == []


def test_another_button_cancels_the_drag(board: BoardView) -> None:
    press(board, clue_point(board, FIRST))
    press(board, clue_point(board, SECOND), RIGHT)
    for button in (RIGHT, LEFT):
        QTest.mouseRelease(board.viewport(), button, NONE, clue_point(board, SECOND))
    assert board.session.history == []
    assert QApplication.activePopupWidget() is None


def test_t_ticks_off_the_next_number_of_the_row_and_shift_t_of_the_column(
    board: BoardView,
) -> None:
    board.keyboard.hide_at((2, 3))
    QTest.keyClick(board, Qt.Key.Key_T)
    assert board.session.ticks == {FIRST}
    QTest.keyClick(board, Qt.Key.Key_T)
    assert board.session.ticks == {FIRST, SECOND}
    QTest.keyClick(board, Qt.Key.Key_T)
    assert board.session.ticks == set()
    QTest.keyClick(board, Qt.Key.Key_T, SHIFT)
    assert board.session.ticks == {ABOVE}
    assert board.scene().cursor == (2, 3)


def test_a_solved_board_and_a_drawing_are_not_ticked_off(board: BoardView, qtbot: QtBot) -> None:
    place = clue_point(board, FIRST)
    shade_picture(board.session)
    QTest.mouseClick(board.viewport(), LEFT, NONE, place)
    with qtbot.waitSignal(board.strokes.refused):
        QTest.keyClick(board, Qt.Key.Key_T)
    assert board.session.ticks == set()
    board.session.draw()
    QTest.mouseClick(board.viewport(), LEFT, NONE, place)
    QTest.keyClick(board, Qt.Key.Key_T)
    assert board.session.ticks == set()


def test_a_watched_method_locks_the_numbers(board: BoardView, qtbot: QtBot) -> None:
    board.overlays.show_thought(Grid.for_puzzle(CHICK))
    with qtbot.waitSignal(board.strokes.refused):
        click(board, FIRST)
    assert board.session.ticks == set()


@pytest.mark.parametrize("theme", [ThemeChoice.LIGHT, ThemeChoice.DARK])
@pytest.mark.parametrize("clue", [FIRST, ABOVE], ids=["row", "column"])
def test_a_tick_is_more_than_a_grey_number(
    board: BoardView, settings: Settings, theme: ThemeChoice, clue: CluePlace
) -> None:
    """The line through the number leaves it on both sides, in the colour of text."""
    settings.change(theme=theme, grey_clues=False)
    at = clue_point(board, clue)
    size = board.area.clue_layout.font.pixelSize()

    def beside() -> set[int]:
        image = board.grab().toImage()
        reach = round(board.area.clue_layout.width_of(Clue(3)) / 2 + size / 16)
        across = (-reach - 1, -reach, reach, reach + 1)
        return {image.pixel(at.x() + dx, at.y() + dy) for dx in across for dy in range(-5, 6)}

    assert len(beside()) == 1
    board.session.tick([clue], True, "Tick")
    assert len(beside()) > 1


def test_a_double_click_on_a_clue_edits_it_in_a_drawing_only(board: BoardView) -> None:
    asked: list[Line] = []
    board.clue_edit_requested.connect(asked.append)
    places = [clue_point(board, FIRST), clue_point(board, ABOVE)]
    QTest.mouseDClick(board.viewport(), LEFT, NONE, places[0])
    assert asked == []
    board.session.paint(dict(enumerate(Grid.from_text(CHICK_PICTURE).cells)), "x")
    board.session.draw()
    QApplication.processEvents()
    for clue in (FIRST, ABOVE):
        QTest.mouseDClick(board.viewport(), LEFT, NONE, clue_point(board, clue))
    assert asked == [ROW, COLUMN]
    QTest.mouseDClick(board.viewport(), LEFT, NONE, board.area.cell_rect(0, 0).center())
    assert len(asked) == 2


def test_the_pointer_tells_what_a_light_means(board: BoardView, qtbot: QtBot) -> None:
    assert tip_at(board, light_point(board, ROW)) == "Row 3 is still open: 0 of 5 cells are shaded."
    shade(board.session, 2, 1, 2, 3, 5, 6)
    assert tip_at(board, light_point(board, ROW)) == (
        "Row 3 is done: its shaded cells match its clue."
    )
    shade(board.session, 0, 0, 3)
    assert tip_at(board, light_point(board, Line(Axis.ROW, 0))) == (
        "Row 1 is impossible: no way to place 3 fits its cells."
    )
    assert tip_at(board, light_point(board, COLUMN)).startswith("Column 4 is ")
    tip_at(board, board.area.cell_rect(0, 0).center())
    qtbot.waitUntil(lambda: not QToolTip.isVisible())


def test_the_pointer_tells_what_a_click_on_a_number_does(board: BoardView) -> None:
    at = clue_point(board, SECOND)
    assert tip_at(board, at).endswith("shaded.\nA click ticks off the 2.")
    switch_line(board.session, ROW)
    assert tip_at(board, at).endswith("You have ticked off the 2. A click removes the tick.")
    board.session.generate_clues()
    shade(board.session, 2, 0, 1)
    assert tip_at(board, clue_point(board, FIRST)) == (
        "Row 3: its clue follows the drawing.\nA double-click edits it."
    )


def test_a_clue_in_colours_is_told_with_its_colours(board: BoardView) -> None:
    clues = ((Clue(1, 1), Clue(1, 2)),)
    puzzle = Puzzle(clues, ((Clue(1, 1),), (Clue(1, 2),)), COLORS)
    board.session.open_copy(Document(puzzle))
    line = Line(Axis.ROW, 0)
    board.session.paint({0: SHADED}, "Shade")
    assert tip_at(board, light_point(board, line)) == (
        "Row 1 is still open: 1 of 2 cells are shaded."
    )
    board.session.paint({0: 4}, "Shade")
    assert tip_at(board, light_point(board, line)) == (
        "Row 1 is impossible: no way to place 1 red, 1 blue fits its cells."
    )
