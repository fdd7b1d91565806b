"""Tables of clues: what spreadsheets make of them."""

from __future__ import annotations

import pytest

from puzzles import Puzzle
from puzzles.formats import read_bytes
from puzzles.formats.csv_clues import CSV
from puzzles.formats.document import Document

PUZZLE = Puzzle.from_numbers([[1, 1], [2], []], [[2], [1], [1]])

LISTS = [
    "row,1,1\nrow,2\nrow,0\ncolumn,2\ncolumn,1\ncolumn,1\n",
    "row;1;1\nrow;2\nrow;0\ncolumn;2\ncolumn;1\ncolumn;1\n",
    "row\t1\t1\nrow\t2\nrow\t0\ncolumn\t2\ncolumn\t1\ncolumn\t1\n",
    "Column 1:,2,\r\nColumn 2:,1,\r\nColumn 3:,1,\r\nRow 1:,1,1\r\nRow 2:,2,\r\nRow 3:,0,\r\n",
    'row,"1 1"\nrow,2\nrow,\ncol,2\ncol,1\ncol,1\n',
    '"row","1,1"\n"row","2"\n"row","0"\n"columns","2"\n"columns","1"\n"columns","1"\n',
]
PRINTED = [
    ",,2,1,1\n1,1,,,\n,2,,,\n,0,,,\n",
    ";;2;1;1\n1;1;;;\n;2;;;\n;0;;;\n",
    ",,2,1,1\n1,1\n,2\n,0\n",
    ",2,1,1\n1 1,,,\n2,,,\n0,,,\n",
]


@pytest.mark.parametrize("text", [*LISTS, *PRINTED])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_the_layouts_of_spreadsheets_are_read(text: str, mark: bytes) -> None:
    assert read_bytes(mark + text.encode(), "a.csv").puzzle == PUZZLE


@pytest.mark.parametrize("text", LISTS)
def test_lists_are_told_without_a_name(text: str) -> None:
    assert read_bytes(text.encode(), "standard input").puzzle == PUZZLE


def test_columns_of_several_numbers_stand_above_the_board() -> None:
    text = ",,,1,,\n,,1,1,3,1\n,3,,,,\n1,1,,,,\n,3,,,,\n"
    puzzle = read_bytes(text.encode(), "a.csv").puzzle
    assert puzzle == Puzzle.from_numbers([[3], [1, 1], [3]], [[1], [1, 1], [3], [1]])


def test_the_title_is_kept_with_its_commas() -> None:
    puzzle = Puzzle.from_numbers([[1]], [[1]], 'Cat, "black"')
    data = CSV.write_all([Document(puzzle)])
    assert data == b'title,"Cat, ""black"""\nrow,1\ncolumn,1\n'
    assert read_bytes(data, "a.csv").puzzle == puzzle


@pytest.mark.parametrize("title", ["=1+1", "'quoted'", "@me", "-3"])
def test_a_title_that_looks_like_a_formula_is_none_in_a_spreadsheet(title: str) -> None:
    puzzle = Puzzle.from_numbers([[1]], [[1]], title)
    data = CSV.write_all([Document(puzzle)])
    assert data.startswith(f"title,'{title}\n".encode())
    assert read_bytes(data, "a.csv").puzzle == puzzle


def test_a_quotation_mark_inside_a_cell_is_kept() -> None:
    (document,) = CSV.read_all(b'title,5" disk\nrow,1\nrow,1\ncolumn,2\n', "a.csv")
    assert document.puzzle.title == '5" disk'
