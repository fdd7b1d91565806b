"""Row after row, each held against the columns at once; and ways to jump further back.

The rows are the variables, in fixed order from the top; a row's values are its arrangements. A
value is consistent if every column still has an arrangement that goes with the rows above and with
it. Where no value is, the search goes back:

* ``plain``: to the row before.
* ``gaschnig``: every value remembers the first row that ruled it out. From a row none of whose
  values was consistent, the search jumps to the last of these rows. Elsewhere it goes back one row.
* ``conflict-directed``: every row keeps the set of rows that ruled out its values, here a smallest
  set of rows that is enough to make the column impossible. The search jumps to the last of them,
  which takes over the others; so it can jump again.

A check is one arrangement held against the columns.

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
from solver.engines.arrangements import board_of_packed, listed, packed
from solver.engines.run import Run, SearchEngine
from solver.line import LinePlan
from solver.options import option

Jump = Literal["plain", "gaschnig", "conflict-directed"]

_REMEMBERED = 1 << 16
"""Answers remembered for each column."""


@dataclass(frozen=True, slots=True)
class BacktrackingEngine(SearchEngine):
    """See the module."""

    name: ClassVar[str] = "backtracking"
    description: ClassVar[str] = "Lays row after row, and goes back where the columns forbid it."
    is_exact: ClassVar[bool] = True

    jump: Jump = option("plain", "how far to go back from a dead end")

    def search(self, run: Run) -> None:
        """Search all there is; see :class:`SearchEngine`."""
        _Search(self.jump, run).search()


class _Column:
    """What the cells of a column may be, given some of them."""

    def __init__(self, plan: LinePlan, height: int, colors: int) -> None:
        self._plan = plan
        self._full = (1 << height) - 1
        self._offsets = tuple(k * height for k in range(colors))
        self._answers: dict[int, int] = {}

    def reduce(self, state: int) -> int:
        """The packed column with what no arrangement has taken out; 0 if there is none."""
        answer = self._answers.get(state)
        if answer is None:
            masks = tuple([state >> offset & self._full for offset in self._offsets])
            found = self._plan.reduce(masks)
            answer = 0
            for mask, offset in zip(found or (), self._offsets, strict=False):
                answer |= mask << offset
            if len(self._answers) >= _REMEMBERED:
                self._answers.clear()
            self._answers[state] = answer
        return answer


@dataclass(slots=True)
class _Level:
    """One row on the way down."""

    row: int
    values: Iterator[int]
    columns: list[int]
    """Each column as the rows above leave it."""
    rows: list[int]
    """Each row as the columns leave it."""
    value: int = 0
    """The arrangement that it has at present."""
    culprits: set[int] = field(default_factory=set)
    """The rows that have ruled out some value."""
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
        """Search all there is; see :meth:`Run.result`."""
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
                # Other solutions may lie in any row's other values.
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
            self._blame(level, value)
        return None

    def _fixed(self, columns: list[int], row: int, value: int) -> list[int]:
        """The columns once a row has its arrangement."""
        cell = self._all_bits(row)
        return [column & ~cell | self._bit(value, row, at) for at, column in enumerate(columns)]

    def _reduced(
        self, columns: list[int], rows: list[int], first: int
    ) -> tuple[list[int], list[int]]:
        """The columns after looking at all their arrangements, and the rows that are left open."""
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

    # Who is to blame

    def _blame(self, level: _Level, value: int) -> None:
        """Keep the rows that have ruled a value out."""
        if self.jump == "plain":
            return
        row = level.row
        first = next(above for above in self.levels if value & above.rows[row] != value)
        # What level k starts from are the rows before k: the last of them has ruled the value out.
        if first.row and self.jump == "gaschnig":
            level.culprits.add(first.row - 1)
        elif first.row:
            level.culprits |= self._reason(first, row, value)

    def _reason(self, at: _Level, row: int, value: int) -> set[int]:
        """Rows above, as few as possible, with which a column cannot have what the value gives it.

        Args:
            at: The first level at which the value is ruled out.
            row: The row whose value it is.
            value: Its arrangement.
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
        """The bit of a column's cell that a row's arrangement gives it."""
        colors = range(self.run.colors)
        return sum(
            1 << k * self.height + row for k in colors if value >> k * self.width + column & 1
        )

    def _go_back(self) -> None:
        """Leave a row all of whose values have been tried."""
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
        end = "" if is_consistent else ", impossible"
        self.run.step(f"{line}: arrangement {tried:,} of {ways:,}{end}", grid, line)

    def _grid(self) -> Grid:
        return board_of_packed(self.run.puzzle, [level.value for level in self.levels])


ENGINE = BacktrackingEngine()
