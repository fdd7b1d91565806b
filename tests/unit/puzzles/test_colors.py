"""Names and contrast of colours."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzles.color_values import KNOWN, contrast, distance, text_on
from puzzles.colors import color_letters, color_names, named_clues
from puzzles.formats import read
from puzzles.model import BLACK_AND_WHITE, MAX_COLOR_NAME, Clue, Color
from puzzles.packs import packs

CODES = st.integers(0, 0xFFFFFF).map("#{:06x}".format)


@given(CODES)
def test_text_is_readable_on_every_colour(rgb: str) -> None:
    assert contrast(text_on(rgb), rgb) >= 4.5


@given(CODES, CODES)
def test_contrast_and_distance_do_not_depend_on_the_order(one: str, other: str) -> None:
    assert contrast(one, other) == contrast(other, one) >= 1
    assert distance(one, other) == distance(other, one) >= 0
    assert distance(one, one) == 0


@pytest.mark.parametrize("name", KNOWN)
def test_a_known_colour_has_its_own_name(name: str) -> None:
    for code in KNOWN[name].split():
        assert color_names((Color("0", "#ffffff", "paper"), Color("a", code)))[1] == name


@given(st.lists(CODES, min_size=1, max_size=20))
def test_no_two_colours_of_a_palette_have_one_name(codes: list[str]) -> None:
    palette = [Color("0", "#ffffff")]
    palette += [Color(chr(ord("a") + k), code) for k, code in enumerate(codes)]
    names = color_names(palette)
    assert len(set(names)) == len(names)


def test_a_name_of_the_author_comes_first() -> None:
    palette = (Color("0", "#ffffff"), Color("a", "#e02020", " my\troof "), Color("b", "#2050e0"))
    assert named_clues([Clue(3, 1), Clue(1, 2)], palette) == "3 my roof, 1 blue"
    assert len(Color("a", "#000000", "x" * 1000).name) == MAX_COLOR_NAME


def test_black_and_white_has_no_names() -> None:
    assert named_clues([Clue(3), Clue(1)], BLACK_AND_WHITE) == "3 1"
    assert named_clues([], BLACK_AND_WHITE) == "0"


def test_the_colours_of_the_bundled_puzzles_can_be_told_from_their_background() -> None:
    paths = [puzzle.path for pack in packs() for puzzle in pack.puzzles]
    assert paths
    for path in paths:
        background, *inks = read(path).puzzle.palette
        assert all(contrast(ink.rgb, background.rgb) >= 1.3 for ink in inks), path


@given(st.lists(CODES, min_size=1, max_size=29), st.booleans())
def test_letters_of_a_palette_are_letters_and_differ(codes: list[str], has_digit: bool) -> None:
    palette = [Color("0", "#ffffff"), *([Color("1", "#000000")] if has_digit else [])]
    palette += [Color(chr(ord("a") + k % 26 - 32 * (k // 26)), c) for k, c in enumerate(codes)]
    letters = color_letters(palette)[1:]
    assert all(letter.isalpha() and len(letter) == 1 for letter in letters)
    assert len(set(letters)) == len(letters)


def test_a_letter_that_looks_like_a_digit_is_taken_last() -> None:
    palette = (Color("0", "#ffffff"), Color("1", "#000000"), Color("b", "#d42a2a"))
    assert color_letters(palette) == ("", "a", "b")
