"""The sizes and parts of printed boards: nothing is cut, and no number is too small."""

from __future__ import annotations

from hypothesis import example, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QPointF
from PySide6.QtGui import QImage, QPainter

from helper.paper.board_painter import PaperBoardPainter
from helper.paper.board_plan import (
    MIN_FONT_PT,
    MIN_LARGE_FONT_PT,
    AxisPart,
    BoardPlanner,
    BoardSizes,
)
from helper.paper.lettering import printed_picture, room_of
from puzzles.model import Clue, Color, Puzzle
from tests.support.boards import random_puzzle

PALETTE = (Color("0", "#ffffff"), Color("a", "#d01010"), Color("b", "#1010d0"))
ROOM = 510.0, 730.0
"""A sheet of A4 within its margins, in points."""


def puzzle_of_size(width: int, height: int, colors: int, seed: int) -> Puzzle:
    return random_puzzle(seed, height, width, colors + 1)


def check(puzzle: Puzzle, sizes: BoardSizes, has_letters: bool, least: float) -> None:
    """Each number fits its slot and its cell, and is large enough."""
    picture = printed_picture(puzzle, has_letters)
    assert sizes.font_pt >= least - 1e-9
    of_rows, of_columns = (
        max(room_of(picture.text(clue)) for line in lines for clue in line)
        for lines in (picture.rows, picture.columns)
    )
    assert of_rows * sizes.font_pt < sizes.slot_width
    assert of_columns * sizes.font_pt < sizes.cell
    assert 0.73 * sizes.font_pt < min(sizes.slot_height, sizes.cell)


@given(
    st.integers(1, 60),
    st.integers(1, 60),
    st.integers(1, 3),
    st.booleans(),
    st.booleans(),
    st.integers(0, 99),
)
@settings(max_examples=60, deadline=None)
def test_a_board_that_fits_has_large_numbers_in_its_room(
    width: int, height: int, colors: int, has_letters: bool, is_large: bool, seed: int
) -> None:
    puzzle = puzzle_of_size(width, height, colors, seed)
    planner = BoardPlanner(printed_picture(puzzle, has_letters), is_large)
    sizes = planner.fitting(*ROOM)
    if sizes is not None:
        assert sizes.width(sizes.columns) <= ROOM[0] + 1e-6
        assert sizes.height(sizes.rows) <= ROOM[1] + 1e-6
        check(puzzle, sizes, has_letters, MIN_LARGE_FONT_PT if is_large else MIN_FONT_PT)


@given(
    st.integers(1, 200),
    st.integers(1, 200),
    st.integers(1, 3),
    st.booleans(),
    st.integers(0, 99),
    st.sampled_from([(60.0, 90.0), (200.0, 200.0), ROOM]),
)
@example(91, 32, 1, False, 9, (200.0, 200.0))  # its clues just fit a page of their own
@settings(max_examples=60, deadline=None)
def test_the_parts_of_a_board_show_each_cell_and_each_number_once(
    width: int, height: int, colors: int, is_large: bool, seed: int, room: tuple[float, float]
) -> None:
    puzzle = puzzle_of_size(width, height, colors, seed)
    sizes, columns, rows = BoardPlanner(printed_picture(puzzle, False), is_large).split(*room)
    check(puzzle, sizes, False, MIN_LARGE_FONT_PT if is_large else MIN_FONT_PT)
    for parts, whole, count in ((columns, sizes.columns, width), (rows, sizes.rows, height)):
        cells = [c for part in parts for c in range(part.first_cell, part.cell_end)]
        assert cells == list(range(count))
        slots = {s for part in parts for s in range(part.first_slot, part.slot_end)}
        assert slots == set(range(whole.slot_end))
        repeats = [part for part in parts if part.cells and part.slots not in (0, whole.slots)]
        assert not repeats, "a part has all clues of its lines, or none"
    assert all(sizes.width(part) <= room[0] + 1e-6 for part in columns if is_possible(part))
    assert all(sizes.height(part) <= room[1] + 1e-6 for part in rows if is_possible(part))


def is_possible(part: AxisPart) -> bool:
    """Whether it has more than one cell or slot: a single one may be larger than a tiny page."""
    return part.cells + part.slots > 1


def test_a_board_that_does_not_fit_is_split_at_every_fifth_line() -> None:
    puzzle = puzzle_of_size(120, 100, 1, 3)
    planner = BoardPlanner(printed_picture(puzzle, False), False)
    assert planner.fitting(*ROOM) is None
    _, columns, rows = planner.split(*ROOM)
    assert len(columns) > 1
    assert all(part.cell_end % 5 == 0 for part in (*columns, *rows))


def test_letters_need_room() -> None:
    puzzle = Puzzle(((Clue(1, 1), Clue(2, 2)),) * 2, ((Clue(2, 1),),) * 3, PALETTE)
    pictures = (printed_picture(puzzle, is_grey) for is_grey in (False, True))
    colored, lettered = (BoardPlanner(picture, False).sizes(20) for picture in pictures)
    assert lettered.slot_width > 1.1 * colored.slot_width


def test_clues_on_a_page_of_their_own_have_nothing_beside_them() -> None:
    picture = printed_picture(puzzle_of_size(6, 6, 1, 1), False)
    sizes = BoardPlanner(picture, False).sizes(20)
    only_clues = AxisPart(0, sizes.rows.slot_end, 0, 0)
    image = QImage(300, 300, QImage.Format.Format_RGB32)
    image.fill(0xFFFFFFFF)
    painter = QPainter(image)
    PaperBoardPainter(picture, sizes).paint(painter, QPointF(0, 0), sizes.columns, only_clues)
    painter.end()
    beside = image.copy(0, 0, int(sizes.clue_width(sizes.columns)) - 2, 300)
    blank = beside.copy()
    blank.fill(0xFFFFFFFF)
    assert beside == blank
