"""A finished board with the conflicts of its cells, kept up to date while cells are swapped.

A swap changes at most two rows and two columns. The conflicts of lines are cached: a swap costs
some ten operations on short arrays, and evaluating the same swap again almost nothing.
"""

from __future__ import annotations

import random

import numpy as np
from numpy.typing import NDArray

from puzzles.grid import BLANK, SHADED, Grid
from puzzles.model import Clues
from solver.engines.conflict import LineConflict
from solver.engines.run import Run

_MAX_CACHED_CELLS = 5_000_000
"""Cells of the cached lines, over all lines: up to some 200 MB."""

BLACK, WHITE = 0, 1


class ConflictBoard:
    """The board with its conflicts, kept up to date swap by swap.

    Cells are numbered row by row.

    Args:
        run: The solve.
        chance: The random numbers for placing the black cells.
        plain: See :class:`LineConflict`.
    """

    def __init__(self, run: Run, chance: random.Random, plain: bool) -> None:
        puzzle = run.puzzle
        self.height, self.width = height, width = puzzle.height, puzzle.width
        self._tick = run.tick
        self.chance = chance
        self._metrics = _metrics(run, plain)
        order = np.random.default_rng(chance.getrandbits(32)).permutation(height * width)
        run.tick()
        black = sum(length for clues in puzzle.rows for length, _ in clues)
        self.cells = [order[:black], order[black:]]
        """The indices of the black cells, and of the white ones."""
        self._places = np.empty(height * width, dtype=np.int64)
        for some in self.cells:
            self._places[some] = np.arange(len(some))
        is_black = np.zeros((height, width), dtype=bool)
        is_black.flat[self.cells[BLACK]] = True
        self.lines: list[int] = []
        """All rows, then all columns; bit ``i`` is set if cell ``i`` is black."""
        self.shares = np.zeros((height, width), dtype=np.int64)
        """The conflict of each cell, in units."""
        self.changes = np.zeros((height, width), dtype=np.int64)
        """For each cell, the change of the board's conflict if it changes its colour; not plain."""
        self._plain = plain
        self.conflict = 0
        """The conflict of the board, in units of ``1 / UNIT``."""
        self._share_lines = [*self.shares, *self.shares.T]
        self._change_lines = [*self.changes, *self.changes.T]
        for index, cells in enumerate([*is_black, *is_black.T]):
            run.tick()
            line = _packed(cells)
            self.lines.append(line)
            metric = self._metrics[index]
            self.conflict += metric.total(line)
            self._share_lines[index] += metric.shares(line)
            if not plain:
                self._change_lines[index] += metric.changes(line)

    def swapped(self, black: int, white: int) -> dict[int, int]:
        """The lines that a swap changes, after the swap, by index."""
        lines, height = self.lines, self.height
        changed: dict[int, int] = {}
        for cell in (black, white):
            row, column = divmod(cell, self.width)
            changed[row] = changed.get(row, lines[row]) ^ 1 << column
            column += height
            changed[column] = changed.get(column, lines[column]) ^ 1 << row
        return changed

    def conflict_after(self, black: int, white: int) -> int:
        """The conflict of the board after a swap."""
        conflict = self.conflict
        for index, line in self.swapped(black, white).items():
            metric = self._metrics[index]
            conflict += metric.total(line) - metric.total(self.lines[index])
        return conflict

    def conflicts_after(self, cell: int) -> NDArray[np.int64]:
        """The conflict of the board after a swap of a cell with each cell of the other colour.

        Returns:
            Shape (height * width,); undefined for cells of the same colour.
        """
        row, column = divmod(cell, self.width)
        after = self.changes + (self.conflict + int(self.changes[row, column]))
        after[row] += self._correction(row, column)
        after[:, column] += self._correction(self.height + column, row)
        return after.ravel()

    def _correction(self, index: int, cell: int) -> NDArray[np.int64]:
        """The conflict of two changed cells of a line, less that of each changed alone."""
        self._tick()
        metric, line = self._metrics[index], self.lines[index]
        return metric.changes(line ^ 1 << cell) - metric.changes(line)

    def swap(self, black: int, white: int) -> None:
        """Swap two cells."""
        for index, line in self.swapped(black, white).items():
            self._tick()
            metric, before = self._metrics[index], self.lines[index]
            self.conflict += metric.total(line) - metric.total(before)
            self._share_lines[index] += metric.shares(line) - metric.shares(before)
            if not self._plain:
                self._change_lines[index] += metric.changes(line) - metric.changes(before)
            self.lines[index] = line
        at_black, at_white = int(self._places[black]), int(self._places[white])
        self.cells[BLACK][at_black], self.cells[WHITE][at_white] = white, black
        self._places[black], self._places[white] = at_white, at_black

    def grid(self) -> Grid:
        """The board as a grid."""
        states = np.full(self.height * self.width, BLANK)
        states[self.cells[BLACK]] = SHADED
        return Grid(self.height, self.width, 2, states.tolist())


def _metrics(run: Run, plain: bool) -> list[LineConflict]:
    """The metric of each line; lines of equal clues share one."""
    puzzle = run.puzzle
    max_cached = max(2, _MAX_CACHED_CELLS // (2 * puzzle.height * puzzle.width))
    known: dict[tuple[Clues, int], LineConflict] = {}
    found = []
    for line in puzzle.lines:
        run.tick()
        key = (puzzle.clues_of(line), puzzle.height if line.is_column else puzzle.width)
        if key not in known:
            known[key] = LineConflict(*key, plain=plain, max_cached=max_cached)
        found.append(known[key])
    return found


def _packed(line: NDArray[np.bool_]) -> int:
    return int.from_bytes(np.packbits(line, bitorder="little").tobytes(), "little")
