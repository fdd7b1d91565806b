"""A simple model of what a session shows, and a listener that compares the two at each signal."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import groupby
from typing import Any, NamedTuple

from helper.play.session import Session
from helper.play.session_state import SessionState
from helper.play.ticks import NO_TICKS, Ticks
from puzzles import SHADED, Grid, Puzzle
from puzzles.formats import Document

CLEAR = 3
Numbers = tuple[tuple[int, ...], ...]
Cells = tuple[tuple[int, ...], ...]
Ticked = tuple[tuple[bool, ...], ...]
"""For each line and each of its numbers, whether it is ticked off; empty if none is."""


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
