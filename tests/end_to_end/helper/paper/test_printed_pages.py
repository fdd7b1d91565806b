"""Printed pages are read back from the PDF, at 150 dpi, without an error."""

from __future__ import annotations

import numpy as np
import pypdfium2
import pytest

from helper.paper.book import BookPuzzle, plan_book
from helper.paper.pdf import pdf_bytes
from puzzles.grid import SHADED, Grid, puzzle_of
from puzzles.model import Puzzle
from puzzles.print_options import PageSize, PrintOptions, Solutions
from recognizer.lattice import Picture
from recognizer.reading import read
from solver.solution_count import count_solutions
from tests.support.boards import CHICK, CHICK_PICTURE, random_puzzle
from tests.support.cases import few

DPI = 150
NO_SOLUTIONS = PrintOptions(solutions=Solutions.NONE)


def pages(puzzles: list[Puzzle], options: PrintOptions) -> list[Picture]:
    book = plan_book([BookPuzzle(puzzle) for puzzle in puzzles], options)
    data = pdf_bytes(book)
    assert data is not None
    document = pypdfium2.PdfDocument(data)
    images = [page.render(scale=DPI / 72).to_numpy()[:, :, :3] for page in document]
    return [np.ascontiguousarray(image) for image in images]


def assert_read(picture: Picture, puzzle: Puzzle) -> None:
    found = read(picture, count_solutions=count_solutions).puzzle()
    assert (found.rows, found.columns) == (puzzle.rows, puzzle.columns)


LONG = pytest.mark.long


@pytest.mark.parametrize(("height", "width", "density"), [
    (20, 20, 0.6), pytest.param(5, 5, 0.6, marks=LONG),
    pytest.param(40, 40, 0.7, marks=LONG), pytest.param(10, 15, 0.5, marks=LONG),
    pytest.param(30, 25, 0.7, marks=LONG),
    pytest.param(12, 45, 0.55, marks=LONG),
])  # fmt: skip
def test_a_board_of_any_size_is_read(height: int, width: int, density: float) -> None:
    puzzle = random_puzzle(height * width, height, width, density=density)
    (picture,) = pages([puzzle], NO_SOLUTIONS)
    assert_read(picture, puzzle)


@pytest.mark.parametrize("options", few(1, [
    PrintOptions(PageSize.LETTER, 10, title="", solutions=Solutions.NONE),
    PrintOptions(solutions=Solutions.NONE, is_large=True, is_grey=True),
]))  # fmt: skip
def test_a_page_with_other_options_is_read(options: PrintOptions) -> None:
    (picture,) = pages([CHICK], options)
    assert_read(picture, CHICK)


@pytest.mark.long
def test_each_puzzle_of_a_page_is_read_when_it_is_cut_out() -> None:
    puzzles = [random_puzzle(seed, 6, 7) for seed in range(2)]
    (picture,) = pages(puzzles, PrintOptions(per_page=2, solutions=Solutions.NONE))
    middle = picture.shape[0] // 2
    assert_read(np.ascontiguousarray(picture[:middle]), puzzles[0])
    assert_read(np.ascontiguousarray(picture[middle:]), puzzles[1])


def test_the_picture_of_the_cover_is_on_the_title_page() -> None:
    picture = Grid.from_text(CHICK_PICTURE)
    cover = puzzle_of(picture, CHICK)
    options = PrintOptions(solutions=Solutions.NONE, title="Birds", margin_mm=15)

    def title_page(*, is_cover: bool) -> Picture:
        puzzles = [BookPuzzle(random_puzzle(1, 9, 9)), BookPuzzle(cover, is_cover=is_cover)]
        data = pdf_bytes(plan_book(puzzles, options))
        assert data is not None
        page = pypdfium2.PdfDocument(data)[0]
        return np.ascontiguousarray(page.render(scale=DPI / 72).to_numpy()[:, :, :3])

    without, shown = (title_page(is_cover=is_cover) for is_cover in (False, True))
    upper = shown[: shown.shape[0] * 55 // 100].min(axis=2) < 128
    rows, columns = np.flatnonzero(upper.any(axis=1)), np.flatnonzero(upper.any(axis=0))
    seen = upper[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    steps = [(np.arange(7) + 0.5) * length / 7 for length in seen.shape]
    cells = seen[np.ix_(steps[0].astype(int), steps[1].astype(int))]
    assert cells.tolist() == [[state == SHADED for state in picture.row(r)] for r in range(7)]
    lower = shown[shown.shape[0] * 60 // 100 :].min(axis=2) < 128
    assert lower.any(), "the title is below it"
    assert (without.min(axis=2) < 128).any()
