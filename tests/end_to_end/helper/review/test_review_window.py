"""The review window, with mouse and keys."""

from __future__ import annotations

import re
from dataclasses import replace

import cv2
import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QLineEdit, QMessageBox, QWidget
from pytestqt.qtbot import QtBot

from helper.application.theme import ThemeManager
from helper.review import clue_panel
from helper.review.chips import describe, mark_of, mark_of_line
from helper.review.draft import Draft
from helper.review.draft_lines import DraftPlace
from helper.review.overlay import clue_quad
from helper.review.review_window import ReviewWindow
from helper.review.verdict import DraftStatus, sums_text
from puzzles import Axis, Grid, Line, clues
from puzzles.contracts import SolutionCount
from puzzles.formats import Document
from puzzles.grid import BLANK
from recognizer.values import Answer, Problem, Reading, ReadLine, Segmentation
from tests.support import review_samples as samples
from tests.support.boards import CHICK
from tests.support.review_desk import (
    FIRST,
    PARTING,
    SEVEN,
    THREE,
    Desk,
    Opener,
    chip,
    key,
    lengths,
    settle,
)
from tests.support.waiting import PATIENCE_S

LEFT = Qt.MouseButton.LeftButton
CTRL = Qt.KeyboardModifier.ControlModifier
Keys = Qt.Key


@pytest.fixture
def window(opened: Opener) -> ReviewWindow:
    return opened(samples.doubtful())


# Numbers


def test_arrow_keys_go_from_doubt_to_doubt_and_enter_confirms(window: ReviewWindow) -> None:
    assert window.review.place == SEVEN
    key(window, Keys.Key_Down)
    assert window.review.place == PARTING
    key(window, Keys.Key_N)
    assert window.review.place == THREE
    key(window, Keys.Key_Up)
    assert window.review.place == PARTING
    QTest.keyClick(window.focusWidget(), Keys.Key_N, Qt.KeyboardModifier.ShiftModifier)
    assert window.review.place == SEVEN
    assert window.doubts.text() == "3 to check"
    key(window, Keys.Key_Return)
    assert window.review.place == DraftPlace(SEVEN.line), "its numbers do not fit"
    key(window, Keys.Key_Return, Keys.Key_Return, Keys.Key_Return)
    assert window.doubts.text() == "Nothing in doubt"
    assert window.message.text() == "Ctrl with arrow keys goes to each number."
    assert lengths(window, 1) == (2, 7)


def test_control_and_arrow_keys_go_to_every_number(window: ReviewWindow) -> None:
    key(window, Keys.Key_Right, modifier=CTRL)
    assert window.review.place == DraftPlace(Line(Axis.ROW, 2))
    key(window, Keys.Key_Right, modifier=CTRL)
    assert window.review.place == DraftPlace(Line(Axis.ROW, 2), 0)
    key(window, Keys.Key_Up, modifier=CTRL)
    assert window.review.place == DraftPlace(Line(Axis.ROW, 2))
    key(window, Keys.Key_Home)
    assert window.review.place == DraftPlace(Line(Axis.ROW, 0))
    key(window, Keys.Key_End)
    assert window.review.place == DraftPlace(Line(Axis.COLUMN, 6), 0)
    scroll = window.clues.verticalScrollBar()
    assert scroll.value() == scroll.maximum() > 0


def test_digits_replace_the_number(window: ReviewWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clue_panel, "SECOND_DIGIT_S", PATIENCE_S)
    key(window, Keys.Key_1)
    assert lengths(window, 1) == (2, 1)
    assert window.doubts.text() == "2 to check"
    key(window, Keys.Key_2)
    assert lengths(window, 1) == (2, 12)
    key(window, Keys.Key_Space, Keys.Key_4)
    assert lengths(window, 1) == (2, 12, 4)
    key(window, Keys.Key_Delete)
    window.clues._digit_at -= PATIENCE_S
    key(window, Keys.Key_3)
    assert lengths(window, 1) == (2, 3)


def test_the_runner_up_is_one_key_away(window: ReviewWindow) -> None:
    key(window, Keys.Key_R)
    assert lengths(window, 1) == (2, 1)
    key(window, Keys.Key_Down, Keys.Key_R)
    assert lengths(window, 4) == (1, 3)
    key(window, Keys.Key_Home, Keys.Key_R)
    assert window.message.text() == "There is no alternative here. Type the right number."


def test_undo_and_redo(window: ReviewWindow) -> None:
    before = window.review.draft
    key(window, Keys.Key_1, Keys.Key_Down, Keys.Key_R, Keys.Key_Delete, Keys.Key_Insert)
    after = window.review.draft
    for _ in range(window.review.undo_stack.count()):
        QTest.keySequence(window, "Ctrl+Z")
    assert window.review.draft is before
    assert window.review.place == SEVEN
    for _ in range(window.review.undo_stack.count()):
        QTest.keySequence(window, "Ctrl+Shift+Z")
    assert window.review.draft is after


def test_numbers_are_inserted_and_removed(window: ReviewWindow) -> None:
    key(window, Keys.Key_Insert, Keys.Key_4)
    assert lengths(window, 1) == (2, 4, 7)
    key(window, Keys.Key_Delete)
    assert lengths(window, 1) == (2, 7)
    key(window, Keys.Key_Backspace)
    assert lengths(window, 1) == (2,)


def test_sums_and_verdict_follow(window: ReviewWindow, qtbot: QtBot) -> None:
    settle(window, qtbot)
    assert window.sums.text() == "Rows 29, columns 23: differ by 6"
    assert window.live_verdict.verdict.kind is DraftStatus.WRONG
    assert window.verdict.text() == "Row 2: 2 + 7 needs 10 cells, the row has 7"
    key(window, Keys.Key_R)
    settle(window, qtbot)
    assert window.sums.text() == "Rows and columns: 23 each"
    assert window.verdict.text() == "One solution"
    assert sums_text(120, 121) == "Rows 120, columns 121: differ by 1"


def test_the_answer_that_mends_the_sums_is_one_press_and_what_follows_is_quiet(
    window: ReviewWindow, qtbot: QtBot
) -> None:
    """Row 2 was read as 2 7; the doubts about row 5 and column 6 come of the wrong sums."""
    window.review.go(THREE)
    qtbot.waitUntil(window.answer_button.isVisible)
    assert window.answer_button.text() == "Row 2: 2 1 makes the sums equal"
    assert window.review.to_check[0].line == SEVEN.line
    QTest.mouseClick(window.answer_button, LEFT)
    assert lengths(window, 1) == (2, 1)
    assert window.clues.hasFocus()
    qtbot.waitUntil(lambda: window.doubts.text() == "Nothing left to check")
    assert not window.answer_button.isVisible()
    QTest.keySequence(window, "Ctrl+Z")
    assert lengths(window, 1) == (2, 7)
    qtbot.waitUntil(window.answer_button.isVisible)
    key(window, Keys.Key_A)
    assert lengths(window, 1) == (2, 1)
    qtbot.waitUntil(lambda: window.doubts.text() == "Nothing left to check")
    key(window, Keys.Key_A)
    assert window.message.text() == "No answer is offered at the moment."


def test_the_answer_is_the_first_choice_of_its_line_and_disturbs_no_typing(
    window: ReviewWindow, qtbot: QtBot
) -> None:
    qtbot.waitUntil(window.answer_button.isVisible)
    judged = window.review.draft.reading(SolutionCount.NONE)
    window.review.go(DraftPlace(SEVEN.line))
    window.review.take_judged(judged)
    assert window.detail.buttons == []
    key(window, Keys.Key_F2)
    QTest.keyClicks(window.detail.field, "2 3")
    answer = Answer(SEVEN.line, clues([2, 1]))
    window.review.take_judged(replace(judged, answers=(answer,)))
    assert window.detail.field.text() == "2 3"
    assert [button.text() for button in window.detail.buttons] == ["2 1  (R)"]
    key(window, Keys.Key_Escape, Keys.Key_R)
    assert lengths(window, 1) == (2, 1)
    assert [button.text() for button in window.detail.buttons] == ["2 7  (R)"]


def test_verdicts_and_answers_are_announced_once(window: ReviewWindow, qtbot: QtBot) -> None:
    heard: list[str] = []
    qtbot.waitUntil(window.answer_button.isVisible)
    window.announcer.announced.connect(heard.append)
    key(window, Keys.Key_A)
    qtbot.waitUntil(lambda: window.doubts.text() == "Nothing left to check")
    assert heard == ["One solution", "Nothing left to check"]
    key(window, Keys.Key_Down)
    assert heard[2:] == ["Ctrl with arrow keys goes to each number."]
    QTest.keySequence(window, "Ctrl+Z")
    qtbot.waitUntil(window.answer_button.isVisible)
    wrong = "Row 2: 2 + 7 needs 10 cells, the row has 7"
    assert heard[3:] == [wrong, "Row 2: 2 1 makes the sums equal"]
    key(window, Keys.Key_Right, modifier=CTRL)
    key(window, Keys.Key_Return)
    settle(window, qtbot)
    assert heard[5:] == [], "the verdict is the same"


def test_the_verdict_of_a_window_that_opens_is_announced(
    themes: ThemeManager, qtbot: QtBot, desk: Desk
) -> None:
    draft = Draft.of(samples.doubtful(), samples.picture())
    made = ReviewWindow(samples.picture(), draft, themes, desk.accept, is_resumed=True)
    qtbot.addWidget(made)
    heard: list[str] = []
    made.announcer.announced.connect(heard.append)
    made.show()
    qtbot.waitUntil(lambda: len(heard) == 2)
    assert heard == [
        "Your corrections were restored.",
        "Row 2: 2 + 7 needs 10 cells, the row has 7",
    ]
    made.close_at_once()


def test_several_solutions_and_none_are_said(window: ReviewWindow, qtbot: QtBot) -> None:
    for row in range(7):
        window.review.set_line(Line(Axis.ROW, row), (1,))
        window.review.set_line(Line(Axis.COLUMN, row), (1,))
    settle(window, qtbot)
    assert window.verdict.text() == "Several solutions"
    for row, numbers in enumerate([(1, 1), (1, 1), (), (), (), (), ()]):
        window.review.set_line(Line(Axis.ROW, row), numbers)
        window.review.set_line(Line(Axis.COLUMN, row), (4,) if row == 3 else ())
    settle(window, qtbot)
    assert window.live_verdict.verdict.kind is DraftStatus.WRONG
    assert "No solution" in window.verdict.text()


def test_a_click_on_a_number_or_its_cut_out_chooses_it(window: ReviewWindow) -> None:
    first = DraftPlace(Line(Axis.ROW, 0), 0)
    QTest.mouseClick(window.clues.viewport(), LEFT, pos=chip(window, first))
    assert window.review.place == first
    number = window.review.draft.number(THREE)
    assert number is not None
    assert number.quad is not None
    at = window.view.polygon(number.quad).boundingRect().center().toPoint()
    QTest.mouseClick(window.view, LEFT, pos=at)
    assert window.review.place == THREE
    assert window.clues.hasFocus()


def test_buttons_offer_the_candidates(window: ReviewWindow) -> None:
    texts = [button.text() for button in window.detail.buttons]
    assert texts == ["1  (R)", "9"]
    QTest.mouseClick(window.detail.buttons[1], LEFT)
    assert lengths(window, 1) == (2, 9)
    window.review.go(PARTING)
    assert [button.text() for button in window.detail.buttons] == ["1 3  (R)"]
    QTest.mouseClick(window.detail.buttons[0], LEFT)
    assert lengths(window, 4) == (1, 3)
    assert window.clues.hasFocus()
    QTest.mouseClick(window.detail.insert, LEFT)
    key(window, Keys.Key_2)
    assert lengths(window, 4) == (1, 3, 2)


def test_a_whole_line_is_typed(window: ReviewWindow) -> None:
    key(window, Keys.Key_F2)
    field = window.focusWidget()
    assert isinstance(field, QLineEdit)
    assert field.accessibleName() == "Clue of row 2"
    QTest.keyClicks(field, "2.1")
    QTest.keyClick(field, Keys.Key_Down)
    assert lengths(window, 1) == (2, 1)
    assert field.hasFocus()
    assert field.selectedText() == "3 2", "exactly one line down"
    QTest.keyClicks(field, "3 x")
    assert "expected a number, found 'x'" in field.toolTip()
    QTest.keyClick(field, Keys.Key_Return)
    assert lengths(window, 2) == (3, 2)
    QTest.keyClick(field, Keys.Key_Escape)
    assert window.clues.hasFocus()
    assert window.isVisible()
    assert field.text() == "3 2"


def test_after_a_typed_line_the_next_doubt_is_chosen_and_seen(opened: Opener) -> None:
    window = opened(samples.doubtful())
    window.resize(700, 420)
    window.view.zoom_by(8)
    key(window, Keys.Key_F2)
    QTest.keyClicks(window.detail.field, "2 1")
    key(window, Keys.Key_Return)
    assert lengths(window, 1) == (2, 1)
    assert window.clues.hasFocus()
    assert window.review.place == PARTING
    seen = window.clues.viewport().rect().translated(0, window.clues.verticalScrollBar().value())
    assert seen.contains(window.clues.chips.places[PARTING])
    strip = clue_quad(window.review.draft, PARTING.line)
    assert strip is not None
    box = window.view.polygon(strip).boundingRect().toRect()
    assert window.view.rect().contains(box.center())
    key(window, Keys.Key_F2, Keys.Key_Return)
    assert window.review.place == THREE, "Enter confirms a line as it was read"
    assert window.review.draft.rows[4].is_confirmed


def test_esc_leaves_the_line_and_the_place_as_they_were(window: ReviewWindow) -> None:
    before = window.review.draft
    key(window, Keys.Key_F2)
    QTest.keyClicks(window.detail.field, "1 x")
    key(window, Keys.Key_Escape)
    assert window.review.draft is before
    assert window.review.place == SEVEN
    assert window.clues.hasFocus()
    assert window.isVisible()


def test_lines_that_were_not_found_are_typed_one_after_the_other(opened: Opener) -> None:
    reading = samples.certain()
    window = opened(replace(reading, columns=(ReadLine((), confidence=0.0),) * 7))
    key(window, Keys.Key_F2)
    for column in range(7):
        assert window.review.place == DraftPlace(Line(Axis.COLUMN, column))
        assert window.detail.field.hasFocus()
        QTest.keyClicks(window.detail.field, " ".join(map(str, samples.COLUMNS[column])))
        key(window, Keys.Key_Return)
    assert window.review.draft.puzzle().columns == samples.certain().puzzle().columns
    assert window.clues.hasFocus()


@pytest.mark.parametrize("confirms", [False, True])
def test_enter_visits_the_doubts_in_the_order_of_the_arrow_key(
    opened: Opener, confirms: bool
) -> None:
    """What the rules have changed is first, also if it is in a column."""
    reading = samples.doubtful()
    column = reading.columns[5]
    changed = replace(column.numbers[0], is_corrected=True)
    reading = reading.with_line(THREE.line, replace(column, numbers=(changed,)))
    row = samples.certain().rows[1]
    other = replace(row.numbers[1], is_corrected=True, confidence=0.5)
    reading = reading.with_line(SEVEN.line, replace(row, numbers=(row.numbers[0], other)))
    window, visited = opened(reading), []
    for by, nearest in ((Keys.Key_Down, PARTING), (Keys.Key_Up, SEVEN)):
        window.review.go(DraftPlace(Line(Axis.ROW, 2)))
        key(window, by)
        assert window.review.place == nearest, "from a line without a doubt none is skipped"
    for _ in range(3):
        visited.append(window.review.place)
        key(window, Keys.Key_Return if confirms else Keys.Key_Down)
    assert visited == [SEVEN, THREE, PARTING]


def test_what_is_in_doubt_is_marked_and_spoken(window: ReviewWindow) -> None:
    draft = window.review.draft
    words = "Row 2, number 2: 7, or 1 or 9?"
    assert describe(draft, SEVEN) == words == window.clues.accessibleDescription()
    assert "or 1 3" in describe(draft, PARTING)
    marks = {p: mark_of(n) for p in draft.places if (n := draft.number(p)) is not None}
    assert {place for place, mark in marks.items() if mark} == {SEVEN, THREE}
    key(window, Keys.Key_1)
    number = window.review.draft.number(SEVEN)
    assert number is not None
    assert mark_of(number) == "*"


def test_what_is_doubtful_of_a_line_is_said(opened: Opener) -> None:
    reading = samples.certain()
    row = reading.rows[0]
    same = Segmentation((*row.numbers, samples.number(0, row.numbers[0].quad)), 0.3)
    window = opened(reading.with_line(FIRST.line, replace(row, confidence=0.39, others=(same,))))
    said = describe(window.review.draft, FIRST)
    assert said == "Row 1: 3; there may be one number more or fewer"
    assert window.detail.buttons == []
    assert not window.review.take_likeliest()
    assert mark_of_line(window.review.draft.rows[0], is_wrong=False) == "?"
    key(window, Keys.Key_Return)
    assert mark_of_line(window.review.draft.rows[0], is_wrong=False) == "✓"
    assert describe(window.review.draft, FIRST).endswith(", confirmed")


def test_a_message_about_a_line_leads_to_it(window: ReviewWindow) -> None:
    window.review.set_line(SEVEN.line, (2, 1))
    assert window.go_button.isHidden()
    last = Line(Axis.COLUMN, 6)
    window.review.set_line(last, (4, 4))
    window.review.go(SEVEN)
    assert window.verdict.text() == "Column 7: 4 + 4 needs 9 cells, the column has 7"
    assert window.go_button.text() == "&Go to Column 7"
    window.go_button.click()
    assert window.review.place == DraftPlace(last)
    assert window.clues.hasFocus()


def test_a_way_that_was_typed_is_not_offered(window: ReviewWindow) -> None:
    window.review.go(PARTING)
    window.review.set_line(PARTING.line, (1, 3))
    window.review.go(PARTING)
    assert window.detail.buttons == []
    assert "or 1 3" not in describe(window.review.draft, PARTING)


@pytest.mark.parametrize("side", ["row", "column"])
def test_it_is_said_which_clues_are_missing(opened: Opener, side: str) -> None:
    unread = (ReadLine((), (), 0.0),) * 7
    reading = replace(samples.certain(), problems=(Problem.NO_CLUES,))
    if side == "row":
        window = opened(replace(reading, rows=unread))
    else:
        window = opened(replace(reading, columns=unread))
    assert f"No {side} clues were found" in window.banner.text


def test_the_window_is_called_after_the_picture(themes: ThemeManager, qtbot: QtBot) -> None:
    draft = Draft.of(samples.certain(), samples.picture())
    made = ReviewWindow(samples.picture(), draft, themes, lambda _: True, name="cat.png")
    qtbot.addWidget(made)
    assert made.windowTitle() == "cat.png — Check the Scanned Puzzle"
    assert made.document.puzzle.title == "Cat"
    made.close_at_once()


def test_the_picture_is_reached_from_the_clues(window: ReviewWindow) -> None:
    window.clues.setFocus()
    QTest.keyClick(window.clues, Keys.Key_Backtab, Qt.KeyboardModifier.ShiftModifier)
    assert window.view.hasFocus()
    QTest.keyClick(window.view, Keys.Key_Tab)
    assert window.clues.hasFocus()


def test_everything_is_reached_by_tab(window: ReviewWindow) -> None:
    window.clues.setFocus()
    seen: list[QWidget] = []
    for _ in range(40):
        focused = QApplication.focusWidget()
        assert focused is not None
        if focused in seen:
            break
        seen.append(focused)
        QTest.keyClick(focused, Keys.Key_Tab)
    wanted: list[QWidget] = [
        window.view, window.clues, window.detail.field, window.choices.title, window.open_button,
        window.cancel_button, window.help_button,
    ]  # fmt: skip
    assert [widget for widget in wanted if widget not in seen] == []
    for widget in seen:
        if not isinstance(widget, QAbstractButton):
            assert widget.accessibleName(), widget


@pytest.mark.parametrize("reading", [samples.doubtful(), Reading(problems=(Problem.NO_GRID,))])
def test_no_two_mnemonics_are_the_same(opened: Opener, reading: Reading) -> None:
    window = opened(reading)
    texts = [b.text() for b in window.findChildren(QAbstractButton)]
    texts += [label.text() for label in window.findChildren(QLabel) if label.buddy()]
    keys = [found.group(1).lower() for text in texts if (found := re.search("&(.)", text))]
    assert len(keys) >= 9
    assert len(keys) == len(set(keys)), keys


def test_without_a_grid_everything_can_be_typed(opened: Opener, desk: Desk, qtbot: QtBot) -> None:
    window = opened(Reading(problems=(Problem.NO_GRID,)))
    window.bar.rows.setValue(7)
    window.bar.columns.setValue(7)
    window.clues.setFocus()
    key(window, Keys.Key_Home, Keys.Key_F2)
    for numbers in (*samples.ROWS, *samples.COLUMNS):
        field = QApplication.focusWidget()
        assert field is window.detail.field
        QTest.keyClicks(field, " ".join(map(str, numbers)))
        QTest.keyClick(field, Keys.Key_Return)
    settle(window, qtbot)
    assert window.verdict.text() == "One solution"
    window.choices.title.setText("Chick")
    QTest.mouseClick(window.open_button, LEFT)
    assert desk.accepted == [Document(CHICK)]


# The end


def test_the_puzzle_is_opened_as_it_was_edited(
    window: ReviewWindow, desk: Desk, qtbot: QtBot
) -> None:
    key(window, Keys.Key_R)
    settle(window, qtbot)
    window.choices.title.setText("Chick")
    desk.takes = False
    QTest.keySequence(window, "Ctrl+Return")
    assert window.isVisible()
    desk.takes = True
    QTest.mouseClick(window.open_button, LEFT)
    assert not window.isVisible()
    marks = samples.doubtful().marks
    assert marks is not None
    assert desk.accepted == [Document(CHICK, marks)] * 2
    assert desk.asked == []


def test_marks_can_be_left_out(window: ReviewWindow, desk: Desk, qtbot: QtBot) -> None:
    key(window, Keys.Key_R)
    settle(window, qtbot)
    QTest.mouseClick(window.choices.marks, LEFT, pos=QPoint(8, window.choices.marks.height() // 2))
    QTest.mouseClick(window.open_button, LEFT)
    assert desk.accepted[0].marks.is_untouched


def test_isolated_marks_are_taken_only_when_asked_for(
    opened: Opener, desk: Desk, qtbot: QtBot
) -> None:
    specks = Grid(7, 7)
    specks[2, 3] = specks[5, 1] = BLANK
    window = opened(replace(samples.certain(), marks=specks))
    settle(window, qtbot)
    assert window.choices.marks.isVisible()
    desk.takes = False
    QTest.keySequence(window, "Ctrl+Return")
    assert desk.accepted[0].marks.is_untouched
    QTest.mouseClick(window.choices.marks, LEFT, pos=QPoint(8, window.choices.marks.height() // 2))
    window.clues.setFocus()
    key(window, Keys.Key_Home, Keys.Key_2)
    assert lengths(window, 0) == (3, 2)
    QTest.keySequence(window, "Ctrl+Z")
    settle(window, qtbot)
    QTest.keySequence(window, "Ctrl+Return")
    assert desk.accepted[1].marks == specks, "an edit does not undo the choice"


def test_a_puzzle_without_a_solution_is_opened_only_when_asked_for(
    window: ReviewWindow, desk: Desk
) -> None:
    QTest.mouseClick(window.open_button, LEFT)
    assert desk.asked == ["Row 2: 2 + 7 needs 10 cells, the row has 7. Open the puzzle as it is?"]
    assert desk.accepted == []
    desk.answer = QMessageBox.StandardButton.Yes
    QTest.mouseClick(window.open_button, LEFT)
    assert desk.accepted[0].puzzle == samples.doubtful().puzzle()


def test_closing_asks_before_corrections_are_lost(window: ReviewWindow, desk: Desk) -> None:
    key(window, Keys.Key_1, Keys.Key_Escape)
    assert desk.asked == ["Forget the scanned puzzle?"]
    assert window.isVisible()
    window.close()
    assert window.isVisible()
    assert len(desk.asked) == 2
    desk.answer = QMessageBox.StandardButton.Yes
    window.close()
    assert not window.isVisible()
    assert len(desk.asked) == 3


def test_without_corrections_it_just_closes(window: ReviewWindow, desk: Desk) -> None:
    key(window, Keys.Key_Escape)
    assert not window.isVisible()
    assert desk.asked == []


def test_the_keys_are_told_where_nothing_else_is_to_be_said(window: ReviewWindow) -> None:
    assert window.keys.isVisible()
    for name in ("↓ ↑", "Enter", "R ", "0–9", "Del", "Ins", "F2"):
        assert name in window.keys.text()
    while window.review.draft.doubts:
        key(window, Keys.Key_Return)
    key(window, Keys.Key_Return)
    assert window.message.isVisible()
    assert not window.keys.isVisible(), "there is a sentence in their place"
    key(window, Keys.Key_Delete)
    assert not window.message.isVisible()
    assert window.keys.isVisible()
    assert "Ctrl with arrows" in window.keys.text()


def test_what_a_line_may_lack_is_shown_and_taken_with_a_key(opened: Opener) -> None:
    """A number that was overlooked: the rules offer it, and the cut-out shows its place."""
    sure = samples.certain()
    whole = sure.rows[2]
    way = Segmentation(whole.numbers, 0.5)
    short = replace(whole, numbers=whole.numbers[1:], others=(way,), confidence=0.5)
    window = opened(replace(sure, rows=(*sure.rows[:2], short, *sure.rows[3:])))
    line = Line(Axis.ROW, 2)
    assert window.review.place == DraftPlace(line)
    strip = clue_quad(window.review.draft, line)
    assert strip is not None
    missing = np.array(whole.numbers[0].quad, np.float32).mean(axis=0)
    assert (
        cv2.pointPolygonTest(np.array(strip, np.float32), missing.tolist(), measureDist=False) > 0
    )
    assert "2, or 3 2?" in window.detail.text.text()
    key(window, Keys.Key_R)
    assert lengths(window, 2) == (3, 2)


def test_a_puzzle_that_is_not_taken_leaves_its_review_in_front(opened: Opener, desk: Desk) -> None:
    """The question whether to save comes from the main window, and brings that to the front."""
    window, other = opened(samples.certain()), QWidget()
    desk.takes = False

    def refuse(_: Document) -> bool:
        other.show()
        other.activateWindow()
        QApplication.processEvents()
        return False

    window._accept = refuse
    QTest.mouseClick(window.open_button, Qt.MouseButton.LeftButton)
    QApplication.processEvents()
    assert window.isVisible()
    assert window.isActiveWindow()
    other.close()
