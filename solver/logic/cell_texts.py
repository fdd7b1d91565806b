"""The words for cells and their states: ``cells 3 to 5 are shaded``.

Rows, columns and cells are counted from 1. A cell of a row is counted from the left, a cell of a
column from the top.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from puzzles.colors import color_names
from puzzles.grid import SHADED
from puzzles.model import BACKGROUND, Line, Puzzle
from puzzles.words import capitalized, either, in_context, listed, plural, worded
from solver.logic.finding import Span


def result_text(
    states: Sequence[tuple[int, int]],
    puzzle: Puzzle,
    line: Line | None,
    most_parts: int | None = None,
) -> str:
    """What becomes of cells, as a sentence; see :func:`result_clause`."""
    clause = result_clause(states, puzzle, line, most_parts)
    return worded("{results}.", results=capitalized(clause))


def result_clause(
    states: Sequence[tuple[int, int]],
    puzzle: Puzzle,
    line: Line | None,
    most_parts: int | None = None,
) -> str:
    """What becomes of cells, as a part of a sentence.

    Args:
        states: For each cell its number and its colours, as a bit set.
        puzzle: The puzzle.
        line: The line that they are in; ``None``: each is named by row and column.
        most_parts: Cells that would need more numbers than this are only counted.
    """
    by_state: dict[int, list[int]] = {}
    for cell, state in states:
        by_state.setdefault(state, []).append(cell)
    parts = []
    for state in sorted(by_state, key=lambda s: (s == 1 << BACKGROUND, s)):
        cells = by_state[state]
        text = _cells_text(cells, puzzle, line)
        # The last two numbers of a listing stand side by side, as do those of a single span.
        parts_of = len(cells) if line is None else max(1, len(numbers_of(cells, puzzle, line)) - 1)
        if most_parts is not None and parts_of >= most_parts:
            text = plural(len(cells), "{count} marked cell", "{count} marked cells")
        parts.append(_becomes(text, state, len(cells), puzzle))
    return listed(parts)


def _becomes(cells: str, state: int, count: int, puzzle: Puzzle) -> str:
    """What becomes of ``count`` cells; ``cells`` names them."""
    if state == 1 << BACKGROUND:
        return plural(count, "{cells} is blank", "{cells} are blank", cells=cells)
    if state == SHADED and len(puzzle.palette) == 2:
        return plural(count, "{cells} is shaded", "{cells} are shaded", cells=cells)
    if not state & (state - 1):
        text = state_text(state, puzzle)
        return plural(count, "{cells} is {state}", "{cells} are {state}", cells=cells, state=text)
    if not state & 1:
        return plural(count, "{cells} is not blank", "{cells} are not blank", cells=cells)
    gone = [color_text(k, puzzle) for k in range(1, len(puzzle.palette)) if not state >> k & 1]
    return plural(
        count,
        "{cells} cannot be {colors}",
        "{cells} cannot be {colors}",
        cells=cells,
        colors=either(gone),
    )


def state_text(state: int, puzzle: Puzzle) -> str:
    """A state in a word or two: ``shaded``, ``blank``, ``red``, ``red or blank``."""
    names = [color_text(k, puzzle) for k in range(len(puzzle.palette)) if state >> k & 1]
    return either([*names[1:], names[0]] if len(names) > 1 and state & 1 else names)


def color_text(color: int, puzzle: Puzzle) -> str:
    """The state of a cell that has a colour, by its index in the palette."""
    if color == BACKGROUND:
        return in_context("the state of one cell", "blank")
    if len(puzzle.palette) == 2:
        return in_context("the state of one cell", "shaded")
    return color_names(puzzle.palette)[color]


def cell_text(cell: int, puzzle: Puzzle) -> str:
    """A cell of a board in words."""
    row, column = divmod(cell, puzzle.width)
    return worded("the cell in row {row} and column {column}", row=row + 1, column=column + 1)


def _cells_text(cells: Sequence[int], puzzle: Puzzle, line: Line | None) -> str:
    if line is None:
        return listed([cell_text(cell, puzzle) for cell in cells])
    return numbered_cells(len(cells), listed(numbers_of(cells, puzzle, line)))


def numbers_of(cells: Sequence[int], puzzle: Puzzle, line: Line) -> list[str]:
    """The places of cells in a line, a text for each span."""
    places = [cell // puzzle.width if line.is_column else cell % puzzle.width for cell in cells]
    return number_parts(spans_of(sorted(places)))


def numbered_cells(count: int, numbers: str) -> str:
    """The cells with some numbers; ``count``: how many they are."""
    return plural(count, "cell {numbers}", "cells {numbers}", numbers=numbers)


def spans_of(places: Sequence[int]) -> Iterable[Span]:
    """The spans of neighbours among some places of a line, which are sorted and at least one."""
    start = places[0]
    for at, after in pairwise([*places, -1]):
        if after != at + 1:
            yield Span(start, at + 1)
            start = after


def number_parts(spans: Iterable[Span]) -> list[str]:
    """The numbers of spans for a list; two neighbours are two parts of it."""
    parts = []
    for span in spans:
        both = range(span.start, span.stop) if span.stop - span.start == 2 else ()
        parts += [str(at + 1) for at in both] or [_numbers(span)]
    return parts


def _numbers(span: Span) -> str:
    """``3`` or ``3 to 5``, counted from 1."""
    if span.stop - span.start == 1:
        return str(span.stop)
    if span.stop - span.start == 2:
        return listed([str(span.start + 1), str(span.stop)])
    return worded("{first} to {last}", first=span.start + 1, last=span.stop)


def span_text(span: Span) -> str:
    """Neighbouring cells of a line: ``cell 3``, ``cells 3 and 4``, ``cells 3 to 5``."""
    return numbered_cells(span.stop - span.start, _numbers(span))
