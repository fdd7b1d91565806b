"""The distance of finished lines from their clues: the fewest cells that would have to change.

A line's clues are a chain of states: one for each cell of a block, and a blank before, between and
after the blocks. A path along the chain, with one state for each cell, is an arrangement. Dynamic
programming finds the cheapest path, for all lines of any number of boards at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Generic, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from puzzles.model import Clues

_T = TypeVar("_T")
_COST = np.int16
"""Large enough: a forbidden step costs ``height + 1``, at most ``MAX_SIZE + 1``, and a cheapest
path never has two, since the previous state always offers an alternative."""


class ColumnDistance:
    """The distance of columns from their clues.

    Args:
        clues: For each column its clues.
        height: Cells in a column.
        tick: Is called every few milliseconds, and may raise to end the work.
    """

    def __init__(
        self, clues: Sequence[Clues], height: int, tick: Callable[[], None] = lambda: None
    ) -> None:
        self.height = height
        self._tick = tick
        fields = [bytearray() for _ in _ChainLink._fields]
        lengths = []
        for line in clues:
            tick()
            chain = list(_chain(line))
            lengths.append(len(chain))
            for field, values in zip(fields, zip(*chain, strict=True), strict=True):
                field += bytes(values)
        self.states = sum(lengths)
        """Total length of all chains."""
        states = _ChainLink(*(np.frombuffer(field, dtype=np.uint8) for field in fields))

        def costs(is_free: NDArray[np.uint8]) -> NDArray[np.int16]:
            return np.where(is_free, 0, height + 1).astype(_COST)

        self._colors: NDArray[np.uint8] = states.color
        self._columns: NDArray[np.intp] = np.repeat(np.arange(len(clues)), lengths)
        self._start = costs(states.may_start)
        self._stay = costs(states.color == 0)
        self._enter = costs(states.has_before[1:])
        self._skip = costs(states.may_skip[2:])
        self._last = np.cumsum(lengths) - 1
        # A column may end in the last block's last cell or in the blank after it.
        self._block = self._last - np.array([bool(line) for line in clues], dtype=np.intp)

    def of(self, boards: NDArray[np.uint8]) -> NDArray[np.int64]:
        """The distances of the columns of finished boards.

        Args:
            boards: The colours of the cells, shape (boards, height, width).

        Returns:
            Shape (boards, width): for each column the fewest cells that would have to change.
        """
        cost: NDArray[np.int16] = self._start + self._wrong(boards, 0)
        for at in range(1, self.height):
            self._tick()
            best = cost + self._stay
            np.minimum(best[:, 1:], cost[:, :-1] + self._enter, out=best[:, 1:])
            np.minimum(best[:, 2:], cost[:, :-2] + self._skip, out=best[:, 2:])
            best += self._wrong(boards, at)
            cost = best
        found: NDArray[np.int64] = np.minimum(cost[:, self._last], cost[:, self._block])
        return found.astype(np.int64)

    def _wrong(self, boards: NDArray[np.uint8], at: int) -> NDArray[np.bool_]:
        """Whether the cells of a row differ in colour from the states, shape (boards, states)."""
        colors: NDArray[np.uint8] = boards[:, at].take(self._columns, axis=1)
        wrong: NDArray[np.bool_] = colors != self._colors
        return wrong


class _ChainLink(NamedTuple, Generic[_T]):
    """A state of a column's chain, or arrays of all states."""

    color: _T
    may_start: _T
    """Whether the first cell may have this state."""
    has_before: _T
    """Whether it may follow the previous state."""
    may_skip: _T
    """Whether it may follow the last state but one: blocks of two colours may touch."""


def _chain(clues: Clues) -> Iterator[_ChainLink[int]]:
    yield _ChainLink(0, True, False, False)
    for at, (before, clue) in enumerate(pairwise((None, *clues))):
        assert clue is not None
        touches = before is not None and before.color != clue.color
        for cell in range(clue.length):
            yield _ChainLink(clue.color, not at and not cell, True, touches and not cell)
        yield _ChainLink(0, False, True, False)
