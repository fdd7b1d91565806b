"""Trying values out: what a cell's values lead to, and which cell to branch on.

A *probe* gives a cell one of its values and settles the board. If that fails, the cell does not
have the value; whatever the surviving values agree on holds anyway. A probe's answer stays true
as long as no line changes that it looked at, so it is not repeated until one does, not even
further down in the search tree.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from solver.engines.board import Lines, Propagator


class Probed(NamedTuple):
    """What probing a cell told."""

    rows: int
    """Rows that were looked at."""
    columns: int
    """Columns that were looked at."""
    score: float
    """How much is settled whichever value the cell has; large is good to branch on."""


@dataclass(slots=True)
class Node:
    """A board in the search tree."""

    lines: Lines
    """What is known here."""
    probed: dict[int, Probed] = field(default_factory=dict)
    """For each probed cell (``row * width + column``) what came out, as long as it holds."""
    wishes: list[int] = field(default_factory=list)
    """Cells that did well further up, the best first."""
    weight: float = 1.0
    """Part of the search tree that hangs here, estimated."""
    depth: int = 0
    """Guesses made on the way here."""


class Prober:
    """Probes the cells of a board."""

    def __init__(self, propagator: Propagator) -> None:
        self.propagator = propagator
        self.watch = propagator.watch
        self.width = propagator.width
        self.probes = 0
        self.contradictions = 0

    def explore(self, node: Node, patience: int) -> bool:
        """Probe until nothing new comes out, or ``patience`` probed cells told nothing.

        Returns:
            Whether the board still may have a solution.
        """
        progress = True
        while progress:
            progress = False
            fruitless = 0
            for cell in self._candidates(node):
                self.watch.tick()
                row, column = divmod(cell, self.width)
                if cell in node.probed:
                    continue
                values = self.propagator.colors_at(node.lines, row, column)
                if len(values) < 2:
                    continue
                told = self._probe(node, cell, row, column, values)
                if told is None:
                    return False
                if told:
                    progress = True
                    fruitless = 0
                else:
                    fruitless += 1
                    if fruitless > patience:
                        break
        return True

    def branch(self, node: Node) -> list[Lines]:
        """The boards for each value of the best cell; settled, none of them impossible yet."""
        best, score = -1, -1.0
        for cell, probed in node.probed.items():
            if probed.score > score:
                row, column = divmod(cell, self.width)
                if len(self.propagator.colors_at(node.lines, row, column)) > 1:
                    best, score = cell, probed.score
        if best < 0:
            return []
        row, column = divmod(best, self.width)
        boards = []
        for value in self.propagator.colors_at(node.lines, row, column):
            lines = node.lines.copy()
            if self.propagator.assume(lines, row, column, value):
                boards.append(lines)
        return boards

    def _probe(
        self, node: Node, cell: int, row: int, column: int, values: list[int]
    ) -> bool | None:
        """Probe one cell; whether the board changed, or ``None`` if it is impossible."""
        base = node.lines
        propagator = self.propagator
        choices = propagator.choices(base)
        survivors: list[Lines] = []
        gains: list[int] = []
        seen_rows = seen_columns = 0
        failed = []
        for value in values:
            trial = base.copy()
            self.probes += 1
            if propagator.assume(trial, row, column, value):
                survivors.append(trial)
                gains.append(choices - propagator.choices(trial))
            else:
                failed.append(value)
                self.contradictions += 1
            seen_rows |= propagator.seen[0]
            seen_columns |= propagator.seen[1]
        if not survivors:
            return None
        news = self._agreed(base, survivors)
        if news:
            before = base.copy()
            if not propagator.replace_rows(base, news):
                return None
            self._forget(node, before)
        if len(survivors) > 1:
            low, high = min(gains), max(gains)
            node.probed[cell] = Probed(seen_rows, seen_columns, low * high + low + high)
        return bool(news)

    def _agreed(self, base: Lines, survivors: list[Lines]) -> dict[int, int]:
        """The rows of which all survivors know more than the board."""
        news = {}
        first = survivors[0]
        rest = survivors[1:]
        for row in range(self.propagator.height):
            old = base[row]
            new = first[row]
            if new == old:
                continue
            for other in rest:
                new |= other[row]
            if new != old:
                news[row] = new
        return news

    def _forget(self, node: Node, before: Lines) -> None:
        """Drop what was found by looking at lines that have changed since."""
        rows, columns = self.propagator.changed(before, node.lines)
        node.probed = {
            cell: probed
            for cell, probed in node.probed.items()
            if not (probed.rows & rows or probed.columns & columns)
        }

    def _candidates(self, node: Node) -> Iterator[int]:
        """The cells worth probing, those with most known neighbours first."""
        yield from node.wishes
        width = self.width
        full = (1 << width) - 1
        open_rows = list(self.propagator.open_cells(node.lines))
        levels: list[list[tuple[int, int]]] = [[], [], [], [], []]
        height = len(open_rows)
        for row, cells in enumerate(open_rows):
            if not cells:
                continue
            up = ~open_rows[row - 1] & full if row else full
            down = ~open_rows[row + 1] & full if row + 1 < height else full
            known = ~cells & full
            left = known << 1 | 1
            right = known >> 1 | 1 << width - 1
            a, b = up ^ down, up & down
            c, d = left ^ right, left & right
            ones = a ^ c
            carry = a & c
            twos = b ^ d ^ carry
            fours = b & d
            levels[4].append((row, cells & fours))
            levels[3].append((row, cells & ~fours & twos & ones))
            levels[2].append((row, cells & ~fours & twos & ~ones))
            levels[1].append((row, cells & ~twos & ones & ~fours))
            levels[0].append((row, cells & ~(twos | ones | fours)))
        for level in reversed(levels):
            for row, mask in level:
                start = row * width
                while mask:
                    lowest = mask & -mask
                    mask ^= lowest
                    yield start + lowest.bit_length() - 1
