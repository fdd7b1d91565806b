"""The contents of a puzzle file, and the protocol of file formats."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from puzzles.grid import Grid
from puzzles.model import Puzzle


@dataclass(frozen=True)
class Document:
    """A puzzle with the player's marks."""

    puzzle: Puzzle
    marks: Grid
    """Treat as read-only."""
    is_drawing: bool = False
    """Whether the marks are an unfinished drawing, whose changes the clues follow."""

    def __post_init__(self) -> None:
        if not self.marks.is_board_of(self.puzzle):
            raise ValueError("the marks are not of the puzzle's size and colours")

    @classmethod
    def untouched(cls, puzzle: Puzzle) -> Document:
        """The puzzle without marks."""
        return cls(puzzle, Grid.for_puzzle(puzzle))


class Format(Protocol):
    """A file format."""

    name: str
    """The name for the user, in file dialogs."""
    extensions: tuple[str, ...]
    """Lower case, with the dot; the first is added to names without one."""

    def sniff(self, data: bytes) -> bool:
        """Whether the bytes look like this format."""

    def read(self, data: bytes, path: str) -> Document:
        """Read a file's bytes.

        Args:
            data: The whole file.
            path: The file's name, for error messages only.

        Raises:
            FormatError: The bytes are not a puzzle of this format; has file, line and cause.
        """

    def write(self, document: Document) -> bytes:
        """The file's bytes, from which ``read`` makes an equal document."""
