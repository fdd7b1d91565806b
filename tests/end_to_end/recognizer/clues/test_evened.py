"""Clues paler than the rest are read: some programs grey out finished ones."""

from __future__ import annotations

import numpy as np
import pytest

from puzzles.contracts import SolutionCount
from recognizer.clues.evened import with_even_ink
from recognizer.reading import read
from solver.solution_count import count_solutions
from tests.support.pages import clues_read, draw_page, unique_clues

PITCH = 24
CLUES = unique_clues(10, 10, 3)


@pytest.mark.parametrize("share", [0.2, 0.14])
def test_pale_clues_are_read(share: float) -> None:
    page = draw_page(*CLUES, pitch=PITCH, stroke=2)
    x, y = np.rint(page.crossings[0, 0]).astype(int).tolist()
    picture = page.picture.copy()
    part = picture[y + PITCH + 2 : y + 4 * PITCH - 1, : x - 2]  # rows 2 to 4
    part[:] = np.rint(255 - (255 - part.astype(int)) * share)
    reading = read(picture, count_solutions=count_solutions)
    assert reading.solution_count is SolutionCount.ONE
    assert clues_read(reading) == CLUES
    assert reading.is_certain


def test_ink_of_any_colour_becomes_dark_on_white() -> None:
    picture = np.full((40, 120, 3), 250, np.uint8)
    picture[:, 40:80] = (220, 110, 46)
    picture[:, 80:] = 30
    for left, ink in ((15, 190), (55, 255), (95, 90)):
        picture[14:26, left : left + 4] = ink
    even = with_even_ink(picture, 40)
    for left in (15, 55, 95):
        assert even[20, left + 1].max() < 60
        assert even[20, left - 6].min() > 200
