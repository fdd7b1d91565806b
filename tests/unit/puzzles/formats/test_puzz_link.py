"""Addresses of puzz.link and pzprv3 text; the laws of all formats are in ``test_all.py``."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzles import BLANK, SHADED, FormatError, Grid, Puzzle
from puzzles.formats import Document, read_all_bytes, read_bytes
from puzzles.formats.puzz_link import PUZZ_LINK
from tests.support.puzzle_texts import PUZZ_LINK_ADDRESS as ADDRESS
from tests.support.puzzle_texts import PZPRV3_TEXT as TEXT

PUZZLE = Puzzle.from_numbers(
    [[2, 1], [1, 1], [1, 2], [], [1, 1], [3]], [[2, 1], [1, 1, 1], [1], [1, 1, 1], [2, 1], []]
)
MARKS = "##?#??\n#???#?\n?#?##?\n??????\n#???#?\n?###.?"


@pytest.mark.parametrize(
    "text",
    [
        ADDRESS,
        ADDRESS.replace("nonogram", "nonogram_edit"),
        ADDRESS.replace("?nonogram", "?type=player&nonogram"),
        ADDRESS.replace("https://puzz.link/p", "http://pzv.jp/p.html") + "/",
        ADDRESS.replace("nonogram/", "nonogram/v:/"),
        ADDRESS[ADDRESS.index("?") + 1 :],
    ],
)
def test_addresses_are_read(text: str) -> None:
    assert read_bytes(text.encode(), "a.txt") == Document(PUZZLE)


@pytest.mark.parametrize(
    "text",
    ["Try ({}), a nice nonogram.", "Look:\n<{}>\nYours, A.", "[a nonogram]({})", '"{}"', "{} and"],
)
def test_words_and_brackets_around_an_address(text: str) -> None:
    data = text.format(ADDRESS).encode()
    assert read_bytes(data, "the text on the clipboard") == Document(PUZZLE)
    with pytest.raises(FormatError, match="this is a puzzle of the kind 'sudoku'"):
        read_bytes(data.replace(b"p?nonogram", b"p?sudoku"), "the text on the clipboard")


def test_all_addresses_of_a_line_are_read() -> None:
    assert len(read_all_bytes(f"{ADDRESS} or {ADDRESS}\nor perhaps ".encode(), "a")) == 2


def test_an_address_is_written_as_the_site_does() -> None:
    data = PUZZ_LINK.write_all([Document(PUZZLE)])
    assert data.decode() == f"{ADDRESS}\n"


@pytest.mark.parametrize(
    "text",
    [
        TEXT,
        TEXT.replace("/", "\n"),
        TEXT.replace("/", "\r\n") + 'info:{\n "metadata": {\n  "author": "a/b"\n }\n}\n',
        "https://puzz.link/p?" + TEXT.replace(" ", "%20").replace("#", "%23").replace("+", "%2B"),
    ],
)
def test_pzprv3_text_has_marks(text: str) -> None:
    document = read_bytes(text.encode(), "a.txt")
    assert document.puzzle == PUZZLE
    assert str(document.marks) == MARKS
    again = PUZZ_LINK.write_all([document])
    assert again.startswith(b"https://puzz.link/p?pzprv3/nonogram/6/6/.%20.%20.%20.%201%20")
    assert PUZZ_LINK.read_all(again, "") == [document]


def test_a_file_has_several_puzzles() -> None:
    lines = [ADDRESS, "", TEXT.replace("/", "\n"), ADDRESS, TEXT, TEXT.replace("/", "\n"), ADDRESS]
    found = read_all_bytes("\n".join(lines).encode(), "a")
    assert [d.marks.is_untouched for d in found] == [True, False, True, False, False, True]


@given(st.data())
def test_numbers_of_all_sizes_are_kept(data: st.DataObject) -> None:
    size = data.draw(st.integers(1, 25))
    clues = st.lists(st.integers(1, 255), max_size=(size + 1) // 2)
    lines = st.lists(clues, min_size=size, max_size=size)
    puzzle = Puzzle.from_numbers(data.draw(lines), data.draw(lines))
    marks = Grid.for_puzzle(puzzle)
    if data.draw(st.booleans()):
        marks.cells[0] = data.draw(st.sampled_from([BLANK, SHADED]))
    document = Document(puzzle, marks)
    assert PUZZ_LINK.problem(document) == ""
    assert PUZZ_LINK.read_all(PUZZ_LINK.write_all([document]), "") == [document]


@pytest.mark.parametrize(
    ("rows", "width", "sentence"),
    [
        ([[1, 1]], 2, "row 1 has 2 numbers, and the site has room for 1"),
        ([[256]], 300, "row 1 has a number above 255, which the site misreads"),
        ([], 2, "it has 0 rows and 2 columns, not 1 to 5,000"),
    ],
)
def test_what_the_site_cannot_hold_is_not_written(
    rows: list[list[int]], width: int, sentence: str
) -> None:
    document = Document(Puzzle.from_numbers(rows, [[]] * width))
    assert PUZZ_LINK.problem(document) == sentence
