"""Commands for a whole drawing, as functions from a grid to a new one. No Qt."""

from __future__ import annotations

from array import array

from helper.draw.shapes import Cell, around, border
from puzzles import MAX_SHOWN, Axis, Grid, Line
from puzzles.turning import Margins, resized_grid
from puzzles.words import worded


def shifted(grid: Grid, down: int, right: int) -> Grid:
    """The drawing moved by cells; what leaves at one side comes back at the other.

    >>> print(shifted(Grid.from_text(["#??", "???"]), 1, -1))
    ???
    ??#
    """
    cells = array("I")
    turn = -right % grid.width
    for r in range(grid.height):
        row = grid.row((r - down) % grid.height)
        cells.extend(row[turn:] + row[:turn])
    return Grid(grid.height, grid.width, grid.colors, cells)


def shaded_cells(grid: Grid) -> frozenset[Cell]:
    """The cells that are certainly shaded in one colour."""
    states = {1 << k for k in range(1, grid.colors)}
    return frozenset(divmod(i, grid.width) for i, state in enumerate(grid.cells) if state in states)


def outlined(grid: Grid) -> Grid:
    """Only the outline of what is drawn: cells without a clear neighbour become clear.

    A cell at the board's edge belongs to the outline.
    """
    shape, result = shaded_cells(grid), grid.copy()
    for cell in shape - border(shape):
        result[cell] = grid.clear
    return result


def surrounded(grid: Grid, state: int) -> Grid:
    """The drawing with a line of cells in a state around it, inside holes as well."""
    result = grid.copy()
    for r, c in around(shaded_cells(grid)):
        if 0 <= r < grid.height and 0 <= c < grid.width:
            result[r, c] = state
    return result


def margins_around(grid: Grid) -> Margins:
    """The margins (negative or 0) that leave only what is drawn; all 0 if nothing is."""
    shape = shaded_cells(grid)
    if not shape:
        return Margins()
    rows, columns = [r for r, _ in shape], [c for _, c in shape]
    return Margins(
        top=-min(rows),
        right=max(columns) + 1 - grid.width,
        bottom=max(rows) + 1 - grid.height,
        left=-min(columns),
    )


def cropped(grid: Grid) -> Grid:
    """The board without the clear rows and columns at its sides; an empty one stays as it is."""
    return resized_grid(grid, margins_around(grid))


def with_line(grid: Grid, line: Line) -> Grid:
    """The board with a clear row or column inserted, which is ``line`` afterwards.

    Raises:
        ValueError: The board has ``MAX_SHOWN`` of them, or the line is not within it.

    >>> print(with_line(Grid.from_text(["#.", ".#"]), Line(Axis.COLUMN, 1)))
    #?.
    .?#
    """
    rows = _lines(grid, line.axis)
    if len(rows) >= MAX_SHOWN or not 0 <= line.index <= len(rows):
        raise ValueError(worded("no line can be inserted at {index}", index=line.index + 1))
    rows.insert(line.index, array("I", [grid.clear]) * len(rows[0]))
    return _of_lines(rows, line.axis, grid.colors)


def without_line(grid: Grid, line: Line) -> Grid:
    """The board without a row or column.

    Raises:
        ValueError: It is the only one, or not on the board.
    """
    rows = _lines(grid, line.axis)
    if len(rows) < 2 or not 0 <= line.index < len(rows):
        raise ValueError(worded("line {index} cannot be removed", index=line.index + 1))
    del rows[line.index]
    return _of_lines(rows, line.axis, grid.colors)


def _lines(grid: Grid, axis: Axis) -> list[array[int]]:
    count = grid.width if axis is Axis.COLUMN else grid.height
    return [grid.line(Line(axis, index)) for index in range(count)]


def _of_lines(lines: list[array[int]], axis: Axis, colors: int) -> Grid:
    if axis is Axis.ROW:
        return Grid(len(lines), len(lines[0]), colors, (cell for row in lines for cell in row))
    height = len(lines[0])
    cells = (column[r] for r in range(height) for column in lines)
    return Grid(height, len(lines), colors, cells)
