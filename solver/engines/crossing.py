"""Packed lines that cross: colours removed from a row's cell are removed from the column too.

For methods that work on lists of arrangements; :class:`solver.engines.board.Propagator` has its
own implementation.
"""

from __future__ import annotations

from puzzles.model import Line, Puzzle
from solver.engines.board import full_lines


class Crossing:
    """The crossings of a puzzle's lines; lines are indexed rows first, then columns.

    Lines are packed as in :mod:`solver.engines.arrangements`.
    """

    def __init__(self, puzzle: Puzzle) -> None:
        self.height, self.width = puzzle.height, puzzle.width
        self.colors = len(puzzle.palette)

    def full(self) -> list[int]:
        """The lines of an unknown board."""
        return full_lines(self.height, self.width, self.colors)

    def line(self, index: int) -> Line:
        """The line with an index."""
        return Line.numbered(index, self.height)

    def length(self, index: int) -> int:
        """The number of cells of a line."""
        return self.width if index < self.height else self.height

    def remove(self, lines: list[int], index: int, gone: int) -> list[tuple[int, int]]:
        """Remove colours from cells of a line, and from the lines that cross there.

        Args:
            lines: The board; is changed in place.
            index: Index of the line.
            gone: The packed bits to remove.

        Returns:
            For each bit the index of the crossing line, and the bit removed from it.
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
