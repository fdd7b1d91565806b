"""Clues that follow a drawing. No Qt.

The clues are computed from the marks after each stroke, undo and redo, for the changed lines only.
The history stores the marks and no clues.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from puzzles import BLANK, Grid, Line, Puzzle, clues_of
from puzzles.grid import clues_of_picture


def drawn(puzzle: Puzzle, marks: Grid) -> Puzzle:
    """The puzzle with the clues of the marks; all else is taken from ``puzzle``.

    An empty drawing has no goal, so that it equals the empty sheet.
    """
    rows, columns = clues_of_picture(marks)
    return replace(puzzle, rows=rows, columns=columns, goal=_goal(puzzle, marks))


def redrawn(puzzle: Puzzle, marks: Grid, lines: Iterable[Line]) -> Puzzle:
    """The puzzle with the clues of the marks in some lines, and a new goal."""
    rows, columns = list(puzzle.rows), list(puzzle.columns)
    for line in lines:
        (columns if line.is_column else rows)[line.index] = clues_of(marks.line(line))
    goal = _goal(puzzle, marks)
    return replace(puzzle, rows=tuple(rows), columns=tuple(columns), goal=goal)


def without_dots(marks: Grid) -> Grid:
    """A copy in which BLANK cells are CLEAR, as in a drawing."""
    made = marks.copy()
    for i, state in enumerate(made.cells):
        if state == BLANK:
            made.cells[i] = made.clear
    return made


def _goal(puzzle: Puzzle, marks: Grid) -> str:
    if not marks.count_shaded():
        return ""
    palette = puzzle.palette
    if marks.colors > 8:
        return marks.to_goal(palette)
    table = bytearray(palette[0].symbol.encode() * 256)  # a million cells take milliseconds
    for k in range(1, marks.colors):
        table[1 << k] = ord(palette[k].symbol)
    return marks.low_bytes().translate(table).decode()
