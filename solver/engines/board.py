"""A board as packed lines, and solving it line by line.

Every row and every column is one integer: the masks of its colours (see :mod:`solver.line`)
side by side, colour ``k`` at bit ``k * width``. A board is the list of its lines, rows first. So a
copy costs one ``list.copy()``, and the integer is the key of the cache of solved lines. A cell is
stored in its row and in its column; :meth:`Propagator.propagate` keeps both equal.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence

from puzzles.grid import Grid
from puzzles.model import Clues, Line, Puzzle
from solver.engines.watch import Watch
from solver.line import LinePlan, masks_of, states_of

Lines = list[int]
"""All rows, then all columns, packed."""

MAX_CACHED_BITS = 200_000_000
"""Approximate size of the cache of solved lines, for the whole board, in bits."""


class _Side:
    """The rows, or the columns, of a board: their plans, caches and crossing lines."""

    def __init__(self, clues: Sequence[Clues], base: int, crossing: int, colors: int) -> None:
        count, width = len(clues), crossing
        self.base = base
        """Index of the first line among the lines of the board."""
        self.width = width
        self.full = (1 << width) - 1
        self.offsets = tuple(k * width for k in range(colors))
        self.clues = clues
        self.plans: list[LinePlan | None] = [None] * count
        """Made when first needed: making all at once would delay a stop too long."""
        other = count if base == 0 else 0
        self.crossed = [other + i for _ in range(colors) for i in range(width)]
        """For each bit of a packed line, the index of the line of the board that crosses there."""
        self.crossed_set = [1 << i for _ in range(colors) for i in range(width)]
        """The crossing line as a bit in a set of lines of the other side."""
        self.there = [1 << k * count for k in range(colors) for _ in range(width)]
        """The cell and colour as a bit of the crossing line; shifted by the index of this line."""
        self.answers: list[dict[int, int]] = [{} for _ in clues]
        """The cache: for each line its reduced form by its packed form; 0 is a contradiction."""


class Propagator:
    """Solves lines until no line changes any more.

    Args:
        puzzle: A puzzle without defects.
        watch: Its ``tick`` is called for each line solved, and may raise to end the work.
    """

    def __init__(self, puzzle: Puzzle, watch: Watch) -> None:
        self.height, self.width = puzzle.height, puzzle.width
        self.colors = len(puzzle.palette)
        self.watch = watch
        rows = _Side(puzzle.rows, 0, self.width, self.colors)
        columns = _Side(puzzle.columns, self.height, self.height, self.colors)
        self.sides = (rows, columns)
        bits = self.colors * 2 * self.height * self.width
        self.max_cached = max(16, MAX_CACHED_BITS // (2 * bits + 500 * len(puzzle.lines)))
        """Cached results for each line."""
        self.line_solves = 0
        self.cached_lines = 0
        self.failed = -1
        """Index of the last line without a placement."""
        self.seen = (0, 0)
        """Rows and columns that the last :meth:`propagate` solved, as sets."""

    def start(self, grid: Grid | None = None) -> Lines:
        """The packed board of a grid; by default an unknown one."""
        if grid is not None:
            rows, columns = range(self.height), range(self.width)
            return [self._pack(grid.row(r)) for r in rows] + [
                self._pack(grid.column(c)) for c in columns
            ]
        return full_lines(self.height, self.width, self.colors)

    def _pack(self, states: array[int]) -> int:
        masks = masks_of(states, self.colors)
        return sum(mask << k * len(states) for k, mask in enumerate(masks))

    def line_name(self, index: int) -> Line:
        """The line with an index."""
        return Line.numbered(index, self.height)

    def all_lines(self) -> tuple[int, int]:
        """All rows and all columns, as sets for :meth:`propagate`."""
        return (1 << self.height) - 1, (1 << self.width) - 1

    def propagate(self, lines: Lines, rows: int, columns: int) -> bool:
        """Solve the given rows and columns, and all that change by it, in place.

        Args:
            lines: The board.
            rows: Set of rows that have changed.
            columns: Set of columns that have changed.

        Returns:
            Whether every line still has a placement; if not, the board is incomplete.
        """
        seen_rows = seen_columns = 0
        over_rows, over_columns = self.sides
        try:
            while rows or columns:
                if rows:
                    seen_rows |= rows
                    found = self._pass(lines, over_rows, rows)
                    if found < 0:
                        return False
                    columns |= found
                    rows = 0
                if columns:
                    seen_columns |= columns
                    rows = self._pass(lines, over_columns, columns)
                    if rows < 0:
                        return False
                    columns = 0
            return True
        finally:
            self.seen = (seen_rows, seen_columns)

    def _pass(self, lines: Lines, side: _Side, batch: int) -> int:
        """Solve some lines of one side; return the crossing lines that change, or -1."""
        base, answers = side.base, side.answers
        crossed, crossed_set, there = side.crossed, side.crossed_set, side.there
        changed = 0
        while batch:
            lowest = batch & -batch
            batch ^= lowest
            index = lowest.bit_length() - 1
            old = lines[base + index]
            new = answers[index].get(old)
            if new is None:
                new = self._solve(side, index, old)
            else:
                self.cached_lines += 1
            if new == old:
                continue
            if not new:
                self.failed = base + index
                return -1
            lines[base + index] = new
            gone = old ^ new
            while gone:
                bit = gone & -gone
                gone ^= bit
                at = bit.bit_length() - 1
                lines[crossed[at]] ^= there[at] << index
                changed |= crossed_set[at]
        return changed

    def _solve(self, side: _Side, index: int, packed: int) -> int:
        self.watch.tick()
        self.line_solves += 1
        full = side.full
        plan = side.plans[index]
        if plan is None:
            plan = side.plans[index] = LinePlan(side.clues[index], side.width)
        line = plan.reduce(tuple([packed >> o & full for o in side.offsets]))
        new = 0
        if line is not None:
            for mask, offset in zip(line, side.offsets, strict=True):
                new |= mask << offset
        answers = side.answers[index]
        if len(answers) >= self.max_cached:
            answers.clear()
        answers[packed] = new
        return new

    def assume(self, lines: Lines, row: int, column: int, color: int) -> bool:
        """Give a cell one of its possible colours, and propagate."""
        for other in self.colors_at(lines, row, column):
            if other != color:
                self._remove(lines, row, column, other)
        return self.propagate(lines, 1 << row, 1 << column)

    def _remove(self, lines: Lines, row: int, column: int, color: int) -> None:
        lines[row] ^= 1 << color * self.width + column
        lines[self.height + column] ^= 1 << color * self.height + row

    def replace_rows(self, lines: Lines, news: dict[int, int]) -> bool:
        """Replace some packed rows by subsets of them, and propagate."""
        side = self.sides[0]
        rows = columns = 0
        for row, new in news.items():
            gone = lines[row] ^ new
            lines[row] = new
            rows |= 1 << row
            while gone:
                bit = gone & -gone
                gone ^= bit
                at = bit.bit_length() - 1
                lines[side.crossed[at]] ^= side.there[at] << row
                columns |= side.crossed_set[at]
        return self.propagate(lines, rows, columns)

    def colors_at(self, lines: Lines, row: int, column: int) -> list[int]:
        """The colours that a cell may have."""
        packed = lines[row] >> column
        return [k for k in range(self.colors) if packed >> k * self.width & 1]

    def open_cells(self, lines: Lines) -> Iterator[int]:
        """For each row the cells with more than one possible colour, as a bit set."""
        side = self.sides[0]
        for row in range(self.height):
            packed = lines[row]
            once = twice = 0
            for offset in side.offsets:
                mask = packed >> offset & side.full
                twice |= once & mask
                once |= mask
            yield twice

    def changed(self, before: Lines, after: Lines) -> tuple[int, int]:
        """The rows and the columns that differ."""
        found = 0
        for index, (old, new) in enumerate(zip(before, after, strict=True)):
            if old != new:
                found |= 1 << index
        return found & (1 << self.height) - 1, found >> self.height

    def choices(self, lines: Lines) -> int:
        """The number of possible colours, summed over all cells."""
        return sum([row.bit_count() for row in lines[: self.height]])

    def grid(self, lines: Lines) -> Grid:
        """The grid of a packed board."""
        return grid_of_lines(lines[: self.height], self.width, self.colors)


def full_lines(height: int, width: int, colors: int) -> Lines:
    """The packed lines of an unknown board."""
    return [(1 << colors * width) - 1] * height + [(1 << colors * height) - 1] * width


def grid_of_lines(rows: Sequence[int], width: int, colors: int) -> Grid:
    """The board with the given packed rows."""
    full = (1 << width) - 1
    cells = array("I")
    for row in rows:
        cells.extend(states_of(tuple([row >> k * width & full for k in range(colors)]), width))
    return Grid(len(rows), width, colors, cells)
