"""The puzzle file of a reading, and which marks it has."""

from __future__ import annotations

from dataclasses import replace

import pytest

from puzzles.grid import Grid
from recognizer.document import are_isolated, document_of
from tests.support.rule_readings import CHICK, as_read


def marked(*rows: str) -> Grid:
    """The chick's board: so many rows, and the others clear."""
    return Grid.from_text([*rows, *["?" * 8] * (9 - len(rows))])


@pytest.mark.parametrize(
    ("marks", "is_isolated"),
    [
        pytest.param(marked("?.??????", "????????", "??.???.?", "????.???"), True, id="specks"),
        pytest.param(marked("????????", "??###???", "??###???"), True, id="a watermark"),
        pytest.param(marked("??###???", "??.#????", "??####??"), False, id="somebody has begun"),
    ],
)
def test_isolated_marks_are_not_taken(marks: Grid, is_isolated: bool) -> None:
    assert are_isolated(marks) is is_isolated
    document = document_of(replace(as_read(CHICK), marks=marks))
    assert document.marks.is_untouched is is_isolated
    assert document.puzzle == CHICK


def test_marks_that_fill_a_line_are_somebodys_however_large_the_board_is() -> None:
    row = ["?" * 30] * 20
    assert are_isolated(Grid.from_text(row))
    assert not are_isolated(Grid.from_text([*row[1:], "." * 30])), "an empty row, crossed out"
    assert are_isolated(Grid.from_text([*row[1:], "." * 29 + "?"]))
    assert not are_isolated(Grid.from_text(["?#" + "?" * 28] * 20)), "a column"
