"""Which boards of another size are tried."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from puzzles.contracts import SolutionCount
from recognizer.clues.rectification import RectifiedPage
from recognizer.grid.board_region import Region
from recognizer.grid.detection import DetectedGrid
from recognizer.other_sizes import OtherSizes, has_undrawn_line, with_cells_beyond
from recognizer.values import Reading, ReadLine, ReadNumber, Side
from tests.support.judges import Judge


def grid(rows: int, columns: int, left: float = 0.0) -> DetectedGrid:
    """A board with cells of 20 px."""
    x, y = np.meshgrid(left + np.arange(columns + 1) * 20.0, np.arange(rows + 1) * 20.0)
    region = Region(0, 0, rows, columns)
    return DetectedGrid(np.stack([x, y], axis=-1), region, region, 1.0)


def sizes(found: DetectedGrid, by_cells: DetectedGrid | None) -> OtherSizes:
    return OtherSizes(
        picture=np.zeros((400, 400, 3), np.uint8),
        found=found,
        reading=Reading(rows=(ReadLine(()),), columns=(ReadLine(()),)),
        is_clear=False,
        read=lambda _: Reading(),
        straight=lambda: None,
        cell_board=lambda: by_cells,
        count_solutions=Judge(lambda _: SolutionCount.ONE),
    )


@pytest.mark.parametrize(("by_cells", "is_tried"), [
    pytest.param(grid(15, 10), True, id="more cells than lines show"),
    pytest.param(grid(14, 9), False, id="the same size"),
    pytest.param(grid(15, 10, left=2000), False, id="another board of the picture"),
    pytest.param(None, False, id="no cells"),
])  # fmt: skip
def test_a_board_of_cells_is_tried_if_it_is_another_one(
    by_cells: DetectedGrid | None, is_tried: bool
) -> None:
    tries = list(sizes(grid(14, 9), by_cells).of_cells())
    assert tries == ([(by_cells, Side)] if is_tried else [])


@pytest.mark.parametrize(("cells", "is_more"), [
    pytest.param(grid(15, 9), True, id="a row below"),
    pytest.param(grid(15, 10), True, id="a column on the right, too"),
    pytest.param(grid(14, 20), False, id="another board beside it"),
    pytest.param(grid(14, 10, left=-20), False, id="a column on the left: boxes of clues"),
    pytest.param(grid(14, 9), False, id="the same board"),
    pytest.param(grid(15, 8), False, id="a column less"),
])  # fmt: skip
def test_cells_go_on_beyond_a_board_on_the_sides_without_clues(
    cells: DetectedGrid, is_more: bool
) -> None:
    assert with_cells_beyond(grid(14, 9), cells) is (cells if is_more else None)


@pytest.mark.parametrize("has_zero", [True, False])
def test_a_line_with_a_printed_0_belongs_to_the_board(has_zero: bool) -> None:
    """Without a blank outermost line the puzzle has as many solutions: that proves nothing."""
    full = ReadLine((ReadNumber(5, 1.0, (), ((0.0, 0.0),) * 4),))
    blank = ReadLine((), has_zero=has_zero)
    tried: list[tuple[int, int]] = []

    def read(other: DetectedGrid) -> Reading:
        tried.append((other.cells.rows, other.cells.columns))
        return Reading(rows=(ReadLine(()),), columns=(ReadLine(()),))

    tries = replace(
        sizes(grid(6, 5), None),
        reading=Reading(rows=(blank, *[full] * 5), columns=(full,) * 5),
        is_clear=True,
        read=read,
    )
    tries.consistent_reading()
    assert ((5, 5) in tried) is not has_zero


@pytest.mark.parametrize(("undrawn", "is_blank", "is_doubted"), [
    pytest.param("paper", True, True, id="paper below the board"),
    pytest.param("button", True, True, id="the edge of a button below it"),
    pytest.param("paper", False, False, id="numbers beside it"),
    pytest.param("", True, False, id="a blank row of the board"),
])  # fmt: skip
@pytest.mark.parametrize("turned", [False, True])
def test_a_blank_last_line_in_which_no_grid_is_drawn_is_doubted(
    undrawn: str, is_blank: bool, is_doubted: bool, turned: bool
) -> None:
    """A puzzle with one solution has one without that line, too."""
    rows, columns, cell = 8, 6, 20
    picture = np.full((rows * cell + 1, columns * cell + 1, 3), 235, np.uint8)
    picture[::cell] = picture[:, ::cell] = 90
    picture[2 * cell : 4 * cell, cell : 5 * cell] = 40  # filled cells hide lines
    last = picture[(rows - 1) * cell + 1 : -1]
    if undrawn:
        last[:] = 235
    if undrawn == "button":
        last[cell // 2 :, : 3 * cell] = (60, 60, 200)
    full = ReadLine((ReadNumber(5, 1.0, (), ((0.0, 0.0),) * 4),))
    lines = (*[full] * (rows - 1), ReadLine(()) if is_blank else full), (full,) * columns
    if turned:
        picture, rows, columns = np.ascontiguousarray(picture.swapaxes(0, 1)), columns, rows
        lines = lines[::-1]
    page = RectifiedPage(picture, grid(rows, columns))
    assert has_undrawn_line(page, Reading(rows=lines[0], columns=lines[1])) is is_doubted
