"""Laws of every file format."""

from __future__ import annotations

import contextlib
import re
from dataclasses import astuple, replace
from itertools import product

import pytest
from hypothesis import example, given, note
from hypothesis import strategies as st

from puzzles import MAX_SIZE, FormatError, Grid, Puzzle, puzzle_of
from puzzles.formats import Document, Format, boards, lost, read_all_bytes, written
from puzzles.formats.csv_clues import CSV
from puzzles.formats.document import MAX_PUZZLES
from puzzles.formats.freenono import FREENONO
from puzzles.formats.json_puzzle import JSON
from puzzles.formats.non import NON
from puzzles.formats.nonograms_org import NONOGRAMS_ORG
from puzzles.formats.olsak import OLSAK
from puzzles.formats.picmi import PICMI, XPM
from puzzles.formats.play_link import PLAY_LINK
from puzzles.formats.png import PNG
from puzzles.formats.registry import FORMATS
from puzzles.formats.webpbn import WEBPBN
from puzzles.model import BLACK, WHITE, Clue, Color, clean_text

FORMAT_IDS = [known.id for known in FORMATS]
PALETTE = (Color("0", "#fafad2"), Color("1", "#000000"), Color("b", "#d62728", "brick"),
           Color("A", "#1f77b4"))  # fmt: skip
ONE_A_FILE = {
    "csv",
    "g",
    "nonogrid",
    "mk",
    "nin",
    "cwd",
    "pbm",
    "png",
    "sgt-save",
    "xpm",
    "gnonograms",
    "char-grid",
}
PICTURES = {"picmi", "freenono"}
"""Their files are as large as their boards."""
UNTITLED = {
    *("nonogrid", "mk", "nin", "cwd", "pbm", "xpm", "lp", "pattern", "sgt-save", "puzz-link"),
    "char-grid",
}
CAT = Document(
    puzzle_of(Grid.from_text(["###.", "##.#", "###."]), replace(Puzzle.empty(3, 4), title="Cat"))
)
TEXT = st.text(max_size=20).map(clean_text)
EXTRA = st.tuples(
    st.from_regex(r"(x-|foo)[a-z]{0,5}", fullmatch=True),
    st.sampled_from(["", '"a b"', "1,2", "# & <"]),
)
formats = pytest.mark.parametrize("known", FORMATS, ids=FORMAT_IDS)


@st.composite
def documents(draw: st.DrawFn) -> Document:
    """Pictures of up to five by five, with up to three colours, titles, marks and goals."""
    colors = draw(st.integers(2, 4))
    palette = (WHITE, BLACK) if colors == 2 else PALETTE[:colors]
    if colors > 2 and draw(st.booleans()):
        signs = "0", *draw(st.permutations("1abcxyzABZ"))
        palette = tuple(Color(sign, c.rgb, c.name) for sign, c in zip(signs, palette, strict=False))
    height, width = draw(st.integers(1, 5)), draw(st.integers(1, 5))
    states = st.sampled_from([1 << k for k in range(colors)])
    size = height * width
    cells = draw(st.lists(states, min_size=size, max_size=size))
    picture = Grid(height, width, colors, cells)
    title = draw(st.sampled_from(["", "Cat", 'A "quoted" <title> & more', "Žluťoučký kůň"]))
    like = replace(Puzzle.empty(height, width), palette=palette, title=title)
    puzzle = puzzle_of(picture, like)
    if draw(st.booleans()):
        puzzle = replace(puzzle, goal="")
    marks = Grid.for_puzzle(puzzle)
    if draw(st.booleans()):
        shown = draw(st.lists(st.booleans(), min_size=size, max_size=size))
        for at, is_shown in enumerate(shown):
            if is_shown:
                marks.cells[at] = cells[at]
    if not draw(st.booleans()):
        return Document(puzzle, marks)
    extras = tuple(draw(st.lists(EXTRA, max_size=3)))
    if draw(st.booleans()):
        clue = st.builds(Clue, st.integers(0, 12), st.integers(1, colors - 1))
        lines = st.lists(clue, max_size=4).map(tuple)
        puzzle = replace(puzzle, rows=tuple(draw(lines) for _ in range(height)), goal="")
    puzzle = replace(puzzle, title=draw(TEXT), author=draw(TEXT), copyright=draw(TEXT),
                     license=draw(TEXT), catalogue=draw(TEXT), extras=extras)  # fmt: skip
    return Document(puzzle, marks, draw(st.booleans()))


def is_both_ways(known: Format, document: Document) -> bool:
    """Whether the format reads and writes, and can hold the puzzle."""
    return known.can_read and known.can_write and not known.problem(document)


def test_ids_and_extensions_are_different() -> None:
    assert len(set(FORMAT_IDS)) == len(FORMAT_IDS)
    endings = [end for known in FORMATS for end in known.extensions]
    pages = [*NONOGRAMS_ORG.extensions]  # of which the contents tell the format
    assert PLAY_LINK.extensions == NONOGRAMS_ORG.extensions
    assert sorted([*set(endings), *pages]) == sorted(endings)
    assert all(end.startswith(".") and end == end.lower() for end in endings)


@given(document=documents())
def test_what_is_read_was_written(document: Document) -> None:
    for known in FORMATS:
        note(known.id)
        assert_read_as_written(known, document)


def assert_read_as_written(known: Format, document: Document) -> None:
    if not known.can_write:
        with pytest.raises(FormatError, match="can only be read"):
            written(known, [document], "")
        return
    if not known.can_read:
        with pytest.raises(FormatError, match="only written"):
            known.read_all(b"1", "a")
        return
    if known.problem(document):
        with pytest.raises(FormatError, match="cannot hold this puzzle"):
            written(known, [document], "")
        return
    data = known.write_all([document])
    (found,) = read_all_bytes(data, f"a{known.extensions[0]}")
    assert found.puzzle.rows == document.puzzle.rows
    assert found.puzzle.columns == document.puzzle.columns
    colors = [color.rgb for color in document.puzzle.palette]
    assert [color.rgb for color in found.puzzle.palette] == colors
    if not lost(known, document):
        assert found.puzzle == replace(document.puzzle, palette=found.puzzle.palette)
        assert (found.marks, found.is_drawing) == (document.marks, document.is_drawing)
    has_blanks = "  " in str(astuple(document.puzzle))  # of which WebPBN makes one
    if known is not WEBPBN or not has_blanks:
        assert known.write_all([found]) == data, "the second time nothing changes"


@formats
def test_an_empty_file_is_said(known: Format) -> None:
    with pytest.raises(FormatError, match=r"^a\.\S+: the file is empty$"):
        read_all_bytes(b"", f"a{known.extensions[0]}")


@formats
@given(data=st.binary(max_size=300))
@example(data=b"\xff" * 40)
def test_any_bytes_are_read_or_refused_with_a_sentence(known: Format, data: bytes) -> None:
    with contextlib.suppress(FormatError):
        assert known.read_all(data, "name")


@formats
def test_several_puzzles_are_written_and_read_or_refused(known: Format) -> None:
    several = [
        Document(Puzzle.from_numbers([[k]], [[1]] * k), Grid.from_text(["#" * k]))
        for k in (1, 2, 3)
    ]
    if not all(is_both_ways(known, one) for one in several):
        return
    if known.id in ONE_A_FILE:
        with pytest.raises(FormatError, match="one puzzle a file"):
            written(known, several, "a")
        return
    data = written(known, several, "a")
    assert [d.puzzle.rows for d in known.read_all(data, "")] == [d.puzzle.rows for d in several]
    assert len(several) < MAX_PUZZLES


@formats
@pytest.mark.parametrize("color", [1, 2], ids=["black", "colour"])
def test_a_zero_among_other_numbers_stays_a_defect(known: Format, color: int) -> None:
    """The puzzle is not another one that happens to be right."""
    puzzle = Puzzle.from_numbers([[1, 0, 1], [2]], [[2], [1], [0, 1]])
    if color > 1:
        rows = ((Clue(1), Clue(0, color), Clue(1)), puzzle.rows[1])
        puzzle = replace(puzzle, rows=rows, palette=(WHITE, BLACK, Color("b", "#d62728")))
    document = Document(puzzle)
    if not is_both_ways(known, document):
        return
    (found,) = known.read_all(written(known, [document], "a"), "")
    assert (found.puzzle.rows, found.puzzle.columns) == (puzzle.rows, puzzle.columns)


@formats
def test_only_one_format_recognizes_a_file(known: Format) -> None:
    for document in (CAT, Document(replace(CAT.puzzle, goal=""))):
        if is_both_ways(known, document):
            data = known.write_all([document])
            found = [each.id for each in FORMATS if each.sniff(data)]
            assert found == [known.id] * (known.id not in {"nin", "cwd"})


@formats
def test_a_title_that_a_format_does_not_hold_is_told(known: Format) -> None:
    puzzle = Puzzle.from_numbers([[1]], [[1]], "Dot")
    solved = Document(puzzle, Grid.from_text(["#"]))
    if known.can_write and not known.problem(solved):
        assert ("the title" in lost(known, solved)) == (known.id in UNTITLED)


@pytest.mark.parametrize("known", [PICMI, XPM, FREENONO], ids=lambda known: known.id)
def test_a_picture_needs_the_solution_which_may_be_the_marks(known: Format) -> None:
    puzzle = Puzzle.from_numbers([[1]], [[1], []])
    said = "its solution is not known; solve it first"
    assert known.problem(Document(puzzle)) == said
    assert "does not agree" in known.problem(Document(replace(puzzle, goal="01")))
    solved = Document(puzzle, Grid.from_text(["#."]))
    assert known.read_all(known.write_all([solved]), "")[0].puzzle.goal == "10"


@formats
def test_the_longest_line_is_read_back(known: Format) -> None:
    long = Document(Puzzle.from_numbers([[MAX_SIZE]], [[1]] * MAX_SIZE, "Line"))
    if not is_both_ways(known, long) or known.id in PICTURES:
        return
    (document,) = known.read_all(known.write_all([long]), "")
    assert document.puzzle.rows == long.puzzle.rows
    assert document.puzzle.columns == long.puzzle.columns


def test_a_file_too_large_to_be_read_is_not_written(monkeypatch: pytest.MonkeyPatch) -> None:
    document = Document(Puzzle.empty(20, 20))
    size = len(written(NON, [document], "a"))
    monkeypatch.setattr("puzzles.formats.MAX_BYTES", size)
    written(NON, [document], "a")
    monkeypatch.setattr("puzzles.formats.MAX_BYTES", size - 1)
    with pytest.raises(FormatError, match="can be read again; write fewer puzzles"):
        written(NON, [document], "a")


@formats
def test_a_small_file_does_not_fill_the_memory_with_empty_boards(
    known: Format, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert boards.MAX_CELLS == 25_000_000
    monkeypatch.setattr(boards, "MAX_CELLS", 250_000)
    large = Document(Puzzle.empty(100, 1000))
    if not is_both_ways(known, large) or known.id in ONE_A_FILE | PICTURES:
        return
    data = known.write_all([large] * 3)
    with pytest.raises(FormatError, match="have more than 250,000 cells"):
        known.read_all(data, "")


@given(document=documents())
def test_lines_may_end_as_on_windows_and_as_on_old_macs(document: Document) -> None:
    """A file that an editor or a version control system has converted is the same puzzle."""
    for known in FORMATS:
        if known.id == "png" or not is_both_ways(known, document):
            continue
        data = known.write_all([document])
        assert b"\r" not in data, "files have the same bytes on all systems"
        name = f"a{known.extensions[0]}"
        expected = read_all_bytes(data, name)
        for end in (b"\r\n", b"\r"):
            assert read_all_bytes(data.replace(b"\n", end), name) == expected, known.id


LONG = 3000
"""Characters of a hostile value."""
MAX_MESSAGE = 500
"""Characters of a message: a few values, each cut, and the sentence around them."""


@formats
def test_a_long_value_is_not_quoted_whole(known: Format) -> None:
    """A value of some megabytes in a message stops the window, which lays all of it out."""
    palette = (WHITE, BLACK, Color("b", "#d62728", "brick"))
    for colors in ((WHITE, BLACK), palette):
        cells = Grid.from_text(["#.#", f"##{'a' if len(colors) > 2 else '.'}"], colors=len(colors))
        puzzle = puzzle_of(cells, replace(Puzzle.empty(2, 3), palette=colors, title="Cat"))
        document = Document(puzzle, cells)
        if not is_both_ways(known, document):
            continue
        data = known.write_all([document])
        parts = re.finditer(rb"[A-Za-z0-9#.?]+|[^A-Za-z0-9#.?\s]+|\s+", data)
        for match, value in product(parts, (b"x" * LONG, b"9" * LONG, b"<" * LONG)):
            start, end = match.span()
            for damaged in (data[:start] + value + data[end:], data[:end] + value + data[end:]):
                try:
                    known.read_all(damaged, "a")
                except FormatError as error:
                    said = str(error)
                    assert len(said) < MAX_MESSAGE, said[:200]


@pytest.mark.parametrize("known", [NON, JSON, CSV, OLSAK], ids=lambda known: known.id)
@pytest.mark.parametrize(
    ("title", "encoding", "is_told"),
    [
        ("Котик", "windows-1251", True),
        ("こねこ", "shift-jis", True),
        ("Žluťoučký kůň", "windows-1250", True),
        ("Müßiggänger", "latin-1", False),
        ("Котик", "utf-8", False),
        ("Cat", "ascii", False),
    ],
)
def test_a_title_that_may_be_read_wrongly_is_told(
    known: Format, title: str, encoding: str, is_told: bool
) -> None:
    puzzle = Puzzle.from_numbers([[2], [1]], [[2], [1]], title)
    data = known.write_all([Document(puzzle)]).decode().encode(encoding)
    (document,) = read_all_bytes(data, f"a{known.extensions[0]}")
    assert [("UTF-8" in note) for note in document.notes] == [True] * is_told
    assert is_told or document.puzzle.title == title


def test_a_picture_with_a_title_is_no_text_in_another_encoding() -> None:
    puzzle = puzzle_of(Grid.from_text(["#.", "##"]), replace(Puzzle.empty(2, 2), title="Löwe"))
    (document,) = read_all_bytes(PNG.write_all([Document(puzzle)]), "a.png")
    assert (document.puzzle.title, document.notes) == ("Löwe", ())
