"""Picmi's sets and XPM pictures; the laws of all formats are in ``test_all.py``."""

from __future__ import annotations

import time

import pytest

from puzzles import FormatError, Grid, Puzzle
from puzzles.formats import Document, Format, lost, read_all_bytes, read_bytes
from puzzles.formats.non import NON
from puzzles.formats.picmi import PICMI, XPM

NUMBERS = [[2], [], [1, 1]], [[1, 1], [1], [1]]
SET = """<?xml version="1.0"?>
<picmi name="Animals">
    <board name="Cat &amp; dog" author="Ann" difficulty="6">
        <row>11-</row>
        <row>---</row>
        <row>1-1</row>
    </board>
    <board name="Far" author="Ann" difficulty="1"><xpm>default/far.xpm</xpm></board>
    <board name="Dot" author="Ben" difficulty="0"><row>1</row></board>
</picmi>
"""
XPM_TEXT = """/* XPM */
static char * cat_xpm[] = {
"3 3 2 1",
" 	c None",
".	c #000000",
".. ",
"   ",
". ."};
"""
GOAL = "110000101"


def test_a_set_has_boards_with_names() -> None:
    first, second = read_all_bytes(SET.encode(), "a.xml")
    assert first.puzzle == Puzzle(
        Puzzle.from_numbers(*NUMBERS).rows,
        Puzzle.from_numbers(*NUMBERS).columns,
        title="Cat & dog",
        author="Ann",
        catalogue="Animals",
        goal=GOAL,
        extras=(("difficulty", "6"),),
    )
    assert (second.puzzle.title, second.puzzle.goal, second.puzzle.extras) == ("Dot", "1", ())
    assert PICMI.read_all(PICMI.write_all([first, second]), "") == [first, second]
    assert second.notes == ()
    assert first.notes == (
        "1 board is in a file of its own, which you can open by itself: “default/far.xpm”.",
    )
    assert lost(PICMI, first) == []


def test_boards_in_other_files_are_named_but_not_all_of_many() -> None:
    boards = "".join(f"<board><xpm>{k}.xpm</xpm></board>" for k in range(900))
    text = f"<picmi><board><row>1</row></board>{boards}</picmi>"
    (document,) = read_all_bytes(text.encode(), "a.xml")
    (note,) = document.notes
    assert note.startswith(
        "900 boards are in files of their own, which you can open by themselves:"
    )
    assert note.endswith("“5.xpm” and 894 more.")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("", ""),
        ("/* XPM */\n", ""),
        ('"3 3 2 1",', '/* "a comment" */ "3 3 2 1 0 0",'),
        ("c None", "s back c None m white"),
        ("c None", "m black c white"),
        ("c None", "c #FFFFFFFFFFFF"),
    ],
)
def test_a_picture_is_the_goal(old: str, new: str) -> None:
    document = read_bytes(XPM_TEXT.replace(old, new, 1).encode(), "a")
    assert document.puzzle.goal == GOAL
    assert document.marks.is_untouched
    assert document.puzzle.rows == Puzzle.from_numbers([[2], [], [1, 1]], [[]] * 3).rows


def test_white_is_shaded_beside_none_as_in_picmi() -> None:
    text = XPM_TEXT.replace("#000000", "white")
    assert read_bytes(text.encode(), "a").puzzle.goal == GOAL


def test_pixels_have_several_characters() -> None:
    text = '/* XPM */ {"2 1 2 2", "ab c None", "cd c red", "cdab"}'
    assert read_bytes(text.encode(), "a").puzzle.goal == "10"


@pytest.mark.parametrize(
    ("known", "text", "old", "new", "sentence"),
    [
        (PICMI, SET, "---", "--", "a: board 1: row 2 has 2 cells, not 3"),
        (PICMI, SET, "---", "-x-", "a: board 1: row 2 has 'x' in it: write 1 for a shaded cell"),
        (PICMI, SET, "<row>1</row>", "", "a: board 3 has 0 rows of 0 cells, from 1 to 5000"),
        (PICMI, SET, "11-", "1" * 5001, "a: board 1 has 3 rows of 5,001 cells, from 1 to 5000"),
        (PICMI, SET, "</board>", "", "a:10: this is not well-formed XML"),
        (PICMI, SET, "<picmi", "<!DOCTYPE p [<!ENTITY a 'b'>]><picmi", "a: the XML declares ent"),
        (PICMI, SET, 'n="1.0"', 'n="1.0" encoding="x-y"', "a: the XML is in an unknown encoding"),
        (XPM, XPM_TEXT, "3 3 2 1", "3 3 x 1", "a:3: expected width, height, number of colours and"),
        (XPM, XPM_TEXT, "3 3 2 1", "3 0 2 1", "a:3: the number of rows is '0', it must be"),
        (XPM, XPM_TEXT, "3 3 2 1", "3 3 0 1", "a:3: the picture has 0 colours; 1 to"),
        (XPM, XPM_TEXT, "3 3 2 1", "3 3 2 0", "a:3: the picture has 0 characters for a pixel;"),
        (XPM, XPM_TEXT, "3 3 2 1", "3 4 2 1", "a:8: the picture has 5 lines of the 6 for"),
        (XPM, XPM_TEXT, "3 3 2 1", "4 3 2 1", "a:6: this row has 3 characters, not 4"),
        (XPM, XPM_TEXT, '".. "', '".x "', "a:6: 'x' is no colour of the picture"),
        (XPM, XPM_TEXT, "c #000000", "#000000", "a:5: expected a colour like '.  c #000000'"),
        (XPM, XPM_TEXT, "{", '"' * 30_000, "a: there are more lines than a picture has"),
        (XPM, XPM_TEXT, XPM_TEXT[10:], "", "a:1: expected width, height"),
    ],
)  # fmt: skip
def test_errors_name_the_place_and_the_cause(
    known: Format, text: str, old: str, new: str, sentence: str
) -> None:
    assert old in text
    with pytest.raises(FormatError) as caught:
        known.read_all(text.replace(old, new, 1).encode(), "a")
    assert str(caught.value).startswith(sentence)


def test_boards_in_other_files_are_named() -> None:
    text = '<picmi name="a"><board><xpm>a.xpm</xpm></board></picmi>'
    with pytest.raises(FormatError, match="all its boards are in other files"):
        PICMI.read_all(text.encode(), "a")


def test_the_solution_is_needed_and_may_be_the_marks() -> None:
    puzzle = Puzzle.from_numbers([[1]], [[1], []])
    for known in (PICMI, XPM):
        problem = known.problem(Document.untouched(puzzle))
        assert problem == "its solution is not known; solve it first"
        solved = Document(puzzle, Grid.from_text(["#."]))
        assert known.problem(solved) == ""
        assert known.read_all(known.write_all([solved]), "")[0].puzzle.goal == "10"
    wrong = Puzzle(puzzle.rows, puzzle.columns, goal="01")
    assert "does not agree" in PICMI.problem(Document.untouched(wrong))


def test_sniffing() -> None:
    non = NON.write_all([Document.untouched(Puzzle.from_numbers([[1]], [[1]]))])
    assert PICMI.sniff(SET.encode())
    assert XPM.sniff(XPM_TEXT.encode())
    assert not PICMI.sniff(non)
    assert not XPM.sniff(non)


@pytest.mark.clock
@pytest.mark.parametrize(
    "data",
    [
        pytest.param(b"/* XPM */" + b"/*" * 1_000_000, id="open comments"),
        pytest.param(b"/* XPM */" + b'"\n' * 5_000 + b"\n" * 10_000_000, id="open strings"),
        pytest.param(b"/* XPM */" + b"\n" * 10_000_000 + b'""' * 10_000, id="late strings"),
    ],
)
def test_large_files_that_are_no_pictures_do_not_take_long(data: bytes) -> None:
    start = time.perf_counter()
    with pytest.raises(FormatError):
        XPM.read_all(data, "a")
    assert time.perf_counter() - start < 10
