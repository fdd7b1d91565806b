"""How far finished lines are from their clues: the fewest cells that would have to change.

A line's clues are a chain of states, one a cell of a block, with a blank before, between and after
the blocks. A walk along the chain, one state a cell, is an arrangement; the cheapest walk is found
by dynamic programming, for all lines of any number of boards at a time.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

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
        states = [state for column, line in enumerate(clues) for state in _chain(column, line)]
        self.states = len(states)
        """Length of all chains together."""
        kind = np.int16 if height <= _LARGEST_SHORT else np.int32
        forbidden = height + 1  # more than any walk that is allowed costs

        def costs(is_free: Sequence[bool]) -> NDArray[Any]:
            return np.where(is_free, 0, forbidden).astype(kind)

        self._colors = np.array([state.color for state in states], dtype=np.uint8)
        self._columns = np.array([state.column for state in states], dtype=np.intp)
        self._start = costs([state.may_start for state in states])
        self._stay = costs([not state.color for state in states])
        self._enter = costs([state.has_before for state in states[1:]])
        self._skip = costs([state.may_skip for state in states[2:]])
        last = np.array([at for at, state in enumerate(states) if state.is_last], dtype=np.intp)
        self._last = last
        # The last block's last cell is as good an end as the blank after it.
        self._block = last - np.array([bool(line) for line in clues], dtype=np.intp)

    def of(self, boards: NDArray[np.uint8]) -> NDArray[np.int64]:
        """How far the columns of finished boards are from their clues.

        Args:
            boards: The colours of the cells, shape (boards, height, width).

        Returns:
            Shape (boards, width): for each column the fewest cells that would have to change.
        """
        cost: NDArray[Any] = self._start + self._wrong(boards, 0)
        for at in range(1, self.height):
            best = cost + self._stay
            np.minimum(best[:, 1:], cost[:, :-1] + self._enter, out=best[:, 1:])
            np.minimum(best[:, 2:], cost[:, :-2] + self._skip, out=best[:, 2:])
            best += self._wrong(boards, at)
            cost = best
        found: NDArray[np.int64] = np.minimum(cost[:, self._last], cost[:, self._block])
        return found.astype(np.int64)

    def _wrong(self, boards: NDArray[np.uint8], at: int) -> NDArray[np.bool_]:
        """Whether the cells of a row have another colour than the states, (boards, states)."""
        return np.not_equal(boards[:, at].take(self._columns, axis=1), self._colors)


class _State(NamedTuple):
    """A link of a column's chain."""

    column: int
    color: int
    may_start: bool
    """Whether the first cell may be in it."""
    has_before: bool
    """Whether it may follow the state before it."""
    may_skip: bool
    """Whether it may follow the state before that: blocks of two colours may touch."""
    is_last: bool


def _chain(column: int, clues: Clues) -> Iterator[_State]:
    yield _State(column, 0, True, False, False, not clues)
    for at, (before, clue) in enumerate(pairwise((None, *clues))):
        assert clue is not None
        touches = before is not None and before.color != clue.color
        for cell in range(clue.length):
            is_first = not at and not cell
            yield _State(column, clue.color, is_first, True, touches and not cell, False)
        yield _State(column, 0, False, True, False, at == len(clues) - 1)
