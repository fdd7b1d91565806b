"""The words for blocks, cells and their states: ``So cells 3 to 5 must be shaded.``

Rows, columns and cells are counted from 1. A cell of a row is counted from the left, a cell of a
column from the top.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise

from puzzles.colors import color_names
from puzzles.grid import BLANK, SHADED
from puzzles.model import BACKGROUND, Clue, Clues, Color, Line, Puzzle
from puzzles.words import (
    capitalized,
    either,
    forms,
    in_context,
    joined,
    listed,
    neither,
    plural,
    worded,
)
from solver.logic.finding import CellSpan


def result_text(
    states: Iterable[tuple[int, int]],
    lost: Iterable[tuple[int, int]],
    puzzle: Puzzle,
    line: Line | None,
    most_parts: int | None = None,
) -> str:
    """What becomes of cells, as a sentence.

    Args:
        states: For each cell its number and its colours, as a bit set.
        lost: For each cell that stays open, the colours that it loses.
        puzzle: The puzzle.
        line: The line that they are in; ``None``: each is named by row and column.
        most_parts: Cells that would need more numbers than this are only counted.
    """
    gone = dict(lost)
    by_state: dict[tuple[bool, int], list[int]] = {}
    for cell, state in states:
        is_open = bool(state & (state - 1))
        by_state.setdefault((is_open, gone[cell] if is_open else state), []).append(cell)
    sentences: list[str] = []
    for is_open, state in sorted(by_state, key=lambda key: (key == (False, BLANK), *key)):
        cells = by_state[is_open, state]
        text = _cells_text(cells, puzzle, line)
        # The last two numbers of a listing stand side by side, as do those of a single span.
        parts_of = len(cells) if line is None else max(1, len(numbers_of(cells, puzzle, line)) - 1)
        if most_parts is not None and parts_of >= most_parts:
            text = plural(len(cells), "{count} marked cell", "{count} marked cells")
        one, many = _conclusion(is_open, state, puzzle, is_first=not sentences)
        named = state_text(state, puzzle, neither if is_open else either)
        sentences.append(plural(len(cells), one, many, cells=text, state=named))
    return capitalized(joined(sentences))


def _conclusion(is_open: bool, state: int, puzzle: Puzzle, *, is_first: bool) -> tuple[str, str]:
    """The templates for what becomes of cells: the first one follows from a reason.

    ``state``: what they have, or what cells that are open cannot have.
    """
    if is_open:
        return (
            forms("So {cells} cannot be {state}.", "So {cells} cannot be {state}.")
            if is_first
            else forms("{cells} cannot be {state}.", "{cells} cannot be {state}.")
        )
    if state == BLANK:
        return (
            forms("So {cells} must be blank.", "So {cells} must be blank.")
            if is_first
            else forms("{cells} must be blank.", "{cells} must be blank.")
        )
    if state == SHADED and len(puzzle.palette) == 2:
        return (
            forms("So {cells} must be shaded.", "So {cells} must be shaded.")
            if is_first
            else forms("{cells} must be shaded.", "{cells} must be shaded.")
        )
    return (
        forms("So {cells} must be {state}.", "So {cells} must be {state}.")
        if is_first
        else forms("{cells} must be {state}.", "{cells} must be {state}.")
    )


def state_text(state: int, puzzle: Puzzle, listing: Callable[[Sequence[str]], str] = either) -> str:
    """A state in a word or two: ``shaded``, ``blank``, ``red``, ``red or blank``.

    ``listing``: :func:`either`, or :func:`neither` in a sentence that denies it.
    """
    names = [_state_name(k, puzzle) for k in range(len(puzzle.palette)) if state >> k & 1]
    return listing([*names[1:], names[0]] if len(names) > 1 and state & 1 else names)


def _state_name(color: int, puzzle: Puzzle) -> str:
    name = color_text(color, puzzle)
    if color == BACKGROUND or len(puzzle.palette) == 2:
        return name
    # Translators: The state of a cell that has a colour, such as "red"; also in the forms that
    # those of the phrase "shaded" have.
    return worded("{color}", color=name)


def block_text(index: int, clues: Clues, palette: Sequence[Color]) -> str:
    """The block of a clue of a line: ``the 3``, or ``the 3 (clue 2)`` if others are alike.

    In colour it is ``the red 3``.
    """
    name, clue = blocks_text([clues[index]], palette), clues[index]
    if clues.count(clue) == 1:
        return name
    return worded("{block} (clue {number})", block=name, number=index + 1)


def blocks_text(clues: Sequence[Clue], palette: Sequence[Color]) -> str:
    """The blocks of some clues: ``the 3``, ``blocks 2, 1 and 3``, ``the red 3 and the blue 1``."""
    if len(palette) == 2:
        numbers = listed([str(clue.length) for clue in clues])
        return plural(len(clues), "the {numbers}", "blocks {numbers}", numbers=numbers)
    names = color_names(palette)
    return listed(
        [worded("the {color} {length}", color=names[k], length=length) for length, k in clues]
    )


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


def spans_of(places: Sequence[int]) -> Iterable[CellSpan]:
    """The spans of neighbours among some places of a line, which are sorted and at least one."""
    start = places[0]
    for at, after in pairwise([*places, -1]):
        if after != at + 1:
            yield CellSpan(start, at + 1)
            start = after


def number_parts(spans: Iterable[CellSpan]) -> list[str]:
    """The numbers of spans for a list; two neighbours are two parts of it."""
    parts = []
    for span in spans:
        both = range(span.start, span.stop) if span.stop - span.start == 2 else ()
        parts += [str(at + 1) for at in both] or [_numbers(span)]
    return parts


def _numbers(span: CellSpan) -> str:
    """``3`` or ``3 to 5``, counted from 1."""
    if span.stop - span.start == 1:
        return str(span.stop)
    if span.stop - span.start == 2:
        return listed([str(span.start + 1), str(span.stop)])
    return worded("{first} to {last}", first=span.start + 1, last=span.stop)


def span_text(span: CellSpan) -> str:
    """Neighbouring cells of a line: ``cell 3``, ``cells 3 and 4``, ``cells 3 to 5``."""
    return numbered_cells(span.stop - span.start, _numbers(span))
