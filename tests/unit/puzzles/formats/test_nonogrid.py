"""The files of nonogrid and pynogram."""

from __future__ import annotations

import pytest

from puzzles.errors import FormatError
from puzzles.formats import Document, read_bytes
from puzzles.formats.nonogrid import NONOGRID
from puzzles.model import BLACK, Clue, Color, Puzzle

TOML = """# a flag; with a comment
[colors]
defs = [
  "b = (blue) *",
  'sky = (0, 204, 255) #',  ; the sign is no comment
  "r = (FF0000) &",
]

[clues]
columns = \"\"\"
  1b, "1sky 1r"   # two lines

  2
\"\"\"
# between
rows = ["1b 1sky 1", '1r 1']
"""
TEXT = """
[clues]
columns=3 1,1 1 1, 1 1 1, 1 3
rows =
  4      ; upper dash
  1
  4

  # the comment can be here
  1
  4
"""


def test_colours_have_names_values_and_signs() -> None:
    puzzle = read_bytes(TOML.encode(), "flag.toml").puzzle
    assert puzzle.palette[1:] == (
        BLACK,
        Color("b", "#0000ff", "blue"),
        Color("s", "#00ccff", "sky"),
        Color("r", "#ff0000"),
    )
    assert puzzle.rows == ((Clue(1, 2), Clue(1, 3), Clue(1, 1)), (Clue(1, 4), Clue(1, 1)))
    assert puzzle.columns == ((Clue(1, 2),), (Clue(1, 3), Clue(1, 4)), (Clue(2, 1),))


def test_the_text_of_pynogram_is_told_by_its_contents() -> None:
    puzzle = read_bytes(TEXT.encode(), "5.txt").puzzle
    five = [[4], [1], [4], [1], [4]], [[3, 1], [1, 1, 1], [1, 1, 1], [1, 3]]
    assert puzzle == Puzzle.from_numbers(*five)
    assert NONOGRID.read_all(NONOGRID.write_all([Document(puzzle)]), "")[0].puzzle == puzzle


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("(blue)", "(bluish)", "a:4: the colour 'bluish' is not known; write it #rrggbb"),
        ('"1sky 1r"', "1x", "a:11: the colour 'x' is not declared below '[colors]'"),
        ("'1r 1'", "'1r !'", "a:16: expected a number, found '!'"),
        ("rows =", "lines =", "a: there are 0 rows; 1 to 5000 are possible"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(old: str, new: str, sentence: str) -> None:
    with pytest.raises(FormatError) as raised:
        NONOGRID.read_all(TOML.replace(old, new).encode(), "a")
    assert str(raised.value) == sentence


def test_another_background_cannot_be_written() -> None:
    puzzle = Puzzle(((Clue(1),),), ((Clue(1),),), (Color("0", "#eeeeee"), BLACK))
    assert NONOGRID.problem(Document(puzzle)) == "its background is not white"
    red = Puzzle(((Clue(1),),), ((Clue(1),),), (Color("0", "#ffffff"), Color("1", "#ff0000")))
    assert "black" in NONOGRID.problem(Document(red))
