"""Files in which not all clues are known: what is known is read, and no puzzle comes of it."""

from __future__ import annotations

import json
import pickle
from typing import Any

import pytest

from puzzles.errors import FormatError
from puzzles.formats import Document, IncompletePuzzleError, read_bytes
from puzzles.model import BLACK_AND_WHITE, Axis, Clue, Color, Line
from puzzles.partial_clues import ANY_COLOR, SEVERAL, CluePart, partial_text, read_partial_clues

NON = """color a #ff0000
height 3
width 2
rows
1a ?
{row}
2a
columns
?a 1
*
"""
INKS = {"1": 1, "a": 2}


def incomplete(data: str, name: str) -> Document:
    with pytest.raises(IncompletePuzzleError) as raised:
        read_bytes(data.encode(), name)
    error: IncompletePuzzleError = pickle.loads(pickle.dumps(raised.value))
    (document,) = error.documents
    return document


def test_what_is_known_in_a_text_file_is_read() -> None:
    document = incomplete(NON.format(row="* * 3 , *"), "torn.non")
    assert document.puzzle.rows == ((), (), (Clue(2, 1),))
    index = {color.symbol: k for k, color in enumerate(document.puzzle.palette)}
    a, black = index["a"], index["1"]
    assert dict(document.unknown) == {
        Line(Axis.ROW, 0): (CluePart(1, a), CluePart()),
        Line(Axis.ROW, 1): (CluePart(SEVERAL), CluePart(3, black), CluePart(SEVERAL)),
        Line(Axis.COLUMN, 0): (CluePart(0, a), CluePart(1, black)),
        Line(Axis.COLUMN, 1): (CluePart(SEVERAL),),
    }


@pytest.mark.parametrize("rows", [[None, [1, None]], [["*"], [1, "?"]], ["*", "1 ?"]], ids=str)
def test_null_is_a_clue_that_is_not_known_in_json(rows: list[Any]) -> None:
    columns = [[1], [2]]
    document = incomplete(json.dumps({"rows": rows, "columns": columns}), "torn.json")
    assert dict(document.unknown) == {
        Line(Axis.ROW, 0): (CluePart(SEVERAL),),
        Line(Axis.ROW, 1): (CluePart(1, 1), CluePart(0, 1)),
    }


def test_numbers_without_a_colour_are_read_in_json() -> None:
    value = {
        "format": "nonogram",
        "palette": [{"symbol": s, "rgb": "#ffffff"} for s in "0ab"],
        "rows": [[[None, "a"], [2, "b"]], [None]],
        "columns": [[[1, "a"]], [], []],
    }
    document = incomplete(json.dumps(value), "torn.json")
    assert dict(document.unknown) == {
        Line(Axis.ROW, 0): (CluePart(0, 1), CluePart(2, 2)),
        Line(Axis.ROW, 1): (CluePart(0, ANY_COLOR),),
    }


def test_the_sentence_names_the_lines_and_what_to_do() -> None:
    with pytest.raises(FormatError) as raised:
        read_bytes(NON.format(row="1").encode(), "torn.non")
    assert str(raised.value) == (
        "torn.non: not all clues are known (row 1, column 1, column 2);"
        " File > Open, or 'nonogram solve -o', finds them"
    )
    whole = "width 1\nheight 1\nrows\n1\ncolumns\n1\n====\n"
    with pytest.raises(FormatError, match="not all clues of puzzle 2 are known"):
        read_bytes((whole + NON.format(row="1")).encode(), "torn.non")


@pytest.mark.parametrize(
    ("row", "problem"),
    [
        ("3 ?? 1", "expected a number, found '??'"),
        ("? x", "expected a number, found 'x'"),
        ("?b", "there is no colour 'b'"),
        ("*a", "expected a number, found '*a'"),
        ("? 0", "a 0 stands among other numbers"),
        ("3..?", "a number is missing"),
    ],
)
def test_other_signs_are_refused_with_their_line(row: str, problem: str) -> None:
    with pytest.raises(FormatError, match=r"torn\.non:6: ") as raised:
        read_bytes(NON.format(row=row).encode(), "torn.non")
    assert problem in str(raised.value)


@pytest.mark.parametrize("text", ["?", "3 ? 2a", "* 1 *", "?a * 12"])
def test_the_text_of_what_is_known_is_read_again(text: str) -> None:
    parts = read_partial_clues(text, INKS)
    assert partial_text(parts, (*BLACK_AND_WHITE, Color("a", "#ff0000"))) == text
