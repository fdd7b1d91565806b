"""What contradicts an answer."""

from __future__ import annotations

import pytest

from puzzles.grid import Grid
from puzzles.model import Puzzle
from solver.api import Outcome, SolveResult
from solver.result_check import contradiction_in, contradiction_with

SQUARE = Puzzle.from_numbers([[1], [1]], [[1], [1]])
GOOD, OTHER = Grid.from_text(["#.", ".#"]), Grid.from_text([".#", "#."])


@pytest.mark.parametrize(
    ("outcome", "solutions", "sentence"),
    [
        (Outcome.SEVERAL, [GOOD, OTHER], ""),
        (Outcome.STUCK, [], ""),
        (Outcome.UNIQUE, [Grid.from_text(["##", ".."])], "the solution does not satisfy row 1"),
        (Outcome.SEVERAL, [GOOD], "the outcome is 'several', and 1 solution was given"),
        (Outcome.NONE, [GOOD], "the method says that there is no solution, and gives one"),
    ],
)
def test_what_is_wrong_is_a_sentence(
    outcome: Outcome, solutions: list[Grid], sentence: str
) -> None:
    result = SolveResult(outcome, tuple(solutions), Grid.for_puzzle(SQUARE), "engine")
    assert contradiction_in(SQUARE, result) == sentence


@pytest.mark.parametrize("outcome", list(Outcome))
@pytest.mark.parametrize("known", [0, 1, 2])
def test_others_contradict_only_who_denies_what_they_found(outcome: Outcome, known: int) -> None:
    most = {Outcome.NONE: 0, Outcome.UNIQUE: 1}.get(outcome, known)
    assert bool(contradiction_with(outcome, known)) is (known > most)
