"""The page to play has all clues, nothing of the solution, and no address."""

from __future__ import annotations

import json
import re
from base64 import urlsafe_b64decode
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given

from network import playable
from network.playable import MAX_SIDE, playable_page, puzzle_text
from puzzles.errors import PuzzleError
from puzzles.grid import Grid, puzzle_of
from puzzles.model import Color, Puzzle
from tests.support.boards import CHICK, CHICK_PICTURE, puzzles

MAX_EMPTY_BYTES = 60_000


def data_of(text: str) -> dict[str, Any]:
    data = json.loads(urlsafe_b64decode(text + "=" * (-len(text) % 4)))
    assert isinstance(data, dict)
    return data


def texts_in(page: bytes) -> list[str]:
    found = re.search(r'<script type="application/json"[^>]*>(.*?)</script>', page.decode())
    assert found is not None
    texts = json.loads(found[1])
    assert isinstance(texts, list)
    return texts


def test_a_page_is_small_and_names_no_address() -> None:
    page = playable_page([CHICK])
    assert len(page) < MAX_EMPTY_BYTES
    text = page.decode()
    assert not re.search(r"https?:|//[a-z]|@import|url\(|<link|<img| src=", text)
    assert "default-src 'none'" in text
    assert not re.search(r"@[A-Z]+@", text)


def test_a_page_is_small_with_texts_twice_as_long() -> None:
    """No language takes twice the bytes of English; Japanese takes 1.3 times as many."""
    texts = json.dumps([playable._TEXTS, playable._SCRIPT_TEXTS], ensure_ascii=False)
    assert len(playable_page([CHICK], is_served=True)) + len(texts.encode()) < MAX_EMPTY_BYTES


def test_a_served_page_may_ask_its_computer_alone() -> None:
    page = playable_page([CHICK], is_served=True).decode()
    (policy,) = re.findall(r'Content-Security-Policy" content="([^"]*)"', page)
    sources = {word for part in policy.split(";") for word in part.split()[1:]}
    assert sources == {"'none'", "'self'", "'unsafe-inline'"}


@given(puzzles())
def test_the_clues_come_back(puzzle: Puzzle) -> None:
    data = data_of(puzzle_text(puzzle))
    for letter, lines in (("r", puzzle.rows), ("c", puzzle.columns)):
        read = [
            [each if isinstance(each, list) else [each, 1] for each in line]
            for line in data[letter]
        ]
        assert read == [[[clue.length, clue.color] for clue in line] for line in lines]


def test_a_colour_puzzle_has_its_colours_with_letters_and_names() -> None:
    palette = (Color("0", "#ffffff"), Color("1", "#000000"), Color("r", "#d62728", "roof"))
    board = Grid(1, 2, 3, [2, 4])
    colored = puzzle_of(board, replace(Puzzle.empty(1, 2), palette=palette))
    data = data_of(puzzle_text(colored))
    assert data["r"] == [[[1, 1], [1, 2]]]
    assert data["p"] == [
        ["", "#ffffff", "white"],
        ["b", "#000000", "black"],
        ["r", "#d62728", "roof"],
    ]


def test_the_solution_is_not_in_the_file() -> None:
    goal = "".join(CHICK_PICTURE).replace("#", "1").replace(".", "0")
    solved = replace(CHICK, goal=goal)
    assert playable_page([solved]) == playable_page([CHICK])


def test_titles_end_no_tag() -> None:
    title = "</script><script>alert(1)</script>"
    page = playable_page([replace(CHICK, title=title)], title).decode()
    assert "<script>alert" not in page
    assert data_of(texts_in(page.encode())[0])["t"] == title


@pytest.mark.parametrize(("height", "width"), [(0, 0), (MAX_SIDE + 1, 1), (1, MAX_SIDE + 1)])
def test_what_cannot_be_played_is_a_sentence(height: int, width: int) -> None:
    with pytest.raises(PuzzleError, match=r"cannot be played|holds up to 150"):
        playable_page([CHICK, Puzzle.empty(height, width)])


@pytest.mark.parametrize(
    "title", ["@SCRIPT@", "@STYLE@", "@PUZZLES@", "@TEXTS@", "@undo@", "@TITLE@ @LANGUAGE@"]
)
def test_a_title_that_looks_like_a_field_is_shown_as_it_is(title: str) -> None:
    page = playable_page([CHICK], title).decode()
    assert f"<title>{title}</title>" in page
    plain = playable_page([CHICK], "Birds").decode()
    assert page.replace(title, "Birds") == plain
