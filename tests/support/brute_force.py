"""Plain judges for the tests: slow, short, and written without looking at the solver."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product

from puzzles.grid import Grid, clues_of
from puzzles.model import Clue, Clues, Puzzle


def states(picture: str, colors: int = 2) -> list[int]:
    """The cell states of a line drawn as in :class:`puzzles.grid.Grid`."""
    return list(Grid.from_text([picture], colors).cells)


def picture(line: Sequence[int], colors: int = 2) -> str:
    """The drawing of a line."""
    return Grid(1, len(line), colors, line).to_text()[0]


def placements(clues: Sequence[Clue], width: int) -> Iterator[list[int]]:
    """Every way to lay the clues, as one colour a cell."""
    if not clues:
        yield [0] * width
        return
    (length, color), *later = clues
    gap = [0] if later and later[0].color == color else []
    for start in range(width - length + 1):
        head = [0] * start + [color] * length + gap
        if len(head) <= width:
            for tail in placements(later, width - len(head)):
                yield head + tail


def brute_line(clues: Sequence[Clue], line: Sequence[int]) -> list[int] | None:
    """The states that remain: the union of all placements that fit, or ``None``."""
    union = [0] * len(line)
    for cells in placements(clues, len(line)):
        if all(state >> color & 1 for state, color in zip(line, cells, strict=True)):
            union = [u | 1 << color for u, color in zip(union, cells, strict=True)]
    return union if any(union) or not line else None


def brute_starts(clues: Sequence[Clue], line: Sequence[int]) -> tuple[int, ...] | None:
    """For each block the set of its starts over all placements that fit, or ``None``."""
    starts = [0] * len(clues)
    found = False
    for cells in placements(clues, len(line)):
        if all(state >> color & 1 for state, color in zip(line, cells, strict=True)):
            found = True
            at = 0
            for j, (length, color) in enumerate(clues):
                while cells[at] != color:
                    at += 1
                starts[j] |= 1 << at
                at += length
    return tuple(starts) if found else None


def dynamic_line(clues: Clues, line: Sequence[int]) -> list[int] | None:
    """The same as :func:`brute_line`, cell by cell with a table, for long lines."""
    width = len(line)

    def may(cell: int, color: int) -> bool:
        return bool(line[cell] >> color & 1)

    @cache
    def rest_fits(cell: int, j: int) -> bool:
        if cell == width:
            return j == len(clues)
        if may(cell, 0) and rest_fits(cell + 1, j):
            return True
        after = block_end(cell, j)
        return after is not None and rest_fits(after, j + 1)

    def block_end(cell: int, j: int) -> int | None:
        """Where the cells after block ``j`` begin if it starts here, its gap included."""
        if j == len(clues):
            return None
        length, color = clues[j]
        end = cell + length
        if end > width or not all(may(i, color) for i in range(cell, end)):
            return None
        if j + 1 < len(clues) and clues[j + 1].color == color:
            return end + 1 if end < width and may(end, 0) else None
        return end

    if not rest_fits(0, 0):
        return None
    union = [0] * width
    frontier = {(0, 0)}
    while frontier:
        after: set[tuple[int, int]] = set()
        for cell, j in frontier:
            if cell == width:
                continue
            if may(cell, 0) and rest_fits(cell + 1, j):
                union[cell] |= 1
                after.add((cell + 1, j))
            end = block_end(cell, j)
            if end is not None and rest_fits(end, j + 1):
                length, color = clues[j]
                for i in range(cell, end):
                    union[i] |= 1 << color if i < cell + length else 1
                after.add((end, j + 1))
        frontier = after
    return union


def brute_solutions(puzzle: Puzzle) -> list[Grid]:
    """Every solution of a small puzzle: all rows' placements against the columns."""
    rows = [list(placements(clues, puzzle.width)) for clues in puzzle.rows]
    found = []
    for chosen in product(*rows):
        cells = [1 << color for row in chosen for color in row]
        grid = Grid(puzzle.height, puzzle.width, len(puzzle.palette), cells)
        columns = enumerate(puzzle.columns)
        if all(clues_of(grid.column(c)) == clues for c, clues in columns):
            found.append(grid)
    return found
