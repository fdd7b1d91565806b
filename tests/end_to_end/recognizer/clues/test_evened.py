"""Clues that are pale or crossed out are read: they are finished, on screens and on paper."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from puzzles.contracts import SolutionCount
from recognizer.clues.evened import with_even_ink
from recognizer.reading import read
from solver.solution_count import count_solutions
from tests.support.cases import few
from tests.support.pages import clues_read, draw_page, unique_clues

PITCH = 24
CLUES = unique_clues(10, 10, 3)


@pytest.mark.parametrize("share", few(1, [0.2, 0.14]))
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


def test_clues_that_a_pen_has_crossed_out_are_read() -> None:
    page = draw_page(*CLUES, pitch=40, stroke=2)
    picture = page.picture.copy()
    x, y = np.rint(page.crossings[0, 0]).astype(int).tolist()
    for row in range(0, 10, 2):  # the whole clue of the row
        left = x - 40 * len(CLUES[0][row])
        cv2.line(picture, (left, y + 40 * row + 33), (x - 4, y + 40 * row + 7), (40, 40, 200), 2)
    reading = read(picture, count_solutions=count_solutions)
    assert clues_read(reading) == CLUES
    assert reading.solution_count is SolutionCount.ONE


def test_clues_that_thin_black_strokes_cross_out_are_read() -> None:
    page = draw_page(*CLUES, pitch=38, stroke=2)
    picture = page.picture.copy()
    x, y = np.rint(page.crossings[0, 0]).astype(int).tolist()
    for line in range(0, 10, 2):  # the whole clue of a row and of a column
        across, along = (38 * len(clues[line]) for clues in CLUES)
        start, end = 38 * line + 31, 38 * line + 7
        cv2.line(picture, (x - across, y + start), (x - 4, y + end), (0, 0, 0), 1, cv2.LINE_AA)
        cv2.line(picture, (x + start, y - along), (x + end, y - 4), (0, 0, 0), 1, cv2.LINE_AA)
    reading = read(picture, count_solutions=count_solutions)
    assert clues_read(reading) == CLUES


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
