"""Tables that a program breaks between two rows are read as one board."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from puzzles.model import Puzzle
from recognizer.pages.pdf_pages import PdfPages
from recognizer.values import Reading
from tests.support.boards import random_puzzle
from tests.support.pdf_files import lines, numbers, pdf, text

TALL = random_puzzle(3, 20, 12, density=0.7)
AT = (200.0, 100.0)
"""Near the foot of the page."""


def rows_of(puzzle: Puzzle, first: int, end: int) -> Puzzle:
    return replace(puzzle, rows=puzzle.rows[first:end], goal="")


def broken(puzzle: Puzzle, *breaks: int, is_open: bool = False) -> bytes:
    """A board whose rows are on several pages; ``is_open``: without lines where it is broken."""
    pages = []
    cuts = [0, *breaks, puzzle.height]
    for k, (first, end) in enumerate(pairwise(cuts)):
        part = rows_of(puzzle, first, end)
        if k:
            part = replace(part, columns=((),) * puzzle.width)
        at = AT[0], 800.0 if k else AT[1] + 20 * (end - first)
        drawn = lines(end - first, puzzle.width, at)
        if is_open and end < puzzle.height:
            drawn = drawn.replace(b"200 %g m 440 %g l " % (AT[1], AT[1]), b"")
        pages.append(drawn + numbers(part, at))
    return pdf(pages)


def boards(data: bytes) -> list[list[Reading] | None]:
    pages = PdfPages("solver.solution_count:count_solutions")
    return [pages.boards_of_page(data, k + 1) for k in range(pages.page_count(data))]


@pytest.mark.parametrize(("breaks", "is_open"), [
    ((12,), False), ((1,), False), ((19,), False), ((5, 10, 15), False), ((12,), True),
    ((2,), True), ((5, 10, 15), True),
])  # fmt: skip
def test_a_table_that_is_broken_is_read_as_one(breaks: tuple[int, ...], is_open: bool) -> None:
    first, *others = boards(broken(TALL, *breaks, is_open=is_open))
    assert first is not None
    (reading,) = first
    assert (reading.puzzle().rows, reading.puzzle().columns) == (TALL.rows, TALL.columns)
    assert reading.lattice is not None
    assert (reading.lattice.rows, reading.lattice.columns) == (20, 12)
    assert others == [[]] * len(breaks)


def test_another_table_on_the_next_page_is_not_its_rest() -> None:
    whole = lines(20, 12, (200, 500)) + numbers(TALL, (200, 500))
    more = lines(8, 12, (200, 800)) + numbers(
        replace(rows_of(TALL, 0, 8), columns=((),) * 12), (200, 800)
    )
    found = boards(pdf([whole, more]))
    assert found[0] is not None
    assert [len(reading.rows) for reading in found[0]] == [20]


def test_a_label_without_its_other_parts_makes_no_board() -> None:
    label = text("part 1 of 2: rows 1-30", 100, 700)
    assert boards(pdf([label])) == [[]]
