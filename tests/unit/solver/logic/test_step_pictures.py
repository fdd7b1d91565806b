"""The pictures of the steps of an explanation."""

from __future__ import annotations

import pytest

from puzzles import Clue, Color, Puzzle
from solver.logic.explain import explain
from solver.logic.pages import picture_of

DARK = (Color("0", "#102030"), Color("a", "#ffffff"), Color("b", "#d42a2a"))


@pytest.mark.parametrize(
    "puzzle",
    [
        Puzzle.from_numbers([[1]], [[1]]),
        Puzzle(((Clue(1, 1), Clue(1, 2)),), ((Clue(1, 1),), (Clue(1, 2),)), DARK),
    ],
)
def test_a_picture_has_the_background_of_the_puzzle_and_no_empty_path(puzzle: Puzzle) -> None:
    steps = list(explain(puzzle))
    assert steps
    for step in steps:
        picture = picture_of(puzzle, step)
        assert f'<rect fill="{puzzle.palette[0].rgb}"' in picture
        assert 'd=""' not in picture
