"""Pictures that cannot be read are told as such: too small, or in colours."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import cv2
import numpy as np
import pytest

from puzzles.contracts import SolutionCount
from puzzles.model import BLACK_AND_WHITE, Color
from recognizer import attempts
from recognizer.colors import color_reading
from recognizer.lattice import Lattice, Picture
from recognizer.reading import read
from recognizer.unreadable import is_blurred, with_cause
from recognizer.values import MIN_CELL_PX, Problem, Reading
from recognizer.wording import sentences_of, size_text
from solver.solution_count import count_solutions
from tests.support.cases import few, further
from tests.support.color_pages import WHITE, drawn, sheet, style
from tests.support.pages import Page, any_clues, clues_read, draw_page, unique_clues
from tools.photographs.colored import draw_colors

PITCH = 24
CONTRADICTING = any_clues(10, 10, 4)[0], any_clues(10, 10, 5)[1]
"""As a colour puzzle is without its colours."""
RED, GREEN, BLUE = (40, 40, 200), (40, 130, 30), (190, 60, 30)


def shrunk(page: Page, pitch: float) -> Picture:
    share = pitch / PITCH
    small = cv2.resize(page.picture, None, fx=share, fy=share, interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8)


def colored(page: Page, colors: list[tuple[int, int, int]], boxes: bool) -> Picture:
    """The page with its clues, or the boxes that they stand in, in colours line by line.

    Args:
        page: Black on white.
        colors: BGR.
        boxes: Whether the number is white on a coloured box.
    """
    picture = page.picture.astype(np.float64)
    left, top = page.crossings[0, 0].astype(int)
    for index in range(page.crossings.shape[0] - 1):
        y = top + index * PITCH
        _paint(picture[y + 3 : y + PITCH - 2, : left - 3], colors[index % len(colors)], boxes)
    for index in range(page.crossings.shape[1] - 1):
        x = left + index * PITCH
        _paint(picture[: top - 3, x + 3 : x + PITCH - 2], colors[index % len(colors)], boxes)
    return np.asarray(picture.round(), np.uint8)


def _paint(part: np.ndarray[tuple[int, ...], np.dtype[np.float64]], color: tuple[int, int, int],
           boxes: bool) -> None:  # fmt: skip
    ink = 1 - part / 255
    paper = np.array(color if boxes else (255, 255, 255))
    part[:] = (1 - ink) * paper + ink * np.array((255, 255, 255) if boxes else color)


@pytest.mark.parametrize("pitch", few(1, [4, 6, 8]))
def test_a_picture_that_is_too_small_is_told_as_such(pitch: int) -> None:
    page = draw_page(*any_clues(10, 10, 2), pitch=PITCH)
    reading = read(shrunk(page, pitch), count_solutions=count_solutions)
    if clues_read(reading) != any_clues(10, 10, 2):
        assert reading.problems[0] is Problem.TOO_SMALL
        assert not {Problem.CUT_OFF, Problem.NO_SOLUTION}.intersection(reading.problems)


def test_a_small_picture_says_how_high_its_digits_are_and_have_to_be() -> None:
    page = draw_page(*any_clues(10, 10, 2), pitch=PITCH)
    first, *_ = sentences_of(read(shrunk(page, 6), count_solutions=count_solutions))
    assert first.removesuffix(" Come closer, or scan it larger.") in (
        "The picture is too small: its digits are 3 pixels high and need 6.",
        "The picture is too small: its digits are 4 pixels high and need 6.",
        "The picture is too small: its cells are 6 pixels wide and need 10.",
    )


def coarse(pitch: int, blur: float) -> Picture:
    """A photo of a print in colours."""
    of = draw_colors(np.random.default_rng(3), 12, WHITE, 30.0)
    page = cv2.GaussianBlur(drawn(sheet(of, style(), is_tiled=False), WHITE), (0, 0), blur)
    share = pitch / 28
    small = cv2.resize(page, None, fx=share, fy=share, interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8)


@cache
def coarse_reading(said: int | None = None) -> Reading:
    """What is read in one of those; ``said``: the number of colours that a person says."""
    return read(coarse(11, 1.7), count_solutions=count_solutions, colors=said)


@pytest.mark.long
def test_a_coarse_photo_in_colours_is_too_small_and_no_part_of_a_larger_puzzle() -> None:
    """Without their colours numbers seem to need a gap between them, so that lines are too long."""
    reading = coarse_reading()
    assert reading.problems[0] is Problem.TOO_SMALL
    assert Problem.PART not in reading.problems
    assert sentences_of(reading)[0] == (
        "The picture is too small for its colours: its cells are 10 pixels wide and need 14. Come"
        " closer, or scan it larger."
    )


@pytest.mark.long
@pytest.mark.parametrize("said", [None, *further(1)])
def test_a_puzzle_with_one_solution_keeps_its_problems_and_was_not_too_small(
    said: int | None,
) -> None:
    """Nor is a page too small for colours of which a person says that it is black and white."""
    reading = coarse_reading(said)
    assert (Problem.TOO_SMALL in reading.problems) is (said is None)
    problems = (Problem.SEVERAL_REPAIRS, Problem.DOUBTFUL_NUMBERS)
    several = replace(reading, solution_count=SolutionCount.ONE, problems=problems)
    assert with_cause(coarse(11, 1.7), several).problems == problems


def test_small_cells_of_a_puzzle_in_colours_need_what_colours_need() -> None:
    reading = coarse_reading()
    assert reading.lattice is not None
    palette = (*BLACK_AND_WHITE, Color("r", "#e02020"))
    points = Lattice(reading.lattice.points * 0.75)
    for colors, least in ((palette, "need 14"), (BLACK_AND_WHITE, "need 10")):
        assert least in size_text(replace(reading, lattice=points, palette=colors))


def test_no_rule_is_asked_about_numbers_that_are_too_small(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (attempts, color_reading):
        monkeypatch.setattr(module, "correct_by_rules", lambda *_, **__: pytest.fail("asked"))
    assert read(coarse(7, 1.0), count_solutions=count_solutions).problems[0] is Problem.TOO_SMALL


@pytest.mark.parametrize("picture", few(1, [
    pytest.param(coarse(6, 0.5), id="too small"),
    pytest.param(cv2.GaussianBlur(coarse(28, 1.0), (0, 0), 4.0), id="blurred"),
]))  # fmt: skip
def test_no_other_way_is_tried_for_a_board_that_cannot_be_read(
    picture: Picture, monkeypatch: pytest.MonkeyPatch
) -> None:
    for way in ("read_in_colors", "without_number_boxes"):
        monkeypatch.setattr(attempts, way, lambda *_: pytest.fail("this takes seconds"))
    reading = read(picture, count_solutions=count_solutions)
    assert reading.lattice is not None, "the picture is of no use"
    assert reading.problems[0] in (Problem.TOO_SMALL, Problem.BLURRED)


@pytest.mark.parametrize("boxed", few(1, [False, True]))
def test_a_blurred_picture_is_told_as_such(boxed: bool) -> None:
    page = draw_page(*any_clues(10, 10, 2), pitch=PITCH, boxed=boxed)
    sharp = read(page.picture, count_solutions=count_solutions)
    assert sharp.lattice is not None
    assert not is_blurred(page.picture, sharp.lattice)
    assert is_blurred(page.blurred(0.15 * PITCH).picture, sharp.lattice)
    reading = read(page.blurred(0.13 * PITCH).picture, count_solutions=count_solutions)
    assert reading.problems[0] is Problem.BLURRED
    assert not {Problem.CUT_OFF, Problem.NO_SOLUTION}.intersection(reading.problems)


def test_a_picture_without_a_sharp_edge_is_blurred_also_if_no_grid_is_found() -> None:
    page = draw_page(*any_clues(15, 15, 2), pitch=PITCH).blurred(0.4 * PITCH)
    reading = read(page.picture, count_solutions=count_solutions)
    assert reading.problems == (Problem.BLURRED, Problem.NO_GRID)


def test_a_small_picture_that_can_be_read_has_no_problem() -> None:
    clues = unique_clues(10, 10, 2)
    reading = read(shrunk(draw_page(*clues, pitch=PITCH), 9.5), count_solutions=count_solutions)
    assert reading.lattice is not None
    assert reading.lattice.pitch_px < MIN_CELL_PX
    assert (clues_read(reading), reading.problems) == (clues, ())


def test_a_thumbnail_without_a_grid_is_too_small_and_a_large_picture_is_not() -> None:
    blank = np.full((60, 80, 3), 255, np.uint8)
    assert read(blank).problems == (Problem.TOO_SMALL, Problem.NO_GRID)
    large = np.full((200, 300, 3), 255, np.uint8)
    assert read(large).problems == (Problem.NO_GRID,)


@pytest.mark.parametrize(("colors", "boxes"), [
    ([(0, 0, 0), RED], True), *further(([RED, GREEN], False)),
    *further(([RED, GREEN], True), ([(0, 0, 0), RED], False)),
    *further(([RED, BLUE, GREEN], False), ([RED, BLUE, GREEN], True)),
])  # fmt: skip
def test_a_colour_puzzle_is_told_as_such(colors: list[tuple[int, int, int]], boxes: bool) -> None:
    page = draw_page(*CONTRADICTING, pitch=PITCH)
    reading = read(colored(page, colors, boxes), count_solutions=count_solutions)
    assert reading.is_colored or reading.problems[0] is Problem.COLORS
    assert not reading.is_certain
    assert not read(colored(page, colors, boxes)).is_certain


@pytest.mark.parametrize("boxes", few(1, [False, True]))
def test_one_colour_in_any_light_is_no_colour_puzzle(boxes: bool) -> None:
    page = draw_page(*CONTRADICTING, pitch=PITCH)
    picture = colored(page, [BLUE], boxes).astype(np.float64)
    across = np.linspace(0.6, 1, picture.shape[1])[None, :, None]
    lit = np.asarray(picture * across * (0.75, 0.9, 1.0), np.uint8)
    assert Problem.COLORS not in read(lit, count_solutions=count_solutions).problems
