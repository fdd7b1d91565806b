"""Shapes as sets of cells, which are ``(row, column)``. No Qt, and no changes of a grid.

A box is given by two opposite corners, in any order. A shape depends on its box only, so it is the
same when it is drawn from the other corner.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable

from puzzles import Grid

Cell = tuple[int, int]
"""(row, column)."""
Cells = frozenset[Cell]


class Mirror(enum.Flag):
    """The axes of mirror drawing, both through the middle of the board."""

    NONE = 0
    SIDES = 1
    """Left and right are alike: the axis is vertical."""
    ENDS = 2
    """Top and bottom are alike: the axis is horizontal."""


def line(one: Cell, other: Cell) -> Cells:
    """A straight line; neighbours touch at a side or a corner. Source: Bresenham, 1965.

    >>> sorted(line((0, 0), (1, 3)))
    [(0, 0), (0, 1), (1, 2), (1, 3)]
    """
    (row, column), (last_row, last_column) = min(one, other), max(one, other)
    down, across = last_row - row, abs(last_column - column)
    step = 1 if last_column >= column else -1
    error, found = across - down, {(row, column)}
    while (row, column) != (last_row, last_column):
        doubled = 2 * error
        if doubled > -down:
            error -= down
            column += step
        if doubled < across:
            error += across
            row += 1
        found.add((row, column))
    return frozenset(found)


def rectangle(one: Cell, other: Cell, is_filled: bool) -> Cells:
    """A rectangle with these corners, or its border, which is one cell thick."""
    top, left, bottom, right = _box(one, other)
    return frozenset(
        (r, c)
        for r in range(top, bottom + 1)
        for c in range(left, right + 1)
        if is_filled or r in (top, bottom) or c in (left, right)
    )


def ellipse(one: Cell, other: Cell, is_filled: bool) -> Cells:
    """The ellipse in the box with these corners, or its border.

    It touches all four sides of the box, and is symmetric about both axes of it.

    >>> len(ellipse((0, 0), (4, 4), is_filled=True))  # all but the corners
    21
    """
    top, left, bottom, right = _box(one, other)
    height, width = bottom - top + 1, right - left + 1
    filled = {
        (r, c)
        for r in range(top, bottom + 1)
        for c in range(left, right + 1)
        # Twice the distances from the middle, so that all numbers are whole.
        for y, x in ((2 * r - top - bottom, 2 * c - left - right),)
        # The middle row and column, or both of two, reach the sides of a narrow box, too.
        if abs(y) < 2 or abs(x) < 2 or (y * width) ** 2 + (x * height) ** 2 <= (height * width) ** 2
    }
    return frozenset(filled) if is_filled else border(filled)


def border(cells: Iterable[Cell]) -> Cells:
    """The cells that have a side towards a cell outside the shape."""
    shape = frozenset(cells)
    return frozenset(cell for cell in shape if not shape.issuperset(neighbours(cell)))


def around(cells: Iterable[Cell]) -> Cells:
    """The cells outside a shape that share a side with it; they may be beyond the board."""
    shape = frozenset(cells)
    return frozenset(near for cell in shape for near in neighbours(cell)) - shape


def neighbours(cell: Cell) -> tuple[Cell, Cell, Cell, Cell]:
    """The cells that share a side with a cell; they may be beyond the board."""
    r, c = cell
    return (r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)


def connected(grid: Grid, start: Cell) -> Cells:
    """The cells that a flood fill reaches: through sides, over cells in the state of the start."""
    width, cells = grid.width, grid.cells
    first = start[0] * width + start[1]
    state, last = cells[first], len(cells) - width
    reached, open_cells = {first}, [first]
    while open_cells:
        at = open_cells.pop()
        column = at % width
        for is_there, near in (
            (at >= width, at - width),
            (at < last, at + width),
            (column > 0, at - 1),
            (column < width - 1, at + 1),
        ):
            if is_there and near not in reached and cells[near] == state:
                reached.add(near)
                open_cells.append(near)
    return frozenset(divmod(at, width) for at in reached)


def mirrored(cells: Iterable[Cell], height: int, width: int, mirror: Mirror) -> Cells:
    """The cells and their mirror images on a board of this size."""
    found = set(cells)
    if Mirror.SIDES in mirror:
        found |= {(r, width - 1 - c) for r, c in found}
    if Mirror.ENDS in mirror:
        found |= {(height - 1 - r, c) for r, c in found}
    return frozenset(found)


def _box(one: Cell, other: Cell) -> tuple[int, int, int, int]:
    """(top, left, bottom, right), all inside the box."""
    (top, bottom), (left, right) = sorted((one[0], other[0])), sorted((one[1], other[1]))
    return top, left, bottom, right
