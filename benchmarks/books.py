"""Printed books that are read back: ``python benchmarks/books.py``.

100 bundled puzzles are printed as a PDF file with their solutions at the end, by the code of
``nonogram print``, and read from the file's drawing. Each row of the table is a book.

columns:
  exact   boards with the clues of their puzzle, colours told apart as there, in the book's order
  wrong   other boards; a part of a board that was not joined is one
  one     of the boards with a solution count, those with exactly one solution
  seconds from opening the file to the last reading, with the solver; printing is not counted
  a page  milliseconds

With --rendered each page with puzzles is also rendered at --dpi, and each board is cut out and read
as a picture; its colours are not compared. Exit codes: 0 if all boards of the drawings are
exact, 1 otherwise.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.machine import machine
from helper.application.offscreen import ensure_application
from helper.paper.book import BookPuzzle, plan_book
from helper.paper.options import PageSize, PrintOptions, Solutions
from helper.paper.pdf import pdf_bytes
from helper.paper.preparing import prepare
from puzzles.contracts import SolutionCount
from puzzles.formats import read as read_puzzle
from puzzles.model import Puzzle
from puzzles.packs import packs
from recognizer.pages.joining import joined
from recognizer.pages.pdf import PdfFile
from recognizer.pages.pdf_pages import PdfPages, drawn_pages
from recognizer.reading import read
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


def chosen(is_colored: bool, seed: int) -> list[BookPuzzle]:
    """Bundled puzzles by chance, with their solutions."""
    entries = [entry for pack in packs() for entry in pack.puzzles]
    random.Random(seed).shuffle(entries)
    found: list[Puzzle] = []
    for entry in entries:
        puzzle = read_puzzle(entry.path).puzzle
        if puzzle.is_black_and_white != is_colored and len(found) < PUZZLES:
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


def rendered_boards(data: bytes, boards: Sequence[BookBoard], dpi: float) -> list[Reading | None]:
    """The boards cut out where they are drawn and read as pictures; none for those in parts."""
    file = PdfFile(data)
    readings: list[Reading | None] = []
    for board in boards:
        if board.parts > 1 or board.reading.lattice is None:
            readings.append(None)
            continue
        scale = dpi / file.dpi(board.page)
        left, top, right, bottom = (round(scale * side) for side in _place(board.reading))
        picture = file.render(board.page, dpi)[max(0, top) : bottom, max(0, left) : right]
        readings.append(read(picture.copy(), count_solutions=count_solutions))
    return readings


def _place(reading: Reading) -> tuple[float, float, float, float]:
    """The box around a board and its clues, with a margin of half a cell, in px of its page."""
    assert reading.lattice is not None
    points = [tuple(point) for point in reading.lattice.corners.tolist()]
    points += [at for _, line in reading.lines for number in line.numbers for at in number.quad]
    margin = reading.lattice.pitch_px / 2
    xs, ys = ([point[k] for point in points] for k in (0, 1))
    return min(xs) - margin, min(ys) - margin, max(xs) + margin, max(ys) + margin


def main(words: Sequence[str] | None = None) -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seed", type=int, default=1, help="chooses the puzzles")
    parser.add_argument("--kind", choices=("black", "colour", "grey"), help="only these books")
    parser.add_argument("--rendered", action="store_true", help="read rendered pages, too")
    parser.add_argument("--dpi", type=float, default=150, help="for --rendered")
    given = parser.parse_args(words)
    ensure_application()
    print(f"{machine()}, seed {given.seed}")
    sets = {is_colored: chosen(is_colored, given.seed) for is_colored in (False, True)}
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
            readings = rendered_boards(data, boards, given.dpi)
            seconds = perf_counter() - start
            right = sum(
                reading is not None and is_exact(reading, each.puzzle, False)
                for reading, each in zip(readings, puzzles, strict=False)
            )
            count = sum(reading is not None for reading in readings)
            print(
                f"{f'  at {given.dpi:g} dpi':<18}{count:6}{'':6}{right:7}{count - right:7}"
                f"{'':7}{seconds:9.1f}",
                flush=True,
            )
    return 0 if is_all else 1


if __name__ == "__main__":
    sys.exit(main())
