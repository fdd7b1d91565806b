"""A board of which rows and columns are kept as bit sets, so that techniques read lines at once."""

from __future__ import annotations

from array import array
from collections.abc import Iterable

from puzzles.grid import Grid
from puzzles.model import BACKGROUND, Clues, Line, Puzzle
from solver.line import LineMasks, masks_of, states_of
from solver.logic.finding import members, merged, narrowed, state_at


class LogicBoard:
    """What is known of a puzzle's cells; changes with :meth:`narrow` only.

    Lines are numbered: all rows, then all columns. A cell is numbered ``row * width + column``.
    """

    __slots__ = ("clues", "height", "lines", "puzzle", "width")

    def __init__(self, puzzle: Puzzle, lines: list[LineMasks]) -> None:
        self.puzzle = puzzle
        self.height = puzzle.height
        self.width = puzzle.width
        self.clues: tuple[Clues, ...] = (*puzzle.rows, *puzzle.columns)
        self.lines = lines

    @classmethod
    def of(cls, puzzle: Puzzle, grid: Grid | None = None) -> LogicBoard:
        """The board of a puzzle; an ink is excluded where its row or column has no such clue.

        Args:
            puzzle: A puzzle without defects.
            grid: What is known of each cell; by default nothing.
        """
        grid = Grid.for_puzzle(puzzle) if grid is None else grid
        cells = grid.cells
        if grid.colors > 2:
            rows = [_colors_of(clues) for clues in puzzle.rows]
            columns = [_colors_of(clues) for clues in puzzle.columns]
            both = (row & column for row in rows for column in columns)
            cells = array("I", (a & b for a, b in zip(cells, both, strict=True)))
        colors, width = grid.colors, grid.width
        lines = [masks_of(cells[r * width : (r + 1) * width], colors) for r in range(grid.height)]
        lines += [masks_of(cells[c::width], colors) for c in range(width)]
        return cls(puzzle, lines)

    def copy(self) -> LogicBoard:
        """An independent board with the same cells."""
        return LogicBoard(self.puzzle, self.lines.copy())

    def width_of(self, line: int) -> int:
        """The number of cells of a line."""
        return self.width if line < self.height else self.height

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

    @property
    def is_done(self) -> bool:
        """Whether every cell has one colour."""
        return all(_is_decided(line) for line in self.lines[: self.height])

    def grid(self) -> Grid:
        """The cells as a grid."""
        cells = array("I")
        for masks in self.lines[: self.height]:
            cells += states_of(masks, self.width)
        return Grid(self.height, self.width, len(self.puzzle.palette), cells)


def _is_decided(line: LineMasks) -> bool:
    once = 0
    for mask in line:
        if once & mask:
            return False
        once |= mask
    return True


def _colors_of(clues: Iterable[tuple[int, int]]) -> int:
    """The colours that a line can have, as a bit set."""
    return sum(1 << color for color in {BACKGROUND, *(color for _, color in clues)})
