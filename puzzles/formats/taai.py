"""The lists of the TAAI and TCGA tournaments: random boards of 25x25 in black and white.

``$1`` begins the first puzzle, ``$2`` the next one; below it are the clues of 25 columns, then of
25 rows, a line for each, numbers separated by tabs. A blank line or a 0 is a line without shaded
cells.

Source: the questions of the tournament of TAAI 2011.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from puzzles.errors import FormatError
from puzzles.formats.clue_lists import (
    TextLine,
    clue_lines,
    color_problem,
    document_of,
    numbers_text,
    text_lines,
)
from puzzles.formats.document import MAX_PUZZLES, Document
from puzzles.words import _, worded

SIZE = 25
"""Rows and columns of every board."""
_HEADER = re.compile(r"\$\s*[0-9]{1,9}")
_SNIFFED = re.compile(rb"(?:\xef\xbb\xbf)?\s*\$[ \t]*[0-9]{1,9}[ \t]*\r?\n[0-9 \t\r\n]*\n")


class TaaiFormat:
    """Reads and writes the format; see the module."""

    id = "taai"
    name = "TAAI (.taai)"
    extensions: tuple[str, ...] = (".taai",)
    can_read = True
    can_write = True
    keeps_unknown = False

    def sniff(self, data: bytes) -> bool:
        """Whether the first line is a number behind ``$``, and the next one has only numbers."""
        return _SNIFFED.match(data[:4096]) is not None

    def read_all(self, data: bytes, path: str) -> list[Document]:
        """See :class:`~puzzles.formats.document.Format`."""
        return [_document(header, below, path) for header, below in _puzzles(data, path)]

    def problem(self, document: Document) -> str:
        """See :class:`~puzzles.formats.document.Format`."""
        if (document.puzzle.height, document.puzzle.width) != (SIZE, SIZE):
            return worded(_("the format is for boards of {size} x {size}"), size=SIZE)
        return color_problem(document)

    def write_all(self, documents: Sequence[Document]) -> bytes:
        """See :class:`~puzzles.formats.document.Format`."""
        lines = []
        for number, document in enumerate(documents, 1):
            lines.append(f"${number}")
            for clues in (*document.puzzle.columns, *document.puzzle.rows):
                lines.append(numbers_text(clues).replace(" ", "\t"))
        return "".join(f"{line}\n" for line in lines).encode()


def _puzzles(data: bytes, path: str) -> Iterator[tuple[TextLine, list[TextLine]]]:
    """The line that begins each puzzle, with those below it."""
    lines = text_lines(data, path)
    starts = [at for at, line in enumerate(lines) if _HEADER.fullmatch(line.text)]
    first = next((line for line in lines if line.text), None)
    if first is None or not starts or lines[starts[0]] is not first:
        raise FormatError(_("there is no line '$1', which begins the first puzzle"), path)
    if len(starts) > MAX_PUZZLES:
        raise FormatError(
            worded("more than the {limit:,} puzzles of a file", limit=MAX_PUZZLES), path
        )
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        yield lines[start], lines[start + 1 : end]


def _document(header: TextLine, below: Sequence[TextLine], path: str) -> Document:
    filled = [line for line in below if line.text]
    lines = filled if len(filled) == 2 * SIZE else below
    columns = clue_lines(lines[:SIZE], SIZE, "columns", path, header.number)
    return document_of(clue_lines(lines[SIZE:], SIZE, "rows", path, header.number), columns)


TAAI = TaaiFormat()
