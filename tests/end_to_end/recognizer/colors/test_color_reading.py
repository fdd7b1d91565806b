"""Puzzles in colours are read from pictures; black and white ones stay black and white."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache

import cv2
import numpy as np
import pytest

from puzzles.contracts import SolutionCount
from puzzles.model import Puzzle
from recognizer.colors.color_reading import colored_afterwards
from recognizer.colors.flat_picture import FlatPicture
from recognizer.colors.separation import separated
from recognizer.grid.detection import find_grids
from recognizer.lattice import Picture
from recognizer.making.colors import hex_of, rgb_of, to_lab
from recognizer.oriented_picture import UncorrectedReading
from recognizer.pages.joining import joined
from recognizer.reading import read, read_uncorrected
from recognizer.values import Consequence, Problem, Reading
from solver.solution_count import count_solutions
from tests.support.cases import few, further
from tests.support.color_pages import DARK, MARGIN, WHITE, drawn, sheet, style
from tools.photographs.colored import ColorDrawing, draw_colors, of_cells, puzzle_of
from tools.photographs.page import ClueLook, Colour


@dataclass(frozen=True)
class Part:
    """A part on a page."""

    reading: Reading
    parts: int = 1


MAX_COLOR_LAB = 14.0
"""Colours of the bundled puzzles differ by more."""


@cache
def drawing(seed: int = 3) -> ColorDrawing:
    return draw_colors(np.random.default_rng(seed), 12, WHITE, 30.0)


RED, BLUE, ORANGE = (200, 30, 40), (20, 60, 150), (240, 165, 30)


def shapes(palette: Sequence[Colour] = (RED, BLUE, ORANGE)) -> ColorDrawing:
    """Three rectangles, each in a colour of its own; they are read in a third of the time."""
    cells = np.zeros((9, 9), np.intp)
    cells[0:4, 0:3], cells[1:8, 4:6], cells[5:9, 7:9] = 1, 2, 3
    return of_cells(cells, palette)


def check_exact(reading: Reading, of: ColorDrawing) -> None:
    """The puzzle is right, and each colour is near the true one."""
    true = puzzle_of(of)
    inks = to_lab(rgb_of([color.rgb for color in reading.palette])[None])[0]
    known = to_lab(rgb_of([color.rgb for color in true.palette])[None])[0]
    for lines, wanted in ((reading.rows, true.rows), (reading.columns, true.columns)):
        for line, clues in zip(lines, wanted, strict=True):
            assert line.lengths == tuple(clue.length for clue in clues)
            for number, clue in zip(line.numbers, clues, strict=True):
                assert np.linalg.norm(inks[number.color] - known[clue.color]) < MAX_COLOR_LAB
    assert reading.solution_count is SolutionCount.ONE
    assert reading.is_certain
    assert len(reading.palette) == len(true.palette)


@pytest.mark.parametrize(("seed", "is_tiled"), [
    (3, True), *further((4, False), (3, False), (4, True))
])  # fmt: skip
def test_numbers_and_tiles_on_white_are_read(is_tiled: bool, seed: int) -> None:
    of = drawing(seed)
    check_exact(
        read(drawn(sheet(of, style(), is_tiled), WHITE), count_solutions=count_solutions), of
    )


def test_what_a_person_says_of_the_colours_holds() -> None:
    """Numbers in colours are read as those of one colour, and the other way round."""
    of = shapes()
    page = drawn(sheet(of, style(), is_tiled=False), WHITE)
    plain = read(page, colors=1)
    assert not plain.is_colored
    assert Problem.COLORS not in plain.problems, "it was wished so"
    assert read(page, colors=2).is_colored
    black = replace(of, palette=((0, 0, 0),) * len(of.palette))
    one = drawn(sheet(black, style(), is_tiled=False), WHITE)
    assert not read(one, count_solutions=count_solutions, colors=2).is_colored


@pytest.mark.long
def test_tiles_on_dark_are_read() -> None:
    of = draw_colors(np.random.default_rng(5), 12, DARK, 25.0)
    made = style(paper=(44, 44, 50), thin_ink=(90,) * 3, thick_ink=(160,) * 3)
    reading = read(drawn(sheet(of, made, True), DARK), count_solutions=count_solutions)
    check_exact(reading, of)
    assert reading.palette[0].rgb < "#505050"


def test_a_puzzle_that_has_one_solution_without_its_colours_keeps_them() -> None:
    of = shapes()
    assert count_solutions(Puzzle.from_numbers(of.rows, of.columns)) is SolutionCount.ONE
    check_exact(read(drawn(sheet(of, style(), False), WHITE), count_solutions=count_solutions), of)


@pytest.mark.parametrize("palette", [
    pytest.param(((48, 16, 77), (12, 90, 32), (112, 16, 16)), id="dark"),
    pytest.param(((90, 10, 20), (15, 30, 90), (10, 60, 20)), id="darker"),
    pytest.param(((0, 0, 80), (0, 0, 0), (60, 0, 60)), id="two of them near"),
])  # fmt: skip
@pytest.mark.parametrize("is_sharp", few(1, [False, True]))
def test_dark_colours_with_one_solution_in_black_and_white_are_seen(
    palette: tuple[Colour, ...], is_sharp: bool
) -> None:
    """Thin strokes of a photo are lighter than others by more than such colours are apart."""
    picture = drawn(sheet(shapes(palette), style(), False), WHITE)
    if not is_sharp:
        blurred = cv2.GaussianBlur(picture, (0, 0), 1.0)
        coded = cv2.imencode(".jpg", blurred, [cv2.IMWRITE_JPEG_QUALITY, 50])[1]
        picture = np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), np.uint8)
    reading = read(picture, count_solutions=count_solutions)
    assert reading.is_colored
    assert len(reading.palette) == 4 or Problem.NEAR_COLORS in reading.problems
    assert reading.is_certain is (Problem.NEAR_COLORS not in reading.problems)
    assert not is_sharp or reading.is_certain


def test_two_tones_of_one_colour_are_two_colours() -> None:
    cells = np.zeros((9, 9), np.intp)
    cells[0:4, 0:3], cells[1:8, 4:6], cells[5:9, 6:9] = 1, 2, 1
    of = of_cells(cells, ((240, 165, 70), (170, 100, 25)))
    check_exact(read(drawn(sheet(of, style(), False), WHITE), count_solutions=count_solutions), of)


def test_a_number_between_two_tones_has_the_one_with_which_there_is_a_solution() -> None:
    """In a photo of two blues nothing but the lightness tells them apart, and not always."""
    cells = np.zeros((15, 15), np.intp)
    cells[0:6, 0:8], cells[0:6, 8:15], cells[7:13, 3:10], cells[14, 5:7] = 1, 2, 1, 2
    of = of_cells(cells, ((88, 150, 190), (60, 112, 148)))
    assert count_solutions(Puzzle.from_numbers(of.rows, of.columns)) is SolutionCount.NONE
    page = sheet(of, style(), False)
    between = replace(
        page,
        look_of=lambda is_row, line, index: ClueLook((77, 135, 173))
        if is_row and line == 14 else page.look_of(is_row, line, index),
    )  # fmt: skip
    reading = read(drawn(between, WHITE), count_solutions=count_solutions)
    assert len(reading.palette) == 3
    assert reading.solution_count is SolutionCount.ONE
    assert reading.rows[14].numbers[0].color == reading.rows[0].numbers[1].color


@pytest.mark.parametrize("is_colored", few(1, [False, True]))
def test_finished_clues_of_a_whole_figure_are_no_colour(is_colored: bool) -> None:
    """Their sums are equal, but without the difference there are solutions, too."""
    cells = np.zeros((10, 10), np.intp)
    cells[0:4, 2:6], cells[5:9, 2:6] = 2, 1  # grey and black
    cells[1, 8], cells[6, 9] = 2, 1  # only the colours would tell these from (1, 9) and (6, 8)
    of = of_cells(cells, ((0, 0, 0), (140, 140, 140)))
    accents = {"thick_ink": (200, 40, 40)} if is_colored else {}
    reading = read(
        drawn(sheet(of, style(**accents), False), WHITE), count_solutions=count_solutions
    )
    assert not reading.is_colored
    assert reading.solution_count is SolutionCount.SEVERAL


@pytest.mark.parametrize("fill", [0, *further(60), None])
def test_finished_clues_are_no_colour_if_the_cells_have_another_one(fill: int | None) -> None:
    """With cells in the colour of the numbers, or none, it is a puzzle in colours."""
    cells = np.zeros((10, 10), np.intp)
    cells[0:4, 2:6], cells[5:9, 2:6] = 2, 1
    cells[1, 8], cells[6, 9] = 2, 1
    blue = 120, 150, 200
    page = sheet(of_cells(cells, ((0, 0, 0), blue)), style(), False)
    picture = drawn(page, WHITE)
    left, top = page.corners((MARGIN, MARGIN)).min(axis=0)
    side = page.style.cell
    for row, column in np.argwhere(cells == 2):
        x, y = int(left + column * side), int(top + row * side)
        color = blue[::-1] if fill is None else (fill,) * 3
        picture[y + 3 : y + side - 1, x + 3 : x + side - 1] = color
    reading = read(picture, count_solutions=count_solutions)
    assert reading.is_colored is (fill is None)
    assert reading.is_certain is (fill is None)
    assert reading.marks is not None


@pytest.mark.parametrize(("palette", "is_tiled"), [
    pytest.param(
        (60, 110, 170), True, id="greys, whose digits are black or white", marks=pytest.mark.long
    ),
    pytest.param(((70, 168, 32), (102, 203, 0), (26, 160, 9)), False, id="greens"),
])  # fmt: skip
def test_near_colours_are_told_apart(palette: tuple[int | Colour, ...], is_tiled: bool) -> None:
    of = drawing(10)
    assert len(of.palette) == 3
    colors = tuple(each if isinstance(each, tuple) else (each,) * 3 for each in palette)
    page = drawn(sheet(replace(of, palette=colors), style(), is_tiled), WHITE)
    reading = read(page, count_solutions=count_solutions)
    assert reading.is_certain
    assert len(reading.palette) == 4


def test_pale_numbers_that_are_lost_in_black_and_white_are_missed() -> None:
    """Without them the sums of the other colours are equal, and those have one solution."""
    of = shapes(((200, 30, 40), (20, 60, 150), (250, 235, 150)))
    picture = drawn(sheet(of, style(), False), WHITE)
    lost = [not line.numbers for line in read_uncorrected(picture).reading.columns[7:]]
    assert lost == [True, True], "the page is of no use"
    check_exact(read(picture, count_solutions=count_solutions), of)


@pytest.mark.parametrize("is_tiled", few(1, [False, True]))
def test_numbers_that_the_rules_have_corrected_get_their_colours(is_tiled: bool) -> None:
    of = shapes()
    picture = drawn(sheet(of, style(), is_tiled), WHITE)
    found = read_uncorrected(picture).found
    assert found is not None
    plain = read(picture, count_solutions=count_solutions, colors=1)
    assert plain.solution_count is SolutionCount.ONE, "in black and white it is solved, too"
    colored = colored_afterwards(picture, UncorrectedReading(plain, found), count_solutions)
    assert colored is not None
    check_exact(colored, of)


def test_letters_above_some_columns_are_no_numbers_in_a_pale_colour() -> None:
    """These would be missing in rows, too."""
    plain = drawn(sheet(shapes(), style(), is_tiled=False), WHITE)
    reading = read(plain, count_solutions=count_solutions)
    lattice = reading.lattice
    assert lattice is not None
    heights = [n.quad[3][1] - n.quad[0][1] for _, line in reading.lines for n in line.numbers]
    height = round(float(np.median(heights)))
    thick, pad = max(1, height // 7), 4 * height
    page = cv2.copyMakeBorder(plain, pad, 0, 0, 0, cv2.BORDER_REPLICATE)
    font = cv2.FONT_HERSHEY_SIMPLEX
    scale = cv2.getFontScaleFromHeight(font, height, thick)
    for column, letter in zip((0, 2, 4, 5), "SMRX", strict=True):
        top = min(n.quad[0][1] for n in reading.columns[column].numbers)
        x = lattice.points[0, column, 0] + 0.25 * lattice.pitch_px
        at = round(float(x)), round(top - 0.5 * height + pad)
        cv2.putText(page, letter, at, font, scale, (60, 60, 60), thick, cv2.LINE_AA)
    again = read(np.asarray(page, np.uint8), count_solutions=count_solutions)
    assert [line.lengths for _, line in again.lines] == [line.lengths for _, line in reading.lines]
    asked = [d.line for d in again.doubts if d.consequence is not Consequence.QUIET]
    assert not any(dict(again.lines)[name].unread for name in asked)


BROWNS = (110, 60, 30), (165, 105, 60)


def page_with_a_misprint() -> Picture:
    """One number is printed in the other brown, so that only without the difference it is right."""
    of = shapes((*BROWNS, (240, 165, 30)))
    page = sheet(of, style(), False)
    wrong = replace(
        page,
        look_of=lambda is_row, line, index: ClueLook(BROWNS[1])
        if is_row and line == 0 else page.look_of(is_row, line, index),
    )  # fmt: skip
    return drawn(wrong, WHITE)


def test_two_near_colours_that_are_mixed_up_leave_a_doubt() -> None:
    reading = read(page_with_a_misprint(), count_solutions=count_solutions)
    assert len(reading.palette) == 4 or Problem.NEAR_COLORS in reading.problems
    assert not reading.is_certain or len(reading.palette) == 4


@pytest.mark.parametrize("colors", few(1, [2, 3]))
def test_a_page_has_as_many_colours_as_a_person_says(colors: int) -> None:
    """Also where the sums are equal only with another number of them."""
    reading = read(page_with_a_misprint(), count_solutions=count_solutions, colors=colors)
    assert len(reading.palette) - 1 == colors
    assert Problem.NEAR_COLORS not in reading.problems, "it is known how many there are"


def test_boxes_without_space_between_them_are_read() -> None:
    of = drawing(6)
    page = replace(sheet(of, style(boxes="boxed", step=1.0), True), radius=0.0)
    check_exact(read(drawn(page, WHITE), count_solutions=count_solutions), of)


@pytest.mark.parametrize("back", [*further((WHITE,)), DARK])
def test_tiles_that_touch_each_other_are_told_apart(back: Colour) -> None:
    of = draw_colors(np.random.default_rng(8), 12, back, 30.0)
    made = style(paper=back, thin_ink=(120,) * 3, thick_ink=(150,) * 3)
    page = replace(sheet(of, made, True), tile=(made.step / 2, 0.46))
    check_exact(read(drawn(page, back), count_solutions=count_solutions), of)


def test_uneven_light_is_removed() -> None:
    of = shapes()
    picture = drawn(sheet(of, style(), True), WHITE).astype(np.float64)
    across = np.linspace(0.7, 1, picture.shape[1])[None, :, None]
    lit = np.asarray(picture * across * (0.85, 0.95, 1.0), np.uint8)
    blurred = np.asarray(cv2.GaussianBlur(lit, (3, 3), 0), np.uint8)
    reading = read(blurred, count_solutions=count_solutions)
    true = puzzle_of(of)
    assert [line.lengths for _, line in reading.lines] == [
        tuple(clue.length for clue in clues) for clues in (*true.rows, *true.columns)
    ]
    assert reading.palette[0].rgb == "#ffffff"
    assert reading.solution_count is SolutionCount.ONE


def test_a_shadow_that_ends_beside_the_board_leaves_tiles_their_colours() -> None:
    """The cells of the board do not tell how dark it is there; the paper between tiles does."""
    of = replace(drawing(10), palette=((122, 40, 168), (72, 16, 96), (140, 70, 190)))
    page = sheet(of, style(), True)
    picture = drawn(page, WHITE).astype(np.float32)
    left = float(page.corners((MARGIN, MARGIN)).min(axis=0)[0])
    y, x = np.indices(picture.shape[:2])
    depth = np.clip((left - 6 - x) / 12, 0, 1) * np.clip((picture.shape[0] / 2 - y) / 12, 0, 1)
    across = np.linspace(0.85, 1, picture.shape[1])[None, :]
    shaded = np.asarray(picture * ((1 - 0.45 * depth) * across)[..., None], np.uint8)
    check = read(shaded, count_solutions=count_solutions)
    assert len(check.palette) == 4
    assert check.is_certain


def test_a_warm_shadow_on_a_board_is_no_filled_cell() -> None:
    """Cells in another colour would say that those of the numbers are of finished clues."""
    cells = np.zeros((9, 9), np.intp)
    cells[0:4, 0:3], cells[1:8, 4:6], cells[5:9, 7:9] = 1, 2, 1
    of = of_cells(cells, ((170, 30, 50), (230, 165, 40)))
    assert count_solutions(Puzzle.from_numbers(of.rows, of.columns)) is SolutionCount.ONE
    picture = drawn(sheet(of, style(), True), WHITE)
    height, width = picture.shape[:2]
    x, y = np.meshgrid(np.linspace(0, 1, width), np.linspace(0, 1, height))
    depth = np.clip((x + y - 1.1) / 0.5, 0, 1)[..., None]
    shaded = np.rint(picture * (1 - depth * np.array([0.45, 0.3, 0.22]))).astype(np.uint8)
    check_exact(read(shaded, count_solutions=count_solutions), of)


def test_text_below_a_board_does_not_hide_its_tiles() -> None:
    """It has more pieces of the size of digits than there are tiles."""
    page = sheet(shapes(), style(), is_tiled=True)
    picture = drawn(page, WHITE)
    found = find_grids(picture)[0]
    pitch = found.lattice.pitch_px
    text = np.full((round(3.2 * pitch), picture.shape[1], 3), WHITE, np.uint8)
    tall, wide = round(0.4 * pitch), round(0.15 * pitch)
    for top in range(2, len(text) - tall, tall + 2):
        for left in range(0, text.shape[1] - wide, 2 * wide):
            text[top : top + tall, left : left + wide] = 40
    end = int(found.lattice.corners[2, 1]) + 3
    printed = np.concatenate([picture[:end], text])
    separation = separated(FlatPicture.of(printed, found), found)
    assert separation is not None
    assert separation.is_tiled


def test_cells_of_the_clues_in_a_shadow_are_no_tiles() -> None:
    """They are even patches of about the size of a cell, and a dark box makes two colours."""
    of = shapes(((200, 30, 40), (20, 60, 150), (60, 140, 60)))
    page = sheet(of, style(boxes="boxed", step=1.0, thin_ink=(120,) * 3, zero="0"), False)
    boxed = replace(
        page,
        look_of=lambda is_row, line, index: ClueLook(WHITE, (70, 70, 70))
        if line == index == 0 else page.look_of(is_row, line, index),
    )  # fmt: skip
    picture = drawn(boxed, WHITE)
    left, top = page.board((MARGIN, MARGIN))
    light = np.full(picture.shape[:2], 0.75)
    light[top - 2 :, left - 2 :] = 1
    picture = np.asarray(picture * light[..., None], np.uint8)
    found = find_grids(picture)[0]
    separation = separated(FlatPicture.of(picture, found), found)
    assert separation is not None
    assert not separation.is_tiled


def test_filled_cells_are_marks_in_their_colours() -> None:
    of = shapes()
    page = sheet(of, style(), True)
    picture = drawn(page, WHITE)
    left, top = page.board((MARGIN, MARGIN))
    cell, (row, column) = page.style.cell, np.argwhere(of.colors > 0)[0].tolist()
    ink = of.palette[int(of.colors[row, column]) - 1]
    y, x = top + row * cell, left + column * cell
    picture[y + 2 : y + cell - 1, x + 2 : x + cell - 1] = ink[::-1]
    reading = read(picture, count_solutions=count_solutions)
    assert reading.marks is not None
    filled = [k for k, state in enumerate(reading.marks.cells) if state != reading.marks.clear]
    assert filled == [row * of.width + column]
    color = reading.marks[row, column].bit_length() - 1
    assert reading.palette[color].rgb == hex_of(ink)


def test_tiles_of_two_tones_are_no_puzzle_in_colours() -> None:
    of = shapes()
    by_line = replace(
        sheet(of, style(), True),
        look_of=lambda is_row, line, _: ClueLook((15, 15, 15), (250, 214, 90))
        if (line + is_row) % 2 else ClueLook((250, 250, 250), (40, 60, 90)),
    )  # fmt: skip
    reading = read(drawn(by_line, WHITE), count_solutions=count_solutions)
    assert not (reading.is_colored and reading.is_certain)


def test_a_colour_that_only_rows_have_is_none() -> None:
    """The sums of the columns have no cell of it: it is a stain, or the moire of a screen."""
    cells = np.zeros((9, 9), np.intp)
    cells[0:4, 0:3], cells[1:8, 4:6], cells[5:9, 7:9] = 1, 1, 1
    of = of_cells(cells, ((20, 20, 20),))
    black, lilac = ClueLook((20, 20, 20)), ClueLook((200, 150, 230))
    page = replace(
        sheet(of, style(), False),
        look_of=lambda is_row, line, _: lilac if is_row and line > 5 else black,
    )
    reading = read(drawn(page, WHITE), count_solutions=count_solutions)
    assert not reading.is_colored
    assert reading.is_certain


def test_one_colour_is_black_and_white() -> None:
    of = shapes()
    blue = replace(sheet(of, style(), False), look_of=lambda *_: ClueLook((20, 60, 200)))
    reading = read(drawn(blue, WHITE), count_solutions=count_solutions)
    assert not reading.is_colored


def test_parts_of_a_board_in_colours_are_joined() -> None:
    of = draw_colors(np.random.default_rng(10), 24, WHITE, 30.0)
    half = of.width // 2
    parts = []
    for columns in (slice(half), slice(half, None)):
        part = replace(
            of,
            cells=of.cells[:, columns],
            columns=of.columns[columns],
            colors=of.colors[:, columns],
            column_colors=of.column_colors[columns],
        )
        page = drawn(sheet(part, style(), True), WHITE)
        parts.append(Part(read(page, count_solutions=count_solutions)))
    assert all(Problem.PART in part.reading.problems for part in parts)
    (whole,) = joined(parts, count_solutions)
    check_exact(whole.reading, of)
