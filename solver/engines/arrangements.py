"""All arrangements of a line: all ways to place its blocks.

An arrangement has two forms. *Colours*: one byte per cell, the index of its colour. *Packed*, as
the lines in :mod:`solver.engines.board`: bit ``k * width + i`` is set if cell ``i`` has colour
``k``. An arrangement ``a`` agrees with the known ``state`` of a line if ``a & state == a``; the
possible states of a line are the union of its arrangements.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations_with_replacement, islice, pairwise
from math import comb
from operator import getitem
from typing import TypeVar

from puzzles.grid import Grid
from puzzles.model import Axis, Clues, Line, Puzzle, cells_needed
from puzzles.words import worded
from solver.engines.board import grid_of_lines
from solver.engines.run import GaveUp, Run

MAX_ARRANGEMENTS = 4_000_000
"""The largest number of arrangements that are listed, over all lines: some 250 MB."""
_BATCH_SIZE = 2000
"""Arrangements listed between two calls of :meth:`Run.tick`."""

_T = TypeVar("_T")


def count(clues: Clues, width: int) -> int:
    """The number of arrangements.

    >>> from puzzles.model import clues
    >>> count(clues([5, 1]), 10)
    10
    """
    slack = width - cells_needed(clues)
    return comb(slack + len(clues), len(clues)) if slack >= 0 else 0


def packed(clues: Clues, width: int) -> Iterator[int]:
    """The arrangements, packed, from the leftmost one; the last block moves fastest.

    >>> from puzzles.model import clues
    >>> [f"{a >> 3:03b}" for a in packed(clues([1]), 3)]  # bit 0 is the first cell
    ['001', '010', '100']
    """
    blank = (1 << width) - 1
    slack = width - cells_needed(clues)
    pieces = []
    for first, (length, color) in zip(leftmost_starts(clues), clues, strict=True):
        ones = (1 << length) - 1
        # Adding a piece puts the block in and takes its cells from the background.
        pieces.append(
            [(ones << at << color * width) - (ones << at) for at in range(first, first + slack + 1)]
        )
    for offsets in _offsets(clues, slack):
        yield blank + sum(map(getitem, pieces, offsets))


def colors(clues: Clues, width: int) -> Iterator[bytes]:
    """The arrangements as colours, in the same order.

    >>> from puzzles.model import clues
    >>> [list(a) for a in colors(clues([1, 1]), 3)]
    [[1, 0, 1]]
    """
    slack = width - cells_needed(clues)
    leftmost = leftmost_starts(clues)
    blocks = [bytes([color]) * length for length, color in clues]
    for offsets in _offsets(clues, slack):
        line = bytearray(width)
        for first, offset, block in zip(leftmost, offsets, blocks, strict=True):
            line[first + offset : first + offset + len(block)] = block
        yield bytes(line)


def leftmost_starts(clues: Clues) -> list[int]:
    """The start of each block in the leftmost arrangement."""
    found, at = [], 0
    for clue, after in pairwise((*clues, None)):
        assert clue is not None
        found.append(at)
        at += clue.length + (after is not None and after.color == clue.color)
    return found


def _offsets(clues: Clues, slack: int) -> Iterator[tuple[int, ...]]:
    return combinations_with_replacement(range(slack + 1), len(clues))


Kind = Callable[[Clues, int], Iterator[_T]]


def listed(run: Run, axis: Axis, kind: Kind[_T]) -> list[list[_T]]:
    """The arrangements of all rows, or of all columns.

    Args:
        run: The solve; counts the arrangements, and may be interrupted.
        axis: Rows or columns.
        kind: :func:`packed` or :func:`colors`.

    Raises:
        GaveUp: Together with those listed before there are more than ``MAX_ARRANGEMENTS``.
    """
    all_clues, width = lines_along(run.puzzle, axis)
    check_count(run, axis)
    found: list[list[_T]] = []
    for clues in all_clues:
        one: list[_T] = []
        source = kind(clues, width)
        while some := list(islice(source, _BATCH_SIZE)):
            one += some
            run.tick()
        run.arrangements += len(one)
        found.append(one)
    return found


def check_count(run: Run, axis: Axis) -> None:
    """Raise :class:`GaveUp` if the rows, or the columns, have too many arrangements to list."""
    all_clues, width = lines_along(run.puzzle, axis)
    total = run.arrangements
    for index, clues in enumerate(all_clues):
        ways = count(clues, width)
        total += ways
        if total > MAX_ARRANGEMENTS:
            line = Line(axis, index)
            raise GaveUp(
                worded(
                    "the method lists all arrangements of the lines: {line} alone has {ways:,}",
                    line=line,
                    ways=ways,
                )
                if ways > MAX_ARRANGEMENTS
                else worded(
                    "the method lists all arrangements of the lines: up to {line}, {total:,}",
                    line=line,
                    total=total,
                )
            )


def lines_along(puzzle: Puzzle, axis: Axis) -> tuple[Sequence[Clues], int]:
    """The clues of all lines of an axis, and the cells in each line."""
    if axis is Axis.ROW:
        return puzzle.rows, puzzle.width
    return puzzle.columns, puzzle.height


def other_axis(axis: Axis) -> Axis:
    """The other axis."""
    return Axis.COLUMN if axis is Axis.ROW else Axis.ROW


def board(puzzle: Puzzle, axis: Axis, lines: Sequence[bytes]) -> Grid:
    """A board whose first lines along an axis are given as colours; the others are clear."""
    height, width, colors = puzzle.height, puzzle.width, len(puzzle.palette)
    size = height if axis is Axis.ROW else width
    unknown = bytes([colors]) * (width if axis is Axis.ROW else height)
    cells = b"".join([*lines, *[unknown] * (size - len(lines))])
    if axis is Axis.COLUMN:
        cells = b"".join(cells[row::height] for row in range(height))
    states = [1 << k for k in range(colors)] + [(1 << colors) - 1]
    return Grid(height, width, colors, map(states.__getitem__, cells))


def board_of_packed(puzzle: Puzzle, rows: Sequence[int]) -> Grid:
    """The board whose rows are given packed."""
    return grid_of_lines(rows, puzzle.width, len(puzzle.palette))
