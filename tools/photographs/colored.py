"""Puzzles in colours: prints, web pages, telephones and games, with coloured numbers or tiles."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import count as count_from
from itertools import groupby
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from puzzles import Puzzle
from puzzles.color_values import KNOWN, contrast, text_on
from puzzles.formats import read
from puzzles.model import BLACK_AND_WHITE, Clue, Color
from recognizer.making.colors import hex_of, rgb_of, to_lab
from solver.api import Limits, is_unique
from tools.photographs import prints, screens
from tools.photographs.fonts import plain
from tools.photographs.furniture import any_font, words, write
from tools.photographs.page import ClueLook, Colour, LookOf, Sheet, Style
from tools.photographs.pictures import NODES, Drawing
from tools.photographs.prints import Shot, screenshot

PACKS = Path(__file__).parents[2] / "puzzles" / "packs"
MIN_APART_LAB = 14.0
"""Minimum distance of two colours of a puzzle in Lab: that of the bundled ones."""
MIN_INK_LAB = 24.0
"""Minimum distance of coloured numbers from their paper in Lab: people have to read them."""
MIN_INK_CONTRAST = 1.25
"""Minimum contrast ratio of coloured numbers to their paper: that of yellow on white."""
MIN_TILE_LAB = 14.0
"""Minimum distance of tiles from the paper in Lab."""
_BOX = (0.5, 0.5)
"""Half the sides of a tile that fills the place of its number, cells."""


@dataclass(frozen=True)
class ColorDrawing(Drawing):
    """A picture in colours and its clues."""

    row_colors: tuple[tuple[int, ...], ...]
    """For each number of each row an index into the palette, from 1 on."""
    column_colors: tuple[tuple[int, ...], ...]
    colors: NDArray[np.intp]
    """The colour of each cell, by row and column; 0 is the background."""
    palette: tuple[Colour, ...]
    """The colours of the numbers; that with the index 1 is first."""

    @property
    def truth(self) -> dict[str, Any]:
        """What ``truth.json`` has of its colours."""
        return {
            "row_colors": self.row_colors,
            "column_colors": self.column_colors,
            "palette": [hex_of(color) for color in self.palette],
        }


# Pictures


@cache
def _bundled() -> tuple[Path, ...]:
    return tuple(sorted(PACKS.glob("*colour*/*.non")))


def draw_colors(
    rng: np.random.Generator, largest: int, paper: Colour, least: float, deepest: int = 99
) -> ColorDrawing:
    """A picture in two to eight colours whose clues have exactly one solution.

    Args:
        rng: Random numbers.
        largest: Maximum number of cells of a side.
        paper: The colour behind the numbers.
        least: Minimum distance of the colours from it, in Lab.
        deepest: Maximum number of numbers of a line.
    """
    if rng.random() < 0.4:
        for _ in range(20):
            files = _bundled()
            puzzle = read(files[int(rng.integers(len(files)))]).puzzle
            palette = [color.rgb for color in puzzle.palette[1:]]
            is_small = max(puzzle.height, puzzle.width) <= largest
            depth = max(map(len, (*puzzle.rows, *puzzle.columns)))
            if is_small and depth <= deepest and _are_apart(palette, paper, least):
                return _of_puzzle(puzzle)
    count = int(rng.integers(2, 9))
    sizes = [10, 15, 20, 25]
    height, width = (int(rng.choice(sizes)) for _ in range(2))
    height, width = (max(6, min(side, largest)) for side in (height, width))
    rgb = _any_palette(rng, count, paper, least)
    smooth = float(rng.uniform(0.7, 1.6))
    for attempt in range(400):
        cells = _cells(rng, height, width, count, smooth)
        if len(np.unique(cells)) == count + 1:
            drawing = of_cells(cells, rgb)
            depth = max(map(len, (*drawing.rows, *drawing.columns)))
            puzzle = puzzle_of(drawing)
            if depth <= deepest and is_unique(puzzle, Limits(nodes=NODES)):
                return drawing
        smooth = min(2.0, 1.03 * smooth)
        if attempt % 40 == 39:
            height, width = max(6, height - 2), max(6, width - 2)
            count = max(2, count - 1)
            rgb = rgb[:count]
    raise AssertionError("coloured blobs have one solution often enough")


def puzzle_of(drawing: ColorDrawing) -> Puzzle:
    """The puzzle of a picture."""
    rows, columns = (
        tuple(
            tuple(Clue(n, c) for n, c in zip(line, colors, strict=True))
            for line, colors in zip(lines, colors_of_lines, strict=True)
        )
        for lines, colors_of_lines in (
            (drawing.rows, drawing.row_colors),
            (drawing.columns, drawing.column_colors),
        )
    )
    inks = [Color(chr(97 + k), hex_of(rgb)) for k, rgb in enumerate(drawing.palette)]
    return Puzzle(rows, columns, (BLACK_AND_WHITE[0], *inks))


def _cells(
    rng: np.random.Generator, height: int, width: int, count: int, smooth: float
) -> NDArray[np.intp]:
    layers = [
        cv2.GaussianBlur(rng.standard_normal((height, width)).astype(np.float32), (0, 0), smooth)
        for _ in range(count)
    ]
    noise = np.stack(layers, axis=-1)
    noise = noise / (noise.std(axis=(0, 1)) + 1e-6)
    strongest = noise.max(axis=2)
    limit = np.quantile(strongest, float(rng.uniform(0.3, 0.6)))
    return np.asarray(np.where(strongest < limit, 0, noise.argmax(axis=2) + 1), np.intp)


def of_cells(cells: NDArray[np.intp], palette: Sequence[Colour]) -> ColorDrawing:
    """The picture of cells: each an index into the palette, from 1 on, or 0."""
    sides = []
    for lines in (cells, cells.T):
        numbers, colors = [], []
        for line in lines.tolist():
            runs = [(color, len(list(group))) for color, group in groupby(line)]
            numbers.append([length for color, length in runs if color])
            colors.append(tuple(color for color, _ in runs if color))
        sides.append((numbers, tuple(colors)))
    (rows, row_colors), (columns, column_colors) = sides
    return ColorDrawing(
        cells > 0, rows, columns, row_colors, column_colors, cells, tuple(palette)
    )  # fmt: skip


def _of_puzzle(puzzle: Puzzle) -> ColorDrawing:
    symbols = {color.symbol: k for k, color in enumerate(puzzle.palette)}
    cells = np.array([symbols[symbol] for symbol in puzzle.goal], np.intp)
    palette = tuple(_colour(color.rgb) for color in puzzle.palette[1:])
    return of_cells(cells.reshape(puzzle.height, puzzle.width), palette)


def _colour(rgb: str) -> Colour:
    red, green, blue = rgb_of([rgb])[0].tolist()
    return red, green, blue


def _are_apart(palette: Sequence[str], paper: Colour, least: float) -> bool:
    lab = to_lab(rgb_of([*palette, hex_of(paper)])[None])[0]
    apart = np.linalg.norm(lab[:, None] - lab, axis=2) + 999 * np.eye(len(lab))
    behind = hex_of(paper)
    is_legible = least < MIN_INK_LAB or all(
        contrast(ink, behind) >= MIN_INK_CONTRAST * (1.4 if max(paper) < 128 else 1.0)
        for ink in palette
    )
    return bool(is_legible and apart[:-1, :-1].min() >= MIN_APART_LAB and apart[-1].min() >= least)


def _any_palette(
    rng: np.random.Generator, count: int, paper: Colour, least: float
) -> tuple[Colour, ...]:
    """Colours in common use that are apart from each other and from the paper."""
    known = [code for codes in KNOWN.values() for code in codes.split()]
    for attempt in count_from(0):
        count = count if attempt % 50 != 49 else max(2, count - 1)
        chosen: list[str] = ["#000000"] if rng.random() < 0.6 and max(paper) > 128 else []
        for index in rng.permutation(len(known)).tolist():
            if len(chosen) < count and _are_apart([*chosen, known[index]], paper, least):
                chosen.append(known[index])
        if len(chosen) == count:
            return tuple(map(_colour, chosen))
    raise AssertionError("two colours are apart")


# Looks


def _tiled(drawing: ColorDrawing) -> LookOf:
    """Tiles in the colours of the numbers; the digits are black or white."""

    def look_of(is_row: bool, line: int, index: int) -> ClueLook | None:
        look = _inked(drawing)(is_row, line, index)
        return look and ClueLook(_colour(text_on(hex_of(look.ink))), look.ink)

    return look_of


def _inked(drawing: ColorDrawing) -> LookOf:
    """Numbers in their colours."""

    def look_of(is_row: bool, line: int, index: int) -> ClueLook | None:
        colors = (drawing.row_colors if is_row else drawing.column_colors)[line]
        return ClueLook(drawing.palette[colors[index] - 1]) if colors else None

    return look_of


def _printed(rng: np.random.Generator, largest: int, mpx: float) -> Sheet:
    """A print with tiles or with coloured numbers."""
    is_tiled = rng.random() < 0.6
    white = (255, 255, 255)
    drawing = draw_colors(rng, largest, white, MIN_TILE_LAB if is_tiled else MIN_INK_LAB + 8)
    cell = prints.cell_for(drawing, mpx)
    digit = float(rng.uniform(0.46, 0.56))
    style = Style(
        cell=cell,
        step=float(rng.uniform(0.74, 1.0)) if is_tiled else 1.0,
        font=any_font(rng, plain()),
        digit=digit,
        boxes="lines" if is_tiled or rng.random() < 0.5 else "open",
        packed=not is_tiled and rng.random() < 0.4,
        zero="0" if rng.random() < 0.6 else "",
        thin_ink=(150, 150, 150),
        thick_ink=(20, 20, 20),
    )
    style = prints._lines(style, rng, float(rng.uniform(0.05, 0.09)))
    if not is_tiled:
        return Sheet(drawing, style, _inked(drawing))
    half = style.step / 2 - 0.03
    return Sheet(
        drawing, style, _tiled(drawing), tile=(half, half), radius=0.12, rim=(128, 128, 128)
    )


def printout(rng: np.random.Generator, largest: int) -> Shot:
    """A photograph of a printed page."""
    mpx = max(1.0, prints.megapixels(rng))
    sheet = _printed(rng, min(largest, 30), mpx)
    page, at = prints.print_page(rng, sheet, is_magazine=False)
    return prints.photograph(rng, sheet, page, at, prints.pose(rng, 22, 12, 0.015), mpx, noise=4.0)


def sheet(rng: np.random.Generator, largest: int) -> Shot:
    """The picture of a print, straight."""
    drawn = _printed(rng, min(largest, 30), 1.5)
    page, at = prints.print_page(rng, drawn, is_magazine=False)
    return screenshot(rng, drawn, page, at)


def web_numbers(rng: np.random.Generator, largest: int) -> Shot:
    """Coloured numbers on a web page."""
    drawing = draw_colors(rng, min(largest, 35), (255, 255, 255), MIN_INK_LAB)
    cell = int(rng.integers(16, 34))
    style = replace(
        screens.web_style(rng, cell), sides=("left", "top"), done=0.0,
        clue_paper=None if rng.random() < 0.5 else screens.any_shade(rng, 244, 254, 3),
    )  # fmt: skip
    drawn = Sheet(drawing, style, _inked(drawing))
    return _on_page(rng, drawn)


def web_boxes(rng: np.random.Generator, largest: int) -> Shot:
    """Coloured boxes without space between them on a web page."""
    drawing = draw_colors(rng, min(largest, 35), (255, 255, 255), MIN_TILE_LAB)
    cell = int(rng.integers(17, 34))
    grey = int(rng.integers(90, 190))
    style = Style(
        cell=cell, step=1.0, font=any_font(rng, plain()), digit=float(rng.uniform(0.5, 0.62)),
        boxes="boxed", zero="", thick=int(rng.integers(1, 4)), frame=int(rng.integers(1, 4)),
        thin_ink=(grey, grey, grey), thick_ink=screens.any_shade(rng, 10, 90),
        clue_paper=(255, 255, 255),
    )  # fmt: skip
    drawn = Sheet(drawing, style, _tiled(drawing), tile=_BOX, radius=0.0)
    return _on_page(rng, drawn)


def _on_page(rng: np.random.Generator, drawn: Sheet) -> Shot:
    return screenshot(rng, drawn, *screens.web_page(rng, drawn), 0.25, 80)


def small_boxes(rng: np.random.Generator, largest: int) -> Shot:
    """Small coloured boxes with small numbers, as on pages with large puzzles."""
    drawing = draw_colors(rng, min(largest, 40), (255, 255, 255), MIN_TILE_LAB)
    cell = int(rng.integers(15, 20))
    grey = int(rng.integers(150, 215))
    style = Style(
        cell=cell, step=1.0, font=any_font(rng, plain()), digit=float(rng.uniform(8.4, 9.6)) / cell,
        boxes="boxed", zero="", thick=2, frame=2, thin_ink=(grey, grey, grey),
        thick_ink=(80, 80, 80), clue_paper=screens.any_shade(rng, 225, 250, 3),
        spare=int(rng.choice([0, 0, 1])),
    )  # fmt: skip
    drawn = Sheet(drawing, style, _tiled(drawing), tile=_BOX, radius=0.0)
    return _on_page(rng, drawn)


def app(rng: np.random.Generator, largest: int) -> Shot:
    """A telephone with rounded coloured tiles, light or dark."""
    is_dark = rng.random() < 0.5
    back = screens.any_shade(rng, 16, 44, 6) if is_dark else screens.any_shade(rng, 232, 254, 4)
    drawing = draw_colors(rng, min(largest, 25), back, MIN_TILE_LAB + 4, 8)
    paper = screens.any_shade(rng, 36, 60, 4) if is_dark else (255, 255, 255)
    ink = (225, 225, 230) if is_dark else (50, 50, 60)
    style = Style(
        cell=40, step=float(rng.uniform(0.72, 0.92)), font=any_font(rng, plain()),
        digit=float(rng.uniform(0.42, 0.5)), boxes="open", zero="0" if rng.random() < 0.5 else "",
        thick=int(rng.integers(2, 4)), frame=int(rng.integers(2, 4)), ink=ink, paper=paper,
        thin_ink=(84,) * 3 if is_dark else (205,) * 3,
        thick_ink=(150,) * 3 if is_dark else (110,) * 3,
    )  # fmt: skip
    width = int(rng.choice([720, 828, 1080, 1170]))
    height = int(width * float(rng.choice([16 / 9, 19.5 / 9])))
    margin = int(width * float(rng.uniform(0.015, 0.05)))
    cell = screens.fitted(drawing, style, (width - 2 * margin, int(0.7 * height)), 90).style
    half = style.step / 2 - 0.03
    drawn = Sheet(
        drawing, cell, _tiled(drawing), radius=float(rng.uniform(0.1, 0.3)),
        tile=(half, half if rng.random() < 0.5 else min(0.44, half + 0.08)),
    )  # fmt: skip
    image = Image.new("RGB", (width, height), back)
    draw = ImageDraw.Draw(image)
    write(draw, (width / 2, 0.06 * height), f"{words(rng, 1)} {rng.integers(1, 300)}",
          0.05 * width, ink, plain()[-1], "mm")  # fmt: skip
    at = width - margin - drawn.size[0], int(0.14 * height)
    drawn.draw(image, at, rng)
    for k, color in enumerate(drawing.palette):
        size = int(0.08 * width)
        left = margin + k * (size + size // 4)
        draw.rounded_rectangle(
            (left, int(0.9 * height), left + size, int(0.9 * height) + size), size // 5, color
        )
    return screenshot(rng, drawn, image, at, 0.3, 80)


def dark(rng: np.random.Generator, largest: int) -> Shot:
    """Coloured numbers on dark or grey."""
    base = int(rng.choice([20, 35, 50, 190, 215]))
    back = (base, base, base)
    drawing = draw_colors(rng, min(largest, 30), back, MIN_INK_LAB + 6)
    cell = int(rng.integers(18, 40))
    is_dark = base < 128
    style = Style(
        cell=cell, step=float(rng.uniform(0.8, 1.0)), font=any_font(rng, plain()),
        digit=float(rng.uniform(max(0.46, 9 / cell), 0.6)), boxes="open", zero="",
        packed=rng.random() < 0.5, thick=2, frame=2, paper=(base + 8,) * 3,
        thin_ink=(90,) * 3 if is_dark else (150,) * 3,
        thick_ink=(170,) * 3 if is_dark else (70,) * 3,
    )  # fmt: skip
    drawn = Sheet(drawing, style, _inked(drawing))
    margin = int(rng.integers(20, 90))
    size = drawn.size[0] + 2 * margin, drawn.size[1] + 2 * margin
    image = Image.new("RGB", size, back)
    at = margin, margin
    drawn.draw(image, at, rng)
    return screenshot(rng, drawn, image, at, 0.25, 80)


KINDS = (sheet, printout, web_numbers, web_boxes, small_boxes, app, dark)
"""All kinds; each is as frequent."""
