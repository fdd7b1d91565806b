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
    leaders: dict[int, int] = {}

    def leader(line: int) -> int:
        while (above := leaders.setdefault(line, line)) != line:
            leaders[line] = line = leaders[above]
        return line

    ordered = sorted(cells)
    for cell in ordered:
        leaders[leader(cell // width)] = leader(-1 - cell % width)
    groups: dict[int, list[int]] = {}
    for cell in ordered:
        groups.setdefault(leader(cell // width), []).append(cell)
    return sorted(groups.values(), key=lambda group: (len(group), group))
