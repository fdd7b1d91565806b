"""AutoFill: the CLEAR cells of a satisfied line become BLANK, in the same move. No Qt."""

from __future__ import annotations

from collections.abc import Iterable

from helper.play.moves import Move, Paint
from puzzles import BLANK, Axis, Grid, Line, Puzzle, satisfies


def filled_after(puzzle: Puzzle, marks: Grid, move: Paint) -> dict[int, int]:
    """AutoFill's part of a move: the CLEAR cells of the lines that it satisfies.

    Args:
        puzzle: The puzzle with its clues.
        marks: The marks before the move.
        move: The move to be made.

    Returns:
        The state BLANK for each of the cells, by index.
    """
    trial = _trial(marks, move)
    touched = lines_through(puzzle, move.cells)
    done = (line for line in touched if satisfies(trial.line(line), puzzle.clues_of(line)))
    return clear_cells(done, trial)


def unfilled_by(puzzle: Puzzle, marks: Grid, move: Paint, last: Move | None) -> dict[int, int]:
    """The old states of cells that AutoFill marked in the ``last`` move and this one unsatisfies.

    Without this, further clicks on a cell would leave dots behind.
    """
    if not isinstance(last, Paint) or not last.filled:
        return {}
    trial = _trial(marks, move)
    own = set(last.cells) - last.filled
    broken = [
        line
        for line in lines_through(puzzle, own & set(move.cells))
        if not satisfies(trial.line(line), puzzle.clues_of(line))
    ]
    before = last.states(forward=False)
    return {i: before[i] for i in last.filled if any(_is_on(i, x, trial) for x in broken)}


def clear_cells(lines: Iterable[Line], marks: Grid) -> dict[int, int]:
    """The CLEAR cells of some lines, each with the state BLANK."""
    found: dict[int, int] = {}
    for line in lines:
        start = line.index if line.is_column else line.index * marks.width
        step = marks.width if line.is_column else 1
        for k, state in enumerate(marks.line(line)):
            if state == marks.clear:
                found[start + k * step] = BLANK
    return found


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


def _trial(marks: Grid, move: Paint) -> Grid:
    trial = marks.copy()
    for i, state in move.pairs(forward=True):
        trial.cells[i] = state
    return trial


def _is_on(cell: int, line: Line, grid: Grid) -> bool:
    row, column = divmod(cell, grid.width)
    return line.index == (column if line.is_column else row)
