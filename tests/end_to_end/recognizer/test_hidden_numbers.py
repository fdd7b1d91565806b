"""Numbers that a hole or a stain hides are found by the rules, and stay in doubt."""

from __future__ import annotations

import pytest

from puzzles.contracts import SolutionCount
from puzzles.grid import satisfies
from puzzles.model import Line
from recognizer.hidden_numbers import hidden_numbers
from recognizer.reading import read, read_uncorrected
from solver.api import solve
from solver.solution_count import count_solutions
from tests.support.cases import further
from tests.support.pages import draw_page, puzzle, stained, unique_clues


@pytest.mark.parametrize(("size", "seed"), [
    (10, 7),
    *further((10, 1), (12, 5), (8, 2), (9, 3), (10, 4), (11, 6), (10, 8), (12, 9), (10, 10)),
])  # fmt: skip
def test_what_is_hidden_is_found_and_asked(size: int, seed: int) -> None:
    clues = unique_clues(size, size, seed)
    reading = read(stained(draw_page(*clues, pitch=30), size // 2), count_solutions=count_solutions)
    truth, got = puzzle(clues), reading.puzzle()
    assert (got.rows, got.columns) == (truth.rows, truth.columns)
    assert reading.solution_count is SolutionCount.ONE
    assert not reading.is_certain
    asked = {doubt.line for doubt in reading.doubts}
    assert asked >= {name for name, line in reading.lines if line.unread}
    assert {line.index for line in asked if not line.is_column} >= {size // 2 - 1, size // 2}


@pytest.mark.parametrize("row", [3, 7])
def test_the_hidden_lines_are_those_below_the_spot(row: int) -> None:
    clues = unique_clues(10, 10, 7)
    page = draw_page(*clues, pitch=30)
    picture = stained(page, row)
    first = read_uncorrected(picture)
    assert first.found is not None
    hidden = hidden_numbers(picture, first.found, first.reading)
    assert {line.index for line in hidden if not line.is_column} == {row - 1, row}
    (solution,) = solve(puzzle(clues)).solutions
    assert all(satisfies(solution.line(line), each.clues) for line, each in hidden.items())


@pytest.mark.parametrize("boxed", [False, True])
def test_a_clean_page_hides_nothing(boxed: bool) -> None:
    picture = draw_page(*unique_clues(10, 10, 7), pitch=30, boxed=boxed).picture
    first = read_uncorrected(picture)
    assert first.found is not None
    hidden: dict[Line, object] = {**hidden_numbers(picture, first.found, first.reading)}
    assert not hidden
