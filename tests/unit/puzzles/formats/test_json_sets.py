"""JSON of other collections."""

from __future__ import annotations

import json
from typing import Any

import pytest

from puzzles import FormatError, Puzzle
from puzzles.formats import read_all_bytes, read_bytes

CAT = Puzzle.from_numbers([[1, 1], [2], []], [[2], [1], [1]], "Cat")
PROBLEM = "3 3\n2\n1\n1\n1 1\n2\n0"
SOLUTION = "3 3\nx - x\nx x -\n- - -"


def test_a_dataset_is_read_with_its_solutions() -> None:
    entry = {"problem": PROBLEM, "solution": SOLUTION, "source": "", "info": ""}
    value = {"name": "Nonogram", "count": 2, "data": {"Cat": entry, "b": {"problem": PROBLEM}}}
    first, second = read_all_bytes(json.dumps(value).encode(), "standard input")
    assert (first.puzzle.rows, first.puzzle.columns) == (CAT.rows, CAT.columns)
    assert (first.puzzle.title, first.puzzle.goal) == ("Cat", "101110000")
    assert (second.puzzle.title, second.puzzle.goal) == ("b", "")


@pytest.mark.parametrize("rows", ["rows", "row_clues", "rowHints"])
@pytest.mark.parametrize("columns", ["columns", "cols", "col_clues", "columnClues"])
@pytest.mark.parametrize("title", ["title", "name"])
@pytest.mark.parametrize("is_list", [True, False])
def test_other_names_of_keys_are_known(rows: str, columns: str, title: str, is_list: bool) -> None:
    puzzle = {title: "Cat", rows: [[1, 1], [2], [0]], columns: [[2], [1], [1]]}
    data = json.dumps([puzzle] if is_list else puzzle).encode()
    assert read_bytes(data, "standard input").puzzle == CAT


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ({"name": "Akari", "data": {"a": {"problem": "1"}}}, "a set of 'Akari', not of 'Nonogram'"),
        ({"data": {}}, "'data' does not have 1 to 10,000 puzzles"),
        ({"data": {"a": 1}}, "'a' has no text 'problem'"),
        ({"data": {"a": {"problem": 3}}}, "'a' has no text 'problem'"),
        ({"data": {"a": {"problem": "3"}}}, "'a' does not begin with its height and width"),
        ({"data": {"a": {"problem": "9999 3\n1"}}}, "the number of rows is '9999'"),
        ({"data": {"a": {"problem": "1 1\n1"}}}, "'a' has 1 line of numbers, its size asks for 2"),
        ({"data": {"a": {"problem": "1 1\n1\nx"}}}, "'a': expected numbers, found 'x'"),
        (
            {"data": {"a": {"problem": "1 1\n1\n1", "solution": "1 1\n?"}}},
            "the solution of 'a' is not 1 rows of x and -",
        ),
        ([], "'puzzles' is not a list of 1 to"),
        ([3], "it is not an object"),
        ({"row_clues": 3, "cols": [[1]]}, "'rows' is not a list"),
    ],
)
def test_damaged_sets_are_refused_with_a_sentence(value: Any, said: str) -> None:
    with pytest.raises(FormatError) as raised:
        read_all_bytes(json.dumps(value).encode(), "a.json")
    assert said in str(raised.value)
