"""A simple model of what a session shows, and a listener that compares the two at each signal."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import groupby
from typing import Any, NamedTuple

from hypothesis import strategies as st

from helper.play.session import Session
from helper.play.session_state import SessionState
from helper.play.ticks import NO_TICKS, Ticks
from puzzles import BLANK, SHADED, Grid, Puzzle
from puzzles.formats import Document
from puzzles.turning import Turn

CLEAR = 3
Numbers = tuple[tuple[int, ...], ...]
Cells = tuple[tuple[int, ...], ...]
Ticked = tuple[tuple[bool, ...], ...]
"""For each line and each of its numbers, whether it is ticked off; empty if none is."""

sizes = st.integers(1, 6)
states = st.sampled_from([CLEAR, SHADED, BLANK])


@st.composite
def boards(draw: st.DrawFn) -> Cells:
    height, width = draw(sizes), draw(sizes)
    row = st.tuples(*[states] * width)
    return draw(st.tuples(*[row] * height))


class Seen(NamedTuple):
    """All that a move can change, in plain numbers."""

    rows: Numbers
    columns: Numbers
    cells: Cells
    is_drawing: bool
    title: str
    goal: str = ""
    """Not foreseen by the model: it has to be the same again after undo and redo."""
    row_ticks: Ticked = ()
    column_ticks: Ticked = ()

    @property
    def in_a_file(self) -> Seen:
        """What a file can hold of it."""
        return self._replace(row_ticks=(), column_ticks=())

    def ticked(self, row_ticks: Ticked, column_ticks: Ticked) -> Seen:
        if not any(map(any, (*row_ticks, *column_ticks))):
            return self.in_a_file
        return self._replace(row_ticks=row_ticks, column_ticks=column_ticks)

    @property
    def ticks(self) -> tuple[list[list[bool]], list[list[bool]]]:
        """The ticks beside all rows and beside all columns, to be changed."""
        rows, columns = (
            [list(line) for line in ticks] or [[False] * max(1, len(line)) for line in lines]
            for ticks, lines in ((self.row_ticks, self.rows), (self.column_ticks, self.columns))
        )
        return rows, columns

    @property
    def is_author_at_work(self) -> bool:
        return self.is_drawing or not any((*self.rows, *self.columns))

    @property
    def right(self) -> list[bool]:
        """Of each row and then of each column, whether it is as its clues say."""
        return [
            runs(line) == wanted
            for lines, wants in ((self.cells, self.rows), (turned(self.cells), self.columns))
            for line, wanted in zip(lines, wants, strict=True)
        ]

    @property
    def shaded(self) -> int:
        return sum(row.count(SHADED) for row in self.cells)

    @property
    def wanted(self) -> int:
        return sum(map(sum, self.rows))


def runs(line: Sequence[int]) -> tuple[int, ...]:
    return tuple(len(list(group)) for state, group in groupby(line) if state == SHADED)


def turned(cells: Cells) -> Cells:
    return tuple(zip(*cells, strict=True))


def drawing_of(cells: Cells, title: str = "") -> Seen:
    rows, columns = tuple(map(runs, cells)), tuple(map(runs, turned(cells)))
    return Seen(rows, columns, cells, True, title)


def seen(puzzle: Puzzle, marks: Grid, is_drawing: bool, ticks: Ticks = NO_TICKS) -> Seen:
    numbers = [tuple(tuple(c.length for c in line) for line in lines)
               for lines in (puzzle.rows, puzzle.columns)]  # fmt: skip
    cells = tuple(tuple(marks.row(r)) for r in range(marks.height))
    plain = Seen(numbers[0], numbers[1], cells, is_drawing, puzzle.title, puzzle.goal)
    rows, columns = plain.ticks
    for line, number in ticks:
        (columns if line.is_column else rows)[line.index][number] = True
    return plain.ticked(tuple(map(tuple, rows)), tuple(map(tuple, columns)))


def document_of(cells: Cells, picture: Cells, title: str) -> Document:
    """A puzzle with the clues of a picture, and marks."""
    plan = drawing_of(picture)
    puzzle = Puzzle.from_numbers(plan.rows, plan.columns, title=title)
    return Document(puzzle, Grid(len(cells), len(cells[0]), cells=sum(cells, ())))


class Guess(NamedTuple):
    """An open trial."""

    cells: Cells
    """Those from before it."""
    pins: Cells
    """1 for the cell of the guess, otherwise 0."""


class Step(NamedTuple):
    """A move and what was there after it."""

    kind: str
    """``paint``, ``solution``, ``candidate``, ``turn``, ``replace``, ``tick``, ``try``…"""
    seen: Seen
    guesses: tuple[Guess, ...] = ()
    """The open trials."""


def levels_of(step: Step) -> dict[int, int]:
    """The cells that trials have changed, with the number of the innermost one."""
    levels: dict[int, int] = {}
    for level, guess in enumerate(step.guesses, 1):
        pairs = zip(sum(guess.cells, ()), sum(step.seen.cells, ()), strict=True)
        levels |= {i: level for i, (before, now) in enumerate(pairs) if before != now}
    return levels


def turned_cells(turn: Turn, cells: Cells) -> Cells:
    if turn is Turn.FLIP_HORIZONTALLY:
        return tuple(r[::-1] for r in cells)
    if turn is Turn.FLIP_VERTICALLY:
        return cells[::-1]
    if turn is Turn.ROTATE_LEFT:
        return turned(cells)[::-1]
    return tuple(r[::-1] for r in turned(cells))


def turned_lines(turn: Turn, rows: tuple[Any, ...], columns: tuple[Any, ...]) -> tuple[Any, Any]:
    """The rows and the columns after a turn, whatever stands in them."""
    back = [tuple(line[::-1] for line in lines) for lines in (rows, columns)]
    if turn is Turn.FLIP_HORIZONTALLY:
        return back[0], columns[::-1]
    if turn is Turn.FLIP_VERTICALLY:
        return rows[::-1], back[1]
    if turn is Turn.ROTATE_LEFT:
        return columns[::-1], back[0]
    return back[1], rows[::-1]


def dots_of(now: Seen) -> set[int]:
    """The clear cells of all satisfied lines, unless the puzzle is still being made."""
    if now.is_author_at_work:
        return set()
    height, width = len(now.cells), len(now.cells[0])
    rows, columns = now.right[:height], now.right[height:]
    return {
        r * width + c
        for r in range(height)
        for c in range(width)
        if now.cells[r][c] == CLEAR and (rows[r] or columns[c])
    }


def grid_of(cells: Cells) -> Grid:
    return Grid(len(cells), len(cells[0]), cells=sum(cells, ()))


def rows_of(cells: Sequence[int], width: int) -> Cells:
    return tuple(tuple(cells[k : k + width]) for k in range(0, len(cells), width))


class Listener:
    """Reads every public property at each signal, and compares it with what must be."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.faults: list[str] = []
        self.heard: list[str] = []
        values = {**vars(SessionState), **vars(Session)}
        self.properties = [name for name, value in values.items()
                           if isinstance(value, property) and not name.startswith("_")]  # fmt: skip
        stack = session.undo_stack
        for name in ("sheet_changed", "clues_changed", "ticks_changed", "cells_changed",
                     "trials_changed",
                     "solved_changed", "file_changed", "saved", "history_changed",
                     "reset"):  # fmt: skip
            getattr(session, name).connect(partial(self.hear, name))
        for name in ("indexChanged", "canUndoChanged", "canRedoChanged", "undoTextChanged",
                     "redoTextChanged", "cleanChanged"):  # fmt: skip
            getattr(stack, name).connect(partial(self.hear, name))

    def hear(self, name: str, *values: Any) -> None:
        self.heard.append(name)
        try:
            self.look(name, *values)
        except Exception as error:  # Qt would swallow it
            self.faults.append(f"{name}: {error!r}")

    def look(self, name: str, *values: Any) -> None:
        session = self.session
        read = {each: getattr(session, each) for each in self.properties}
        now = seen(session.puzzle, session.marks, session.state.drawing, session.ticks)
        lights = [session.is_satisfied(line) for line in session.puzzle.lines]
        assert lights == now.right
        assert (read["cells_wanted"], read["cells_left"]) == (now.wanted, now.wanted - now.shaded)
        assert read["is_author_at_work"] == now.is_author_at_work
        if read["is_solved"]:
            assert all(now.right)
        if name == "solved_changed":
            assert values == (read["is_solved"],)
        if name == "cells_changed":
            assert max(values[0]) < len(session.marks.cells)
        if name[0].islower() and name.endswith("_changed"):
            assert session.undo_stack.count() == len(session.history)
