"""Clues that the player has ticked off by hand. No Qt.

Only the player sets and removes ticks; the program draws no conclusion from them. They are kept
with the marks, but no puzzle format holds them, so only the library stores them.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from puzzles import Axis, Line, Puzzle
from puzzles.turning import Turn
from puzzles.words import worded


class CluePlace(NamedTuple):
    """One number beside the board."""

    line: Line
    number: int
    """0-based; the 0 of a line without clues is number 0."""


Ticks = frozenset[CluePlace]
"""The numbers that are ticked off."""
NO_TICKS: Ticks = frozenset()


def places_of(puzzle: Puzzle, line: Line) -> list[CluePlace]:
    """All numbers of a line, in order; none if the puzzle has no clues yet."""
    if not puzzle.has_clues:
        return []
    return [CluePlace(line, k) for k in range(max(1, len(puzzle.clues_of(line))))]


def kept_ticks(ticks: Ticks, before: Puzzle, after: Puzzle) -> Ticks:
    """The ticks of the lines whose clues are still the same."""
    if (before.height, before.width) != (after.height, after.width) or not after.has_clues:
        return NO_TICKS
    return frozenset(
        tick for tick in ticks if before.clues_of(tick.line) == after.clues_of(tick.line)
    )


def turned_ticks(ticks: Ticks, puzzle: Puzzle, turn: Turn) -> Ticks:
    """The ticks of the same numbers after the puzzle was turned."""
    return frozenset(_turned(tick, puzzle, turn) for tick in ticks)


def _turned(tick: CluePlace, puzzle: Puzzle, turn: Turn) -> CluePlace:
    line, number = tick
    last_line = (puzzle.width if line.is_column else puzzle.height) - 1
    last_number = max(1, len(puzzle.clues_of(line))) - 1
    is_flip = turn in (Turn.FLIP_HORIZONTALLY, Turn.FLIP_VERTICALLY)
    axis = line.axis if is_flip else Axis.ROW if line.is_column else Axis.COLUMN
    # A turn reverses either the order of the lines of an axis or that of their numbers.
    reverses_numbers = line.is_column == (turn in (Turn.FLIP_VERTICALLY, Turn.ROTATE_RIGHT))
    if reverses_numbers:
        return CluePlace(Line(axis, line.index), last_number - number)
    return CluePlace(Line(axis, last_line - line.index), number)


def check_ticks(ticks: Iterable[CluePlace], puzzle: Puzzle, drawing: bool) -> None:
    """Check that a board can have these ticks.

    Raises:
        ValueError: One is beside no number, or the board is a drawing.
    """
    for line, number in ticks:
        if drawing or not puzzle.has_clues:
            raise ValueError("a drawing has no ticks")
        lines = puzzle.columns if line.is_column else puzzle.rows
        if not 0 <= line.index < len(lines):
            raise ValueError(worded("a tick is beside {line}, which does not exist", line=line))
        if not 0 <= number < max(1, len(lines[line.index])):
            raise ValueError(
                worded(
                    "a tick is on number {number} of {line}, which does not exist",
                    number=number + 1,
                    line=line,
                )
            )


def ticks_to_json(ticks: Iterable[CluePlace]) -> list[list[object]]:
    """Ticks as JSON values; see :func:`ticks_from_json`."""
    triples = ((line.axis.value, line.index, number) for line, number in ticks)
    return [list(triple) for triple in sorted(triples)]


def ticks_from_json(values: object) -> Ticks:
    """The ticks from the values of :func:`ticks_to_json`.

    Raises:
        ValueError: The values are damaged.
    """
    if not isinstance(values, list):
        raise ValueError("ticks are a list")
    return frozenset(_tick_from_json(value) for value in values)


def _tick_from_json(value: object) -> CluePlace:
    if not (isinstance(value, list) and len(value) == 3):
        raise ValueError("a tick is an axis and two numbers")
    axis, index, number = value
    if not (type(index) is int and type(number) is int):
        raise ValueError("a tick is an axis and two numbers")
    return CluePlace(Line(Axis(axis), index), number)
