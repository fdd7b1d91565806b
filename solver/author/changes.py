"""The changes of cells that a repair tries."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from puzzles.grid import BLANK, Grid


def other_states(picture: Grid, cell: int) -> set[int]:
    """The states to try for a cell: background and its neighbours' colours, without its own."""
    current = picture.cells[cell]
    if picture.colors == 2:
        return {3 - current}
    return ({BLANK} | _neighbor_states(picture, cell)) - {current}


def changes_near(picture: Grid, cells: Sequence[int]) -> Iterator[tuple[int, int]]:
    """All changes in the lines of some cells, as (cell, state)."""
    width, height = picture.width, picture.height
    rows, columns = {c // width for c in cells}, {c % width for c in cells}
    near = {r * width + c for r in rows for c in range(width)}
    near |= {r * width + c for c in columns for r in range(height)}
    for cell in sorted(near):
        for state in sorted(other_states(picture, cell)):
            yield cell, state


def _neighbor_states(picture: Grid, cell: int) -> set[int]:
    row, column = divmod(cell, picture.width)
    around = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
    return {picture[r, c] for r, c in around if 0 <= r < picture.height and 0 <= c < picture.width}


def parts_of(cells: Iterable[int], width: int) -> list[list[int]]:
    """Cells in groups that share no line, the smallest first."""
    parents: dict[int, int] = {}  # union-find of lines: rows 0, 1, …; columns -1, -2, …

    def root(line: int) -> int:
        while (parent := parents.setdefault(line, line)) != line:
            parents[line] = line = parents[parent]
        return line

    ordered = sorted(cells)
    for cell in ordered:
        parents[root(cell // width)] = root(-1 - cell % width)
    groups: dict[int, list[int]] = {}
    for cell in ordered:
        groups.setdefault(root(cell // width), []).append(cell)
    return sorted(groups.values(), key=lambda group: (len(group), group))
