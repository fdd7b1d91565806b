"""Screenshots of programs in play are read exactly: pale clues, tiles, banners, solved boards."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from PIL import Image, ImageDraw

from puzzles.model import Axis, Line
from recognizer.clues.clue_areas import locate_board
from recognizer.grid.detection import DetectedGrid
from recognizer.lattice import Picture
from recognizer.reading import read
from recognizer.values import Problem
from solver.solution_count import count_solutions
from tests.support.cases import further
from tools.photographs.page import ClueLook, Sheet, Style
from tools.photographs.pictures import Drawing, draw_picture

CELL = 26
INK, PALE, PAPER = (25, 30, 40), (205, 206, 208), (255, 255, 255)
STYLE = Style(
    cell=CELL, digit=0.46, boxes="open", step=0.85, thin=1, thick=2, frame=2,
    ink=INK, thin_ink=(190, 190, 190), thick_ink=(80, 80, 80), shaded=INK,
)  # fmt: skip


@cache
def drawing() -> Drawing:
    """Some numbers of its columns have two digits."""
    for seed in range(100):
        found = draw_picture(np.random.default_rng(seed), size=(15, 15))
        ends = found.rows[0], found.rows[-1], found.columns[0], found.columns[-1]
        if all(ends) and max(map(max, filter(None, found.columns))) > 9:
            return found
    raise AssertionError("there are such pictures")


def check_exact(sheet: Sheet, change: Callable[[Image.Image], Image.Image] | None = None,
                *, is_resized: bool = False) -> None:  # fmt: skip
    image = Image.new("RGB", (sheet.size[0] + 60, sheet.size[1] + 60), PAPER)
    sheet.draw(image, (30, 30), np.random.default_rng(0))
    image = change(image) if change else image
    picture: Picture = np.ascontiguousarray(np.asarray(image)[..., ::-1])
    reading = read(picture, count_solutions=count_solutions)
    assert [list(line.lengths) for line in reading.rows] == sheet.drawing.rows
    assert [list(line.lengths) for line in reading.columns] == sheet.drawing.columns
    assert (Problem.RESIZED in reading.problems) == is_resized


@pytest.mark.parametrize("boxes", ["open", "boxed"])
def test_clues_may_begin_at_the_far_end(boxes: str) -> None:
    check_exact(Sheet(drawing(), replace(STYLE, boxes=boxes, step=1.0, is_far=True)))


def test_finished_clues_may_be_pale() -> None:
    check_exact(Sheet(drawing(), STYLE, lambda _, line, __: ClueLook(PALE, None, False)
                            if line % 3 == 0 else None))  # fmt: skip


def test_finished_clues_may_be_struck_through() -> None:
    style = replace(STYLE, packed=True)
    check_exact(Sheet(drawing(), style, lambda _, line, __: ClueLook(PALE, None, True)
                            if line % 4 == 0 else None))  # fmt: skip


def test_a_number_that_is_painted_over_is_found_among_struck_rows() -> None:
    """No way of reading has a solution; with one more number the clearest one has it."""
    sheet = Sheet(drawing(), replace(STYLE, packed=True),
                        lambda is_row, line, _: ClueLook(PALE, None, is_row and line % 4 == 0)
                        if line % 4 == 0 else None)  # fmt: skip
    image = Image.new("RGB", (sheet.size[0] + 60, sheet.size[1] + 60), PAPER)
    sheet.draw(image, (30, 30), np.random.default_rng(0))
    left, top = image.width - 30 - 15 * CELL, image.height - 30 - 15 * CELL
    box = left - 3 * CELL // 4, top + CELL + 3, left - 5, top + 2 * CELL - 3
    ImageDraw.Draw(image).rectangle(box, fill=PAPER)
    picture: Picture = np.ascontiguousarray(np.asarray(image)[..., ::-1])
    reading = read(picture, count_solutions=count_solutions)
    assert not reading.is_certain
    assert all(line.numbers for line in reading.rows[::4])
    doubted = {doubt.line for doubt in reading.doubts}
    truth = sheet.drawing.rows + sheet.drawing.columns
    assert [list(li.lengths) for _, li in reading.lines] == truth
    assert Line(Axis.ROW, 1) in doubted


@pytest.mark.parametrize("sides", [("right", "bottom"), *further((("bottom",),))])
def test_no_line_has_to_close_the_board(sides: tuple[str, ...]) -> None:
    """There are numbers beside the first and last lines: cells with gaps have no outer lines."""

    def opened(image: Image.Image) -> Image.Image:
        right, bottom = image.width - 30, image.height - 30
        left, top = right - 15 * CELL, bottom - 15 * CELL
        edges = {
            "right": (right - 3, top - 1, right + 4, bottom + 4),
            "bottom": (left, bottom - 3, right + 4, bottom + 4),
        }
        for side in sides:
            ImageDraw.Draw(image).rectangle(edges[side], fill=PAPER)
        return image

    check_exact(Sheet(drawing(), STYLE), opened, is_resized=True)


@pytest.mark.parametrize("outline", [*further(((170, 180, 200),)), (225, 230, 235)])
def test_cells_may_be_tiles(outline: tuple[int, int, int]) -> None:
    """With outlines of their own, gaps between, and wider ones after each fifth."""
    sheet = Sheet(drawing(), STYLE)
    image = Image.new("RGB", (sheet.size[0] + 60, sheet.size[1] + 60), PAPER)
    sheet.draw(image, (30, 30), np.random.default_rng(0))
    draw = ImageDraw.Draw(image)
    left, top = image.width - 30 - 15 * CELL, image.height - 30 - 15 * CELL
    draw.rectangle((left - 3, top - 3, image.width, image.height), fill=PAPER)
    for row, column in np.ndindex(15, 15):
        x, y = left + column * CELL + 2, top + row * CELL + 2
        box = x + (column % 5 == 0), y + (row % 5 == 0), x + CELL - 4, y + CELL - 4
        fill = INK if (row * 7 + column * 3) % 11 == 0 else (250, 252, 255)
        draw.rounded_rectangle(box, 4, fill=fill, outline=outline)
    picture: Picture = np.ascontiguousarray(np.asarray(image)[..., ::-1])
    reading = read(picture, count_solutions=count_solutions)
    assert [list(line.lengths) for line in reading.rows] == sheet.drawing.rows
    assert [list(line.lengths) for line in reading.columns] == sheet.drawing.columns


@pytest.mark.parametrize("has_clues", [True, False])
def test_a_board_is_found_by_its_cells_alone(
    has_clues: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A keyboard is such a board, too, but without clues."""
    sheet = Sheet(drawing(), STYLE)
    image = Image.new("RGB", (sheet.size[0] + 60, sheet.size[1] + 60), PAPER)
    sheet.draw(image, (30, 30), np.random.default_rng(0))
    if not has_clues:
        cells = image.width - 30 - 15 * CELL, image.height - 30 - 15 * CELL
        ImageDraw.Draw(image).rectangle((0, 0, image.width, cells[1] - 4), fill=PAPER)
        ImageDraw.Draw(image).rectangle((0, 0, cells[0] - 4, image.height), fill=PAPER)
    monkeypatch.setattr("recognizer.reading.find_grids", lambda _: [])
    monkeypatch.setattr("recognizer.reading.straight_grid", lambda _: None)
    picture: Picture = np.ascontiguousarray(np.asarray(image)[..., ::-1])
    reading = read(picture, count_solutions=count_solutions, is_upright=True)
    expected = sheet.drawing.rows if has_clues else []
    assert [list(line.lengths) for line in reading.rows] == expected
    assert (Problem.NO_GRID in reading.problems) is not has_clues


def test_each_number_may_be_in_a_small_box() -> None:
    style = replace(STYLE, cell=22, step=0.8, digit=0.42, clue_paper=(239, 229, 208))
    sheet = Sheet(drawing(), style, lambda *_: ClueLook(INK, (255, 253, 247)), tile=(0.34, 0.32),
                  radius=0.12, rim=(201, 185, 154))  # fmt: skip
    check_exact(sheet)


def test_the_highlighted_lines_are_read() -> None:
    check_exact(
        Sheet(
            drawing(), STYLE,
            lambda is_row, line, _: ClueLook((20, 70, 150)) if line == 4 else None,
            chosen=(4, 4), chosen_paper=(70, 140, 240), chosen_cells=(205, 225, 250),
        )
    )  # fmt: skip


def test_tiles_may_be_of_both_polarities() -> None:
    dark, bright = ClueLook(PAPER, (60, 60, 90)), ClueLook(INK, (250, 214, 90))
    style = replace(STYLE, step=1.0)
    check_exact(Sheet(drawing(), style, lambda _, line, k: (dark, bright)[(line + k) % 2]))


def test_digits_of_a_number_may_be_one_above_the_other() -> None:
    check_exact(Sheet(drawing(), replace(STYLE, packed=True), parts_digits=True))


def test_shaded_cells_may_cover_the_lines() -> None:
    known = np.ones((15, 15), bool)
    check_exact(Sheet(drawing(), STYLE, known=known, covers_lines=True))


def test_a_banner_may_cover_the_last_rows() -> None:
    sheet = Sheet(drawing(), STYLE)

    def covered(image: Image.Image) -> Image.Image:
        left, right = image.width - 30 - 10 * CELL, image.width
        box = (left, image.height - 30 - 3 * CELL + 7, right, image.height)
        ImageDraw.Draw(image).rectangle(box, fill=(200, 70, 60))
        return image

    check_exact(sheet, covered, is_resized=True)


def ends_within(share: float) -> Callable[[Image.Image], Image.Image]:
    """Cuts a share of the last row and column off, with the line that closes them."""
    end = 30 + 1 + round(share * CELL)
    return lambda image: image.crop((0, 0, image.width - end, image.height - end))


@pytest.mark.parametrize("share", [0.0, 0.15])
def test_a_picture_may_end_without_a_closing_line(share: float) -> None:
    check_exact(Sheet(drawing(), STYLE), ends_within(share))


def test_lines_that_the_edge_cuts_are_tried_on_both_sides(monkeypatch: pytest.MonkeyPatch) -> None:
    def locate(
        picture: Picture, found: DetectedGrid, *, is_handwritten: bool = False
    ) -> DetectedGrid:
        board = locate_board(picture, found, is_handwritten=is_handwritten).cells
        board = replace(board, right=board.right - 1, bottom=board.bottom - 1)
        return replace(found, cells=board, dense=board)

    monkeypatch.setattr("recognizer.oriented_picture.locate_board", locate)
    check_exact(Sheet(drawing(), STYLE), ends_within(0.0), is_resized=True)
