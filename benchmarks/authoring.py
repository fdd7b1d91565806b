"""How many pictures make puzzles with one solution before and after a repair."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from statistics import median

import click
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from benchmarks.harness import ROOT, Items, Row, Times, benchmark, percentile, progress
from puzzles import Puzzle, puzzle_of
from recognizer.making.board_making import board_of
from recognizer.making.motif import Motif, suggested
from recognizer.making.settings import Method
from solver.api import Outcome, is_unique
from solver.author.repair import repairs
from solver.author.solution_check import check_solutions

SIZES = (10, 15, 20, 25, 30, 40, 50)
FONTS = ("DejaVuSans", "DejaVuSerif-Bold", "DejaVuSerif-Italic", "DejaVuSansMono-Oblique")
SIGNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabdefghkmqrstwxyz0123456789&@#%?"
SYMBOLS = "☀☁☂☃★☆☎☏☢☣☮☯♔♕♖♗♘♙♚♛♜♝♞♟♠♡♢♣♤♥♦♧♨♩♪♫♬⚓⚔⚖⚙⚛✂✈✉✌✍✎✐✓✖✚✝✡✦✪✿❀❄❖❤➤"
PIXELS = 800
"""The side of the pictures, in px."""


class Tally:
    """The results of some pictures."""

    def __init__(self, timeout_s: float) -> None:
        self.count = self.unique = 0
        self.changed: list[int] = []
        """For each repaired picture the cells that the best repair changes."""
        self.checks, self.repairs = Times(), Times()
        self._timeout_s = timeout_s

    def add(self, name: str, motif: Motif, size: int, method: Method | None = None) -> str:
        """Make a board, check it and repair it; what is said of one that cannot be repaired.

        Raises:
            click.ClickException: A repaired puzzle has not exactly one solution.
        """
        settings = replace(suggested(motif), columns=size, rows=size, colors=1, palette=())
        if method is not None:
            settings = replace(settings, method=method)
        board = board_of(motif, settings)
        grid, title = board.grid, f"{name}, {size}x{size}"
        puzzle = puzzle_of(grid, Puzzle.empty(size, size))
        self.count += 1
        found = self.checks.take(check_solutions, puzzle, self._timeout_s)
        if found.outcome is Outcome.UNIQUE:
            self.unique += 1
            return ""
        ways = self.repairs.take(repairs, grid, puzzle, board.reluctance, timeout_s=self._timeout_s)
        if not ways.found:
            return f"not repaired: {title}, {len(found.undetermined)} cells open"
        after = ways.found[0].onto(grid)
        if not is_unique(puzzle_of(after, puzzle)):
            raise click.ClickException(f"{title}: the repaired puzzle has not one solution")
        self.changed.append(len(ways.found[0].changes))
        return ""

    def include(self, other: Tally) -> None:
        """Add the results of other pictures."""
        self.count, self.unique = self.count + other.count, self.unique + other.unique
        self.changed += other.changed
        self.checks.add(other.checks)
        self.repairs.add(other.repairs)

    def row(self, title: str) -> Row:
        """A row of the table."""
        cells = self.changed or [0]
        return {
            "pictures": title,
            "count": self.count,
            "one solution": self.unique,
            "repaired": self.unique + len(self.changed),
            "cells": median(cells),
            "p95": percentile(cells, 0.95),
            "most": max(cells),
            "repair": self.repairs,
            "check": self.checks,
        }


@benchmark(count=7, timeout=2.0)
def authoring(
    count: int = 200,
    timeout: float = 20.0,
    photos: Path | None = None,
) -> Items:
    """How many pictures make puzzles with one solution before and after a repair, and its time.

    Letters and symbols of matplotlib's fonts (extra study), and the icons of this program, become
    boards of 10x10 to 50x50 as by nonogram create. A repair counts only if the solver proves
    exactly one solution of the repaired puzzle.

    Args:
        count: Pictures.
        timeout: For a repair, s.
        photos: A folder of photographs to be dithered too, with many open cells.
    """
    said: list[str] = []
    tallies = {size: Tally(timeout) for size in SIZES}
    for number, (name, motif) in enumerate(progress(drawn(count), "pictures", count)):
        size = SIZES[number % len(SIZES)]
        said.append(tallies[size].add(name, motif, size))
    altogether = Tally(timeout)
    for size, tally in tallies.items():
        if tally.count:
            yield tally.row(f"{size}x{size}")
            altogether.include(tally)
    if altogether.count:
        yield altogether.row("all")
    if photos:
        dithered = Tally(timeout)
        for path in sorted(p for p in photos.iterdir() if p.suffix in (".jpg", ".png")):
            motif = Motif.of(pixels(Image.open(path)))
            said.append(dithered.add(path.stem, motif, 30, Method.DITHER))
        yield dithered.row("dithered 30x30")
    yield from filter(None, said)


def drawn(count: int) -> Iterator[tuple[str, Motif]]:
    """Letters, symbols and icons in turn."""
    icons = sorted((ROOT / "resources/icons").glob("*.svg"))
    for k in range(count):
        if k % 4 < 2:
            font, sign = FONTS[k // 4 % len(FONTS)], SIGNS[(k // 4 * 2 + k % 4) % len(SIGNS)]
            yield f"{sign} in {font}", glyph(font, sign)
        elif k % 4 == 2:
            sign = SYMBOLS[k // 4 % len(SYMBOLS)]
            yield sign, glyph("DejaVuSans", sign)
        else:
            path = icons[k // 4 % len(icons)]
            yield path.stem, icon(path)


def glyph(font: str, sign: str) -> Motif:
    """A picture of a sign that fills it."""
    import matplotlib

    folder = Path(matplotlib.get_data_path()) / "fonts/ttf"
    face = ImageFont.truetype(str(folder / f"{font}.ttf"), PIXELS * 8 // 10)
    image = Image.new("L", (PIXELS, PIXELS), 255)
    brush = ImageDraw.Draw(image)
    left, top, right, bottom = brush.textbbox((0, 0), sign, font=face)
    at = (PIXELS - right - left) / 2, (PIXELS - bottom - top) / 2
    brush.text(at, sign, font=face, fill=0)
    return Motif.of(pixels(image))


def icon(path: Path) -> Motif:
    """An icon of this program, in black."""
    from helper.images.svg import render_svg

    text = path.read_text().replace("currentColor", "#000000")
    return Motif.of(render_svg(text.encode(), PIXELS))


def pixels(image: Image.Image) -> np.ndarray:
    """The picture as RGBA uint8, shape (h, w, 4)."""
    data = io.BytesIO()
    image.convert("RGB").save(data, "BMP")
    return np.asarray(Image.open(data).convert("RGBA"))
