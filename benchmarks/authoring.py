"""How many pictures make puzzles with one solution before and after a repair, and the time for it.

Letters and symbols of matplotlib's fonts (extra ``study``), and the icons of this program, become
boards of 10x10 to 50x50 as by ``nonogram create``::

    python benchmarks/authoring.py
    python benchmarks/authoring.py --photos DIR   # also dithered photographs, with many open cells

A repair counts only if the solver proves exactly one solution of the repaired puzzle.
"""

from __future__ import annotations

import argparse
import io
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import median
from time import perf_counter

sys.path.insert(0, str(Path(__file__).parents[1]))

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from benchmarks.machine import machine
from benchmarks.table import percentile
from puzzles import Grid, Puzzle, puzzle_of
from recognizer.making.board_making import board_of
from recognizer.making.motif import Motif, suggested
from recognizer.making.settings import Method
from solver.api import Outcome, is_unique
from solver.author.repair import repairs
from solver.author.solution_check import check_solutions

ROOT = Path(__file__).parents[1]
SIZES = (10, 15, 20, 25, 30, 40, 50)
FONTS = ("DejaVuSans", "DejaVuSerif-Bold", "DejaVuSerif-Italic", "DejaVuSansMono-Oblique")
SIGNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabdefghkmqrstwxyz0123456789&@#%?"
SYMBOLS = "☀☁☂☃★☆☎☏☢☣☮☯♔♕♖♗♘♙♚♛♜♝♞♟♠♡♢♣♤♥♦♧♨♩♪♫♬⚓⚔⚖⚙⚛✂✈✉✌✍✎✐✓✖✚✝✡✦✪✿❀❄❖❤➤"
PIXELS = 800
"""The side of the pictures, in px."""


@dataclass(frozen=True)
class Run:
    """One picture."""

    name: str
    size: int
    is_unique_before: bool
    """Whether its puzzle has one solution without a repair."""
    check_s: float
    """Time for the solution count and the open cells."""
    open: int
    changed: int = 0
    """Cells that the best repair changes; 0 if there is none."""
    repair_s: float = 0.0

    @property
    def is_unique_after(self) -> bool:
        """Whether it has one solution, repaired if necessary."""
        return self.is_unique_before or self.changed > 0


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--count", type=int, default=200, help="pictures (default 200)")
    parser.add_argument("--timeout", type=float, default=20.0, help="seconds for a repair")
    parser.add_argument("--photos", type=Path, help="a folder of photographs, to be dithered")
    parser.add_argument("--show", type=Path, help="write the repairs to this file as text")
    options = parser.parse_args()
    print(machine())
    print(HEADER)
    runs = []
    for number, (name, motif) in enumerate(drawn(options.count)):
        runs.append(run(name, motif, SIZES[number % len(SIZES)], options))
    for size in SIZES if runs else ():
        print(row(f"{size}x{size}", [one for one in runs if one.size == size]))
    if runs:
        print(row("all", runs))
    if options.photos:
        photos = sorted(p for p in options.photos.iterdir() if p.suffix in (".jpg", ".png"))
        runs = [
            run(path.stem, Motif.of(pixels(Image.open(path))), 30, options, Method.DITHER)
            for path in photos
        ]
        print(row("dithered 30x30", runs))
    for one in runs:
        if not one.is_unique_after:
            print(f"not repaired: {one.name}, {one.size}x{one.size}, {one.open} cells open")


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


HEADER = (
    f"{'pictures':<16} {'count':>5} {'one solution':>13} {'after repair':>13} "
    f"{'cells: median':>13} {'p95':>4} {'most':>4} {'repair ms: median':>17} {'p95':>6} {'max':>6} "
    f"{'check ms: median':>16} {'p95':>6}"
)


def row(title: str, runs: list[Run]) -> str:
    """A line of the table."""
    repaired = [one for one in runs if one.changed]
    cells = [one.changed for one in repaired] or [0]
    times = [1e3 * one.repair_s for one in runs if not one.is_unique_before] or [0.0]
    checks = [1e3 * one.check_s for one in runs]
    before = sum(one.is_unique_before for one in runs)
    after = sum(one.is_unique_after for one in runs)
    return (
        f"{title:<16} {len(runs):>5} {before:>5} ({before / len(runs):4.0%}) "
        f"{after:>5} ({after / len(runs):4.0%}) {median(cells):>13.0f} "
        f"{percentile(cells, 0.95):>4.0f} {max(cells):>4} {median(times):>17.1f} "
        f"{percentile(times, 0.95):>6.0f} {max(times):>6.0f} {median(checks):>16.2f} "
        f"{percentile(checks, 0.95):>6.2f}"
    )


def run(
    name: str, motif: Motif, size: int, options: argparse.Namespace, method: Method | None = None
) -> Run:
    """Make the board, check it, repair it."""
    settings = replace(suggested(motif), columns=size, rows=size, colors=1, palette=())
    if method is not None:
        settings = replace(settings, method=method)
    drawn_board = board_of(motif, settings)
    grid = drawn_board.grid
    puzzle = puzzle_of(grid, Puzzle.empty(size, size))
    start = perf_counter()
    found = check_solutions(puzzle, options.timeout)
    check_s = perf_counter() - start
    if found.outcome is Outcome.UNIQUE:
        return Run(name, size, True, check_s, 0)
    ways = repairs(grid, puzzle, drawn_board.reluctance, timeout_s=options.timeout)
    open_cells = len(found.undetermined)
    if not ways.found:
        return Run(name, size, False, check_s, open_cells, 0, ways.seconds)
    after = ways.found[0].onto(grid)
    if not is_unique(puzzle_of(after, puzzle)):
        raise SystemExit(f"{name}, {size}x{size}: the repaired puzzle has not exactly one solution")
    if options.show:
        show(options.show, f"{name}, {size}x{size}", grid, after)
    return Run(name, size, False, check_s, open_cells, len(ways.found[0].changes), ways.seconds)


def show(path: Path, title: str, before: Grid, after: Grid) -> None:
    """Append a picture before and after its repair to a text file."""
    with path.open("a") as file:
        print(title, file=file)
        for old, new in zip(before.to_text(), after.to_text(), strict=True):
            marked = (n if o == n else "+-"[n == "."] for o, n in zip(old, new, strict=True))
            print(f"{old}   {''.join(marked)}", file=file)


if __name__ == "__main__":
    main()
