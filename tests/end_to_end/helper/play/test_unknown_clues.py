"""A puzzle of which not all clues are known, in the window: opened, played, solved and kept."""

from __future__ import annotations

from array import array
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from helper.application.library import Library
from helper.author.properties_dialog import facts_text, marks_text
from helper.hints.hint_work import CheckKind, CheckRequest, HintKind, HintRequest, check, find_hint
from helper.main_window.main_window import MainWindow
from helper.play.lights import Light
from helper.play.session import Session
from helper.play.session_state import Mode
from puzzles import BLANK, SHADED, Axis, Grid, Line
from puzzles.contracts import never
from puzzles.formats import read
from puzzles.notation import clues_text
from puzzles.turning import Turn
from tests.support.board_mouse import drag
from tests.support.boards import CHICK, CHICK_PICTURE
from tests.support.keeping import keep_moves
from tests.support.window_fixtures import Asked, press, solve

TORN = """width 7
height 7
rows
3
2 1
? 2
?
4
1
2
columns
1
3
1 3
5 1
4
*
2
"""
LOST = {Line(Axis.ROW, 2): "? 2", Line(Axis.ROW, 3): "?", Line(Axis.COLUMN, 5): "*"}
FOUND = {Line(Axis.ROW, 2): "3 2", Line(Axis.ROW, 3): "5", Line(Axis.COLUMN, 5): "3"}
PICTURE = Grid.from_text(CHICK_PICTURE)

pytestmark = pytest.mark.usefixtures("asked")


@pytest.fixture
def torn(tmp_path: Path) -> Path:
    path = tmp_path / "torn.non"
    path.write_text(TORN, encoding="utf-8")
    return path


@pytest.fixture
def torn_session(session: Session, torn: Path) -> Session:
    session.open_copy(read(torn, may_be_incomplete=True))
    return session


def shown(session: Session) -> dict[Line, str]:
    """What stands beside the lines of which not all clues are known."""
    puzzle = session.shown
    return {line: clues_text(puzzle.clues_of(line), puzzle.palette, " ") for line in LOST}


def said_of(window: MainWindow, line: Line) -> str:
    return window.board.speech.cells.header(line)


def paste(window: MainWindow) -> None:
    QApplication.clipboard().setText(TORN)
    window.activateWindow()
    window.board.setFocus()
    QApplication.processEvents()
    QTest.keyClick(window.board, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    QApplication.processEvents()


@pytest.mark.parametrize("is_pasted", [False, True], ids=["file", "clipboard"])
def test_it_opens_with_its_signs_beside_the_lines(
    window: MainWindow, torn: Path, is_pasted: bool
) -> None:
    told: list[str] = []
    window.messages.notice_given.connect(told.append)
    paste(window) if is_pasted else window.files.open_file(torn)
    session = window.session
    assert session.mode is Mode.PLAY
    assert session.path == (None if is_pasted else torn)
    assert shown(session) == LOST
    assert told[-1].startswith("The clues of 3 lines are not all known: ? is any number")
    assert said_of(window, Line(Axis.ROW, 2)) == "Row 3: unknown number, 2"
    assert said_of(window, Line(Axis.COLUMN, 5)) == "Column 6: any numbers"


def test_a_clue_is_filled_in_when_all_cells_of_its_line_are_marked(torn_session: Session) -> None:
    session, row = torn_session, Line(Axis.ROW, 3)
    changed: list[object] = []
    session.clues_changed.connect(changed.append)
    session.automatic_dots = False
    session.paint(dict.fromkeys(range(23, 28), SHADED), "")
    assert session.light(row) is Light.OPEN  # it may begin further left
    assert shown(session) == LOST
    session.paint({21: BLANK, 22: BLANK}, "")
    assert session.light(row) is Light.DONE
    assert shown(session) == LOST | {row: "5"}
    assert len(changed) == 1
    session.undo()
    assert shown(session) == LOST
    session.redo()
    session.paint({23: BLANK}, "")
    assert shown(session) == LOST | {row: "4"}
    session.paint({25: BLANK}, "")
    assert session.light(row) is Light.IMPOSSIBLE
    assert shown(session) == LOST


def test_the_solved_board_has_all_its_clues(torn_session: Session) -> None:
    session = torn_session
    assert not session.is_solved
    shaded = {i: SHADED for i, state in enumerate(PICTURE.cells) if state == SHADED}
    session.paint(shaded, "")
    assert session.is_solved
    assert shown(session) == FOUND
    session.turn(Turn.ROTATE_RIGHT)
    assert session.is_solved
    assert session.shown.lines
    assert not session.shown.unknown_lines
    session.undo()
    session.undo()
    assert shown(session) == LOST


def test_the_finish_names_the_clues_that_were_found(window: MainWindow, torn: Path) -> None:
    window.files.open_file(torn)
    told: list[str] = []
    window.messages.notice_given.connect(told.append)
    *others, last = (i for i, state in enumerate(PICTURE.cells) if state == SHADED)
    window.session.paint(dict.fromkeys(others, SHADED), "")
    place = divmod(last, 7)
    drag(window.board, place, place)
    card = window.finish.stage.card
    found = "row 3 is 3 2, row 4 is 5 and column 6 is 3"
    assert card.found.text() == found
    assert f"Found clues: {found}." in card.accessibleDescription()
    assert told == []
    window.session.undo()
    assert window.session.found_text == ""


def test_progress_is_that_of_the_lines_if_nobody_knows_how_many_cells_there_are(
    window: MainWindow, torn: Path
) -> None:
    window.files.open_file(torn)
    session = window.session
    assert not session.is_count_known
    assert session.share == 0
    session.paint(dict.fromkeys((0 + 2, 0 + 3, 0 + 4), SHADED), "")  # any three cells
    assert session.share == session.own_share == 1 / 14
    *others, _last = (i for i, state in enumerate(PICTURE.cells) if state == SHADED)
    session.paint(dict.fromkeys((2, 3, 4), session.marks.clear), "")
    session.paint(dict.fromkeys(others, SHADED), "")
    assert 0.5 < session.share < 0.95
    assert int(100 * session.share) == window.panel.bar.value() or window.panel.isHidden()


def test_the_share_that_is_kept_is_that_of_the_lines(
    window: MainWindow, torn: Path, library: Library
) -> None:
    keep_moves(window, library)
    window.files.open_file(torn)
    drag(window.board, (0, 0), (0, 2))
    (game,) = library.summaries()
    assert game.facts.done == 2 / 14


@pytest.mark.parametrize(
    ("text", "counted"),
    [
        (TORN, "At least 20 of 49 cells shaded in the solution, 41 %"),
        (TORN.replace("*", "3"), "23 of 49 cells shaded in the solution, 47 %"),
    ],
    ids=["rows and columns", "rows only"],
)
def test_properties_count_what_is_known(torn: Path, text: str, counted: str) -> None:
    torn.write_text(text, encoding="utf-8")
    puzzle = read(torn, may_be_incomplete=True).puzzle
    lines = facts_text(puzzle).splitlines()
    assert lines[1] in ("15 clues", "16 clues")
    assert lines[2].startswith(f"The clues of {len(puzzle.unknown_lines)} lines are not all known")
    assert lines[3] == counted


def test_a_line_with_unknown_clues_is_right_when_it_is_marked(torn_session: Session) -> None:
    puzzle, marks = torn_session.puzzle, torn_session.marks
    assert marks_text(puzzle, marks).splitlines()[1] == "0 of 14 lines right"
    marked = marks.copy()
    marked.cells[5::7] = array("I", [SHADED] + [BLANK] * 6)
    assert marks_text(puzzle, marked).splitlines()[1] == "1 of 14 lines right"


def test_dots_come_from_known_clues_only(torn_session: Session) -> None:
    session = torn_session
    assert not session.dots & {7 * row + 5 for row in range(7)}  # any numbers are satisfied by none
    assert not session.is_satisfied(Line(Axis.COLUMN, 5))


def test_solve_finds_the_clues(window: MainWindow, torn: Path, qtbot: QtBot, asked: Asked) -> None:
    window.files.open_file(torn)
    told: list[str] = []
    window.messages.notice_given.connect(told.append)
    asked.answer = asked.answer.Yes
    solve(window, qtbot)
    assert window.session.is_solved
    assert shown(window.session) == FOUND
    assert told == ["Found clues: row 3 is 3 2, row 4 is 5 and column 6 is 3"]
    assert said_of(window, Line(Axis.ROW, 2)) == "Row 3: 3, 2"


def test_it_is_kept_when_the_program_is_killed(
    window: MainWindow, torn: Path, library: Library, session: Session
) -> None:
    keep_moves(window, library)
    window.files.open_file(torn)
    drag(window.board, (3, 2), (3, 6))
    (game,) = library.games()
    from helper.play.journal import restore

    assert restore(session, game)
    assert shown(session) == LOST
    assert session.state == window.session.state
    assert session.path == torn


def test_save_keeps_the_signs(window: MainWindow, torn: Path) -> None:
    window.files.open_file(torn)
    drag(window.board, (3, 2), (3, 6))
    press(window, "Ctrl+S")
    kept = read(torn, may_be_incomplete=True)
    assert kept.puzzle == window.session.puzzle
    assert kept.marks == window.session.marks


def test_each_hint_is_right_and_the_last_one_says_what_is_not_tried(
    torn_session: Session,
) -> None:
    session = torn_session
    while (
        hint := find_hint(HintRequest(session.puzzle, session.painted), never)
    ).kind is HintKind.STEP:
        for cell, state in hint.steps[-1].deduction.decided:
            assert state == PICTURE.cells[cell], hint.steps[-1].text
            session.paint({cell: state}, "")
        assert not session.is_solved or shown(session) == FOUND
        if session.is_solved:
            return
    assert hint.kind is HintKind.NO_STEP


def test_check_now_finds_what_is_wrong(torn_session: Session) -> None:
    session = torn_session

    def kind(cells: dict[int, int]) -> tuple[CheckKind, tuple[int, ...]]:
        session.paint(cells, "")
        answer = check(CheckRequest(session.puzzle, session.marks), never)
        session.undo()
        return answer.kind, answer.wrong

    assert kind({23: SHADED}) == (CheckKind.RIGHT, ())
    assert kind({21: SHADED}) == (CheckKind.WRONG, (21,))


def test_ticks_stay_at_their_numbers(torn_session: Session) -> None:
    from helper.play.ticks import CluePlace

    session, column = torn_session, Line(Axis.COLUMN, 5)
    session.tick([CluePlace(Line(Axis.ROW, 2), 1), CluePlace(column, 0)], True, "")
    assert len(session.ticks) == 2
    session.paint({7 * r + 5: SHADED if r in (0, 2) else BLANK for r in range(7)}, "")
    assert shown(session)[column] == "1 1"
    session.tick([CluePlace(column, 1)], True, "")  # the number that it was has no second one
    assert len(session.ticks) == 2


def test_explain_says_what_it_needs(window: MainWindow, torn: Path) -> None:
    told: list[str] = []
    window.messages.info_given.connect(told.append)
    window.files.open_file(torn)
    window.methods.explain()
    assert told[-1].startswith("All clues are needed for this.")


def test_a_drawing_has_the_clues_of_its_cells(window: MainWindow, torn: Path) -> None:
    torn.write_text(TORN + "drawing yes\ngrid\n" + "\n".join(CHICK_PICTURE), encoding="utf-8")
    assert window.files.open_file(torn)
    assert window.session.mode is Mode.DRAW
    assert window.session.puzzle.rows == CHICK.rows


def test_clues_that_have_no_room_are_told(window: MainWindow, torn: Path, asked: Asked) -> None:
    torn.write_text(TORN.replace("? 2", "? 6"), encoding="utf-8")
    assert window.files.open_file(torn)
    assert "row 3: ? + 6 needs 8 cells, the row has 7" in asked.said[0]
