"""How many numbers a drawing reserves room for, so that not every stroke moves its board."""

from __future__ import annotations

from collections.abc import Sequence

from puzzles import Clues

_MORE = 3
"""The room grows by this count more than is needed, and shrinks by this count at least."""
_LESS = 2
"""The first room comes back when this count less is needed than fits in it."""


class ClueRoom:
    """The room of the rows or of the columns of one drawing.

    It grows when it is too small. When much less is needed it shrinks, but never below the room
    that the drawing had when it was opened. A cell more or less, again and again, moves the board
    once at most.
    """

    def __init__(self) -> None:
        self.numbers = 0
        """The count of numbers to reserve room for; 0 before the first clues are known."""
        self._first = 0

    def follow(self, lines: Sequence[Clues], size: int) -> None:
        """Take the clues of a drawing.

        Args:
            lines: Its rows or its columns.
            size: The number of cells of each.
        """
        most, limit = max(map(len, lines), default=0), (size + 1) // 2
        if not self.numbers:
            at_least = max(5, min(10, size // 5))
            self.numbers = self._first = min(limit, max(at_least, most))
            return
        needed = min(limit, max(self._first, most + _MORE))
        if most <= self._first - _LESS:
            self.numbers = self._first
        elif most > self.numbers or needed <= self.numbers - _MORE:
            self.numbers = needed
