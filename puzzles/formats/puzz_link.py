"""Nonograms of puzz.link and other sites with pzprjs: addresses, and pzprv3 text with marks.

An address ends in ``?nonogram/WIDTH/HEIGHT/NUMBERS``. Each column has room for half its cells
(rounded up) of numbers, then each row; the number next to the board comes first. A number is a
hexadecimal digit, ``-`` and two digits, or ``+`` and three digits; ``g`` to ``z`` stand for 1 to 20
places without a number.

pzprv3 text has lines ``pzprv3``, ``nonogram``, the height and the width, and then the board, with
the numbers above and left of it: ``.`` for nothing, ``#`` for a shaded and ``+`` for a blank cell.
The lines are also written in an address or a single line, with ``/`` between them.

A file has one address a line, which may have brackets and words around it. A puzzle with marks is
written as an address with pzprv3 text.

Source: nonogram.js, Encode.js, FileData.js and parser.js of pzprjs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple
from urllib.parse import quote, unquote

from puzzles.errors import FormatError
from puzzles.formats.boards import CellBudget, size_problem
from puzzles.formats.clue_lists import TextLine, color_problem, text_lines, without_brackets
from puzzles.formats.document import MAX_PUZZLES, Document
from puzzles.grid import BLANK, SHADED, Grid
from puzzles.model import Clue, Clues, Puzzle
from puzzles.words import _, plural, worded

_SITE = "https://puzz.link/p?"
_KIND = "nonogram"
_START = f"{_KIND}/"
_MAX_NUMBER = 255
"""The largest number that the site reads; it writes larger ones, but misreads them."""
_MAX_GAP = 20
_TEXT_START = re.compile(r"(v:\S+\s*/)?pzprv3[.\d]*(/.*)?")
_ADDRESS = re.compile(
    r"https?://[^\s?]{0,100}\?(?:\w+=\w+&)*((?:v:[^/\s]*/)?(?:pzprv3\b.*|\w+/[^\s<>\[\]{}\"|]*))",
    re.IGNORECASE,
)
_SNIFFED = re.compile(rb"[\s<(\[{\"'`]*((v:\S+\s+)?pzprv3|nonogram(_\w+)?/\d)", re.IGNORECASE)
_SNIFFED_ADDRESS = re.compile(
    rb"https?://[^\s?]{0,100}\?(\w+=\w+&)*(v:[^/\s]*/)?(pzprv3|\w+/(v:[^/\s]*/|\w+/)?\d)",
    re.IGNORECASE,
)
_NUMBERS = re.compile(r"([0-9a-f])|-([0-9a-f]{2})|\+([0-9a-f]{3})|([g-z])")
_MARKS = {".": SHADED | BLANK, "#": SHADED, "+": BLANK}


class PuzzLinkFormat:
    """Reads and writes addresses; see the module."""

    id = "puzz-link"
    name = _("puzz.link addresses (.pzpr)")
    extensions: tuple[str, ...] = (".pzpr",)
    can_read = True
    can_write = True
    keeps_unknown = False

    def sniff(self, data: bytes) -> bool:
        """Whether it begins with pzprv3 text, or has an address of a puzzle."""
        head = data[:65536]
        return bool(_SNIFFED.match(head) or _SNIFFED_ADDRESS.search(head))

    def read_all(self, data: bytes, path: str) -> list[Document]:
        """See :class:`~puzzles.formats.document.Format`."""
        records = list(_records(text_lines(data, path), path))
        if len(records) > MAX_PUZZLES:
            raise FormatError(
                worded("more than the {limit:,} puzzles of a file", limit=MAX_PUZZLES), path
            )
        if not records:
            raise FormatError(_("there is no address in it"), path)
        budget = CellBudget(path)
        return [_Reader(budget, record.line).read(record.parts) for record in records]

    def problem(self, document: Document) -> str:
        """See :class:`~puzzles.formats.document.Format`."""
        puzzle = document.puzzle
        if problem := color_problem(document) or size_problem(puzzle):
            return problem
        for line in puzzle.lines:
            clues = puzzle.clues_of(line)
            room = _room(puzzle.height if line.is_column else puzzle.width)
            if len(clues) > room:
                return plural(
                    len(clues),
                    "{line} has {count} number, and the site has room for {room}",
                    "{line} has {count} numbers, and the site has room for {room}",
                    line=line,
                    room=room,
                )
            if any(clue.length > _MAX_NUMBER for clue in clues):
                return worded(
                    "{line} has a number above {limit}, which the site misreads",
                    line=line,
                    limit=_MAX_NUMBER,
                )
        return ""

    def write_all(self, documents: Sequence[Document]) -> bytes:
        """See :class:`~puzzles.formats.document.Format`."""
        return "".join(f"{_SITE}{_written(document)}\n" for document in documents).encode()


PUZZ_LINK = PuzzLinkFormat()


def _room(size: int) -> int:
    """Places for the numbers of a line of ``size`` cells."""
    return (size + 1) // 2


class _Record(NamedTuple):
    line: int
    """The number of its first line, from 1."""
    parts: list[str]
    """What stands between the ``/``."""


def _records(lines: Sequence[TextLine], path: str) -> Iterator[_Record]:
    """The puzzles of a file; pzprv3 text goes on to the next puzzle. Other lines are words."""
    current: _Record | None = None
    words: TextLine | None = None
    has_records = False
    for line in lines:
        addresses = [without_brackets(text) for text in _ADDRESS.findall(line.text)]
        for text in addresses or [line.text]:
            is_text = _TEXT_START.match(text) is not None
            if is_text or addresses or text.startswith(_START):
                if current is not None:
                    yield current
                found = unquote(text) if is_text and addresses else text
                current = _Record(line.number, found.split("/"))
                has_records = True
                if not is_text:
                    yield current
                    current = None
            elif current is not None:
                current.parts.append(line.text)
            elif line.text and (words is None or _START in line.text):
                words = line
    if current is not None:
        yield current
    if words is not None and (not has_records or _START in words.text):
        raise FormatError(
            worded(
                "expected an address like {site}{kind}/5/5/…, found '{line}'",
                site=_SITE,
                kind=_KIND,
                line=words.text[:20],
            ),
            path,
            words.number,
        )


class _Reader:
    """Reads one puzzle."""

    def __init__(self, budget: CellBudget, line: int) -> None:
        self.budget, self.line = budget, line

    def read(self, parts: list[str]) -> Document:
        parts = [part.strip() for part in parts if not part.startswith("v:")]
        is_text = parts[0].startswith("pzprv3")
        parts = parts[1:] if is_text else parts
        kind = re.sub("_(edit|play)$", "", parts[0]) if parts else ""
        if kind != _KIND:
            raise self._error(
                worded(
                    "this is a puzzle of the kind '{kind}', not a {wanted}",
                    kind=kind[:20],
                    wanted=_KIND,
                )
            )
        return self._text(parts[1:]) if is_text else self._address(parts[1:])

    def _error(self, problem: str) -> FormatError:
        return FormatError(problem, self.budget.path, self.line)

    def _sizes(self, height: str, width: str) -> tuple[int, int]:
        sizes = (
            self.budget.size(height, "rows", self.line),
            self.budget.size(width, "columns", self.line),
        )
        self.budget.take(*sizes, self.line)
        return sizes

    def _address(self, parts: list[str]) -> Document:
        if len(parts) > 3 and not parts[0].isdecimal():
            parts = parts[1:]  # flags, which nonograms have none of
        if len(parts) < 3:
            raise self._error(_("the address needs a width, a height and numbers behind it"))
        height, width = self._sizes(parts[1], parts[0])
        places = _room(height), _room(width)
        columns: list[list[Clue]] = [[] for _ in range(width)]
        rows: list[list[Clue]] = [[] for _ in range(height)]
        in_columns = width * places[0]
        at, end, total = 0, 0, in_columns + height * places[1]
        text = parts[2].lower()
        known: dict[str, Clue] = {}
        while end < len(text):
            if at >= total:
                if re.search("[0-9a-f.+-]", text[end:]):
                    raise self._error(_("the address has more numbers than the board has room for"))
                break
            match = _NUMBERS.match(text, end)
            if match is None:
                raise self._error(worded("'{text}' is no number in the address", text=text[end]))
            end = match.end()
            if match[4]:
                at += ord(match[4]) - ord("f")
                continue
            digits = match[1] or match[2] or match[3]
            number = known.setdefault(digits, Clue(int(digits, 16)))
            if at < in_columns:
                columns[at // places[0]].append(number)
            else:
                rows[(at - in_columns) // places[1]].append(number)
            at += 1
        made = [tuple(tuple(reversed(line)) for line in lines) for lines in (rows, columns)]
        return Document(Puzzle(made[0], made[1]))

    def _text(self, parts: list[str]) -> Document:
        if len(parts) < 2:
            raise self._error(_("the height and the width are missing"))
        height, width = self._sizes(parts[0], parts[1])
        above, left = _room(height), _room(width)
        lines = parts[2 : 2 + above + height]
        if len(lines) < above + height:
            raise self._error(
                plural(
                    len(lines),
                    "the board has {count} line, its size needs {needed}",
                    "the board has {count} lines, its size needs {needed}",
                    needed=above + height,
                )
            )
        columns: list[list[Clue]] = [[] for _ in range(width)]
        rows: list[Clues] = []
        marks = Grid(height, width)
        for number, text in enumerate(lines):
            words = text.split()
            if len(words) != left + width:
                raise self._error(
                    plural(
                        len(words),
                        "line {number} of the board has {count} entry, its size needs {needed}",
                        "line {number} of the board has {count} entries, its size needs {needed}",
                        number=number + 1,
                        needed=left + width,
                    )
                )
            if number < above:
                for column, word in zip(columns, words[left:], strict=True):
                    column.extend(self._numbers([word]))
                continue
            rows.append(self._numbers(words[:left]))
            for c, word in enumerate(words[left:]):
                if word not in _MARKS:
                    raise self._error(
                        worded("'{word}' is no state of a cell: write #, + or .", word=word[:20])
                    )
                marks[number - above, c] = _MARKS[word]
        return Document(Puzzle(tuple(rows), tuple(map(tuple, columns))), marks)

    def _numbers(self, words: Sequence[str]) -> Clues:
        clues = []
        for word in words:
            if word == ".":
                continue
            if not re.fullmatch("c?[0-9]{1,6}", word):
                raise self._error(
                    worded("expected a number in a clue, found '{word}'", word=word[:20])
                )
            clues.append(Clue(int(word.lstrip("c"))))
        return tuple(clues)


def _written(document: Document) -> str:
    puzzle = document.puzzle
    if document.marks.is_untouched:
        return f"{_KIND}/{puzzle.width}/{puzzle.height}/{_address_numbers(puzzle)}"
    parts = ["pzprv3", _KIND, str(puzzle.height), str(puzzle.width), *_board_lines(document), ""]
    return "/".join(quote(part, safe="!~*'()") for part in parts)


def _address_numbers(puzzle: Puzzle) -> str:
    places: list[int] = []
    for lines, size in ((puzzle.columns, puzzle.height), (puzzle.rows, puzzle.width)):
        for clues in lines:
            places += [clue.length for clue in reversed(clues)]
            places += [-1] * (_room(size) - len(clues))
    text, gap = [], 0
    for number in [*places, None]:
        if number == -1:
            gap += 1
            continue
        text.append("z" * (gap // _MAX_GAP))
        if gap % _MAX_GAP:
            text.append(chr(ord("f") + gap % _MAX_GAP))
        gap = 0
        if number is not None:
            text.append(f"{number:x}" if number < 16 else f"-{number:x}")
    return "".join(text)


def _board_lines(document: Document) -> Iterator[str]:
    puzzle, marks = document.puzzle, document.marks
    above, left = _room(puzzle.height), _room(puzzle.width)
    columns = [_padded(clues, above) for clues in puzzle.columns]
    for k in range(above):
        yield " ".join(["."] * left + [column[k] for column in columns]) + " "
    symbols = {state: symbol for symbol, state in _MARKS.items()}
    for r, clues in enumerate(puzzle.rows):
        yield " ".join([*_padded(clues, left), *(symbols[s] for s in marks.row(r))]) + " "


def _padded(clues: Clues, size: int) -> list[str]:
    return ["."] * (size - len(clues)) + [str(clue.length) for clue in clues]
