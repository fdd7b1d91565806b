"""Lists of numbers: ``.mk``, ``.nin``, ``.cwd`` and picross-solver's text."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from puzzles import Puzzle
from puzzles.formats import Document, Format, read, read_bytes
from puzzles.formats.mk import CWD, MK, NIN
from puzzles.formats.olsak import OLSAK
from puzzles.formats.picross import PICROSS
from tests.support.puzzle_texts import LIST_TEXTS as TEXTS

EXAMPLE = Puzzle.from_numbers([[2], [], [1, 1]], [[1, 1], [1], [], [1]])
formats = pytest.mark.parametrize("known", TEXTS, ids=lambda known: known.id)


@formats
def test_the_text_of_an_example(known: Format) -> None:
    assert known.write_all([Document(EXAMPLE)]).decode() == TEXTS[known]
    name = f"a{known.extensions[0]}"
    assert read_bytes(TEXTS[known].encode(), name) == Document(EXAMPLE)


def test_blank_lines_are_empty_clues_if_their_number_is_right_only_with_them() -> None:
    assert MK.read_all(b"3 4\n2\n\n1 1\n#\n1 1\n1\n\n1\n", "")[0].puzzle == EXAMPLE
    assert MK.read_all(b"\n3 4\n2\n0\n\n1 1\n\n#\n\n1 1\n1\n0\n1\n\n", "")[0].puzzle == EXAMPLE


@pytest.mark.parametrize(
    ("known", "text"),
    [
        (NIN, "4 3\n2\n\n1 1\n1 1\n1\n\n1\n"),
        (NIN, "4 3\n2\n\n1 1\n1 1\n1\n\n1\n\n\n"),
        (CWD, "3\n4\n2\n\n1 1\n\n1 1\n1\n\n1\n"),
        (CWD, "3\n4\n2\n\n1 1\n\n1 1\n1\n\n1\n\n\n"),
        (OLSAK, ":\n2\n\n1 1\n:\n1 1\n1\n\n1\n:\n\n"),
        (OLSAK, ": rows\n2\n\n1 1\n: columns\n1 1\n1\n\n1\n\n"),
        (OLSAK, ":\n2\n0\n1 1\n:\n1 1\n1\n0\n1\n:\n"),
    ],
)
def test_a_blank_line_is_an_empty_line_of_the_puzzle(known: Format, text: str) -> None:
    assert read_bytes(text.encode(), f"a{known.extensions[0]}").puzzle == EXAMPLE


@pytest.mark.parametrize("known", [MK, NIN, CWD, OLSAK])
def test_an_empty_last_line_is_kept(known: Format) -> None:
    puzzle = Puzzle.from_numbers([[1, 1], []], [[1], [], [1], []])
    text = known.write_all([Document(puzzle)])
    assert known.read_all(text.replace(b"\n0\n", b"\n\n"), "")[0].puzzle == puzzle


@pytest.mark.parametrize(
    ("name", "rows", "columns"),
    [
        ("olsak-blank-row.g", [[2], []], [[1], [1]]),
        ("olsak-blank-row-2.g", [[3], [1, 1], [], [3]], [[2, 1], [1, 1], [2, 1]]),
    ],
)
def test_blank_lines_of_other_programs(
    shared: Path, name: str, rows: list[list[int]], columns: list[list[int]]
) -> None:
    puzzle = read(shared / "cases" / name).puzzle
    assert puzzle == replace(Puzzle.from_numbers(rows, columns), title=puzzle.title)


def test_a_file_of_picross_solver_has_titles_and_several_puzzles() -> None:
    named = [Document(Puzzle.from_numbers([[1]], [[1]], name)) for name in "AB"]
    data = PICROSS.write_all(named)
    assert PICROSS.read_all(b"# a comment\n" + data, "") == named
