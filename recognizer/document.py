"""Convert a reading to the content of a puzzle file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzles.formats import Document

if TYPE_CHECKING:
    from recognizer.values import Reading


def document_of(reading: Reading, title: str = "") -> Document:
    """The puzzle that was read, with its marks."""
    puzzle = reading.puzzle(title)
    marks = reading.marks
    if marks is None or (marks.height, marks.width) != (puzzle.height, puzzle.width):
        return Document.untouched(puzzle)
    return Document(puzzle, marks)
