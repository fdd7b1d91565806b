"""Pages with a puzzle on them, drawn so that the places of all crossings are known."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import groupby, product
from math import cos, pi, radians, sin
from random import Random

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from puzzles.contracts import SolutionCount
from puzzles.model import Puzzle
from recognizer.lattice import Lattice, Picture
from recognizer.values import Reading, Side
from solver.solution_count import count_solutions

Lines = tuple[tuple[int, ...], ...]
"""The clues of rows, or of columns."""

WORDS = "The quick brown fox of page 27 jumps over 3 lazy dogs, and 15 more run up the hill. "


@dataclass(frozen=True, eq=False)
class Page:
    """A picture and where the crossings in it are."""

    picture: Picture
    crossings: NDArray[np.float64]
    """Shape (rows + 1, columns + 1, 2), (x, y) in px."""

    @property
    def lattice(self) -> Lattice:
        return Lattice(self.crossings.astype(np.float32))

    @property
    def center(self) -> tuple[float, float]:
        """A place inside the board."""
        x, y = self.crossings.reshape(-1, 2).mean(axis=0)
        return float(x), float(y)

    def turned(self, degrees: float) -> Page:
        """On a larger sheet, so that nothing is cut off."""
        height, width = self.picture.shape[:2]
        c, s = cos(radians(degrees)), sin(radians(degrees))
        wide = round(width * abs(c) + height * abs(s))
        high = round(width * abs(s) + height * abs(c))
        matrix = np.array([(c, -s, 0.0), (s, c, 0.0), (0, 0, 1)])
        matrix[:2, 2] = np.array([wide, high]) / 2 - matrix[:2, :2] @ np.array([width, height]) / 2
        return self._warped(matrix, wide, high)

    def tilted(self, share: float) -> Page:
        """In perspective: the upper edge is that much shorter than the lower one."""
        height, width = self.picture.shape[:2]
        flat = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
        far = flat.copy()
        far[0] += (width * share / 2, height * share / 3)
        far[1] += (-width * share / 2, height * share / 4)
        return self._warped(np.asarray(cv2.getPerspectiveTransform(flat, far)), width, height)

    def bent(self, px: float) -> Page:
        """Curled: what is in the middle lies lower than what is at the sides."""
        height, width = self.picture.shape[:2]
        x, y = np.meshgrid(np.arange(width, dtype=np.float32), np.arange(height, dtype=np.float32))
        source = (y - px * np.sin(pi * x / width)).astype(np.float32)
        picture = cv2.remap(
            self.picture, x, source, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )
        crossings = self.crossings.copy()
        crossings[..., 1] += px * np.sin(pi * crossings[..., 0] / width)
        return Page(np.asarray(picture, np.uint8), crossings)

    def inverted(self) -> Page:
        return replace(self, picture=255 - self.picture)

    def blurred(self, sigma: float) -> Page:
        return replace(self, picture=np.asarray(cv2.GaussianBlur(self.picture, (0, 0), sigma)))

    def noisy(self, levels: float, seed: int = 0) -> Page:
        noise = np.random.default_rng(seed).normal(0, levels, self.picture.shape)
        return replace(self, picture=np.clip(self.picture + noise, 0, 255).astype(np.uint8))

    def shadowed(self, darkest: float) -> Page:
        """Lit from the left."""
        light = np.linspace(1, darkest, self.picture.shape[1])[None, :, None]
        return replace(self, picture=(self.picture * light).astype(np.uint8))

    def half_shaded(self, darkest: float, soft: float = 1) -> Page:
        """With the edge of a shadow from corner to corner, that many px wide."""
        height, width = self.picture.shape[:2]
        y, x = np.mgrid[0:height, 0:width]
        far = (x / width + y / height - 1) / np.hypot(1 / width, 1 / height)
        light = 1 - (1 - darkest) * np.clip(far / soft + 0.5, 0, 1)[..., None]
        return replace(self, picture=(self.picture * light).astype(np.uint8))

    def beside(self, other: Page) -> Page:
        """With another page, and its puzzle, on the right; the crossings remain these."""
        high = max(len(self.picture), len(other.picture))
        parts = [
            cv2.copyMakeBorder(
                p.picture, 0, high - len(p.picture), 0, 0, cv2.BORDER_CONSTANT, value=(255,) * 3
            )
            for p in (self, other)
        ]
        return replace(self, picture=np.asarray(np.hstack(parts), np.uint8))

    def moved(self, x: float, y: float = 0) -> Page:
        """As seen from a picture that begins farther to the left, or higher."""
        return replace(self, crossings=self.crossings + np.array([x, y]))

    def _warped(self, matrix: NDArray[np.float64], width: int, height: int) -> Page:
        picture = cv2.warpPerspective(
            self.picture,
            matrix,
            (width, height),
            flags=cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_REPLICATE,
        )
        points = self.crossings.reshape(1, -1, 2)
        moved = cv2.perspectiveTransform(points, matrix).reshape(self.crossings.shape)
        return Page(np.asarray(picture, np.uint8), np.asarray(moved, np.float64))


def font(size: float) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    """The one that comes with Pillow."""
    return ImageFont.load_default(size)


def draw_page(
    rows: Lines,
    columns: Lines,
    *,
    pitch: int = 24,
    width: int = 1,
    fifth: int = 2,
    ink: int = 0,
    paper: int = 255,
    boxed: bool = False,
    sides: tuple[Side, Side] = (Side.LEFT, Side.TOP),
    text: bool = False,
    marks: Sequence[str] = (),
    stroke: int = 1,
    tint: int = 0,
    thin_ink: int | None = None,
) -> Page:
    """A flat page.

    Args:
        rows: Their clues.
        columns: Their clues.
        pitch: Side of a cell, px.
        width: Of a line, px.
        fifth: The same for every fifth line and the border.
        ink: Gray level.
        paper: Gray level.
        boxed: Whether the lines go on between the clues.
        sides: Where the clues of the rows and those of the columns are.
        text: Whether there is text above and below.
        marks: A line for each row, ``#`` for a shaded cell, ``/`` for a hatched one, ``x`` for one
            crossed out and ``o`` for one with a dot.
        stroke: Width of the strokes of crosses and hatching, px.
        thin_ink: Gray level of the lines between every fifth one; by default that of the ink.
        tint: Gray levels by which every other block of 5 x 5 cells differs from the paper.
    """
    deep = max(map(len, rows), default=0), max(map(len, columns), default=0)
    margin = pitch
    prose = 4 * pitch if text else 0
    left = margin + (deep[0] * pitch if sides[0] is Side.LEFT else 0)
    top = margin + prose + (deep[1] * pitch if sides[1] is Side.TOP else 0)
    right, bottom = left + len(columns) * pitch, top + len(rows) * pitch
    size = (
        2 * margin + (deep[0] + len(columns)) * pitch,
        2 * (margin + prose) + (deep[1] + len(rows)) * pitch,
    )
    image = Image.new("L", size, paper)
    draw = ImageDraw.Draw(image)
    far_left, far_right = left, right
    far_top, far_bottom = top, bottom
    if boxed:
        if sides[0] is Side.LEFT:
            far_left -= deep[0] * pitch
        else:
            far_right += deep[0] * pitch
        if sides[1] is Side.TOP:
            far_top -= deep[1] * pitch
        else:
            far_bottom += deep[1] * pitch

    def rule(index: int, count: int) -> int:
        return fifth if index % 5 == 0 or index == count else width

    def ink_of(thick: int) -> int:
        return ink if thin_ink is None or thick == fifth else thin_ink

    def across(y: int, start: int, end: int, thick: int) -> None:
        at = start, y - thick // 2, end, y - thick // 2 + thick - 1
        draw.rectangle(at, fill=ink_of(thick))

    def down(x: int, start: int, end: int, thick: int) -> None:
        at = x - thick // 2, start, x - thick // 2 + thick - 1, end
        draw.rectangle(at, fill=ink_of(thick))

    for r, c in product(range(0, len(rows), 5), range(0, len(columns), 5)):
        if tint and (r + c) % 2:
            near_x, near_y = left + c * pitch, top + r * pitch
            corner = min(right, near_x + 5 * pitch), min(bottom, near_y + 5 * pitch)
            draw.rectangle(
                (near_x, near_y, *corner), fill=paper + tint if ink > paper else paper - tint
            )
    for r, _ in enumerate((*rows, ())):
        across(top + r * pitch, far_left, far_right, rule(r, len(rows)))
    for c, _ in enumerate((*columns, ())):
        down(left + c * pitch, far_top, far_bottom, rule(c, len(columns)))
    if boxed:
        for k in range(1, deep[1] + 1):
            across(top - k * pitch if far_top < top else bottom + k * pitch, left, right, width)
        for k in range(1, deep[0] + 1):
            down(left - k * pitch if far_left < left else right + k * pitch, top, bottom, width)

    digits = font(0.66 * pitch)

    def number(x: float, y: float, value: int) -> None:
        draw.text((x, y), str(value), fill=ink, font=digits, anchor="mm")

    for r, clue in enumerate(rows):
        y = top + (r + 0.5) * pitch
        for k, value in enumerate(clue):
            number(
                left - (len(clue) - k - 0.5) * pitch
                if sides[0] is Side.LEFT
                else right + (k + 0.5) * pitch,
                y,
                value,
            )
    for c, clue in enumerate(columns):
        x = left + (c + 0.5) * pitch
        for k, value in enumerate(clue):
            number(
                x,
                top - (len(clue) - k - 0.5) * pitch
                if sides[1] is Side.TOP
                else bottom + (k + 0.5) * pitch,
                value,
            )
    for r, line in enumerate(marks):
        for c, mark in enumerate(line):
            x0, y0 = left + c * pitch, top + r * pitch
            if mark == "#":
                draw.rectangle((x0 + 2, y0 + 2, x0 + pitch - 2, y0 + pitch - 2), fill=ink)
            elif mark == "x":
                near, far = 0.25 * pitch, 0.75 * pitch
                draw.line((x0 + near, y0 + near, x0 + far, y0 + far), ink, stroke)
                draw.line((x0 + near, y0 + far, x0 + far, y0 + near), ink, stroke)
            elif mark == "o":
                near, far = 0.4 * pitch, 0.6 * pitch
                draw.ellipse((x0 + near, y0 + near, x0 + far, y0 + far), fill=ink)
            elif mark == "/":
                for k in range(2, 2 * pitch - 1, max(3, pitch // 5)):
                    low, high = max(2, k - pitch + 2), min(pitch - 2, k)
                    draw.line((x0 + low, y0 + k - low, x0 + high, y0 + k - high), ink, stroke)
    if text:
        _write(image, margin, margin + prose - pitch, ink)
        _write(image, size[1] - prose, size[1] - margin, ink)
    at = np.mgrid[0 : len(rows) + 1, 0 : len(columns) + 1][::-1].astype(np.float64)
    crossings = np.moveaxis(at, 0, -1) * pitch + np.array([left, top])
    return Page(np.asarray(image.convert("RGB"), np.uint8), crossings)


def text_page(width: int = 420, height: int = 560) -> Picture:
    """Nothing but prose."""
    image = Image.new("L", (width, height), 255)
    _write(image, 24, height - 24, 0)
    return np.asarray(image.convert("RGB"), np.uint8)


def _write(image: Image.Image, top: int, bottom: int, ink: int) -> None:
    draw, small = ImageDraw.Draw(image), font(13)
    words = (WORDS * 9).split()
    y, at = top, 0
    while y + 16 < bottom:
        line = ""
        while draw.textlength(line, small) < image.width - 120:
            line += words[at % len(words)] + " "
            at += 1
        draw.text((24, y), line, fill=ink, font=small)
        y += 18


def clues_of(picture: NDArray[np.bool_]) -> tuple[Lines, Lines]:
    """The clues of rows and of columns."""

    def runs(line: NDArray[np.bool_]) -> tuple[int, ...]:
        return tuple(len(list(run)) for shaded, run in groupby(line.tolist()) if shaded)

    return tuple(map(runs, picture)), tuple(map(runs, picture.T))


def any_clues(rows: int, columns: int, seed: int = 0) -> tuple[Lines, Lines]:
    """Of a picture with large areas; it may have other solutions."""
    noise = np.random.default_rng(seed).normal(size=(rows, columns))
    smooth = np.asarray(cv2.GaussianBlur(noise, (0, 0), 0.9))
    return clues_of(smooth > np.quantile(smooth, 0.4))


@cache
def unique_clues(rows: int, columns: int, seed: int = 0) -> tuple[Lines, Lines]:
    """Of a puzzle with one solution."""
    random = Random(seed)
    while True:
        clues = any_clues(rows, columns, random.randrange(10**6))
        if all(clues[0]) and all(clues[1]) and count_solutions(puzzle(clues)) is SolutionCount.ONE:
            return clues


def puzzle(clues: tuple[Lines, Lines]) -> Puzzle:
    return Puzzle.from_numbers(*clues)


def clues_read(reading: Reading) -> tuple[Lines, Lines]:
    """What a reading says, zeros aside."""
    rows, columns = (
        tuple(tuple(n for n in line.lengths if n) for line in lines)
        for lines in (reading.rows, reading.columns)
    )
    return rows, columns


def stained(page: Page, row: int, radius: int = 26) -> Picture:
    """A page with a dark spot over the innermost numbers of two rows."""
    picture = page.picture.copy()
    x, y = page.crossings[row, 0]
    cv2.circle(picture, (round(x - 35), round(y)), radius, (60, 50, 40), -1)
    return np.asarray(picture, np.uint8)
