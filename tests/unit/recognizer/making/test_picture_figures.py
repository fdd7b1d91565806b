"""Figures with thin parts stay whole on small boards, and fill them."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace

import cv2
import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageOps

from recognizer.making.motif import Motif, size_for, suggested
from tests.support.cases import few
from tests.support.pictures import board, loaded

Point = tuple[float, float]


class Drawing:
    """A figure in a square of 100 units, with a margin."""

    UNIT_PX = 6

    def __init__(self) -> None:
        self.image = Image.new("L", (120 * self.UNIT_PX,) * 2, 255)
        self.draw = ImageDraw.Draw(self.image)

    def _px(self, *points: Point) -> list[Point]:
        return [((x + 10) * self.UNIT_PX, (y + 10) * self.UNIT_PX) for x, y in points]

    def disc(self, x: float, y: float, across: float, down: float, fill: int = 0) -> None:
        self.draw.ellipse(self._px((x - across, y - down), (x + across, y + down)), fill=fill)

    def shape(self, *points: Point) -> None:
        self.draw.polygon(self._px(*points), fill=0)

    def line(self, width: float, *points: Point) -> None:
        self.draw.line(self._px(*points), fill=0, width=round(width * self.UNIT_PX), joint="curve")


def horse() -> Image.Image:
    it = Drawing()
    it.disc(46, 45, 30, 15)
    it.shape((64, 42), (80, 10), (90, 6), (100, 22), (96, 27), (86, 22), (76, 52))
    for leg in ([(22, 50), (18, 74), (21, 99)], [(30, 54), (33, 76), (31, 99)]):
        it.line(1.6, *leg)
    for leg in ([(62, 54), (60, 76), (63, 99)], [(70, 50), (75, 72), (74, 99)]):
        it.line(1.6, *leg)
    it.line(1.8, (18, 40), (6, 46), (1, 66))
    return it.image


def insect() -> Image.Image:
    it = Drawing()
    for y, across, down in ((24, 9, 9), (46, 8, 13), (78, 13, 19)):
        it.disc(50, y, across, down)
    for side in (-1, 1):
        for points in (
            [(5, 18), (14, 6), (24, 1)],
            [(6, 40), (24, 30), (34, 14)],
            [(6, 47), (28, 48), (46, 58)],
            [(6, 53), (26, 64), (34, 94)],
        ):
            it.line(1.5, *((50 + side * x, y) for x, y in points))
    return it.image


def cat() -> Image.Image:
    it = Drawing()
    it.disc(50, 55, 30, 30)
    for side in (-1, 1):
        it.shape((50 + side * 28, 48), (50 + side * 27, 8), (50 + side * 8, 30))
        it.disc(50 + side * 12, 48, 5, 6, fill=255)
        for end in (54, 64, 76):
            it.line(1.2, (50 + side * 24, 62), (50 + side * 50, end))
    return it.image


def lamp() -> Image.Image:
    it = Drawing()
    it.shape((30, 0), (70, 0), (86, 34), (14, 34))
    it.line(1.6, (50, 30), (50, 97))
    it.shape((28, 95), (72, 95), (78, 100), (22, 100))
    return it.image


def sword() -> Image.Image:
    it = Drawing()
    it.shape((14, 92), (92, 8), (99, 1), (96, 12), (22, 99))
    it.line(2, (6, 74), (30, 98))
    it.line(3, (18, 92), (2, 99))
    return it.image


def flower() -> Image.Image:
    it = Drawing()
    for k in range(6):
        it.disc(50 + 16 * math.cos(k * math.pi / 3), 18 + 12 * math.sin(k * math.pi / 3), 11, 8)
    it.line(1.6, (50, 30), (50, 99))
    it.shape((50, 72), (72, 50), (78, 58), (52, 80))
    it.shape((50, 86), (26, 66), (20, 74), (48, 93))
    return it.image


FIGURES = [horse, insect, cat, lamp, sword, flower]
SIZES = [10, 11, 14, 15, 20, 25, 30]


def small_board(image: Image.Image, longest: int, kind: str = "PNG") -> np.ndarray:
    source = loaded(image, kind)
    settings = suggested(source)
    columns, rows = size_for(source, settings.crop, longest=longest)
    made = board(source, replace(settings, columns=columns, rows=rows))
    assert made.shape == (rows, columns)
    return made > 0


def run_count(line: np.ndarray) -> int:
    return int(np.count_nonzero(np.diff(line.astype(int), prepend=0) == 1))


def part_count(shaded: np.ndarray) -> int:
    return cv2.connectedComponents(shaded.astype(np.uint8), connectivity=8)[0] - 1


@pytest.mark.parametrize("draw", few(3, FIGURES))
@pytest.mark.parametrize("longest", few(2, SIZES))
@pytest.mark.parametrize("kind", ["PNG", "JPEG"])
def test_a_figure_stays_whole_and_fills_the_board(
    draw: Callable[[], Image.Image], longest: int, kind: str
) -> None:
    made = small_board(draw(), longest, kind)
    assert part_count(made) == 1
    for line in (made[0], made[-1], made[:, 0], made[:, -1]):
        assert line.any()


@pytest.mark.parametrize("longest", [15, 20, 30])
def test_all_legs_of_a_horse_reach_the_ground(longest: int) -> None:
    made = small_board(horse(), longest)
    assert run_count(made[-2]) == 4
    legs = made[round(0.7 * len(made)) : -1]
    assert legs.sum(axis=1).max() <= 6  # lines of one cell; a leg may bend


@pytest.mark.parametrize("longest", [15, 20, 30])
def test_antennae_and_whiskers_are_lines_of_one_cell(longest: int) -> None:
    ant, whiskers = small_board(insect(), longest), small_board(cat(), longest)
    assert run_count(ant[1]) == 2
    assert ant[:2].sum() <= 8
    for column in (1, -2):
        assert 1 <= run_count(whiskers[:, column]) <= 3
        assert whiskers[:, column].sum() <= 5


@pytest.mark.parametrize("draw", few(3, FIGURES))
@pytest.mark.parametrize("longest", few(2, SIZES))
def test_a_mirrored_figure_gives_the_mirrored_board(
    draw: Callable[[], Image.Image], longest: int
) -> None:
    made = small_board(ImageOps.mirror(draw()), longest)
    assert np.array_equal(made, small_board(draw(), longest)[:, ::-1])


def test_eyes_between_four_cells_have_a_cell() -> None:
    pixels = np.full((400, 400), 255, np.uint8)
    cv2.circle(pixels, (200, 200), 190, 0, 12)
    for x in (120, 280):
        cv2.circle(pixels, (x, 160), 14, 0, -1)
    made = small_board(Image.fromarray(pixels), 10)
    assert made[2:6, 2:8].sum() == 2


@pytest.mark.parametrize("longest", [15, 20, 40])
def test_a_figure_in_colours_fills_the_board_and_keeps_its_background(longest: int) -> None:
    image = Image.new("RGB", (600, 600), "#f4f4f0")
    draw = ImageDraw.Draw(image)
    draw.ellipse((180, 220, 420, 470), fill="#c0282d")
    draw.polygon([(300, 220), (380, 130), (400, 190)], fill="#2f8f3a")
    draw.ellipse((230, 270, 280, 330), fill="#f0c0b0")
    source = loaded(image)
    settings = suggested(source)
    assert settings.colors > 1
    columns, rows = size_for(source, settings.crop, longest=longest)
    made = board(source, replace(settings, columns=columns, rows=rows))
    assert max(columns, rows) == longest
    assert not made[0, 0]
    assert not made[-1, -1]
    for line in (made[0], made[-1], made[:, 0], made[:, -1]):
        assert line.any()


def test_a_wide_margin_is_kept_if_all_of_the_picture_is_asked_for() -> None:
    source = Motif.of(np.asarray(horse().convert("RGBA")))
    whole = replace(suggested(source), crop=type(suggested(source).crop)(), columns=40, rows=40)
    pixels = np.pad(np.asarray(source.pixels), ((400, 400), (400, 400), (0, 0)), mode="edge")
    made = board(Motif.of(np.ascontiguousarray(pixels)), whole)
    assert not made[:8].any()
    assert not made[:, :8].any()
