"""A board in parts is read from pictures of its pages."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from puzzles.contracts import SolutionCount
from recognizer.pages.boards import read_boards
from recognizer.pages.joining import joined
from recognizer.reading import read
from recognizer.values import Problem, Reading
from recognizer.wording import sentences_of
from solver.solution_count import count_solutions
from tests.support.cases import further
from tests.support.pages import Lines, clues_read, draw_page, unique_clues


@dataclass(frozen=True)
class Part:
    """A part on a page."""

    reading: Reading
    parts: int = 1


def part_of(rows: Lines, columns: Lines) -> Part:
    page = draw_page(rows, columns, boxed=True).picture
    (reading,) = read_boards(page, count_solutions=count_solutions)
    return Part(reading)


@pytest.mark.parametrize(
    ("height", "width", "seed"), [(10, 20, 3), *further((16, 30, 3), (16, 30, 4))]
)
def test_parts_side_by_side_make_the_board(height: int, width: int, seed: int) -> None:
    rows, columns = unique_clues(height, width, seed)
    parts = [part_of(rows, columns[:height]), part_of(rows, columns[height:])]
    assert all(Problem.PART in part.reading.problems for part in parts)
    (whole,) = joined(parts, count_solutions)
    assert clues_read(whole.reading) == (rows, columns)
    assert whole.parts == 2
    assert whole.reading.solution_count is SolutionCount.ONE
    assert Problem.PART not in whole.reading.problems


@pytest.mark.long
def test_parts_below_one_another_make_the_board() -> None:
    rows, columns = unique_clues(30, 16, 5)
    parts = [part_of(rows[:16], columns), part_of(rows[16:], columns)]
    (whole,) = joined(parts, count_solutions)
    assert clues_read(whole.reading) == (rows, columns)


def test_a_part_is_told_by_one_sentence_not_by_each_of_its_lines() -> None:
    rows, columns = unique_clues(16, 30, 3)
    reading = part_of(rows, columns[:16]).reading
    assert [Problem.PART.sentence, Problem.SUMS_DIFFER.sentence] == sentences_of(reading)
    assert not reading.is_certain


def test_a_wrong_number_makes_no_part() -> None:
    rows, columns = unique_clues(12, 12, 7)
    wrong = tuple((9, *line[1:]) if k in (2, 5) else line for k, line in enumerate(rows))
    reading = read(draw_page(wrong, columns).picture, count_solutions=count_solutions)
    assert Problem.PART not in reading.problems
    assert reading.solution_count is not SolutionCount.ONE
