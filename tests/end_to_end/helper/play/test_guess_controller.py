"""Try a Guess in the window: keys, the message, contradictions, and what the board shows."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from helper.application.library import Library
from helper.application.settings import ThemeChoice
from helper.main_window.main_window import MainWindow
from helper.play.auto_dots import cells_of, dots_in
from helper.play.autosave import Autosave
from helper.play.lights import Light
from helper.play.session import Session
from helper.widgets.style import PRIMARY
from puzzles import BLANK, SHADED, Axis, Color, Line, Puzzle, clues
from puzzles.formats import Document, read
from puzzles.model import BLACK_AND_WHITE
from puzzles.packs import packs
from solver.propagate import propagate
from tests.support.boards import CHICK
from tests.support.session_actions import shade_picture

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def playing(window: MainWindow) -> MainWindow:
    window.session.open_copy(Document(CHICK))
    window.home.show_board()
    return window


@pytest.fixture
def heart(playing: MainWindow) -> MainWindow:
    """The first puzzle of First steps; its first row has the cells 2 and 4."""
    (pack,) = (pack for pack in packs() if pack.name == "first-steps")
    playing.session.open_copy(read(pack.puzzles[0].path))
    return playing


def press(window: MainWindow, keys: str) -> None:
    QTest.keySequence(window, keys)


def click(window: MainWindow, row: int, column: int, button: Qt.MouseButton = LEFT) -> None:
    place = window.board.area.cell_rect(row, column).center()
    QTest.mouseClick(window.board.viewport(), button, pos=place)


def said(window: MainWindow) -> str:
    return window.message_place.guess.text


def answer(window: MainWindow, name: str) -> None:
    QTest.mouseClick(window.message_place.guess.button(name), LEFT)


def accented(window: MainWindow) -> list[str]:
    """The buttons of the message that stand out."""
    banner = window.message_place.guess
    return [name for name in banner.button_names if banner.button(name).property(PRIMARY)]


def shown(window: MainWindow, row: int, column: int) -> QImage:
    return window.board.viewport().grab(window.board.area.cell_rect(row, column)).toImage()


def has_color(image: QImage, color: str) -> bool:
    wanted = QColor(color).rgb()
    pixels = ((x, y) for x in range(image.width()) for y in range(image.height()))
    return any(image.pixel(x, y) == wanted for x, y in pixels)


def test_a_guess_that_contradicts_an_automatic_dot_is_told(
    playing: MainWindow, qtbot: QtBot
) -> None:
    """Row 3 has clue 0, so its dots are on the board: the 3 of column 1 does not fit any more."""
    (pack,) = (pack for pack in packs() if pack.name == "one-technique-more")
    session = playing.session
    session.open_copy(read(pack.puzzles[10].path))
    assert session.automatic_dots
    press(playing, "Ctrl+T")
    session.paint({0: SHADED}, "Shade")
    assert session.light(Line(Axis.COLUMN, 0)) is Light.IMPOSSIBLE
    qtbot.waitUntil(lambda: "Column 1 cannot be completed: the guess" in said(playing))


@given(st.data())
def test_dots_of_a_line_are_those_that_are_kept(data: st.DataObject) -> None:
    session = Session()
    session.open_copy(Document(CHICK))
    cells = st.dictionaries(st.integers(0, 48), st.sampled_from([SHADED, BLANK, 3]))
    for _ in range(3):
        session.paint(data.draw(cells), "Paint")
        for line in CHICK.lines:
            kept = session.dots & set(cells_of(line, session.marks))
            assert dots_in(line, session.marks, CHICK) == kept


def test_a_guess_is_named_and_taken_back_as_one_step(playing: MainWindow) -> None:
    click(playing, 0, 1)
    press(playing, "Ctrl+T")
    assert said(playing) == "Guess 1: mark the cell that you guess."
    click(playing, 2, 4)
    assert said(playing) == "Guess 1: row 3, column 5 is shaded, 1 cell."
    click(playing, 3, 4)
    assert said(playing) == "Guess 1: row 3, column 5 is shaded, 2 cells."
    answer(playing, "Take Back")
    assert not said(playing)
    assert playing.session.marks.count_shaded() == 1
    press(playing, "Ctrl+Z")
    assert said(playing) == "Guess 1: row 3, column 5 is shaded, 2 cells."
    answer(playing, "Keep")
    assert not said(playing)
    assert playing.session.marks.count_shaded() == 3


def test_undo_leads_out_of_a_guess_and_redo_into_it(playing: MainWindow) -> None:
    press(playing, "Ctrl+T")
    click(playing, 2, 4)
    press(playing, "Ctrl+Z")
    press(playing, "Ctrl+Z")
    assert not said(playing)
    press(playing, "Ctrl+Shift+Z")
    press(playing, "Ctrl+Shift+Z")
    assert said(playing) == "Guess 1: row 3, column 5 is shaded, 1 cell."


@pytest.mark.parametrize(("name", "left"), [("Keep", 3), ("Take Back", 1)])
def test_a_button_asks_which_of_several_guesses(playing: MainWindow, name: str, left: int) -> None:
    for column in (0, 1, 2):
        press(playing, "Ctrl+T")
        click(playing, 3, column)
    answer(playing, name)
    menu = playing.guessing.menu
    assert menu is not None
    texts = [action.text().replace("&", "") for action in menu.actions()]
    assert texts == [f"{name} Guess 3", f"{name} Guesses 2 to 3", f"{name} All 3 Guesses"]
    menu.actions()[1].trigger()
    menu.close()
    assert len(playing.session.guesses) == 1
    assert playing.session.marks.count_shaded() == left


def test_the_keys_end_the_innermost_guess(playing: MainWindow) -> None:
    for column in (0, 1, 2):
        press(playing, "Ctrl+T")
        click(playing, 3, column)
    press(playing, "Ctrl+Backspace")
    assert playing.session.marks.count_shaded() == 2
    press(playing, "Ctrl+Shift+T")
    assert playing.session.marks.count_shaded() == 2
    assert playing.session.guess_levels == {21: 1, 22: 1}


def test_a_contradiction_is_announced_with_the_guess_that_is_wrong(
    playing: MainWindow, qtbot: QtBot
) -> None:
    session = playing.session
    press(playing, "Ctrl+T")
    click(playing, 0, 1)
    press(playing, "Ctrl+T")
    session.paint({7: BLANK, 8: BLANK, 9: BLANK}, "Dot")
    session.paint({10: BLANK}, "Dot")  # no room for 2 1 in row 2
    qtbot.waitUntil(lambda: "Row 2 cannot be completed" in said(playing), timeout=5000)
    assert said(playing).startswith("Row 2 cannot be completed: guess 2 is wrong.\n")
    answer(playing, "Take Back")
    assert len(session.guesses) == 1
    assert "wrong" not in said(playing)


def test_a_board_that_was_impossible_before_does_not_blame_the_guess(
    heart: MainWindow, qtbot: QtBot
) -> None:
    """The guess is right. Row 1 cannot be completed because of a mark that column 3 shows."""
    sentences: list[str] = []
    heart.guessing.said.connect(sentences.append)
    click(heart, 0, 2)
    click(heart, 4, 2)
    assert heart.session.light(Line(Axis.COLUMN, 2)) is Light.IMPOSSIBLE
    press(heart, "Ctrl+T")
    click(heart, 0, 1)
    assert heart.session.light(Line(Axis.ROW, 0)) is Light.IMPOSSIBLE
    sentence = "Column 3 cannot be completed. A mark made before guess 1 is wrong."
    qtbot.waitUntil(lambda: said(heart).startswith(f"{sentence}\n"))
    assert sentences[-1] == sentence
    assert accented(heart) == []
    answer(heart, "Take Back")
    assert not said(heart)
    assert heart.session.marks.count_shaded() == 2


def test_a_wrong_mark_without_a_red_light_before_does_not_blame_the_guess(
    heart: MainWindow, qtbot: QtBot
) -> None:
    """With a heart's wrong first cell each line can be completed, but not all together."""
    click(heart, 0, 0)
    lines = heart.session.puzzle.lines
    assert all(heart.session.light(line) is not Light.IMPOSSIBLE for line in lines)
    press(heart, "Ctrl+T")
    click(heart, 0, 1)
    qtbot.waitUntil(
        lambda: said(heart).startswith(
            "Row 1 cannot be completed. A mark made before guess 1 is wrong.\n"
        )
    )


def test_of_nested_guesses_the_innermost_that_began_on_a_possible_board_is_blamed(
    heart: MainWindow, qtbot: QtBot
) -> None:
    """The first guess is right, the second wrong, the third right."""
    for column in (3, 0, 1):
        press(heart, "Ctrl+T")
        click(heart, 0, column)
    qtbot.waitUntil(
        lambda: said(heart).startswith("Row 1 cannot be completed: guess 2 is wrong.\n")
    )
    assert accented(heart) == ["Mark the Opposite"]
    answer(heart, "Take Back")
    assert len(heart.session.guesses) == 1
    assert accented(heart) == ["Keep"]


def test_nested_guesses_after_a_wrong_mark_are_not_blamed(heart: MainWindow, qtbot: QtBot) -> None:
    click(heart, 0, 0)
    for column in (1, 3):
        press(heart, "Ctrl+T")
        click(heart, 0, column)
    sentence = "Row 1 cannot be completed. A mark made before guess 1 is wrong."
    qtbot.waitUntil(lambda: said(heart).startswith(f"{sentence}\n"))
    answer(heart, "Take Back")
    menu = heart.guessing.menu
    assert menu is not None
    assert len(menu.actions()) == 2, "it is asked which guess is meant"
    menu.close()


def test_clues_that_no_marks_satisfy_blame_no_mark(playing: MainWindow, qtbot: QtBot) -> None:
    no_way = Puzzle.from_numbers([[1], [], [1]], [[2], [], []])
    playing.session.open_copy(Document(no_way))
    press(playing, "Ctrl+T")
    click(playing, 0, 0)
    click(playing, 0, 1)
    qtbot.waitUntil(lambda: said(playing).startswith("Row 1 cannot be completed any more.\n"))
    assert "wrong" not in said(playing)


def test_a_guess_that_cannot_be_right_is_to_be_taken_back(heart: MainWindow, qtbot: QtBot) -> None:
    """The accent goes from Keep to the last button and returns; the buttons keep their order.

    Before a cell is marked, there is nothing to keep.
    """
    press(heart, "Ctrl+T")
    assert accented(heart) == []
    click(heart, 0, 0)
    assert accented(heart) == ["Keep"]
    click(heart, 0, 1)
    qtbot.waitUntil(lambda: "the guess is wrong" in said(heart))
    assert accented(heart) == ["Mark the Opposite"]
    QApplication.processEvents()
    keep, back = (heart.message_place.guess.button(name) for name in ("Keep", "Take Back"))
    assert (keep.y(), keep.x()) < (back.y(), back.x())
    press(heart, "Ctrl+Z")
    assert accented(heart) == ["Keep"]


def test_the_opposite_of_a_wrong_guess_is_marked_as_one_step(
    heart: MainWindow, qtbot: QtBot
) -> None:
    session = heart.session
    click(heart, 2, 2)
    before = session.marks.copy()
    press(heart, "Ctrl+T")
    click(heart, 0, 0)
    click(heart, 0, 1)
    qtbot.waitUntil(lambda: "the guess is wrong" in said(heart))
    during = session.marks.copy()
    answer(heart, "Mark the Opposite")
    assert not session.guesses
    assert session.marks[0, 0] == BLANK
    before[0, 0] = BLANK
    assert session.marks == before, "nothing else is left of the guess"
    assert session.undo_name == "Mark Opposite of Guess 1"
    press(heart, "Ctrl+Z")
    assert session.marks == during
    assert len(session.guesses) == 1


def test_the_opposite_in_a_guess_belongs_to_the_outer_one(heart: MainWindow, qtbot: QtBot) -> None:
    for column in (3, 0, 1):
        press(heart, "Ctrl+T")
        click(heart, 0, column)
    qtbot.waitUntil(lambda: "guess 2 is wrong" in said(heart))
    answer(heart, "Mark the Opposite")
    assert heart.session.guess_levels == {0: 1, 3: 1}


def test_a_mistake_after_a_guess_does_not_refute_it(heart: MainWindow, qtbot: QtBot) -> None:
    """The guess is right, so its opposite is not offered; undo leads back to it."""
    press(heart, "Ctrl+T")
    click(heart, 0, 1)
    click(heart, 0, 0)
    sentence = "Row 1 cannot be completed: a mark after the guess is wrong.\n"
    qtbot.waitUntil(lambda: said(heart).startswith(sentence))
    assert heart.message_place.guess.button_names == ["Keep", "Take Back", "Undo the Mistake"]
    assert accented(heart) == ["Undo the Mistake"]
    answer(heart, "Undo the Mistake")
    assert heart.session.guess_levels == {1: 1}


def test_a_right_guess_is_not_refuted_by_a_wrong_mark_that_no_line_shows(
    playing: MainWindow, qtbot: QtBot
) -> None:
    """Line by line, the guess and the wrong mark before it contradict each other."""
    (pack,) = (pack for pack in packs() if pack.name == "one-technique-more")
    (bottle,) = (puzzle for puzzle in pack.puzzles if puzzle.title == "Wine bottle")
    session = playing.session
    session.open_copy(read(bottle.path))
    session.paint({8: BLANK}, "Dot")
    assert propagate(session.puzzle, session.marks).is_consistent
    press(playing, "Ctrl+T")
    click(playing, 1, 7)
    assert not propagate(session.puzzle, session.marks).is_consistent
    session.paint(dict.fromkeys((*range(8), 9), BLANK), "Dot")
    sentence = "Row 1 cannot be completed. A mark made before guess 1 is wrong.\n"
    finder = playing.guessing._solution._finder
    qtbot.waitUntil(lambda: finder.is_running or said(playing).startswith(sentence))
    press(playing, "Ctrl+Backspace")
    assert not finder.is_running, "nobody waits for it any more"
    press(playing, "Ctrl+Z")
    qtbot.waitUntil(lambda: said(playing).startswith(sentence), timeout=20_000)
    assert playing.message_place.guess.button_names == ["Keep", "Take Back"]


def test_with_several_solutions_it_is_not_known_which_mark_is_wrong(
    playing: MainWindow, qtbot: QtBot
) -> None:
    several = Puzzle.from_numbers([[1], [1], []], [[1], [1], []])
    playing.session.open_copy(Document(several))
    press(playing, "Ctrl+T")
    click(playing, 0, 0)
    click(playing, 0, 1)
    qtbot.waitUntil(lambda: "the guess or a mark after it is wrong" in said(playing))
    assert playing.message_place.guess.button_names == ["Keep", "Take Back"]


def test_a_guess_with_several_opposites_offers_none(window: MainWindow, qtbot: QtBot) -> None:
    """In colours a wrong one may be blank or of another colour."""
    colors = (*BLACK_AND_WHITE, Color("a", "#ff0000"))
    puzzle = Puzzle((clues([1]), ()), (clues([1]), ()), colors)
    window.session.open_copy(Document(puzzle))
    window.home.show_board()
    press(window, "Ctrl+T")
    window.session.paint({0: 1 << 2}, "Shade")
    qtbot.waitUntil(lambda: "cannot be completed" in said(window))
    assert window.message_place.guess.button_names == ["Keep", "Take Back"]


def test_solving_inside_a_guess_ends_its_message(playing: MainWindow) -> None:
    press(playing, "Ctrl+T")
    shade_picture(playing.session)
    assert playing.session.is_solved
    assert not said(playing)
    assert not playing.commands["keep_guess"].isEnabled()


def test_start_again_tells_that_it_ended_the_guess(playing: MainWindow) -> None:
    sentences: list[str] = []
    playing.messages.info_given.connect(sentences.append)
    press(playing, "Ctrl+T")
    click(playing, 2, 4)
    press(playing, "Ctrl+Shift+Del")
    assert sentences == ["Start Again has ended the guess; Undo leads back."]
    press(playing, "Ctrl+Z")
    press(playing, "Ctrl+Z")
    press(playing, "Ctrl+Z")
    assert len(sentences) == 1


@pytest.mark.parametrize("theme", [ThemeChoice.LIGHT, ThemeChoice.DARK])
def test_a_guess_is_painted_in_its_colour_until_it_is_kept(
    playing: MainWindow, theme: ThemeChoice
) -> None:
    playing.settings.change(theme=theme)
    color = playing.themes.board.guess_color(1)
    press(playing, "Ctrl+T")
    for column in (4, 5):
        click(playing, 2, column)
    click(playing, 4, 0)
    click(playing, 4, 0)  # a dot
    assert all(has_color(shown(playing, *at), color) for at in ((2, 4), (2, 5)))
    assert shown(playing, 2, 4) != shown(playing, 2, 5), "the guess has a pin"
    press(playing, "Ctrl+Shift+T")
    assert not any(has_color(shown(playing, *at), color) for at in ((2, 4), (2, 5), (4, 0)))


def test_a_guess_survives_closing_the_program(tmp_path: Path) -> None:
    library = Library(tmp_path / "library.sqlite3")
    session = Session()
    autosave = Autosave(session, library)
    session.open_copy(Document(CHICK))
    session.begin_guess()
    session.paint({5: SHADED}, "Shade")
    session.begin_guess()
    autosave.close()
    again = Session()
    other = Autosave(again, library)
    assert other.resume(Document(CHICK))
    assert again.guesses == session.guesses
    assert again.guess_levels == {5: 1}
    other.close()
    library.close()
