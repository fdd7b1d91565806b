"""A text that is being typed onto the drawing. No widgets."""

from __future__ import annotations

from collections.abc import Mapping

from helper.board.toolset import Frame
from helper.draw.shapes import Cell
from puzzles import Grid
from puzzles.letters import HEIGHT, LINE_HEIGHT, text_cells, text_width

MAX_LENGTH = 400
"""Characters; more do not fit the largest board."""


class TextEntry:
    """The letters typed so far; they become cells when the entry ends."""

    def __init__(self, at: Cell, state: int) -> None:
        """Begin.

        Args:
            at: The top left cell of the first letter.
            state: The state that the letters' cells get.
        """
        self._at = at
        self.state = state
        self.text = ""

    def type(self, letters: str) -> None:
        """Add letters at the end."""
        self.text = (self.text + letters)[:MAX_LENGTH]

    def erase(self) -> None:
        """Remove the last letter."""
        self.text = self.text[:-1]

    @property
    def frame(self) -> Frame:
        """The box of the text, with a column for the next letter."""
        lines = self.text.split("\n")
        width = max(text_width(line) + (2 if line else 1) for line in lines)
        return Frame(*self._at, LINE_HEIGHT * (len(lines) - 1) + HEIGHT, width)

    def is_cut(self, marks: Grid) -> bool:
        """Whether a part of the letters is beyond the edge of the board."""
        return any(
            r >= marks.height or c >= marks.width for r, c in text_cells(self.text, self._at)
        )

    def changes(self, marks: Grid) -> Mapping[int, int]:
        """The new states of the letters' cells on the board, by index."""
        return {
            r * marks.width + c: self.state
            for r, c in text_cells(self.text, self._at)
            if r < marks.height and c < marks.width and marks[r, c] != self.state
        }
