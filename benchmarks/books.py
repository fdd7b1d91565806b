"""Printed puzzles that are read back: from the drawing of a PDF file, and from pictures."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Literal, NamedTuple

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import click
import cv2
import numpy as np

from benchmarks.harness import ROOT, Items, Row, Times, benchmark
from benchmarks.reading_score import correspond
from helper.application.offscreen import ensure_application
from helper.paper.book import Book, BookPuzzle, plan_book
from helper.paper.pdf import page_image, pdf_bytes
from helper.paper.preparing import prepare
from puzzles.contracts import SolutionCount
from puzzles.formats import Document
from puzzles.formats import read as read_puzzle
from puzzles.model import Puzzle
from puzzles.packs import packs
from puzzles.print_options import PageSize, PrintOptions, Solutions
from recognizer.lattice import Picture
from recognizer.pages.boards import read_boards
from recognizer.pages.joining import joined
from recognizer.pages.pdf import PdfFile
from recognizer.pages.pdf_pages import PdfPages
from recognizer.values import Reading
from solver.solution_count import count_solutions
from tools.photographs import light
from tools.photographs.camera import Camera
from tools.photographs.prints import pose

SOLVER = "solver.solution_count:count_solutions"
PACKS = ("first-steps", "one-technique-more", "small-pictures", "silhouettes", "tiny-pictures")
"""Packs in black and white whose puzzles fit on a page with others."""
PHOTO_SCALE = 1.15
"""The size of a photo's px in px of the page, before the page is tilted."""


class Layout(NamedTuple):
    """How a book is printed."""

    kind: str
    """``black``, ``colour`` or ``grey``: a colour puzzle with letters."""
    per_page: int
    size: PageSize


@dataclass(frozen=True)
class BookBoard:
    """A board of a book."""

    page: int
    reading: Reading
    parts: int = 1


LAYOUTS = [
    Layout(kind, per_page, PageSize.A4 if (per_page > 2) != (kind == "grey") else PageSize.LETTER)
    for kind in ("black", "colour", "grey")
    for per_page in (1, 2, 4, 6)
]
"""Each number of puzzles a page on A4 and on letter paper."""


def chosen(is_colored: bool, seed: int, count: int) -> list[BookPuzzle]:
    """Bundled puzzles by chance, with their solutions."""
    entries = [entry for pack in packs() for entry in pack.puzzles]
    random.Random(seed).shuffle(entries)
    found: list[Document] = []
    for entry in entries:
        document = read_puzzle(entry.path)
        if document.puzzle.is_black_and_white != is_colored and len(found) < count:
            found.append(document)
    known = prepare(found, False)
    return [
        BookPuzzle(document.puzzle, solution=each.solution)
        for document, each in zip(found, known, strict=True)
    ]


def printed(puzzles: Sequence[BookPuzzle], layout: Layout) -> bytes:
    """The PDF file of a book."""
    options = PrintOptions(
        layout.size,
        per_page=layout.per_page,
        solutions=Solutions.END,
        is_grey=layout.kind == "grey",
    )
    data = pdf_bytes(plan_book(puzzles, options))
    assert data is not None
    return data


def drawn_pages(
    pages: PdfPages, source: Path | bytes
) -> Iterator[tuple[int, list[Reading] | None]]:
    """Each page's number with its boards, which are ``None`` if it has to be rendered."""
    for page in range(1, pages.page_count(source) + 1):
        yield page, pages.boards_of_page(source, page)


def is_exact(reading: Reading, puzzle: Puzzle, has_colors: bool = True) -> bool:
    """Whether a reading has the clues of a puzzle; its colours may have another order."""
    found = reading.puzzle()
    if (found.height, found.width) != (puzzle.height, puzzle.width):
        return False
    lines, true = (*found.rows, *found.columns), (*puzzle.rows, *puzzle.columns)
    numbers, true_numbers, colors, true_colors = (
        [tuple(clue[part] for clue in line) for line in each]
        for part in (0, 1)
        for each in (lines, true)
    )
    return numbers == true_numbers and (correspond(colors, true_colors) or not has_colors)


def drawn_boards(data: bytes) -> tuple[int, list[BookBoard]]:
    """The number of pages of a file, and its boards."""
    boards: list[BookBoard] = []
    pages = 0
    for page, readings in drawn_pages(PdfPages(SOLVER), data):
        pages = page
        boards += [BookBoard(page, each) for each in readings or ()]
    return pages, joined(boards, count_solutions)


def rendered_boards(data: bytes, pages: int, dpi: float) -> list[BookBoard]:
    """The boards of rendered pages."""
    file = PdfFile(data)
    boards = [
        BookBoard(page, reading)
        for page in range(1, pages + 1)
        for reading in read_boards(file.render(page, dpi), count_solutions=count_solutions)
        if reading.has_puzzle
    ]
    return joined(boards, count_solutions)


def exact_boards(boards: Sequence[BookBoard], puzzles: Sequence[BookPuzzle]) -> int:
    """The number of puzzles of which there is an exact reading."""
    left = [board.reading for board in boards]
    for each in puzzles:
        found = next((k for k, reading in enumerate(left) if is_exact(reading, each.puzzle)), None)
        if found is not None:
            del left[found]
    return len(boards) - len(left)


def _row(name: str, pages: int, boards: Sequence[BookBoard], exact: int, times: Times) -> Row:
    ones = sum(board.reading.solution_count is SolutionCount.ONE for board in boards)
    return {
        "book": name,
        "boards": len(boards),
        "pages": pages,
        "exact": exact,
        "wrong": len(boards) - exact,
        "one": ones,
        "a page, ms": 1000 * times.wall_s[0] / pages,
        "time": times,
    }


@benchmark(puzzles=8)
def books(
    seed: int = 1,
    kind: Literal["black", "colour", "grey"] | None = None,
    puzzles: int = 100,
    rendered: bool = False,
    dpi: float = 150,
) -> Items:
    """Printed books that are read back.

    Bundled puzzles are printed as a PDF file with their solutions at the end, by the code of
    nonogram print, and read from the file's drawing. *Exact* are boards with the clues of their
    puzzle, colours told apart as there, in the book's order; *wrong* are other boards, such as a
    part of one that was not joined; *one* are those with exactly one solution. The time is from
    opening the file to the last reading, with the solver; printing is not counted. Not all exact in
    the drawings is an error.

    Args:
        seed: Chooses the puzzles.
        kind: Only these books; grey ones have colour puzzles with letters.
        puzzles: In each book.
        rendered: Read rendered pages, too; what is read of the solutions there is wrong.
        dpi: Of rendered pages.
    """
    ensure_application()
    sets = {colored: chosen(colored, seed, puzzles) for colored in (False, True)}
    is_all = True
    for layout in (each for each in LAYOUTS if kind in (None, each.kind)):
        given = sets[layout.kind != "black"]
        data, times, again = printed(given, layout), Times(), Times()
        pages, boards = times.take(drawn_boards, data)
        pairs = zip(boards, given, strict=False)
        exact = sum(is_exact(board.reading, each.puzzle) for board, each in pairs)
        name = f"{layout.kind} {layout.per_page} {layout.size.value}"
        yield _row(name, pages, boards, exact, times)
        is_all = is_all and len(boards) == exact == len(given)
        if rendered:
            found = again.take(rendered_boards, data, pages, dpi)
            yield _row(f"{name} at {dpi:g} dpi", pages, found, exact_boards(found, given), again)
    if not is_all:
        raise click.ClickException("not all boards are exact")


def full_pages(per_page: int, seed: int) -> Iterator[tuple[Book, int]]:
    """Books and the indices of their full pages."""
    ensure_application()
    rng = np.random.default_rng([seed, per_page])
    paths = [
        path for pack in PACKS for path in sorted((ROOT / "puzzles/packs" / pack).glob("*.non"))
    ]
    while True:
        picked = rng.choice(len(paths), per_page * 4, replace=False)
        puzzles = [BookPuzzle(read_puzzle(paths[k]).puzzle) for k in picked]
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


@benchmark(pages=1, per_page=(4,), dpi=(110,))
def pages(
    pages: int = 10,
    seed: int = 1,
    per_page: tuple[int, ...] = (4, 6, 9),
    dpi: tuple[int, ...] = (150, 110),
    photographed: bool = False,
    save: Path | None = None,
) -> Items:
    """How many boards of printed pages are read exactly.

    Pages are those of nonogram print with several puzzles each, of the bundled packs, as pixels of
    some resolutions. A board counts as exact if it has its place in the reading order and all
    numbers.

    Args:
        pages: Pages of each kind.
        seed: Chooses the puzzles.
        per_page: Puzzles a page.
        dpi: Resolutions.
        photographed: The pages are tilted, in uneven light, with noise, as JPEG.
        save: A folder for the pages that are not exact.
    """
    for each, resolution in ((a, b) for a in per_page for b in dpi):
        printed, found, exact, falsely, times = 0, 0, 0, 0, Times()
        for number, (book, index) in enumerate(islice(full_pages(each, seed), pages)):
            picture = pixels(book, index, resolution)
            if photographed:
                picture = photo(np.random.default_rng([seed, each, number]), picture)
            readings = times.take(read_boards, picture, count_solutions=count_solutions)
            truths = [book.puzzles[board.number].puzzle for board in book.pages[index].boards]
            # A board that is missing puts those after it into the wrong places.
            right = [is_exact(*pair) for pair in zip(readings, truths, strict=False)]
            printed, found, exact = printed + len(truths), found + len(readings), exact + sum(right)
            falsely += sum(
                reading.is_certain and not any(is_exact(reading, truth) for truth in truths)
                for reading in readings
            )
            if save and sum(right) < len(truths):
                save.mkdir(parents=True, exist_ok=True)
                name = f"{each}-{resolution}-{number}.png"
                cv2.imwrite(str(save / name), picture)
                yield f"{name}: {len(readings)} boards, exact: {right}"
        yield {
            "pages": f"{pages} with {each} at {resolution} dpi",
            "boards": printed,
            "found": found,
            "exact": exact,
            "falsely certain": falsely,
            "time": times,
        }
