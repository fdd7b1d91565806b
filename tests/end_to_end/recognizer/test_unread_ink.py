"""Ink that was not read leaves a doubt, if the puzzle is wrong."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from puzzles.contracts import SolutionCount
from puzzles.model import Axis, Line
from recognizer.lattice import Picture
from recognizer.reading import FirstReading, read_uncorrected
from recognizer.unread_ink import with_unread_ink
from recognizer.values import Reading
from recognizer.wording import unread_text
from tests.support.pages import draw_page, unique_clues


@pytest.fixture(scope="module")
def page() -> Picture:
    return draw_page(*unique_clues(10, 10, 3)).picture


@pytest.fixture(scope="module")
def first(page: Picture) -> FirstReading:
    return read_uncorrected(page)


def without(reading: Reading, name: Line, index: int | None) -> Reading:
    """A number, or all of them, dropped from a line."""
    line = dict(reading.lines)[name]
    kept = () if index is None else line.numbers[:index] + line.numbers[index + 1 :]
    dropped = reading.with_line(name, replace(line, numbers=kept))
    return replace(dropped, solution_count=SolutionCount.NONE)


def longest(reading: Reading, is_column: bool) -> Line:
    lines = [(len(li.numbers), n.index) for n, li in reading.lines if n.is_column is is_column]
    return Line(Axis.COLUMN if is_column else Axis.ROW, max(lines)[1])


@pytest.mark.parametrize("is_column", [False, True])
@pytest.mark.parametrize("index", [0, -2, None])
def test_a_dropped_number_is_a_doubt(
    page: Picture, first: FirstReading, is_column: bool, index: int | None
) -> None:
    reading, found, _ = first
    assert found is not None
    name = longest(reading, is_column)
    numbers = dict(reading.lines)[name].numbers
    at = None if index is None else index % len(numbers)
    got = with_unread_ink(page, found, without(reading, name, at))
    assert [line for line, li in got.lines if li.unread] == [name]
    said = unread_text(dict(got.lines)[name], is_column)
    if at is None:
        assert said == "there is ink, but no number was read"
    elif at == 0:
        where = "above" if is_column else "left of"
        assert said == f"ink {where} {numbers[1].number} was not read"
    else:
        around = numbers[at - 1].number, numbers[at + 1].number
        assert said == "ink between {} and {} was not read".format(*around)


def test_a_puzzle_with_one_solution_leaves_no_doubt(page: Picture, first: FirstReading) -> None:
    reading, found, _ = first
    assert found is not None
    short = without(reading, longest(reading, is_column=False), 0)
    right = replace(short, solution_count=SolutionCount.ONE)
    assert with_unread_ink(page, found, right) is right


def test_a_page_that_was_read_as_a_whole_has_no_unread_ink(
    page: Picture, first: FirstReading
) -> None:
    reading, found, _ = first
    assert found is not None
    got = with_unread_ink(page, found, replace(reading, solution_count=SolutionCount.NONE))
    assert not any(line.unread for _, line in got.lines)


def test_numbers_that_are_struck_through_leave_ink(page: Picture, first: FirstReading) -> None:
    """The line through them joins them, and covers the whole strip of the longest clue."""
    reading, found, _ = first
    assert found is not None
    name = longest(reading, is_column=False)
    quads = np.array([n.quad for n in dict(reading.lines)[name].numbers], np.float32)
    left, top = np.floor(quads.min(axis=(0, 1))).astype(int)
    right, bottom = np.ceil(quads.max(axis=(0, 1))).astype(int)
    struck = page.copy()
    struck[(top + bottom) // 2, left - 3 : right + 3] = 0
    got = with_unread_ink(struck, found, without(reading, name, None))
    assert [line for line, li in got.lines if li.unread] == [name]
