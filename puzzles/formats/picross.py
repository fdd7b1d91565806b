"""The text format of picross-solver: named grids with their rows and columns in black and white.

``GRID title`` begins a puzzle, ``ROWS`` and ``COLUMNS`` its lists, one line ``[ 2 1 ]`` for each
clue, ``[ ]`` for an empty one; ``#`` begins a comment. A file may have several puzzles.

Source: the documentation of picross-solver (Dejoue).
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from puzzles.errors import FormatError
from puzzles.formats.boards import CellBudget
from puzzles.formats.clue_lists import (
    TextLine,
    clue_in,
    color_problem,
    document_of,
    numbers_text,
    text_lines,
)
from puzzles.formats.document import MAX_PUZZLES, Document
from puzzles.model import MAX_SIZE, Clues
from puzzles.words import _, worded

_GRID = re.compile(r"GRID(?:\s+(.*))?", re.I)
_CLUE = re.compile(r"\[([^\[\]]*)\]")


class PicrossFormat:
    """Reads and writes the format; see the module."""

    id = "picross"
    name = "picross-solver (.picross)"
    extensions: tuple[str, ...] = (".picross",)
    can_read = True
    can_write = True
    keeps_unknown = False

    def sniff(self, data: bytes) -> bool:
        """Whether a line begins a grid, and others its rows and clues."""
        head = data[:65536]
        return all(
            re.search(line, head, re.M | re.I)
            for line in (rb"^[ \t]*GRID\b", rb"^[ \t]*(ROWS|COLUMNS)[ \t]*\r?$", rb"^[ \t]*\[")
        )

    def read_all(self, data: bytes, path: str) -> list[Document]:
        """See :class:`~puzzles.formats.document.Format`."""
        puzzles: list[_Grid] = []
        for line in text_lines(data, path):
            if not line.text or line.text.startswith("#"):
                continue
            if begun := _GRID.fullmatch(line.text):
                if len(puzzles) == MAX_PUZZLES:
                    raise FormatError(
                        worded("more than the {limit:,} puzzles of a file", limit=MAX_PUZZLES), path
                    )
                puzzles.append(_Grid(begun[1] or "", line.number))
            elif not puzzles:
                raise FormatError(
                    worded("expected 'GRID' and a title, found '{line}'", line=line.text[:20]),
                    path,
                    line.number,
                )
            else:
                puzzles[-1].add(line, path)
        if not puzzles:
            raise FormatError(_("there is no line 'GRID', which begins a puzzle"), path)
        budget = CellBudget(path)
        return [puzzle.document(budget) for puzzle in puzzles]

    def problem(self, document: Document) -> str:
        """See :class:`~puzzles.formats.document.Format`."""
        return color_problem(document)

    def write_all(self, documents: Sequence[Document]) -> bytes:
        """See :class:`~puzzles.formats.document.Format`."""
        return "\n".join(map(_text, documents)).encode()


class _Grid:
    """A puzzle while it is read."""

    def __init__(self, title: str, number: int) -> None:
        self.title, self.number = title, number
        self.lists: dict[str, list[Clues]] = {}
        self.current: list[Clues] | None = None

    def add(self, line: TextLine, path: str) -> None:
        key = line.text.upper()
        if key in ("ROWS", "COLUMNS"):
            if key in self.lists:
                raise FormatError(
                    worded("'{key}' occurs for the second time", key=key), path, line.number
                )
            self.current = self.lists[key] = []
            return
        clue = _CLUE.fullmatch(line.text)
        if clue is None or self.current is None:
            expected = (
                _("a clue like [ 2 1 ]") if self.current is not None else _("ROWS or COLUMNS")
            )
            raise FormatError(
                worded(
                    "expected {expected}, found '{line}'", expected=expected, line=line.text[:20]
                ),
                path,
                line.number,
            )
        if len(self.current) == MAX_SIZE:
            raise FormatError(
                worded("more than {limit} clues in a list", limit=MAX_SIZE), path, line.number
            )
        self.current.append(clue_in(TextLine(line.number, clue[1].strip()), path))

    def document(self, budget: CellBudget) -> Document:
        for key in ("ROWS", "COLUMNS"):
            if not self.lists.get(key):
                raise FormatError(
                    worded("the puzzle has no clues below '{key}'", key=key),
                    budget.path,
                    self.number,
                )
        budget.take(len(self.lists["ROWS"]), len(self.lists["COLUMNS"]), self.number)
        return document_of(self.lists["ROWS"], self.lists["COLUMNS"], self.title)


def _text(document: Document) -> str:
    puzzle = document.puzzle
    parts = [f"GRID {puzzle.title}".rstrip()]
    for key, clues in (("ROWS", puzzle.rows), ("COLUMNS", puzzle.columns)):
        parts += [key, *(f"[ {numbers_text(line, '')} ]".replace("  ", " ") for line in clues)]
    return "\n".join(parts) + "\n"


PICROSS = PicrossFormat()
