"""The values of a reading: the geometry of lattices, and what follows from confidences."""

from __future__ import annotations

import pickle
from dataclasses import replace

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from puzzles.contracts import SolutionCount
from puzzles.grid import Grid
from puzzles.model import Axis, Line, Puzzle
from recognizer.lattice import Lattice
from recognizer.values import (
    CERTAIN,
    Candidate,
    Consequence,
    Doubt,
    Problem,
    Reading,
    ReadLine,
    ReadNumber,
    Segmentation,
)
from solver.solution_count import count_solutions

sizes = st.integers(1, 12)
QUAD = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
CORNERS = np.array([(100, 80), (520, 60), (560, 500), (70, 450)], np.float32)


def crossings(lattice: Lattice) -> NDArray[np.float64]:
    """Board coordinates of all crossings, shape (rows + 1, columns + 1, 2)."""
    shape = lattice.rows + 1, lattice.columns + 1
    return np.moveaxis(np.mgrid[: shape[0], : shape[1]], 0, -1).astype(np.float64)


def bent(rows: int, columns: int) -> Lattice:
    """A lattice on paper that is not flat."""
    board = np.moveaxis(np.mgrid[: rows + 1, : columns + 1], 0, -1).astype(np.float64)
    x = 50 + 20 * board[..., 1] + 3 * np.sin(board[..., 0])
    y = 40 + 21 * board[..., 0] + 4 * np.cos(board[..., 1] / 2)
    return Lattice(np.stack([x, y], axis=-1).astype(np.float32))


def affine(rows: int, columns: int) -> tuple[Lattice, NDArray[np.float64]]:
    """A lattice of parallelograms, and the matrix (2, 3) that takes (row, column, 1) to (x, y)."""
    matrix = np.array([(-3.0, 20.0, 100.0), (18.0, 4.0, 60.0)])
    board = np.moveaxis(np.mgrid[: rows + 1, : columns + 1], 0, -1)
    points = board @ matrix[:, :2].T + matrix[:, 2]
    return Lattice(points.astype(np.float32)), matrix


@given(sizes, sizes)
def test_crossings_are_where_they_are(rows: int, columns: int) -> None:
    lattice = bent(rows, columns)
    assert (lattice.rows, lattice.columns) == (rows, columns)
    assert np.allclose(lattice.at(crossings(lattice)), lattice.points, atol=1e-3)


@given(sizes, sizes)
def test_the_middle_of_a_cell_is_between_its_corners(rows: int, columns: int) -> None:
    lattice = bent(rows, columns)
    centres = lattice.at(crossings(lattice)[:-1, :-1] + 0.5)
    p = lattice.points
    means = (p[:-1, :-1] + p[1:, :-1] + p[:-1, 1:] + p[1:, 1:]) / 4
    assert np.allclose(centres, means, atol=1e-3)


@given(sizes, sizes)
def test_a_perspective_grid_keeps_corners_and_straight_lines(rows: int, columns: int) -> None:
    lattice = Lattice.from_corners(CORNERS, rows, columns)
    assert lattice.points.shape == (rows + 1, columns + 1, 2)
    assert lattice.points.dtype == np.float32
    assert np.allclose(lattice.corners, CORNERS, atol=1e-2)
    for line in (*lattice.points, *lattice.points.transpose(1, 0, 2)):
        along = line[-1] - line[0]
        off = np.cross(np.append(along, 0), np.pad(line - line[0], ((0, 0), (0, 1))))[:, 2]
        assert np.abs(off / np.linalg.norm(along)).max() < 0.05


def test_a_perspective_grid_is_the_plane_seen_from_elsewhere() -> None:
    lattice = Lattice.from_corners(CORNERS, 10, 15)
    square = np.array([(0, 0), (15, 0), (15, 10), (0, 10)], np.float32)
    back = cv2.getPerspectiveTransform(CORNERS, square)
    board = cv2.perspectiveTransform(lattice.points.reshape(1, -1, 2), back)[0]
    assert np.allclose(board.reshape(11, 16, 2)[..., ::-1], crossings(lattice), atol=1e-3)


@given(sizes, sizes, st.floats(-8, 20), st.floats(-8, 20))
def test_beyond_a_lattice_of_parallelograms_it_goes_on_straight(
    rows: int, columns: int, row: float, column: float
) -> None:
    lattice, matrix = affine(rows, columns)
    expected = matrix @ np.array([row, column, 1.0])
    assert np.allclose(lattice.at(np.array([row, column])), expected, atol=1e-2)
    many = lattice.at(np.full((2, 3, 2), (row, column)))
    assert many.shape == (2, 3, 2)
    assert np.allclose(many, expected, atol=1e-2)


@given(sizes, sizes, st.integers(0, 3), st.floats(0, 1))
def test_there_is_no_step_at_the_border(rows: int, columns: int, side: int, share: float) -> None:
    lattice = bent(rows, columns)
    along = share * (columns if side < 2 else rows)
    inside = [(0.0, along), (rows, along), (along, 0.0), (along, columns)][side]
    out = [(-1e-4, 0), (1e-4, 0), (0, -1e-4), (0, 1e-4)][side]
    near = lattice.at(np.array([inside, np.add(inside, out)]))
    assert np.linalg.norm(near[1] - near[0]) < 0.1


def test_the_pitch_is_the_side_of_a_cell() -> None:
    corners = np.array([(10, 10), (310, 10), (310, 210), (10, 210)], np.float32)
    assert Lattice.from_corners(corners, 10, 15).pitch_px == pytest.approx(20, abs=1e-3)


def test_a_quad_runs_clockwise_from_the_top_left() -> None:
    corners = np.array([(10, 20), (40, 20), (40, 60), (10, 60)], np.float32)
    quad = Lattice.from_corners(corners, 4, 3).quad(1, 1, 2, 3)
    assert np.allclose(quad, [(20, 30), (40, 30), (40, 40), (20, 40)], atol=1e-3)


def number(value: int, confidence: float = 1.0, *others: int) -> ReadNumber:
    candidates = (Candidate(value, confidence), *(Candidate(n, 0.01) for n in others))
    return ReadNumber(value, confidence, candidates, QUAD)


def reading() -> Reading:
    lattice = Lattice.from_corners(CORNERS, 2, 2)
    rows = (ReadLine((number(1, 0.9, 7),)), ReadLine((number(2),), confidence=0.7))
    columns = (ReadLine((number(2),)), ReadLine((number(1),)))
    return Reading(lattice, rows, columns, solution_count=SolutionCount.ONE)


def test_doubts_are_named_and_multiply() -> None:
    draft = reading()
    assert draft.doubtful == ((Line(Axis.ROW, 0), 0), (Line(Axis.ROW, 1), None))
    assert draft.confidence == pytest.approx(0.63)
    assert draft.rows[1].certainty == 0.7
    assert not draft.is_certain
    assert replace(draft, lattice=None).confidence == 0


def test_certain_is_what_nothing_speaks_against() -> None:
    draft = reading()
    for name, line in list(draft.lines):
        draft = draft.with_line(name, ReadLine(tuple(number(n) for n in line.lengths)))
    assert draft.doubtful == ()
    assert draft.is_certain
    assert replace(draft, solution_count=SolutionCount.UNKNOWN).is_certain
    for solution_count in (SolutionCount.NONE, SolutionCount.SEVERAL):
        assert not replace(draft, solution_count=solution_count).is_certain
    assert not replace(draft, problems=(Problem.CUT_OFF,)).is_certain
    assert not replace(draft, lattice=None).is_certain
    edge = replace(draft.rows[0], confidence=CERTAIN)
    assert draft.with_line(Line(Axis.ROW, 0), edge).is_certain


def test_a_plausible_doubt_is_quiet_only_if_there_is_one_solution() -> None:
    draft = reading().with_line(Line(Axis.ROW, 1), ReadLine((number(2),)))
    place = Line(Axis.ROW, 0), 0
    assert draft.doubts == (Doubt(*place, Consequence.QUIET),)
    assert draft.is_certain
    for count in (SolutionCount.NONE, SolutionCount.SEVERAL, SolutionCount.UNKNOWN):
        other = replace(draft, solution_count=count)
        assert other.doubts == (Doubt(*place, Consequence.DECISIVE),)
        assert not other.is_certain
    assert not replace(draft, problems=(Problem.SEVERAL_REPAIRS,)).is_certain


def test_a_grid_without_a_number_is_never_certain() -> None:
    """A blank puzzle has one solution."""
    blank = ReadLine(())
    empty = replace(reading(), rows=(blank,) * 2, columns=(blank,) * 2, problems=())
    assert not replace(empty, solution_count=SolutionCount.ONE).is_certain


def test_what_the_rules_changed_comes_before_other_doubts() -> None:
    changed = ReadLine((number(1),), (), 0.9, is_corrected=True)
    draft = reading().with_line(Line(Axis.COLUMN, 1), changed)
    assert [doubt.line for doubt in draft.doubts[:2]] == [
        Line(Axis.COLUMN, 1), Line(Axis.ROW, 1)
    ]  # fmt: skip
    assert draft.doubts[0].consequence is draft.doubts[1].consequence is Consequence.DECISIVE
    assert changed.has_doubtful_change
    assert not replace(changed, is_corrected=False).has_doubtful_change
    assert not replace(changed, confidence=1.0).has_doubtful_change


@pytest.mark.parametrize(
    "clue",
    [
        pytest.param(ReadLine((number(1, 0.7, 7),)), id="not confident"),
        pytest.param(
            ReadLine((replace(number(1, 0.1, 7), confidence=0.95),)), id="chosen by the rules"
        ),
        pytest.param(ReadLine((number(1),), (), 0.95, is_corrected=True), id="parted by the rules"),
    ],
)
def test_the_solution_depends_on_what_the_picture_does_not_say(clue: ReadLine) -> None:
    draft = reading().with_line(Line(Axis.ROW, 1), ReadLine((number(2),)))
    draft = draft.with_line(Line(Axis.ROW, 0), clue)
    assert [doubt.consequence for doubt in draft.doubts] == [Consequence.DECISIVE]
    assert not draft.is_certain


def test_a_line_that_does_not_fit_comes_first_however_surely_it_was_read() -> None:
    draft = reading().with_line(Line(Axis.COLUMN, 1), ReadLine((number(3),)))
    draft = replace(draft, solution_count=SolutionCount.NONE)
    first, *rest = draft.doubts
    assert first == Doubt(Line(Axis.COLUMN, 1), None, Consequence.IMPOSSIBLE)
    assert [doubt.line for doubt in rest] == [Line(Axis.ROW, 0), Line(Axis.ROW, 1)]
    assert not draft.is_certain


def test_with_line_changes_that_line_only() -> None:
    draft = reading()
    new = ReadLine((number(5),))
    for name, _ in list(draft.lines):
        changed = draft.with_line(name, new)
        for other, line in changed.lines:
            assert line is (new if other == name else dict(draft.lines)[other])


def test_the_puzzle_leaves_zeros_out() -> None:
    draft = reading().with_line(Line(Axis.COLUMN, 0), ReadLine((number(0),)))
    puzzle = draft.puzzle("Title")
    assert puzzle.rows == Puzzle.from_numbers([[1], [2]], [[]]).rows
    assert puzzle.columns[0] == ()
    assert puzzle.title == "Title"


def test_the_runner_up_is_the_likeliest_other_one() -> None:
    assert number(1, 0.9, 7, 4).runner_up == 7
    assert number(1).runner_up is None
    assert replace(number(1, 0.5, 7, 4), number=7, is_corrected=True).runner_up == 1


def test_readings_travel_between_processes() -> None:
    line = ReadLine((number(1, 0.5, 7),), (Segmentation((number(11),), 0.2),), 0.7)
    draft = replace(
        reading().with_line(Line(Axis.ROW, 0), line),
        marks=Grid(2, 2),
        problems=(Problem.CUT_OFF,),
        others=(Lattice.from_corners(CORNERS, 3, 4),),
    )
    back = pickle.loads(pickle.dumps(draft))
    assert (back.rows, back.columns) == (draft.rows, draft.columns)
    assert back.solution_count is SolutionCount.ONE
    assert back.problems == draft.problems
    assert back.marks == draft.marks
    assert np.array_equal(back.lattice.points, reading().lattice.points)  # type: ignore[union-attr]
    assert np.array_equal(back.others[0].points, draft.others[0].points)


def test_judges_travel_between_processes() -> None:
    judge = pickle.loads(pickle.dumps(count_solutions))
    assert judge(Puzzle.from_numbers([[1], [2]], [[2], [1]])) is SolutionCount.ONE
    assert judge(Puzzle.from_numbers([[1], [1]], [[1], [1]])) is SolutionCount.SEVERAL
    assert judge(Puzzle.from_numbers([[2], [2]], [[2], [1]])) is SolutionCount.NONE
