"""A simple model of what a session shows, and a listener that compares the two at each signal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import groupby, starmap
from typing import Any, NamedTuple

from hypothesis import strategies as st

from helper.play.moves import shown_label
from helper.play.session import Session
from helper.play.session_state import SessionState
from helper.play.ticks import NO_TICKS, Ticks
from puzzles import BLANK, SHADED, Clue, Clues, Color, Grid, Puzzle
from puzzles.formats import Document
from puzzles.turning import Turn

CLEAR = 3
Runs = tuple[tuple[int, int], ...]
"""(length, colour) of each clue of a line."""
Numbers = tuple[Runs, ...]
Palette = tuple[str, ...]
"""``#rrggbb`` of each colour, the background first."""
Cells = tuple[tuple[int, ...], ...]
Ticked = tuple[tuple[bool, ...], ...]
"""For each line and each of its numbers, whether it is ticked off; empty if none is."""

BLACK_AND_WHITE: Palette = ("#ffffff", "#000000")
COLORED: Palette = ("#ffffff", "#d03030", "#2060d0", "#30a030")

sizes = st.integers(1, 6)
palettes = st.sampled_from([BLACK_AND_WHITE, COLORED])


@st.composite
def boards(draw: st.DrawFn) -> Cells:
    height, width = draw(sizes), draw(sizes)
    row = st.tuples(*[st.sampled_from([CLEAR, SHADED, BLANK])] * width)
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
    palette: Palette = BLACK_AND_WHITE
    row_ticks: Ticked = ()
    column_ticks: Ticked = ()

    @property
    def clear(self) -> int:
        """The state CLEAR."""
        return (1 << len(self.palette)) - 1

    @property
    def all_clear(self) -> Cells:
        """The cells of an empty board of this size."""
        return ((self.clear,) * len(self.cells[0]),) * len(self.cells)

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
        inks = [1 << k for k in range(1, len(self.palette))]
        return sum(row.count(ink) for row in self.cells for ink in inks)

    @property
    def wanted(self) -> int:
        return sum(length for row in self.rows for length, _ in row)


def runs(line: Sequence[int]) -> Runs:
    inks = {1 << k: k for k in range(1, 30)}
    return tuple((len(list(group)), inks[s]) for s, group in groupby(line) if s in inks)


def turned(cells: Cells) -> Cells:
    return tuple(zip(*cells, strict=True))


def drawing_of(cells: Cells, title: str = "", palette: Palette = BLACK_AND_WHITE) -> Seen:
    rows, columns = tuple(map(runs, cells)), tuple(map(runs, turned(cells)))
    return Seen(rows, columns, cells, True, title, palette=palette)


def seen(puzzle: Puzzle, marks: Grid, is_drawing: bool, ticks: Ticks = NO_TICKS) -> Seen:
    numbers = [tuple(tuple((c.length, c.color) for c in line) for line in lines)
               for lines in (puzzle.rows, puzzle.columns)]  # fmt: skip
    cells = tuple(tuple(marks.row(r)) for r in range(marks.height))
    palette = tuple(color.rgb for color in puzzle.palette)
    plain = Seen(numbers[0], numbers[1], cells, is_drawing, puzzle.title, puzzle.goal, palette)
    rows, columns = plain.ticks
    for line, number in ticks:
        (columns if line.is_column else rows)[line.index][number] = True
    return plain.ticked(tuple(map(tuple, rows)), tuple(map(tuple, columns)))


def clues_of_runs(lines: Numbers) -> tuple[Clues, ...]:
    return tuple(tuple(starmap(Clue, line)) for line in lines)


def document_of(
    cells: Cells, picture: Cells, title: str, palette: Palette = BLACK_AND_WHITE
) -> Document:
    """A puzzle with the clues of a picture, and marks."""
    plan = drawing_of(picture)
    colors = tuple(map(Color, "01abc", palette))
    rows, columns = clues_of_runs(plan.rows), clues_of_runs(plan.columns)
    puzzle = Puzzle(rows, columns, colors, title)
    return Document(puzzle, grid_of(cells, len(palette)))


class Guess(NamedTuple):
    """An open guess."""

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
    """The open guesses."""


def levels_of(step: Step) -> dict[int, int]:
    """The cells that guesses have changed, with the number of the innermost one."""
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
        if now.cells[r][c] == now.clear and (rows[r] or columns[c])
    }


def grid_of(cells: Cells, colors: int = 2) -> Grid:
    return Grid(len(cells), len(cells[0]), colors, sum(cells, ()))


def in_colors(cells: Cells, colors: int) -> Cells:
    """A black and white board with the shaded cells in the inks of a palette, in turn."""
    clear = (1 << colors) - 1
    return tuple(
        tuple(
            {CLEAR: clear, SHADED: 1 << 1 + (r + c) % (colors - 1)}.get(state, state)
            for c, state in enumerate(row)
        )
        for r, row in enumerate(cells)
    )


def repainted(now: Seen, palette: Palette, places: Mapping[int, int]) -> Seen:
    """The drawing after a change of its palette.

    Args:
        now: The drawing.
        palette: Its new colours.
        places: Where colours are in it that have another place; 0 if their cells are cleared.
    """
    clear = (1 << len(palette)) - 1
    states = {1 << k: 1 << places.get(k, k) for k in range(1, len(now.palette))}
    states = {old: clear if new == BLANK else new for old, new in states.items()}
    states |= {BLANK: BLANK, now.clear: clear}
    cells = tuple(tuple(states[state] for state in row) for row in now.cells)
    return drawing_of(cells, now.title, palette)


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
        for name in ("sheet_changed", "clues_changed", "ticks_changed", "cells_changed",
                     "guesses_changed",
                     "solved_changed", "ink_changed", "file_changed", "saved", "history_changed",
                     "reset"):  # fmt: skip
            getattr(session, name).connect(partial(self.hear, name))

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
        assert 1 <= read["ink"] < len(now.palette)
        assert read["is_author_at_work"] == now.is_author_at_work
        if read["is_solved"]:
            assert all(now.right)
        if name == "solved_changed":
            assert values == (read["is_solved"],)
        if name == "cells_changed":
            assert max(values[0]) < len(session.marks.cells)
        last = session.history[session.position - 1] if session.position else None
        assert session.undo_name == ("" if last is None else shown_label(last))
        assert session.can_redo is (session.position < len(session.history))
