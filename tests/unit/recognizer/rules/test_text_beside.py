"""Text beside a board is not taken for clues if the sums say so."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from puzzles.contracts import SolutionCount
from puzzles.model import BLACK_AND_WHITE, Color
from recognizer.lattice import Lattice
from recognizer.rules.correction import correct_by_rules
from recognizer.rules.text_beside import without_text_beside
from recognizer.values import Reading, ReadLine, ReadNumber
from solver.solution_count import count_solutions
from tests.support.rule_readings import CHICK, as_read, lengths, number

CELL = 20.0
CAPTION = {2: 7, 3: 8, 4: 6, 5: 2}
"""The columns over which a number of a caption is."""


def at(token: ReadNumber, x: float, y: float) -> ReadNumber:
    corners = ((x, y), (x + 8, y), (x + 8, y + 12), (x, y + 12))
    return replace(token, quad=corners)


def captioned(caption: dict[int, int], distance_cells: float, *, is_beside_rows: bool) -> Reading:
    """The chick with a caption above its columns, or left of its rows."""
    read = as_read(CHICK)
    height, width = len(read.rows), len(read.columns)
    corners = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32) * CELL
    sides: list[tuple[ReadLine, ...]] = []
    for is_column, lines in ((False, read.rows), (True, read.columns)):
        placed = []
        for index, line in enumerate(lines):
            tokens = list(line.numbers)
            depths = [CELL * (len(tokens) - k) for k in range(len(tokens))]
            if is_column is not is_beside_rows and index in caption:
                tokens.insert(0, number(caption[index]))
                depths.insert(0, CELL * distance_cells)
            across = CELL * index + 4
            numbers = [
                at(each, across, -depth) if is_column else at(each, -depth, across)
                for each, depth in zip(tokens, depths, strict=True)
            ]
            placed.append(replace(line, numbers=tuple(numbers)))
        sides.append(tuple(placed))
    return Reading(Lattice.from_corners(corners, height, width), sides[0], sides[1])


@pytest.mark.parametrize("is_beside_rows", [False, True])
def test_a_caption_leaves_no_doubt_of_a_clue_that_is_proved(is_beside_rows: bool) -> None:
    reading = captioned(CAPTION, 3.2, is_beside_rows=is_beside_rows)
    ruled = correct_by_rules(reading, count_solutions)
    assert lengths(ruled) == lengths(as_read(CHICK))
    assert ruled.solution_count is SolutionCount.ONE
    assert ruled.is_certain
    assert not any(line.is_corrected for _, line in ruled.lines)


@pytest.mark.parametrize(("caption", "distance_cells"), [
    pytest.param({2: 7, 3: 8}, 3.2, id="two numbers may have that sum by chance"),
    pytest.param({2: 7, 3: 8, 6: 2}, 2.0, id="not farther out than the clues"),
    pytest.param({}, 3.2, id="no text"),
])  # fmt: skip
def test_what_may_be_clues_is_kept(caption: dict[int, int], distance_cells: float) -> None:
    reading = captioned(caption, distance_cells, is_beside_rows=False)
    assert without_text_beside(reading) is None


def test_the_sums_of_each_colour_tell_that_it_is_text() -> None:
    reading = captioned(CAPTION, 3.2, is_beside_rows=False)
    colored = replace(reading, palette=(*BLACK_AND_WHITE, Color("r", "#e02020")))
    assert without_text_beside(colored) is not None
    first = colored.columns[0]
    red = replace(first, numbers=(replace(first.numbers[0], color=2), *first.numbers[1:]))
    assert without_text_beside(replace(colored, columns=(red, *colored.columns[1:]))) is None
