"""A puzzle with marks on it, from which an example or an exercise begins. No Qt."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from puzzles import Clue, Color, Grid, Puzzle
from puzzles.grid import puzzle_of

TWO_COLOURS = (Color("0", "#ffffff"), Color("r", "#cf4432"), Color("b", "#2f6fd0"))
"""The palette of the lesson about colours."""


@dataclass(frozen=True, slots=True)
class Position:
    """A puzzle and what is known of its cells.

    Marks are written as the text of a :class:`puzzles.grid.Grid`.
    """

    puzzle: Puzzle
    start: tuple[str, ...]
    """The marks at the start, row by row."""
    is_line: bool = False
    """Whether it is one line, of which only the row's clues count; its columns have none."""

    @property
    def grid(self) -> Grid:
        """The marks at the start (a copy)."""
        return Grid.from_text(self.start, len(self.puzzle.palette))

    @property
    def shown(self) -> Puzzle:
        """The puzzle for the board: above a line it has the numbers of the cells, from 1."""
        if not self.is_line:
            return self.puzzle
        numbers = [(Clue(k),) for k in range(1, self.puzzle.width + 1)]
        return self.puzzle.with_clues(self.puzzle.rows, numbers)

    @property
    def key(self) -> str:
        """A text that tells it from all others and stays the same from version to version."""
        clues = [
            " ".join(f"{clue.length}" + "abc"[clue.color - 1 : clue.color] for clue in line)
            for line in (*self.puzzle.rows, *self.puzzle.columns)
        ]
        return f"{','.join(clues).rstrip(',')}|{'/'.join(self.start)}"

    @property
    def open_cells(self) -> list[int]:
        """The cells that are not marked at the start."""
        return [cell for cell, state in enumerate(self.grid.cells) if state & (state - 1)]

    @property
    def given(self) -> frozenset[int]:
        """The cells that are marked at the start."""
        return frozenset(range(len(self.grid.cells))) - frozenset(self.open_cells)


def line(clues: str, start: str) -> Position:
    """A line of its own.

    Args:
        clues: The lengths of its blocks, separated by spaces.
        start: Its marks.

    >>> line("3 1", "????#").puzzle.rows
    ((Clue(length=3, color=1), Clue(length=1, color=1)),)
    """
    numbers = [int(number) for number in re.findall(r"\d+", clues)]
    puzzle = Puzzle.from_numbers([numbers], [[] for _ in start])
    return Position(puzzle, (start,), is_line=True)


def board(solution: str, start: str, palette: Sequence[Color] = ()) -> Position:
    """A small puzzle, of which the clues are those of its solution.

    Args:
        solution: The rows of its solution, separated by spaces.
        start: The rows of its marks, in the same way.
        palette: The colours; by default black and white.
    """
    rows, marks = solution.split(), tuple(start.split())
    empty = Puzzle.empty(len(rows), len(rows[0]))
    if palette:
        empty = replace(empty, palette=tuple(palette))
    picture = Grid.from_text(rows, len(empty.palette))
    return Position(replace(puzzle_of(picture, empty), goal=""), marks)


def is_decided(state: int) -> bool:
    """Whether a state is a single colour."""
    return state & (state - 1) == 0
