"""Picmi's sets and XPM pictures; the laws of all formats are in ``test_all.py``."""

from __future__ import annotations

import time

import pytest

from puzzles import FormatError, Puzzle
from puzzles.formats import lost, read_all_bytes, read_bytes
from puzzles.formats.picmi import PICMI, XPM
from tests.support.puzzle_texts import PICMI_SET as SET
from tests.support.puzzle_texts import XPM_TEXT

NUMBERS = [[2], [], [1, 1]], [[1, 1], [1], [1]]
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
        ("#000000", "white"),  # beside None it is shaded, as in Picmi
    ],
)
def test_a_picture_is_the_goal(old: str, new: str) -> None:
    document = read_bytes(XPM_TEXT.replace(old, new, 1).encode(), "a")
    assert document.puzzle.goal == GOAL
    assert document.marks.is_untouched
    assert document.puzzle.rows == Puzzle.from_numbers([[2], [], [1, 1]], [[]] * 3).rows


def test_pixels_have_several_characters() -> None:
    text = '/* XPM */ {"2 1 2 2", "ab c None", "cd c red", "cdab"}'
    assert read_bytes(text.encode(), "a").puzzle.goal == "10"


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
