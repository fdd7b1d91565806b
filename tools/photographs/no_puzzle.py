"""Draw pictures without a puzzle that can be read: the reader should say so, and soon.

Some resemble puzzles (a calendar, a form, squared paper), some are puzzles that are blurred or too
small. :func:`make_picture` draws one; a picture depends on the seed and its index only.
"""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
from PIL import Image, ImageDraw

from tools.photographs import light, prints
from tools.photographs.camera import Camera
from tools.photographs.furniture import any_font, paragraph, words, write
from tools.photographs.light import Pixels
from tools.photographs.page import Sheet
from tools.photographs.pictures import draw_picture

PAGE = (1240, 1754)
"""Width and height of a page, px: A4 at 150 dpi."""
MEGAPIXELS = (1.0, 3.0, 12.0)
"""Sizes of the photographs; each is as frequent."""
PUZZLE_CELL_PX = 28
BLUR_CELLS = (0.25, 0.6)
"""Standard deviation of the blur of a picture that is out of focus, cells."""
LARGEST = 25
"""Maximum width and height of the puzzles that cannot be read."""


def _page(shade: int = 252) -> tuple[Image.Image, ImageDraw.ImageDraw]:
    image = Image.new("RGB", PAGE, (shade, shade, shade))
    return image, ImageDraw.Draw(image)


def _table(
    draw: ImageDraw.ImageDraw, box: tuple[int, int, int, int], rows: int, columns: int, shade: int
) -> tuple[float, float]:
    """Draw a table; returns the width and height of its cells, px."""
    left, top, right, bottom = box
    ink = (shade, shade, shade)
    for k in range(columns + 1):
        x = left + (right - left) * k / columns
        draw.line([(x, top), (x, bottom)], ink, 2)
    for k in range(rows + 1):
        y = top + (bottom - top) * k / rows
        draw.line([(left, y), (right, y)], ink, 2)
    return (right - left) / columns, (bottom - top) / rows


def text(rng: np.random.Generator) -> Image.Image:
    """A page of a book."""
    image, draw = _page()
    paragraph(draw, (120, 150, 1120, 1600), rng, int(rng.integers(18, 30)), (30,) * 3,
              any_font(rng))  # fmt: skip
    return image


def calendar(rng: np.random.Generator) -> Image.Image:
    """Several months, in tables of numbers or without lines."""
    image, draw = _page()
    months, font = int(rng.choice([1, 6, 12])), any_font(rng)
    across = {1: 1, 6: 2, 12: 3}[months]
    width, height = 1080 // across, 1400 // (months // across)
    is_ruled = rng.random() < 0.6
    for month in range(months):
        left, top = 80 + month % across * width, 200 + month // across * height
        write(draw, (left, top - 30), words(rng, 1), 26, (30,) * 3, font)
        box = left, top + 10, left + width - 40, top + height - 70
        cell = _table(draw, box, 6, 7, 40) if is_ruled else ((width - 40) / 7, (height - 80) / 6)
        first = int(rng.integers(7))
        for day in range(31):
            at = first + day
            x = box[0] + (at % 7 + 0.5) * cell[0]
            y = box[1] + (at // 7 + 0.5) * cell[1]
            write(draw, (x, y), str(day + 1), min(cell) * 0.4, (20,) * 3, font, "mm")
    return image


def squared(rng: np.random.Generator) -> Image.Image:
    """Squared paper, with some writing or none."""
    image, draw = _page()
    step = int(rng.integers(22, 46))
    for k in range(0, PAGE[1], step):
        draw.line([(0, k), (PAGE[0], k)], (150, 165, 200), 2)
    for k in range(0, PAGE[0], step):
        draw.line([(k, 0), (k, PAGE[1])], (150, 165, 200), 2)
    for line in range(int(rng.integers(0, 12))):
        write(draw, (3 * step, (4 + 2 * line) * step), words(rng, 5), step, (40, 40, 110),
              any_font(rng))  # fmt: skip
    return image


def form(rng: np.random.Generator) -> Image.Image:
    """A form: boxes for letters, labels, a table of sums."""
    image, draw = _page()
    font = any_font(rng)
    for row in range(14):
        y = 150 + 70 * row
        write(draw, (90, y), words(rng, 2), 20, (40,) * 3, font)
        _table(draw, (430, y - 8, 430 + 36 * 18, y + 32), 1, 18, 90)
    cell = _table(draw, (90, 1180, 1150, 1600), 9, 6, 60)
    for row in range(9):
        for column in range(6):
            value = words(rng, 1) if column == 0 else str(int(rng.integers(0, 9000)))
            at = 90 + (column + 0.5) * cell[0], 1180 + (row + 0.5) * cell[1]
            write(draw, at, value, 19, (30,) * 3, font, "mm")
    return image


def sheet_of_numbers(rng: np.random.Generator) -> Image.Image:
    """A spreadsheet full of numbers."""
    image, draw = _page()
    rows, columns = int(rng.integers(20, 50)), int(rng.integers(8, 22))
    cell = _table(draw, (60, 100, 1180, 1650), rows, columns, 150)
    font = any_font(rng)
    for row in range(rows):
        for column in range(columns):
            at = 60 + (column + 0.5) * cell[0], 100 + (row + 0.5) * cell[1]
            write(draw, at, str(int(rng.integers(0, 99))), min(cell) * 0.5, (30,) * 3, font, "mm")
    return image


def crossword(rng: np.random.Generator) -> Image.Image:
    """A crossword or a sudoku."""
    image, draw = _page()
    font, side = any_font(rng), int(rng.choice([9, 13, 15, 17]))
    cell, _ = _table(draw, (150, 200, 1090, 1140), side, side, 20)
    for row in range(side):
        for column in range(side):
            x, y = 150 + column * cell, 200 + row * cell
            chance = rng.random()
            if side == 9 and chance < 0.35:
                write(draw, (x + cell / 2, y + cell / 2), str(int(rng.integers(1, 10))),
                      cell * 0.6, (20,) * 3, font, "mm")  # fmt: skip
            elif side > 9 and chance < 0.25:
                draw.rectangle([x, y, x + cell, y + cell], (15, 15, 15))
            elif side > 9 and chance < 0.5:
                write(draw, (x + 3, y + 2), str(int(rng.integers(1, 70))), cell * 0.28,
                      (20,) * 3, font)  # fmt: skip
    paragraph(draw, (150, 1220, 1090, 1650), rng, 20, (30,) * 3, font)
    return image


def facade(rng: np.random.Generator) -> Image.Image:
    """The front of a house: windows in rows, with bars."""
    wall = tuple(int(v) for v in rng.integers(120, 220, 3))
    image = Image.new("RGB", PAGE, wall)
    draw = ImageDraw.Draw(image)
    across, down = int(rng.integers(5, 16)), int(rng.integers(6, 20))
    width, height = PAGE[0] / across, PAGE[1] / down
    for row in range(down):
        for column in range(across):
            shade = int(rng.integers(20, 110))
            left, top = (column + 0.2) * width, (row + 0.2) * height
            right, bottom = left + 0.6 * width, top + 0.62 * height
            draw.rectangle([left, top, right, bottom], (shade, shade + 8, shade + 20))
            middle = (left + right) / 2
            draw.line([(middle, top), (middle, bottom)], (235, 235, 230), 4)
            draw.line([(left, (top + bottom) / 2), (right, (top + bottom) / 2)], (235,) * 3, 4)
    return image


def wall(rng: np.random.Generator) -> Image.Image:
    """Bricks or tiles."""
    image, draw = _page(200)
    width, height = int(rng.integers(40, 130)), int(rng.integers(24, 60))
    shift = 0.5 if rng.random() < 0.6 else 0.0
    for row in range(PAGE[1] // height + 1):
        for column in range(-1, PAGE[0] // width + 1):
            tone = rng.integers(-18, 18, 3) + np.array([165, 90, 70])
            left = int((column + shift * (row % 2)) * width)
            draw.rectangle([left + 3, row * height + 3, left + width - 3, (row + 1) * height - 3],
                           tuple(int(v) for v in tone))  # fmt: skip
    return image


def scenery(rng: np.random.Generator) -> Image.Image:
    """Smooth shapes of all sizes, like a landscape."""
    height, width = PAGE[1], PAGE[0]
    total = np.zeros((height, width, 3), np.float32)
    for cells in (4, 9, 25, 80, 250):
        noise = rng.normal(0, 1, (cells, cells, 3)).astype(np.float32)
        total += cv2.resize(noise, (width, height), interpolation=cv2.INTER_CUBIC) * 60 / cells**0.4
    return Image.fromarray(np.clip(total + 120, 0, 255).astype(np.uint8))


def _puzzle(rng: np.random.Generator) -> Image.Image:
    sheet = Sheet(draw_picture(rng, LARGEST), prints.printout_style(rng, PUZZLE_CELL_PX))
    page, _ = prints.print_page(rng, sheet, is_magazine=False)
    return page


def blurred(rng: np.random.Generator) -> Image.Image:
    """A puzzle that is photographed far out of focus."""
    return _puzzle(rng)


def tiny(rng: np.random.Generator) -> Image.Image:
    """A puzzle with cells of 4 px, on a large page."""
    page = _puzzle(rng)
    share = 4 / PUZZLE_CELL_PX
    small = page.resize(
        (round(page.width * share), round(page.height * share)), Image.Resampling.BOX
    )
    image, _ = _page()
    image.paste(small, (300, 400))
    return image


KINDS: tuple[Callable[[np.random.Generator], Image.Image], ...] = (
    text, calendar, squared, form, sheet_of_numbers, crossword, facade, wall, scenery,
    blurred, tiny,
)  # fmt: skip
"""All kinds; the index of a picture chooses one in turn."""


def make_picture(seed: int, index: int) -> tuple[str, Pixels]:
    """The kind of a picture, and its photograph: BGR uint8, shape (height, width, 3)."""
    rng = np.random.default_rng([seed, index])
    kind = KINDS[index % len(KINDS)]
    page = kind(rng)
    camera = Camera(page.size, prints.pose(rng, 20, 10, 0.02))
    corners = np.array([(0, 0), (1, 0), (1, 1), (0, 1)]) * np.array(page.size)
    width, height = camera.frame(corners, 0.02, 1.0)
    scale = float(np.sqrt(rng.choice(MEGAPIXELS) * 1e6 / (width * height)))
    size = camera.frame(corners, 0.02, scale)
    photo = camera.take(prints.pixels(page), size, light.table_top(rng, size))
    if kind is blurred:
        cell_px = PUZZLE_CELL_PX * float(np.sqrt(np.prod(size) / np.prod(page.size)))
        photo = np.asarray(cv2.GaussianBlur(photo, (0, 0), rng.uniform(*BLUR_CELLS) * cell_px))
    return kind.__name__, light.noisy(rng, light.lit(rng, photo), float(rng.uniform(0.5, 4)))
