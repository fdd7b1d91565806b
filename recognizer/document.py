"""Convert a reading to the content of a puzzle file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzles.formats import Document

if TYPE_CHECKING:
    from puzzles.grid import Grid
    from recognizer.values import Reading

MIN_MARKED_SHARE = 0.1
"""Least share of marked cells on a page that somebody has begun to solve. On unsolved pages four
specks and a watermark of six cells were read as marks: 6 of 100 cells of a small board."""


def document_of(reading: Reading, title: str = "") -> Document:
    """The puzzle that was read, with its marks unless they are isolated."""
    puzzle = reading.puzzle(title)
    marks = reading.marks
    if marks is None or (marks.height, marks.width) != (puzzle.height, puzzle.width):
        return Document(puzzle)
    return Document(puzzle) if are_isolated(marks) else Document(puzzle, marks)


def are_isolated(marks: Grid) -> bool:
    """Whether marks are few, and fill no line: they are rather dirt or print than somebody's."""
    lines = [marks.row(r) for r in range(marks.height)]
    lines += [marks.column(c) for c in range(marks.width)]
    if any(marks.clear not in line for line in lines):
        return False
    known = sum(state != marks.clear for state in marks.cells)
    return known < MIN_MARKED_SHARE * len(marks.cells)
