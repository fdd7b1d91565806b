"""A review of a puzzle in colours keeps them, and lets the user choose others."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from helper.application.theme import LIGHT
from helper.review.cutouts import Cutouts
from helper.review.detail import Detail
from helper.review.draft import Draft
from helper.review.draft_lines import DraftPlace
from helper.review.draft_text import DraftWriter, draft_from_text
from helper.review.review import Review
from helper.review.verdict import color_sums_text
from puzzles.model import Axis, Color, Line
from recognizer.values import ColorCandidate, Reading, Segmentation
from tests.support import review_samples as samples

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


def test_a_swatch_gives_a_number_its_colour(review: Review, qtbot: QtBot) -> None:
    detail = Detail(review, Cutouts(samples.picture()), LIGHT)
    qtbot.addWidget(detail)
    detail.show()
    review.go(FIRST)
    detail.refresh()
    names = [button.accessibleName() for button in detail.buttons]
    assert names == ["Give the number the colour red", "Give the number the colour brown"]
    assert "3 in red, or in brown?" in detail.text.text()
    QTest.mouseClick(detail.buttons[1], Qt.MouseButton.LeftButton)
    assert review.draft.puzzle().rows[0] == ((3, 2),)
    assert review.draft.doubts == ()


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
