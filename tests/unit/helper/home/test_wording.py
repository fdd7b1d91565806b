"""What Home says about a puzzle."""

from __future__ import annotations

import pytest

from helper.application.library_records import GameCounts, Solve
from helper.home.entries import DRAWINGS, EntryState
from helper.home.home_wording import state_text
from helper.home.library_source import with_progress
from tests.support.home_shelves import entry


@pytest.mark.parametrize(
    ("hints", "checks", "text"),
    [
        (0, 0, "solved in 4:12"),
        (2, 0, "solved in 4:12 with 2 hints"),
        (0, 1, "solved in 4:12 with 1 check"),
        (1, 3, "solved in 4:12 with 1 hint and 3 checks"),
    ],
)
def test_a_solved_puzzle_tells_its_best_time_and_what_helped(
    hints: int, checks: int, text: str
) -> None:
    best = Solve("p", "", 10, 10, 1, 252, GameCounts(hints, checks))
    solved = with_progress(entry(), None, best)
    assert solved.state is EntryState.SOLVED
    assert state_text(solved) == text


def test_a_drawing_is_not_called_solved() -> None:
    drawing = entry()._replace(shelf=DRAWINGS, state=EntryState.SOLVED)
    assert state_text(drawing) == "drawing"
