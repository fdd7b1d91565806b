"""Shapes, letters, regions and commands for whole drawings: their laws."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helper.board.toolset import CellFrame
from helper.draw.regions import CopiedCells
from helper.draw.shapes import (
    Cell,
    Mirror,
    border,
    connected,
    ellipse,
    line,
    mirrored,
    neighbours,
    rectangle,
)
from helper.draw.whole_board import (
    cropped,
    outlined,
    shaded_cells,
    shifted,
    surrounded,
    with_line,
    without_line,
)
from puzzles import MAX_SIZE, Axis, Color, Grid, Line, letters
from puzzles.letters import HEIGHT, text_cells, text_width
from puzzles.turning import Turn, turned_grid

PALETTE = (Color("0", "#ffffff"), Color("a", "#d62728"), Color("b", "#2050e0"))
CLEAR = 7
states = st.sampled_from([CLEAR, 2, 4])
places = st.tuples(st.integers(0, 14), st.integers(0, 14))
mirrors = st.sampled_from([Mirror.NONE, Mirror.SIDES, Mirror.ENDS, Mirror.SIDES | Mirror.ENDS])


@st.composite
def grids(draw: st.DrawFn) -> Grid:
    height, width = draw(st.integers(1, 7)), draw(st.integers(1, 7))
    cells = draw(st.lists(states, min_size=height * width, max_size=height * width))
    return Grid(height, width, 3, cells)


@st.composite
def cells_of(draw: st.DrawFn) -> tuple[Grid, Cell]:
    grid = draw(grids())
    return grid, (draw(st.integers(0, grid.height - 1)), draw(st.integers(0, grid.width - 1)))


def is_box(cells: frozenset[Cell], one: Cell, other: Cell) -> bool:
    rows, columns = [r for r, _ in cells], [c for _, c in cells]
    return [min(rows), max(rows)] == sorted((one[0], other[0])) and [
        min(columns),
        max(columns),
    ] == sorted((one[1], other[1]))


def is_joined(cells: frozenset[Cell], with_corners: bool) -> bool:
    """Whether one can walk from each cell to each other one."""
    start = min(cells)
    reached, open_cells = {start}, [start]
    while open_cells:
        r, c = open_cells.pop()
        near = set(neighbours((r, c)))
        if with_corners:
            near |= {(r + y, c + x) for y in (-1, 1) for x in (-1, 1)}
        open_cells += (new := near & cells - reached)
        reached |= new
    return reached == cells


@given(places, places)
def test_a_line_joins_its_ends_and_is_thin(one: Cell, other: Cell) -> None:
    found = line(one, other)
    assert found == line(other, one)
    assert {one, other} <= found
    assert is_box(found, one, other)
    assert is_joined(found, with_corners=True)
    assert len(found) == 1 + max(abs(one[0] - other[0]), abs(one[1] - other[1]))


@given(places, places, st.booleans())
def test_an_ellipse_is_symmetric_and_touches_its_box(one: Cell, other: Cell, filled: bool) -> None:
    found = ellipse(one, other, filled)
    assert found == ellipse(other, one, filled)
    assert is_box(found, one, other)
    assert found == {(one[0] + other[0] - r, c) for r, c in found}
    assert found == {(r, one[1] + other[1] - c) for r, c in found}
    assert is_joined(found, with_corners=not filled)


@given(places, places)
def test_the_border_of_a_filled_shape_is_the_outlined_one(one: Cell, other: Cell) -> None:
    for shape in (rectangle, ellipse):
        assert shape(one, other, False) == border(shape(one, other, True))
    assert len(rectangle(one, other, True)) == (abs(one[0] - other[0]) + 1) * (
        abs(one[1] - other[1]) + 1
    )


def test_a_circle_is_round() -> None:
    grid = Grid(7, 7)
    for cell in ellipse((0, 0), (6, 6), False):
        grid[cell] = 2
    assert grid.to_text() == [
        "??###??",
        "?#???#?",
        "#?????#",
        "#?????#",
        "#?????#",
        "?#???#?",
        "??###??",
    ]


@given(cells_of())
def test_a_flood_fill_reaches_the_connected_cells_of_one_state(place: tuple[Grid, Cell]) -> None:
    grid, start = place
    found = connected(grid, start)
    assert start in found
    assert is_joined(found, with_corners=False)
    assert {grid[cell] for cell in found} == {grid[start]}
    for cell in found:  # it does not end early
        for r, c in neighbours(cell):
            is_on = 0 <= r < grid.height and 0 <= c < grid.width
            assert not is_on or (r, c) in found or grid[r, c] != grid[start]


def test_a_flood_fill_visits_each_cell_of_a_large_board_once() -> None:
    assert len(connected(Grid(100, 100), (50, 50))) == 10_000


@given(cells_of(), mirrors)
def test_mirrored_cells_are_symmetric(place: tuple[Grid, Cell], mirror: Mirror) -> None:
    grid, cell = place
    found = mirrored([cell], grid.height, grid.width, mirror)
    assert cell in found
    assert mirrored(found, grid.height, grid.width, mirror) == found
    if Mirror.SIDES in mirror:
        assert {(r, grid.width - 1 - c) for r, c in found} == found
    if Mirror.ENDS in mirror:
        assert {(grid.height - 1 - r, c) for r, c in found} == found
    if mirror is Mirror.NONE:
        assert found == {cell}


@given(grids(), st.integers(-9, 9), st.integers(-9, 9))
def test_a_shift_can_be_shifted_back(grid: Grid, down: int, right: int) -> None:
    assert shifted(shifted(grid, down, right), -down, -right) == grid
    assert shifted(grid, grid.height, -grid.width) == grid
    assert shifted(grid, down, right)[down % grid.height, right % grid.width] == grid[0, 0]


@given(cells_of(), st.sampled_from(Axis))
def test_a_line_that_is_inserted_and_removed_leaves_the_board(
    place: tuple[Grid, Cell], axis: Axis
) -> None:
    grid, cell = place
    for index in (cell[axis is Axis.COLUMN], grid.width if axis is Axis.COLUMN else grid.height):
        inserted = with_line(grid, Line(axis, index))
        assert set(inserted.line(Line(axis, index))) == {CLEAR}
        assert without_line(inserted, Line(axis, index)) == grid


def test_a_board_keeps_one_line_and_has_room_for_so_many() -> None:
    with pytest.raises(ValueError, match="removed"):
        without_line(Grid(1, 3), Line(Axis.ROW, 0))
    with pytest.raises(ValueError, match="inserted"):
        with_line(Grid(1, MAX_SIZE), Line(Axis.COLUMN, 4))


@given(grids())
def test_a_cropped_board_ends_at_what_is_drawn(grid: Grid) -> None:
    small = cropped(grid)
    assert cropped(small) == small
    assert small.count_shaded() == grid.count_shaded()
    if grid.count_shaded():
        rows = [r for r, _ in shaded_cells(grid)]
        assert small.height == max(rows) - min(rows) + 1
    else:
        assert small == grid


@given(grids())
def test_an_outline_has_no_cell_among_shaded_ones(grid: Grid) -> None:
    before, after = shaded_cells(grid), shaded_cells(outlined(grid))
    assert after <= before
    for cell in before:
        assert (cell in after) is any(near not in before for near in neighbours(cell))
    ringed = surrounded(grid, 2)
    new = shaded_cells(ringed) - before
    assert all(any(near in before for near in neighbours(cell)) for cell in new)
    assert all(ringed[cell] == grid[cell] for cell in before)


@given(cells_of(), st.sampled_from(Turn))
def test_a_region_turns_like_a_board(place: tuple[Grid, Cell], turn: Turn) -> None:
    grid, cell = place
    whole = CellFrame(0, 0, grid.height, grid.width)
    region = CopiedCells.of(grid, PALETTE, whole)
    turned = turned_grid(grid, turn)
    empty = Grid(turned.height, turned.width, 3)
    for i, state in region.turned(turn).changes(empty, PALETTE, whole).items():
        empty.cells[i] = state
    assert empty == turned
    four = region.turned(turn).turned(turn).turned(turn).turned(turn)
    assert four == region
    part = CopiedCells.of(grid, PALETTE, CellFrame.between((0, 0), cell))
    assert CopiedCells.from_text(part.to_text()) == part
    there = part.changes(grid, PALETTE, CellFrame(0, 0, 1, 1))
    assert all(grid.cells[i] == state for i, state in there.items())


def test_a_region_beyond_the_board_is_cut_off() -> None:
    region = CopiedCells(((1, 2), (2, 1)), ("#ffffff", "#d62728", "#2050e0"))
    assert region.changes(Grid(2, 2, 3), PALETTE, CellFrame(-1, 1, 2, 2)) == {1: 4}


def test_pixels_get_the_most_similar_colours() -> None:
    rows = [[0xFFFFFFFF, 0xFFC83030, 0xFF1040C0, 0x00FF0000]]
    assert CopiedCells.of_pixels(rows, PALETTE).rows == ((0, 1, 2, 0),)
    black_and_white = (Color("0", "#ffffff"), Color("1", "#000000"))
    assert CopiedCells.of_pixels(rows, black_and_white).rows[0][0] == 0


@pytest.mark.parametrize(
    "text",
    [
        "", "[]", "{}", '{"colors": [], "rows": [[0]]}', '{"colors": ["#ffffff"], "rows": []}',
        '{"colors": ["#ffffff"], "rows": [[0], [0, 0]]}', '{"colors": ["red"], "rows": [[0]]}',
        '{"colors": ["#ffffff"], "rows": [[1]]}', '{"colors": ["#ffffff"], "rows": [["a"]]}',
        '{"colors": ["#ffffff"], "rows": [7]}', '{"colors": ["#ffffff"], "rows": [[-1]]}',
    ],
)  # fmt: skip
def test_a_damaged_region_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        CopiedCells.from_text(text)


@given(st.text(max_size=6))
def test_a_text_is_five_cells_high_and_as_wide_as_it_says(text: str) -> None:
    text = text.replace("\n", " ")
    found = text_cells(text)
    assert all(0 <= r < HEIGHT and 0 <= c < text_width(text) for r, c in found)
    assert {(r + 3, c + 2) for r, c in found} == text_cells(text, (3, 2))


def test_letters_differ_and_small_ones_are_capitals() -> None:
    shapes = [text_cells(sign) for sign in letters._GLYPHS]
    assert len(set(shapes)) == len(shapes)
    for rows in (glyph.split("/") for glyph in letters._GLYPHS.values()):
        assert len(rows) == HEIGHT
        assert len({len(row) for row in rows}) == 1
    assert text_cells("é ß”") == text_cells('E SS"')
