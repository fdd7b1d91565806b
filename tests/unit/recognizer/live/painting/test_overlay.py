"""What is painted over a page, and what is left as it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from puzzles.contracts import NextStep, SolutionCount
from puzzles.grid import Grid
from puzzles.model import Axis, Line, Puzzle
from recognizer.lattice import Lattice, Picture
from recognizer.live.painting.overlay import CELL_INSET, HINT_BGR, WRONG_BGR, painted
from recognizer.live.scene import Frame, LiveState, PaintMode, Scene, SolvedPage, wrong_cells
from recognizer.values import Reading
from tests.support.films import camera, seen
from tests.support.pages import Page, clues_of, draw_page

Cells = set[tuple[int, int]]
SOLUTION = ["#.##.", "##...", ".####", "#..#.", ".#..#"]
PARTLY = ["#?##.", "##..?", "?##??", "#..#.", ".#?.#"]
VIEW = camera(roll=6, tilt=15)
VIEWS = {"whole": {"roll": 6.0, "tilt": 15.0}, "partly": {"x": -250.0, "y": 140.0, "roll": -8.0}}


def page(view: dict[str, float] | None = None) -> Page:
    clues = clues_of(np.array([[cell == "#" for cell in row] for row in SOLUTION]))
    flat = draw_page(*clues, pitch=60, width=2, fifth=4, boxed=True)
    return seen(flat, camera(**(VIEWS["whole"] if view is None else view)))


def scene(
    there: Page | None = None, certain: Sequence[str] = SOLUTION, state: LiveState = LiveState.SHOWN
) -> Scene:
    there = there or page()
    solution_count = (
        SolutionCount.SEVERAL if any("?" in row for row in certain) else SolutionCount.ONE
    )
    reading = Reading(there.lattice, solution_count=solution_count)
    puzzle = Puzzle.from_numbers(*clues_of(np.zeros((5, 5), np.bool_)))
    grid = Grid.from_text(certain)
    answer = SolvedPage(reading, there.picture, puzzle, grid, 1, 0.0, 0.0)
    return Scene(Frame(there.picture, 0, 0.0), state, "", there.lattice, answer)


def cells(text: Sequence[str], sign: str) -> Cells:
    return {(r, c) for r, row in enumerate(text) for c, cell in enumerate(row) if cell == sign}


def changed(before: Picture, after: Picture) -> NDArray[np.bool_]:
    return np.asarray((before != after).any(axis=2))


def inside(lattice: Lattice, cell: tuple[int, int], inset: float = 0.2) -> NDArray[np.bool_]:
    """The middle of a cell, as a mask of the frame."""
    r, c = cell
    quad = lattice.quad(r + inset, c + inset, r + 1 - inset, c + 1 - inset)
    return mask_of(np.rint(quad).astype(np.int32))


def mask_of(quad: NDArray[np.int32], grown: int = 0) -> NDArray[np.bool_]:
    mask = np.zeros((480, 640), np.uint8)
    cv2.fillConvexPoly(mask, quad, 255)
    if grown:
        mask = np.asarray(cv2.dilate(mask, np.ones((2 * grown + 1, 2 * grown + 1))), np.uint8)
    return np.asarray(mask > 0)


def changed_cells(one: Scene, after: Picture) -> Cells:
    """The cells whose middle is not as it was."""
    assert one.lattice is not None
    away = changed(one.frame.picture, after)
    every = [(r, c) for r in range(5) for c in range(5)]
    masks = {cell: inside(one.lattice, cell) for cell in every}
    return {cell for cell in every if masks[cell].any() and away[masks[cell]].any()}


MARKS = ["#####", "xx??x", "?????", "#??xx", "????#"]
STEP = ["?????", "##..?", "?????", "?????", "?????"]


def full(there: Page | None = None, certain: Sequence[str] = SOLUTION) -> Scene:
    """With everything that may be painted."""
    marks = Grid.from_text([row.replace("x", ".") for row in MARKS])
    hint = NextStep(Line(Axis.ROW, 1), Grid.from_text(STEP), "Because.")
    return replace(scene(there, certain), marks=marks, hint=hint)


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("mode", PaintMode)
@pytest.mark.parametrize("certain", [SOLUTION, PARTLY])
def test_outside_of_the_board_nothing_is_painted(
    mode: PaintMode, view: str, certain: Sequence[str]
) -> None:
    one = full(page(VIEWS[view]), certain)
    after = painted(one, mode, 0.8)
    assert one.lattice is not None
    board = mask_of(np.rint(one.lattice.corners).astype(np.int32), grown=3)
    assert after.shape == one.frame.picture.shape
    assert not changed(one.frame.picture, after)[~board].any()
    assert changed(one.frame.picture, after).any()


@pytest.mark.parametrize("mode", PaintMode)
def test_the_frame_itself_is_not_changed(mode: PaintMode) -> None:
    one = full()
    before = one.frame.picture.copy()
    after = painted(one, mode, 0.8)
    assert np.array_equal(one.frame.picture, before)
    assert not np.shares_memory(after, one.frame.picture)


@pytest.mark.parametrize("mode", PaintMode)
def test_where_it_is_not_known_where_the_board_is_nothing_is_painted(mode: PaintMode) -> None:
    one = replace(full(), lattice=None)
    after = painted(one, mode, 1.0)
    assert np.array_equal(after, one.frame.picture)
    assert not np.shares_memory(after, one.frame.picture)


@pytest.mark.parametrize("mode", PaintMode)
@pytest.mark.parametrize("state", [s for s in LiveState if s is not LiveState.SHOWN])
def test_before_it_is_shown_there_is_only_a_frame(mode: PaintMode, state: LiveState) -> None:
    one = replace(full(), state=state)
    assert changed_cells(one, painted(one, mode, 1.0)) == set()
    bare = replace(one, answer=None, marks=None, hint=None)
    assert np.array_equal(painted(one, mode, 1.0), painted(bare, mode, 1.0))


def test_without_anything_wanted_there_is_only_a_frame() -> None:
    assert changed_cells(full(), painted(full(), PaintMode.NOTHING, 1.0)) == set()
    for mode in (PaintMode.HINT, PaintMode.CHECK):  # nothing is known to be painted
        assert np.array_equal(painted(scene(), mode, 1.0), painted(scene(), PaintMode.NOTHING, 1.0))


@pytest.mark.parametrize("view", VIEWS)
def test_exactly_the_shaded_cells_of_the_solution_are_filled(view: str) -> None:
    one = full(page(VIEWS[view]))
    assert one.lattice is not None
    visible = {
        cell for cell in cells(SOLUTION, "#") if inside(one.lattice, cell).any()
    }  # fmt: skip
    assert 4 < len(visible) <= len(cells(SOLUTION, "#"))
    assert changed_cells(one, painted(one, PaintMode.SOLUTION, 0.6)) == visible


def test_squares_fill_their_cells_and_leave_the_lines_free() -> None:
    one = scene()
    away = changed(one.frame.picture, painted(one, PaintMode.SOLUTION, 0.6))
    assert one.lattice is not None
    for cell in cells(SOLUTION, "#"):
        assert away[inside(one.lattice, cell, CELL_INSET + 0.03)].mean() > 0.95
        border = inside(one.lattice, cell, 0.0) & ~inside(one.lattice, cell, CELL_INSET - 0.05)
        middle = mask_of(np.rint(one.lattice.corners).astype(np.int32))
        middle = np.asarray(cv2.erode(middle.astype(np.uint8), np.ones((9, 9)))) > 0
        assert away[border & middle].mean() < 0.2


@pytest.mark.parametrize("opacity", [0.25, 0.5, 0.75, 1.0])
def test_paper_darkens_in_proportion_to_opacity(opacity: float) -> None:
    one = scene()
    assert one.lattice is not None
    whole = painted(one, PaintMode.SOLUTION, 1.0).astype(float)
    part = painted(one, PaintMode.SOLUTION, opacity).astype(float)
    for cell in cells(SOLUTION, "#"):
        mask = inside(one.lattice, cell)
        before = one.frame.picture[mask].astype(float)
        wanted = before + opacity * (whole[mask] - before)
        assert np.abs(part[mask] - wanted).max() <= 3
        assert whole[mask].max() < 32


def test_without_opacity_no_square_is_seen() -> None:
    assert changed_cells(full(), painted(full(), PaintMode.SOLUTION, 0.0)) == set()


def test_what_is_printed_stays_darker_than_the_paper_around_it() -> None:
    there = page()
    picture = there.picture.copy()
    board = there.lattice
    spots = [tuple(np.rint(board.at(np.array([r + 0.5, c + 0.5]))).astype(int).tolist())
             for r, c in cells(SOLUTION, "#")]  # fmt: skip
    for x, y in spots:
        cv2.circle(picture, (x, y), 4, (60, 60, 60), -1)
    after = painted(scene(Page(picture, there.crossings)), PaintMode.SOLUTION, 0.7).astype(int)
    for x, y in spots:
        ink, paper = after[y, x], after[y, x + 10]
        assert (ink < paper - 20).all()
        # As much darker, in proportion, as it was.
        assert np.allclose(ink / paper, picture[y, x] / picture[y, x + 10].astype(float), atol=0.05)


def test_of_several_solutions_only_what_is_certain_is_painted() -> None:
    one = scene(certain=PARTLY)
    after = painted(one, PaintMode.SOLUTION, 0.6)
    assert changed_cells(one, after) == cells(PARTLY, "#") | cells(PARTLY, ".")
    assert one.lattice is not None
    for cell in cells(PARTLY, "."):  # a dot, the cell stays light
        away = changed(one.frame.picture, after)[inside(one.lattice, cell, 0.05)]
        assert 0.01 < away.mean() < 0.12


def test_a_check_marks_exactly_the_wrong_cells() -> None:
    one = full()
    wrong = {(0, 1), (0, 4), (1, 0), (1, 1), (3, 3)}
    assert one.marks is not None
    assert one.answer is not None
    assert set(wrong_cells(one.marks, one.answer.certain)) == wrong
    after = painted(one, PaintMode.CHECK, 0.6)
    assert changed_cells(one, after) == wrong
    assert one.lattice is not None
    for cell in wrong:
        blue, green, red = after[inside(one.lattice, cell)].reshape(-1, 3).mean(axis=0)
        assert red > 1.2 * max(blue, green)


def test_marks_in_cells_that_are_not_certain_are_not_wrong() -> None:
    marks, certain = Grid.from_text(["#.?#"]), Grid.from_text(["??#."])
    assert wrong_cells(marks, certain) == [(0, 3)]
    assert wrong_cells(marks, Grid.from_text(["??#"])) == []


def test_a_hint_paints_its_cells_and_its_line_and_nothing_else() -> None:
    one = full()
    after = painted(one, PaintMode.HINT, 0.6)
    assert changed_cells(one, after) == cells(STEP, "#") | cells(STEP, ".")
    assert one.lattice is not None
    line = np.rint(one.lattice.quad(1, 0, 2, 5)).astype(np.int32)
    away = changed(painted(one, PaintMode.NOTHING, 0.6), after)
    assert not away[~mask_of(line, grown=3)].any()
    for x, y in one.lattice.quad(1, 1, 2, 4):
        near = after[round(y) - 2 : round(y) + 3, round(x) - 2 : round(x) + 3].reshape(-1, 3)
        assert (np.abs(near.astype(int) - HINT_BGR).max(axis=1) < 40).any()


def test_a_hint_for_a_column_marks_the_column() -> None:
    one = replace(full(), hint=NextStep(Line(Axis.COLUMN, 3), Grid.from_text(["?????"] * 5), ""))
    assert one.lattice is not None
    away = changed(painted(one, PaintMode.NOTHING, 0.6), painted(one, PaintMode.HINT, 0.6))
    column = np.rint(one.lattice.quad(0, 3, 5, 4)).astype(np.int32)
    assert away.any()
    assert not away[~mask_of(column, grown=3)].any()


def test_squares_have_the_same_shade_in_every_frame() -> None:
    """Whatever the state of marks and hints is."""
    alone, all_at_once = scene(), full()
    for mode in (PaintMode.SOLUTION, PaintMode.NOTHING):
        assert np.array_equal(painted(alone, mode, 0.5), painted(all_at_once, mode, 0.5))


@pytest.mark.parametrize("shift", [(-5000.0, 0.0), (0.0, 5000.0), (-420.0, -300.0)])
def test_a_board_out_of_the_frame_does_no_harm(shift: tuple[float, float]) -> None:
    one = full()
    assert one.lattice is not None
    away = Lattice(one.lattice.points + np.array(shift, np.float32))
    for mode in PaintMode:
        after = painted(replace(one, lattice=away), mode, 1.0)
        if max(map(abs, shift)) > 1000:
            assert np.array_equal(after, one.frame.picture)


def test_wrong_and_right_differ_by_more_than_colour() -> None:
    """Who cannot tell red from green sees a stroke through what is wrong."""
    one = full()
    assert one.lattice is not None
    after = painted(one, PaintMode.CHECK, 1.0)
    quad = one.lattice.quad(0.3, 4.3, 0.7, 4.7)
    middle = np.rint(quad.mean(axis=0)).astype(int)
    near = after[middle[1] - 2 : middle[1] + 3, middle[0] - 2 : middle[0] + 3].reshape(-1, 3)
    assert (np.abs(near.astype(int) - WRONG_BGR).max(axis=1) < 30).any()
