"""Play and Draw: what each offers, and how one leads to the other."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMessageBox
from pytestqt.qtbot import QtBot

from helper.application.library import Library
from helper.draw.tools import ToolKind
from helper.main_window.main_window import MainWindow
from helper.play.lives import LIVES, LivesState
from helper.play.session_state import Mode
from puzzles import SHADED, Axis, Clue, Grid, Line
from puzzles.formats import Document
from tests.support.board_mouse import drag
from tests.support.boards import CHICK, CHICK_PICTURE
from tests.support.keeping import keep_moves

LEFT, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton
SOLUTION = {i: SHADED for i, cell in enumerate("".join(CHICK_PICTURE)) if cell == "#"}


def press(window: MainWindow, keys: str) -> None:
    window.activateWindow()
    QApplication.processEvents()
    QTest.keySequence(window, keys)


def click(window: MainWindow, row: int, column: int, button: Qt.MouseButton = LEFT) -> None:
    place = window.board.area.cell_rect(row, column).center()
    QTest.mouseClick(window.board.viewport(), button, pos=place)


@pytest.fixture
def chick_window(window: MainWindow) -> MainWindow:
    window.session.open_copy(Document(CHICK))
    return window


def test_what_changes_clues_exists_in_draw_only(chick_window: MainWindow) -> None:
    actions, session = chick_window.commands, chick_window.session
    author = (
        actions["edit_clues"], actions["generate_clues"], actions["repair"],
        actions["change_size"], actions["invert"],
    )  # fmt: skip
    assert actions["play"].isChecked()
    assert not any(action.isEnabled() for action in author)
    session.paint({0: SHADED}, "Shade")
    press(chick_window, "Ctrl+G")
    assert session.puzzle == CHICK
    press(chick_window, "Ctrl+2")
    assert session.mode is Mode.DRAW
    assert actions["draw"].isChecked()
    assert not actions["play"].isChecked()
    assert all(action.isEnabled() for action in author)


def test_the_checked_mode_stays_checked_when_it_is_clicked(chick_window: MainWindow) -> None:
    for _ in range(2):
        chick_window.commands["play"].trigger()
        assert chick_window.commands["play"].isChecked()
        assert not chick_window.commands["draw"].isChecked()


def test_there_is_nothing_to_play_before_something_is_drawn(window: MainWindow) -> None:
    window.session.new(5, 5)
    assert window.session.mode is Mode.DRAW
    assert not window.commands["play"].isEnabled()
    click(window, 1, 1)
    assert window.commands["play"].isEnabled()
    press(window, "Ctrl+1")
    assert window.session.marks.is_untouched
    press(window, "Ctrl+Z")
    assert window.session.mode is Mode.DRAW
    assert window.session.marks[1, 1] == SHADED


def test_a_click_in_a_drawing_shades_a_cell_or_clears_it(window: MainWindow) -> None:
    window.session.new(5, 5)
    clear = window.session.marks.clear
    for expected in (SHADED, clear, SHADED):
        click(window, 2, 2)
        assert window.session.marks[2, 2] == expected
    click(window, 2, 2, RIGHT)
    assert window.session.marks[2, 2] == clear
    click(window, 3, 3, RIGHT)
    assert window.session.marks[3, 3] == clear, "the right button erases"


def test_lights_are_shown_in_play_only(chick_window: MainWindow) -> None:
    line = Line(Axis.ROW, 0)
    assert chick_window.board.scene().light(line) is not None
    chick_window.modes.draw()
    assert chick_window.board.scene().light(line) is None
    chick_window.modes.play()
    assert chick_window.board.scene().light(line) is not None


def test_a_puzzle_that_is_not_solved_keeps_cells_and_clues_in_draw(
    chick_window: MainWindow,
) -> None:
    session, banner = chick_window.session, chick_window.message_place.bottom
    session.paint({0: SHADED}, "Shade")
    marks = session.marks
    chick_window.modes.draw()
    assert banner.button("Draw My Cells")
    drag(chick_window.board, (0, 1), (0, 4))
    assert session.marks is marks
    assert session.puzzle == CHICK
    banner.button("Back to Play").click()
    assert session.mode is Mode.PLAY
    assert banner.text == ""


def test_the_drawing_of_my_cells_has_their_clues(chick_window: MainWindow) -> None:
    session = chick_window.session
    session.paint({0: SHADED}, "Shade")
    chick_window.modes.draw()
    chick_window.message_place.bottom.button("Draw My Cells").click()
    assert session.state.drawing
    assert session.cells_wanted == 1
    assert chick_window.message_place.bottom.text == ""
    session.undo()
    assert session.puzzle == CHICK


def test_the_drawing_of_the_solution_has_the_same_clues(
    chick_window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = chick_window.session
    monkeypatch.setattr(QMessageBox, "question", lambda *_: QMessageBox.StandardButton.Yes)
    chick_window.modes.draw()
    chick_window.message_place.bottom.button("Draw the Solution").click()
    qtbot.waitUntil(lambda: session.state.drawing, timeout=20_000)
    assert (session.puzzle.rows, session.puzzle.columns) == (CHICK.rows, CHICK.columns)
    picture = [text.replace(".", "?") for text in CHICK_PICTURE]
    assert session.marks.to_text() == picture, "a drawing has no dots"
    session.undo()
    assert session.mode is Mode.DRAW
    assert chick_window.message_place.bottom.button("Back to Play")


def test_a_solved_puzzle_becomes_a_drawing_and_undo_leads_back(chick_window: MainWindow) -> None:
    session = chick_window.session
    session.paint(SOLUTION, "Shade")
    assert session.is_solved
    press(chick_window, "Ctrl+2")
    assert session.state.drawing
    click(chick_window, 0, 0)
    assert session.puzzle.rows[0] != CHICK.rows[0]
    session.undo()
    session.undo()
    assert session.is_solved
    press(chick_window, "Ctrl+2")
    press(chick_window, "Ctrl+1")
    assert session.is_solved, "nothing was drawn"


@pytest.mark.parametrize("is_marked", [False, True], ids=["at once", "after a mark"])
def test_draw_shows_the_drawing_again_that_play_has_hidden(
    window: MainWindow, is_marked: bool
) -> None:
    session = window.session
    session.new(3, 4)
    session.paint({0: SHADED, 5: SHADED, 6: SHADED}, "Shade")
    drawing = session.marks.copy()
    press(window, "Ctrl+1")
    assert session.marks.is_untouched
    if is_marked:
        session.paint({1: SHADED}, "Shade")
    played = session.marks.copy()
    said: list[str] = []
    window.messages.info_given.connect(said.append)
    press(window, "Ctrl+2")
    assert session.state.drawing
    assert session.marks == drawing
    assert not window.message_place.bottom.text
    assert said == ["Draw: your drawing is shown again; its clues follow it."]
    press(window, "Ctrl+1")
    assert session.marks == played


def test_draw_has_tool_zoom_place_and_ink_again_after_play(window: MainWindow) -> None:
    session, board, toolbox = window.session, window.board, window.drawing.toolbox

    def seen() -> tuple[object, ...]:
        place, options = board.area.scroll_place, replace(toolbox.options)
        shown = toolbox.kind, options, window.tool_strip.isVisible(), session.marks.copy()
        return *shown, session.ink, board.area.cell_size, place, board.keyboard.cell

    session.new(60, 60)
    window.palette_editing.add()
    session.paint({61 * k: SHADED for k in range(50)}, "Shade")
    session.ink = 2
    toolbox.choose(ToolKind.ELLIPSE)
    toolbox.set_filled(True)
    for _ in range(4):
        press(window, "Ctrl++")
    QTest.mouseClick(board.viewport(), LEFT, pos=board.viewport().rect().center())
    session.undo()
    board.area.scroll_to(300, 400)
    before, history = seen(), session.history
    press(window, "Ctrl+1")
    assert not window.tool_strip.isVisible()
    press(window, "Ctrl+2")
    assert seen() == before
    session.redo()
    row, column = board.keyboard.cell
    session.paint({60 * row + column: SHADED}, "Shade")
    press(window, "Ctrl+2")
    assert seen() == before
    while session.position > 2:
        session.undo()
    assert session.history[:2] == history[:2]
    assert session.marks.count_shaded() == 50


def test_other_clues_are_not_those_of_the_hidden_drawing(window: MainWindow) -> None:
    session = window.session
    session.new(3, 4)
    session.paint({0: SHADED, 5: SHADED, 6: SHADED}, "Shade")
    session.play()
    session.edit_clues([(Clue(3),), (), ()], session.puzzle.columns)
    press(window, "Ctrl+1")
    press(window, "Ctrl+2")
    assert not session.state.drawing


@pytest.mark.parametrize("answer", [QMessageBox.StandardButton.No, QMessageBox.StandardButton.Yes])
def test_solve_asks_first_and_gives_the_marks_back(
    chick_window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch,
    answer: QMessageBox.StandardButton,
) -> None:  # fmt: skip
    asked: list[str] = []

    def question(_: object, __: str, text: str, *rest: object) -> QMessageBox.StandardButton:
        asked.append(text)
        return answer

    monkeypatch.setattr(QMessageBox, "question", question)
    session = chick_window.session
    session.paint({0: SHADED}, "Shade")
    marks = session.marks.copy()
    press(chick_window, "F5")
    assert asked == ["Show the whole solution? Your marks are kept."]
    qtbot.waitUntil(lambda: not chick_window.solving.is_running, timeout=20_000)
    assert session.is_solved is (answer == QMessageBox.StandardButton.Yes)
    if session.is_solved:
        chick_window.message_place.bottom.button("Back to My Marks").click()
    assert session.marks == marks


def test_start_again_clears_the_marks_and_undo_brings_them_back(chick_window: MainWindow) -> None:
    session, action = chick_window.session, chick_window.commands["clear"]
    session.paint({0: SHADED}, "Shade")
    assert action.text() == "Start &Again"
    press(chick_window, "Ctrl+Shift+Del")
    assert session.marks.is_untouched
    session.undo()
    assert session.marks[0, 0] == SHADED
    session.paint(SOLUTION | {0: session.marks.clear}, "Shade")
    assert session.is_solved
    action.trigger()
    assert session.marks.is_untouched
    assert session.position == 0, "a solved puzzle is begun as a new game"


def test_clear_drawing_leaves_a_drawing(window: MainWindow) -> None:
    window.session.new(4, 4)
    drag(window.board, (0, 0), (0, 3))
    assert window.commands["clear"].text() == "&Clear Drawing"
    window.commands["clear"].trigger()
    assert window.session.state.drawing
    assert window.session.marks.is_untouched


def test_a_watched_or_solved_board_offers_no_modes_by_accident(chick_window: MainWindow) -> None:
    chick_window.board.overlays.show_thought(Grid.for_puzzle(CHICK))
    click(chick_window, 0, 0)
    assert chick_window.message_place.bottom.text == ""
    assert chick_window.session.mode is Mode.PLAY
    chick_window.board.overlays.show_thought(None)


def test_after_the_last_life_nothing_is_undone(
    window: MainWindow, tmp_path: Path, qtbot: QtBot
) -> None:
    keep_moves(window, Library(tmp_path / "library.sqlite3"))
    window.session.open_copy(Document(CHICK))
    lives = window.controls.lives
    lives.start()
    qtbot.waitUntil(lambda: lives.state is LivesState.ON)
    wrong = [i for i in range(49) if i not in SOLUTION][:LIVES]
    for cell in wrong[:-1]:
        click(window, *divmod(cell, 7))
    assert window.commands["undo"].isEnabled()
    assert window.commands["undo"].text() == "&Undo Wrong Cell"
    click(window, *divmod(wrong[-1], 7))
    assert lives.state is LivesState.OVER
    assert not window.commands["undo"].isEnabled()
    before = window.session.marks
    press(window, "Ctrl+Z")
    assert window.session.marks == before
    lives.stop()
    assert window.commands["undo"].isEnabled()
