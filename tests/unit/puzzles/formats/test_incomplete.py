"""Files in which not all clues are known: what is known is read, and no puzzle comes of it."""

from __future__ import annotations

import json
import pickle
from typing import Any

import pytest

from puzzles.board_picture import UNKNOWN
from puzzles.errors import FormatError
from puzzles.formats import (
    Document,
    Format,
    IncompletePuzzleError,
    json_puzzle,
    non,
    read_bytes,
)
from puzzles.model import ANY_COLOR, ANYTHING, BLACK_AND_WHITE, Clue, Color
from puzzles.notation import clues_text
from puzzles.partial_clues import read_partial_clues

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
    index = {color.symbol: k for k, color in enumerate(document.puzzle.palette)}
    a, black = index["a"], index["1"]
    any_number = Clue(UNKNOWN, ANY_COLOR)
    assert document.puzzle.rows == (
        (Clue(1, a), any_number),
        (*ANYTHING, Clue(3, black), *ANYTHING),
        (Clue(2, a),),
    )
    assert document.puzzle.columns == ((Clue(UNKNOWN, a), Clue(1, black)), ANYTHING)


@pytest.mark.parametrize("rows", [[None, [1, None]], [["*"], [1, "?"]], ["*", "1 ?"]], ids=str)
def test_null_is_a_clue_that_is_not_known_in_json(rows: list[Any]) -> None:
    columns = [[1], [2]]
    document = incomplete(json.dumps({"rows": rows, "columns": columns}), "torn.json")
    assert document.puzzle.rows == (ANYTHING, (Clue(1), Clue(UNKNOWN)))


def test_numbers_without_a_colour_are_read_in_json() -> None:
    value = {
        "format": "nonogram",
        "palette": [{"symbol": s, "rgb": "#ffffff"} for s in "0ab"],
        "rows": [[[None, "a"], [2, "b"]], [None]],
        "columns": [[[1, "a"]], [], []],
    }
    document = incomplete(json.dumps(value), "torn.json")
    rows = (Clue(UNKNOWN, 1), Clue(2, 2)), (Clue(UNKNOWN, ANY_COLOR),)
    assert document.puzzle.rows == rows


@pytest.mark.parametrize("known", [non.NON, json_puzzle.JSON], ids=lambda known: known.id)
@pytest.mark.parametrize(
    "text",
    [NON.format(row="* * 3 , *"), "width 2\nheight 1\nrows\n? 1\ncolumns\n*\n1 ?\n"],
    ids=["in colour", "black and white"],
)
def test_what_is_not_known_is_written_and_read_again(known: Format, text: str) -> None:
    document = incomplete(text, "torn.non")
    assert known.read_all(known.write_all([document]), "again") == [document]


def test_the_sentence_names_the_lines_and_what_to_do() -> None:
    with pytest.raises(FormatError) as raised:
        read_bytes(NON.format(row="1").encode(), "torn.non")
    assert str(raised.value) == (
        "torn.non: not all clues are known (row 1, column 1, column 2);"
        " the window opens the puzzle, and 'nonogram solve -o' finds the clues"
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
    assert clues_text(parts, (*BLACK_AND_WHITE, Color("a", "#ff0000")), " ") == text
