"""The puzzles that a PDF file of ours has as an attachment: its boards get their exact colours.

The drawing of a page is read as ever, as in files of other programs: it has the places of lines and
numbers, and the marks. A puzzle of the attachment stands for a board if the numbers of all lines
are the same, and its colours are those of the board by another name. So a stranger's attachment can
change the names, symbols and shades of colours, and nothing else. It is parsed in the child process
that reads the page, within its limits, and is left out if it is not a puzzle file.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from puzzles.errors import FormatError
from puzzles.formats.non import NON
from puzzles.grid import Grid
from puzzles.model import Puzzle
from puzzles.prints import ATTACHMENT
from recognizer.values import Reading, ReadLine

MAX_ATTACHED_BYTES = 2**22
"""The largest attachment that is parsed; a book of 1,000 puzzles of 30x30 has 400 KB."""


def attached_puzzles(data: bytes) -> tuple[Puzzle, ...]:
    """The puzzles of an attachment; none if it is too large or not a puzzle file."""
    if len(data) > MAX_ATTACHED_BYTES:
        return ()
    try:
        return tuple(document.puzzle for document in NON.read_all(data, ATTACHMENT))
    except FormatError:
        return ()


def with_attached_colors(reading: Reading, attached: Sequence[Puzzle]) -> Reading:
    """A reading with the palette of the puzzle of its clues; as it is if there is none."""
    found = reading.puzzle()
    for puzzle in attached:
        index_of = _same_colors(found, puzzle)
        if index_of is None:
            continue
        rows, columns = (
            tuple(_recolored(line, index_of) for line in lines)
            for lines in (reading.rows, reading.columns)
        )
        marks = reading.marks and _remarked(reading.marks, index_of, len(puzzle.palette))
        return replace(reading, rows=rows, columns=columns, palette=puzzle.palette, marks=marks)
    return reading


def _same_colors(found: Puzzle, puzzle: Puzzle) -> dict[int, int] | None:
    """For each colour that of another puzzle with the same clues; ``None`` if they differ."""
    if (found.height, found.width) != (puzzle.height, puzzle.width):
        return None
    if len(found.palette) > len(puzzle.palette):
        return None
    index_of = {0: 0}
    for line in found.lines:
        ours, theirs = found.clues_of(line), puzzle.clues_of(line)
        if [clue.length for clue in ours] != [clue.length for clue in theirs]:
            return None
        for one, other in zip(ours, theirs, strict=True):
            if index_of.setdefault(one.color, other.color) != other.color:
                return None
    left = [k for k in range(len(puzzle.palette)) if k not in index_of.values()]
    for color in range(len(found.palette)):  # colours without clues, in their order
        if color not in index_of:
            index_of[color] = left.pop(0)
    return index_of if len(set(index_of.values())) == len(index_of) else None


def _recolored(line: ReadLine, index_of: dict[int, int]) -> ReadLine:
    numbers = tuple(replace(each, color=index_of[each.color]) for each in line.numbers)
    return replace(line, numbers=numbers)


def _remarked(marks: Grid, index_of: dict[int, int], colors: int) -> Grid:
    changed = Grid(marks.height, marks.width, colors)
    for cell, state in enumerate(marks.cells):
        if state != marks.clear:
            kept = [index_of[k] for k in range(marks.colors) if state >> k & 1]
            changed.cells[cell] = sum(1 << k for k in kept)
    return changed
