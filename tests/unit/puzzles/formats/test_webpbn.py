"""webpbn's XML: what its files have besides clues."""

from __future__ import annotations

from pathlib import Path

import pytest

from puzzles import BLANK, SHADED
from puzzles.formats import read
from puzzles.formats.json_puzzle import JSON
from puzzles.formats.non import NON
from puzzles.formats.webpbn import WEBPBN
from tests.support.puzzle_texts import WEBPBN_SAVED as SAVED
from tests.support.puzzle_texts import webpbn_puzzle as puzzle


def test_a_cell_in_brackets_may_be_either(shared: Path) -> None:
    marks = read(shared / "cases" / "webpbn-brackets.xml").marks
    assert marks.row(0).tolist() == [SHADED, SHADED | BLANK, SHADED | BLANK]
    assert marks.row(1).tolist() == [BLANK] * 3


@pytest.mark.parametrize(
    ("row", "cells"),
    [("[X]?", "#?"), ("[X?][.]", "?."), ("[.X][X.]", "??")],
)
def test_brackets_of_one_or_more_characters(row: str, cells: str) -> None:
    (document,) = WEBPBN.read_all(puzzle(SAVED.format(row, "")).encode(), "")
    states = {"#": SHADED, ".": BLANK, "?": SHADED | BLANK}
    assert document.marks.row(0).tolist() == [states[cell] for cell in cells]


def test_all_that_a_file_says_of_a_puzzle_is_kept() -> None:
    text = (
        "<puzzleset><source>webpbn.com</source><author>Ann</author><note>of the set</note>"
        f"{puzzle('<id>#7</id><authorid>ann</authorid>', SAVED.format('X?', 'stuck'))}"
        f"{puzzle('<author>Bob</author><note>own</note>')}</puzzleset>"
    )
    first, second = WEBPBN.read_all(text.encode(), "")
    assert (first.puzzle.author, first.puzzle.catalogue) == ("Ann", "webpbn.com")
    assert first.puzzle.extras == (
        ("id", "#7"), ("authorid", "ann"), ("note", "of the set"), ("note", "stuck"),
    )  # fmt: skip
    assert (second.puzzle.author, second.puzzle.extras) == ("Bob", (("note", "own"),))
    for known in (WEBPBN, NON, JSON):
        assert known.read_all(known.write_all([first, second]), "") == [first, second]


def test_pictures_that_are_not_read_are_counted() -> None:
    text = puzzle(SAVED.format("X?", ""), SAVED.format("?.", ""), SAVED.format("??", ""))
    (document,) = WEBPBN.read_all(text.encode(), "")
    assert document.marks.row(0).tolist() == [SHADED, SHADED | BLANK]
    said = "2 more solutions or saved states of the file are left out."
    assert document.notes == (said,)


def test_a_solution_is_the_goal_if_there_is_no_other() -> None:
    text = puzzle('<solution type="solution"><image>|XX||X.|</image></solution>')
    assert WEBPBN.read_all(text.encode(), "")[0].puzzle.goal == "1110"
