"""Playing with lives: what costs one, and that none comes back."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMessageBox
from pytestqt.qtbot import QtBot

from helper.application.library import Library
from helper.board.overlays import WrongCell
from helper.play import play_controls
from helper.play.lives import LivesState, OneSolution
from puzzles import BLANK, SHADED, Clue, Grid, Puzzle
from puzzles.formats import Document
from puzzles.model import BLACK, WHITE, Color
from puzzles.turning import Turn
from tests.support.boards import CHICK, hard_board
from tests.support.game_window import LEFT, GameWindow
from tests.support.processes import run_python
from tests.support.session_actions import SOLUTION, shade_picture

CLEAR = SOLUTION.clear
TWO_SOLUTIONS = Puzzle.from_numbers([[1], [1]], [[1], [1]])


@pytest.fixture(autouse=True)
def brief_signs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play_controls, "WRONG_CELL_MS", 100)


@pytest.fixture
def begun(game: GameWindow, quick: None, qtbot: QtBot) -> GameWindow:
    """A window that plays the chick with three lives."""
    begin(game, qtbot)
    return game


def begin(game: GameWindow, qtbot: QtBot) -> None:
    game.controls.set_lives(True)
    qtbot.waitUntil(lambda: game.controls.lives.state is LivesState.ON)


def press(game: GameWindow, *keys: Qt.Key) -> None:
    for key in keys:
        QTest.keyClick(game.board, key, Qt.KeyboardModifier.ShiftModifier)
    QTest.keyRelease(game.board, Qt.Key.Key_Shift)


def row(game: GameWindow, index: int) -> str:
    return game.session.marks.to_text()[index]


def test_a_wrong_cell_costs_a_life_and_becomes_a_dot(begun: GameWindow) -> None:
    assert begun.lives == (3, 3)
    begun.click(0, 0)
    assert begun.lives == (2, 3)
    assert row(begun, 0) == ".??????"
    begun.click(0, 1)
    assert begun.lives == (2, 3)
    assert row(begun, 0) == ".#?????"


def test_the_first_wrong_cell_ends_the_stroke(begun: GameWindow) -> None:
    """The chick's second row is ##.#..."""
    begun.drag(1, 0, 1, 2, 3)
    assert row(begun, 1) == "##.????"
    assert begun.lives == (2, 3)


def test_a_fast_stroke_ends_at_the_wrong_cell_nearest_to_its_start(begun: GameWindow) -> None:
    begun.drag(1, 3, 0)
    assert row(begun, 1) == "??.#???"
    assert begun.lives == (2, 3)


def test_a_stroke_of_the_keyboard_ends_there_too(begun: GameWindow) -> None:
    press(begun, *[Qt.Key.Key_Right] * 3)
    assert row(begun, 0)[0] == "."
    assert begun.lives == (2, 3)
    assert begun.board.strokes.current is None


def test_dots_and_cleared_cells_cost_nothing(begun: GameWindow) -> None:
    for _ in range(3):
        begun.click(0, 1, Qt.MouseButton.RightButton)
    assert begun.lives == (3, 3)


def test_the_wrong_cell_is_shown_for_a_moment(begun: GameWindow, qtbot: QtBot) -> None:
    begun.click(0, 0)
    (sign,) = begun.board.viewport().findChildren(WrongCell)
    assert sign.geometry() == begun.board.area.cell_rect(0, 0)
    assert sign.isVisible()
    with qtbot.waitSignal(sign.destroyed):
        pass


def test_a_wrong_colour_costs_a_life_and_gets_no_dot(
    game: GameWindow, quick: None, qtbot: QtBot
) -> None:
    """A dot would say that no colour belongs there."""
    black, red = Clue(1, 1), Clue(1, 2)
    palette = (WHITE, BLACK, Color("a", "#d02020"))
    game.play(Puzzle(((black, red),), ((black,), (red,)), palette))
    begin(game, qtbot)
    game.click(0, 1)
    assert game.lives == (2, 3)
    assert game.session.marks.is_untouched
    game.session.paint({1: 1 << red.color}, "Shade")
    assert game.lives == (2, 3)


def test_lives_are_shown_in_shape_and_in_words(begun: GameWindow) -> None:
    view = begun.controls.lives_view
    full = view.grab().toImage()
    begun.click(0, 0)
    assert view.accessibleName() == "2 of 3 lives left"
    lost = view.grab().toImage()
    third = 2 * (16 + 4) + 8
    assert full.pixelColor(third, 8) != lost.pixelColor(third, 8), "it is an outline now"
    assert full.pixelColor(8, 8) == lost.pixelColor(8, 8)
    begun.controls.set_lives(False)
    assert view.accessibleName() == ""
    assert view.sizeHint().isEmpty()


def test_without_a_life_the_board_is_covered(begun: GameWindow, qtbot: QtBot) -> None:
    begun.click(0, 1)
    for column in (0, 4, 5):
        begun.click(0, column)
    controls = begun.controls
    assert begun.lives == (0, 3)
    assert not controls.no_lives.is_covering, "the wrong cell is seen first"
    assert begun.board.viewport().findChildren(WrongCell)[-1].isVisible()
    begun.click(6, 6)
    assert begun.session.marks[6, 6] == CLEAR, "the board is locked already"
    qtbot.waitUntil(lambda: controls.no_lives.is_covering)
    begun.now_s += 100
    assert begun.autosave.clock.seconds == 0, "the clock stands"
    assert QApplication.focusWidget() is controls.no_lives.again
    QTest.keyClick(controls.no_lives.again, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: controls.lives.state is LivesState.ON)
    assert not controls.no_lives.is_covering
    assert begun.lives == (3, 3)
    assert begun.session.marks.is_untouched
    assert begun.session.position == 0


def test_the_player_may_go_on_without_lives(begun: GameWindow, qtbot: QtBot) -> None:
    for column in (0, 4, 5):
        begun.click(0, column)
    qtbot.waitUntil(lambda: begun.controls.no_lives.is_covering)
    QTest.mouseClick(begun.controls.no_lives.go_on, LEFT)
    assert not begun.controls.no_lives.is_covering
    assert not begun.controls.is_with_lives
    begun.click(6, 6)
    assert begun.session.marks[6, 6] == SHADED
    assert begun.autosave.counts.value.mistakes == 3, "they stay in the statistics"


def test_a_solved_puzzle_keeps_its_lives_in_the_library(
    begun: GameWindow, library: Library
) -> None:
    begun.click(0, 0)
    begun.now_s += 50
    shade_picture(begun.session)
    (solve,) = library.solves()
    assert (solve.counts.lives, solve.counts.mistakes, solve.seconds) == (3, 1, 50)


# What the player could try


@st.composite
def actions(draw: st.DrawFn) -> list[tuple[str, dict[int, int]]]:
    kinds = ["paint"] * 4 + ["undo", "undo", "redo", "clear", "reopen", "turn"]
    cells = st.dictionaries(st.integers(0, 48), st.sampled_from([BLANK, SHADED, CLEAR]), max_size=4)
    return [(draw(st.sampled_from(kinds)), draw(cells)) for _ in range(draw(st.integers(1, 14)))]


@given(actions())
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=40)
def test_no_life_comes_back_and_no_wrong_cell_is_on_the_board(
    begun: GameWindow, qtbot: QtBot, done: list[tuple[str, dict[int, int]]]
) -> None:
    session, lives = begun.session, begun.controls.lives
    lives.stop()
    session.open_copy(Document(Puzzle.empty(3, 3)))
    session.open_copy(Document(CHICK))
    begin(begun, qtbot)
    left = 3
    for kind, cells in done:
        if kind == "paint":
            session.paint(cells, "Shade")
        elif kind in ("undo", "redo"):
            getattr(session, kind)()
        elif kind == "clear":
            session.clear_grid()
        elif kind == "turn":
            session.turn(Turn.ROTATE_LEFT)
        elif kind == "reopen":
            game = begun.autosave._journal
            assert game is not None
            session.open_copy(Document(Puzzle.empty(3, 3)))
            assert begun.autosave.continue_game(game.game)
        qtbot.waitUntil(lambda: lives.state is not LivesState.PREPARING)
        assert lives.total == 3
        assert lives.left <= left
        left = lives.left
        if lives.state is LivesState.ON:
            assert lives._solution is not None
            pairs = zip(session.marks.cells, lives._solution.cells, strict=True)
            assert all(mark != SHADED or truth == SHADED for mark, truth in pairs)


def test_moves_made_before_do_not_come_back_by_redo(
    game: GameWindow, quick: None, qtbot: QtBot
) -> None:
    game.click(0, 0)
    game.session.undo()
    begin(game, qtbot)
    assert not game.session.can_redo


def test_a_mistake_whose_move_is_undone_is_still_there_when_the_puzzle_is_opened_again(
    begun: GameWindow, open_game: Callable[[], GameWindow], qtbot: QtBot
) -> None:
    begun.click(0, 0)
    begun.session.undo()
    begun.end()
    again = open_game()
    qtbot.waitUntil(lambda: again.controls.lives.state is LivesState.ON)
    assert again.lives == (2, 3)
    assert again.session.marks.is_untouched


def test_edited_clues_end_the_game_with_lives(begun: GameWindow) -> None:
    begun.session.edit_clues(CHICK.rows[::-1], CHICK.columns)
    assert not begun.controls.is_with_lives
    begun.session.undo()
    assert not begun.controls.is_with_lives
    (sentence,) = begun.said
    assert sentence.endswith("so you go on without lives.")


def test_marks_are_cleared_only_with_the_players_consent(
    game: GameWindow, quick: None, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = [QMessageBox.StandardButton.Yes, QMessageBox.StandardButton.No]
    asked: list[str] = []

    def question(_: object, __: str, text: str, *rest: object) -> QMessageBox.StandardButton:
        asked.append(text)
        return answers.pop()

    monkeypatch.setattr(QMessageBox, "question", question)
    game.click(0, 1)
    game.controls.set_lives(True)
    assert not game.controls.is_with_lives
    assert game.session.marks[0, 1] == SHADED
    begin(game, qtbot)
    assert game.session.marks.is_untouched
    assert len(asked) == 2


DIE_WITH_A_MISTAKE = """
import os
from PySide6.QtCore import QCoreApplication
from helper.application.library import Library, data_folder
from helper.play.autosave import Autosave
from helper.commands.messages import Messages
from helper.play.lives import Lives
from helper.play.session import Session
from puzzles.formats import Document
from tests.support.boards import CHICK
from tests.support.session_actions import SOLUTION
app = QCoreApplication([])
session = Session()
autosave = Autosave(session, Library(data_folder() / "library.sqlite3"))
lives = Lives(Messages(), session, autosave.counts)
session.open_copy(Document(CHICK))
autosave.counts.set_lives(3)
lives._solution, lives._about = SOLUTION, (CHICK.rows, CHICK.columns)
autosave.counts.changed.connect(lambda: os.kill(os.getpid(), 9))
session.paint({0: 2}, "Shade")
"""


def test_a_kill_at_the_mistake_returns_no_life(library: Library) -> None:
    assert run_python(DIE_WITH_A_MISTAKE).returncode == -9
    (game,) = library.games()
    assert (game.progress.counts.lives, game.progress.counts.mistakes) == (3, 1)


# The solution


@pytest.fixture
def finder() -> Iterator[OneSolution]:
    made = OneSolution()
    yield made
    made.cancel()


def test_the_solution_is_found_in_a_process_of_its_own(qtbot: QtBot, finder: OneSolution) -> None:
    found: list[Grid] = []
    finder.found.connect(found.append)
    with qtbot.waitSignal(finder.found):
        finder.look_for(CHICK)
    shaded = [i for i, state in enumerate(found[0].cells) if state == SHADED]
    assert shaded == [i for i, state in enumerate(SOLUTION.cells) if state == SHADED]
    assert not finder.is_running


def test_a_puzzle_without_an_only_solution_is_not_played_with_lives(
    game: GameWindow, quick: None, qtbot: QtBot
) -> None:
    for puzzle, reason in (
        (TWO_SOLUTIONS, "it has several solutions"),
        (Puzzle.from_numbers([[2], [1]], [[1], [1]]), "it has no solution"),
    ):
        game.play(puzzle)
        game.controls.set_lives(True)
        qtbot.waitUntil(lambda: not game.controls.is_with_lives)
        assert game.said.pop() == f"This puzzle cannot be played with lives: {reason}."
        game.session.paint({0: SHADED}, "Shade")
        assert game.session.marks.cells[0] == SHADED


def test_while_the_solution_is_looked_for_nothing_is_painted_and_the_player_may_stop(
    game: GameWindow,
) -> None:
    assert os.environ["NONOGRAM_HOME"]
    game.play(hard_board())
    game.controls.set_lives(True)
    assert game.controls.lives.state is LivesState.PREPARING
    assert game.controls.lives_view.text == "The program is preparing the game with lives"
    game.click(0, 0)
    assert game.session.marks.is_untouched
    assert game.said == ["The program is still preparing the game with lives."]
    game.controls.set_lives(False)
    assert not game.controls.is_with_lives
    game.click(0, 0)
    assert not game.session.marks.is_untouched
