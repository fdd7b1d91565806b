"""Printed books that are read back: ``python benchmarks/books.py``.

Bundled puzzles are printed as a PDF file with their solutions at the end, by the code of
``nonogram print``, and read from the file's drawing. Each row of the table is a book.

columns:
  exact   boards with the clues of their puzzle, colours told apart as there, in the book's order
  wrong   other boards; a part of a board that was not joined is one
  one     of the boards with a solution count, those with exactly one solution
  seconds from opening the file to the last reading, with the solver; printing is not counted
  a page  milliseconds

With --rendered the pages are also rendered at --dpi and read as pictures, those with solutions,
too: what is read there is wrong. Exit codes: 0 if all boards of the drawings are exact, 1
otherwise.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.machine import machine
from helper.application.offscreen import ensure_application
from helper.paper.book import BookPuzzle, plan_book
from helper.paper.pdf import pdf_bytes
from helper.paper.preparing import prepare
from puzzles.contracts import SolutionCount
from puzzles.formats import read as read_puzzle
from puzzles.model import Puzzle
from puzzles.packs import packs
from puzzles.print_options import PageSize, PrintOptions, Solutions
from recognizer.pages.boards import read_boards
from recognizer.pages.joining import joined
from recognizer.pages.pdf import PdfFile
from recognizer.pages.pdf_pages import PdfPages
from recognizer.values import Reading
from solver.solution_count import count_solutions

PUZZLES = 100
SOLVER = "solver.solution_count:count_solutions"


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
    found: list[Puzzle] = []
    for entry in entries:
        puzzle = read_puzzle(entry.path).puzzle
        if puzzle.is_black_and_white != is_colored and len(found) < count:
            found.append(puzzle)
    known = prepare(found, False)
    return [BookPuzzle(p, solution=k.solution) for p, k in zip(found, known, strict=True)]


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
    pairs: set[tuple[int, int]] = set()
    for line, true in zip(
        (*found.rows, *found.columns), (*puzzle.rows, *puzzle.columns), strict=True
    ):
        if [clue.length for clue in line] != [clue.length for clue in true]:
            return False
        pairs |= {(a.color, b.color) for a, b in zip(line, true, strict=True)}
    is_one_to_one = len(pairs) == len({a for a, _ in pairs}) == len({b for _, b in pairs})
    return is_one_to_one or not has_colors


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


def main(words: Sequence[str] | None = None) -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seed", type=int, default=1, help="chooses the puzzles")
    parser.add_argument("--kind", choices=("black", "colour", "grey"), help="only these books")
    parser.add_argument("--puzzles", type=int, default=PUZZLES, help="in each book")
    parser.add_argument("--rendered", action="store_true", help="read rendered pages, too")
    parser.add_argument("--dpi", type=float, default=150, help="for --rendered")
    given = parser.parse_args(words)
    ensure_application()
    print(f"{machine()}, seed {given.seed}")
    sets = {colored: chosen(colored, given.seed, given.puzzles) for colored in (False, True)}
    print("book              boards pages  exact  wrong    one  seconds  a page")
    is_all = True
    for layout in LAYOUTS:
        if given.kind and layout.kind != given.kind:
            continue
        puzzles = sets[layout.kind != "black"]
        data = printed(puzzles, layout)
        start = perf_counter()
        pages, boards = drawn_boards(data)
        seconds = perf_counter() - start
        exact = [
            is_exact(board.reading, each.puzzle)
            for board, each in zip(boards, puzzles, strict=False)
        ]
        ones = sum(board.reading.solution_count is SolutionCount.ONE for board in boards)
        name = f"{layout.kind} {layout.per_page} {layout.size.value}"
        print(
            f"{name:<18}{len(boards):6}{pages:6}{sum(exact):7}{len(boards) - sum(exact):7}"
            f"{ones:7}{seconds:9.1f}{1000 * seconds / pages:8.0f}",
            flush=True,
        )
        is_all = is_all and len(boards) == sum(exact) == len(puzzles)
        if given.rendered:
            start = perf_counter()
            read_again = rendered_boards(data, pages, given.dpi)
            seconds = perf_counter() - start
            right = exact_boards(read_again, puzzles)
            ones = sum(b.reading.solution_count is SolutionCount.ONE for b in read_again)
            print(
                f"{f'  at {given.dpi:g} dpi':<18}{len(read_again):6}{pages:6}{right:7}"
                f"{len(read_again) - right:7}{ones:7}{seconds:9.1f}{1000 * seconds / pages:8.0f}",
                flush=True,
            )
    return 0 if is_all else 1


if __name__ == "__main__":
    sys.exit(main())
