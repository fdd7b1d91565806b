"""A review of a puzzle in colours keeps them, and lets the user choose others."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QColorDialog
from pytestqt.qtbot import QtBot

from helper.application.theme import LIGHT
from helper.review.cutouts import Cutouts
from helper.review.detail import Detail
from helper.review.draft import Draft
from helper.review.draft_lines import DraftPlace
from helper.review.draft_text import DraftWriter, draft_from_text
from helper.review.review import Review
from helper.review.verdict import color_sums_text
from puzzles.colors import MAX_COLORS
from puzzles.grid import Grid, clear_mask
from puzzles.model import Axis, Color, Line
from recognizer.values import ColorCandidate, Reading, Segmentation
from tests.support import review_samples as samples
from tests.support.review_desk import Opener, chip, key

PALETTE = (Color("0", "#ffffff"), Color("r", "#e02020"), Color("n", "#8b5a2b"))
FIRST = DraftPlace(Line(Axis.ROW, 0), 0)


def colored() -> Reading:
    """The chick in red, with a doubt about the colour of the first number."""
    reading = replace(samples.certain(), palette=PALETTE)
    line = reading.rows[0]
    candidates = ColorCandidate(1, 0.6), ColorCandidate(2, 0.4)
    number = replace(line.numbers[0], color_confidence=0.6, color_candidates=candidates)
    return reading.with_line(Line(Axis.ROW, 0), replace(line, numbers=(number,)))


@pytest.fixture
def review() -> Review:
    return Review(Draft.of(colored(), samples.picture()))


def test_a_draft_has_the_colours_of_the_reading(review: Review) -> None:
    assert review.draft.puzzle() == colored().puzzle()
    assert review.draft.doubts == (FIRST,)
    saved = draft_from_text(DraftWriter().text(review.draft))
    assert saved.puzzle() == review.draft.puzzle()
    assert saved.doubts == review.draft.doubts


def test_an_edit_of_a_number_keeps_its_colour(review: Review) -> None:
    review.go(FIRST)
    review.take_color(2)
    review.type_digit(4)
    assert review.draft.puzzle().rows[0] == ((4, 2),)
    review.set_line(FIRST.line, (4, 1))
    assert review.draft.puzzle().rows[0] == ((4, 2), (1, 2))
    review.undo_stack.undo()
    review.undo_stack.undo()
    review.undo_stack.undo()
    assert review.draft.puzzle() == colored().puzzle()


def test_a_number_typed_into_an_empty_line_has_the_colour_that_is_offered() -> None:
    reading = colored()
    name = Line(Axis.ROW, 2)
    brown = tuple(replace(each, color=2) for each in reading.rows[2].numbers)
    empty = replace(reading.rows[2], numbers=(), others=(Segmentation(brown, 0.4),), confidence=0.5)
    for edit in (lambda review: review.type_digit(4), Review.insert):
        review = Review(Draft.of(reading.with_line(name, empty), samples.picture()))
        review.go(DraftPlace(name))
        edit(review)
        assert [number.color for number in review.line.numbers] == [2]


def test_a_swatch_gives_a_number_its_colour(opened: Opener) -> None:
    window = opened(colored())
    review, swatches = window.review, window.palette_row.swatches
    review.go(FIRST)
    names = [button.accessibleName() for button in swatches]
    assert names == ["Give the number the colour red", "Give the number the colour brown"]
    assert [button.text() for button in swatches] == ["r", "n"], "the letters of typed clues"
    assert "(Ctrl+2)" in swatches[1].toolTip()
    assert "3 in red, or in brown?" in window.detail.text.text()
    QTest.mouseClick(swatches[1], Qt.MouseButton.LeftButton)
    assert review.draft.puzzle().rows[0] == ((3, 2),)
    assert review.draft.doubts == ()
    assert window.clues.hasFocus()


def test_the_likeliest_other_colour_has_a_key(review: Review) -> None:
    review.go(FIRST)
    assert review.take_likeliest()
    assert review.draft.puzzle().rows[0] == ((3, 2),)


def test_a_clue_is_typed_with_the_letters_of_its_colours(review: Review, qtbot: QtBot) -> None:
    detail = Detail(review, Cutouts(samples.picture()), LIGHT)
    qtbot.addWidget(detail)
    detail.show()
    review.go(FIRST)
    detail.refresh()
    assert detail.field.text() == "3r"
    detail.type_line()
    QTest.keyClicks(detail.field, "2n 1")
    QTest.keyClick(detail.field, Qt.Key.Key_Return)
    assert review.draft.puzzle().rows[0] == ((2, 2), (1, 1)), "without a letter as before"
    review.go(FIRST)
    detail.refresh()
    detail.type_line()
    QTest.keyClicks(detail.field, "2n 1x")
    assert "1r 2n 3r" in detail.text.text()
    QTest.keyClick(detail.field, Qt.Key.Key_Return)
    assert review.draft.puzzle().rows[0] == ((2, 2), (1, 1)), "what is no clue changes nothing"


def test_sums_are_compared_in_each_colour(review: Review) -> None:
    cells = review.draft.sums[0]
    assert color_sums_text(review.draft) == f"Rows and columns: {cells} each, equal in every colour"
    review.set_line(FIRST.line, (3,), (2,))
    text = color_sums_text(review.draft)
    assert (
        text == f"Sums differ in red: rows {cells - 3}, columns {cells}; brown: rows 3, columns 0"
    )


# More colours


def places_of(review: Review) -> list[DraftPlace]:
    return [place for place in review.draft.places if place.index is not None]


def color_of(draft: Draft, place: DraftPlace) -> int:
    number = draft.number(place)
    assert number is not None
    return number.color


def test_a_colour_is_added_and_given_to_several_numbers_by_keys_and_clicks(
    opened: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two colours that were taken for one can be parted by hand; Ctrl+Z undoes each step."""
    window = opened(colored())
    review, before = window.review, window.review.draft
    first, second, third, fourth = places_of(review)[:4]
    review.go(first)
    blue = QColor("#2040c0")
    monkeypatch.setattr(QColorDialog, "exec", lambda _: True)
    monkeypatch.setattr(QColorDialog, "currentColor", lambda _: blue)
    QTest.mouseClick(window.palette_row.add, Qt.MouseButton.LeftButton)
    assert [color.rgb for color in review.draft.palette[3:]] == ["#2040c0"]
    assert "Ctrl+3" in window.message.text()
    QTest.mouseClick(
        window.clues.viewport(),
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.ControlModifier,
        chip(window, third),
    )
    assert set(review.chosen) == {first, third}
    assert "2 numbers are selected" in window.clues.accessibleDescription()
    key(window, Qt.Key.Key_2, modifier=Qt.KeyboardModifier.ControlModifier)
    assert [color_of(review.draft, place) for place in (first, second, third)] == [2, 1, 2]
    review.go(second)
    both = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    key(window, Qt.Key.Key_Right, Qt.Key.Key_Right, modifier=both)
    assert review.chosen == (second, third, fourth)
    QTest.mouseClick(window.palette_row.swatches[2], Qt.MouseButton.LeftButton)
    assert {color_of(review.draft, place) for place in (second, third, fourth)} == {3}
    review.go(DraftPlace(first.line))
    assert list(review.chosen) == [first], "all numbers of a line"
    for _ in range(3):
        review.undo_stack.undo()
    assert review.draft is before


def test_a_colour_is_picked_from_the_picture(opened: Opener) -> None:
    page = samples.picture()
    reading = colored()
    place = DraftPlace(Line(Axis.ROW, 1), 0)
    quad = reading.rows[1].numbers[0].quad
    x, y = np.mean(quad, axis=0)
    page[int(y) - 2 : int(y) + 4, int(x) - 2 : int(x) + 4] = 128, 32, 16
    window = opened(reading, page)
    row, view = window.palette_row, window.view
    before = window.review.draft
    QTest.mouseClick(row.pick, Qt.MouseButton.LeftButton)
    assert "Esc cancels" in window.message.text()
    QTest.keyClick(window.focusWidget(), Qt.Key.Key_Escape)
    assert window.isVisible()
    assert not row.pick.isChecked()
    assert window.review.draft is before
    QTest.mouseClick(row.pick, Qt.MouseButton.LeftButton)
    QTest.mouseClick(
        view, Qt.MouseButton.LeftButton, pos=view.to_widget(float(x), float(y)).toPoint()
    )
    assert window.review.place == place
    assert window.review.draft.palette[3].rgb == "#102080"
    assert window.review.draft.rows[1].colors == (3, 1)
    assert not row.pick.isChecked()
    assert window.clues.hasFocus()


def test_a_draft_in_black_and_white_gets_colours_and_keeps_its_marks(opened: Opener) -> None:
    page = samples.picture()
    page[:40, :40] = 40, 40, 220
    window = opened(samples.doubtful(), page)
    assert window.palette_row.isVisible()
    assert not opened(samples.doubtful()).palette_row.isVisible(), "a picture without colours"
    before = window.review.draft.marks
    assert before is not None
    assert window.review.add_color("#e02020")
    assert window.review.draft.is_colored
    assert window.review.draft.has_marks
    marks = window.review.draft.marks
    assert marks is not None
    assert [marks[0, k] for k in range(7)] == [before[0, k] for k in range(7)]
    for k in range(MAX_COLORS):
        is_added = window.review.add_color(f"#0000{k:02x}")
    assert not is_added, "the palette is full"


@pytest.mark.parametrize("is_reversed", [False, True])
def test_colours_that_a_person_gave_stay_if_the_page_is_read_again(is_reversed: bool) -> None:
    """The new palette may be in another order, and lacks the colour that was added."""
    review = Review(Draft.of(colored(), samples.picture()))
    review.go(FIRST)
    review.add_color("#102a80")
    second = DraftPlace(Line(Axis.ROW, 1), 0)
    review.go(second)
    review.take_color(2)
    order = [1, 2]
    again = colored()
    if is_reversed:
        order = [2, 1]
        again = replace(again, palette=(PALETTE[0], PALETTE[2], PALETTE[1]))
    draft = review.draft.with_reading(again, keeps_touched=True)
    rgbs = [color.rgb for color in draft.palette]
    assert rgbs[1:] == [PALETTE[k].rgb for k in order] + ["#102a80"]
    assert rgbs[color_of(draft, FIRST)] == "#102a80"
    assert rgbs[color_of(draft, second)] == PALETTE[2].rgb
    assert len(review.draft.with_reading(again, keeps_touched=False).palette) == 3


def test_a_colour_that_no_number_has_is_not_in_the_puzzle_that_is_opened() -> None:
    """It was added in vain, or its numbers were given another one."""
    reading = colored()
    marks = Grid(7, 7, len(PALETTE))
    marks[0, 1], marks[0, 2] = 1 << 1, 1 << 2
    review = Review(Draft.of(replace(reading, marks=marks), samples.picture()))
    for place, rgb in zip(places_of(review), ("#20a030", "#102a80"), strict=False):
        review.go(place)
        review.add_color(rgb)
    review.go(FIRST)
    review.take_color(1)
    document = review.draft.document("Chick")
    assert [color.rgb for color in document.puzzle.palette] == ["#ffffff", "#e02020", "#102a80"]
    second = places_of(review)[1]
    line = document.puzzle.rows[second.line.index]
    assert line[second.index or 0].color == 2
    assert document.marks[0, 1] == 1 << 1
    assert document.marks[0, 2] == clear_mask(3), "a cell in a colour that is gone"
    assert len(review.draft.palette) == 5, "it may still be given"
