"""The ``.non`` format: what is written is read back, what is wrong is said in one sentence."""

from __future__ import annotations

import contextlib
import os
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzles import BLANK, SHADED, Clue, Defect, FormatError, Grid, LibraryError, Puzzle, clues
from puzzles.color_values import common_name
from puzzles.formats import Document, read, write
from puzzles.formats.non import NON
from puzzles.model import Color, clean_text

CHICK = "height 7\nwidth 7\nrows\n3\n2.1\n3.2\n5\n4\n1\n2\ncolumns\n1\n3\n1.3\n5.1\n4\n3\n2\n"
CHICK_PUZZLE = Puzzle.from_numbers(
    [[3], [2, 1], [3, 2], [5], [4], [1], [2]], [[1], [3], [1, 3], [5, 1], [4], [3], [2]]
)


def parse(text: str | bytes) -> Document:
    return NON.read(text.encode() if isinstance(text, str) else text, "chick.non")


def test_the_chick_is_read() -> None:
    assert parse(CHICK) == Document.untouched(CHICK_PUZZLE)


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        pytest.param(
            "width 7", "width 0", "chick.non:2: 'width' is 0, it must be from 1 to 5000", id="1"
        ),
        pytest.param(
            "width 7", "width", "chick.non:2: 'width' needs a number, from 1 to 5000", id="2"
        ),
        pytest.param(
            "width 7\n",
            "",
            "chick.non: there is no line 'width', with the number of columns",
            id="3",
        ),
        pytest.param(
            "width 7", "width -3", "chick.non:2: 'width' is -3, it must be from 1 to 5000", id="4"
        ),
        pytest.param(
            "width 7",
            "width 3",
            "chick.non:15: 'columns' has 7 clues, 'width' asks for 3",
            id="4, as printed",
        ),
        pytest.param(
            "height 7",
            "height gary",
            "chick.non:1: expected a number behind 'height', found 'gary'",
            id="5",
        ),
        pytest.param(
            "height 7",
            "height 9",
            "chick.non:3: 'rows' has 7 clues, 'height' asks for 9",
            id="6",
        ),
        pytest.param(
            "height 7",
            "height 3",
            "chick.non:7: 'rows' has 7 clues, 'height' asks for 3",
            id="7",
        ),
        pytest.param(
            "rows\n3\n", "rows\n", "chick.non:3: 'rows' has 6 clues, 'height' asks for 7", id="8"
        ),
        pytest.param(
            "columns\n", "", "chick.non: there is no line 'columns' above the clues", id="9"
        ),
        pytest.param(
            "3.2",
            "3.x",
            "chick.non:6: expected a number, found 'x'",
            id="a letter for a number",
        ),
        pytest.param(
            "3.2",
            "gary",
            "chick.non:6: expected a clue of 'rows', found 'gary'",
            id="a word for a clue",
        ),
        pytest.param("3.2", "3..2", "chick.non:6: a number is missing", id="a number left out"),
        pytest.param("3.2", "3.-2", "chick.non:6: expected a number, found '-2'", id="negative"),
        pytest.param(
            "3.2",
            "3." + "9" * 5000,
            "chick.non:6: the number 99999999… is larger than any board",
            id="enormous clue",
        ),
        pytest.param(
            "width 7",
            "width " + "9" * 5000,
            "chick.non:2: 'width' is 999999999999…, it must be from 1 to 5000",
            id="enormous width",
        ),
        pytest.param(
            "columns",
            'goal "0101"\ncolumns',
            "chick.non:11: the goal has 4 symbols, a board of 7 x 7 needs 49",
            id="goal too short",
        ),
        pytest.param(
            "columns",
            "width 7\ncolumns",
            "chick.non:11: 'width' occurs for the second time",
            id="twice",
        ),
        pytest.param(
            "columns",
            "rows\ncolumns",
            "chick.non:11: 'rows' occurs for the second time",
            id="rows twice",
        ),
        pytest.param(
            "rows\n3",
            "rows 3",
            "chick.non:3: 'rows' is followed by '3'; its lines begin below",
            id="clue too early",
        ),
        pytest.param(
            "height 7",
            "color a red\nheight 7",
            "chick.non:1: a colour is written 'color a #ff0000', not 'color a red'",
            id="colour",
        ),
    ],
)
def test_each_error_names_file_line_and_cause(old: str, new: str, sentence: str) -> None:
    assert old in CHICK
    with pytest.raises(FormatError) as caught:
        parse(CHICK.replace(old, new, 1))
    assert str(caught.value) == sentence


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
    assert parse(CHICK + "grid\n" + "1200000\n" * 7).marks == signs


@pytest.mark.parametrize(
    ("grid", "sentence"),
    [
        ("#\n", "chick.non:19: the grid has 1 line, the puzzle 7 rows"),
        ("#######\n" * 6 + "##\n", "chick.non:26: this line of the grid has 2 cells, not 7"),
        ("###%###\n" * 7, "chick.non:20: '%' is not a cell state"),
    ],
)
def test_a_wrong_grid_is_refused(grid: str, sentence: str) -> None:
    with pytest.raises(FormatError) as caught:
        parse(CHICK + "grid\n" + grid)
    assert str(caught.value) == sentence


@pytest.mark.parametrize("key", ["width", "height"])
def test_a_grid_before_the_sizes_is_read_all_the_same(key: str) -> None:
    text = CHICK.replace(f"{key} 7\n", "") + f"{key} 7\n"
    grid = "grid\n" + "#.?????\n" * 7
    assert parse(grid + text) == parse(CHICK + grid)


def test_a_grid_line_too_many_is_an_error_and_blanks_between_cells_are_none() -> None:
    with pytest.raises(FormatError, match="the grid has 8 lines, the puzzle 7 rows"):
        parse(CHICK + "grid\n" + "???????\n" * 8)
    assert parse(CHICK + "grid\n" + "# . ? ? ? ? ?\n" * 7) == parse(
        CHICK + "grid\n" + "#.?????\n" * 7
    )


def test_unprintable_characters_cannot_turn_an_unknown_key_into_a_known_one() -> None:
    document = parse('\u200btitle "Zero"\nfoo\u009fbar 1\n' + CHICK)
    assert NON.read(NON.write(document), "x") == document


def test_a_pipe_without_a_writer_does_not_hang(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.non"
    os.mkfifo(pipe)
    with pytest.raises(FormatError, match="a pipe or a device"):
        read(pipe)
    with pytest.raises(LibraryError, match="a pipe or a device"):
        write(pipe, Document.untouched(CHICK_PUZZLE))


def test_a_clue_line_without_end_is_refused_at_once() -> None:
    with pytest.raises(FormatError, match=r"chick.non:4: this line of 'rows' is too long"):
        parse(CHICK.replace("rows\n3", "rows\n" + "1." * 10_000_000))


def test_colours_are_letters_with_or_without_a_declaration() -> None:
    document = parse("color b #00FF00\nwidth 2\nheight 1\nrows\n1b,1r\ncolumns\n1b\n1r\ngrid\nbr\n")
    puzzle = document.puzzle
    assert puzzle.rows == ((Clue(1, 1), Clue(1, 2)),)
    assert [color.symbol for color in puzzle.palette] == ["0", "b", "r"]
    assert puzzle.palette[1].rgb == "#00ff00"
    assert document.marks.row(0).tolist() == [2, 4]


SMALL = "width 2\nheight 2\nrows\n2\n1\ncolumns\n2\n1\n"


def sentence_about(text: str) -> str:
    with pytest.raises(FormatError) as caught:
        parse(text)
    return str(caught.value)


def test_a_letter_on_one_side_only_is_a_typing_error(shared: Path) -> None:
    asked = ": is 'x' meant as a colour? Then 'color x #rrggbb' declares it, and rows and columns "
    with pytest.raises(FormatError, match=re.escape(f"undeclared-colour.non:6: '5x'{asked}")):
        read(shared / "cases" / "undeclared-colour.non")
    said = sentence_about(SMALL.replace("columns\n2\n1", "color r #d62728 red\ncolumns\n2\n1,12x"))
    assert said.startswith(f"chick.non:9: '12x'{asked}")
    assert said.endswith("if not, write 12")


def test_a_colour_that_is_not_declared_looks_unlike_the_declared_ones() -> None:
    text = "color r #e02020\nwidth 2\nheight 1\nrows\n1r,1x\ncolumns\n1r\n1x\n"
    puzzle = parse(text).puzzle
    assert [color.symbol for color in puzzle.palette] == ["0", "r", "x"]
    assert len({common_name(color.rgb) for color in puzzle.palette}) == 3


@pytest.mark.parametrize(
    ("key", "word", "line"),
    [("columns", "cols", 6), ("columns", "Columnz", 6), ("height", "hheight", 2),
     ("width", "with", 1)],
)  # fmt: skip
def test_a_misspelt_key_is_told_with_its_line(key: str, word: str, line: int) -> None:
    said = sentence_about(SMALL.replace(key, word))
    assert said == f"chick.non:{line}: '{word.lower()}' is not known; did you mean '{key}'?"


@pytest.mark.parametrize("key", ["title", "by", "goal", "license"])
@pytest.mark.parametrize("text", ['"', '"Cat', '"1110'])
def test_a_quotation_mark_that_is_not_closed_is_an_error(key: str, text: str) -> None:
    said = "chick.non:9: the text has no quotation mark at its end"
    assert sentence_about(f"{SMALL}{key} {text}\n") == said


NONNY = "width 3\nheight 2\n{}\nrows\n{}\ncolumns\n{}\n"


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


def test_a_word_that_is_no_colour_of_nonny_is_told_with_its_line() -> None:
    text = NONNY.format("color red FF0000 #", "red 1 gren 1\n1", "1\n1\n1")
    said = "chick.non:5: expected a number or the name of a colour, found 'gren'"
    assert sentence_about(text) == said


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(b"", id="empty"),
        pytest.param(b"\x00\x01\x02\x03" * 100, id="binary"),
        pytest.param(b"\x89PNG\r\n\x1a\n" + bytes(range(256)), id="picture"),
        pytest.param(b"\n" * 10_000_000, id="ten million blank lines"),
        pytest.param(b"width 5\nheight 5\nrows\n" + b"1\n" * 5_000_000, id="millions of clues"),
        pytest.param(b"width 5\nheight 5\n" + b"x\n" * 5_000_000, id="millions of words"),
        pytest.param(b"\xff\xfe\x00", id="half of UTF-16"),
    ],
)
def test_what_is_no_puzzle_is_refused_in_a_sentence(data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "x.non"
    path.write_bytes(data)
    with pytest.raises(FormatError, match=r"x\.non"):
        read(path)


@given(st.data())
def test_a_truncated_or_damaged_file_never_crashes(data: st.DataObject) -> None:
    raw = bytearray(CHICK.encode() + b"grid\n" + b"#.?????\n" * 7)
    for _ in range(data.draw(st.integers(0, 4))):
        raw[data.draw(st.integers(0, len(raw) - 1))] = data.draw(st.integers(0, 255))
    cut = data.draw(st.integers(0, len(raw)))
    with contextlib.suppress(FormatError):
        document = parse(bytes(raw[:cut]))
        assert NON.read(NON.write(document), "x") == document


LETTERS = "abcxyzABZ"
TEXT = st.text(max_size=20).map(clean_text)
EXTRA = st.tuples(
    st.from_regex(r"(x-|foo)[a-z]{0,5}", fullmatch=True),
    st.sampled_from(["", '"a b"', "1,2", "# & <"]),
)


@st.composite
def documents(draw: st.DrawFn) -> Document:
    height, width = draw(st.integers(1, 6)), draw(st.integers(1, 6))
    symbols = draw(
        st.one_of(st.just(["1"]), st.lists(st.sampled_from("1" + LETTERS), min_size=1, unique=True))
    )
    rgb = st.from_regex(r"#[0-9a-f]{6}", fullmatch=True)
    palette = (Color("0", draw(rgb)), *(Color(s, draw(rgb)) for s in symbols))
    clue = st.builds(Clue, st.integers(0, 12), st.integers(1, len(symbols)))
    lines = st.lists(clue, max_size=4).map(tuple)
    puzzle = Puzzle(
        rows=tuple(draw(lines) for _ in range(height)),
        columns=tuple(draw(lines) for _ in range(width)),
        palette=palette,
        title=draw(TEXT),
        author=draw(TEXT),
        copyright=draw(TEXT),
        license=draw(st.one_of(TEXT, st.just("CC-BY-4.0"))),
        catalogue=draw(TEXT),
        extras=tuple(draw(st.lists(EXTRA, max_size=3))),
    )
    cell = st.sampled_from([(1 << len(palette)) - 1, *(1 << k for k in range(len(palette)))])
    cells = draw(st.lists(cell, min_size=height * width, max_size=height * width))
    marks = Grid(height, width, len(palette), cells)
    if draw(st.booleans()):
        puzzle = Puzzle(puzzle.rows, puzzle.columns, palette, goal=marks.to_goal(palette))
    return Document(puzzle, marks, draw(st.booleans()))


@given(documents())
def test_what_is_written_is_read_back(document: Document) -> None:
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
    data = NON.write_all([Document.untouched(CHICK_PUZZLE)] * 3)
    assert data.count(b"\n====\n") == 2
    assert NON.read_all(data, "pack.nonpack") == [Document.untouched(CHICK_PUZZLE)] * 3
    assert (
        NON.read_all(b"====\n" + data + b"====\r\n\n", "") == [Document.untouched(CHICK_PUZZLE)] * 3
    )
    with pytest.raises(FormatError, match="has 3 puzzles"):
        NON.read(data, "pack.nonpack")


def test_errors_in_a_bundle_name_the_line_of_the_file() -> None:
    text = NON.write(Document.untouched(CHICK_PUZZLE)).decode()
    data = f"{text}====\n{text.replace('width 7', 'width x')}".encode()
    line = text.count("\n") + 1 + text.split("\n").index("width 7") + 1
    with pytest.raises(FormatError) as caught:
        NON.read_all(data, "pack.nonpack")
    assert str(caught.value).startswith(f"pack.nonpack:{line}: ")
