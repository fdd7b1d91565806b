"""Books of puzzles: each puzzle is there, in order, within the margins."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pypdfium2 import PdfDocument
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QTransform

from helper.paper.book import Book, BookPuzzle, name_of, plan_book
from helper.paper.legend import legend
from helper.paper.pdf import page_image, pdf_bytes
from helper.paper.picture import PuzzlePicture
from puzzles.difficulty import Difficulty
from puzzles.grid import Grid
from puzzles.model import BLACK_AND_WHITE, Color, Puzzle
from puzzles.print_options import MM, Orientation, PageSize, PrintOptions, Solutions, Titles
from tests.support.boards import CHICK, CHICK_PICTURE, random_puzzle

OPTIONS = st.builds(
    PrintOptions,
    st.sampled_from(PageSize),
    st.floats(5, 40),
    st.sampled_from([1, 2, 4, 6, 9]),
    st.sampled_from(["", "A book"]),
    st.sampled_from(Solutions),
    st.sampled_from(Titles),
    has_page_numbers=st.booleans(),
    is_large=st.booleans(),
    is_grey=st.booleans(),
    orientation=st.sampled_from(Orientation),
)
SIZES = st.lists(st.tuples(st.integers(1, 70), st.integers(1, 70)), min_size=1, max_size=12)


def inner(book: Book, width: float, height: float) -> QRectF:
    """A page without its margins."""
    margin = book.options.margin_mm * MM - 1e-6
    return QRectF(margin, margin, width - 2 * margin, height - 2 * margin)


@given(SIZES, OPTIONS)
@settings(max_examples=60, deadline=None)
def test_each_puzzle_and_each_solution_has_its_place(
    sizes: list[tuple[int, int]], options: PrintOptions
) -> None:
    puzzles = []
    for seed, (height, width) in enumerate(sizes):
        puzzle = random_puzzle(seed, height, width, 2 + seed % 3)
        solution = Grid.from_goal(puzzle.goal, puzzle.palette, width) if seed % 4 else None
        puzzles.append(BookPuzzle(puzzle, Difficulty.EASY, solution))
    book = plan_book(puzzles, options)
    numbers = [board.number for page in book.pages for board in page.boards]
    assert sorted(set(numbers)) == list(range(len(puzzles)))
    assert numbers == sorted(numbers)
    split = {k for k in numbers if numbers.count(k) > 1}
    for number in split:
        assert any("split" in note and name_of(number, puzzles[number].puzzle) in note
                   for note in book.notes)  # fmt: skip
    solved = [each.number for page in book.pages for each in page.solutions]
    wanted = [] if options.solutions is Solutions.NONE else puzzles
    assert solved == [k for k, each in enumerate(wanted) if each.solution is not None]
    assert sum(page.is_title for page in book.pages) == bool(options.title)
    for page in book.pages:
        is_on_side = page.size.width() > page.size.height()
        if options.orientation is not Orientation.AUTO:
            assert is_on_side is (options.orientation is Orientation.LANDSCAPE)
        paper = inner(book, page.size.width(), page.size.height())
        boards = [QRectF(each.room) for each in page.boards]
        for board, room in zip(page.boards, boards, strict=True):
            assert paper.contains(room)
            if board.columns.cells + board.columns.slots > 1:
                assert board.sizes.width(board.columns) <= room.width() + 1e-6
        rooms = boards + [each.room for each in page.solutions]
        for k, room in enumerate(rooms):
            assert not any(room.intersects(other) for other in rooms[k + 1 :])


def test_a_puzzle_that_is_too_large_for_its_place_gets_a_page() -> None:
    small, large = (BookPuzzle(random_puzzle(1, size, size)) for size in (5, 30))
    book = plan_book([small, large, small], PrintOptions(per_page=9, solutions=Solutions.NONE))
    assert [[board.number for board in page.boards] for page in book.pages] == [[0], [1], [2]]
    assert book.notes == (
        "2 (30×30) is on a page of its own: its numbers would be too small beside others.",
    )


def test_one_note_names_all_puzzles_that_get_a_page() -> None:
    small, large = (BookPuzzle(random_puzzle(1, size, size)) for size in (5, 30))
    book = plan_book([large, small, *[large] * 6], PrintOptions(per_page=9))
    assert book.notes == (
        "1 (30×30), 3 (30×30), 4 (30×30), 5 (30×30), 6 (30×30) and 2 others are on pages of their"
        " own: their numbers would be too small beside others.",
    )


def test_a_wide_board_lies_on_its_side() -> None:
    wide = BookPuzzle(random_puzzle(1, 10, 50))
    (page,) = plan_book([wide], PrintOptions(solutions=Solutions.NONE)).pages
    assert page.size.width() > page.size.height()


def cell_of(book: Book) -> float:
    """The size of the cells on the first page with boards, in points."""
    return next(page.boards[0].sizes.cell for page in book.pages if page.boards)


@pytest.mark.parametrize(("height", "width"), [(27, 40), (20, 20), (40, 27), (20, 22), (10, 30)])
@pytest.mark.parametrize("per_page", [1, 2, 4])
def test_paper_lies_as_the_cells_are_larger(height: int, width: int, per_page: int) -> None:
    puzzles = [BookPuzzle(random_puzzle(k, height, width)) for k in range(4)]
    found = {}
    for orientation in Orientation:
        options = PrintOptions(per_page=per_page, orientation=orientation)
        book = plan_book(puzzles, options)
        found[orientation] = cell_of(book) if not book.notes else 0.0
        kinds = {page.size.width() > page.size.height() for page in book.pages}
        assert len(kinds) == 1, "all pages lie the same way"
    # A book with a note has boards on pages of their own.
    assert 1.06 * found[Orientation.AUTO] >= max(found.values())


def test_a_board_of_40_x_27_fills_a_page_on_its_side() -> None:
    puzzle = BookPuzzle(random_puzzle(1, 27, 40))
    (page,) = plan_book([puzzle], PrintOptions(solutions=Solutions.NONE)).pages
    (board,) = page.boards
    assert page.size.width() > page.size.height()
    width, height = board.sizes.width(board.columns), board.sizes.height(board.rows)
    assert width > 0.95 * board.room.width() or height > 0.85 * board.room.height()


def test_solutions_and_title_lie_as_the_boards_do() -> None:
    each = BookPuzzle(CHICK, solution=Grid.from_text(CHICK_PICTURE))
    options = PrintOptions(title="Book", orientation=Orientation.LANDSCAPE)
    book = plan_book([each] * 13, options)
    assert all(page.size.width() > page.size.height() for page in book.pages)
    first = next(page for page in book.pages if page.solutions)
    assert len({room.room.left() for room in first.solutions}) == 4
    assert len({room.room.top() for room in first.solutions}) == 3


@pytest.mark.parametrize("height", [1, 3])
def test_the_parts_of_a_long_narrow_board_share_a_page(height: int) -> None:
    long = BookPuzzle(random_puzzle(1, height, 200))
    book = plan_book([long], PrintOptions(solutions=Solutions.NONE))
    (page,) = book.pages
    assert len(page.boards) > 1
    assert book.notes[0].startswith(f"1 (200×{height}) is split into {len(page.boards)} parts: ")
    for board in page.boards:
        assert board.sizes.height(board.rows) < board.room.height()


@pytest.mark.parametrize(("change", "sentence"), [
    ({"margin_mm": 50}, "margin: a number from 5 to 40, not 50"),
    ({"per_page": 3}, "per_page: 1, 2, 4, 6 or 9, not"),
])  # fmt: skip
def test_options_that_are_not_possible_are_refused(change: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        replace(PrintOptions(), **change)


@pytest.mark.parametrize("puzzles", [[], [BookPuzzle(Puzzle((), ()))]])
def test_nothing_cannot_be_printed(puzzles: list[BookPuzzle]) -> None:
    with pytest.raises(ValueError, match="puzzle"):
        plan_book(puzzles, PrintOptions())


def test_solutions_upside_down_are_the_same_page_turned() -> None:
    puzzles = [BookPuzzle(CHICK, solution=Grid.from_text(CHICK_PICTURE))]
    options = PrintOptions(has_page_numbers=False)
    upside_down = replace(options, solutions=Solutions.UPSIDE_DOWN)
    upright, turned = (
        page_image(plan_book(puzzles, each), 1, 1.0).convertToFormat(
            QImage.Format.Format_Grayscale8
        )
        for each in (options, upside_down)
    )
    back = turned.transformed(QTransform().rotate(180))
    differing = sum(
        abs(upright.pixelColor(x, y).red() - back.pixelColor(x, y).red()) > 128
        for x in range(0, upright.width(), 2)
        for y in range(0, upright.height(), 2)
    )
    assert upright != turned
    assert differing < 30, "letters are drawn a little differently"


def test_a_stopped_book_is_no_file() -> None:
    book = plan_book([BookPuzzle(CHICK)] * 5, PrintOptions(solutions=Solutions.NONE))
    pages: list[object] = []
    assert pdf_bytes(book, pages.append, lambda: len(pages) == 2) is None
    assert pages == [1, 2]


def test_long_texts_do_not_leave_the_paper() -> None:
    title = "A very long title of a puzzle that nobody would ever write " * 5
    puzzle = replace(CHICK, title=title, author=title, copyright=title)
    options = PrintOptions(title=title, has_difficulty=True)
    book = plan_book([BookPuzzle(puzzle, Difficulty.EXPERT)] * 2, options)
    for index in range(len(book.pages)):
        image = page_image(book, index, 1.0)
        margin = round(options.margin_mm * MM)
        right = image.copy(image.width() - margin + 2, 0, margin - 2, image.height())
        blank = right.copy()
        blank.fill(0xFFFFFFFF)
        assert right == blank, f"page {index + 1}"


def test_colours_are_listed_within_the_width() -> None:
    palette = (*BLACK_AND_WHITE, *(Color(chr(97 + k), f"#{k * 9:02x}8020") for k in range(20)))
    puzzle = Puzzle.empty(3, 3)
    puzzle = replace(puzzle, palette=palette)
    entries = legend(puzzle, True, 200)
    assert [entry.color for entry in entries] == list(range(1, 22))
    assert all(entry.x < 200 for entry in entries)
    assert entries[-1].row > 2


@pytest.mark.parametrize("is_grey", [False, True])
def test_a_picture_is_as_large_as_it_says(is_grey: bool) -> None:
    puzzle = random_puzzle(4, 6, 9, 4)
    solution = Grid.from_goal(puzzle.goal, puzzle.palette, 9)
    for picture in (PuzzlePicture(puzzle, None, is_grey), PuzzlePicture(puzzle, solution, is_grey)):
        assert picture.png().startswith(b"\x89PNG")
        text = picture.svg().decode()
        assert "<text" not in text, "numbers are outlines"
        assert "<svg" in text


def test_pages_are_painted_each_by_itself() -> None:
    book = plan_book([BookPuzzle(CHICK)] * 3, PrintOptions(solutions=Solutions.NONE))
    again = page_image(book, 2, 1.0)
    page_image(book, 0, 1.0)
    assert page_image(book, 2, 1.0) == again


@pytest.mark.parametrize("words", [3, 12, 40])
def test_a_long_title_is_written_in_lines(words: int) -> None:
    title = " ".join(f"word{number}" for number in range(words))
    book = plan_book([BookPuzzle(CHICK)], PrintOptions(title=title))
    data = pdf_bytes(book)
    assert data is not None
    document = PdfDocument(data)
    text = document[0].get_textpage().get_text_range()
    assert " ".join(text.split()).startswith(title)
    image = page_image(book, 0, 1)
    margin = int(15 * MM) - 1
    columns = (*range(margin), *range(image.width() - margin, image.width()))
    paper = {image.pixel(x, y) for x in columns for y in range(image.height())}
    assert paper == {0xFFFFFFFF}, "nothing is in the margins"


def test_a_short_caption_is_as_wide_as_its_board() -> None:
    small = replace(random_puzzle(1, 4, 4), title="A")
    options = PrintOptions(per_page=4, solutions=Solutions.NONE, has_page_numbers=False)
    book = plan_book([BookPuzzle(small)] * 4, options)
    image = page_image(book, 0, 1)
    for placed in book.pages[0].boards:
        room, width = placed.room, placed.sizes.width(placed.columns)
        assert width < room.width() - 40
        middle = room.center().x()
        beside = [
            x
            for x in range(int(room.left()), int(room.right()))
            if abs(x + 0.5 - middle) > width / 2 + 2
        ]
        lines = range(int(room.top()), int(room.top()) + 14)
        assert {image.pixel(x, y) for x in beside for y in lines} == {0xFFFFFFFF}
