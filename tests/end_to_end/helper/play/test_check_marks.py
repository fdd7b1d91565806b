"""Check Now, and the check after each move."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from helper.application.settings import CheckShows
from helper.hints.check_controller import AFTER_MOVE_MS
from helper.main_window.main_window import MainWindow
from helper.play.lives import LivesState
from puzzles import BLANK, SHADED, Puzzle
from puzzles.formats import Document
from tests.support.boards import CHICK
from tests.support.session_actions import SOLUTION

LEFT = Qt.MouseButton.LeftButton
WAIT_MS = 20_000
RIGHT_CELLS = [i for i, state in enumerate(SOLUTION.cells) if state == SHADED]
WRONG_CELL = SOLUTION.cells.index(BLANK)


@pytest.fixture
def playing(window: MainWindow) -> Iterator[MainWindow]:
    """The chick is played in the window."""
    window.session.open_copy(Document(CHICK))
    window.home.show_board()
    yield window
    window.settings.change(check_always=False, check_shows=CheckShows.CELLS)


def said(window: MainWindow) -> str:
    return window.message_place.check.text


def checks(window: MainWindow) -> int:
    counts = window.checking._counts
    assert counts is not None
    return counts.value.checks


def check(window: MainWindow, qtbot: QtBot) -> str:
    QTest.keySequence(window, "Ctrl+K")
    qtbot.waitUntil(lambda: not window.hint_process.is_busy and bool(said(window)), timeout=WAIT_MS)
    return said(window)


def click(window: MainWindow, cell: int) -> None:
    board = window.board
    place = board.area.cell_rect(*divmod(cell, window.session.marks.width)).center()
    QTest.mouseClick(board.viewport(), LEFT, pos=place)


def test_a_check_hatches_the_wrong_cells_and_leads_back(playing: MainWindow, qtbot: QtBot) -> None:
    for cell in (RIGHT_CELLS[0], WRONG_CELL, RIGHT_CELLS[1]):
        click(playing, cell)
    assert check(playing, qtbot) == "One cell is wrong. The first mistake was made 2 moves ago."
    assert playing.board.look.hatched == {WRONG_CELL}
    assert checks(playing) == 1
    QTest.mouseClick(playing.message_place.check.button("Undo the Mistake"), LEFT)
    assert playing.session.position == 1
    assert not said(playing)
    assert not playing.board.look.hatched
    assert check(playing, qtbot) == "Your marks are right so far."
    assert checks(playing) == 2


@pytest.mark.parametrize("shows", CheckShows)
def test_a_check_tells_why_a_mark_is_wrong_when_it_is_asked(
    playing: MainWindow, qtbot: QtBot, shows: CheckShows
) -> None:
    playing.settings.change(check_shows=shows)
    for cell in (RIGHT_CELLS[0], WRONG_CELL):
        click(playing, cell)
    check(playing, qtbot)
    QTest.mouseClick(playing.message_place.check.button("Why?"), LEFT)
    hint = playing.message_place.hint
    qtbot.waitUntil(lambda: "Contradiction" in hint.text, timeout=WAIT_MS)
    assert not said(playing), "one message at a time"
    assert "must be blank" in hint.text
    assert playing.board.look.hatched == {WRONG_CELL}


@pytest.mark.parametrize("height", [350, 520])
def test_a_wrong_cell_is_in_view_when_a_check_tells_of_it(
    playing: MainWindow, qtbot: QtBot, height: int
) -> None:
    """Also when its message takes room from the board; the board then stays where it is."""
    playing.resize(512, height)
    tall = Puzzle.from_numbers([[1]] * 40 + [[]], [[40], [], [], []])
    playing.session.open_copy(Document(tall))
    wrong = 4 * 33 + 2
    playing.session.paint({wrong: SHADED}, "Shade")
    playing.board.area.scroll_home()
    check(playing, qtbot)
    QApplication.processEvents()
    first, last = playing.board.area.geometry.down.window
    cell = playing.board.area.cell_rect(33, 2)
    assert first <= cell.center().y() <= last
    playing.checking.end()
    playing.board.area.scroll_home()
    playing.resize(512, height + 10)
    QApplication.processEvents()
    assert playing.board.area.is_at_home


def test_a_wrong_dot_is_found(playing: MainWindow, qtbot: QtBot) -> None:
    playing.session.paint({RIGHT_CELLS[0]: BLANK}, "Dot")
    assert check(playing, qtbot).startswith("One cell is wrong.")


def test_a_check_may_tell_lines_only(playing: MainWindow, qtbot: QtBot) -> None:
    playing.settings.change(check_shows=CheckShows.LINES)
    playing.session.paint({WRONG_CELL: SHADED}, "Shade")
    row = WRONG_CELL // SOLUTION.width
    assert f"ow {row + 1}" in check(playing, qtbot)
    assert not playing.board.look.hatched


def test_with_several_solutions_no_mark_is_wrong_until_none_fits(
    playing: MainWindow, qtbot: QtBot
) -> None:
    playing.session.open_copy(Document(Puzzle.from_numbers([[1], [1]], [[1], [1]])))
    playing.session.paint({0: SHADED}, "Shade")
    assert check(playing, qtbot) == "Your marks are right so far."
    playing.session.paint({3: BLANK}, "Dot")
    assert check(playing, qtbot).endswith("No solution agrees with your marks.")
    assert not playing.board.look.hatched


def test_a_puzzle_without_a_solution_is_told(playing: MainWindow, qtbot: QtBot) -> None:
    no_way = Puzzle.from_numbers([[1], [], [1]], [[2], [], []])
    playing.session.open_copy(Document(no_way))
    assert check(playing, qtbot).startswith("The puzzle has no solution")


def test_the_newer_of_hint_and_check_is_answered(playing: MainWindow, qtbot: QtBot) -> None:
    hint = playing.message_place.hint
    QTest.keySequence(playing, "Ctrl+K")
    QTest.keySequence(playing, "Ctrl+H")
    qtbot.waitUntil(lambda: bool(hint.text), timeout=WAIT_MS)
    qtbot.waitUntil(lambda: not playing.hint_process.is_busy, timeout=WAIT_MS)
    assert not said(playing)
    assert checks(playing) == 0
    check(playing, qtbot)
    assert not hint.text


def test_always_checking_shows_a_wrong_mark_soon_after_the_move(
    playing: MainWindow, qtbot: QtBot
) -> None:
    playing.settings.change(check_always=True)
    click(playing, WRONG_CELL)
    qtbot.waitUntil(lambda: playing.board.look.hatched == {WRONG_CELL}, timeout=WAIT_MS)
    assert said(playing).startswith("One cell is wrong.")
    click(playing, RIGHT_CELLS[0])
    click(playing, WRONG_CELL)  # it becomes a dot, which is right
    assert not playing.board.look.hatched
    qtbot.waitUntil(lambda: not said(playing), timeout=WAIT_MS)
    assert checks(playing) == 1


def test_a_right_mark_says_nothing_when_always_checking(playing: MainWindow, qtbot: QtBot) -> None:
    playing.settings.change(check_always=True)
    click(playing, RIGHT_CELLS[0])
    qtbot.waitUntil(lambda: playing.hint_process.is_busy, timeout=WAIT_MS)
    qtbot.waitUntil(lambda: not playing.hint_process.is_busy, timeout=WAIT_MS)
    assert not said(playing)
    assert checks(playing) == 0


def test_a_guess_is_not_checked_until_it_is_kept(playing: MainWindow, qtbot: QtBot) -> None:
    playing.settings.change(check_always=True)
    QTest.keySequence(playing, "Ctrl+T")
    click(playing, WRONG_CELL)
    assert not playing.checking.is_always
    qtbot.wait(AFTER_MOVE_MS + 50)
    assert not playing.hint_process.is_busy
    QTest.keySequence(playing, "Ctrl+Shift+T")
    qtbot.waitUntil(lambda: playing.board.look.hatched == {WRONG_CELL}, timeout=WAIT_MS)


def test_a_closed_window_starts_no_check(playing: MainWindow) -> None:
    playing.hint_process.close()
    playing.checking.press()
    assert not playing.hint_process.is_busy
    playing.checking.end()


def test_lives_switch_the_check_after_each_move_off(playing: MainWindow) -> None:
    playing.settings.change(check_always=True)
    assert playing.checking.is_always
    counts = playing.autosave.counts
    sentences: list[str] = []
    playing.messages.info_given.connect(sentences.append)
    counts.set_lives(3)
    assert playing.controls.lives.state is not LivesState.OFF
    assert not playing.checking.is_always
    assert len(sentences) == 1
    assert "lives" in sentences[0]


def test_a_solved_puzzle_and_a_drawing_are_not_checked(playing: MainWindow) -> None:
    assert playing.commands["check_now"].isEnabled()
    playing.session.show_solution(SOLUTION, is_only=True)
    assert not playing.commands["check_now"].isEnabled()
    playing.session.new(5, 5)
    assert not playing.commands["check_now"].isEnabled()
