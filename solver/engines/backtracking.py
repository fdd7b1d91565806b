"""Backtracking over the rows, with checks of the columns after each row, and backjumping.

The rows are the variables, in fixed order from the top; a row's values are its arrangements. A
value is consistent if every column still has an arrangement that agrees with it and the rows
above. If a row has no consistent value left, the search goes back:

* ``plain``: to the previous row.
* ``gaschnig``: for each value the first row that excludes it is stored. If no value of a row was
  consistent, the search jumps to the last of these rows, else to the previous row.
* ``conflict-directed``: each row stores a set of rows that excluded its values, a minimal one that
  makes the column impossible. The search jumps to the last of them, which takes over the others
  and so can jump again.

A check is one comparison of an arrangement with the columns.

Source: R. Zavistanavičius, master thesis, Kaunas University of Technology, 2012, sections 2.6 to
2.7.2; Gaschnig, "Performance measurement and analysis of certain search algorithms", CMU-CS-79-124;
Prosser, "Hybrid algorithms for the constraint satisfaction problem", Computational Intelligence 9
(1993); Dechter, Frost, "Backtracking algorithms for constraint satisfaction problems", 1998.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import ClassVar, Literal

from puzzles.grid import Grid
from puzzles.model import Axis, Line
from puzzles.words import _
from solver.engines.arrangements import board_of_packed, listed, packed
from solver.engines.run import Run, SearchEngine, arrangement_text
from solver.line import LinePlan
from solver.options import option

Jump = Literal["plain", "gaschnig", "conflict-directed"]

_MAX_CACHED = 1 << 16
"""Cached results for each column."""


@dataclass(frozen=True, slots=True)
class BacktrackingEngine(SearchEngine):
    """See the module."""

    name: ClassVar[str] = "backtracking"
    description: ClassVar[str] = _(
        "Places row after row, and goes back where the columns forbid it."
    )
    is_exact: ClassVar[bool] = True

    jump: Jump = option("plain", _("how far to go back from a dead end"))

    def search(self, run: Run) -> None:
        """Run the search; see :class:`SearchEngine`."""
        _Search(self.jump, run).search()


class _Column:
    """Line solving of one column, with a cache."""

    def __init__(self, plan: LinePlan, height: int, colors: int) -> None:
        self._plan = plan
        self._full = (1 << height) - 1
        self._offsets = tuple(k * height for k in range(colors))
        self._answers: dict[int, int] = {}

    def reduce(self, state: int) -> int:
        """The packed column with only the states of some arrangement; 0 if there is none."""
        answer = self._answers.get(state)
        if answer is None:
            masks = tuple([state >> offset & self._full for offset in self._offsets])
            found = self._plan.reduce(masks)
            answer = 0
            for mask, offset in zip(found or (), self._offsets, strict=False):
                answer |= mask << offset
            if len(self._answers) >= _MAX_CACHED:
                self._answers.clear()
            self._answers[state] = answer
        return answer


@dataclass(slots=True)
class _Level:
    """One row of the current branch."""

    row: int
    values: Iterator[int]
    columns: list[int]
    """The columns, packed, reduced by the rows above."""
    rows: list[int]
    """The rows, packed, reduced by the columns."""
    value: int = 0
    """The current arrangement."""
    culprits: set[int] = field(default_factory=set)
    """The rows that excluded some value."""
    has_consistent: bool = False


class _Search:
    """One solve."""

    def __init__(self, jump: Jump, run: Run) -> None:
        self.run = run
        self.jump = jump
        self.height, self.width = run.puzzle.height, run.puzzle.width
        self.levels: list[_Level] = []
        self.lists: list[list[int]] = []
        """For each row its arrangements."""
        self.columns: list[_Column] = []

    def search(self) -> None:
        """Run the search; see :meth:`Run.result`."""
        run = self.run
        self.lists = listed(run, Axis.ROW, packed)
        for clues in run.puzzle.columns:
            run.tick()
            self.columns.append(_Column(LinePlan(clues, self.height), self.height, run.colors))
        full_row = (1 << run.colors * self.width) - 1
        full_column = (1 << run.colors * self.height) - 1
        self._enter(*self._reduced([full_column] * self.width, [full_row] * self.height, 0))
        while self.levels:
            level = self.levels[-1]
            value = self._next_value(level)
            if value is None:
                self._go_back()
                continue
            level.has_consistent = True
            level.value = value
            if level.row + 1 < self.height:
                columns = self._fixed(level.columns, level.row, value)
                self._enter(*self._reduced(columns, level.rows, level.row + 1))
            else:
                # Every row may have other values that lead to solutions.
                level.culprits.update(range(level.row))
                run.solution(self._grid())

    def _enter(self, columns: list[int], rows: list[int]) -> None:
        row = len(self.levels)
        self.levels.append(_Level(row, iter(self.lists[row]), columns, rows))
        self.run.levels.append([0, len(self.lists[row])])

    def _next_value(self, level: _Level) -> int | None:
        """The next consistent arrangement of a row."""
        run, allowed = self.run, level.rows[level.row]
        for value in level.values:
            run.levels[-1][0] += 1
            run.node(level.row + 1)
            run.checks += 1
            is_consistent = value & allowed == value
            if run.is_watched:
                self._show(level, value, is_consistent)
            if is_consistent:
                return value
            run.contradictions += 1
            self._add_culprits(level, value)
        return None

    def _fixed(self, columns: list[int], row: int, value: int) -> list[int]:
        """The columns with the cells of a row's arrangement."""
        cell = self._all_bits(row)
        return [column & ~cell | self._bit(value, row, at) for at, column in enumerate(columns)]

    def _reduced(
        self, columns: list[int], rows: list[int], first: int
    ) -> tuple[list[int], list[int]]:
        """The columns after line solving, and the rows reduced by them."""
        reduced, rows = [], rows.copy()
        for at, (line, column) in enumerate(zip(self.columns, columns, strict=True)):
            self.run.tick()
            new = line.reduce(column)
            reduced.append(new)
            gone = column & ~new
            while gone:
                bit = gone & -gone
                gone ^= bit
                color, row = divmod(bit.bit_length() - 1, self.height)
                if row >= first:
                    rows[row] &= ~(1 << color * self.width + at)
        return reduced, rows

    # Backjumping

    def _add_culprits(self, level: _Level, value: int) -> None:
        """Store the rows that exclude a value."""
        if self.jump == "plain":
            return
        row = level.row
        first = next(above for above in self.levels if value & above.rows[row] != value)
        # Level k starts with the rows above k assigned: row k - 1 excluded the value.
        if first.row and self.jump == "gaschnig":
            level.culprits.add(first.row - 1)
        elif first.row:
            level.culprits |= self._reason(first, row, value)

    def _reason(self, at: _Level, row: int, value: int) -> set[int]:
        """A minimal set of rows above that make a column impossible together with a value.

        Args:
            at: The first level at which the value is excluded.
            row: The row of the value.
            value: The arrangement.
        """
        lost = value & ~at.rows[row]
        color, column = divmod((lost & -lost).bit_length() - 1, self.width)
        plan = self.columns[column]
        wanted = 1 << color * self.height + row
        full = (1 << self.run.colors * self.height) - 1
        losses = {
            above.row: self._all_bits(above.row) & ~self._bit(above.value, above.row, column)
            for above in self.levels[: at.row]
        }
        reason = set(losses)
        for dropped in losses:
            state = full
            for kept in reason - {dropped}:
                state &= ~losses[kept]
            if not plan.reduce(state) & wanted:
                reason.discard(dropped)
        return reason

    def _all_bits(self, row: int) -> int:
        """All bits of a column's cell in a row."""
        return sum(1 << k * self.height + row for k in range(self.run.colors))

    def _bit(self, value: int, row: int, column: int) -> int:
        """The bit of a column's cell that a row's arrangement sets."""
        colors = range(self.run.colors)
        return sum(
            1 << k * self.height + row for k in colors if value >> k * self.width + column & 1
        )

    def _go_back(self) -> None:
        """Leave a row after all its values were tried."""
        level = self.levels[-1]
        target = level.row - 1
        if self.jump == "conflict-directed" or (
            self.jump == "gaschnig" and not level.has_consistent
        ):
            target = max(level.culprits, default=-1)
        while self.levels and self.levels[-1].row > target:
            self.levels.pop()
            self.run.levels.pop()
        if self.levels and self.jump == "conflict-directed":
            self.levels[-1].culprits |= level.culprits - {target}

    def _show(self, level: _Level, value: int, is_consistent: bool) -> None:
        rows = [above.value for above in self.levels[:-1]] + [value]
        full = (1 << self.run.colors * self.width) - 1
        grid = board_of_packed(self.run.puzzle, rows + [full] * (self.height - len(rows)))
        tried, ways = self.run.levels[-1]
        line = Line(Axis.ROW, level.row)
        self.run.step(arrangement_text(line, tried, ways, is_consistent), grid, line)

    def _grid(self) -> Grid:
        return board_of_packed(self.run.puzzle, [level.value for level in self.levels])


ENGINE = BacktrackingEngine()
