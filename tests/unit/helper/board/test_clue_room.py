"""The room for the clues of a drawing: it follows what is needed, but not with every stroke."""

from __future__ import annotations

from itertools import pairwise

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from helper.application.settings import Settings
from helper.application.theme import ThemeManager
from helper.board.board_view import BoardView
from helper.board.clue_layout import ClueRoom
from helper.play.session import Session
from puzzles import Clue, Clues


def lines(most: int) -> list[Clues]:
    return [(), (Clue(1),) * most]


@pytest.mark.parametrize("size", [1, 5, 8, 20, 40, 100])
@pytest.mark.parametrize("opened_with", [0, 1, 4, 9])
def test_there_is_always_room_and_never_more_than_a_line_can_need(
    size: int, opened_with: int
) -> None:
    room, limit = ClueRoom(), (size + 1) // 2
    for most in (opened_with, *range(limit), limit, *range(limit, -1, -2), limit // 2, 0):
        room.follow(lines(min(most, limit)), size)
        assert min(most, limit) <= room.numbers <= limit


@pytest.mark.parametrize("opened_with", [0, 3, 5, 12])
def test_an_erased_drawing_has_the_room_of_its_beginning(opened_with: int) -> None:
    room = ClueRoom()
    room.follow(lines(opened_with), 40)
    first = room.numbers
    for most in (15, 20, 11, opened_with):
        room.follow(lines(most), 40)
    room.follow(lines(0), 40)
    assert room.numbers == first


@pytest.mark.parametrize("base", range(1, 20))
@pytest.mark.parametrize("step", [1, 2])
def test_a_few_numbers_more_or_less_move_the_board_once_at_most(base: int, step: int) -> None:
    room = ClueRoom()
    room.follow(lines(4), 40)
    seen = []
    for most in (base, base + step) * 6:
        room.follow(lines(most), 40)
        seen.append(room.numbers)
    assert sum(one != other for one, other in pairwise(seen)) <= 1


@pytest.fixture
def sheet(session: Session, settings: Settings, themes: ThemeManager, qtbot: QtBot) -> BoardView:
    """A new sheet of 20 x 20 cells."""
    board = BoardView(session, settings, themes)
    qtbot.addWidget(board)
    board.resize(700, 500)
    board.show()
    session.new(20, 20)
    return board


def test_the_cells_are_as_large_as_before_when_the_drawing_is_small_again(
    session: Session, sheet: BoardView
) -> None:
    before, numbers = sheet.area.cell_size, sheet.area.clue_layout.columns_px
    session.paint({row * 20: 2 for row in range(0, 20, 2)}, "Shade")
    assert sheet.area.cell_size < before
    session.undo()
    assert (sheet.area.cell_size, sheet.area.clue_layout.columns_px) == (before, numbers)


def test_the_zoom_that_was_chosen_stays(session: Session, sheet: BoardView) -> None:
    sheet.zoom.by(2)
    chosen = sheet.area.cell_size
    session.paint({row * 20: 2 for row in range(0, 20, 2)}, "Shade")
    place = sheet.area.cell_rect(0, 0).center()
    QTest.mouseClick(sheet.viewport(), Qt.MouseButton.LeftButton, pos=place)
    session.go_to(0)
    assert sheet.area.cell_size == chosen
