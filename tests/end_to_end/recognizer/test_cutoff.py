"""Pictures that end within the puzzle are told from those that end just outside it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from puzzles.contracts import SolutionCount
from puzzles.model import Axis, Line
from recognizer.cutoff import is_cut_off
from recognizer.images import load, turned
from recognizer.lattice import Picture
from recognizer.reading import read
from recognizer.values import Problem, Reading, Side
from solver.solution_count import count_solutions
from tests.samples import SAMPLES
from tests.support.cases import further
from tests.support.pages import Page, clues_read, draw_page, unique_clues

CLUES = unique_clues(10, 10)
PITCH = 18


def cut(page: Page, side: Side, cells: float) -> Picture:
    """Without what lies outside a line that is so many cells outside the board."""
    left, top = page.crossings[0, 0] - cells * PITCH
    right, bottom = page.crossings[-1, -1] + cells * PITCH
    x0 = max(0, round(left)) if side is Side.LEFT else 0
    y0 = max(0, round(top)) if side is Side.TOP else 0
    x1 = round(right) if side is Side.RIGHT else page.picture.shape[1]
    y1 = round(bottom) if side is Side.BOTTOM else page.picture.shape[0]
    return np.ascontiguousarray(page.picture[y0:y1, x0:x1])


def problems(picture: Picture) -> tuple[Problem, ...]:
    return read(picture, count_solutions=count_solutions).problems


@pytest.mark.parametrize(("side", "cells"), [
    (Side.RIGHT, -1.4), (Side.BOTTOM, -2.5),
    *further((Side.RIGHT, -2.5), (Side.BOTTOM, -1.4)),
])  # fmt: skip
def test_a_board_that_is_cut_is_told(side: Side, cells: float) -> None:
    assert Problem.CUT_OFF in problems(cut(draw_page(*CLUES, pitch=PITCH), side, cells))


@pytest.mark.parametrize(("side", "boxed"), [
    (Side.LEFT, True), (Side.TOP, False),
    *further((Side.LEFT, False), (Side.TOP, True)),
])  # fmt: skip
def test_clues_that_are_cut_are_told(side: Side, boxed: bool) -> None:
    """Through the middle of the outermost numbers but one."""
    page = draw_page(*CLUES, pitch=PITCH, boxed=boxed)
    deepest = max(map(len, CLUES[0] if side is Side.LEFT else CLUES[1]))
    assert Problem.CUT_OFF in problems(cut(page, side, deepest - 1.5))


@pytest.mark.parametrize("side", [Side.LEFT, Side.TOP])
def test_clues_that_are_cut_away_are_told(side: Side) -> None:
    assert Problem.CUT_OFF in problems(cut(draw_page(*CLUES, pitch=PITCH), side, -1.5))


def tight(boxed: bool) -> Page:
    """The paper ends where the puzzle ends."""
    page = draw_page(*CLUES, pitch=PITCH, boxed=boxed)
    for side, far in (
        (Side.RIGHT, 0.12),
        (Side.BOTTOM, 0.12),
        (Side.LEFT, max(map(len, CLUES[0])) + 0.12),
        (Side.TOP, max(map(len, CLUES[1])) + 0.12),
    ):
        picture = cut(page, side, far)
        lost = page.picture.shape[1] - picture.shape[1], len(page.picture) - len(picture)
        is_before = side in (Side.LEFT, Side.TOP)
        page = Page(picture, page.crossings - np.array(lost) * is_before)
    return page


@pytest.mark.parametrize("boxed", [False, True])
def test_paper_may_end_where_the_puzzle_ends(boxed: bool) -> None:
    """Even if a number was not found: what is missing is not beyond the edge."""
    picture = tight(boxed).picture
    reading = read(picture, count_solutions=count_solutions)
    assert reading.solution_count is SolutionCount.ONE
    assert Problem.CUT_OFF not in reading.problems
    for name, line in reading.lines:
        short = reading.with_line(name, replace(line, numbers=line.numbers[1:]))
        assert not is_cut_off(picture, replace(short, solution_count=SolutionCount.NONE)), name


def changed(reading: Reading, name: Line, more: int) -> Reading:
    """The reading with the first number of a line misread, which has no solution."""
    line = dict(reading.lines)[name]
    first = replace(line.numbers[0], number=line.numbers[0].number + more)
    other = reading.with_line(name, replace(line, numbers=(first, *line.numbers[1:])))
    return replace(other, solution_count=SolutionCount.NONE)


@pytest.fixture(scope="module")
def tight_page() -> tuple[Picture, Reading]:
    """Cut one pixel outside the outermost ink, and what is read in it."""
    page = draw_page(*unique_clues(10, 10, 5), pitch=PITCH).picture
    y, x = np.nonzero(page[..., 0] < 200)
    picture = np.ascontiguousarray(page[y.min() - 1 : y.max() + 2, x.min() - 1 : x.max() + 2])
    reading = read(picture, count_solutions=count_solutions)
    assert reading.solution_count is SolutionCount.ONE
    return picture, reading


@pytest.mark.parametrize(
    "solution_count", [SolutionCount.NONE, SolutionCount.SEVERAL, SolutionCount.UNKNOWN]
)
def test_equal_sums_lack_nothing(
    tight_page: tuple[Picture, Reading], solution_count: SolutionCount
) -> None:
    picture, reading = tight_page
    assert not is_cut_off(picture, replace(reading, solution_count=solution_count))


@pytest.mark.parametrize("more", [-1, 1, 10])
def test_a_misread_number_is_no_cut(tight_page: tuple[Picture, Reading], more: int) -> None:
    picture, reading = tight_page
    alarms = [n for n, _ in reading.lines if is_cut_off(picture, changed(reading, n, more))]
    assert not alarms


def unread(reading: Reading, axis: Axis) -> Reading:
    """The reading without the numbers of all rows, or of all columns."""
    for name, line in reading.lines:
        if name.axis is axis:
            reading = reading.with_line(name, replace(line, numbers=()))
    return replace(reading, solution_count=SolutionCount.UNKNOWN, problems=(Problem.NO_CLUES,))


@pytest.mark.parametrize("axis", Axis)
def test_numbers_that_cannot_be_read_are_still_there(
    tight_page: tuple[Picture, Reading], axis: Axis
) -> None:
    """Though the board ends at the edge on the opposite side."""
    picture, reading = tight_page
    assert not is_cut_off(picture, unread(reading, axis))


@pytest.mark.parametrize(("side", "axis"), [(Side.LEFT, Axis.ROW), (Side.TOP, Axis.COLUMN)])
def test_numbers_that_were_cut_away_are_missing(side: Side, axis: Axis) -> None:
    """The same without the numbers: nothing but the board is left on that side."""
    picture = cut(draw_page(*CLUES, pitch=PITCH), side, 0.1)
    reading = read(picture, count_solutions=count_solutions)
    assert is_cut_off(picture, unread(reading, axis))


def test_no_grid_is_no_cut() -> None:
    assert not is_cut_off(np.full((40, 40, 3), 255, np.uint8), Reading())


@pytest.mark.parametrize(("kind", "side"), [
    ("scan", Side.LEFT), *further(("scan", Side.BOTTOM), ("app", Side.LEFT), ("app", Side.BOTTOM)),
])  # fmt: skip
def test_a_picture_that_is_cut_is_told(kind: str, side: Side) -> None:
    picture = load(SAMPLES[kind].path)
    whole = read(picture, count_solutions=count_solutions)
    assert Problem.CUT_OFF not in whole.problems
    assert whole.lattice is not None
    picture = turned(picture, whole.turns)
    far = 2.5 * whole.lattice.pitch_px
    left, bottom = whole.lattice.corners[0][0] + far, whole.lattice.corners[2][1] - far
    part = picture[: int(bottom)] if side is Side.BOTTOM else picture[:, int(left) :]
    assert Problem.CUT_OFF in problems(np.ascontiguousarray(part))


@pytest.mark.parametrize("side", [Side.BOTTOM, Side.RIGHT])
@pytest.mark.parametrize("cells", [-0.3, -0.6])
def test_a_blank_line_that_is_cut_is_not_lost_in_silence(side: Side, cells: float) -> None:
    """What is left has one solution, too, but lines run into the edge."""
    rows, columns = CLUES
    blank = ((*rows, ()), columns) if side is Side.BOTTOM else (rows, (*columns, ()))
    reading = read(
        cut(draw_page(*blank, pitch=PITCH), side, cells), count_solutions=count_solutions
    )
    if clues_read(reading) != blank:
        assert not reading.is_certain
        assert {Problem.CUT_OFF, Problem.RESIZED}.intersection(reading.problems)
