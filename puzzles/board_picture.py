"""A board as it is shown, whatever paints it: clues, colours, and cells.

This module stands below the model, whose values draw themselves in a notebook: a clue is a pair of
length and colour, a cell a bit set over the colours, see :mod:`puzzles.model` and
:mod:`puzzles.grid`. Its painters are :mod:`puzzles.board_svg` and, in the window, those of paper,
of thumbnails and of pictures of one pixel a cell. The board of the window is painted in parts, as
it changes: it has the rules of this module, but no value.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

Clue = tuple[int, int]
Clues = Sequence[Clue]
"""Length and colour of each number of a line."""
UNKNOWN, UNKNOWNS = -1, -2
"""The lengths of a number that is not known, and of any numbers."""
_SIGNS = {UNKNOWN: "?", UNKNOWNS: "*"}


@dataclass(frozen=True, slots=True)
class BoardPicture:
    """One state of one board.

    >>> colors = "#ffffff", "#000000"
    >>> board = BoardPicture([[(2, 1)], []], [[(1, 1)], [(1, 1)]], colors, [2, 2, 1, 3])
    >>> list(board.runs(0)), list(board.runs(1))
    ([(1, 0, 2)], [(0, 0, 1)])
    >>> list(board.indices())
    [1, 1, 0, 0]
    """

    rows: Sequence[Clues]
    columns: Sequence[Clues]
    colors: tuple[str, ...]
    """The palette as it is painted, ``#rrggbb``, the background first."""
    cells: Sequence[int] = ()
    """Row by row, not copied; empty for a board whose cells are all clear."""
    letters: tuple[str, ...] = ()
    """What follows the numbers of each colour in place of tiles; empty for nothing."""

    @property
    def height(self) -> int:
        """The number of rows."""
        return len(self.rows)

    @property
    def width(self) -> int:
        """The number of columns."""
        return len(self.columns)

    @property
    def has_tiles(self) -> bool:
        """Whether numbers are on tiles in their colours."""
        return len(self.colors) > 2 and not self.letters

    def text(self, clue: Clue) -> str:
        """A number as it is shown."""
        return clue_text(clue, self.letters)

    def runs(self, row: int) -> Iterator[tuple[int, int, int]]:
        """Neighbouring cells of one certain colour: the colour, the first column, and the end."""
        at = 0
        for state, group in groupby(self.cells[row * self.width : (row + 1) * self.width]):
            stop = at + len(list(group))
            if state.bit_count() == 1:
                yield state.bit_length() - 1, at, stop
            at = stop

    def indices(self) -> bytes:
        """The colour of each cell; 0, the background, where it is not certain."""
        index_of = {1 << k: k for k in range(1, len(self.colors))}
        if not self.cells:
            return bytes(self.width * self.height)
        if isinstance(self.cells, array) and len(self.colors) <= 8:
            table = bytes(index_of.get(state, 0) for state in range(256))
            return low_bytes(self.cells).translate(table)
        return bytes(index_of.get(state, 0) for state in self.cells)


def clue_text(clue: Clue, letters: Sequence[str] = ()) -> str:
    """A number as it is shown, with the letter of its colour if there are letters."""
    length, color = clue
    text = _SIGNS.get(length) or str(length)
    return f"{text}{letters[color]}" if letters and length else text


def is_strong_line(at: int, count: int) -> bool:
    """Whether a line of a grid is a strong one: each fifth, and the last one.

    Args:
        at: Its number, from 0.
        count: The number of the last one.
    """
    return at == count or at % 5 == 0


def low_bytes(states: array[int]) -> bytes:
    """The lowest byte of each state; complete for up to 8 colours."""
    first = 0 if sys.byteorder == "little" else states.itemsize - 1
    return states.tobytes()[first :: states.itemsize]
