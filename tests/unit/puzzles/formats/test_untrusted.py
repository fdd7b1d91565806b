"""Puzzle files from anybody: whatever the bytes, a document or one sentence, in linear time."""

from __future__ import annotations

import html
import io
import tracemalloc
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzles import FormatError, PuzzleError
from puzzles.formats import MAX_BYTES, Document, read, read_all_bytes
from puzzles.formats.non import NON
from puzzles.formats.text import unescaped
from puzzles.json_text import read_json
from puzzles.model import MAX_SIZE
from puzzles.notation import read_clues
from tests.support.cases import few

ONE = "rows\n1\ncolumns\n1\n"
LONG = 5_000
"""More digits than `int` takes."""


def parse(text: str) -> Document:
    return NON.read(text.encode(), "a.non")


@pytest.mark.parametrize(
    ("reference", "character"),
    [
        pytest.param("&#" + "0" * LONG + "65;", "A", id="zeros"),
        pytest.param("&#" + "9" * LONG + ";", "\ufffd", id="large"),
        pytest.param("&#" + "9" * LONG, "\ufffd", id="large, without an end"),
        pytest.param("&#x" + "f" * LONG + ";", "\ufffd", id="hexadecimal"),
    ],
)
def test_a_character_reference_may_have_any_number_of_digits(
    reference: str, character: str
) -> None:
    assert parse(f'width 1\nheight 1\ntitle "{reference}"\n{ONE}').puzzle.title == character


@given(st.text("&#x0123456789;aAltg \n", max_size=60))
def test_references_of_few_digits_are_those_of_html(text: str) -> None:
    assert unescaped(text) == html.unescape(text)


@pytest.mark.parametrize("sign", ["", "+"])
def test_a_size_may_have_leading_zeros(sign: str) -> None:
    assert parse(f"width {sign}{'0' * LONG}1\nheight 1\n{ONE}").puzzle.width == 1


def test_a_clue_of_many_digits_is_a_sentence() -> None:
    with pytest.raises(PuzzleError, match="larger than any board"):
        read_clues("9" * LONG, {"1": 1})
    assert read_clues("0" * LONG + "7", {"1": 1})[0].length == 7


def test_a_line_has_no_more_clues_than_the_longest_line_has_cells() -> None:
    assert len(read_clues("1 " * MAX_SIZE, {"1": 1})) == MAX_SIZE
    with pytest.raises(PuzzleError, match=f"5,001 numbers are more than the {MAX_SIZE:,}"):
        read_clues("1 " * (MAX_SIZE + 1), {"1": 1})


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[" * 100_000, "nested too deeply"),
        ('{"a":' * 100_000, "nested too deeply"),
        ("9" * LONG, "a number has too many digits"),
        ("", "Expecting value"),
        ("{", "Expecting property name"),
        (b"\xc3(", "codec can't decode"),
    ],
)
def test_json_of_any_depth_is_a_value_or_damaged(text: str | bytes, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        read_json(text)


def test_the_largest_file_is_named_and_not_read_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.non"
    path.write_bytes(b"")
    with path.open("r+b") as file:
        file.truncate(MAX_BYTES + 1)
    sentence = f"the file is larger than the {MAX_BYTES >> 20} MB that a puzzle file may have"
    monkeypatch.setattr(Path, "open", None)
    with pytest.raises(FormatError, match=sentence):
        read(path)


def test_a_file_larger_than_it_says_is_read_no_further_than_the_limit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.non"
    path.write_bytes(b"x")
    asked: list[int] = []

    class Endless(io.BytesIO):
        def read(self, size: int | None = -1) -> bytes:
            assert size is not None
            assert size >= 0
            asked.append(size)
            return b"x" * size

    monkeypatch.setattr(Path, "open", lambda *_: Endless())
    with pytest.raises(FormatError, match="larger than the 16 MB"):
        read(path)
    assert sum(asked) == MAX_BYTES + 1


@pytest.mark.parametrize("path", ["/dev/zero", "/dev/stdin"])
def test_devices_are_not_read(path: str) -> None:
    if not Path(path).exists() or Path(path).is_file():
        pytest.skip("there is no such device here")
    with pytest.raises(FormatError, match="not a file but a pipe or a device"):
        read(path)


def test_the_longest_title_is_written_and_read() -> None:
    title = "&" * 1_000_000
    document = parse(f'width 1\nheight 1\ntitle "{title}"\n{ONE}')
    assert NON.read(NON.write(document), "a.non") == document


def test_a_goal_of_many_symbols_is_translated_at_once() -> None:
    """Symbol by symbol this takes minutes: there are 20,000 of them."""
    side = 400
    goal = "".join(map(chr, range(0x4E00, 0x4E00 + 20_000))) * 8
    lines = "1\n" * side
    puzzle = parse(
        f"width {side}\nheight {side}\ngoal {goal}\nrows\n{lines}columns\n{lines}"
    ).puzzle
    assert puzzle.goal == "1" * side**2


def test_long_lines_take_memory_in_proportion() -> None:
    text = f"width 1\nheight 1\nfoo {'x' * 2_000_000}\x85\n{ONE}".encode("latin-1")
    tracemalloc.start()
    try:
        NON.read(text, "a.non")
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 10 * len(text)


@pytest.mark.parametrize("blank", ["by", 'by ""', 'by " "', 'by "&#32;"'])
def test_a_text_that_is_blank_is_not_given(blank: str) -> None:
    """Written again it is not there, and the next text of its name would take its place."""
    document = parse(f"width 1\nheight 1\n{blank}\nby me\nby you\n{ONE}")
    assert document.puzzle.author == "me"
    assert document.puzzle.extras == (("by", "you"),)
    assert NON.read(NON.write(document), "a.non") == document


N, M = 100_000, 2_000_000


@pytest.mark.parametrize(
    ("name", "text"),
    few(
        6,
        [
            pytest.param("a.pzpr", "http://" * N, id="addresses"),
            pytest.param("a.pzpr", "http://?" * N, id="addresses with a question mark"),
            pytest.param("a.pzpr", "http://a?b=c&" + "b=c&" * N, id="options of an address"),
            pytest.param("a.pattern", "pattern.html" * N, id="pages"),
            pytest.param("a.pattern", f"pattern.html#2x2:1\n{'1' * N}", id="digits beside a link"),
            pytest.param("a.pattern", f"pattern.html#2x2:1\n{'1x' * N}", id="sizes beside a link"),
            pytest.param(
                "a.xml",
                f"<puzzle><solution><image>|{'[' * N}|</image></solution></puzzle>",
                id="brackets",
            ),
            pytest.param(
                "a.non",
                f"width 1\nheight 2\nrows\n{'1' * 40_000}\n1x\ncolumns\n1\n",
                id="digits before a letter",
            ),
            pytest.param(
                "a.non",
                f"color red FF0000{' ' * N}\nwidth 1\nheight 1\nrows\n",
                id="nonny's colour",
            ),
            pytest.param(
                "a.json", f'{{"rows": [[1]], "cols": ["{"1 " * N}"]}}', id="clues in a text"
            ),
            pytest.param("a.csv", '"' + "a,\n" * 50_000, id="a cell without end"),
            pytest.param("a.non", f"height {'0' * M}x\nwidth 1\n{ONE}", id="zeros"),
            pytest.param("a.non", f"height {'1' * M}x\nwidth 1\n{ONE}", id="digits"),
            pytest.param("a.non", f"title {'&#' * M}x\nwidth 1\n{ONE}", id="references"),
            pytest.param("a.non", f"title &#{'0' * M}x\nwidth 1\n{ONE}", id="zeros of a reference"),
            pytest.param("a.non", f"color a{' ' * M}x\nwidth 1\n{ONE}", id="blanks"),
        ],
    ),
)
def test_files_that_are_nearly_right_take_linear_time(name: str, text: str) -> None:
    """Where a pattern tries again from each place, two million take hours."""
    with pytest.raises(FormatError):
        read_all_bytes(text.encode(), name)
