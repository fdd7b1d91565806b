"""The ``.non`` format: what is written is read back, what is wrong is said in one sentence."""

from __future__ import annotations

import os
import re
from dataclasses import replace
from pathlib import Path

import pytest

from puzzles import BLANK, SHADED, Clue, Defect, FormatError, Grid, LibraryError, Puzzle, clues
from puzzles.color_values import common_name
from puzzles.formats import Document, read, write
from puzzles.formats.non import NON
from puzzles.model import Color
from tests.support.puzzle_texts import CHICK, NONNY

CHICK_PUZZLE = Puzzle.from_numbers(
    [[3], [2, 1], [3, 2], [5], [4], [1], [2]], [[1], [3], [1, 3], [5, 1], [4], [3], [2]]
)


def parse(text: str | bytes) -> Document:
    return NON.read(text.encode() if isinstance(text, str) else text, "chick.non")


def test_the_chick_is_read() -> None:
    assert parse(CHICK) == Document(CHICK_PUZZLE)


def test_10_blank_lines_among_the_clues_are_no_problem() -> None:
    assert parse(CHICK.replace("2.1\n", "\n2.1\n\n\n")).puzzle == CHICK_PUZZLE


@pytest.mark.parametrize("number", [5, 10])
def test_11_clues_that_do_not_add_up_are_shown_and_said(number: int) -> None:
    puzzle = parse(CHICK.replace("rows\n3", f"rows\n{number}")).puzzle
    assert puzzle.status() & Defect.SUMS_DIFFER
    total = 23 + number - 3
    assert f"the rows ask for {total} cells, the columns for 23" in map(str, puzzle.defects())


@pytest.mark.parametrize(
    ("rows", "height", "expected"),
    [
        pytest.param("1\n\n2\n", 2, [[1], [2]], id="ignored"),
        pytest.param("1\n\n2\n", 3, [[1], [], [2]], id="empty clue"),
        pytest.param("1\n\n2\n\n", 3, [[1], [], [2]], id="empty clue, blank line"),
        pytest.param("1\n2\n\n", 3, [[1], [2], []], id="empty clue at the end"),
        pytest.param("1\n\n\n2\n", 3, None, id="neither"),
        pytest.param("\n\n\n", 3, [[], [], []], id="nothing but empty clues"),
    ],
)
def test_blank_lines(rows: str, height: int, expected: list[list[int]] | None) -> None:
    text = f"width 2\nheight {height}\nrows\n{rows}columns\n1\n2\n"
    if expected is None:
        with pytest.raises(FormatError, match=r"chick.non:3: 'rows' has 2 clues"):
            parse(text)
    else:
        assert parse(text).puzzle.rows == tuple(map(clues, expected))


def test_keys_come_in_any_order_and_case_and_unknown_ones_are_kept() -> None:
    text = (
        'TITLE "A &lt;B&gt; "C""\ncolumns\n1\n\nfoo "bar" 1\nrows\n1\ngoal "1"\n'
        "Width 1\nheight 1\nlicense CC0-1.0\n"
    )
    puzzle = parse(text).puzzle
    assert (puzzle.title, puzzle.license, puzzle.goal) == ('A <B> "C"', "CC0-1.0", "1")
    assert puzzle.extras == (("foo", '"bar" 1'),)


def test_the_grid_holds_all_three_states_in_signs_or_digits() -> None:
    signs = parse(CHICK + "grid\n" + "#.?????\n" * 7).marks
    assert signs.row(0).tolist() == [SHADED, BLANK] + [3] * 5
    for line in ("1200000", "# . ? ? ? ? ?"):
        assert parse(f"{CHICK}grid\n" + f"{line}\n" * 7).marks == signs


@pytest.mark.parametrize("key", ["width", "height"])
def test_a_grid_before_the_sizes_is_read_all_the_same(key: str) -> None:
    text = CHICK.replace(f"{key} 7\n", "") + f"{key} 7\n"
    grid = "grid\n" + "#.?????\n" * 7
    assert parse(grid + text) == parse(CHICK + grid)


def test_unprintable_characters_cannot_turn_an_unknown_key_into_a_known_one() -> None:
    document = parse('\u200btitle "Zero"\nfoo\u009fbar 1\n' + CHICK)
    assert NON.read(NON.write(document), "x") == document


def test_a_pipe_without_a_writer_does_not_hang(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.non"
    os.mkfifo(pipe)
    with pytest.raises(FormatError, match="a pipe or a device"):
        read(pipe)
    with pytest.raises(LibraryError, match="a pipe or a device"):
        write(pipe, Document(CHICK_PUZZLE))


def test_colours_are_letters_with_or_without_a_declaration() -> None:
    document = parse("color b #00FF00\nwidth 2\nheight 1\nrows\n1b,1r\ncolumns\n1b\n1r\ngrid\nbr\n")
    puzzle = document.puzzle
    assert puzzle.rows == ((Clue(1, 1), Clue(1, 2)),)
    assert [color.symbol for color in puzzle.palette] == ["0", "b", "r"]
    assert puzzle.palette[1].rgb == "#00ff00"
    assert document.marks.row(0).tolist() == [2, 4]


def test_a_letter_on_one_side_only_is_a_typing_error(shared: Path) -> None:
    asked = ": is 'x' meant as a colour? Then 'color x #rrggbb' declares it, and rows and columns "
    with pytest.raises(FormatError, match=re.escape(f"undeclared-colour.non:6: '5x'{asked}")):
        read(shared / "cases" / "undeclared-colour.non")


def test_a_colour_that_is_not_declared_looks_unlike_the_declared_ones() -> None:
    text = "color r #e02020\nwidth 2\nheight 1\nrows\n1r,1x\ncolumns\n1r\n1x\n"
    puzzle = parse(text).puzzle
    assert [color.symbol for color in puzzle.palette] == ["0", "r", "x"]
    assert len({common_name(color.rgb) for color in puzzle.palette}) == 3


@pytest.mark.parametrize(
    ("colors", "rows", "columns"),
    [
        ("color red FF0000 #\ncolor blue 0000ff @", "red: 1, blue: 1, 1\nblue 2",
         "red 1 blue 1\nblue 2\nBLUE:1"),
        ("color red #ff0000\ncolor blue #0000ff", "red 1 blue 1 1\n2blue",
         "red: 1 blue: 1\n2blue\nblue 1"),
        ("color red FF0000 X\ncolor background FFFFFF\ncolor blue 0000FF 0", "1red 1blue 1blue\n"
         "blue  2", "red 1 blue 1\nblue 2\nblue:1"),
    ],
)  # fmt: skip
def test_a_name_of_nonny_is_in_force_until_the_next_one(
    colors: str, rows: str, columns: str
) -> None:
    document = parse(NONNY.format(colors, rows, columns))
    puzzle = document.puzzle
    shown = [(c.symbol, c.rgb, c.name) for c in puzzle.palette[1:]]
    assert shown == [("r", "#ff0000", "red"), ("b", "#0000ff", "blue")]
    assert puzzle.rows == ((Clue(1, 1), Clue(1, 2), Clue(1, 2)), (Clue(2, 2),))
    assert puzzle.columns == ((Clue(1, 1), Clue(1, 2)), (Clue(2, 2),), (Clue(1, 2),))
    assert NON.read(NON.write(document), "x") == document


def test_each_line_of_nonny_begins_in_black() -> None:
    colors = "color black 000000 X\ncolor brown 804000 @"
    puzzle = parse(NONNY.format(colors, "1 brown 1\n0", "1\nbrown: 1 black: 1\n0")).puzzle
    assert [color.symbol for color in puzzle.palette] == ["0", "1", "b"]
    assert puzzle.rows == ((Clue(1, 1), Clue(1, 2)), ())
    assert puzzle.columns == ((Clue(1, 1),), (Clue(1, 2), Clue(1, 1)), ())
    bare = parse(NONNY.format(colors.split("\n")[1], "1 brown 1\n0", "1\nbrown 1\n0")).puzzle
    assert bare.rows == ((Clue(1, 2), Clue(1, 1)), ())
    assert [color.symbol for color in bare.palette] == ["0", "b", "1"]


def test_the_flag_of_nonny(shared: Path) -> None:
    puzzle = read(shared / "cases" / "nonny-colour.non").puzzle
    assert [color.name for color in puzzle.palette] == ["", "red", "blue"]
    assert puzzle.rows == ((Clue(1, 1), Clue(1, 2)), (Clue(2, 2),))
    assert not puzzle.defects()


def test_one_colour_on_a_ground_is_read_back() -> None:
    palette = Color("0", "#fafad2"), Color("Z", "#1f77b4")
    document = Document(replace(CHICK_PUZZLE, palette=palette))
    assert NON.read(NON.write(document), "x") == document


def test_the_largest_board_is_read_back(tmp_path: Path) -> None:
    marks = Grid(1000, 1000, cells=[SHADED, BLANK] * 500_000)
    line = clues([1] * 500)
    puzzle = Puzzle((line,) * 1000, (clues([1000]), ()) * 500)
    write(tmp_path / "big.non", Document(puzzle, marks))
    assert read(tmp_path / "big.non") == Document(puzzle, marks)


@pytest.mark.parametrize("folder", ["survey", "pictures"])
def test_files_of_other_programs_are_read(shared: Path, folder: str) -> None:
    files = sorted((shared / "puzzles" / folder).glob("*.non"))
    assert len(files) >= 12
    for path in files:
        document = read(path)
        assert not document.puzzle.defects()
        goal = Grid.from_goal(document.puzzle.goal, document.puzzle.palette, document.puzzle.width)
        assert [goal.height, goal.width] == [document.puzzle.height, document.puzzle.width]
        assert NON.read(NON.write(document), "x") == document


def test_a_bundle_has_several_puzzles() -> None:
    data = NON.write_all([Document(CHICK_PUZZLE)] * 3)
    assert data.count(b"\n====\n") == 2
    assert NON.read_all(data, "pack.nonpack") == [Document(CHICK_PUZZLE)] * 3
    assert NON.read_all(b"====\n" + data + b"====\r\n\n", "") == [Document(CHICK_PUZZLE)] * 3
    with pytest.raises(FormatError, match="has 3 puzzles"):
        NON.read(data, "pack.nonpack")
