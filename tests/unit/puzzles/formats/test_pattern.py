"""Pattern's game IDs and saved games; the laws of all formats are in ``test_all.py``."""

from __future__ import annotations

from array import array
from pathlib import Path
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzles import BLANK, SHADED, Defect, FormatError, Grid, Puzzle
from puzzles.formats import Document, read, read_all_bytes, read_bytes
from puzzles.formats.pattern import PATTERN, PATTERN_SAVE
from tests.support.puzzle_texts import PATTERN_ID as EXAMPLE_ID
from tests.support.puzzle_texts import PATTERN_SAVED as SAVED

EXAMPLE = Puzzle.from_numbers([[2], [], [1, 1]], [[1, 1], [1], [], [1]])


def test_an_id_is_columns_then_rows() -> None:
    assert PATTERN.write_all([Document(EXAMPLE)]).decode() == f"{EXAMPLE_ID}\n"
    for text in (EXAMPLE_ID, f"\n {EXAMPLE_ID}\r\n", f"pattern:{EXAMPLE_ID}"):
        assert read_bytes(text.encode(), "a.pattern") == Document(EXAMPLE)
        assert read_bytes(text.encode(), "a.txt") == Document(EXAMPLE)


def test_an_id_with_one_size_is_square() -> None:
    (found,) = PATTERN.read_all(b"2:1/1/1/1", "")
    assert (found.puzzle.height, found.puzzle.width) == (2, 2)


def test_given_cells_are_marks() -> None:
    (found,) = PATTERN.read_all(f"{EXAMPLE_ID},AbaGb".encode(), "")
    assert str(found.marks) == "#?..\n????\n??#?"


@given(st.data())
def test_marks_are_kept_by_both_formats(data: st.DataObject) -> None:
    height, width = data.draw(st.integers(1, 9)), data.draw(st.integers(1, 9))
    cells = st.sampled_from([BLANK, SHADED, 3, 3, 3, 3])
    size = height * width
    marks = Grid(height, width, 2, data.draw(st.lists(cells, min_size=size, max_size=size)))
    document = Document(Puzzle.empty(height, width), marks)
    for known in (PATTERN, PATTERN_SAVE):
        assert known.read_all(known.write_all([document]), "") == [document]


@pytest.mark.parametrize("length", [24, 25, 26, 49, 50, 51, 75])
@pytest.mark.parametrize("is_last", [True, False])
def test_long_gaps_between_given_cells(length: int, is_last: bool) -> None:
    marks = Grid(1, 100)
    marks.cells[99 if is_last else 0] = SHADED
    marks.cells[99 - length if is_last else length] = BLANK
    document = Document(Puzzle.empty(1, 100), marks)
    assert PATTERN.read_all(PATTERN.write_all([document]), "") == [document]


def test_a_saved_game_has_the_moves_up_to_its_position() -> None:
    document = read_bytes(SAVED.encode(), "a.sav")
    assert document.puzzle == EXAMPLE
    assert str(document.marks) == "##.?\n????\n??.?"
    undone = SAVED.replace("STATEPOS:1:4", "STATEPOS:1:2")
    assert str(read_bytes(undone.encode(), "a").marks) == "##??\n????\n????"


def test_a_solved_game_and_a_restart() -> None:
    end = "SOLVE   :13:S110000001001\n"
    solved = SAVED.replace("NSTATES :1:5\nSTATEPOS:1:4", "NSTATES :1:6\nSTATEPOS:1:6") + end
    assert str(read_bytes(solved.encode(), "a").marks) == "##..\n....\n#..#"
    again = solved.replace(end, "RESTART :15:1.1/1//1/2//1.1\n")
    assert read_bytes(again.encode(), "a").marks.is_untouched


def test_given_cells_cannot_be_changed_by_moves() -> None:
    old, new = "DESC    :15:1.1/1//1/2//1.1", "DESC    :18:1.1/1//1/2//1.1,Cj"
    assert str(read_bytes(SAVED.replace(old, new).encode(), "a").marks) == "###?\n????\n??.?"


WEB = "https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/pattern.html#"


@pytest.mark.parametrize(
    "text",
    [
        "{web}{id}",
        "Try ({web}{id}), it is fun.",
        "Look:\n\n  <{web}{id}>\nYours, A.",
        "[a nonogram]({web}{id})",
        "[{id}]",
        "\"{id}\"",
    ],
)  # fmt: skip
def test_words_and_brackets_around_an_id(text: str) -> None:
    data = text.format(web=WEB, id=EXAMPLE_ID).encode()
    assert read_bytes(data, "the text on the clipboard") == Document(EXAMPLE)


def test_a_link_of_the_web_page(shared: Path) -> None:
    expected = Puzzle.from_numbers([[2], [1]], [[2], [1]])
    assert read(shared / "cases" / "pattern-link.txt").puzzle == expected


def test_all_links_of_a_text_are_read_and_a_damaged_id_beside_them_is_told() -> None:
    text = f"one: {WEB}{EXAMPLE_ID} and {WEB}2x2:1/1/1/1\nthe end at 10:30\n"
    assert len(read_all_bytes(text.encode(), "a.txt")) == 2
    with pytest.raises(FormatError, match=r"^a.txt:3: expected a game ID like"):
        read_all_bytes(f"{text}or 3x3:1/".replace("10:30\n", "\n").encode(), "a.txt")


@pytest.mark.parametrize("seed", ["10x10#123456", "#1234567", "pattern:15x15#abc", "20#77"])
@pytest.mark.parametrize("text", ["{}", "{}\n", "<{}>", f"{WEB}{{}}", f"see {WEB}{{}}."])
def test_a_random_seed_is_told_as_such(seed: str, text: str) -> None:
    quoted = text.format(seed if text.startswith(("{", "<")) else quote(seed))
    if seed == "20#77" and WEB not in text:
        return  # it may be anything
    with pytest.raises(FormatError, match="this is a random seed"):
        read_bytes(quoted.encode(), "the text on the clipboard")


@pytest.mark.parametrize("text", ["see you at 10:30 today", "1:0 for us", "#hashtag", "room 3x3"])
def test_words_are_no_ids(text: str) -> None:
    with pytest.raises(FormatError, match="not a puzzle file of a known format"):
        read_bytes(text.encode(), "the text on the clipboard")


def test_puzzles_that_pattern_refuses_are_not_written() -> None:
    large = Document(Puzzle.from_numbers([[3]], [[1], [1]]))
    assert "row 1" in PATTERN.problem(large)
    assert PATTERN.problem(Document(EXAMPLE)) == ""
    (found,) = PATTERN.read_all(b"2x1:1/1/3", "")
    assert Defect.DOES_NOT_FIT in found.puzzle.status(), "it is read, to be corrected"


def test_moves_do_not_take_long() -> None:
    head = SAVED[: SAVED.index("NSTATES")].replace("3:4x3", "9:1000x1000")
    head = head.replace("15:1.1/1//1/2//1.1", f"1999:{'/' * 1999}")
    text = head + "MOVE    :15:U0,0,1000,1000\n".replace("15", "14") * 1000
    with pytest.raises(FormatError, match="a:57: the moves change too many cells"):
        PATTERN_SAVE.read_all(text.encode(), "a")


def test_a_board_with_more_marks_than_moves_has_given_cells() -> None:
    puzzle = Puzzle.empty(400, 600)
    marks = Grid(400, 600, 2, array("I", [BLANK, SHADED]) * 120_000)
    document = Document(puzzle, marks)
    data = PATTERN_SAVE.write_all([document])
    assert b"MOVE" not in data
    assert PATTERN_SAVE.read_all(data, "") == [document]
