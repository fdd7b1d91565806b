"""CSV of clues, as spreadsheets export it; in black and white, one puzzle a file.

Two layouts are read, with commas, semicolons or tabs between the cells:

* **Lists**: a record for each line, ``row,2,1`` or ``column,3``, each kind in order; ``row,0`` is a
  line without shaded cells, and ``title,Cat`` may stand anywhere. ``Row 3`` or ``Row 3:`` is as
  good as ``row``, and the numbers may stand in one cell. This layout is written.
* **As printed**: the numbers of the columns above the board and those of the rows on its left, the
  corner and the board left blank.
"""

from __future__ import annotations

import csv
import io
import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from itertools import accumulate

from puzzles.errors import FormatError
from puzzles.formats.boards import CellBudget, plain_clues
from puzzles.formats.clue_lists import color_problem, document_of, only
from puzzles.formats.document import Document
from puzzles.formats.text import text_of
from puzzles.model import MAX_SIZE, Axis, Clues, Line
from puzzles.words import _, plural, worded

_SEPARATORS = ",;\t"
_LABEL = re.compile(r"(row|column|col)s?\s*[0-9]{0,4}\s*:?", re.IGNORECASE)
_SNIFFED = (
    rb'^[ \t]*"?rows?\b[^,;\t\r\n]{0,8}[,;\t]',
    rb'^[ \t]*"?(?:column|col)s?\b[^,;\t\r\n]{0,8}[,;\t]',
)
_TITLE = "title"
_MAX_RECORDS = 4 * MAX_SIZE
_MAX_LINES = 20 * MAX_SIZE
"""Blank lines included."""
_MAX_CELLS = 2 * MAX_SIZE
"""Of a record: a board with the longest clue beside it."""
_MAX_SNIFFED = 65536
_FORMULA_SIGNS = ("=", "+", "-", "@", "\t", "\r", "'")
"""A spreadsheet would compute a text that begins with one of these, except for the last."""

_Record = tuple[int, list[str]]
"""The number of its line, and its cells."""


class CsvFormat:
    """Reads and writes the format; see the module."""

    id = "csv"
    name = _("Table of clues (.csv)")
    extensions: tuple[str, ...] = (".csv",)
    can_read = True
    can_write = True
    keeps_unknown = False

    def sniff(self, data: bytes) -> bool:
        """Whether there are records of rows and of columns; not for the printed layout."""
        head = data[:_MAX_SNIFFED].removeprefix(b"\xef\xbb\xbf").lower()
        return all(re.search(record, head, re.M) for record in _SNIFFED)

    def read_all(self, data: bytes, path: str) -> list[Document]:
        """See :class:`~puzzles.formats.document.Format`."""
        records = _records(text_of(data, path), path)
        budget = CellBudget(path)
        if any(_LABEL.fullmatch(cells[0]) for _, cells in records):
            rows, columns, title = _lists(records, path)
        else:
            rows, columns = _printed(records, path)
            title = ""
        for lines, name in ((rows, "rows"), (columns, "columns")):
            budget.size(str(len(lines)), name)
        budget.take(len(rows), len(columns))
        return [document_of(rows, columns, title)]

    def problem(self, document: Document) -> str:
        """See :class:`~puzzles.formats.document.Format`."""
        puzzle = document.puzzle
        if not puzzle.rows or not puzzle.columns:
            return _("it has no rows or no columns")
        return color_problem(document)

    def write_all(self, documents: Sequence[Document]) -> bytes:
        """See :class:`~puzzles.formats.document.Format`."""
        puzzle = only(documents, self.name).puzzle
        stream = io.StringIO()
        writer = csv.writer(stream, lineterminator="\n")
        if puzzle.title:
            writer.writerow([_TITLE, harmless(puzzle.title)])
        for label, lines in (("row", puzzle.rows), ("column", puzzle.columns)):
            for line in lines:
                writer.writerow([label, *([clue.length for clue in line] or [0])])
        return stream.getvalue().encode()


def harmless(text: str) -> str:
    """A text for a cell of a table: with an apostrophe in front if it could be a formula.

    Spreadsheets also leave out blanks and line breaks at the start, and take full-width signs.

    >>> harmless("Cat"), harmless("=1+1"), harmless("\\n=1+1"), harmless("＝1+1")
    ('Cat', "'=1+1", "'\\n=1+1", "'＝1+1")
    """
    first = unicodedata.normalize("NFKC", text.lstrip()[:1])
    is_formula = text.startswith(_FORMULA_SIGNS) or first.startswith(_FORMULA_SIGNS)
    return f"'{text}" if is_formula else text


def _records(text: str, path: str) -> list[_Record]:
    """The records that are not blank, their cells without blanks around them."""
    if text.count("\n") > _MAX_LINES:
        raise FormatError(
            worded("more than the {limit:,} lines of a puzzle", limit=_MAX_LINES), path
        )
    count = Counter(text[:_MAX_SNIFFED])
    separator = max(_SEPARATORS, key=lambda one: count[one])
    records: list[_Record] = []
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator)
    try:
        for cells in reader:
            stripped = [cell.strip() for cell in cells]
            if len(stripped) > _MAX_CELLS:
                raise FormatError(
                    worded("more than {limit:,} cells", limit=_MAX_CELLS), path, reader.line_num
                )
            if any(stripped):
                records.append((reader.line_num, stripped))
    except csv.Error as error:
        raise FormatError(
            worded("this is no table in CSV: {error}", error=error), path, reader.line_num
        ) from None
    if records and text.count('"') % 2 and any("\n" in cell for cell in records[-1][1]):
        line = text.count("\n", 0, text.rindex('"')) + 1
        raise FormatError(_("the text has no quotation mark at its end"), path, line)
    if not 2 <= len(records) <= _MAX_RECORDS:
        raise FormatError(
            plural(
                len(records),
                "the table has {count} line that is not blank, a puzzle from 2 to {limit:,}",
                "the table has {count} lines that are not blank, a puzzle from 2 to {limit:,}",
                limit=_MAX_RECORDS,
            ),
            path,
        )
    return records


def _lists(records: Sequence[_Record], path: str) -> tuple[list[Clues], list[Clues], str]:
    """The rows, the columns and the title of the layout with labels."""
    rows: list[Clues] = []
    columns: list[Clues] = []
    title = ""
    for line, (label, *cells) in records:
        if label.casefold() == _TITLE:
            title = next(filter(None, cells), "")
            title = title[title[:1] == "'" :]
        elif match := _LABEL.fullmatch(label):
            lines = rows if match[1].casefold() == "row" else columns
            axis = Axis.ROW if lines is rows else Axis.COLUMN
            lines.append(_clues(cells, path, line, str(Line(axis, len(lines)))))
        else:
            raise FormatError(
                worded("expected 'row', 'column' or 'title', found '{label}'", label=label[:20]),
                path,
                line,
            )
    return rows, columns, title


def _printed(records: Sequence[_Record], path: str) -> tuple[list[Clues], list[Clues]]:
    """The rows and columns of the layout as printed."""
    first, last = zip(*(_filled(cells) for _, cells in records), strict=True)
    left = list(accumulate(first, min))
    """The first cell that is not blank, down to each record."""
    right = list(accumulate(reversed(last), max))[::-1]
    """The last cell that is not blank, from each record on."""
    top = next((k for k in range(1, len(records)) if right[k] < left[k - 1]), 0)
    if not top:
        raise FormatError(
            _(
                "this is no table of clues: give each line a record that begins with 'row' or"
                " 'column', or leave the corner and the board blank"
            ),
            path,
        )
    across = left[top - 1]
    width = 1 + max(last[:top])
    columns = [
        _clues(
            [cells[c] if c < len(cells) else "" for _, cells in records[:top]],
            path,
            records[0][0],
            str(Line(Axis.COLUMN, c - across)),
        )
        for c in range(across, width)
    ]
    rows = [
        _clues(cells[:across], path, line, str(Line(Axis.ROW, k)))
        for k, (line, cells) in enumerate(records[top:])
    ]
    return rows, columns


def _filled(cells: Sequence[str]) -> tuple[int, int]:
    """The places of the first and of the last cell that is not blank."""
    places = [k for k, cell in enumerate(cells) if cell]
    return places[0], places[-1]


def _clues(cells: Sequence[str], path: str, line: int, name: str) -> Clues:
    """The clues of a line; ``name`` is for error messages."""
    return plain_clues(" ".join(filter(None, cells)), path, line, name)


CSV = CsvFormat()
