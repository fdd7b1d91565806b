"""The review without its window: cursor, edits, undo, sizes, readings that come later."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
import shiboken6
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QObject

from helper.review.draft import Draft
from helper.review.draft_lines import DraftLine, DraftPlace, Number, NumberOrigin
from helper.review.review import Review
from helper.review.verdict import answer_text
from puzzles import Axis, Line
from puzzles.contracts import SolutionCount
from puzzles.formats import Document
from puzzles.model import clues
from recognizer.lattice import Lattice
from recognizer.values import Answer, Consequence, Problem, Reading, ReadLine, Side
from tests.support import review_samples as samples
from tests.support.boards import CHICK
from tests.support.review_desk import PARTING, SEVEN, THREE


@pytest.fixture
def review() -> Review:
    return Review(Draft.of(samples.doubtful(), samples.picture()))


def lengths(review: Review, row: int) -> tuple[int, ...]:
    return review.draft.rows[row].lengths


def test_an_answer_says_what_the_rules_find_likeliest(review: Review) -> None:
    row = Line(Axis.ROW, 1)
    assert answer_text(review.draft, Answer(row, clues([2, 1]))).startswith("Row 2: 2 1 ")
    empty = answer_text(review.draft, Answer(row, ()))
    assert empty in {
        "Row 2: without numbers the sums are equal",
        "Row 2: no numbers are more likely",
    }


def test_a_draft_says_what_was_read() -> None:
    reading = samples.doubtful()
    draft = Draft.of(reading, samples.picture())
    assert draft.puzzle() == reading.puzzle()
    assert [(p.line, p.index) for p in draft.doubts] == list(reading.doubtful)
    assert draft.sums == (23 + 6, 23)
    assert Draft.of(samples.certain(), samples.picture()).puzzle("Chick") == CHICK


def test_the_doubts_are_visited_in_order_and_gone_when_confirmed(review: Review) -> None:
    assert review.place == SEVEN
    visited = [review.place]
    while review.confirm():
        visited.append(review.place)
    # Row 2 is too long; its number is confirmed, but the line cannot be right.
    assert visited == [SEVEN, DraftPlace(SEVEN.line), PARTING, THREE]
    assert review.draft.doubts == ()
    assert not review.step_doubt(1)
    assert review.draft.puzzle() == samples.doubtful().puzzle()


def test_doubts_go_round_in_both_directions(review: Review) -> None:
    review.step_doubt(-1)
    assert review.place == THREE
    review.step_doubt(1)
    assert review.place == SEVEN


def test_every_place_is_reached_and_the_end_leads_to_the_beginning(review: Review) -> None:
    start, seen = review.place, []
    for _ in review.draft.places:
        review.step(1)
        seen.append(review.place)
    assert sorted(seen, key=lambda p: p.order) == list(review.draft.places)
    assert review.place == start


def test_two_digits_make_one_number_and_one_step_of_undo(review: Review) -> None:
    review.type_digit(1)
    assert lengths(review, 1) == (2, 1)
    review.type_digit(2)
    assert lengths(review, 1) == (2, 12)
    review.type_digit(5)
    assert lengths(review, 1) == (2, 5), "a third digit begins anew"
    assert review.number is not None
    assert review.number.origin is NumberOrigin.TYPED
    assert review.place not in review.draft.doubts
    review.undo_stack.undo()
    assert lengths(review, 1) == (2, 12)
    review.undo_stack.undo()
    assert lengths(review, 1) == (2, 7)
    assert review.place in review.draft.doubts


def test_a_review_is_forgotten_though_its_steps_were_merged() -> None:
    window = QObject()
    review = Review(Draft.of(samples.doubtful(), samples.picture()), window)
    review.type_digit(1)
    review.type_digit(2)
    assert review.undo_stack.count() == 1
    known = weakref.ref(review)
    shiboken6.delete(window)
    del review
    gc.collect()
    assert known() is None


def test_digits_that_do_not_belong_together(review: Review) -> None:
    review.type_digit(1)
    review.type_digit(2, follows=False)
    assert lengths(review, 1) == (2, 2)
    review.step(-1)
    review.step(1)
    review.type_digit(3)
    assert lengths(review, 1) == (2, 3)


def test_a_digit_on_a_line_is_put_at_its_end(review: Review) -> None:
    review.go(DraftPlace(Line(Axis.ROW, 0)))
    review.type_digit(1)
    review.type_digit(4)
    assert lengths(review, 0) == (3, 14)


def test_a_line_that_was_not_found_is_typed_number_by_number() -> None:
    nothing = (ReadLine((), (), 0.0),) * 7
    reading = Reading(samples.lattice(), nothing, nothing, problems=(Problem.NO_CLUES,))
    review = Review(Draft.of(reading, samples.picture()))
    assert len(review.draft.doubts) == 14
    review.type_digit(1)
    review.type_digit(2)
    review.begin_number()
    review.type_digit(3)
    review.type_digit(4)
    review.step(-1)
    review.begin_number()
    review.type_digit(5)
    assert lengths(review, 0) == (12, 5, 34)
    assert len(review.draft.doubts) == 13
    review.begin_number()
    review.step(1)
    review.type_digit(7)
    assert lengths(review, 0) == (12, 5, 7), "going elsewhere forgets what was begun"


def test_the_last_digit_is_taken_away(review: Review) -> None:
    review.type_digit(1)
    review.type_digit(2)
    review.erase_digit()
    assert lengths(review, 1) == (2, 1)
    review.type_digit(5)
    assert lengths(review, 1) == (2, 15)
    review.type_digit(3)
    review.erase_digit()
    assert lengths(review, 1) == (2,)


def test_the_runner_up_of_a_number_and_of_a_line(review: Review) -> None:
    assert review.take_likeliest()
    assert lengths(review, 1) == (2, 1)
    review.go(PARTING)
    assert review.take_likeliest()
    assert lengths(review, 4) == (1, 3)
    assert review.place == PARTING
    assert PARTING not in review.draft.doubts
    assert review.take_likeliest()
    assert lengths(review, 4) == (4,)
    review.go(DraftPlace(Line(Axis.ROW, 0), 0))
    assert not review.take_likeliest()


def test_numbers_come_and_go(review: Review) -> None:
    review.insert()
    assert lengths(review, 1) == (2, 1, 7)
    review.type_digit(4)
    assert lengths(review, 1) == (2, 4, 7)
    review.remove()
    review.remove()
    review.remove()
    assert lengths(review, 1) == ()
    assert review.place == DraftPlace(Line(Axis.ROW, 1))
    review.insert()
    assert lengths(review, 1) == (1,)


def test_a_typed_line_keeps_what_was_seen_of_its_numbers(review: Review) -> None:
    name = Line(Axis.ROW, 1)
    quads = [number.quad for number in review.draft.line(name).numbers]
    review.set_line(name, (2, 1))
    assert [number.quad for number in review.draft.line(name).numbers] == quads
    review.set_line(name, (2, 4, 1))
    seen = [number.quad for number in review.draft.line(name).numbers]
    assert seen == [quads[0], None, quads[1]]
    assert not any(place.line == name for place in review.draft.doubts)


def test_marks_go_with_the_document(review: Review) -> None:
    document = review.draft.document("Chick")
    assert document.marks == samples.doubtful().marks
    assert document.puzzle.title == "Chick"
    puzzle = review.draft.puzzle()
    assert review.draft.document(with_marks=False) == Document(puzzle)


@pytest.mark.parametrize("side", Side)
def test_a_line_more_at_one_side_leaves_the_others_where_they_are(
    review: Review, side: Side
) -> None:
    before = review.draft
    assert before.lattice is not None
    review.grow(side, 1)
    after = review.draft.lattice
    assert after is not None
    down, right = int(side is Side.TOP), int(side is Side.LEFT)
    rows = 7 + (side in (Side.TOP, Side.BOTTOM))
    assert (after.rows, after.columns) == (rows, 15 - rows)
    assert (len(review.draft.rows), len(review.draft.columns)) == (rows, 15 - rows)
    same = after.points[down : down + 8, right : right + 8]
    assert np.allclose(same, before.lattice.points)
    assert after.pitch_px == pytest.approx(samples.CELL, abs=0.01)
    assert review.draft.rows[1 + down].lengths == (2, 7)
    assert review.draft.marks is not None
    assert review.draft.marks[down, 1 + right] == 2
    review.grow(side, -1)
    again = review.draft.lattice
    assert again is not None
    assert np.allclose(again.points, before.lattice.points)
    assert review.draft.puzzle() == before.puzzle()
    assert review.draft.marks == before.marks


def test_the_size_changes_between_the_same_corners(review: Review) -> None:
    before = review.draft.lattice
    review.resize(8, 6)
    after = review.draft.lattice
    assert before is not None
    assert after is not None
    assert (after.rows, after.columns) == (8, 6)
    assert np.allclose(after.corners, before.corners)
    assert (len(review.draft.rows), len(review.draft.columns)) == (8, 6)
    assert review.draft.rows[1].lengths == (2, 7)


def test_the_last_line_cannot_go(review: Review) -> None:
    for _ in range(9):
        review.grow(Side.TOP, -1)
    assert len(review.draft.rows) == 1


def test_a_reading_that_comes_is_one_step_with_what_asked_for_it(review: Review) -> None:
    before = review.draft
    moved = Lattice.from_corners(samples.lattice().corners + np.float32(5), 7, 7)
    review.set_lattice(moved)
    review.take_reading(samples.certain())
    assert review.draft.puzzle() == samples.certain().puzzle()
    assert review.undo_stack.count() == 1
    review.undo_stack.undo()
    assert review.draft is before


def test_what_a_person_has_typed_is_not_read_again(review: Review) -> None:
    review.type_digit(5)
    review.set_lattice(samples.lattice())
    review.take_reading(samples.certain())
    assert lengths(review, 1) == (2, 5)
    assert review.draft.rows[4].lengths == (4,)
    review.choose()
    review.take_reading(samples.certain())
    assert lengths(review, 1) == (2, 1), "that is another puzzle"


def test_a_change_of_the_size_spares_the_lines_that_are_still_there(review: Review) -> None:
    review.type_digit(5)
    review.set_line(Line(Axis.ROW, 6), (6,))
    review.set_line(Line(Axis.COLUMN, 0), (7,))
    review.resize(7, 8)
    certain = samples.certain()
    wide = (*certain.columns, samples.line((), ()))
    review.take_reading(Reading(samples.lattice(7, 8), certain.rows, wide))
    assert (lengths(review, 1), lengths(review, 6)) == ((2, 5), (6,))
    assert review.draft.columns[0].lengths == (7,)
    assert review.draft.columns[1].lengths == (3,)
    review.resize(6, 8)
    review.take_reading(Reading(samples.lattice(6, 8), certain.rows[:6], wide))
    assert lengths(review, 1) == (2, 5)
    assert len(review.draft.rows) == 6
    review.read_here()
    review.take_reading(certain)
    assert lengths(review, 1) == (2, 5), "the reader has found another size"
    assert len(review.draft.rows) == 7


def test_a_reading_without_numbers_takes_nothing_away(review: Review) -> None:
    puzzle = review.draft.puzzle()
    review.read_here()
    nothing = (ReadLine((), (), 0.0),) * 7
    columns = samples.certain().columns
    review.take_reading(Reading(samples.lattice(), nothing, columns, problems=(Problem.NO_CLUES,)))
    assert review.draft.puzzle() == puzzle
    assert review.draft.columns[5].numbers[0].confidence == 1
    assert review.draft.problems == (Problem.NO_CLUES,)


def test_where_no_grid_is_found_the_one_before_stays(review: Review) -> None:
    before = review.draft
    review.choose()
    assert not review.take_reading(Reading(problems=(Problem.NO_GRID,)))
    assert review.draft is before
    assert not review.is_edited
    review.choose()
    assert review.take_reading(samples.certain())
    assert review.undo_stack.undoText() == "Read Another Puzzle"
    review.undo_stack.undo()
    assert review.draft is before


def test_without_a_grid_one_is_proposed_that_lies_in_the_picture() -> None:
    picture = samples.picture()
    draft = Draft.of(Reading(problems=(Problem.NO_GRID,)), picture)
    assert not draft.is_found
    assert draft.lattice is not None
    corners = draft.lattice.corners
    assert (corners > 0).all()
    assert (corners < picture.shape[1::-1]).all()
    review = Review(draft)
    review.resize(7, 7)
    review.set_line(Line(Axis.ROW, 0), (3,))
    assert review.draft.rows[0].lengths == (3,)
    review.take_reading(samples.certain())
    assert review.draft.is_found


COMMANDS = st.sampled_from(
    ["digit", "erase", "begin", "runner-up", "insert", "remove", "confirm", "next", "line",
     "grow", "shrink", "resize", "reading"]
)  # fmt: skip


def obey(review: Review, name: str, k: int) -> None:
    side = list(Side)[k % 4]
    match name:
        case "digit":
            review.type_digit(k)
        case "next":
            for _ in range(k):
                review.step(1)
        case "line":
            review.set_line(review.place.line, (k, 1))
        case "grow" | "shrink":
            review.grow(side, 1 if name == "grow" else -1)
        case "resize":
            review.resize(k + 1, 7)
        case "reading":
            review.take_reading(samples.certain())
        case _:
            commands: dict[str, Callable[[], object]] = {
                "erase": review.erase_digit,
                "begin": review.begin_number,
                "runner-up": review.take_likeliest,
                "insert": review.insert,
                "remove": review.remove,
                "confirm": review.confirm,
            }
            commands[name]()


@given(st.lists(st.tuples(COMMANDS, st.integers(0, 9)), max_size=30))
def test_undo_restores_every_state_before(commands: list[tuple[str, int]]) -> None:
    review = Review(Draft.of(samples.doubtful(), samples.picture()))
    states = {0: (review.draft, review.place)}
    for name, k in commands:
        index, place = review.undo_stack.index(), review.place
        obey(review, name, k)
        assert review.place in review.draft.places
        if review.undo_stack.index() > index:
            states[index] = (states[index][0], place)
        states[review.undo_stack.index()] = (review.draft, review.place)
    for index in range(review.undo_stack.index() - 1, -1, -1):
        review.undo_stack.undo()
        assert review.draft is states[index][0]
    assert review.draft.puzzle() == samples.doubtful().puzzle()


def test_lines_that_cannot_be_right_come_first(review: Review) -> None:
    review.set_line(SEVEN.line, (2, 1))
    assert review.to_check == (PARTING, THREE)
    seven = samples.number(7, samples.QUAD, 0.97)
    column = DraftLine((Number.of(seven), Number.of(seven)), is_settled=False)
    last = Line(Axis.COLUMN, 6)
    review = Review(review.draft.with_line(last, column))
    assert review.to_check[:2] == (DraftPlace(last, 0), DraftPlace(last, 1))
    review.go(DraftPlace(Line(Axis.ROW, 0)))
    review.step_doubt(1)
    assert review.place == DraftPlace(last, 0)


def test_one_solution_ends_the_review_and_an_edit_may_open_it_again(review: Review) -> None:
    review.set_line(SEVEN.line, (2, 1))
    judged: list[bool] = []
    review.judged.connect(lambda: judged.append(review.is_over))
    review.go(PARTING)
    review.confirm()
    assert not review.is_over
    review.take_solution_count(SolutionCount.ONE)
    assert review.doubts == {THREE: Consequence.QUIET}
    assert len(review.to_check) == 0
    assert not review.step_doubt(1)
    review.take_solution_count(SolutionCount.NONE)
    assert list(review.to_check) == [THREE]
    assert judged == [True, False]


def test_what_was_typed_or_confirmed_is_settled(review: Review) -> None:
    review.set_line(SEVEN.line, (7, 7))  # it does not fit, but the user knows
    assert not any(place.line == SEVEN.line for place in review.doubts)


@pytest.mark.parametrize("take", [Review.take_answer, Review.take_likeliest], ids=["A", "R"])
def test_an_answer_that_contradicts_what_was_read_surely_is_left_to_be_confirmed(
    take: Callable[[Review], bool],
) -> None:
    """The print itself may be wrong, or the rules have found another puzzle."""
    for reading, is_left in ((samples.certain(), True), (samples.doubtful(), False)):
        review = Review(Draft.of(reading, samples.picture()))
        name = SEVEN.line
        review.take_judged(replace(reading, answers=(Answer(name, clues([1, 2])),)))
        review.go(DraftPlace(name))
        assert take(review)
        review.take_solution_count(SolutionCount.ONE)
        assert review.draft.line(name).lengths == (1, 2)
        assert (DraftPlace(name) in review.to_check) == is_left
        review.go(DraftPlace(name))
        review.confirm()
        assert DraftPlace(name) not in review.to_check
