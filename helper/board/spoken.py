"""What is said of cells and lines to players who do not see the board. No Qt.

A sentence begins with what has changed: the state of a cell, the clue of the line that was entered.
Numbers are separated by commas, at which voices pause.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from helper.play.lights import Light
from puzzles import Clue, Clues, Color, Line, Puzzle
from puzzles.board_picture import UNKNOWN
from puzzles.colors import color_names, named_clues
from puzzles.model import ANY_COLOR
from puzzles.words import (
    _,
    capitalized,
    enumerated,
    in_context,
    paragraph,
    plural,
    worded,
)
from solver.logic.cell_texts import state_text

Cell = tuple[int, int]
"""(row, column), 0-based."""
MAX_NAMED_LINES = 2
"""More lines that have become done or impossible at once are only counted."""


class CellSigns(NamedTuple):
    """What the board shows in a cell."""

    state: int
    """A bit set, as in a :class:`~puzzles.grid.Grid`."""
    is_automatic_dot: bool = False
    """Whether it is clear, with an automatic dot."""
    guess: int = 0
    """The number of the guess it belongs to; 0 for none."""
    is_hinted: bool = False
    """Whether the hint is about it."""
    is_hatched: bool = False


class Numbers(NamedTuple):
    """The numbers beside a line."""

    clues: Clues
    are_done: Sequence[bool]
    """Whether a number is grey; one value for the 0 of a line without clues."""
    are_ticked: Sequence[bool] = ()
    """Whether a number is ticked off by hand; may be empty if none is."""


def state_name(state: int, puzzle: Puzzle) -> str:
    """The state of a cell in a word: ``clear``, ``shaded``, ``blank``, ``red``.

    >>> puzzle = Puzzle(rows=((),), columns=((),))
    >>> [state_name(state, puzzle) for state in (3, 2, 1)]
    ['clear', 'shaded', 'blank']
    """
    is_clear = state == (1 << len(puzzle.palette)) - 1
    return in_context("the state of a cell", "clear") if is_clear else state_text(state, puzzle)


def cell_state(signs: CellSigns, puzzle: Puzzle) -> str:
    """All that is shown in a cell.

    >>> puzzle = Puzzle(rows=((),), columns=((),))
    >>> cell_state(CellSigns(2, guess=1, is_hatched=True), puzzle)
    'shaded, guess 1, hatched'
    """
    said = [_("automatic dot") if signs.is_automatic_dot else state_name(signs.state, puzzle)]
    if signs.guess:
        said.append(worded("guess {level}", level=signs.guess))
    if signs.is_hinted:
        said.append(_("in the hint"))
    if signs.is_hatched:
        said.append(_("hatched"))
    return enumerated(said)


def clues_text(clues: Clues, palette: Sequence[Color]) -> str:
    """The clues of a line with a pause after each number.

    >>> from puzzles import clues
    >>> from puzzles.model import BLACK_AND_WHITE
    >>> clues_text(clues([2, 1]), BLACK_AND_WHITE)
    '2, 1'
    """
    return enumerated(_number(clue, palette) for clue in clues or (Clue(0),))


def moved_text(cell: Cell, before: Cell | None, state: str, puzzle: Puzzle) -> str:
    """What is said of the cell that the keyboard has reached: the changed line comes first.

    Args:
        cell: The cell.
        before: Where the keyboard was; ``None`` if nothing was said of that.
        state: What is shown in the cell.
        puzzle: The puzzle; the clues are left out if it has none.
    """
    if not puzzle.has_clues:
        return place_text(cell, state)
    row, column = cell
    rows = clues_text(puzzle.rows[row], puzzle.palette)
    columns = clues_text(puzzle.columns[column], puzzle.palette)
    old_row, old_column = before if before not in (None, cell) else (-1, -1)
    if old_row == row:
        return worded(
            "Column {column}: {state}. Column's clues: {columns}. Row's clues: {rows}.",
            column=column + 1,
            state=state,
            columns=columns,
            rows=rows,
        )
    if old_column == column:
        return worded(
            "Row {row}: {state}. Row's clues: {rows}. Column's clues: {columns}.",
            row=row + 1,
            state=state,
            rows=rows,
            columns=columns,
        )
    return worded(
        "Row {row}, column {column}: {state}. Row's clues: {rows}. Column's clues: {columns}.",
        row=row + 1,
        column=column + 1,
        state=state,
        rows=rows,
        columns=columns,
    )


def place_text(cell: Cell, state: str) -> str:
    """Where a cell is, and its state.

    >>> place_text((2, 4), "shaded")
    'Row 3, column 5: shaded.'
    """
    row, column = cell
    return worded(
        "Row {row}, column {column}: {state}.", row=row + 1, column=column + 1, state=state
    )


def changed_text(cells: Collection[Cell], states: Mapping[str, int], at: Cell) -> str:
    """What is said of cells that have changed.

    Args:
        cells: The cells; at least one.
        states: How many have each new state; empty if there are too many cells.
        at: The cell that the keyboard is on: its place needs not be said.

    >>> changed_text([(2, 4)], {"shaded": 1}, at=(2, 4))
    'Shaded.'
    >>> changed_text([(2, 4)], {"blank": 1}, at=(0, 0))
    'Row 3, column 5: blank.'
    >>> changed_text([(2, 4), (2, 5)], {"shaded": 2}, at=(2, 5))
    '2 cells: shaded.'
    >>> changed_text([(2, 4), (2, 5), (2, 6)], {"shaded": 2, "blank": 1}, at=(2, 5))
    '3 cells: 2 shaded, 1 blank.'
    """
    if not states:
        return plural(len(cells), "{count} cell changed.", "{count} cells changed.")
    state = next(iter(states))
    if len(cells) == 1:
        (cell,) = cells
        if cell == at:
            return worded("{state}.", state=capitalized(state))
        return place_text(cell, state)
    if len(states) > 1:
        counted = (worded("{count} {state}", count=n, state=name) for name, n in states.items())
        state = enumerated(counted)
    return plural(len(cells), "{count} cell: {state}.", "{count} cells: {state}.", state=state)


def lights_text(lines: Sequence[Line], light: Light, sentences: Sequence[str]) -> str:
    """What is said of lines that have become done or impossible; empty for none.

    Args:
        lines: The lines.
        light: What they are now.
        sentences: What the light of each means, for at most :data:`MAX_NAMED_LINES`.
    """
    if len(lines) <= MAX_NAMED_LINES:
        return paragraph(*sentences)
    if light is Light.DONE:
        return plural(len(lines), "{count} line is done.", "{count} lines are done.")
    return plural(len(lines), "{count} line is impossible.", "{count} lines are impossible.")


def line_text(line: Line, numbers: Numbers, cells: Iterable[CellSigns], puzzle: Puzzle) -> str:
    """A line as a whole: its numbers with what is done, and its cells as runs.

    >>> from puzzles import Axis, clues
    >>> puzzle = Puzzle(rows=(clues([3, 2]),), columns=((),) * 9)
    >>> numbers = Numbers(clues([3, 2]), (True, False))
    >>> cells = [CellSigns(state) for state in (1, 2, 2, 2, 3, 3, 3, 3, 2)]
    >>> line_text(Line(Axis.ROW, 0), numbers, cells, puzzle)
    'Row 1: 3 done, 2. So far: 1 blank, 3 shaded, gap of 4, 1 shaded.'
    """
    runs = runs_text(cells, puzzle)
    if not puzzle.has_clues:
        return worded("{line}: {runs}.", line=line.title, runs=runs)
    said = numbers_text(numbers, puzzle.palette)
    return worded("{line}: {numbers}. So far: {runs}.", line=line.title, numbers=said, runs=runs)


def numbers_text(numbers: Numbers, palette: Sequence[Color]) -> str:
    """The numbers of a line with what is done or ticked off.

    >>> from puzzles import clues
    >>> from puzzles.model import BLACK_AND_WHITE
    >>> numbers_text(Numbers(clues([3, 2, 1]), (True, False, False), (True, True, False)),
    ...     BLACK_AND_WHITE)
    '3 done, 2 ticked off, 1'
    """
    clues, said = numbers.clues or (Clue(0),), []
    for k, clue in enumerate(clues):
        number = _number(clue, palette)
        if k < len(numbers.are_done) and numbers.are_done[k]:
            number = worded("{number} done", number=number)
        elif k < len(numbers.are_ticked) and numbers.are_ticked[k]:
            number = worded("{number} ticked off", number=number)
        said.append(number)
    return enumerated(said)


def runs_text(cells: Iterable[CellSigns], puzzle: Puzzle) -> str:
    """The cells of a line as runs of equal ones; clear cells are gaps.

    Automatic dots are blank cells, as they look.
    """
    clear = (1 << len(puzzle.palette)) - 1
    states = (1 if signs.is_automatic_dot else signs.state for signs in cells)
    return enumerated(
        worded("gap of {count}", count=count)
        if state == clear
        else worded("{count} {state}", count=count, state=state_text(state, puzzle))
        for state, count in ((state, len(list(run))) for state, run in groupby(states))
    )


def _number(clue: Clue, palette: Sequence[Color]) -> str:
    if clue.length >= 0:
        return named_clues((clue,), palette) if clue.length else "0"
    # Translators: said for a ? beside the board, which voices may leave out.
    text = _("unknown number") if clue.length == UNKNOWN else _("any numbers")
    if clue.color == ANY_COLOR or len(palette) == 2:
        return text
    return worded("{length} {color}", length=text, color=color_names(palette)[clue.color])
