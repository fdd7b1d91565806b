"""All boards of a page are read, and nothing else."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
import pytest
from PySide6.QtWidgets import QApplication

from benchmarks.books import photo, pixels
from helper.paper.book import BookPuzzle, plan_book
from puzzles.contracts import SolutionCount
from puzzles.formats import read as read_puzzle
from puzzles.packs import packs
from puzzles.print_options import PrintOptions
from recognizer.images import turned
from recognizer.lattice import Picture
from recognizer.pages.boards import read_boards
from recognizer.reading import read
from recognizer.values import Problem, Progress
from solver.solution_count import count_solutions
from tests.support.cases import few, further
from tests.support.pages import (
    Lines,
    clues_of,
    clues_read,
    draw_page,
    puzzle,
    text_page,
    unique_clues,
)

Clues = tuple[Lines, Lines]
TEN, SEVEN = unique_clues(10, 10, 5), unique_clues(7, 7, 6)


def sheet_of(parts: Sequence[tuple[Picture, int, int]], width: int = 900) -> Picture:
    """A sheet with pictures at (x, y)."""
    sheet = np.full((760, width, 3), 255, np.uint8)
    for picture, x, y in parts:
        high, wide = picture.shape[:2]
        sheet[y : y + high, x : x + wide] = picture
    return sheet


def read_all(picture: Picture) -> list[Clues]:
    found = read_boards(picture, count_solutions=count_solutions)
    assert all(Problem.SEVERAL_GRIDS not in reading.problems for reading in found)
    return [clues_read(reading) for reading in found]


def mosaic(side: int = 8, pitch: int = 18) -> Picture:
    """A decoration of coloured tiles."""
    colors = np.random.default_rng(1).integers(0, 255, (side, side, 3)).astype(np.uint8)
    tiles = cv2.resize(colors, None, fx=pitch, fy=pitch, interpolation=cv2.INTER_NEAREST)
    tiles[::pitch], tiles[:, ::pitch] = 255, 255
    return np.asarray(tiles, np.uint8)


def solved(side: int = 10, pitch: int = 16) -> Picture:
    """A printed solution, without numbers."""
    cells = np.where(np.random.default_rng(2).random((side, side)) < 0.45, 0, 255).astype(np.uint8)
    drawn = cv2.resize(cells, None, fx=pitch, fy=pitch, interpolation=cv2.INTER_NEAREST)
    drawn[::pitch], drawn[:, ::pitch] = 0, 0
    return np.asarray(np.repeat(drawn[..., None], 3, axis=2), np.uint8)


def numbered_table(
    rows: int = 9, columns: int = 9, pitch: int = 30, filled: float = 0.4
) -> Picture:
    """A table with numbers in its cells, as a sudoku has them."""
    rng = np.random.default_rng(3)
    table = np.full((rows * pitch + 1, columns * pitch + 1, 3), 255, np.uint8)
    table[::pitch], table[:, ::pitch] = 0, 0
    for r, c in np.argwhere(rng.random((rows, columns)) < filled).tolist():
        at, text = (c * pitch + 8, r * pitch + 23), str(rng.integers(1, 10))
        cv2.putText(table, text, at, cv2.FONT_HERSHEY_SIMPLEX, 0.6, (0, 0, 0), 2)
    return table


@pytest.mark.parametrize("is_photo", [*further(False), True])
def test_our_own_page_of_four_comes_back(application: QApplication, is_photo: bool) -> None:
    clues = [unique_clues(*size, 7) for size in ((5, 5), (7, 6), (6, 8), (5, 10))]
    puzzles = [BookPuzzle(puzzle(each)) for each in clues]
    page = pixels(plan_book(puzzles, PrintOptions(per_page=4)), 0, 110)
    if is_photo:
        page = photo(np.random.default_rng(3), page)
    assert read_all(page) == clues


def test_a_small_board_beside_a_large_one_is_read() -> None:
    large, small = unique_clues(20, 20, 3), unique_clues(5, 5, 4)
    pages = draw_page(*large, pitch=20).picture, draw_page(*small, pitch=20).picture
    picture = sheet_of([(pages[0], 10, 10), (pages[1], 700, 100), (pages[1], 700, 450)])
    found = read_boards(picture, count_solutions=count_solutions)
    assert [clues_read(reading) for reading in found] == [large, small, small]
    for reading, at in zip(found, ((10, 10), (700, 100), (700, 450)), strict=True):
        assert reading.solution_count is SolutionCount.ONE
        assert len(reading.others) == 2
        page = pages[0] if at == (10, 10) else pages[1]
        assert reading.lattice is not None
        corners = reading.lattice.corners
        for number in (number for _, line in reading.lines for number in line.numbers):
            x, y = np.mean(number.quad, axis=0) - at
            assert 0 < x < page.shape[1]
            assert 0 < y < page.shape[0]
            assert cv2.pointPolygonTest(corners, tuple(np.mean(number.quad, axis=0)), False) < 0


@pytest.mark.parametrize("turns", [0, *further(3)])
def test_neighbours_keep_their_clues(turns: int) -> None:
    ten, seven = draw_page(*TEN).picture, draw_page(*SEVEN).picture
    high, wide = ten.shape[:2]
    picture = sheet_of([(ten, 40, 40), (seven, 20 + wide, 40), (seven, 40, 20 + high)])
    picture = turned(picture, turns)
    assert read_all(picture) == [TEN, SEVEN, SEVEN]


def test_a_solution_beside_its_puzzle_is_no_board() -> None:
    ten = draw_page(*TEN).picture
    assert read_all(sheet_of([(ten, 60, 60), (solved(), 480, 100)])) == [TEN]


@pytest.mark.long
def test_what_has_no_clues_is_no_board() -> None:
    ten, seven = draw_page(*TEN).picture, draw_page(*SEVEN).picture
    others = [(mosaic(), 40, 100), (solved(), 40, 460), (numbered_table(), 900, 200)]
    page = sheet_of([(ten, 420, 60), (seven, 420, 460), *others], 1300)
    assert read_all(page) == [TEN, SEVEN]


def test_a_board_whose_numbers_cannot_be_read_is_named_beside_the_others() -> None:
    """It has the size of the print and many doubts: nobody misses a board unseen."""
    plain = draw_page(*SEVEN, pitch=26).picture
    high, wide = plain.shape[:2]
    smeared = cv2.resize(plain, (wide // 4, high // 4), interpolation=cv2.INTER_AREA)
    smeared = cv2.resize(smeared, (wide, high), interpolation=cv2.INTER_CUBIC)
    picture = sheet_of([(plain, 10, 10), (np.asarray(smeared, np.uint8), 360, 10)])
    sharp, other = read_boards(picture)
    assert clues_read(sharp) == SEVEN
    assert (len(other.rows), len(other.columns)) == (7, 7)
    assert sum(not line.is_sure for _, line in other.lines) > 7
    assert not other.is_certain


def test_one_board_is_read_as_always() -> None:
    page = draw_page(*TEN, text=True, boxed=True)
    (found,) = read_boards(page.picture, count_solutions=count_solutions)
    reading = read(page.picture, count_solutions=count_solutions)
    assert clues_read(found) == clues_read(reading) == TEN
    assert found.lattice is not None
    assert reading.lattice is not None
    assert (found.lattice.points == reading.lattice.points).all()
    assert found.confidence == reading.confidence


@pytest.mark.parametrize("picture", few(1, [text_page(), np.full((300, 300, 3), 255, np.uint8)]))
def test_a_page_without_a_board_says_what_is_missing(picture: Picture) -> None:
    (found,) = read_boards(picture)
    assert not found.has_puzzle
    assert found.problems == (Problem.NO_GRID,)


def test_shaded_cells_do_not_part_a_board() -> None:
    shape = np.zeros((15, 15), np.bool_)
    shape[6:9] = shape[:, 3] = True
    shape[2, 10] = shape[12, 6:9] = True
    clues = clues_of(shape)
    marks = ["".join(".#"[cell] for cell in row) for row in shape.tolist()]
    page = draw_page(*clues, marks=marks)
    assert read_all(page.picture) == [clues]


def test_it_tells_how_far_it_is() -> None:
    picture = sheet_of([(draw_page(*SEVEN).picture, x, y) for x in (10, 400) for y in (10,)])
    told: list[Progress] = []
    assert len(read_boards(picture[:400], on_progress=told.append)) == 2
    assert told[0].share == 0
    assert [each.share for each in told] == sorted(each.share for each in told)
    assert told[-1].stage.startswith("reading puzzle 2 of 2")


@pytest.mark.long
def test_it_tells_how_far_the_largest_board_beside_a_small_one_is() -> None:
    """The page as a whole is read first, which takes the longest."""
    picture = sheet_of([(draw_page(*TEN).picture, 10, 10), (mosaic(6, 14), 640, 600)])
    told: list[Progress] = []
    assert len(read_boards(picture, on_progress=told.append)) == 1
    assert [each.share for each in told] == sorted(each.share for each in told)
    stages = [each.stage for each in told]
    assert stages.index("reading the numbers") < stages.index("reading puzzle 2 of 2")


def test_the_tiles_of_a_colour_puzzle_are_no_board_of_their_own(application: QApplication) -> None:
    """Five rows of tiles beside the second board seem to be cells."""
    paths = [entry.path for pack in packs() for entry in pack.puzzles]
    food = sorted(path for path in paths if path.parent.name == "food-in-colour")
    printed = [read_puzzle(path).puzzle for path in food[:3]]
    book = plan_book([BookPuzzle(each) for each in printed], PrintOptions(per_page=4))
    page = pixels(book, 0, 150)
    found = read_boards(page, count_solutions=count_solutions)
    assert [(len(board.rows), len(board.columns)) for board in found] == [
        (each.height, each.width) for each in printed
    ]
    assert all(board.solution_count is SolutionCount.ONE for board in found)
