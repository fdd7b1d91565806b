"""How far finished lines are from their clues: the fewest cells that would have to change.

A line's clues are a chain of states, one a cell of a block, with a blank before, between and after
the blocks. A walk along the chain, one state a cell, is an arrangement; the cheapest walk is found
by dynamic programming, for all lines of any number of boards at a time.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from puzzles.model import Clues

_LARGEST_SHORT = 180
"""Cells in the longest line whose costs, forbidden walks included, fit in 16 bits."""


class Distance:
    """The clues of all columns.

    Args:
        clues: For each column its clues.
        height: Cells in a column.
    """

    def __init__(self, clues: Sequence[Clues], height: int) -> None:
        self.height = height
        self.type = np.int16 if height <= _LARGEST_SHORT else np.int32
        forbidden = height + 1
        colors: list[int] = []
        columns: list[int] = []
        stay: list[int] = []
        enter: list[int] = []
        skip: list[int] = []
        start: list[int] = []
        ends: list[tuple[int, int]] = []

        def add(column: int, color: int, *, may_skip: bool = False) -> None:
            is_first = not columns or columns[-1] != column
            is_second = not is_first and len(columns) - 1 == first
            columns.append(column)
            colors.append(color)
            stay.append(forbidden if color else 0)
            enter.append(forbidden if is_first else 0)
            skip.append(0 if may_skip else forbidden)
            start.append(0 if is_first or is_second else forbidden)

        for column, line in enumerate(clues):
            first = len(columns)
            add(column, 0)
            for before, clue in pairwise((None, *line)):
                assert clue is not None
                touches = before is not None and before.color != clue.color
                for cell in range(clue.length):
                    add(column, clue.color, may_skip=touches and not cell)
                add(column, 0)
            ends.append((max(first, len(columns) - 2), len(columns) - 1))
        self.states = len(columns)
        """Length of all chains together."""
        self._colors = np.array(colors, dtype=np.uint8)
        self._columns = np.array(columns, dtype=np.intp)
        self._stay = np.array(stay, dtype=self.type)
        self._enter = np.array(enter[1:], dtype=self.type)
        self._skip = np.array(skip[2:], dtype=self.type)
        self._start = np.array(start, dtype=self.type)
        self._ends = np.array(ends, dtype=np.intp).T

    def of(self, boards: NDArray[np.uint8]) -> NDArray[np.int_]:
        """How far the columns of finished boards are from their clues.

        Args:
            boards: The colours of the cells, shape (boards, height, width).

        Returns:
            Shape (boards, width): for each column the fewest cells that would have to change.
        """
        cost = self._start + self._wrong(boards, 0)
        for at in range(1, self.height):
            best = cost + self._stay
            np.minimum(best[:, 1:], cost[:, :-1] + self._enter, out=best[:, 1:])
            np.minimum(best[:, 2:], cost[:, :-2] + self._skip, out=best[:, 2:])
            best += self._wrong(boards, at)
            cost = best
        last, after = self._ends
        return np.minimum(cost[:, last], cost[:, after]).astype(np.int_)

    def _wrong(self, boards: NDArray[np.uint8], at: int) -> NDArray[np.bool_]:
        """Whether the cells of a row have another colour than the states, (boards, states)."""
        return boards[:, at].take(self._columns, axis=1) != self._colors
