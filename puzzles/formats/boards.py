"""What formats share that say a board's size in a few bytes, or hold pictures instead of clues."""

from __future__ import annotations

import re
from collections.abc import Sequence

from puzzles.errors import FormatError, PuzzleError
from puzzles.formats.clue_lists import color_problem
from puzzles.formats.document import Document
from puzzles.grid import BLANK, SHADED, Grid, puzzle_of, unsatisfied_lines
from puzzles.model import MAX_SIZE, Clues, Puzzle, cells_needed
from puzzles.notation import read_clues
from puzzles.words import _, forms, plural, worded

MAX_CELLS = 25_000_000
"""Cells of all puzzles of a file: one board of 5000x5000 or 10,000 of 50x50, at 4 bytes a cell."""


class CellBudget:
    """Counts the cells of a file's boards before they are made."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.left = MAX_CELLS

    def size(self, digits: str, name: str, line: int | None = None, where: str = "") -> int:
        """A number of rows or columns.

        Args:
            digits: The number as written.
            name: ``rows`` or ``columns``, for error messages.
            line: The line of the file.
            where: What error messages begin with, with its colon.

        Raises:
            FormatError: It is no number from 1 to ``MAX_SIZE``.
        """
        plain = digits.strip().lstrip("0")
        if not re.fullmatch("[0-9]{1,9}", plain) or int(plain) > MAX_SIZE:
            shown = digits if len(digits) <= 12 else f"{digits[:12]}…"
            text = (
                _("the number of rows is '{shown}', it must be from 1 to {limit}")
                if name == "rows"
                else _("the number of columns is '{shown}', it must be from 1 to {limit}")
            )
            problem = worded(text, shown=shown, limit=MAX_SIZE)
            raise FormatError(f"{where}{problem}", self.path, line)
        return int(plain)

    def take(self, height: int, width: int, line: int | None = None) -> None:
        """Count a board.

        Raises:
            FormatError: The boards of the file have more than ``MAX_CELLS`` cells.
        """
        self.left -= height * width
        if self.left < 0:
            raise FormatError(
                worded(
                    "the boards of the file have more than {limit:,} cells; divide the file",
                    limit=MAX_CELLS,
                ),
                self.path,
                line,
            )


def count_problem(count: int, name: str) -> str:
    """That a file has no row, no column, or too many.

    Args:
        count: How many it has.
        name: ``rows`` or ``columns``.
    """
    one, many = (
        forms(
            "there is {count} row; 1 to {limit} are possible",
            "there are {count} rows; 1 to {limit} are possible",
        )
        if name == "rows"
        else forms(
            "there is {count} column; 1 to {limit} are possible",
            "there are {count} columns; 1 to {limit} are possible",
        )
    )
    return plural(count, one, many, limit=MAX_SIZE)


def plain_clues(text: str, path: str, line: int | None, where: str) -> Clues:
    """The clues of a line in black and white.

    Args:
        text: Numbers separated by ``.``, ``,`` or blanks.
        path: The file's name, for error messages.
        line: The line of the file, for error messages.
        where: ``row 3``, for error messages.

    Raises:
        FormatError: The text is something else.
    """
    try:
        return read_clues(text, {"1": 1})
    except PuzzleError as error:
        raise FormatError(f"{where}: {error}", path, line) from None


def size_problem(puzzle: Puzzle) -> str:
    """Why no file can hold a board of this size; empty if one can."""
    if 1 <= puzzle.height <= MAX_SIZE and 1 <= puzzle.width <= MAX_SIZE:
        return ""
    return worded(
        "it has {rows} and {columns}, not 1 to {limit:,}",
        rows=plural(puzzle.height, "{count} row", "{count} rows"),
        columns=plural(puzzle.width, "{count} column", "{count} columns"),
        limit=MAX_SIZE,
    )


def fit_problem(puzzle: Puzzle) -> str:
    """Why a format that checks its clues refuses a board, as a sentence's end; empty if not."""
    if problem := size_problem(puzzle):
        return problem
    for line in puzzle.lines:
        clues, size = puzzle.clues_of(line), puzzle.height if line.is_column else puzzle.width
        if any(clue.length == 0 for clue in clues):
            return worded("{line} has a 0 among other numbers", line=line)
        if cells_needed(clues) > size:
            return worded("the numbers of {line} do not fit; correct them first", line=line)
    return ""


def picture_of(document: Document) -> Grid | None:
    """The solution of a puzzle: marks that agree with all clues, or else its goal."""
    puzzle = document.puzzle
    pictures = [document.marks]
    if puzzle.goal:
        pictures.append(Grid.from_goal(puzzle.goal, puzzle.palette, puzzle.width))
    return next((grid for grid in pictures if not any(unsatisfied_lines(puzzle, grid))), None)


def picture_problem(document: Document) -> str:
    """Why a format of pictures in black and white cannot hold a puzzle; empty if it can."""
    return color_problem(document) or solution_problem(document)


def solution_problem(document: Document) -> str:
    """Why a format of pictures cannot hold a puzzle in its colours; empty if it can."""
    if problem := size_problem(document.puzzle):
        return problem
    if picture_of(document) is not None:
        return ""
    if document.puzzle.goal:
        return _("its solution does not agree with its clues; correct them first")
    return _("its solution is not known; solve it first")


def shaded_rows(document: Document) -> list[list[bool]]:
    """Whether each cell of the solution is shaded, if :func:`picture_problem` has none."""
    grid = picture_of(document)
    if grid is None:
        raise ValueError("the solution is not known")
    return [[state == SHADED for state in grid.row(r)] for r in range(grid.height)]


def document_of_rows(rows: Sequence[Sequence[bool]], like: Puzzle) -> Document:
    """The puzzle of a picture in black and white, with the texts of ``like``."""
    cells = [SHADED if is_shaded else BLANK for row in rows for is_shaded in row]
    picture = Grid(len(rows), len(rows[0]), 2, cells)
    return Document(puzzle_of(picture, like))
