"""The pictures of the steps of an explanation."""

from __future__ import annotations

import re

import pytest

from puzzles import Clue, Color, Puzzle
from puzzles.color_values import contrast
from solver.logic.explain import explain
from solver.logic.explanation_pages import as_html
from solver.logic.step_pictures import StepPictures

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
        picture = StepPictures(puzzle).of(step)
        assert f'<rect fill="{puzzle.palette[0].rgb}"' in picture
        assert 'd=""' not in picture


def test_the_clues_are_once_in_a_page_and_in_each_picture_that_stands_by_itself() -> None:
    puzzle = Puzzle.from_numbers([[2], [1, 1], [3]], [[2], [1, 1], [3]])
    steps = list(explain(puzzle))
    page = "".join(as_html(puzzle, None, steps))
    numbers = sum(map(len, (*puzzle.rows, *puzzle.columns)))
    assert page.count("<text") == numbers
    assert page.count('<use href="#clues"/>') == len(steps) > 1
    alone = StepPictures(puzzle, "Inter").of(steps[0])
    assert alone.count("<text") == numbers
    assert 'font-family="Inter"' in alone
    assert "<use" not in alone


def test_a_large_board_in_a_page_has_no_clues_that_nobody_can_read() -> None:
    puzzle = Puzzle.from_numbers([[40]] * 40, [[40]] * 40)
    assert StepPictures(puzzle).shared == ""
    step = next(explain(puzzle))
    assert "<text" not in StepPictures(puzzle).of(step)
    assert "<text" in StepPictures(puzzle, "Inter").of(step)


def test_clues_in_colour_are_readable_on_their_tiles() -> None:
    puzzle = Puzzle(((Clue(1, 1), Clue(1, 2)),), ((Clue(1, 1),), (Clue(1, 2),)), DARK)
    picture = StepPictures(puzzle, "Inter").of(next(explain(puzzle)))
    tiles = re.findall(r'<rect fill="(#\w+)" x="[^>]*/><text fill="(#\w+)"', picture)
    assert len(tiles) == 4
    assert all(contrast(*tile) >= 4.5 for tile in tiles)
