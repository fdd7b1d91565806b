"""The level of a difficulty."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzles.difficulty import DIFFICULTIES, Difficulty, difficulty_level, difficulty_text
from puzzles.packs import packs

words = st.sampled_from(DIFFICULTIES)
scores = st.floats(0, 1e7)


def test_difficulties_are_ordered_from_easy_to_hard() -> None:
    assert sorted(Difficulty) == list(Difficulty)
    assert Difficulty.EASY <= Difficulty.EASY < Difficulty.HARD


@given(words, scores, words, scores)
def test_the_level_never_contradicts_word_or_score(a: str, m: float, b: str, n: float) -> None:
    first, second = (DIFFICULTIES.index(a), m), (DIFFICULTIES.index(b), n)
    if first <= second:
        assert difficulty_level(a, m) <= difficulty_level(b, n)
    if a != b:
        assert difficulty_level(a, m) != difficulty_level(b, n)


@given(words, scores)
def test_the_text_has_the_word_and_the_level(word: str, score: float) -> None:
    name, level = difficulty_text(word, score).split(", ")
    assert name == word
    assert float(level) == difficulty_level(word, score)
    assert DIFFICULTIES[int(float(level)) - 1] == word


def test_levels_tell_the_bundled_puzzles_apart() -> None:
    ratings = [puzzle.rating for pack in packs() for puzzle in pack.puzzles if puzzle.rating]
    assert len({difficulty_level(each.difficulty, each.score) for each in ratings}) > 20


def test_a_wrong_word_is_refused_with_the_right_ones() -> None:
    with pytest.raises(ValueError, match=r"^difficulty: beginner, easy, .* or extreme, not harsh$"):
        Difficulty("harsh")


def test_a_word_is_as_good_as_a_difficulty() -> None:
    for rank, word in enumerate(DIFFICULTIES):
        difficulty = Difficulty(word)
        assert difficulty == word
        assert hash(difficulty) == hash(word)
        assert f"{difficulty}" == word
        assert difficulty.rank == rank
        assert difficulty_level(word, 40.0) == difficulty_level(difficulty, 40.0)
    assert sorted(Difficulty, key=str) != sorted(Difficulty)
    assert Difficulty.EASY < "hard" < Difficulty.EXPERT
    assert {type(each.rating.difficulty) for pack in packs() for each in pack.puzzles
            if each.rating} == {Difficulty}  # fmt: skip
