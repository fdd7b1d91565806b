"""Links to pages to play, and the pages themselves, are read as the puzzles in them."""

from __future__ import annotations

import json
from base64 import urlsafe_b64encode
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from network.playable import playable_page, puzzle_link
from puzzles.errors import FormatError
from puzzles.formats import read_all_bytes, read_bytes
from puzzles.formats.play_link import PLAY_LINK, playable_text
from puzzles.grid import BLANK, clear_mask
from puzzles.model import Clue, Color, Puzzle
from tests.support.boards import CHICK, puzzles

COLORED = Puzzle(((Clue(1, 1), Clue(1, 2)),), ((Clue(1, 1),), (Clue(1, 2),)),
                 (Color("0", "#ffffff"), Color("a", "#d42a2a"), Color("b", "#2050e0")))  # fmt: skip
ADDRESS = "https://example.org/play.html"


def plain(puzzle: Puzzle) -> object:
    """What of a puzzle a link has."""
    return puzzle.rows, puzzle.columns, [color.rgb for color in puzzle.palette], puzzle.title


@given(puzzles())
def test_what_is_shared_is_read(puzzle: Puzzle) -> None:
    (document,) = PLAY_LINK.read_all(playable_text(puzzle).encode(), "")
    assert plain(document.puzzle) == plain(puzzle)
    assert not document.puzzle.goal
    assert document.marks.is_untouched


@pytest.mark.parametrize(
    "puzzle", [CHICK, COLORED, replace(CHICK, title="Küken", author="Ä", license="CC0")]
)
@pytest.mark.parametrize("text", ["{}", "Try this: <{}>, it is nice.\nYours, A.\n", '"{}"'])
def test_a_link_among_words_is_read(puzzle: Puzzle, text: str) -> None:
    data = text.format(puzzle_link(ADDRESS, puzzle)).encode()
    found = read_bytes(data, "the text").puzzle
    assert plain(found) == plain(puzzle)
    assert found.credits == puzzle.credits


def test_author_copyright_and_licence_stay_what_they_are() -> None:
    puzzle = replace(CHICK, author="Ann", license="CC0")
    found = read_bytes(puzzle_link(ADDRESS, puzzle).encode(), "the text").puzzle
    assert (found.author, found.copyright, found.license) == ("Ann", "", "CC0")


def test_an_older_link_has_them_in_one_text() -> None:
    older = encoded({"r": [[1]], "c": [[1]], "a": "by Ann · CC0"})
    assert read_bytes(older, "the text").puzzle.copyright == "by Ann · CC0"


@given(puzzles(), st.data())
def test_marks_behind_the_puzzle_are_read(puzzle: Puzzle, data: st.DataObject) -> None:
    colors = len(puzzle.palette)
    cells = data.draw(st.lists(st.integers(-1, colors - 1), min_size=0, max_size=60))
    cells = (cells * 3600)[: puzzle.height * puzzle.width] or [0] * (puzzle.height * puzzle.width)
    signs = "".join("x_123456789abcdefghijklmnopqrstuv"[cell + 1] for cell in cells)
    text = f"See {ADDRESS}#p={playable_text(puzzle)}&m={signs}!".encode()
    (document,) = PLAY_LINK.read_all(text, "")
    assert list(document.marks.cells) == [
        clear_mask(colors) if cell == 0 else BLANK if cell < 0 else 1 << cell for cell in cells
    ]


@pytest.mark.parametrize("signs", ["_", "_" * 50, "2" * 49, "v" * 49])
def test_marks_that_do_not_fit_are_a_sentence(signs: str) -> None:
    with pytest.raises(FormatError, match="damaged or cut off"):
        PLAY_LINK.read_all(f"{puzzle_link(ADDRESS, CHICK)}&m={signs}".encode(), "a")


@pytest.mark.parametrize("name", ["pack.html", "pack.htm", "pack"])
def test_a_page_is_read_as_its_puzzles(name: str) -> None:
    shelf = [CHICK, COLORED, Puzzle.from_numbers([[1]], [[1]], "One")]
    found = read_all_bytes(playable_page(shelf, "A pack"), name)
    assert [plain(each.puzzle) for each in found] == [*map(plain, shelf)]


def encoded(data: object) -> bytes:
    return urlsafe_b64encode(json.dumps(data, separators=(",", ":")).encode())


@pytest.mark.parametrize(
    "data",
    [
        playable_text(CHICK)[:-9].encode(),
        encoded({"r": [[1]]}),
        encoded({"r": [[-1]], "c": [[1]]}),
        encoded({"r": [["a"]], "c": [[1]]}),
        encoded({"r": [[[1, 2]]], "c": [[1]]}),
        encoded({"r": [[[1, 1, 1]]], "c": [[1]]}),
        encoded({"r": [[1.5]], "c": [[1]]}),
        encoded({"r": [1], "c": [[1]]}),
        encoded({"r": [[1]], "c": {"a": 1}}),
        encoded({"r": [[1]], "c": [[1]], "p": 3}),
        encoded({"r": [[1]], "c": [[1]], "p": [["", "#fff", ""], ["a", "red", ""]]}),
        encoded({"r": [[1]], "c": [[1]], "p": [["", "#ffffff", ""]]}),
        b"eyJyIjpb" + b"W1" * 2000,
        b"eyJyIjpb",
    ],
)
def test_a_damaged_link_is_a_sentence(data: bytes) -> None:
    with pytest.raises(FormatError, match=r"^a:2: the link to this puzzle is damaged or cut off"):
        PLAY_LINK.read_all(b"\n#p=" + data, "a")


def test_what_is_too_large_is_a_sentence() -> None:
    with pytest.raises(FormatError, match="must be from 1 to"):
        PLAY_LINK.read_all(encoded({"r": [[]] * 5001, "c": [[1]]}), "a")
    with pytest.raises(FormatError, match="10,000 puzzles"):
        PLAY_LINK.read_all(b"eyJyIjpb\n" * 10_001, "a")
