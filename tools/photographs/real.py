"""Take pictures of real programs that show puzzles: a browser, its printer, a game, a terminal.

``python tools/photographs/real.py DIR --seed 9001`` writes ``DIR/images`` and ``DIR/truth.json`` as
``make.py`` does, but nothing is drawn here: Chromium renders pages of many styles
(:mod:`tools.photographs.web_pages`) for the screen and for a printer, whose pages are scanned at
100 to 200 dpi; ``sgt-pattern`` makes and shows its own puzzles; ``xterm`` shows text. On Debian::

    apt install chromium poppler-utils sgt-puzzles xterm xvfb xdotool imagemagick fonts-liberation
"""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2]))

import click
import numpy as np
from PIL import Image
from tqdm import tqdm

from tools.photographs.pictures import Clues, draw_picture
from tools.photographs.web_pages import web_page

SCREEN = ":77"
SGT_PATTERN = shutil.which("sgt-pattern") or "/usr/games/sgt-pattern"
PROGRAMS = "chromium", "pdftoppm", "xterm", "Xvfb", "xdotool", "import", SGT_PATTERN
PATIENCE_S = 60
CHROMIUM = (
    "chromium", "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run",
    "--disable-background-networking", "--disable-sync", "--hide-scrollbars",
)  # fmt: skip
MARGIN_PX = 12
"""Around what a page shows."""


class PictureSet:
    """The pictures of a folder and their truth."""

    def __init__(self, folder: Path, seed: int, work: Path) -> None:
        self.images, self.work, self._seed = folder / "images", work, seed
        self.images.mkdir(parents=True, exist_ok=True)
        self.truth: list[dict[str, Any]] = []

    def numbers(self, kind: str, index: int) -> tuple[random.Random, np.random.Generator]:
        """The random numbers of a picture: they depend on the seed, its kind and index only."""
        rng = random.Random(f"{self._seed}-{kind}-{index}")
        return rng, np.random.default_rng(rng.randrange(2**32))

    def add(self, kind: str, image: Path, rows: Clues, columns: Clues) -> None:
        """Note what a picture shows."""
        self.truth.append({
            "name": image.stem, "kind": kind, "image": f"images/{image.name}",
            "rows": rows, "columns": columns, "solutions": "unique",
            "source": f"real program, seed {self._seed}",
        })  # fmt: skip


def run(*command: str | Path) -> str:
    """The output of a program on the screen without a monitor."""
    environment = dict(os.environ, DISPLAY=SCREEN, LC_ALL="C.UTF-8")
    done = subprocess.run(
        command, capture_output=True, text=True, timeout=PATIENCE_S, env=environment, check=True
    )
    return done.stdout


def page(made: PictureSet, index: int) -> None:
    """A page in a browser, as its screenshot."""
    rng, numbers = made.numbers("web", index)
    drawing = draw_picture(numbers, rng.choice((10, 15, 20, 30, 40)))
    shown = web_page(drawing, rng)
    source, target = made.work / "page.html", made.images / f"web-{index:03d}.png"
    source.write_text(shown.html, encoding="utf-8")
    scale = rng.choice((1, 1, 1, 1.25, 1.5, 2))
    size = "--window-size=1800,1700"
    factor = f"--force-device-scale-factor={scale}"
    run(*CHROMIUM, f"--screenshot={target}", size, factor, source.as_uri())
    image = trimmed(Image.open(target).convert("RGB"))
    if rng.random() < 0.25:
        target.unlink()
        target = target.with_suffix(".jpg")
    image.save(target, quality=rng.choice((55, 70, 85)))
    made.add(shown.kind, target, drawing.rows, drawing.columns)


def trimmed(image: Image.Image) -> Image.Image:
    """A screenshot without the empty page at the right and below."""
    pixels = np.asarray(image).astype(int)
    is_used = np.abs(pixels - pixels[-1, -1]).max(axis=2) > MARGIN_PX
    bottom, right = (int(np.flatnonzero(is_used.any(axis=1 - axis))[-1]) for axis in (0, 1))
    size = min(image.width, right + MARGIN_PX), min(image.height, bottom + MARGIN_PX)
    return image.crop((0, 0, *size))


def scan(made: PictureSet, index: int) -> None:
    """A page that the browser printed, scanned."""
    rng, numbers = made.numbers("print", index)
    drawing = draw_picture(numbers, rng.choice((15, 20, 25)))
    shown = web_page(drawing, rng)
    source, pdf = made.work / "page.html", made.work / "page.pdf"
    paper = "<style>@page{size:A3}*{-webkit-print-color-adjust:exact}"
    source.write_text(shown.html.replace("<style>", paper, 1), encoding="utf-8")
    run(*CHROMIUM, f"--print-to-pdf={pdf}", "--no-pdf-header-footer", source.as_uri())
    dpi = rng.choice(("100", "130", "150", "200"))
    run("pdftoppm", "-r", dpi, "-png", "-singlefile", "-l", "1", pdf, made.work / "scan")
    image = Image.open(made.work / "scan.png").convert(rng.choice(("L", "RGB")))
    if rng.random() < 0.6:
        tilt = rng.uniform(-1.2, 1.2)
        image = image.rotate(tilt, resample=Image.Resampling.BICUBIC, fillcolor="white")
    target = made.images / f"print-{index:03d}.jpg"
    image.save(target, quality=rng.choice((40, 60, 80)))
    made.add(shown.kind.replace("web", "print"), target, drawing.rows, drawing.columns)


@contextmanager
def window(*command: str) -> Iterator[str]:
    """The number of the window of a program that runs."""
    environment = dict(os.environ, DISPLAY=SCREEN, LC_ALL="C.UTF-8")
    program = subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL)
    try:
        yield run(
            "xdotool", "search", "--sync", "--onlyvisible", "--pid", str(program.pid)
        ).split()[-1]
    finally:
        program.kill()
        program.wait()


def game(made: PictureSet, index: int) -> None:
    """A puzzle of ``sgt-pattern`` in its window, played a little or not."""
    rng, _ = made.numbers("game", index)
    size = rng.choice(("10x10", "15x15", "20x20", "25x25", "30x30", "20x15"))
    puzzle = run(SGT_PATTERN, "--generate", "1", f"{size}#{rng.randrange(10**9)}").split()[0]
    width = int(size.split("x")[0])
    lines = [[int(n) for n in each.split(".") if n] for each in puzzle.split(":")[1].split("/")]
    target = made.images / f"game-{index:03d}.png"
    with window(SGT_PATTERN, puzzle) as number:
        time.sleep(1)
        side = rng.choice((0, 500, 700, 900))
        if side:
            run("xdotool", "windowsize", number, str(side), str(side + 40))
            time.sleep(1)
        place = run("xdotool", "getwindowgeometry", "--shell", number)
        sizes = dict(line.split("=") for line in place.split())
        for _ in range(rng.choice((0, 0, 12))):
            x = int(int(sizes["WIDTH"]) * rng.uniform(0.35, 0.93))
            y = int(int(sizes["HEIGHT"]) * rng.uniform(0.4, 0.9))
            button = rng.choice("13")
            move = "xdotool", "mousemove", "--window", number, str(x), str(y)
            run(*move, "click", button)
        time.sleep(0.5)
        run("import", "-window", number, target)
    made.add("game", target, lines[width:], lines[:width])


def terminal(made: PictureSet, index: int) -> None:
    """A puzzle in text, in a terminal."""
    rng, numbers = made.numbers("terminal", index)
    drawing = draw_picture(numbers, rng.choice((10, 15, 20)))
    wide, is_dark = rng.choice((2, 3)), rng.random() < 0.6
    across, down, both = rng.choice(("─│┼", "-|+"))
    rows = [" ".join(map(str, clue or [0])) for clue in drawing.rows]
    indent = max(map(len, rows)) + 1
    deepest = max(len(clue) or 1 for clue in drawing.columns)
    columns = [[*[""] * (deepest - max(1, len(c))), *map(str, c or [0])] for c in drawing.columns]
    text = [
        " " * indent + "".join(f" {clue[k]:>{wide}}" for clue in columns) for k in range(deepest)
    ]
    rule = " " * indent + both + (across * wide + both) * drawing.width
    for row in rows:
        text += [rule, f"{row:>{indent}}" + down + (" " * wide + down) * drawing.width]
    source = made.work / "text"
    source.write_text("\n".join([*text, rule]), encoding="utf-8")
    size = f"{max(map(len, text)) + 2}x{len(text) + 3}"
    face = rng.choice(("DejaVu Sans Mono", "Liberation Mono"))
    colors = ("-bg", "black", "-fg", "gray80") if is_dark else ("-bg", "white", "-fg", "black")
    target = made.images / f"terminal-{index:03d}.png"
    look = ("-fa", face, "-fs", rng.choice(("8", "9", "10", "12")), "-geometry", size, *colors)
    with window("xterm", "-u8", *look, "-e", f"cat {source}; sleep {PATIENCE_S}") as number:
        time.sleep(1)
        run("import", "-window", number, target)
    made.add("terminal", target, drawing.rows, drawing.columns)


@click.command()
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.option("--pages", default=64, show_default=True, help="Pages in a browser.")
@click.option("--prints", default=14, show_default=True, help="Pages that it printed.")
@click.option("--games", default=14, show_default=True, help="Puzzles of sgt-pattern.")
@click.option("--terminals", default=8, show_default=True, help="Puzzles in a terminal.")
@click.option("--seed", default=1, show_default=True, type=click.IntRange(0))
def main(folder: Path, pages: int, prints: int, games: int, terminals: int, seed: int) -> None:
    """Write pictures of real programs to FOLDER/images, and their truth to FOLDER/truth.json."""
    if missing := [name for name in PROGRAMS if shutil.which(name) is None]:
        raise click.UsageError(f"these programs are missing: {', '.join(missing)}")
    kinds = ((page, pages), (scan, prints), (game, games), (terminal, terminals))
    with tempfile.TemporaryDirectory() as work:
        made = PictureSet(folder, seed, Path(work))
        screen = subprocess.Popen(["Xvfb", SCREEN, "-screen", "0", "1800x1700x24"])
        try:
            time.sleep(1)
            for kind, index in tqdm([(kind, k) for kind, count in kinds for k in range(count)]):
                kind(made, index)
        finally:
            screen.kill()
            screen.wait()
    text = ",\n".join(json.dumps(entry) for entry in made.truth)
    (folder / "truth.json").write_text(f"[\n{text}\n]\n", encoding="utf-8")


if __name__ == "__main__":
    main()
