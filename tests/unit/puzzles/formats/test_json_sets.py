"""JSON of other collections."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from puzzles import Axis, Clue, FormatError, Line, Puzzle
from puzzles.formats import Document, lost, read, read_all_bytes, read_bytes
from puzzles.formats.non import NON
from puzzles.model import ANYTHING
from puzzles.words import _

CAT_ROWS, CAT_COLUMNS = [[1, 1], [2], []], [[2], [1], [1]]
CAT = Puzzle.from_numbers(CAT_ROWS, CAT_COLUMNS, "Cat")


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
def test_other_names_of_keys_are_known(rows: str, columns: str) -> None:
    for title in ("title", "name"):
        puzzle = {title: "Cat", rows: [[1, 1], [2], [0]], columns: [[2], [1], [1]]}
        for value in (puzzle, [puzzle]):
            assert read_bytes(json.dumps(value).encode(), "standard input").puzzle == CAT


def test_a_set_of_rekindle_is_read() -> None:
    """Later sets have all of it, older ones no picture, and other names of keys."""
    later = {
        "filename": "cat.non", "rows": [[1, 1], [2], []], "columns": [[2], [1], [1]],
        "catalogue": "7", "title": "Cat", "by": "Ann", "copyright": "© 2010 Ann",
        "license": "CC0", "width": 3, "height": 3, "goal": "101110000",
    }  # fmt: skip
    older = {"filename": "cat.non", "row_clues": CAT_ROWS, "cols": CAT_COLUMNS, "title": "Cat"}
    first, second = read_all_bytes(json.dumps([later, older]).encode(), "nonograms.json")
    extras = (("filename", "cat.non"),)
    assert first.puzzle == replace(
        CAT, author="Ann", copyright="© 2010 Ann", license="CC0", catalogue="7",
        goal="101110000", extras=extras,
    )  # fmt: skip
    assert second.puzzle == replace(CAT, extras=extras)
    assert first.notes == ()


@pytest.mark.parametrize("image", [["# #", "## ", "   "], "# #\n## \n   "])
def test_an_image_of_signs_has_the_clues(image: object) -> None:
    document = read_others({"image": image, "source": "https://example.org"})
    assert document.puzzle.rows == CAT.rows
    assert document.puzzle.columns == CAT.columns
    assert document.puzzle.goal == "101110000"
    assert document.puzzle.extras == (("source", "https://example.org"),)


@pytest.mark.parametrize("image", [["# #", "##"], [], 3, ["#", 1]])
def test_an_image_that_is_none_is_refused(image: object) -> None:
    with pytest.raises(FormatError, match="'rows' and 'columns'"):
        read_others({"image": image})


def test_lines_of_a_partial_game_may_have_any_clues() -> None:
    value = {"rows": [[1, 1], None, []], "cols": [[2], None, [1]], "source": "x"}
    puzzle = read_bytes(json.dumps(value).encode(), "a.json", may_be_incomplete=True).puzzle
    assert puzzle.rows == (CAT.rows[0], ANYTHING, ())
    assert puzzle.unknown_lines == (Line(Axis.ROW, 1), Line(Axis.COLUMN, 1))


PLAIN = {"rows": [[2], [1]], "columns": [[2], [1]]}
CORNER = Puzzle.from_numbers([[2], [1]], [[2], [1]])


def read_others(value: object) -> Document:
    return read_bytes(json.dumps(value).encode(), "a.json")


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("json-sizes.json", replace(CORNER, goal="1110")),
        ("json-version.json", replace(CORNER, title="Corner", extras=(("version", "2.1"),))),
        ("json-null-name.json", CORNER),
        ("json-goal-text.json", replace(CORNER, title="Corner", author="Ann", goal="1110")),
    ],
)
def test_files_of_other_programs(shared: Path, name: str, expected: Puzzle) -> None:
    document = read(shared / "cases" / name)
    assert (document.puzzle, document.notes) == (expected, ())


@pytest.mark.parametrize(
    "key", ["version", "title", "author", "goal", "solution", "marks", "drawing", "palette",
            "extras", "name", "by", "size", "width", "unheard_of"],
)  # fmt: skip
def test_what_stands_beside_the_clues_never_costs_them(key: str) -> None:
    """It is kept, or its key is named."""
    for value in (None, 3, "x", 1.5, [], ["#"], [["a"]], {"a": [1]}, [[1, 2], [3]]):
        document = read_others({**PLAIN, key: value})
        puzzle = document.puzzle
        assert (puzzle.rows, puzzle.columns) == (CORNER.rows, CORNER.columns), value
        is_kept = replace(puzzle, rows=CORNER.rows) != CORNER or not document.marks.is_untouched
        assert is_kept or document.notes or value in (None, [], 3)
        assert all(f"“{key}”" in note for note in document.notes), value


@pytest.mark.parametrize(
    "goal",
    ["1110", "11 10", "##\n#.", ["##", "#."], ["# #", "# ."], [[1, 1], [1, 0]],
     [[True, True], [True, False]], [["x", "x"], ["x", ""]], [1, 1, 1, 0]],
)  # fmt: skip
def test_a_goal_is_understood_in_many_forms(goal: object) -> None:
    document = read_others({**PLAIN, "solution": goal})
    assert (document.puzzle.goal, document.notes) == ("1110", ())


@pytest.mark.parametrize("goal", ["111", "1113", [["?"] * 2] * 2, ["##", "#"], {"a": 1}, 7])
def test_a_goal_that_is_not_understood_is_named(goal: object) -> None:
    document = read_others({**PLAIN, "solution": goal, "meta": {}, "more": {"a": 1}})
    assert document.puzzle.goal == ""
    said = "2 parts of the file were not understood and are left out: “more” and “solution”."
    assert document.notes == (said,)


@pytest.mark.parametrize(
    ("palette", "one", "two", "symbols"),
    [
        (["#fff", "#f00", "#0000ff"], 1, 2, "0ab"),
        (["ff0000", "#00F"], 1, 2, "0ab"),
        (["#ffffff", "#ff0000", "#0000ff"], "#ff0000", "#0000ff", "0ab"),
        ({"r": "#f00", "s": "#00f"}, "r", "s", "0rs"),
        ({"0": "#fff", "r": "#f00", "s": "#00f"}, "r", "s", "0rs"),
        ([{"name": "paper", "hex": "#fff"}, {"name": "red", "hex": "#f00"},
          {"name": "blue", "hex": "#00f"}], "red", "blue", "0ab"),
        ([{"symbol": "0", "rgb": "#ffffff"}, {"symbol": "b", "rgb": "#ff0000"},
          {"symbol": "a", "rgb": "#0000ff"}], "b", "a", "0ba"),
    ],
)  # fmt: skip
def test_a_palette_is_understood_in_many_forms(
    palette: object, one: object, two: object, symbols: str
) -> None:
    rows = [[[1, one], [1, two]], [[1, two]]]
    goal = [[one, two], [0, two]]
    value = {"rows": rows, "cols": [[[1, one]], [[2, two]]], "colors": palette, "goal": goal}
    document = read_others(value)
    puzzle = document.puzzle
    assert "".join(color.symbol for color in puzzle.palette) == symbols
    assert [color.rgb for color in puzzle.palette] == ["#ffffff", "#ff0000", "#0000ff"]
    assert puzzle.rows == ((Clue(1, 1), Clue(1, 2)), (Clue(1, 2),))
    assert puzzle.goal == f"{symbols[1:]}0{symbols[2]}"
    assert document.notes == ()


def test_clues_may_be_texts_or_single_numbers() -> None:
    value = {"rows": ["1 1", "2", 1, []], "columns": ["2,1", [1], "1"]}
    puzzle = Puzzle.from_numbers([[1, 1], [2], [1], []], [[2, 1], [1], [1]])
    assert read_others(value).puzzle == puzzle


def test_a_set_hands_its_author_on_and_names_what_it_does_not() -> None:
    value = {"by": "Ann", "level": 3, "puzzles": [PLAIN, {**PLAIN, "author": "Bob"}]}
    first, second = read_all_bytes(json.dumps(value).encode(), "a.json")
    assert (first.puzzle.author, second.puzzle.author) == ("Ann", "Bob")
    assert first.notes == ("1 part of the file was not understood and is left out: “level”.",)


def test_unknown_keys_are_kept_where_a_file_can_hold_them() -> None:
    keys = {"level": 3, "my key": "x", "grid": "1", "=" * 4: "1", "note": "a\nb", "by": "Ann"}
    document = read_others({**PLAIN, **keys})
    again = NON.read(NON.write(document), "a.non")
    assert again.puzzle == replace(document.puzzle, extras=(("level", "3"),))
    assert _("unknown keys") in lost(NON, document)
