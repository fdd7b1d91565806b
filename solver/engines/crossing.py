"""Packed lines that cross: what a row loses in a cell, the column there loses too.

For methods that work on lists of arrangements; :class:`solver.engines.board.Propagator` has the
same built into its propagation.
"""

from __future__ import annotations

from puzzles.model import Line, Puzzle
from solver.engines.board import full_lines


class Crossing:
    """Where the lines of a puzzle cross; rows come first, then columns.

    A line is packed as in :mod:`solver.engines.arrangements`.
    """

    def __init__(self, puzzle: Puzzle) -> None:
        self.height, self.width = puzzle.height, puzzle.width
        self.colors = len(puzzle.palette)

    def full(self) -> list[int]:
        """The lines of a board on which nothing is known."""
        return full_lines(self.height, self.width, self.colors)

    def line(self, index: int) -> Line:
        """Which line has that index."""
        return Line.numbered(index, self.height)

    def length(self, index: int) -> int:
        """The cells of a line."""
        return self.width if index < self.height else self.height

    def remove(self, lines: list[int], index: int, gone: int) -> list[tuple[int, int]]:
        """Take colours from cells of a line, and from the lines that cross there.

        Args:
            lines: The board; is changed.
            index: The line.
            gone: The packed bits that it loses.

        Returns:
            For each bit the line across, and the bit that this one has lost.
        """
        lines[index] &= ~gone
        is_row = index < self.height
        width, height = (self.width, self.height) if is_row else (self.height, self.width)
        first, own = (self.height, index) if is_row else (0, index - self.height)
        across = []
        while gone:
            bit = gone & -gone
            gone ^= bit
            color, at = divmod(bit.bit_length() - 1, width)
            lost = 1 << color * height + own
            lines[first + at] &= ~lost
            across.append((first + at, lost))
        return across
