"""Which small boards have puzzles that lines do not solve, or not even trials of single cells.

``solver/author/generator/possible.py`` has what follows from it.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from benchmarks.harness import Items, benchmark, sides
from puzzles.grid import Grid, clues_of_picture, puzzle_of
from puzzles.model import Puzzle
from solver.logic.links.lookahead import after_lookahead

Masks = npt.NDArray[np.int32]
"""A bit for each cell of a line."""
_CHUNK = 1 << 20
"""Pictures that are solved at once."""


def clue_numbers(length: int) -> Masks:
    """For each state of a line, a number of its clues."""
    known: dict[object, int] = {}
    found = []
    for state in range(1 << length):
        grid = Grid(1, length, 2, [1 + (state >> at & 1) for at in range(length)])
        found.append(known.setdefault(clues_of_picture(grid)[0], len(known)))
    return np.array(found, np.int32)


def line_table(length: int, numbers: Masks) -> tuple[Masks, Masks]:
    """For clues, shaded and blank cells of a line: what is shaded and blank in all placements."""
    masks, full = np.arange(1 << length), (1 << length) - 1
    shaded = np.full((numbers.max() + 1, 1 << length, 1 << length), full, np.int32)
    blank = shaded.copy()
    for state in masks:
        fits = np.ix_(masks[masks & ~state == 0], masks[masks & state == 0])
        shaded[numbers[state]][fits] &= state
        blank[numbers[state]][fits] &= full & ~state
    return shaded, blank


def line(boards: Masks, at: int, height: int, width: int, is_row: bool) -> Masks:
    """A line of many boards, of which each is a number with a bit for each cell."""
    if is_row:
        return boards >> at * width & (1 << width) - 1
    return sum(((boards >> row * width + at & 1) << row for row in range(height)), 0 * boards)


def placed(lines: Masks, at: int, height: int, width: int, is_row: bool) -> Masks:
    """The boards with these lines, and nothing else."""
    if is_row:
        return lines << at * width
    return sum(((lines >> row & 1) << row * width + at for row in range(height)), 0 * lines)


def unique_pictures(height: int, width: int, numbers: tuple[Masks, Masks]) -> Masks:
    """The pictures that are the only ones with their clues."""
    pictures = np.arange(1 << height * width, dtype=np.int32)
    keys = np.zeros(len(pictures), np.int64)
    for is_row, count in ((True, height), (False, width)):
        clues = numbers[not is_row]
        for at in range(count):
            keys *= int(clues.max()) + 1
            keys += clues[line(pictures, at, height, width, is_row)]
    order = np.argsort(keys)
    keys = keys[order]
    differs = np.concatenate([[True], keys[1:] != keys[:-1], [True]])
    unique: Masks = pictures[order[differs[1:] & differs[:-1]]]
    return unique


def left_by_lines(
    pictures: Masks, height: int, width: int, numbers: tuple[Masks, Masks]
) -> list[int]:
    """The pictures whose puzzles are not solved line by line."""
    lengths = width, height
    tables = [line_table(length, clues) for length, clues in zip(lengths, numbers, strict=True)]
    left: list[int] = []
    for start in range(0, len(pictures), _CHUNK):
        part = pictures[start : start + _CHUNK]
        shaded = blank = 0 * part
        while len(part):
            before = shaded, blank
            for is_row, count in ((True, height), (False, width)):
                to_shaded, to_blank = tables[not is_row]
                for at in range(count):
                    where = at, height, width, is_row
                    clues = numbers[not is_row][line(part, *where)]
                    known = clues, line(shaded, *where), line(blank, *where)
                    shaded = shaded | placed(to_shaded[known], *where)
                    blank = blank | placed(to_blank[known], *where)
            is_done = shaded | blank == (1 << height * width) - 1
            is_stuck = ~is_done & (shaded == before[0]) & (blank == before[1])
            left += part[is_stuck].tolist()
            goes_on = ~is_done & ~is_stuck
            part, shaded, blank = part[goes_on], shaded[goes_on], blank[goes_on]
    return left


def is_deep(picture: int, height: int, width: int) -> bool:
    """Whether the puzzle needs trials within trials."""
    cells = [1 + (picture >> at & 1) for at in range(height * width)]
    known = after_lookahead(puzzle_of(Grid(height, width, 2, cells), Puzzle.empty(height, width)))
    assert known is not None
    return any(state & (state - 1) for state in known.cells)


@benchmark(sizes=("3x4",))
def small_boards(sizes: tuple[str, ...] = ("3x8", "4x6", "5x5")) -> Items:
    """Which small boards have puzzles that lines do not solve, or not even trials of single cells.

    All pictures in black and white of a size are tried: those that are the only solution of their
    clues are solved line by line, with a table for each line, and where that does not suffice by
    after_lookahead. A size of 25 cells takes some minutes and 2 GB.

    Args:
        sizes: At most 25 cells and sides of 8.
    """
    for size in sizes:
        width, height = sides(size, 1, 8)
        numbers = clue_numbers(width), clue_numbers(height)
        unique = unique_pictures(height, width, numbers)
        left = left_by_lines(unique, height, width, numbers)
        deep = sum(is_deep(picture, height, width) for picture in left)
        yield {
            "size": size,
            "pictures": 1 << height * width,
            "one solution": len(unique),
            "by lines": len(unique) - len(left),
            "trials": len(left) - deep,
            "deep": deep,
        }
