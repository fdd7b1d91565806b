"""Names of generated puzzles."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helper.generate.names import name_of, parsed_name
from puzzles.difficulty import Difficulty
from puzzles.titles import GENERATED, public_title
from solver.author.generator.options import MAX_COLORS, MAX_SIDE, GeneratorOptions, Style
from solver.author.generator.symmetry import Symmetry

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
def test_a_name_says_all_that_it_was_made_of(
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
    name = name_of(options, seed)
    assert parsed_name(name) == parsed_name(name.removeprefix(GENERATED)) == (options, seed)
    assert public_title(name) == name


@pytest.mark.parametrize("options", [
    GeneratorOptions(9, 9, density=0.5), GeneratorOptions(9, 9, score=(1, 2)),
    GeneratorOptions(9, 9, needs_trial=True),
])  # fmt: skip
def test_options_that_a_name_cannot_have_give_no_name(options: GeneratorOptions) -> None:
    assert name_of(options, "7") == ""


@pytest.mark.parametrize("title", ["Random walk", "Cat 10x10", "7 10x10 easy", "Random 7"])
def test_other_titles_stay_secret(title: str) -> None:
    assert public_title(title) == ""
