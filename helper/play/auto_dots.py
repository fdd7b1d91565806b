"""Automatic dots: in the clear cells of a satisfied line, as long as it is satisfied. No Qt.

These dots are no marks: they follow from the marks, so they are not saved and need no undo.
"""

from __future__ import annotations

from array import array
from collections.abc import Collection, Iterable

from puzzles import BLANK, Axis, Grid, Line, Puzzle, satisfies
from puzzles.model import is_known


class AutoDots:
    """The cells with an automatic dot, kept up to date from move to move."""

    def __init__(self) -> None:
        self.cells: set[int] = set()
        """Indices ``row * width + column``."""

    def update(self, marks: Grid, lines: Iterable[Line], unsatisfied: Collection[Line]) -> set[int]:
        """Update the dots after a move.

        Args:
            marks: The marks after it.
            lines: All lines through a cell that it changed.
            unsatisfied: All lines that are not satisfied, or of which not all clues are known.

        Returns:
            The cells whose dot came or went.
        """
        changed: set[int] = set()
        clear = marks.clear
        for line in lines:
            if line in unsatisfied and not self.cells:
                continue
            cells = cells_of(line, marks)
            before = self.cells.intersection(cells)
            # In a line that is not satisfied, new dots come from the lines that cross it only.
            now = {i for i in (before if line in unsatisfied else cells) if marks.cells[i] == clear}
            if line in unsatisfied:
                now = {i for i in now if _crossing(line, i, marks) not in unsatisfied}
            self.cells -= before - now
            self.cells |= now
            changed |= now ^ before
        return changed


def with_dots(line: Line, marks: Grid, dots: Collection[int]) -> array[int]:
    """The states of a line in which automatic dots are BLANK."""
    states = array("I", marks.line(line))
    if dots:
        for k, i in enumerate(cells_of(line, marks)):
            if i in dots:
                states[k] = BLANK
    return states


def dots_in(line: Line, marks: Grid, puzzle: Puzzle) -> set[int]:
    """The cells of a line that have an automatic dot with these marks.

    They are those that :class:`AutoDots` keeps: clear cells of a line that is satisfied.
    """
    clear = [i for i in cells_of(line, marks) if marks.cells[i] == marks.clear]

    def is_dotted(each: Line) -> bool:
        clues = puzzle.clues_of(each)
        return is_known(clues) and satisfies(marks.line(each), clues)

    if is_dotted(line):
        return set(clear)
    return {i for i in clear if is_dotted(_crossing(line, i, marks))}


def cells_of(line: Line, grid: Grid) -> range:
    """The indices of a line's cells."""
    if line.is_column:
        return range(line.index, grid.width * grid.height, grid.width)
    return range(line.index * grid.width, (line.index + 1) * grid.width)


def lines_through(puzzle: Puzzle, cells: Iterable[int]) -> list[Line]:
    """The lines through some cells; all lines of the puzzle if there are many cells."""
    cells = list(cells)
    if len(cells) > 10 * len(puzzle.lines):
        return list(puzzle.lines)
    rows: set[int] = set()
    columns: set[int] = set()
    for i in cells:
        row, column = divmod(i, puzzle.width)
        rows.add(row)
        columns.add(column)
    return [Line(Axis.ROW, r) for r in rows] + [Line(Axis.COLUMN, c) for c in columns]


def _crossing(line: Line, cell: int, grid: Grid) -> Line:
    """The line that crosses another one in a cell."""
    row, column = divmod(cell, grid.width)
    return Line(Axis.ROW, row) if line.is_column else Line(Axis.COLUMN, column)
