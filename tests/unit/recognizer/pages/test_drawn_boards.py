"""Boards that are drawn on pages, by whatever program, are read without a loss."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzles.contracts import SolutionCount
from puzzles.model import BLACK_AND_WHITE, Color, Puzzle
from recognizer.pages.drawn_boards import boards_of
from recognizer.pages.pdf import PdfFile
from recognizer.values import Problem, Reading, Side
from solver.solution_count import count_solutions
from tests.support.boards import CHICK, random_puzzle
from tests.support.pdf_files import FIRST_EXTRA, board, lines, numbers, pdf, stream, text

AT = (200.0, 600.0)
CELL = 20.0
TEN = random_puzzle(7, 10, 12, density=0.7)
"""Has numbers of two digits."""


def boards(content: bytes, **others: bytes) -> list[Reading] | None:
    """The boards of a page."""
    file = PdfFile(pdf([content], **others))  # type: ignore[arg-type]
    try:
        drawing = file.drawing(1)
        assert drawing is not None
        return boards_of(drawing, 72, count_solutions)
    finally:
        file.close()


def the_board(content: bytes, **others: bytes) -> Reading:
    found = boards(content, **others)
    assert found is not None
    (reading,) = found
    return reading


def assert_read(reading: Reading, puzzle: Puzzle) -> None:
    found = reading.puzzle()
    assert found.rows == puzzle.rows
    assert found.columns == puzzle.columns
    assert not reading.doubtful


def test_ten_has_numbers_of_two_digits() -> None:
    assert max(clue.length for line in (*TEN.rows, *TEN.columns) for clue in line) >= 10


@given(st.integers(1, 12), st.integers(4, 12), st.integers(0, 10**6))
def test_a_board_of_any_size_is_read(height: int, width: int, seed: int) -> None:
    puzzle = random_puzzle(seed, height, width, density=0.8)
    reading = the_board(board(_without_empty(puzzle)))
    assert_read(reading, _without_empty(puzzle))


def _without_empty(puzzle: Puzzle) -> Puzzle:
    """The rows and columns with clues, so that half of them have numbers."""
    one = random_puzzle(0, 1, 1, density=1.0).rows[0]
    return replace(
        puzzle,
        rows=tuple(row or one for row in puzzle.rows),
        columns=tuple(column or one for column in puzzle.columns),
        goal="",
    )


def test_positions_are_px_of_the_rendered_page() -> None:
    file = PdfFile(pdf([board(CHICK)]))
    drawing = file.drawing(1)
    assert drawing is not None
    dpi = file.dpi(1)
    (reading,) = boards_of(drawing, dpi, count_solutions) or []
    picture = file.render(1)
    assert reading.solution_count is SolutionCount.ONE
    assert reading.is_certain
    assert reading.lattice is not None
    for x, y in reading.lattice.points.reshape(-1, 2):
        assert picture[round(float(y)), round(float(x))].max() < 200, "a line"
    (left, top), (right, bottom) = reading.rows[0].numbers[0].quad[::2]
    ink = picture[round(top) : round(bottom), round(left) : round(right)]
    assert ink.min() < 100
    assert ink.shape[0] == pytest.approx(0.72 * 10 * dpi / 72, abs=3), "the height of a digit"


def cells(draw: Callable[[float, float], bytes], puzzle: Puzzle = CHICK) -> bytes:
    """Each cell drawn for itself; ``draw`` gets its left bottom corner."""
    x, y = AT
    return b"".join(
        draw(x + column * CELL, y - (row + 1) * CELL)
        for row in range(puzzle.height)
        for column in range(puzzle.width)
    )


def boxes(margin: float, paint: bytes) -> bytes:
    """All cells as rectangles that are smaller by a margin on all sides."""
    side = 20 - 2 * margin
    return cells(lambda x, y: b"%g %g %g %g re " % (x + margin, y + margin, side, side) + paint)


OTHER_LINES = {
    "dashed": b"[3 2] 0 d " + lines(7, 7) + b"[] 0 d",
    "each cell stroked": boxes(0, b"S\n"),
    "each cell with a gap": boxes(1, b"S\n"),
    "grey tiles without lines": b".8 g " + boxes(1, b"f\n") + b"0 g",
    "white tiles on black": b"199 459 142 142 re f 1 g " + boxes(0.5, b"f\n") + b"0 g",
    "thin rectangles": b"".join(
        b"%g %g .7 140 re %g %g 140 .7 re f\n" % (200 + 20 * k, 460, 200, 460 + 20 * k)
        for k in range(8)
    ),
    "double lines": lines(7, 7) + b"q 1 0 0 1 1.5 1.5 cm " + lines(7, 7) + b"Q",
}  # fmt: skip


@pytest.mark.parametrize("drawn", OTHER_LINES.values(), ids=list(OTHER_LINES))
def test_a_grid_is_found_however_it_is_drawn(drawn: bytes) -> None:
    assert_read(the_board(drawn + numbers(CHICK)), CHICK)


def test_boxes_around_clues_are_no_cells() -> None:
    deep = max(map(len, TEN.columns))
    wide = max(map(len, TEN.rows))
    at = (AT[0] - wide * CELL, AT[1] + deep * CELL)
    content = lines(TEN.height + deep, TEN.width + wide, at)
    for k, row in enumerate(TEN.rows):
        for n, clue in enumerate(reversed(row)):
            content += text(
                str(clue.length), AT[0] - (n + 1) * CELL + 4, AT[1] - (k + 1) * CELL + 6
            )
    for k, column in enumerate(TEN.columns):
        for n, clue in enumerate(reversed(column)):
            content += text(str(clue.length), AT[0] + k * CELL + 4, AT[1] + n * CELL + 6)
    assert_read(the_board(content), TEN)


@pytest.mark.parametrize("blank", [" ", "  ", ", ", "."])
def test_numbers_of_one_text_are_told_apart(blank: str) -> None:
    assert_read(the_board(lines(10, 12) + numbers(TEN, blank=blank)), TEN)


def test_digits_that_are_placed_one_by_one_make_a_number() -> None:
    content = lines(10, 12)
    for k, row in enumerate(TEN.rows):
        x = AT[0] - 5
        for clue in reversed(row):
            for digit in reversed(str(clue.length)):
                x -= 5.56
                content += text(digit, x, AT[1] - (k + 0.5) * CELL - 3)
            x -= 6
    content += numbers(replace(TEN, rows=((),) * 10)).replace(b"(0)", b"( )")
    assert_read(the_board(content), TEN)


def test_digits_that_nearly_abut_are_doubtful() -> None:
    puzzle = Puzzle.from_numbers([[11]], [[1]] * 11)
    near = text("1", 180, 587) + text("1", 180 + 5.56 + 1.6, 587)
    content = lines(1, 11) + near + numbers(replace(puzzle, rows=((),))).replace(b"(0)", b"( )")
    reading = the_board(content)
    assert reading.rows[0].lengths == (11,)
    assert [each.numbers[0].number for each in reading.rows[0].others] == [1]


def test_clues_may_be_on_the_other_side() -> None:
    reading = the_board(lines(7, 7) + numbers(CHICK, side="right"))
    assert_read(reading, CHICK)
    assert reading.rows_side is Side.RIGHT


def test_the_numbers_of_the_lines_are_no_clues() -> None:
    labels = b"".join(text(str(k + 1), 345, 600 - 20 * k - 13) for k in range(7))
    assert_read(the_board(board(CHICK) + labels), CHICK)
    content = lines(7, 7) + numbers(CHICK, side="right")
    labels = b"".join(text(str(k + 1), 185, 600 - 20 * k - 13) for k in range(7))
    assert_read(the_board(content + labels), CHICK)


def test_captions_and_page_numbers_are_no_clues() -> None:
    words = text("Puzzle 12, 7 x 7: 3 of 5", 200, 660) + text("17", 290, 30)
    assert_read(the_board(board(CHICK) + words), CHICK)


def test_boards_are_in_reading_order() -> None:
    puzzles = [random_puzzle(seed, 5 + seed % 2, 6, density=0.9) for seed in range(4)]
    places = [(100.0, 700.0), (350.0, 680.0), (100.0, 350.0), (350.0, 370.0)]
    found = boards(b"".join(map(board, puzzles, places))) or []
    assert [reading.puzzle().rows for reading in found] == [puzzle.rows for puzzle in puzzles]


@pytest.mark.parametrize("turns", [1, 2, 3])
def test_a_board_on_its_side_is_turned(turns: int) -> None:
    turn = [b"", b"0 -1 1 0 0 842 cm ", b"-1 0 0 -1 595 842 cm ", b"0 1 -1 0 595 0 cm "][turns]
    reading = the_board(b"q " + turn + board(CHICK, (200, 400)) + b"Q")
    assert_read(reading, CHICK)
    assert reading.turns == -turns % 4


@pytest.mark.parametrize("content", [
    pytest.param(b"", id="an empty page"),
    pytest.param(text("12 words of 3 texts", 99, 99), id="text"),
    pytest.param(lines(7, 7), id="a grid"),
    pytest.param(lines(7, 7) + b"".join(b"%g 520 20 20 re f " % (200 + 20 * k) for k in range(5))
                 + text("17 Chick", 200, 610), id="a solution"),
])  # fmt: skip
def test_pages_without_puzzles_have_none(content: bytes) -> None:
    assert boards(content) == []


@given(st.integers(0, 10**6))
def test_a_sudoku_is_no_nonogram(seed: int) -> None:
    rng = random.Random(seed)
    content = lines(9, 9) + b"".join(
        text(str(rng.randint(1, 9)), 207 + 20 * column, 587 - 20 * row)
        for row in range(9)
        for column in range(9)
        if rng.random() < 0.4
    )
    assert boards(content) == []


def test_a_table_with_numbered_lines_is_no_puzzle() -> None:
    names = b"".join(
        text(str(k + 1), 185, 587 - 20 * k) + text(str(k + 1), 206 + 20 * k, 606) for k in range(8)
    )
    assert boards(lines(8, 8) + names) == []


def test_a_page_that_is_a_picture_has_to_be_rendered() -> None:
    entries = b"/Type/XObject/Subtype/Image/Width 8/Height 8/BitsPerComponent 8"
    image = stream(bytes(64), entries + b"/ColorSpace/DeviceGray")
    content = b"q 500 0 0 700 50 50 cm /I Do Q" + text("a scan of 1999", 9, 9)
    names = b"/XObject<</I %d 0 R>>" % FIRST_EXTRA
    assert boards(content, extras=(image,), resources=names) is None  # type: ignore[arg-type]


def test_a_page_whose_numbers_are_outlines_has_to_be_rendered() -> None:
    shapes = b"".join(
        b"%g %g m %g %g %g %g %g %g c f\n" % (185, y, 190, y + 9, 195, y - 4, 185, y)
        for y in range(470, 600, 10)
    )
    assert boards(lines(7, 7) + shapes + text("Chick", 99, 99)) is None


COLORED = Puzzle(
    CHICK.rows,
    CHICK.columns,
    palette=(*BLACK_AND_WHITE, Color("a", "#e02020"), Color("b", "#2050e0")),
)


def colored(seed: int) -> Puzzle:
    puzzle = random_puzzle(seed, 8, 8, colors=4, density=0.9)
    return replace(puzzle, palette=COLORED.palette, goal="")


def in_colors(puzzle: Puzzle, has_tiles: bool) -> bytes:
    """The clues of a colour puzzle, each number in its colour or on a tile of it."""
    content = b""
    named = [*enumerate(puzzle.rows), *enumerate(puzzle.columns)]
    for index, (k, clues) in enumerate(named):
        for n, clue in enumerate(reversed(clues)):
            is_row = index < puzzle.height
            x = AT[0] - 16 * (n + 1) if is_row else AT[0] + k * CELL + 4
            y = AT[1] - (k + 1) * CELL + 6 if is_row else AT[1] + 5 + 14 * n
            rgb = puzzle.palette[clue.color].rgb
            color = b"%g %g %g rg " % tuple(int(rgb[i : i + 2], 16) / 255 for i in (1, 3, 5))
            if has_tiles:
                content += color + b"%g %g 12 12 re f 1 g " % (x - 2, y - 2)
                color = b""
            content += color + text(str(clue.length), x, y) + b"0 g\n"
    return content


@pytest.mark.parametrize("has_tiles", [True, False])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_colors_are_told_apart(has_tiles: bool, seed: int) -> None:
    puzzle = colored(seed)
    reading = the_board(lines(8, 8) + in_colors(puzzle, has_tiles))
    found = reading.puzzle()

    def told(one: Puzzle) -> list[tuple[int, str]]:
        return [
            (c.length, one.palette[c.color].rgb) for li in (*one.rows, *one.columns) for c in li
        ]

    assert told(found) == told(puzzle)
    assert len(reading.palette) == 4


def test_colors_that_cannot_be_those_of_cells_are_decoration() -> None:
    rows, columns = (
        numbers(replace(CHICK, columns=((),) * 7)),
        numbers(replace(CHICK, rows=((),) * 7)).replace(b"(0)", b"( )"),
    )
    assert_read(the_board(lines(7, 7) + b"1 0 0 rg " + rows + b"0 0 1 rg " + columns), CHICK)
    greyed = b".6 g " + rows + b"0 g " + columns
    assert the_board(lines(7, 7) + greyed).palette == BLACK_AND_WHITE


def test_stripes_behind_the_clues_are_no_colors() -> None:
    stripes = b".9 g " + b"".join(b"150 %g 50 20 re f " % (580 - 40 * k) for k in range(4))
    reading = the_board(stripes + b"0 g " + board(CHICK))
    assert_read(reading, CHICK)
    assert reading.palette == BLACK_AND_WHITE


def test_marks_are_read() -> None:
    marks = (
        b"201 581 18 18 re f 221 581 58 18 re f "  # the second fills three cells
        b"302 582 m 318 598 l 302 598 m 318 582 l S "
        + text("x", 327, 587)
        + b".9 g 200 540 20 20 re f 0 g "
    )
    reading = the_board(board(CHICK) + marks)
    assert reading.marks is not None
    row = [reading.marks[0, k] for k in range(7)]
    assert row == [2, 2, 2, 2, 3, 1, 1]
    assert reading.marks[2, 0] == 3, "a tint is no mark"
    assert_read(reading, CHICK)


def test_a_wrong_puzzle_says_so() -> None:
    wrong = replace(CHICK, rows=(CHICK.rows[1], *CHICK.rows[1:]))
    reading = the_board(board(wrong))
    assert_read(reading, wrong)
    assert reading.solution_count is SolutionCount.NONE
    in_rows, in_columns = wrong.color_totals()[1]
    expected = Problem.SUMS_DIFFER if in_rows != in_columns else Problem.NO_SOLUTION
    assert reading.problems == (expected,)


def test_lattices_are_exact() -> None:
    lattice = the_board(board(CHICK)).lattice
    assert lattice is not None
    xs, ys = np.meshgrid(200 + 20.0 * np.arange(8), 242 + 20.0 * np.arange(8))
    assert lattice.points == pytest.approx(np.stack([xs, ys], axis=2), abs=0.01)
