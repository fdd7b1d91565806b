"""Small PDF files, written by hand: their pages draw what a test states."""

from __future__ import annotations

import zlib
from collections.abc import Sequence

from puzzles.model import Puzzle

FIRST_EXTRA = 4
"""The number of the first of the ``extras`` of :func:`pdf`."""


def stream(data: bytes, entries: bytes = b"", is_packed: bool = False) -> bytes:
    """A stream object; ``is_packed``: whether it is compressed."""
    if is_packed:
        data, entries = zlib.compress(data, 9), entries + b"/Filter/FlateDecode"
    return b"<<" + entries + b"/Length %d>>stream\n" % len(data) + data + b"\nendstream"


def pdf(
    pages: Sequence[bytes],
    extras: Sequence[bytes] = (),
    size: tuple[float, float] = (595, 842),
    resources: bytes = b"",
    page_entries: bytes = b"",
    root_entries: bytes = b"",
    trailer: bytes = b"",
    is_packed: bool = False,
) -> bytes:
    """A file.

    Args:
        pages: The content of each page; those that are equal share a stream.
        extras: More objects, numbered from :data:`FIRST_EXTRA`.
        size: Of the pages, in points.
        resources: Entries of the pages' resources besides ``/F``, which is Helvetica.
        page_entries: More entries of each page.
        root_entries: More entries of the catalogue.
        trailer: More entries of the trailer.
        is_packed: Whether contents are compressed.
    """
    contents = {content: k for k, content in enumerate(dict.fromkeys(pages))}
    first = FIRST_EXTRA + len(extras)
    kids = first + len(contents)
    names = b" ".join(b"%d 0 R" % (kids + k) for k in range(len(pages)))
    objects = [
        b"<</Type/Catalog/Pages 2 0 R" + root_entries + b">>",
        b"<</Type/Pages/Count %d/Kids[%s]>>" % (len(pages), names),
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
        *extras,
        *(stream(content, is_packed=is_packed) for content in contents),
    ]
    box = b"/MediaBox[0 0 %g %g]" % size
    for content in pages:
        objects.append(
            b"<</Type/Page/Parent 2 0 R/Contents %d 0 R" % (first + contents[content])
            + box
            + b"/Resources<</Font<</F 3 0 R>>"
            + resources
            + b">>"
            + page_entries
            + b">>"
        )
    return joined_objects(objects, trailer)


def joined_objects(objects: Sequence[bytes], trailer: bytes = b"") -> bytes:
    """A file of objects, numbered from 1; the first is the catalogue."""
    data = bytearray(b"%PDF-1.7\n")
    offsets = []
    for number, content in enumerate(objects, 1):
        offsets.append(len(data))
        data += b"%d 0 obj\n" % number + content + b"\nendobj\n"
    start = len(data)
    data += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    data += b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    data += b"trailer<</Size %d/Root 1 0 R%s>>\n" % (len(objects) + 1, trailer)
    return bytes(data + b"startxref\n%d\n%%%%EOF" % start)


def lines(height: int, width: int, at: tuple[float, float] = (200, 600), cell: float = 20) -> bytes:
    """The lines of a board; ``at`` is its top left corner, from the bottom of the page."""
    x, y = at
    parts = [
        b"%g %g m %g %g l" % (x, y - k * cell, x + width * cell, y - k * cell)
        for k in range(height + 1)
    ]
    parts += [
        b"%g %g m %g %g l" % (x + k * cell, y, x + k * cell, y - height * cell)
        for k in range(width + 1)
    ]
    return b"0.5 w " + b" ".join(parts) + b" S\n"


def text(words: str, x: float, y: float, size: float = 10) -> bytes:
    """A text that begins at a point."""
    return b"BT /F %g Tf %g %g Td (%s) Tj ET\n" % (size, x, y, words.encode("latin-1"))


def numbers(
    puzzle: Puzzle,
    at: tuple[float, float] = (200, 600),
    cell: float = 20,
    side: str = "left",
    blank: str = "  ",
) -> bytes:
    """The clues of a board, those of a row as one text with blanks."""
    x, y = at
    found = []
    for k, row in enumerate(puzzle.rows):
        words = blank.join(str(clue.length) for clue in row) or "0"
        left = x - 5 - 5.56 * len(words) if side == "left" else x + puzzle.width * cell + 5
        found.append(text(words, left, y - (k + 0.5) * cell - 3))
    for k, column in enumerate(puzzle.columns):
        for n, clue in enumerate(reversed(column)):
            words = str(clue.length)
            left = x + (k + 0.5) * cell - 2.78 * len(words)
            found.append(text(words, left, y + 5 + 12 * n))
    return b"".join(found)


def board(puzzle: Puzzle, at: tuple[float, float] = (200, 600), cell: float = 20) -> bytes:
    """A board with its clues."""
    return lines(puzzle.height, puzzle.width, at, cell) + numbers(puzzle, at, cell)
