"""Probing: try the values of a cell, and choose the cell to branch on.

A *probe* gives a cell one of its values and propagates. If that fails, the cell cannot have the
value. Cells in which all remaining values agree are decided. The result of a probe stays valid
until a line changes that it solved; until then it is not repeated, not even deeper in the search
tree.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from puzzles.words import _, worded
from solver.engines.board import Lines, Propagator


class Probed(NamedTuple):
    """The result of probing a cell."""

    rows: int
    """Rows that were solved, as a set."""
    columns: int
    """Columns that were solved, as a set."""
    score: float
    """How much every value of the cell decides; higher is better to branch on."""


@dataclass(slots=True)
class Node:
    """A board in the search tree."""

    lines: Lines
    """The board."""
    probed: dict[int, Probed] = field(default_factory=dict)
    """The valid results of probes, by cell (``row * width + column``)."""
    weight: float = 1.0
    """Estimated part of the search tree below this node."""
    depth: int = 0
    """Number of guesses above this node."""


class Prober:
    """Probes the cells of a board.

    Args:
        propagator: Propagates; counts the lines solved.
    """

    def __init__(self, propagator: Propagator) -> None:
        self.propagator = propagator
        self.watch = propagator.watch
        self.height, self.width = propagator.height, propagator.width
        self.probes = 0
        self.contradictions = 0
        self._failures = [1] * (self.height + self.width)
        """How often each line, rows first, was contradictory, plus 1."""

    def explore(self, node: Node) -> bool:
        """Probe every open cell until nothing changes.

        Returns:
            Whether the board may still have a solution. If so and it is not solved, every open
            cell is in ``node.probed``.
        """
        progress = True
        while progress:
            progress = False
            for cell in self._candidates(node.lines):
                self.watch.tick()
                if cell in node.probed:
                    continue
                values = self._values(node.lines, cell)
                if len(values) < 2:
                    continue
                has_changed = self._probe(node, cell, values)
                if has_changed is None:
                    return False
                progress |= has_changed
        return True

    def branch(self, node: Node) -> list[Node]:
        """The children of an explored node: one for each value of the best cell.

        The best cell is the one whose probes decided most and whose lines were contradictory most
        often, since such lines soon are again (weighted degrees, Boussemart et al. 2004). The value
        that leaves most cells open comes first, since it more often leads to a solution.
        """
        lines = node.lines
        best = max(
            (cell for cell in node.probed if len(self._values(lines, cell)) > 1),
            key=lambda cell: node.probed[cell].score * self._weight(cell),
        )
        row, column = divmod(best, self.width)
        boards = []
        for value in self._values(lines, best):
            board = lines.copy()
            if self.propagator.assume(board, row, column, value):
                boards.append(board)
        boards.sort(key=self.propagator.choices, reverse=True)
        children = []
        for board in boards:
            child = Node(board, node.probed, node.weight / len(boards), node.depth + 1)
            self._drop_outdated(child, lines)
            children.append(child)
        return children

    def _values(self, lines: Lines, cell: int) -> list[int]:
        return self.propagator.colors_at(lines, *divmod(cell, self.width))

    def _weight(self, cell: int) -> int:
        row, column = divmod(cell, self.width)
        weight = self._failures[row] * self._failures[self.height + column]
        return weight * weight

    def _probe(self, node: Node, cell: int, values: list[int]) -> bool | None:
        """Probe one cell; whether the board changed, ``None`` if it is contradictory."""
        base = node.lines
        propagator = self.propagator
        row, column = divmod(cell, self.width)
        choices = propagator.choices(base)
        survivors: list[Lines] = []
        gains: list[int] = []
        seen_rows = seen_columns = 0
        for value in values:
            trial = base.copy()
            self.probes += 1
            is_possible = propagator.assume(trial, row, column, value)
            if self.watch.is_watched:
                self._show(trial, row, column, value, is_possible)
            if is_possible:
                survivors.append(trial)
                gains.append(choices - propagator.choices(trial))
            else:
                self.contradictions += 1
                self._failures[propagator.failed] += 1
            seen_rows |= propagator.seen[0]
            seen_columns |= propagator.seen[1]
        if not survivors:
            return None
        reduced = self._agreed(base, survivors)
        if reduced:
            before = base.copy()
            if not propagator.replace_rows(base, reduced):
                return None
            self._drop_outdated(node, before)
        if len(survivors) > 1:
            low, high = min(gains), max(gains)
            node.probed[cell] = Probed(seen_rows, seen_columns, low * high + low + high)
        return bool(reduced)

    def _show(self, trial: Lines, row: int, column: int, value: int, is_possible: bool) -> None:
        text = (
            _("tries row {row}, column {column} {state}")
            if is_possible
            else _("tries row {row}, column {column} {state}: {line} is impossible then")
        )
        sentence = worded(
            text,
            row=row + 1,
            column=column + 1,
            state=_("shaded") if value else _("blank"),
            line="" if is_possible else self.propagator.line_name(self.propagator.failed),
        )
        self.watch.step(sentence, self.propagator.grid(trial))

    def _agreed(self, base: Lines, survivors: list[Lines]) -> dict[int, int]:
        """The rows that all survivors have reduced, as the union of their states."""
        reduced = {}
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
                reduced[row] = new
        return reduced

    def _drop_outdated(self, node: Node, before: Lines) -> None:
        """Drop the results of probes whose lines have changed since."""
        rows, columns = self.propagator.changed(before, node.lines)
        node.probed = {
            cell: probed
            for cell, probed in node.probed.items()
            if not (probed.rows & rows or probed.columns & columns)
        }

    def _candidates(self, lines: Lines) -> Iterator[int]:
        """The open cells, those with most known neighbours first; edges count as known."""
        open_rows = list(self.propagator.open_cells(lines))
        levels = self._by_known_neighbours(open_rows)
        for level in reversed(levels):
            for row, cells in enumerate(level):
                start = row * self.width
                while cells:
                    lowest = cells & -cells
                    cells ^= lowest
                    yield start + lowest.bit_length() - 1

    def _by_known_neighbours(self, open_rows: list[int]) -> list[list[int]]:
        """The open cells of each row by their number of known neighbours, 0 to 4."""
        width = self.width
        full = (1 << width) - 1
        levels: list[list[int]] = [[], [], [], [], []]
        for row, cells in enumerate(open_rows):
            up = ~open_rows[row - 1] & full if row else full
            down = ~open_rows[row + 1] & full if row + 1 < self.height else full
            known = ~cells & full
            left, right = known << 1 | 1, known >> 1 | 1 << width - 1
            ones = up ^ down ^ left ^ right
            twos = up & down ^ left & right ^ (up ^ down) & (left ^ right)
            fours = up & down & left & right
            levels[4].append(cells & fours)
            levels[3].append(cells & twos & ones)
            levels[2].append(cells & twos & ~ones)
            levels[1].append(cells & ~twos & ones)
            levels[0].append(cells & ~(twos | ones | fours))
        return levels
