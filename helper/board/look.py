"""The visible state of a cell as one value, and that of a whole board.

A look is one byte, so that rows of a board with a million cells are processed as bytes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Set
from typing import NamedTuple

from puzzles import BLANK, Grid, Line


class CellLook(NamedTuple):
    """The visible state of one cell; equal looks are painted equally."""

    color: int = 0
    """Palette index of the fill; 0 is paper."""
    dot: bool = False
    """BLANK's dot."""
    ghost: bool = False
    """Not marked: part of the current stroke, or a state shown by a solver."""
    hatched: bool = False
    """Solutions differ here."""

    @property
    def code(self) -> int:
        """The look as a byte."""
        return self.color << 3 | self.dot << 2 | self.ghost << 1 | self.hatched


_GHOST = CellLook(ghost=True).code
_GHOST_DOT = CellLook(dot=True, ghost=True).code

LOOKS = tuple(
    CellLook(code >> 3, bool(code & 4), bool(code & 2), bool(code & 1)) for code in range(256)
)
"""Look by code."""


def _finder(is_meant: Callable[[CellLook], bool]) -> re.Pattern[bytes]:
    codes = (re.escape(bytes([code])) for code, look in enumerate(LOOKS) if is_meant(look))
    return re.compile(b"[" + b"".join(codes) + b"]")


DOTTED = _finder(lambda look: look.dot and not look.ghost)
"""Finds the codes of looks with a marked dot."""
GHOST_DOTTED = _finder(lambda look: look.dot and look.ghost)
"""Finds the codes of looks with a ghost dot."""
GHOST_FILLED = _finder(lambda look: bool(look.color) and look.ghost)
"""Finds the codes of looks with a ghost colour."""
HATCHED = _finder(lambda look: look.hatched)
"""Finds the codes of hatched looks."""


class BoardLook:
    """What the board shows: the marks, and what temporarily covers them."""

    def __init__(self, marks: Grid) -> None:
        self.keeps_numbers = False
        """Whether numbers and lights stay in view when the board is solved."""
        self.is_line = False
        """Whether it is one row, with the numbers of the cells above it instead of clues."""
        self.start_over(marks)

    def start_over(self, marks: Grid, dots: Set[int] = frozenset()) -> None:
        """Show other marks, of any size, and nothing over them."""
        self.marks = marks
        self.ghosts: Mapping[int, int] = {}
        """Cells shown in another state than their marks."""
        self.found: Grid | None = None
        """The cells that a solver is certain of, shown as ghosts over the marks."""
        self.is_thought = False
        """Whether ``found`` is the current state of a watched method, which may be wrong."""
        self.hatched: frozenset[int] = frozenset()
        self.dots = dots
        """Clear cells with an automatic dot."""
        self._codes = {1 << k: CellLook(color=k).code for k in range(1, marks.colors)}
        self._codes[BLANK] = CellLook(dot=True).code
        self._table = bytes(self._codes.get(state, 0) for state in range(256))

    def is_numbering(self, line: Line | None) -> bool:
        """Whether the number beside a line is that of a cell, not a clue."""
        return self.is_line and line is not None and line.is_column

    def at(self, row: int, column: int) -> CellLook:
        """The look of one cell."""
        return LOOKS[self.codes(row, column, column + 1)[0]]

    def codes(self, row: int, first: int, stop: int) -> bytes:
        """The looks of the cells ``first <= column < stop`` of a row, a byte each."""
        start = row * self.marks.width + first
        codes = self._codes_of(self.marks, start, start + stop - first)
        if self.found is not None:
            found = self._codes_of(self.found, start, start + stop - first)
            if self.is_thought:  # methods do not use the marks
                codes = bytes(len(codes))
            codes = bytes(f | _GHOST if f else c for f, c in zip(found, codes, strict=True))
        if self.dots and not self.is_thought:
            codes = bytes(
                _GHOST_DOT if not code and i in self.dots else code
                for i, code in enumerate(codes, start)
            )
        if not self.ghosts and not self.hatched:
            return codes
        return bytes(self._over(start, codes))

    def _codes_of(self, grid: Grid, start: int, stop: int) -> bytes:
        if grid.colors <= 8:
            return grid.low_bytes(start, stop).translate(self._table)
        return bytes(self._codes.get(state, 0) for state in grid.cells[start:stop])

    def _over(self, start: int, codes: bytes) -> Iterable[int]:
        for i, code in enumerate(codes, start):
            if i in self.ghosts:
                code = self._codes.get(self.ghosts[i], 0) | _GHOST
            yield code | (i in self.hatched)
