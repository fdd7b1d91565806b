"""Read the marks that are drawn in the cells of a board: filled cells, dots and crosses."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator

from puzzles.color_values import luminance
from puzzles.grid import BLANK, SHADED, Grid
from recognizer.pages.drawn_colors import DrawnColors, is_paper, nearest
from recognizer.pages.drawn_lattices import DrawnLattice
from recognizer.pages.page_drawing import Box, Drawing

_MIN_COVER = 0.55
"""A cell is shaded if at least this share of it is filled; our prints fill 0.67."""
_MAX_DOT = 0.45
"""The largest side of the dot in a blank cell, in cells."""
_MIN_CROSS = 0.25
"""The shortest side of the lines of a cross in a blank cell, in cells."""
_MAX_INK_LUMINANCE = 0.5
"""What shades a cell in black and white is darker; the rest are tints."""
_BLANK_SIGNS = frozenset(map(chr, (
    *b"xX.", 0xD7, 0xB7, 0x2715, 0x2716, 0x2717, 0x2718, 0x2573, 0x2022, 0x2219, 0x22C5,
)))  # fmt: skip
"""Crosses and dots of all kinds."""
_SHADED_SIGNS = frozenset(map(chr, (0x25A0, 0x2588, 0x25FC, 0x2B1B, 0x25CF)))
"""Squares, and a disc."""


def marks_of(lattice: DrawnLattice, colors: DrawnColors, drawing: Drawing) -> Grid | None:
    """The marks in the cells of a board; ``None`` if there are none.

    Args:
        lattice: The grid.
        colors: Those of the puzzle.
        drawing: The page, upright.
    """
    height, width = len(lattice.ys) - 1, len(lattice.xs) - 1
    marks = Grid(height, width, len(colors.palette))
    untouched = marks.clear
    for row, column, state in _found(lattice, colors, drawing):
        marks[row, column] = state
    return None if all(state == untouched for state in marks.cells) else marks


def _found(
    lattice: DrawnLattice, colors: DrawnColors, drawing: Drawing
) -> Iterator[tuple[int, int, int]]:
    """Cells and their states, in the order in which they are drawn: the last one counts."""
    falling: set[tuple[int, int]] = set()
    rising: set[tuple[int, int]] = set()
    board = lattice.box
    for stroke in drawing.strokes:
        cell = _cell_at(lattice, stroke.box)
        if cell and min(_size_in_cells(lattice, stroke.box)) >= _MIN_CROSS:
            (falling if stroke.is_falling else rising).add(cell)
    for row, column in falling & rising:
        yield row, column, BLANK
    for glyph in drawing.glyphs:
        if glyph.text in _BLANK_SIGNS and (cell := _cell_at(lattice, glyph.box)):
            yield *cell, BLANK
        elif glyph.text in _SHADED_SIGNS and (cell := _cell_at(lattice, glyph.box)):
            yield *cell, _state(glyph.rgb, colors) or SHADED
    for patch in drawing.patches:
        box = patch.box
        if box.width >= board.width * 0.99 and box.height >= board.height * 0.99:
            continue  # the paper
        state = _state(patch.rgb, colors)
        if not state:
            continue
        size = _size_in_cells(lattice, box)
        if max(size) <= _MAX_DOT:
            if (cell := _cell_at(lattice, box)) and _is_central(lattice, cell, box):
                yield *cell, BLANK
        elif patch.is_box:
            yield from ((*cell, state) for cell in _cells_under(lattice, box))


def _state(rgb: str, colors: DrawnColors) -> int:
    """The state of a cell with a colour; 0 for paper and tints."""
    if not rgb:
        return 0
    if len(colors.palette) == 2:
        return SHADED if luminance(rgb) <= _MAX_INK_LUMINANCE else 0
    index = nearest(colors.printed, rgb)
    if index is None:
        return 0 if is_paper(rgb) or luminance(rgb) > _MAX_INK_LUMINANCE else BLANK
    return 1 << index if index else 0


def _cell_at(lattice: DrawnLattice, box: Box) -> tuple[int, int] | None:
    """The cell in whose lines a box lies."""
    x, y = box.center
    if not lattice.box.contains(x, y):
        return None
    row = min(bisect_right(lattice.ys, y), len(lattice.ys) - 1) - 1
    column = min(bisect_right(lattice.xs, x), len(lattice.xs) - 1) - 1
    return row, column


def _size_in_cells(lattice: DrawnLattice, box: Box) -> tuple[float, float]:
    board = lattice.box
    across, down = len(lattice.xs) - 1, len(lattice.ys) - 1
    return box.width / board.width * across, box.height / board.height * down


def _is_central(lattice: DrawnLattice, cell: tuple[int, int], box: Box) -> bool:
    row, column = cell
    left, right = lattice.xs[column], lattice.xs[column + 1]
    top, bottom = lattice.ys[row], lattice.ys[row + 1]
    x, y = box.center
    return abs(2 * x - left - right) <= (right - left) / 2 and (
        abs(2 * y - top - bottom) <= (bottom - top) / 2
    )


def _cells_under(lattice: DrawnLattice, box: Box) -> Iterator[tuple[int, int]]:
    """The cells of which a filled box covers most."""
    rows = _under(lattice.ys, box.top, box.bottom)
    for row, share in rows:
        for column, other in _under(lattice.xs, box.left, box.right):
            if share * other >= _MIN_COVER:
                yield row, column


def _under(cuts: tuple[float, ...], start: float, end: float) -> list[tuple[int, float]]:
    """The intervals between cuts that a range covers, with the covered share of each."""
    first = max(0, bisect_right(cuts, start) - 1)
    last = min(len(cuts) - 1, bisect_right(cuts, end))
    shares = []
    for k in range(first, last):
        low, high = cuts[k], cuts[k + 1]
        shares.append((k, (min(end, high) - max(start, low)) / (high - low)))
    return shares
