"""Flat pages for the camera: with a printed puzzle, or with something else."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property

import cv2
import numpy as np
from PIL import Image, ImageDraw

from tools.photographs import light, prints
from tools.photographs.camera import Array, Pixels
from tools.photographs.furniture import any_font, paragraph, words, write
from tools.photographs.page import Sheet, Style
from tools.photographs.pictures import Drawing, draw_picture
from tools.videos.values import PARTS, PencilMarks, PrintedPuzzle

Box = tuple[float, float, float, float]
"""Left, top, right, bottom, in cells from the top left of the board."""
_FINER = 2 ** (1 / 4)
_SAMPLES = 33


@dataclass(frozen=True)
class Paper:
    """A flat page with the place of its board."""

    image: Pixels
    grid: Array
    """The 3 x 3 matrix from cells (column, row from the board's top left) to px of the page."""
    areas: tuple[Box, ...]
    """The board and the places of its clues; of other pages the visible area."""
    size: tuple[int, int]
    """Rows and columns of the board."""
    puzzle: PrintedPuzzle | None = None
    marks: PencilMarks | None = None
    _finer: dict[int, Pixels] = field(default_factory=dict, repr=False, compare=False)

    def at(self, cells: Array) -> Array:
        """Points given in cells (column, row), N x 2, as px of the page."""
        points = np.column_stack([cells, np.ones(len(cells))]) @ self.grid.T
        return np.asarray(points[:, :2] / points[:, 2:])

    @cached_property
    def middle(self) -> Array:
        """The middle of the board in px of the page."""
        return np.asarray(self.at(np.array([self.size[::-1]], np.float64) / 2)[0])

    @cached_property
    def corners(self) -> Array:
        """4 x 2: the outer corners of the board in px of the page."""
        rows, columns = self.size
        return self.at(np.array([(0, 0), (columns, 0), (columns, rows), (0, rows)], np.float64))

    @cached_property
    def points(self) -> Array:
        """25 x 2: points at every quarter of the board in px of the page, row by row."""
        rows, columns = self.size
        x, y = np.meshgrid(np.linspace(0, columns, PARTS + 1), np.linspace(0, rows, PARTS + 1))
        return self.at(np.column_stack([x.ravel(), y.ravel()]))

    @cached_property
    def samples(self) -> Array:
        """N x 2: points all over the board and its clues in px of the page, evenly."""
        steps = np.linspace(0, 1, _SAMPLES)
        found = []
        largest = max((x1 - x0) * (y1 - y0) for x0, y0, x1, y1 in self.areas)
        for x0, y0, x1, y1 in self.areas:
            share = np.sqrt((x1 - x0) * (y1 - y0) / largest)
            steps = np.linspace(0, 1, max(3, round(_SAMPLES * float(share))))
            x, y = np.meshgrid(x0 + (x1 - x0) * steps, y0 + (y1 - y0) * steps)
            found.append(np.column_stack([x.ravel(), y.ravel()]))
        return self.at(np.concatenate(found))

    @cached_property
    def pitch(self) -> float:
        """Pitch of the board in px of the page."""
        across, down = np.hypot(*(self.corners[[1, 3]] - self.corners[0]).T)
        return float(min(across / self.size[1], down / self.size[0]))

    def reduced(self, reduction: float) -> tuple[Pixels, float]:
        """The page slightly finer than in the picture, to avoid flicker, and its scale.

        Args:
            reduction: px of the page per px of the picture.
        """
        step = max(0, int(np.floor(np.log(max(reduction, 1e-6)) / np.log(_FINER))))
        scale = _FINER**-step
        if step and step not in self._finer:
            size = [max(1, round(k * scale)) for k in self.image.shape[1::-1]]
            small = cv2.resize(self.image, size, interpolation=cv2.INTER_AREA)
            self._finer[step] = np.asarray(small, np.uint8)
        return (self._finer[step], scale) if step else (self.image, 1.0)


def style_for(rng: np.random.Generator, kind: str, cell: int) -> Style:
    """The style of a page of a kind (``magazine``, ``printout``, ``webcam``), without marks.

    Args:
        rng: Random numbers.
        kind: The kind.
        cell: Pitch of the cells in px.
    """
    make = prints.magazine_style if kind == "magazine" else prints.printout_style
    style = replace(make(rng, cell), done=0.0)
    if kind == "magazine":
        return style
    # A webcam has a low resolution: small print would be illegible.
    digit = float(rng.uniform(0.62, 0.74))
    return replace(style, digit=digit, step=max(style.step, 1.2 * digit))


def with_faint_lines(rng: np.random.Generator, style: Style) -> Style:
    """The style with faint thin lines between black thick ones."""
    grey = int(rng.integers(150, 215))
    thick = max(4, style.thick)
    return replace(
        style, thin=max(1, round(style.cell / 28)), thick=thick, frame=max(thick, style.frame),
        thin_ink=(grey, grey, grey), thick_ink=(20, 20, 20),
    )  # fmt: skip


def draw_puzzle(
    rng: np.random.Generator, size: tuple[int, int], has_several: bool = False
) -> Drawing:
    """A picture of exactly that many rows and columns, with one or several solutions."""
    while True:
        deepest = max(3, round(max(size) / 3.2))
        drawing = draw_picture(rng, max(size), deepest, size, has_several)
        if (drawing.height, drawing.width) == size:
            return drawing


def puzzle_paper(
    rng: np.random.Generator, drawing: Drawing, style: Style, kind: str, stock: int
) -> Paper:
    """A printed page with a puzzle.

    Args:
        rng: Random numbers.
        drawing: The puzzle.
        style: Its style.
        kind: ``magazine``, ``printout`` or ``webcam``.
        stock: Seed of the paper; equal for pages on the same paper.
    """
    sheet = Sheet(drawing, style)
    page, at = prints.print_page(rng, sheet, kind == "magazine")
    margins = [int(k) for k in rng.uniform(0.3, 3.0, 4) * style.cell]
    image = light.yellowed(np.random.default_rng(stock), _framed(prints.pixels(page), margins))
    corner = sheet.corners(at)[0] + np.array([margins[0], margins[1]])
    grid = np.array([[style.cell, 0, corner[0]], [0, style.cell, corner[1]], [0, 0, 1]])
    rows, columns = drawing.height, drawing.width
    side, along = (k / style.cell for k in sheet.depth)
    x = (-side, 0.0) if style.sides[0] == "left" else (float(columns), columns + side)
    y = (-along, 0.0) if style.sides[1] == "top" else (float(rows), rows + along)
    areas = ((0.0, 0.0, float(columns), float(rows)), (x[0], 0.0, x[1], float(rows)),
             (0.0, y[0], float(columns), y[1]))  # fmt: skip
    return Paper(image, grid.astype(np.float64), areas, (rows, columns), printed(drawing, style))


def printed(drawing: Drawing, style: Style) -> PrintedPuzzle:
    """The puzzle of a drawing."""
    solution = tuple("".join(".#"[int(cell)] for cell in row) for row in drawing.cells)
    rows, columns = (tuple(map(tuple, lines)) for lines in (drawing.rows, drawing.columns))
    return PrintedPuzzle(rows, columns, solution, style.sides)


def text_paper(rng: np.random.Generator, cell: int) -> Paper:
    """A page with a heading and paragraphs, without any puzzle."""
    width, height = 26 * cell, 30 * cell
    image = Image.new("RGB", (width, height), (255, 255, 255))
    draw, font = ImageDraw.Draw(image), any_font(rng)
    write(draw, (2 * cell, 1.2 * cell), words(rng, 3), 1.2 * cell, (20, 20, 20), font)
    top = 4 * cell
    while top < height - 4 * cell:
        deep = int(rng.integers(4, 9)) * cell
        box = (2 * cell, top, width - 2 * cell, min(top + deep, height - 2 * cell))
        paragraph(draw, box, rng, round(0.62 * cell), (30, 30, 30), font)
        top += deep + cell
    return _other(rng, image, cell)


def calendar_paper(rng: np.random.Generator, cell: int) -> Paper:
    """A month: a grid with a number in every cell, but no clues beside it."""
    wide, high = 3.2 * cell, 2.8 * cell
    weeks, first = 5 + int(rng.integers(2)), int(rng.integers(7))
    width, height = round(7 * wide + 3 * cell), round(weeks * high + 6 * cell)
    image = Image.new("RGB", (width, height), (255, 255, 255))
    draw, font = ImageDraw.Draw(image), any_font(rng)
    write(draw, (1.5 * cell, cell), words(rng, 1), 1.5 * cell, (150, 30, 30), font)
    left, top = 1.5 * cell, 4.5 * cell
    for k in range(7):
        at = (left + (k + 0.5) * wide, top - 0.6 * cell)
        write(draw, at, words(rng, 1)[:2], 0.7 * cell, (60, 60, 60), font, "mm")
    line = max(1, cell // 20)
    for k in range(8):
        x = left + k * wide
        draw.line((x, top, x, top + weeks * high), (70, 70, 70), line)
    for k in range(weeks + 1):
        draw.line((left, top + k * high, left + 7 * wide, top + k * high), (70, 70, 70), line)
    for day in range(31):
        row, column = divmod(day + first, 7)
        at = (left + (column + 0.3) * wide, top + (row + 0.35) * high)
        if row < weeks:
            write(draw, at, str(day + 1), 0.9 * cell, (30, 30, 30), font, "mm")
    return _other(rng, image, cell)


def _other(rng: np.random.Generator, image: Image.Image, cell: int) -> Paper:
    """A page without a board; its whole area counts."""
    grid = np.diag([cell, cell, 1]).astype(np.float64)
    columns, rows = (int(k // cell) for k in image.size)
    areas = ((0.0, 0.0, float(columns), float(rows)),)
    return Paper(light.yellowed(rng, prints.pixels(image)), grid, areas, (rows, columns))


def _framed(image: Pixels, margins: list[int]) -> Pixels:
    """A page with white margins: left, top, right, bottom."""
    left, top, right, bottom = margins
    framed = cv2.copyMakeBorder(
        image, top, bottom, left, right, cv2.BORDER_CONSTANT, value=(255, 255, 255)
    )
    return np.asarray(framed, np.uint8)
