"""How many boards of printed pages are read exactly: ``python benchmarks/pages.py``.

Pages are those of ``nonogram print`` with several puzzles each, of the bundled packs, as pixels of
some resolutions; with ``--photo`` they are photographed: tilted, in uneven light, with noise, as
JPEG. A board counts as exact if it has its place in the reading order and all numbers.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from time import perf_counter

sys.path.insert(0, str(Path(__file__).parents[1]))

import cv2
import numpy as np

from benchmarks.machine import ROOT, machine
from helper.application.offscreen import ensure_application
from helper.paper.book import Book, BookPuzzle, plan_book
from helper.paper.pdf import page_image
from puzzles.formats import read as read_file
from puzzles.model import Puzzle
from puzzles.print_options import PrintOptions
from recognizer.pages.boards import read_boards
from recognizer.values import Picture, Reading
from solver.solution_count import count_solutions
from tools.photographs import light
from tools.photographs.camera import Camera
from tools.photographs.prints import pose

PACKS = ("first-steps", "one-technique-more", "small-pictures", "silhouettes", "tiny-pictures")
"""Packs in black and white whose puzzles fit on a page with others."""
PHOTO_SCALE = 1.15
"""The size of a photo's px in px of the page, before the page is tilted."""


def pages(per_page: int, seed: int) -> Iterator[tuple[Book, int]]:
    """Books and the indices of their full pages."""
    ensure_application()
    rng = np.random.default_rng([seed, per_page])
    paths = [
        path for pack in PACKS for path in sorted((ROOT / "puzzles/packs" / pack).glob("*.non"))
    ]
    while True:
        chosen = rng.choice(len(paths), per_page * 4, replace=False)
        puzzles = [BookPuzzle(read_file(paths[k]).puzzle) for k in chosen]
        book = plan_book(puzzles, PrintOptions(per_page=per_page))
        yield from ((book, k) for k, page in enumerate(book.pages) if len(page.boards) == per_page)


def pixels(book: Book, index: int, dpi: int) -> Picture:
    """A page, BGR."""
    image = page_image(book, index, dpi / 72)
    rgb = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.bytesPerLine())
    return np.ascontiguousarray(rgb[:, : 4 * image.width()].reshape(image.height(), -1, 4)[..., :3])


def photo(rng: np.random.Generator, page: Picture) -> Picture:
    """A photograph of a page: slightly turned and tilted, in uneven light, with noise, as JPEG."""
    height, width = page.shape[:2]
    camera = Camera((width, height), pose(rng, 14, 5, 0.012))
    corners = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float64)
    size = camera.frame(corners, 0.03, PHOTO_SCALE)
    taken = camera.take(page, size, light.table_top(rng, size))
    taken = light.noisy(rng, light.lit(rng, taken, 0.7), float(rng.uniform(1, 4)))
    data = cv2.imencode(".jpg", taken, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(70, 95))])[1]
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)


def is_exact(reading: Reading, puzzle: Puzzle) -> bool:
    """Whether all clues were read as they were printed."""
    read = reading.puzzle()
    return (read.rows, read.columns) == (puzzle.rows, puzzle.columns)


def measure(per_page: int, dpi: int, words: argparse.Namespace) -> str:
    """The row of a table."""
    printed = found = exact = falsely_certain = 0
    seconds: list[float] = []
    chosen = islice(pages(per_page, words.seed), words.pages)
    for number, (book, index) in enumerate(chosen):
        picture = pixels(book, index, dpi)
        if words.photo:
            picture = photo(np.random.default_rng([words.seed, per_page, number]), picture)
        start = perf_counter()
        readings = read_boards(picture, count_solutions=count_solutions)
        seconds.append(perf_counter() - start)
        truths = [book.puzzles[board.number].puzzle for board in book.pages[index].boards]
        # A board that is missing puts those after it into the wrong places.
        right = [is_exact(*pair) for pair in zip(readings, truths, strict=False)]
        printed, found, exact = printed + len(truths), found + len(readings), exact + sum(right)
        falsely_certain += sum(
            each.is_certain and not any(is_exact(each, truth) for truth in truths)
            for each in readings
        )
        if words.save and sum(right) < len(truths):
            name = f"{per_page}-{dpi}-{number}.png"
            words.save.mkdir(parents=True, exist_ok=True)
            cv2.imwrite(str(words.save / name), picture)
            print(f"{name}: {len(readings)} boards, exact: {right}")
    return (
        f"{per_page:>8} {dpi:>5} {words.pages:>6} {printed:>7} {found:>6} {exact:>6}"
        f" {falsely_certain:>16} {np.median(seconds):>8.2f} {max(seconds):>6.2f}"
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line; the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split(":")[0] + ".")
    parser.add_argument("--pages", type=int, default=10, help="pages of each kind")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--per-page", type=int, nargs="+", default=[4, 6, 9])
    parser.add_argument("--dpi", type=int, nargs="+", default=[150, 110])
    parser.add_argument("--photo", action="store_true", help="photograph the pages")
    parser.add_argument(
        "--save", type=Path, metavar="DIR", help="keep the pages that are not exact"
    )
    words = parser.parse_args(arguments)
    print(machine())
    print("per page   dpi  pages  boards  found  exact  falsely certain    p50 s  max s")
    for per_page in words.per_page:
        for dpi in words.dpi:
            print(measure(per_page, dpi, words), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
