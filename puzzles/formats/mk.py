"""The lists of numbers that some solvers read: ``.mk``, ``.nin`` and ``.cwd``.

All are in black and white. ``0`` is the clue of an empty line, and so is a blank line if the number
of lines is right only with them:

* ``.mk`` (Olšák): height and width, the rows, a line ``#``, the columns.
* ``.nin`` (Wilk): width and height, the rows, the columns.
* ``.cwd`` (QNonograms): the height, below it the width, the rows, a blank line, the columns.

Source: the documentation of pbnsolve's input formats.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Sequence

from puzzles.errors import FormatError
from puzzles.formats.clue_lists import (
    TextLine,
    clue_lines,
    color_problem,
    document_of,
    numbers_text,
    only,
    sizes_in,
    text_lines,
    without_blank_end,
)
from puzzles.formats.document import Document
from puzzles.model import Clues
from puzzles.words import _, plural

_HEAD_BYTES = 65536


class _ListFormat(ABC):
    """A list of numbers; the formats differ in their first lines and between the two lists."""

    id: str
    name: str
    extensions: tuple[str, ...]
    can_read = True
    can_write = True
    keeps_unknown = False
    blank_lines_between = 0
    """Between the rows and the columns."""

    def problem(self, document: Document) -> str:
        """See :class:`~puzzles.formats.document.Format`."""
        return color_problem(document)

    def read_all(self, data: bytes, path: str) -> list[Document]:
        """See :class:`~puzzles.formats.document.Format`."""
        lines = text_lines(data, path)
        while lines and not lines[0].text:
            del lines[0]
        if not lines:
            raise FormatError(_("the file is empty"), path)
        height, width, rest = self._sizes(lines, path)
        rows, columns = self._lists(rest, height, width, path)
        first = rest[0].number if rest else lines[-1].number
        return [
            document_of(
                clue_lines(rows, height, "rows", path, first),
                clue_lines(columns, width, "columns", path, first),
            )
        ]

    def write_all(self, documents: Sequence[Document]) -> bytes:
        """See :class:`~puzzles.formats.document.Format`."""
        puzzle = only(documents, self.name).puzzle
        lists = self._list_text(puzzle.rows), self._list_text(puzzle.columns)
        return self._text(puzzle.height, puzzle.width, *lists).encode()

    def _list_text(self, clues: Sequence[Clues]) -> str:
        return "".join(f"{numbers_text(line)}\n" for line in clues)

    @abstractmethod
    def _sizes(self, lines: list[TextLine], path: str) -> tuple[int, int, list[TextLine]]:
        """Height, width, and the lines below them."""

    def _lists(
        self, lines: list[TextLine], height: int, width: int, path: str
    ) -> tuple[list[TextLine], list[TextLine]]:
        """The lines of the rows and of the columns."""
        filled = [line for line in lines if line.text]
        first_column = height + self.blank_lines_between
        every = without_blank_end(lines, first_column + width)
        has_text_between = any(line.text for line in every[height:first_column])
        if len(filled) == height + width or len(every) != first_column + width or has_text_between:
            return filled[:height], filled[height:]
        return every[:height], every[first_column:]

    @abstractmethod
    def _text(self, height: int, width: int, rows: str, columns: str) -> str:
        """The whole file."""


class MkFormat(_ListFormat):
    """``.mk``; see the module."""

    id = "mk"
    name = _("Olšák's list (.mk)")
    extensions: tuple[str, ...] = (".mk",)

    def sniff(self, data: bytes) -> bool:
        """Whether it begins with two numbers, and a line is ``#``."""
        head = data[:_HEAD_BYTES]
        return bool(re.match(rb"\s*\d+[ \t]+\d+[ \t]*\r?\n", head)) and bool(
            re.search(rb"^[ \t]*#[ \t]*\r?$", head, re.M)
        )

    def _sizes(self, lines: list[TextLine], path: str) -> tuple[int, int, list[TextLine]]:
        height, width = sizes_in(lines[0], ("rows", "columns"), path)
        return height, width, lines[1:]

    def _lists(
        self, lines: list[TextLine], height: int, width: int, path: str
    ) -> tuple[list[TextLine], list[TextLine]]:
        between = [at for at, line in enumerate(lines) if line.text == "#"]
        if len(between) != 1:
            where = lines[between[1]].number if between else None
            problem = (
                plural(
                    len(between),
                    "there is {count} line '#'; one stands between the rows and the columns",
                    "there are {count} lines '#'; one stands between the rows and the columns",
                )
                if between
                else _("there is no line '#'; one stands between the rows and the columns")
            )
            raise FormatError(problem, path, where)
        return lines[: between[0]], lines[between[0] + 1 :]

    def _text(self, height: int, width: int, rows: str, columns: str) -> str:
        return f"{height} {width}\n{rows}#\n{columns}"


class NinFormat(_ListFormat):
    """``.nin``; see the module."""

    id = "nin"
    name = _("Wilk's list (.nin)")
    extensions: tuple[str, ...] = (".nin",)

    def sniff(self, data: bytes) -> bool:
        """Nothing: lists of numbers can be many things."""
        return False

    def _sizes(self, lines: list[TextLine], path: str) -> tuple[int, int, list[TextLine]]:
        width, height = sizes_in(lines[0], ("columns", "rows"), path)
        return height, width, lines[1:]

    def _text(self, height: int, width: int, rows: str, columns: str) -> str:
        return f"{width} {height}\n{rows}{columns}"


class CwdFormat(_ListFormat):
    """``.cwd``; see the module."""

    id = "cwd"
    name = _("QNonograms list (.cwd)")
    extensions: tuple[str, ...] = (".cwd",)
    blank_lines_between = 1

    def sniff(self, data: bytes) -> bool:
        """Nothing: lists of numbers can be many things."""
        return False

    def _sizes(self, lines: list[TextLine], path: str) -> tuple[int, int, list[TextLine]]:
        (height,) = sizes_in(lines[0], ("rows",), path)
        if len(lines) < 2:
            raise FormatError(_("the number of columns is missing"), path, lines[0].number)
        (width,) = sizes_in(lines[1], ("columns",), path)
        return height, width, lines[2:]

    def _text(self, height: int, width: int, rows: str, columns: str) -> str:
        return f"{height}\n{width}\n{rows}\n{columns}"


MK, NIN, CWD = MkFormat(), NinFormat(), CwdFormat()
