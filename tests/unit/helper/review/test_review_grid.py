"""The grid of the review window: corners, size, turning, other puzzles; with mouse and keys."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest
from PySide6.QtCore import QPoint, QRect, QRectF, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from helper.review.draft import Draft
from helper.review.lattices import grown, resized_lattice, warped
from helper.review.review import Review
from helper.review.review_window import ReviewWindow
from puzzles.contracts import SolutionCount
from puzzles.model import BLACK_AND_WHITE, Color
from recognizer.images import turned, turned_on
from recognizer.lattice import Lattice, Points
from recognizer.values import MIRRORED, Problem, Reading, Side
from tests.support import review_samples as samples
from tests.support.review_desk import SEVEN, Desk, Opener, key, lengths, settle

LEFT = Qt.MouseButton.LeftButton
Keys = Qt.Key


@pytest.fixture
def window(opened: Opener) -> ReviewWindow:
    return opened(samples.doubtful())


# A page that bends


def bent(lattice: Lattice, share: float = 0.5) -> Lattice:
    """Its middle lies lower than its sides, by a share of a cell."""
    points = lattice.points.copy()
    along = np.linspace(0, np.pi, lattice.columns + 1)
    points[..., 1] += np.float32(share * lattice.pitch_px) * np.sin(along).astype(np.float32)
    return Lattice(points)


def bow(lattice: Lattice) -> float:
    """How far the middle of the upper border is off the straight line, in pitches."""
    top = lattice.points[0]
    middle = Lattice.from_corners(lattice.corners, lattice.rows, lattice.columns).points[0]
    return float(np.abs(top - middle).max() / lattice.pitch_px)


def test_a_dragged_corner_takes_the_bent_lines_with_it() -> None:
    lattice = bent(samples.lattice())
    corners = lattice.corners.copy()
    corners[2] += 12, 9
    moved = warped(lattice, corners)
    assert np.array_equal(moved.corners, corners)
    assert bow(moved) == pytest.approx(bow(lattice), abs=0.05)
    matrix = cv2.getPerspectiveTransform(lattice.corners, corners)
    expected = cv2.perspectiveTransform(lattice.points.reshape(1, -1, 2), matrix)
    assert np.allclose(moved.points.reshape(-1, 2), expected[0], atol=0.01)
    assert np.array_equal(warped(lattice, lattice.corners).points, lattice.points)


def test_a_flat_grid_stays_flat_when_it_is_moved_or_parted_anew() -> None:
    corners: Points = np.array([(20, 30), (220, 50), (200, 260), (40, 240)], np.float32)
    flat = Lattice.from_corners(samples.lattice().corners, 7, 7)
    assert np.allclose(
        warped(flat, corners).points, Lattice.from_corners(corners, 7, 7).points, atol=0.01
    )
    far = Lattice.from_corners(corners, 7, 7)
    assert np.allclose(
        resized_lattice(far, 9, 4).points, Lattice.from_corners(corners, 9, 4).points, atol=0.01
    )


def test_another_number_of_lines_keeps_corners_and_bend() -> None:
    lattice = bent(samples.lattice())
    other = resized_lattice(lattice, 8, 14)
    assert (other.rows, other.columns) == (8, 14)
    assert np.array_equal(other.corners, lattice.corners)
    assert np.allclose(other.points[0, ::2], lattice.points[0], atol=0.01)
    assert np.allclose(resized_lattice(other, 7, 7).points, lattice.points, atol=0.01)


@pytest.mark.parametrize("side", list(Side))
def test_a_line_comes_and_goes_at_its_side(side: Side) -> None:
    """The others stay, and the new one follows the bend."""
    lattice = bent(samples.lattice())
    more = grown(lattice, side, 1)
    assert np.array_equal(grown(more, side, -1).points, lattice.points)
    inner = {
        Side.TOP: more.points[1:],
        Side.BOTTOM: more.points[:-1],
        Side.LEFT: more.points[:, 1:],
        Side.RIGHT: more.points[:, :-1],
    }[side]
    assert np.array_equal(inner, lattice.points)
    if side in (Side.TOP, Side.BOTTOM):
        row = more.points[0 if side is Side.TOP else -1]
        step = samples.CELL if side is Side.BOTTOM else -samples.CELL
        beside = lattice.points[0 if side is Side.TOP else -1]
        assert np.allclose(row - beside, (0, step), atol=0.01)


def test_a_dragged_corner_makes_the_lines_straight_unless_the_page_is_curved(
    opened: Opener, desk: Desk, qtbot: QtBot
) -> None:
    lattice = bent(samples.lattice())
    window = opened(replace(samples.doubtful(), lattice=lattice))
    assert not window.choices.curved.isVisible(), "the grid was found"
    drag(window, 2, QPoint(14, 8))
    settle(window, qtbot)
    moved = desk.asked_lattice
    assert bow(moved) == pytest.approx(0, abs=0.01)
    click = QPoint(8, window.choices.curved.height() // 2)
    QTest.mouseClick(window.choices.curved, LEFT, pos=click)
    settle(window, qtbot)
    assert [wish.is_curved for wish in desk.wishes] == [False, True], (
        "the reader bends it onto the lines"
    )
    begun = desk.asked_lattice
    assert bow(begun) > 0.4, "from the bend that was found"
    assert np.allclose(begun.corners, moved.corners)
    window.review.set_lattice(bent(moved))
    drag(window, 1, QPoint(-9, 8))
    settle(window, qtbot)
    again = desk.asked_lattice
    assert bow(again) > 0.4
    QTest.mouseClick(window.choices.curved, LEFT, pos=click)
    settle(window, qtbot)
    flat = desk.asked_lattice
    assert bow(flat) == pytest.approx(0, abs=0.01)
    assert np.array_equal(flat.corners, again.corners)
    assert [wish.is_curved for wish in desk.wishes] == [False, True, True, False]
    window.review.undo_stack.undo()
    assert window.choices.curved.isChecked()
    window.review.undo_stack.setIndex(0)
    assert not window.choices.curved.isChecked(), "the page as it was found"


def test_another_size_keeps_the_bend(opened: Opener, desk: Desk, qtbot: QtBot) -> None:
    window = opened(replace(samples.doubtful(), lattice=bent(samples.lattice())))
    window.bar.rows.setFocus()
    key(window, Keys.Key_Up)
    settle(window, qtbot)
    resized = desk.asked_lattice
    assert resized.rows == 8
    assert bow(resized) > 0.4


# The grid


def drag(window: ReviewWindow, corner: int, by: QPoint) -> None:
    lattice = window.view.lattice
    assert lattice is not None
    start = window.view.polygon(lattice.corners).toList()[corner].toPoint()
    QTest.mousePress(window.view, LEFT, pos=start)
    QTest.mouseMove(window.view, start + by / 2)
    QTest.mouseMove(window.view, start + by)
    QTest.mouseRelease(window.view, LEFT, pos=start + by)


def test_dragged_corners_move_the_grid_and_it_is_read_again(
    window: ReviewWindow, desk: Desk, qtbot: QtBot
) -> None:
    before = window.review.draft
    assert before.lattice is not None
    drag(window, 2, QPoint(20, 10))
    settle(window, qtbot)
    _, near, lattice = desk.requests[-1]
    assert near is None
    assert lattice is not None
    moved = lattice.corners - before.lattice.corners
    assert np.allclose(moved[2], np.array([20, 10]) / window.view.scale, atol=1.5)
    assert np.allclose(moved[[0, 1, 3]], 0, atol=0.01)
    assert window.review.draft.puzzle() == samples.certain().puzzle()
    assert len(desk.requests) == 1
    QTest.keySequence(window, "Ctrl+Z")
    assert window.review.draft is before


def test_reading_again_keeps_to_the_grid_as_a_person_has_put_it(
    window: ReviewWindow, desk: Desk, qtbot: QtBot
) -> None:
    QTest.keySequence(window, "F5")
    settle(window, qtbot)
    (_, near, lattice) = desk.requests[-1]
    assert lattice is None
    assert near == pytest.approx(tuple(samples.lattice().corners.mean(axis=0)))
    drag(window, 2, QPoint(20, 10))
    settle(window, qtbot)
    moved = desk.asked_lattice
    QTest.keySequence(window, "F5")
    settle(window, qtbot)
    again = desk.asked_lattice
    assert np.allclose(again.points, moved.points)


def test_nothing_is_read_or_moved_while_a_corner_is_held(
    window: ReviewWindow, desk: Desk, qtbot: QtBot
) -> None:
    view = window.view
    before = view.size(), view.origin, view.scale, view.mapTo(window, QPoint())
    drag(window, 2, QPoint(20, 10))
    lattice = view.lattice
    assert lattice is not None
    start = view.polygon(lattice.corners).toList()[0].toPoint()
    QTest.mousePress(view, LEFT, pos=start)
    QTest.mouseMove(view, start + QPoint(6, 5))
    qtbot.wait(50)
    assert desk.requests == [], "not of the drag before, either"
    assert window.progress.isVisible()
    assert (view.size(), view.origin, view.scale, view.mapTo(window, QPoint())) == before
    assert view.corner == 0
    QTest.mouseRelease(view, LEFT, pos=start + QPoint(6, 5))
    settle(window, qtbot)
    ((_, _, read),) = desk.requests
    assert read is not None
    assert np.allclose((read.corners - lattice.corners)[0] * view.scale, (6, 5), atol=1.5)
    assert not window.progress.isVisible()


def test_a_corner_that_is_let_go_where_it_was_gives_up_no_reading(
    window: ReviewWindow, desk: Desk, qtbot: QtBot
) -> None:
    drag(window, 2, QPoint(20, 10))
    window.view.setFocus()
    key(window, Keys.Key_C)
    qtbot.wait(50)
    assert desk.requests == []
    key(window, Keys.Key_Escape)
    settle(window, qtbot)
    assert len(desk.requests) == 1


def test_a_corner_does_not_turn_the_grid_inside_out(window: ReviewWindow) -> None:
    drag(window, 0, QPoint(400, 400))
    lattice = window.review.draft.lattice
    assert lattice is not None
    corners = lattice.corners
    assert corners[0][0] < corners[1][0]
    assert corners[0][1] < corners[3][1]


def test_the_keys_move_a_corner(window: ReviewWindow, desk: Desk, qtbot: QtBot) -> None:
    before = window.review.draft.lattice
    assert before is not None
    window.view.setFocus()
    key(window, Keys.Key_C, Keys.Key_C, Keys.Key_Right, Keys.Key_Down)
    assert "top right corner" in window.message.text()
    key(window, Keys.Key_Return)
    settle(window, qtbot)
    after = desk.asked_lattice
    moved = (after.corners - before.corners) * window.view.scale
    assert np.allclose(moved[1], (1, 1), atol=0.01)
    key(window, Keys.Key_C, Keys.Key_Left, Keys.Key_Escape)
    assert window.view.lattice is window.review.draft.lattice
    assert window.isVisible()


def test_a_corner_that_is_moved_is_seen_enlarged(window: ReviewWindow) -> None:
    view = window.view
    view.setFocus()
    far = QRect(view.width() - 150, view.height() - 150, 140, 140)
    before = view.grab().toImage()
    key(window, Keys.Key_C)
    assert view.grab().toImage().copy(far) != before.copy(far)
    key(window, Keys.Key_Escape)
    assert view.grab().toImage() == before


def test_undo_gives_up_the_reading_that_was_asked_for(window: ReviewWindow, qtbot: QtBot) -> None:
    before = window.review.draft
    drag(window, 2, QPoint(20, 10))
    assert window.progress.isVisible()
    assert window.progress_bar.maximum() == 0, "it moves, though nothing is done yet"
    QTest.keySequence(window, "Ctrl+Z")
    assert not window.progress.isVisible()
    qtbot.wait(50)
    assert window.review.draft is before


def test_going_on_while_it_reads_again(window: ReviewWindow, desk: Desk, qtbot: QtBot) -> None:
    drag(window, 2, QPoint(20, 10))
    window.clues.setFocus()
    key(window, Keys.Key_5)
    settle(window, qtbot)
    assert lengths(window, 1) == (2, 5)
    assert window.review.place == SEVEN
    assert lengths(window, 4) == (4,)
    assert window.review.draft.doubts == ()


def test_reading_again_can_be_stopped(window: ReviewWindow, desk: Desk, qtbot: QtBot) -> None:
    drag(window, 2, QPoint(20, 10))
    puzzle = window.review.draft.puzzle()
    QTest.mouseClick(window.stop, LEFT)
    assert not window.progress.isVisible()
    qtbot.wait(50)
    assert desk.requests == []
    assert window.review.draft.puzzle() == puzzle


def test_the_size_is_changed(window: ReviewWindow, desk: Desk, qtbot: QtBot) -> None:
    window.bar.rows.setFocus()
    desk.reading = Reading(samples.lattice(8), (*samples.certain().rows, samples.line((), ())),
                           samples.certain().columns)  # fmt: skip
    key(window, Keys.Key_Up)
    settle(window, qtbot)
    lattice = desk.asked_lattice
    assert (lattice.rows, lattice.columns) == (8, 7)
    assert window.review.draft.puzzle().height == 8
    QTest.keySequence(window, "Ctrl+Z")
    assert window.bar.rows.value() == 7
    names = [action.text().replace("&", "") for action in window.bar.sides.actions()]
    action = window.bar.sides.actions()[names.index("Add Column at the Left")]
    desk.reading = Reading(problems=(Problem.NO_CLUES,))
    action.trigger()
    settle(window, qtbot)
    lattice = desk.asked_lattice
    assert (lattice.rows, lattice.columns) == (7, 8)
    assert window.review.draft.columns[0].lengths == ()
    assert window.review.draft.columns[1].lengths == (1,)


def test_undo_takes_the_size_back_while_its_box_has_the_focus(
    window: ReviewWindow, desk: Desk
) -> None:
    window.review.type_digit(5)
    before = window.review.draft
    window.bar.columns.setFocus()
    key(window, Keys.Key_Up)
    assert window.bar.columns.value() == 8
    key(window, Keys.Key_Z, modifier=Qt.KeyboardModifier.ControlModifier)
    assert window.review.draft is before
    assert window.bar.columns.value() == 7
    key(window, Keys.Key_Y, modifier=Qt.KeyboardModifier.ControlModifier)
    assert window.bar.columns.value() == 8


def test_a_turned_picture_is_read_anew(window: ReviewWindow, desk: Desk, qtbot: QtBot) -> None:
    before = window.review.draft
    QTest.keySequence(window, "Ctrl+R")
    settle(window, qtbot)
    picture, near, lattice = desk.requests[-1]
    assert (near, lattice) == (None, None)
    assert np.array_equal(picture, np.rot90(samples.picture(), -1))
    assert window.view.pyramid.width == picture.shape[1]
    assert window.review.draft.puzzle() == samples.certain().puzzle()
    QTest.keySequence(window, "Ctrl+Z")
    assert window.review.draft is before
    assert window.view.pyramid.width == samples.picture().shape[1]


def test_a_picture_that_was_turned_to_be_read_is_seen_turned(
    opened: Opener, desk: Desk, qtbot: QtBot
) -> None:
    """The picture as the file has it lies on its side; the reading's places are upright."""
    lying = turned(samples.picture(), 1)
    window = opened(replace(samples.doubtful(), turns=3), lying)
    assert "the picture was turned" in window.message.text()
    assert np.array_equal(window.view.pyramid.levels[0], samples.picture())
    assert np.array_equal(window.clues.cutouts.picture, samples.picture())
    QTest.keySequence(window, "F5")
    settle(window, qtbot)
    assert np.array_equal(desk.requests[-1][0], samples.picture())
    QTest.keySequence(window, "Ctrl+R")
    settle(window, qtbot)
    assert np.array_equal(desk.requests[-1][0], lying)
    assert window.review.draft.turns == 0


def test_a_picture_that_was_mirrored_to_be_read_is_seen_mirrored(
    opened: Opener, desk: Desk, qtbot: QtBot
) -> None:
    window = opened(
        replace(samples.doubtful(), turns=MIRRORED), turned(samples.picture(), MIRRORED)
    )
    assert "mirrored" in window.message.text()
    assert np.array_equal(window.view.pyramid.levels[0], samples.picture())
    QTest.keySequence(window, "Ctrl+R")
    settle(window, qtbot)
    assert np.array_equal(desk.requests[-1][0], turned(samples.picture(), 1))
    assert window.review.draft.turns == turned_on(MIRRORED, 1)


@pytest.mark.parametrize(
    ("cause", "expected"),
    [
        (Problem.BLURRED, f"{Problem.BLURRED.sentence} Take a sharper picture, or type the clues."),
        (
            Problem.TOO_SMALL,
            "The picture is too small: its cells are 9 pixels wide and need 10. Come closer, or"
            " scan it larger. Or type the missing clues.",
        ),
    ],
)
def test_a_picture_that_cannot_be_read_asks_for_another_one_only(
    cause: Problem, expected: str, opened: Opener
) -> None:
    corners = samples.lattice().corners * np.float32(9.0 / samples.CELL)
    small = Lattice.from_corners(corners, 7, 7)
    problems = (cause, Problem.NO_CLUES)
    window = opened(replace(samples.doubtful(), lattice=small, problems=problems))
    assert window.banner.text == expected


@pytest.mark.parametrize("cause", [Problem.BLURRED, Problem.TOO_SMALL, Problem.SEVERAL_REPAIRS])
def test_a_picture_that_was_read_after_all_is_not_called_unreadable_or_ambiguous(
    cause: Problem, opened: Opener
) -> None:
    window = opened(replace(samples.certain(), problems=(cause, Problem.NEAR_COLORS)))
    assert window.banner.text.count(".") > 2
    window.review.take_solution_count(SolutionCount.ONE)
    assert window.banner.text.startswith(Problem.NEAR_COLORS.sentence)


def test_two_ways_with_one_solution_are_told_once_and_end_with_that_solution(
    opened: Opener,
) -> None:
    problems = (Problem.SEVERAL_REPAIRS, Problem.NEAR_COLORS)
    window = opened(replace(samples.doubtful(), problems=problems))
    told: list[str] = []
    window.review.take_solution_count(SolutionCount.ONE)
    window.banner.told.connect(told.append)
    window.review.judged.emit()
    assert window.banner.text.startswith(Problem.SEVERAL_REPAIRS.sentence)
    assert told == []
    window.review.take_solution_count(SolutionCount.NONE)
    assert window.banner.text.startswith(Problem.NEAR_COLORS.sentence)
    assert len(told) == 1


def test_another_puzzle_of_the_picture_is_chosen_by_a_click(
    opened: Opener, desk: Desk, qtbot: QtBot
) -> None:
    width = samples.picture().shape[1]
    wide = np.concatenate([samples.picture()] * 2, axis=1)
    other = Lattice(samples.lattice().points + np.array((width, 0), np.float32))
    window = opened(replace(samples.certain(), others=(other,)), wide)
    assert "2 puzzles in this picture; this is number 1, the largest." in window.banner.text
    assert window.bar.other.isVisible()
    at = window.view.to_widget(*map(float, other.corners.mean(axis=0))).toPoint()
    QTest.mouseClick(window.view, LEFT, pos=at)
    settle(window, qtbot)
    near = desk.requests[-1][1]
    assert near is not None
    assert near[0] > width
    QTest.keySequence(window, "Ctrl+G")
    settle(window, qtbot)
    assert len(desk.requests) == 2


def test_another_puzzle_is_shown_and_numbered(opened: Opener, desk: Desk, qtbot: QtBot) -> None:
    """Three puzzles, one larger and one smaller than the one that was read."""
    page = np.full((900, 1800, 3), 245, np.uint8)
    first = samples.lattice()
    large = Lattice(first.points * 2 + np.array((900, 0), np.float32))
    small = Lattice(first.points * np.float32(0.8) + np.array((0, 500), np.float32))
    window = opened(replace(samples.certain(), others=(large, small)), page)
    assert "3 puzzles in this picture; this is number 2." in window.banner.text
    window.view.zoom_to(QRectF(100, 80, 250, 250))
    for read, others, number in (
        (small, (large, first), "3"), (large, (first, small), "1, the largest"),
    ):  # fmt: skip
        desk.reading = replace(samples.certain(), lattice=read, others=others)
        QTest.keySequence(window, "Ctrl+G")
        settle(window, qtbot)
        assert desk.requests[-1][1] == pytest.approx(tuple(read.corners.mean(axis=0)))
        assert f"this is number {number}." in window.banner.text
        seen = window.view.polygon(read.corners).boundingRect()
        assert QRectF(window.view.rect()).contains(seen)
    window.view.zoom_to(QRectF(900, 80, 250, 250))
    QTest.keySequence(window, "Ctrl+Z")
    seen = window.view.polygon(small.corners).boundingRect()
    assert QRectF(window.view.rect()).contains(seen)


def test_the_puzzle_left_behind_is_still_known(review_of_two: Review) -> None:
    """A puzzle that is much smaller than the one read is not named by the reader."""
    other = review_of_two.draft.others[0]
    before = review_of_two.draft.lattice
    review_of_two.choose()
    review_of_two.take_reading(replace(samples.certain(), lattice=other))
    assert review_of_two.draft.others == (before,)


@pytest.fixture
def review_of_two() -> Review:
    other = Lattice(samples.lattice().points * np.float32(4) + np.float32(1000))
    reading = replace(samples.certain(), others=(other,))
    return Review(Draft.of(reading, samples.picture()))


def test_a_double_click_where_nothing_is_says_so(
    window: ReviewWindow, desk: Desk, qtbot: QtBot
) -> None:
    before = window.review.draft
    desk.reading = Reading(problems=(Problem.NO_GRID,))
    at = window.view.to_widget(20, 20).toPoint()
    QTest.mouseDClick(window.view, LEFT, pos=at)
    settle(window, qtbot)
    near = desk.requests[-1][1]
    assert near is not None
    assert np.allclose(near, (20, 20), atol=1 / window.view.scale + 0.5)
    assert window.review.draft is before
    assert window.message.text() == (
        "No puzzle grid was found in this picture. The old grid stays."
    )


def test_without_a_grid_the_corners_are_set_by_hand(
    opened: Opener, desk: Desk, qtbot: QtBot
) -> None:
    window = opened(Reading(problems=(Problem.NO_GRID,)))
    assert window.banner.text.startswith("No puzzle grid was found in this picture. Drag the four")
    goal = samples.lattice().corners
    for corner in (2, 1, 3, 0):
        lattice = window.view.lattice
        assert lattice is not None
        now = window.view.polygon(lattice.corners).toList()[corner]
        x, y = map(float, goal[corner])
        drag(window, corner, (window.view.to_widget(x, y) - now).toPoint())
    window.bar.rows.setValue(7)
    window.bar.columns.setValue(7)
    assert desk.requests == [], "nothing is read before it was asked for"
    QTest.mouseClick(window.banner.button("Read Clues"), LEFT)
    settle(window, qtbot)
    lattice = desk.asked_lattice
    assert (lattice.rows, lattice.columns) == (7, 7)
    assert np.allclose(lattice.corners, goal, atol=2 / window.view.scale)
    assert window.review.draft.puzzle() == samples.certain().puzzle()
    assert window.banner.text == ""


def test_the_numbers_are_read_again_in_as_many_colours_as_a_person_says(
    opened: Opener, desk: Desk, qtbot: QtBot
) -> None:
    gray = opened(samples.doubtful())
    assert not gray.palette_row.count.isVisible(), "a picture without colours"
    page = samples.picture()
    page[:40, :40] = 40, 40, 220
    window = opened(samples.doubtful(), page)
    box = window.palette_row.count
    assert box.isVisible()
    assert box.currentText() == "automatic"
    assert window.palette_row.colors is None
    inks = (*BLACK_AND_WHITE, Color("r", "#dc2828", "red"))
    desk.reading = replace(samples.certain(), palette=inks)
    box.setFocus()
    key(window, Qt.Key.Key_Down, Qt.Key.Key_Down)
    assert box.currentText() == "2 colours"
    settle(window, qtbot)
    assert desk.wishes[-1].colors == 2
    assert window.review.draft.is_colored
    drag(window, 2, QPoint(14, 8))
    settle(window, qtbot)
    assert desk.wishes[-1].colors == 2, "a decision lasts"
    desk.reading = samples.certain()
    box.setFocus()
    key(window, Qt.Key.Key_Up)
    settle(window, qtbot)
    assert desk.wishes[-1].colors == 1
    assert not window.review.draft.is_colored
    assert window.message.text() == ""
    key(window, Qt.Key.Key_Down, Qt.Key.Key_Down)
    settle(window, qtbot)
    said = "The numbers could not be read in so many colours: they have 1 colour now."
    assert window.message.text() == said
    window.turn(1)
    assert window.palette_row.colors == 3, "also for the turned picture"
    settle(window, qtbot)
    assert desk.wishes[-1].colors == 3
