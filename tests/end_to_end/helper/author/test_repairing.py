"""Puzzle > Repair on the board: ways are shown, chosen, accepted cell by cell or all, undone."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMessageBox, QPushButton
from pytestqt.qtbot import QtBot

from helper.application.theme import LIGHT
from helper.author import repairing
from helper.board.board_view import BoardView
from helper.main_window.main_window import MainWindow
from puzzles import SHADED, Grid, Puzzle, puzzle_of
from puzzles.formats import Document
from solver.api import is_unique
from solver.author.intention import completed
from solver.logic.rate import rate
from tests.support.boards import CHICK, CHICK_PICTURE
from tests.support.review_desk import QuickJob

LEFT = Qt.MouseButton.LeftButton
DRAWING = Grid.from_text(["??????", "?##???", "?##???", "???#??", "????#?", "??????"])
"""The two single cells may be placed in two ways."""


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Repairs are found in this process."""
    monkeypatch.setattr(repairing, "Job", QuickJob)


@pytest.fixture
def drawing(window: MainWindow) -> MainWindow:
    """The window with a drawing that has several solutions."""
    window.session.open_unsaved(Document(Puzzle.empty(6, 6), DRAWING), drawing=True)
    return window


@pytest.fixture
def answers(monkeypatch: pytest.MonkeyPatch) -> Callable[[QMessageBox.StandardButton], list[str]]:
    """Answer all questions; what they were."""

    def answer(button: QMessageBox.StandardButton) -> list[str]:
        asked: list[str] = []

        def question(_: object, __: str, text: str, *rest: object) -> QMessageBox.StandardButton:
            asked.append(text)
            return button

        monkeypatch.setattr(QMessageBox, "question", question)
        return asked

    return answer


def begin(window: MainWindow, qtbot: QtBot) -> None:
    """Choose Puzzle > Repair and wait until the search is over."""
    window.commands["repair"].trigger()
    ways = window.repairing.controller
    qtbot.waitUntil(lambda: ways.selection is not None and not ways.selection.is_searching)


def click(window: MainWindow, qtbot: QtBot, name: str) -> None:
    button: QPushButton = getattr(window.repair_bar, name)
    assert button.isVisible()
    assert button.isEnabled()
    QTest.mouseClick(button, LEFT)


def is_sound(window: MainWindow) -> bool:
    marks = completed(window.session.marks)
    return is_unique(puzzle_of(marks, window.session.puzzle)) is True


def test_ways_are_shown_and_nothing_is_changed(drawing: MainWindow, qtbot: QtBot) -> None:
    assert not is_sound(drawing)
    begin(drawing, qtbot)
    assert drawing.repair_bar.isVisible()
    assert "Change" in drawing.repair_bar.title.text()
    assert drawing.board.overlays.proposed
    assert drawing.session.marks == DRAWING
    ways, bar = drawing.repairing.controller.selection, drawing.repair_bar
    assert ways is not None
    for _ in ways.found:  # the buttons say how many cells they change
        count = len(ways.changes)
        assert bar.one.isVisible() == (count > 1)
        assert bar.all.text() == ("Change It" if count == 1 else f"Change All {count}")
        click(drawing, qtbot, "next")
    first = dict(drawing.board.overlays.proposed)
    click(drawing, qtbot, "next")
    assert drawing.board.overlays.proposed != first
    click(drawing, qtbot, "previous")
    assert drawing.board.overlays.proposed == first


@pytest.mark.parametrize("by_keys", [False, True], ids=["mouse", "keyboard"])
def test_the_badge_of_several_solutions_begins_a_repair(
    drawing: MainWindow, qtbot: QtBot, by_keys: bool
) -> None:
    badge, ways = drawing.authoring.badge, drawing.repairing.controller
    qtbot.waitUntil(lambda: badge.text.startswith("Several"), timeout=10_000)
    if by_keys:
        assert badge.focusPolicy() & Qt.FocusPolicy.TabFocus
        QTest.keyClick(badge, Qt.Key.Key_Return)
    else:
        QTest.mouseClick(badge, LEFT)
    qtbot.waitUntil(lambda: ways.selection is not None and not ways.selection.is_searching)
    click(drawing, qtbot, "all")
    qtbot.waitUntil(lambda: badge.text.startswith("One"), timeout=10_000)
    assert not badge.is_button, "nobody repairs a puzzle with one solution"
    assert badge.focusPolicy() is Qt.FocusPolicy.NoFocus


def test_the_panel_says_what_can_be_done_about_several_solutions(
    drawing: MainWindow, qtbot: QtBot
) -> None:
    drawing.resize(1000, 700)
    advice, ways = drawing.authoring.advice, drawing.repairing.controller
    qtbot.waitUntil(advice.isVisible, timeout=10_000)
    assert drawing.panel.isAncestorOf(advice)
    assert "find a small change" in advice.label.text()
    QTest.mouseClick(advice.repair, LEFT)
    qtbot.waitUntil(lambda: ways.selection is not None and not ways.selection.is_searching)
    click(drawing, qtbot, "all")
    qtbot.waitUntil(lambda: not advice.isVisible(), timeout=10_000)
    drawing.session.undo()
    qtbot.waitUntil(advice.isVisible, timeout=10_000)
    drawing.session.open_copy(Document(CHICK))
    assert not advice.isVisible(), "who solves it changes nothing"


def test_a_repair_says_before_what_the_difficulty_will_be(
    drawing: MainWindow, qtbot: QtBot
) -> None:
    begin(drawing, qtbot)
    bar, ways = drawing.repair_bar, drawing.repairing.controller
    for _ in range(2):
        shown = ways.selection and ways.selection.shown
        assert shown
        after = puzzle_of(shown.onto(completed(drawing.session.marks)), drawing.session.puzzle)
        text = rate(after).text
        assert bar.sentence.text() == f"Several solutions → {text.capitalize()}."
        click(drawing, qtbot, "next")


def test_all_is_one_step_of_undo(drawing: MainWindow, qtbot: QtBot) -> None:
    begin(drawing, qtbot)
    moves = len(drawing.session.history)
    click(drawing, qtbot, "all")
    assert is_sound(drawing)
    assert len(drawing.session.history) == moves + 1
    assert "Repair" in drawing.session.undo_name
    assert not drawing.board.overlays.proposed
    click(drawing, qtbot, "undo")
    assert drawing.session.marks == DRAWING
    assert drawing.board.overlays.proposed
    assert not drawing.repair_bar.undo.isEnabled()


def test_cell_by_cell_ends_in_the_same(window: MainWindow, qtbot: QtBot) -> None:
    wide = Grid.from_text(["##??????", "##??????", "??#?????", "???#????"] + ["????????"] * 4)
    wide[5, 5] = wide[6, 6] = SHADED
    window.session.open_unsaved(Document(Puzzle.empty(8, 8), wide), drawing=True)
    begin(window, qtbot)
    wanted = dict(window.board.overlays.proposed)
    assert len(wanted) > 1
    for left in range(len(wanted) - 1, -1, -1):
        assert not is_sound(window)
        click(window, qtbot, "one")
        assert len(window.board.overlays.proposed) == left
    assert is_sound(window)
    made = {i for i, s in enumerate(window.session.marks.cells) if s != wide.cells[i]}
    assert made == set(wanted)


def test_a_proposed_cell_can_be_drawn_by_hand(
    drawing: MainWindow, qtbot: QtBot, at: Callable[[BoardView, int, int], QPoint]
) -> None:
    begin(drawing, qtbot)
    overlays = drawing.board.overlays
    while overlays.proposed and set(overlays.proposed.values()) != {SHADED}:
        click(drawing, qtbot, "next")
    cells = list(overlays.proposed)
    place = at(drawing.board, *divmod(cells[0], 6))
    QTest.mouseClick(drawing.board.viewport(), LEFT, pos=place)
    assert drawing.session.marks.cells[cells[0]] == SHADED
    assert drawing.repairing.controller.is_on
    assert cells[0] not in drawing.board.overlays.proposed


def test_another_stroke_puts_it_away(
    drawing: MainWindow, qtbot: QtBot, at: Callable[[BoardView, int, int], QPoint]
) -> None:
    begin(drawing, qtbot)
    far = next(i for i in (0, 5, 30, 35) if i not in drawing.board.overlays.proposed)
    QTest.mouseClick(drawing.board.viewport(), LEFT, pos=at(drawing.board, *divmod(far, 6)))
    assert not drawing.repairing.controller.is_on
    assert not drawing.repair_bar.isVisible()
    assert not drawing.board.overlays.proposed


def test_before_shows_the_drawing_as_it_is(drawing: MainWindow, qtbot: QtBot) -> None:
    board = drawing.board
    click_on = partial(click, drawing, qtbot)
    begin(drawing, qtbot)
    cell = board.area.cell_rect(*divmod(next(iter(board.overlays.proposed)), 6))

    def accents() -> int:
        image = board.viewport().grab(cell).toImage()
        places = [(x, y) for x in range(image.width()) for y in range(image.height())]
        return sum(image.pixelColor(x, y).name() == LIGHT.mark for x, y in places)

    assert accents() > 20
    click_on("before")
    assert accents() == 0
    click_on("before")
    assert accents() > 20
    click_on("close_button")
    assert accents() == 0
    assert drawing.session.marks == DRAWING


def test_a_sound_drawing_needs_nothing(window: MainWindow, qtbot: QtBot) -> None:
    picture = Grid.from_text([row.replace(".", "?") for row in CHICK_PICTURE])
    window.session.open_unsaved(Document(Puzzle.empty(7, 7), picture), drawing=True)
    begin(window, qtbot)
    assert "one solution" in window.repair_bar.sentence.text()
    assert not window.board.overlays.proposed


def test_an_empty_board_has_nothing_to_repair(window: MainWindow) -> None:
    window.session.new(5, 5)
    window.commands["repair"].trigger()
    assert not window.repairing.controller.is_on
    assert "shade" in window.statusBar().currentMessage()


def test_a_puzzle_to_be_solved_becomes_a_drawing_only_if_wanted(
    window: MainWindow,
    qtbot: QtBot,
    answers: Callable[[QMessageBox.StandardButton], list[str]],
) -> None:
    puzzle = Puzzle.from_numbers([[1], [1]], [[1], [1]], title="Square")
    window.session.open_copy(Document(puzzle))
    asked = answers(QMessageBox.StandardButton.No)
    window.modes.draw()
    window.commands["repair"].trigger()
    qtbot.waitUntil(lambda: len(asked) == 1)
    assert window.session.puzzle == puzzle
    assert not window.repairing.controller.is_on
    answers(QMessageBox.StandardButton.Yes)
    begin(window, qtbot)
    assert window.session.state.drawing
    assert window.session.puzzle.rows == puzzle.rows
    click(window, qtbot, "all")
    assert is_sound(window)
    assert window.session.puzzle.title == "Square"
    window.session.undo()
    window.session.undo()
    assert window.session.puzzle == puzzle
    assert window.session.marks.is_untouched


def test_a_sound_puzzle_to_be_solved_is_left_alone(
    window: MainWindow, qtbot: QtBot, answers: Callable[[QMessageBox.StandardButton], list[str]]
) -> None:
    asked = answers(QMessageBox.StandardButton.Yes)
    window.session.open_copy(Document(CHICK))
    window.modes.draw()
    window.commands["repair"].trigger()
    qtbot.waitUntil(lambda: "exactly one solution" in window.statusBar().currentMessage())
    assert not asked
    assert window.session.marks.is_untouched
    assert window.session.puzzle == CHICK


@pytest.mark.parametrize(
    ("puzzle", "said_of_it"),
    [
        (Puzzle.from_numbers([[1, 1], [1]], [[], [2], [1]]), "no solution"),
        (Puzzle.from_numbers([[1]], [[]]), "the rows ask for 1"),
    ],
)
def test_where_there_is_no_picture_that_is_said(
    window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, puzzle: Puzzle,
    said_of_it: str, answers: Callable[[QMessageBox.StandardButton], list[str]],
) -> None:  # fmt: skip
    warned: list[str] = []
    monkeypatch.setattr(QMessageBox, "warning", lambda _, __, text: warned.append(text))
    answers(QMessageBox.StandardButton.Yes)
    window.session.open_copy(Document(puzzle))
    window.modes.draw()
    window.commands["repair"].trigger()
    qtbot.waitUntil(lambda: bool(warned))
    assert said_of_it in warned[0]
    assert window.session.puzzle == puzzle


def test_opening_another_puzzle_puts_it_away(drawing: MainWindow, qtbot: QtBot) -> None:
    begin(drawing, qtbot)
    drawing.session.open_copy(Document(CHICK))
    assert not drawing.repairing.controller.is_on
    assert not drawing.board.overlays.proposed
    assert drawing.repairing.job is None


def test_a_search_under_way_can_be_stopped_and_begun_again(
    drawing: MainWindow, qtbot: QtBot
) -> None:
    drawing.commands["repair"].trigger()
    assert drawing.repairing.job is not None
    click(drawing, qtbot, "stop")
    assert drawing.repairing.job is None
    assert drawing.repairing.controller.is_on
    begin(drawing, qtbot)
    assert drawing.board.overlays.proposed
