"""Pictures of signs, as number-loom has them."""

from __future__ import annotations

import pytest

from puzzles.errors import FormatError
from puzzles.formats import Document, format_of, read_all_bytes, read_bytes
from puzzles.formats.char_grid import CHAR_GRID
from puzzles.formats.shared_text import understood
from puzzles.model import Puzzle
from tests.support.boards import CHICK_PICTURE

CUP = "....###..\n#########.\n"
CHICK = "\n".join(CHICK_PICTURE)
SIGNS = {
    "dots": CHICK,
    "blanks": CHICK.replace(".", " "),
    "blanks that are cut off": "\n".join(row.replace(".", " ").rstrip() for row in CHICK_PICTURE),
    "blanks between": "\n".join(" ".join(row) for row in CHICK_PICTURE),
    "digits": CHICK.replace(".", "0").replace("#", "1"),
    "squares": CHICK.replace(".", "☐").replace("#", "■"),
    "coloured squares": CHICK.replace(".", "⬜").replace("#", "⬛"),
    "crosses": CHICK.replace("#", "X"),
    "crossed cells": CHICK.replace(".", "x"),
    "Windows": CHICK.replace("\n", "\r\n") + "\r\n",
}


@pytest.mark.parametrize("name", SIGNS)
def test_a_picture_of_signs_is_known_by_its_contents(name: str) -> None:
    found = read_bytes(SIGNS[name].encode(), "the text")
    expected = read_bytes(CHICK.encode(), "chick.chars").puzzle
    assert found.puzzle == expected
    assert expected.is_black_and_white
    assert expected.goal == CHICK.replace("\n", "").replace(".", "0").replace("#", "1")
    assert CHAR_GRID.write_all([found]) == f"{CHICK}\n".encode()


@pytest.mark.parametrize(
    ("picture", "palette", "goal"),
    [
        ("..r\n.g#\n", "#ffffff #000000 #00ff00 #ff0000", "00r0g1"),
        ("wRR\nwwB\n", "#ffffff #0000ff #ff0000", "0RR00B"),
        ("⬜🟥🟥\n⬜⬜🟧\n", "#ffffff #ff0000 #ffa500", "0AA00B"),
        (".@@\n..+\n", "#ffffff #ff0000 #00ff00", "0BB00A"),
    ],
)
def test_signs_are_colours(picture: str, palette: str, goal: str) -> None:
    puzzle = read_bytes(picture.encode(), "a.chars").puzzle
    assert " ".join(color.rgb for color in puzzle.palette) == palette
    assert puzzle.goal == goal


def test_colours_are_only_read() -> None:
    document = read_bytes(b"..r\n.g#\n", "a.chars")
    assert "black and white" in CHAR_GRID.problem(document)
    unsolved = Document(Puzzle.from_numbers([[1], [1]], [[1], [1]]))
    assert CHAR_GRID.problem(unsolved) == "its solution is not known; solve it first"


@pytest.mark.parametrize(
    ("picture", "told"),
    [
        ("..#\n.◢#\n...\n", "a.chars: '◢' is half a cell, and only whole cells are read"),
        ("/ab\\\n\\cd/\n", "a.chars: '/' is half a cell, and only whole cells are read"),
        ("..#\n.#\n...\n", "a.chars:2: the line has 2 signs, and the longest one 3"),
        ("".join(map(chr, range(50, 90))), "different signs, more than there are colours"),
    ],
)
def test_what_is_no_picture_is_said(picture: str, told: str) -> None:
    with pytest.raises(FormatError) as caught:
        read_bytes(picture.encode(), "a.chars")
    assert told in str(caught.value)


@pytest.mark.parametrize(
    "text",
    ["1 1\n2 1\n1 1\n", "11\n10\n\n10\n11\n", "C\nBA\n", "###\n", "x x\nx x\n", "ABC\nBCA\nCAB"],
)
def test_clues_and_rules_are_no_picture(text: str) -> None:
    assert format_of(text.encode(), "the text") is not CHAR_GRID


def test_clues_of_ones_stay_clues() -> None:
    (document,) = read_all_bytes(b"1\n1 1\n1\n\n1\n1 1\n1\n", "the text")
    found = understood("1\n1 1\n1\n\n1\n1 1\n1\n")
    assert (len(found.rows), len(found.columns)) == (3, 3)
    assert document.puzzle.shape == (3, 3)
