"""``.gno``; the laws of all formats are in ``test_all.py``."""

from __future__ import annotations

from dataclasses import replace

import pytest

from puzzles import FormatError, Grid, Puzzle
from puzzles.formats import Document, lost, read_bytes
from puzzles.formats.gnonograms import GNONOGRAMS
from puzzles.formats.non import NON

TEXT = """[Description]
100%25 cat
Ann
2024-12-11T10:36:56+0000
2 // Difficulty
// [License] (unused)
[Dimensions]
2 // Rows
3
[Row clues]
1, 1
2
[Column clues]
2
1
1
[Solution grid]  // 0 = Unknown, 1 = Empty, 2 = Filled (optional)
2 1 2\x20
2 2 1\x20
[Locked] // Whether game is read-only
true
[Working grid]
2 0 0\x20
0 0 1\x20
[State]
GNONOGRAMS_GAME_STATE_SOLVING
[History]
0,0,2,0;
"""
PUZZLE = replace(Puzzle.from_numbers([[1, 1], [2]], [[2], [1], [1]]), goal="101110")


def test_the_example_is_read() -> None:
    document = read_bytes(TEXT.replace(" // Difficulty", "").encode(), "a.txt")
    assert document.puzzle == replace(
        PUZZLE,
        title="100% cat",
        author="Ann",
        extras=(("date", "2024-12-11T10:36:56+0000"), ("difficulty", "2")),
    )
    assert str(document.marks) == "#??\n??."
    again = GNONOGRAMS.write_all([document])
    assert GNONOGRAMS.read_all(again, "") == [document]
    assert lost(GNONOGRAMS, document) == []


def test_an_untitled_puzzle_has_the_title_that_gnonograms_gives() -> None:
    data = GNONOGRAMS.write_all([Document.untouched(PUZZLE)])
    assert data.startswith(
        b"[Description]\nUntitled\n\n\n\n[Dimensions]\n2\n3\n[Row clues]\n1, 1\n"
    )
    assert GNONOGRAMS.read_all(data, "") == [Document.untouched(PUZZLE)]


@pytest.mark.parametrize("title", ["A [b] c", "50 % off", "%41", "a // b", "%", "[Dimensions]"])
def test_titles_are_kept(title: str) -> None:
    document = Document.untouched(replace(PUZZLE, title=title, author="[Row clues]"))
    (found,) = GNONOGRAMS.read_all(GNONOGRAMS.write_all([document]), "")
    assert (found.puzzle.title, found.puzzle.author) == (title, "(Row clues]")
    assert lost(GNONOGRAMS, document) == ["the author"]


def test_clues_are_made_from_the_solution_if_there_are_none() -> None:
    head, tail = TEXT.index("[Row"), TEXT.index("[Solution")
    document = read_bytes((TEXT[:head] + TEXT[tail:]).encode(), "a.gno")
    assert (document.puzzle.rows, document.puzzle.columns) == (PUZZLE.rows, PUZZLE.columns)
    assert document.puzzle.goal == PUZZLE.goal


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("[Dimensions]\n2 // Rows\n3\n", "", "a: there is no section [Dimensions]"),
        ("[Row clues]\n1, 1\n2\n", "", "a: there is no section [Row clues]"),
        ("2 // Rows\n", "", "a:7: [Dimensions] has 1 line; the number of rows and, below it"),
        ("2 // Rows", "x", "a:8: expected the number of rows, found 'x'"),
        ("2 // Rows", "5001", "a:8: the number of rows must be from 1 to 5000"),
        ("2 // Rows", "9" * 5000, "a:8: the number of rows must be from 1 to 5000"),
        ("1, 1\n", "1, 1\n7\n", "a:13: the rows have 3 clues, the size asks for 2"),
        ("1, 1\n", "1, y\n", "a:11: expected a number, found 'y'"),
        ("2 2 1", "2 2", "a:19: this row has 2 cells, not 3"),
        ("2 2 1", "2 5 1", "a:19: '5' is no state of a cell: write 0 for unknown, 1 for blank"),
        ("0 0 1 \n", "", "a:22: '[Working grid]' has 1 line, the puzzle 2 rows"),
        ("[State]", "[Working grid]", "a:25: '[Working grid]' occurs for the second time"),
    ],
)
def test_errors_name_the_line_and_the_cause(old: str, new: str, sentence: str) -> None:
    assert old in TEXT
    with pytest.raises(FormatError) as caught:
        GNONOGRAMS.read_all(TEXT.replace(old, new, 1).encode(), "a")
    assert str(caught.value).startswith(sentence)


def test_sniffing() -> None:
    document = Document(PUZZLE, Grid.from_text(["#.#", "???"]))
    assert GNONOGRAMS.sniff(GNONOGRAMS.write_all([document]))
    assert not GNONOGRAMS.sniff(NON.write_all([document]))
