"""A board of which rows and columns are kept as bit sets, so that techniques read lines at once."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from puzzles.grid import Grid, clear_mask
from puzzles.model import BACKGROUND, Clues, Line, Puzzle, is_known
from solver.line import LineMasks, masks_of, states_of
from solver.logic.finding import decided, members, merged, narrowed, state_at
from solver.logic.line_techniques import LineView


class LogicBoard:
    """What is known of a puzzle's cells; changes with :meth:`narrow` only.

    Lines are numbered: all rows, then all columns. A cell is numbered ``row * width + column``.
    """

    __slots__ = ("clues", "empty", "height", "lines", "puzzle", "width")

    def __init__(
        self, puzzle: Puzzle, lines: list[LineMasks], empty: tuple[LineMasks, ...]
    ) -> None:
        self.puzzle = puzzle
        self.height = puzzle.height
        self.width = puzzle.width
        self.clues: tuple[Clues, ...] = (*puzzle.rows, *puzzle.columns)
        self.lines = lines
        self.empty = empty
        """The lines when nothing is known but the colours of the clues."""

    @classmethod
    def of(cls, puzzle: Puzzle, grid: Grid | None = None) -> LogicBoard:
        """The board of a puzzle; an ink is excluded where its row or column has no such clue.

        Args:
            puzzle: A puzzle without defects but clues that are not known.
            grid: What is known of each cell; by default nothing.
        """
        empty = _empty_lines(puzzle)
        if grid is None:
            return cls(puzzle, list(empty), empty)
        cells, colors, width = grid.cells, grid.colors, grid.width
        lines = [masks_of(cells[r * width : (r + 1) * width], colors) for r in range(grid.height)]
        lines += [masks_of(cells[c::width], colors) for c in range(width)]
        return cls(puzzle, list(map(merged, lines, empty)), empty)

    def copy(self) -> LogicBoard:
        """An independent board with the same cells."""
        return LogicBoard(self.puzzle, self.lines.copy(), self.empty)

    def width_of(self, line: int) -> int:
        """The number of cells of a line."""
        return self.width if line < self.height else self.height

    def view(self, line: int) -> LineView:
        """A line with its clues, as techniques take it."""
        return LineView(self.clues[line], self.lines[line], self.width_of(line))

    def cell(self, line: int, at: int) -> int:
        """The number of the cell at a place of a line."""
        return (
            line * self.width + at if line < self.height else at * self.width + line - self.height
        )

    def crossing(self, line: int, at: int) -> tuple[int, int]:
        """The line that crosses at a place of another one, and the place in it."""
        return (self.height + at, line) if line < self.height else (at, line - self.height)

    def name(self, line: int) -> Line:
        """The line with that number."""
        return Line.numbered(line, self.height)

    def number(self, line: Line) -> int:
        """The number of a line."""
        return self.height + line.index if line.is_column else line.index

    def state(self, cell: int) -> int:
        """The colours that a cell may have, as a bit set."""
        row, column = divmod(cell, self.width)
        return state_at(self.lines[row], column)

    def narrow(self, line: int, after: LineMasks) -> list[int]:
        """Remove from a line the colours that ``after`` does not have.

        Returns:
            The places of the line at which something was removed.
        """
        before = self.lines[line]
        places = members(narrowed(before, after))
        if not places:
            return []
        self.lines[line] = merged(before, after)
        for at in places:
            other, bit = self.crossing(line, at)
            keep = ~(1 << bit)
            self.lines[other] = tuple(
                [
                    mask if new >> at & 1 else mask & keep
                    for mask, new in zip(self.lines[other], after, strict=True)
                ]
            )
        return places

    def set_state(self, cell: int, state: int) -> None:
        """Leave a cell only the colours of a bit set."""
        row, column = divmod(cell, self.width)
        bit = 1 << column
        after = [m if state >> k & 1 else m & ~bit for k, m in enumerate(self.lines[row])]
        self.narrow(row, tuple(after))

    def unknown(self) -> list[int]:
        """The cells that may have more than one colour, in order."""
        return [cell for cell, state in enumerate(self.grid().cells) if state & (state - 1)]

    def is_complete(self, line: int) -> bool:
        """Whether every cell of a line has one colour."""
        return decided(self.lines[line]) == (1 << self.width_of(line)) - 1

    @property
    def open_lines(self) -> list[int]:
        """The lines with cells that may have more than one colour."""
        return [line for line in range(len(self.lines)) if not self.is_complete(line)]

    @property
    def is_done(self) -> bool:
        """Whether every cell has one colour."""
        return all(map(self.is_complete, range(self.height)))

    def grid(self) -> Grid:
        """The cells as a grid."""
        cells = array("I")
        for masks in self.lines[: self.height]:
            cells += states_of(masks, self.width)
        return Grid(self.height, self.width, len(self.puzzle.palette), cells)


def _empty_lines(puzzle: Puzzle) -> tuple[LineMasks, ...]:
    """The lines of an empty board: a cell has the colours that both of its lines have.

    In black and white it has both: that a line has no block is a deduction.
    """
    count = len(puzzle.palette)
    rows, columns = (
        [_colors_of(clues, count) for clues in lines] for lines in (puzzle.rows, puzzle.columns)
    )
    return (*_crossed(rows, columns, count), *_crossed(columns, rows, count))


def _crossed(lines: Sequence[int], crossing: Sequence[int], count: int) -> list[LineMasks]:
    """The lines of one axis; each line is given by its colours as a bit set."""
    cells = masks_of(crossing, count)
    return [tuple([m if own >> k & 1 else 0 for k, m in enumerate(cells)]) for own in lines]


def _colors_of(clues: Clues, count: int) -> int:
    """The colours that a line can have, as a bit set."""
    if count == 2 or not is_known(clues):
        return clear_mask(count)
    return sum(1 << color for color in {BACKGROUND, *(clue.color for clue in clues)})
