"""The conflict of a line's cells with its clues: the metric of simulated annealing.

Three kinds of errors are distributed over the cells whose change might help; a cell's shares are
added.

1. A wrong number of black cells (eqs. 1 to 3): the excess is distributed over all black cells, the
   deficit over all white cells.
2. A wrong number of segments (eqs. 4 to 7): the excess is distributed over the outermost cells of
   the segments, and again over the white cells between two black ones; the deficit over the inner
   cells.
3. The right number of segments, some of a wrong length (eqs. 8 and 9): half of the difference goes
   to each end, to the outermost black cells or to the white cells next to them.

Source: W. Wang, M. Tang, "Simulated annealing approach to solve nonogram puzzles with multiple
solutions", Procedia Computer Science 36 (2014), section 3. Where it leaves a choice:

* Eq. 2 divides by the number of white cells that the line *should* have: only this agrees with
  table 2 (1/6 = 0.17, with seven white cells), although the text says all white cells. The table
  also shows that ``n`` in eqs. 4 and 5 is the number of segments in the line, and that table 1
  counts three white cells between black ones where there are two.
* Eq. 6 adds a fraction for each segment; the text divides the missing segments by the number of
  inner cells. We follow the text.
* If segments are missing and no segment has inner cells, no equation applies, and a wrong line,
  ``##`` for two single cells, has no conflict. We distribute the missing segments over all black
  cells; ``plain`` does not.
"""

from __future__ import annotations

from math import lcm
from typing import Any

import numpy as np
from numpy.typing import NDArray

from puzzles.model import Clues

UNIT = lcm(*range(1, 21))
"""A conflict of 1 as an integer. Sums of integers do not depend on the order, so runs can be
repeated exactly; shares that are not integers are rounded down."""

Cells = NDArray[np.int64]
"""A number for each cell of a line."""


class LineConflict:
    """The metric for lines with certain clues, with a cache.

    Lines are integers: bit ``i`` is set if cell ``i`` is black.

    Args:
        clues: The clues, in black and white.
        length: Cells in the line.
        plain: Whether to use the equations of the source only.
        max_cached: Number of lines in the cache.
    """

    def __init__(
        self, clues: Clues, length: int, *, plain: bool = False, max_cached: int = 1000
    ) -> None:
        self.lengths = [clue.length for clue in clues]
        self.length = length
        self._plain = plain
        self._black = sum(self.lengths)
        self._last = 1 << length >> 1
        self._max_cached = max_cached
        self._totals: dict[int, int] = {}
        self._shares: dict[int, Cells] = {}
        self._changes: dict[int, Cells] = {}

    def total(self, line: int) -> int:
        """The conflict of all cells together, in units of ``1 / UNIT``."""
        known = self._totals.get(line)
        if known is None:
            known = self._totals[line] = self._sum(line)
            self._trim(self._totals)
        return known

    def shares(self, line: int) -> Cells:
        """The conflict of each cell, in units of ``1 / UNIT``."""
        known = self._shares.get(line)
        if known is None:
            known = self._shares[line] = np.array(self._shared(line), dtype=np.int64)
            self._trim(self._shares)
        return known

    def changes(self, line: int) -> Cells:
        """For each cell, the change of :meth:`total` if the cell changes its colour."""
        known = self._changes.get(line)
        if known is None:
            found = [self._sum(line ^ 1 << cell) for cell in range(self.length)]
            known = self._changes[line] = np.array(found, dtype=np.int64) - self._sum(line)
            self._trim(self._changes)
        return known

    def _trim(self, known: dict[int, Any]) -> None:
        """Clear the cache if it is too large."""
        if len(known) > self._max_cached:
            known.clear()

    def _shared(self, line: int) -> list[int]:
        """The shares of the three kinds of errors, cell by cell."""
        shares = [0] * self.length
        runs = segments(line)
        black = [cell for start, stop in runs for cell in range(start, stop)]
        white = [cell for cell in range(self.length) if not line >> cell & 1]

        def share(amount: int, cells: list[int], among: int) -> None:
            for cell in cells:
                shares[cell] += UNIT * amount // among

        if len(black) > self._black:
            share(len(black) - self._black, black, len(black))
        elif len(black) < self._black:
            share(self._black - len(black), white, max(1, self.length - self._black))
        extra = len(runs) - len(self.lengths)
        if extra > 0:
            outer = [cell for start, stop in runs for cell in (start, stop - 1)]  # single: twice
            share(extra, outer, 2 * len(runs))
            gaps = line << 1 & line >> 1 & ~line
            between = [cell for cell in white if gaps >> cell & 1]
            share(extra, between, max(1, len(between)))
        elif extra < 0:
            inner = [cell for start, stop in runs for cell in range(start + 1, stop - 1)]
            if not inner and not self._plain:
                inner = black
            share(-extra, inner, max(1, len(inner)))
        else:
            for (start, stop), length in zip(runs, self.lengths, strict=True):
                excess = stop - start - length
                if excess > 0:
                    share(excess, [start, stop - 1], 2)
                elif excess < 0:
                    share(-excess, [c for c in (start - 1, stop) if 0 <= c < self.length], 2)
        return shares

    def _sum(self, line: int) -> int:
        """The sum of the shares, in closed form."""
        black = line.bit_count()
        total = 0
        if black > self._black:
            total = UNIT * (black - self._black)
        elif black < self._black:
            among = max(1, self.length - self._black)
            total = UNIT * (self._black - black) * (self.length - black) // among
        extra = (line & ~(line << 1)).bit_count() - len(self.lengths)
        if extra > 0:
            has_between = line << 1 & line >> 1 & ~line
            return total + UNIT * extra * (2 if has_between else 1)
        if extra < 0:
            has_inner = line << 1 & line >> 1 & line
            return total - UNIT * extra if has_inner or (line and not self._plain) else total
        halves = 0
        missing = 0
        found = [len(run) for run in f"{line:b}"[::-1].split("0") if run]
        for have, wanted in zip(found, self.lengths, strict=True):
            halves += 2 * abs(have - wanted)
        if found:  # a segment at the edge has no white cell on that side to take a share
            if line & 1:
                missing += max(0, self.lengths[0] - found[0])
            if line & self._last:
                missing += max(0, self.lengths[-1] - found[-1])
        return total + UNIT * (halves - missing) // 2


def segments(line: int) -> list[tuple[int, int]]:
    """The black segments of a line as (first cell, last cell + 1).

    >>> segments(0b11011)
    [(0, 2), (3, 5)]
    """
    found = []
    at = 0
    while line >> at:
        rest = line >> at
        start = at + (rest & -rest).bit_length() - 1
        run = line >> start
        at = start + (run ^ (run + 1)).bit_length() - 1
        found.append((start, at))
    return found
