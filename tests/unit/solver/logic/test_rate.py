"""Ratings: the same for every orientation, and right for puzzles whose difficulty is known."""

from __future__ import annotations

import sys
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzles.difficulty import DIFFICULTIES, Difficulty
from puzzles.errors import NonogramError, NoSolutionError, PuzzleError
from puzzles.grid import Grid
from puzzles.model import Puzzle
from puzzles.turning import Turn, turned_puzzle
from solver import native
from solver.api import Outcome, solve
from solver.author.generator.making import generate
from solver.logic.explanation_pages import as_html, opening_text
from solver.logic.rate import COSTS, TIERS_OF_DIFFICULTY, rate, rating_if_any
from solver.logic.steps import Reasoner
from solver.logic.techniques import Technique, Tier
from solver.values import Limits
from tests.support.boards import CHICK, picture_puzzle, unique_pictures


@given(unique_pictures())
@settings(max_examples=30)
def test_turned_and_mirrored_puzzles_rate_the_same(picture: Grid) -> None:
    puzzle = picture_puzzle(picture)
    rating = rate(puzzle)
    assert rating.is_complete
    assert sum(rating.cells.values()) == puzzle.height * puzzle.width
    for turn in Turn:
        assert rate(turned_puzzle(puzzle, turn)) == rating


def test_tiers_of_known_puzzles() -> None:
    full = Puzzle.from_numbers([[2], [2]], [[2], [2]])
    assert (rate(full).tier, rate(full).difficulty) == (Tier.FORCED_LINE, Difficulty.BEGINNER)
    overlap = Puzzle.from_numbers([[2], [3], [1]], [[2], [3], [1]])
    assert rate(overlap).tier in (Tier.FORCED_LINE, Tier.OVERLAP)


def test_a_puzzle_without_a_solution_is_not_rated() -> None:
    with pytest.raises(PuzzleError, match=r"the puzzle has no solution: .* cannot be completed"):
        rate(Puzzle.from_numbers([[2], []], [[2], []]))


def test_a_puzzle_with_defects_is_not_rated() -> None:
    with pytest.raises(PuzzleError):
        rate(Puzzle.from_numbers([[3]], [[1]]))


SEVERAL = [
    Puzzle.from_numbers([[1], [1]], [[1], [1]]),
    Puzzle.from_numbers([[3], [1], [1]], [[1, 1], [1], [1]]),
    Puzzle.from_numbers([[1]] * 6, [[1]] * 6),
]


@pytest.mark.parametrize("puzzle", SEVERAL)
def test_a_puzzle_with_several_solutions_has_no_difficulty(puzzle: Puzzle) -> None:
    assert len(solve(puzzle, Limits(solutions=2)).solutions) != 1
    with pytest.raises(PuzzleError):
        rate(puzzle)
    assert rating_if_any(puzzle) is None
    for text in ("".join(as_html(puzzle, rating_if_any(puzzle), ())), opening_text(puzzle, None)):
        assert not any(difficulty.label in text for difficulty in Difficulty)


def test_a_rating_that_was_stopped_is_none() -> None:
    puzzle = Puzzle.from_numbers([[3], [1]], [[1], [1], [2]])
    assert not rate(puzzle, lambda: True).is_complete
    assert rating_if_any(puzzle, lambda: True) is None


@given(unique_pictures(), st.sampled_from(Tier))
@settings(max_examples=40)
def test_a_limit_ends_a_rating_where_a_harder_tier_is_needed(picture: Grid, limit: Tier) -> None:
    puzzle = picture_puzzle(picture)
    whole, limited = rate(puzzle), rate(puzzle, up_to=limit)
    if whole.tier <= limit:
        assert limited == whole
    else:
        assert not limited.is_complete
        assert limited.tier <= limit or not limited.steps


@pytest.mark.parametrize(
    ("difficulty", "lowest", "highest"),
    [
        (Difficulty.BEGINNER, Tier.FORCED_LINE, Tier.OVERLAP),
        (Difficulty.EASY, Tier.FORCED_LINE, Tier.EDGE_AND_GLUE),
        (Difficulty.MEDIUM, Tier.EDGE_AND_GLUE, Tier.GAP_AND_SPLIT),
        (Difficulty.HARD, Tier.GAP_AND_SPLIT, Tier.COLOUR),
        (Difficulty.EXPERT, Tier.LOOKAHEAD, Tier.LOOKAHEAD),
        (Difficulty.EXTREME, Tier.DEEP_CONTRADICTION, Tier.DEEP_CONTRADICTION),
    ],
)
def test_the_tiers_of_a_difficulty(difficulty: Difficulty, lowest: Tier, highest: Tier) -> None:
    assert TIERS_OF_DIFFICULTY[difficulty] == (lowest, highest)


def test_every_technique_has_a_cost() -> None:
    assert set(COSTS) == set(Technique)


@given(unique_pictures())
@settings(max_examples=60)
def test_costly_steps_make_a_puzzle_one_word_harder_but_at_most_hard(picture: Grid) -> None:
    rating = rate(picture_puzzle(picture))
    cheap = replace(rating, score=0.0).difficulty
    costly = replace(rating, score=1000.0 * max(1, rating.steps)).difficulty
    assert rating.difficulty in (cheap, costly)
    needs_trials = rating.tier >= Tier.LOOKAHEAD
    if needs_trials or cheap is Difficulty.HARD or not rating.steps:
        assert costly is cheap
    else:
        assert costly.rank == cheap.rank + 1
    assert (rating.difficulty in (Difficulty.EXPERT, Difficulty.EXTREME)) == needs_trials


def test_without_the_core_a_sentence_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "solver.native._core", None)
    monkeypatch.delattr(native, "_core", raising=False)
    puzzle = Puzzle.from_numbers([[3], [1]], [[1], [1], [2]])
    with pytest.raises(NonogramError, match="need the native core"):
        rate(puzzle)
    with pytest.raises(NonogramError, match="need the native core"):
        Reasoner(puzzle)


@pytest.mark.parametrize("word", DIFFICULTIES)
def test_a_limit_may_be_a_difficulty_or_its_word(word: str) -> None:
    for puzzle in (Puzzle.from_numbers([[3], [1]], [[1], [1], [2]]), CHICK):
        rated = rate(puzzle, up_to=word)
        assert rated == rate(puzzle, up_to=Difficulty(word))
        assert rated == rate(puzzle, up_to=TIERS_OF_DIFFICULTY[Difficulty(word)][1])
    with pytest.raises(ValueError, match="beginner, easy"):
        rate(puzzle, up_to=word.upper())


def test_what_is_no_puzzle_is_one_sentence() -> None:
    for ask in (rate, solve):
        with pytest.raises(TypeError, match=r"^Puzzle is needed, not 'x'$"):
            ask("x")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"^GeneratorOptions is needed, not 'x'$"):
        generate("x", 7)  # type: ignore[arg-type]


def test_clues_that_contradict_each_other_have_no_solution() -> None:
    puzzle = Puzzle.from_numbers([[4]], [[1], [1], [1]])
    with pytest.raises(NoSolutionError, match="row 1: 4 needs 4 cells"):
        rate(puzzle)
    assert solve(puzzle).outcome is Outcome.NONE
