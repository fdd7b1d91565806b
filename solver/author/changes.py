"""Which changes of cells are worth a try."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from puzzles.grid import BLANK, Grid


def other_states(picture: Grid, cell: int) -> set[int]:
    """What else a cell could be: background, what is beside it, or in black and white the other."""
    here = picture.cells[cell]
    if picture.colors == 2:
        return {3 - here}
    return ({BLANK} | _beside(picture, cell)) - {here}


def changes_near(picture: Grid, cells: Sequence[int]) -> Iterator[tuple[int, int]]:
    """(cell, state) of all changes in the lines of some cells."""
    width, height = picture.width, picture.height
    rows, columns = {c // width for c in cells}, {c % width for c in cells}
    near = {r * width + c for r in rows for c in range(width)}
    near |= {r * width + c for c in columns for r in range(height)}
    for cell in sorted(near):
        for state in sorted(other_states(picture, cell)):
            yield cell, state


def _beside(picture: Grid, cell: int) -> set[int]:
    row, column = divmod(cell, picture.width)
    around = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
    return {picture[r, c] for r, c in around if 0 <= r < picture.height and 0 <= c < picture.width}


def parts_of(cells: Iterable[int], width: int) -> list[list[int]]:
    """Cells in groups that share no line, the smallest first."""
    group_of_line: dict[int, list[int]] = {}
    groups: dict[int, list[int]] = {}
    lines_of: dict[int, set[int]] = {}
    for cell in sorted(cells):
        lines = {cell // width, -1 - cell % width}
        merged, all_lines = [cell], set(lines)
        for group in {id(g): g for line in lines if (g := group_of_line.get(line))}.values():
            merged = group + merged
            all_lines |= lines_of.pop(id(group))
            groups.pop(id(group))
        groups[id(merged)] = merged
        lines_of[id(merged)] = all_lines
        for line in all_lines:
            group_of_line[line] = merged
    return sorted(groups.values(), key=lambda group: (len(group), group))
