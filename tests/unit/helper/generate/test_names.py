"""Titles and origins of generated puzzles."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helper.generate.names import named, origin_of, parsed_origin
from puzzles.difficulty import Difficulty
from puzzles.model import Puzzle
from puzzles.titles import public_title, shortened, told_apart
from solver.author.generator.options import MAX_COLORS, MAX_SIDE, GeneratorOptions, Style
from solver.author.generator.symmetry import Symmetry
from tests.support.languages import speak_another_language

PUZZLE = replace(Puzzle.from_numbers([[1]], [[1]]), catalogue="seed 7")
SIDES = st.integers(6, MAX_SIDE)
"""Smaller boards do not have puzzles of all difficulties."""


@given(
    SIDES,
    SIDES,
    st.none() | st.sampled_from(Difficulty),
    st.none() | st.sampled_from(Style),
    st.none() | st.sampled_from([each for each in Symmetry if each is not Symmetry.QUARTER_TURN]),
    st.integers(1, MAX_COLORS),
    st.from_regex(r"[0-9a-z/]{1,12}", fullmatch=True),
)
def test_an_origin_says_all_and_the_title_what_people_look_for(
    height: int,
    width: int,
    difficulty: Difficulty | None,
    style: Style | None,
    symmetry: Symmetry | None,
    colors: int,
    seed: str,
) -> None:
    options = GeneratorOptions(
        height, width, difficulty, style=style, symmetry=symmetry, colors=colors
    )
    puzzle = named(PUZZLE, options, seed)
    origin = puzzle.catalogue
    assert parsed_origin(origin) == parsed_origin(origin.removeprefix("Random ")) == (options, seed)
    assert public_title(puzzle.title) == puzzle.title == shortened(puzzle.title)
    assert f"{width}x{height}" in puzzle.title
    assert difficulty is None or difficulty.label in puzzle.title
    another = told_apart(puzzle.title, [puzzle.title])
    assert public_title(another) == another != puzzle.title
    assert told_apart(another, [puzzle.title]) == another


@pytest.mark.parametrize(("seed", "title"), [
    ("802046", "Random 9x8, hard"), ("7/1", "Random 9x8, hard"),
    ("7/12", "Random 9x8, hard, No. 12"), ("7/a", "Random 9x8, hard"),
])  # fmt: skip
def test_a_title_has_no_seed_but_the_number_of_one_of_several(seed: str, title: str) -> None:
    assert named(PUZZLE, GeneratorOptions(8, 9, Difficulty.HARD), seed).title == title


def test_a_title_is_english_in_files_and_shown_in_the_language_of_the_program(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    speak_another_language(monkeypatch)
    title = named(PUZZLE, GeneratorOptions(8, 9, Difficulty.HARD, colors=3), "7/2").title
    assert title == "Random 9x8, hard, 3 colours, No. 2"
    shown = shortened(title)
    assert "«Random 9x8»" in shown
    assert "«3 colours»" in shown
    assert shortened("Cat") == "Cat"


@pytest.mark.parametrize("options", [
    GeneratorOptions(9, 9, density=0.5), GeneratorOptions(9, 9, score=(1, 2)),
    GeneratorOptions(9, 9, trial=True),
])  # fmt: skip
def test_options_that_an_origin_cannot_have_leave_the_seed(options: GeneratorOptions) -> None:
    assert origin_of(options, "7") == ""
    puzzle = named(PUZZLE, options, "7")
    assert (puzzle.title, puzzle.catalogue) == ("Random 9x9", "seed 7")


def test_an_origin_of_an_earlier_version_makes_the_same_puzzle() -> None:
    assert parsed_origin("Random 7 20x20 trial") == parsed_origin("Random 7 20x20 extreme")
    assert parsed_origin("Random 7 20x20 extreme") is not None


@pytest.mark.parametrize("title", ["Random walk", "Cat 10x10", "Random 10x10 cats", "Random 7"])
def test_other_titles_stay_secret(title: str) -> None:
    assert public_title(title) == ""
