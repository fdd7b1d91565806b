"""Clues as people share them: two lists of lines in any notation, with any words around them.

Read are lists of Python, JavaScript and JSON, plain text with a line for each row and column or
with ``,``, ``;``, ``/``, ``|``, ``&`` or blanks between, and letters for numbers (``C BA CB``).
What belongs to a chat or a program is left out, and headings in the program's languages tell which
list is which (:mod:`puzzles.formats.text_sections`). Text that no other format reads is tried so.

A text may be read in several ways. Each gives two lists, which are weighed: the sums are equal,
each line has room on the board, the text names the size, and how usual the way is. ``1 1, 3, 2``
may be one line or three; only three have room beside three columns.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import accumulate, groupby, pairwise
from typing import NamedTuple

from puzzles.errors import FormatError
from puzzles.formats.bracket_lists import has_brackets, lines_in, tables_in
from puzzles.formats.csv_clues import CSV
from puzzles.formats.document import Document
from puzzles.formats.non import NON
from puzzles.formats.text import text_of
from puzzles.formats.text_sections import TextSection, plain_text, sections_of
from puzzles.model import MAX_SIZE, Axis
from puzzles.notation import clues_text
from puzzles.words import _, plural

Lines = tuple[str, ...]
"""The clues of each line as in ``.non``: numbers with dots between them; ``0`` for none."""

_TOKEN = re.compile(r"([0-9]{1,9}|[?])([A-Za-z]?)|[*]")
_CLUES = re.compile(
    r"(?:(?:[0-9]{1,6}(?![0-9])|[?])[A-Za-z]?(?![^\W\d_])|[*]|[\s.,;:/|&+_()\[\]\"'-])+"
)
_LETTERS = re.compile(r"[A-Z]{1,200}(?:[\s.,;:/|&-]+[A-Z]{1,200})*")
_EMPTY = re.compile(
    r"-+|\[\s*\]|\(\s*\)|\{\s*\}|empty|none|blank|leer|vac[ií][ao]|vide|puste|tuš[cč]ia|空|なし",
    re.IGNORECASE,
)
_DIVIDER = re.compile(r"[-=_~#+*|:& ]+")
_RULED = re.compile(r"([-=_~#+*])\1")
_STRONG = ";/|&"
_WEAK = tuple(map(re.compile, (r"\t+|\s{2,}", r"\s*,\s*", r"\.\s+", r"\s+")))
"""What may stand between lines in one line of text; ``.`` and ``-`` only between numbers."""
_AT_ENDS = " \t,.:;/|&()[]\"'"
_LABEL = re.compile(r"[#(]?([0-9]{1,4})(?:[.):]\s+|\s*(?:[):]|-+>|=>|=)\s*(?=[\d?*]|$)|\.$)")
_WEAK_LABEL = re.compile(r"([0-9]{1,4})(?:\t+|\s*\|\s*|\s+-\s+|\s{2,})")
_SENTENCE = re.compile(r"(?<=[0-9][.!?])\s+(?=[^\W\d_]{2})")
"""Between clues and a sentence behind them."""
_BULLET = re.compile(r"(?:[-*+]|[A-Za-z][).])\s+")
_USUAL, _LIKELY, _POSSIBLE, _RARE = 30, 22, 12, 2
"""How usual a way is."""
_EQUAL_SUMS, _ROOM, _NAMED_SIZE = 100, 60, 50
_MAX_WAYS = 6
_MAX_LINES = 2 * MAX_SIZE + 2
_MAX_TEXT = 4_000_000
"""Characters; more than the clues of a board of 1000x1000 in any notation."""


class Understood(NamedTuple):
    """What was understood of a text."""

    rows: Lines = ()
    columns: Lines = ()
    """Without rows or without columns it is no puzzle."""
    title: str = ""
    has_headings: bool = False
    """Whether the text says which list is which."""
    is_sure: bool = False
    """Whether the sums are equal, and each line has room."""
    left_out: tuple[str, ...] = ()
    """Lines with numbers that are no clues."""

    @property
    def is_puzzle(self) -> bool:
        """Whether there are two lists that somebody has likely meant as a puzzle."""
        if not self.rows or not self.columns:
            return False
        lists = _Pair(0, self.rows, self.columns)
        is_likely = min(len(self.rows), len(self.columns)) > 1 and lists.has_room
        return self.has_headings or self.is_sure or is_likely

    def notes(self) -> list[str]:
        """Sentences about what a person should look at."""
        found = []
        if not self.has_headings:
            found.append(_("The text does not say which lines are the rows: the first ones are."))
        if self.left_out:
            found.append(
                plural(
                    len(self.left_out),
                    "{count} line of the text is not understood: “{first}”.",
                    "{count} lines of the text are not understood, the first is “{first}”.",
                    first=self.left_out[0][:40],
                )
            )
        return found

    def problem(self) -> str:
        """What was understood, and why it is no puzzle, as the end of a sentence."""
        count = len(self.rows) + len(self.columns)
        if not count:
            return _("no clues are found in it: write 'Rows' and 'Columns' above the numbers")
        if self.has_headings and self.columns:
            return plural(
                count,
                "{count} column is understood, and no rows: write 'Rows' above them",
                "{count} columns are understood, and no rows: write 'Rows' above them",
            )
        if self.has_headings:
            return plural(
                count,
                "{count} row is understood, and no columns: write 'Columns' above them",
                "{count} rows are understood, and no columns: write 'Columns' above them",
            )
        return plural(
            count,
            "{count} line of clues is understood, but not where the columns begin: write 'Rows'"
            " and 'Columns' above them",
            "{count} lines of clues are understood, but not where the columns begin: write 'Rows'"
            " and 'Columns' above them",
        )


class SharedTextFormat:
    """Reads clues in any text; see the module."""

    id = "text"
    name = _("Text with clues (.txt)")
    extensions: tuple[str, ...] = (".txt",)
    can_read = True
    can_write = False
    keeps_unknown = False

    def sniff(self, data: bytes) -> bool:
        """``False``: it is tried with what no other format reads."""
        return False

    def read_all(self, data: bytes, path: str) -> list[Document]:
        """See :class:`~puzzles.formats.document.Format`."""
        found = understood(text_of(data, path))
        if not found.is_puzzle:
            raise FormatError(found.problem(), path)
        return [document_of(found, path)]

    def problem(self, document: Document) -> str:
        """See :class:`~puzzles.formats.document.Format`: it is not written."""
        return _("it can only be read")

    def write_all(self, documents: Sequence[Document]) -> bytes:
        """See :class:`~puzzles.formats.document.Format`: it is not written."""
        raise FormatError(self.problem(documents[0]))


TEXT = SharedTextFormat()


def document_of(found: Understood, path: str) -> Document:
    """The puzzle that was understood; its notes say what is not certain.

    Raises:
        FormatError: A number or the board is too large.
    """
    sizes = f"width {len(found.columns)}", f"height {len(found.rows)}"
    lines = *sizes, "rows", *found.rows, "columns", *found.columns
    try:
        document = NON.read("\n".join(lines).encode(), path)
    except FormatError as error:  # its line is not one of the text
        raise FormatError(error.problem, path) from None
    puzzle = replace(document.puzzle, title=found.title)
    return replace(document, puzzle=puzzle, notes=tuple(found.notes()))


def understood(text: str) -> Understood:
    """What a text says about two lists of clues.

    >>> found = understood("Rows: 1 1, 3 / Columns: 2, 1, 2")
    >>> found.rows, found.columns
    (('1.1', '3'), ('2', '1', '2'))
    """
    if len(text) > _MAX_TEXT:
        return Understood()
    if "\t" in text and (table := _printed_table(text)):
        return table
    parts = sections_of(plain_text(text))
    left_out: list[str] = []
    rows, columns = (_ways_below(parts.sections, axis, left_out) for axis in Axis)
    loose = [line for s in parts.sections if s.axis is None for line in (*s.lines, "")]
    pairs: Iterable[_Pair] = ()
    if rows and columns:
        pairs = _crossed(rows, columns)
    elif rows or columns:
        others = _ways(loose, left_out)
        pairs = _crossed(rows or others, columns or others)
        every = [line for section in parts.sections for line in (*section.lines, "")]
        if not others and sum(map(bool, every)) > 1:  # both lists stand below one heading
            pairs = [pair for pair in _pairs(every, parts.size, []) if pair.is_sure]
            pairs = pairs if rows else [_Pair(p.prior, p.columns, p.rows) for p in pairs]
    else:
        pairs = _pairs(loose, parts.size, left_out)
    best = max(pairs, key=lambda pair: pair.weight(parts.size), default=None)
    has_headings = bool(rows or columns)
    if best is None:
        one = max(rows or columns or _ways(loose, []), key=lambda way: way.prior, default=None)
        lines = one.lines if one else ()
        is_of_columns = bool(columns and not rows)
        best = _Pair(0, () if is_of_columns else lines, lines if is_of_columns else ())
    return Understood(
        best.rows, best.columns, parts.title, has_headings, best.is_sure, tuple(left_out)
    )


def _printed_table(text: str) -> Understood | None:
    """A board copied from a spreadsheet, with the clues above and on the left."""
    try:
        (document,) = CSV.read_all(text.encode("utf-8", "replace"), "")
    except FormatError:
        return None
    puzzle = document.puzzle
    if puzzle.defects() or not puzzle.has_clues:
        return None
    rows, columns = (
        tuple(clues_text(line, puzzle.palette, ".") for line in lines)
        for lines in (puzzle.rows, puzzle.columns)
    )
    return Understood(rows, columns, puzzle.title, has_headings=True, is_sure=True)


class _Way(NamedTuple):
    """A way to read one list."""

    prior: int
    lines: Lines


class _Pair(NamedTuple):
    """A way to read both lists."""

    prior: int
    rows: Lines
    columns: Lines

    @property
    def is_sure(self) -> bool:
        return self.sums_agree and self.has_room

    def weight(self, size: tuple[int, int] | None) -> int:
        own = len(self.columns), len(self.rows)
        is_named = size is not None and sorted(own) == sorted(size)
        return (
            self.prior
            + _EQUAL_SUMS * self.sums_agree
            + _ROOM * self.has_room
            + (_NAMED_SIZE + (own == size)) * is_named
        )

    @property
    def sums_agree(self) -> bool:
        """Whether both lists have as many cells, as far as their numbers are known."""
        (rows, some), (columns, others) = map(_known, (self.rows, self.columns))
        if some and others:
            return True
        if some or others:
            return rows <= columns if some else columns <= rows
        return rows == columns > 0

    @property
    def has_room(self) -> bool:
        """Whether each line has room on the board."""
        if not self.rows or not self.columns:
            return False
        height, width = len(self.rows), len(self.columns)
        return max(map(_need, self.rows)) <= width and max(map(_need, self.columns)) <= height


def _known(lines: Lines) -> tuple[int, bool]:
    """The sum of the numbers, and whether some are not known."""
    text = ".".join(lines)
    return sum(map(int, re.findall("[0-9]+", text))), "?" in text or "*" in text


def _need(line: str) -> int:
    """The cells that the numbers of a line need at least."""
    tokens = [token.groups() for token in _TOKEN.finditer(line) if token[0] not in ("0", "*")]
    cells = sum(1 if digits == "?" else int(digits) for digits, _letter in tokens)
    return cells + sum(bool(one == other) for (_, one), (_, other) in pairwise(tokens))


def _crossed(rows: Sequence[_Way], columns: Sequence[_Way], bonus: int = 0) -> Iterator[_Pair]:
    for one in rows[:_MAX_WAYS]:
        for other in columns[:_MAX_WAYS]:
            yield _Pair(one.prior + other.prior + bonus, one.lines, other.lines)


# One list


def _ways_below(sections: Sequence[TextSection], axis: Axis, left_out: list[str]) -> list[_Way]:
    """The ways to read the rows or the columns below their headings."""
    mine = [section for section in sections if section.axis is axis]
    tables = [table for section in mine for table in tables_in("\n".join(section.lines))]
    if tables:
        return _of_table(tables[0])
    texts = [(section.number, _clue_lines(section.lines, left_out)) for section in mine]
    texts = [(index, lines) for index, lines in texts if any(lines)]
    if len(texts) < 2 or any(sum(map(bool, lines)) > 1 for _index, lines in texts):
        if len(texts) == 1 and texts[0][0] is not None and sum(map(bool, texts[0][1])) == 1:
            return [_Way(_USUAL, (_line("".join(texts[0][1])),))]
        return _plain_ways(max((lines for _index, lines in texts), key=len, default=[]))
    lines = ["".join(filled) for _index, filled in texts]
    numbers = [index for index, _lines in texts]
    if None not in numbers:
        return [_Way(_USUAL, _in_order(numbers, tuple(map(_line, lines))))]
    parted = [re.split(r"[\s,;:|-]+", line, maxsplit=1) for line in lines]  # "Row 1 - 3 1"
    if [number for number, *_rest in parted] == [str(n) for n in range(1, len(lines) + 1)]:
        bare = tuple(_line("".join(rest)) for _number, *rest in parted)
        return [_Way(_USUAL, bare), _Way(_LIKELY, tuple(map(_line, lines)))]
    return _plain_ways(lines)


def _in_order(numbers: Sequence[int | None], lines: Sequence[str]) -> Lines:
    """Lines that have numbers; one that is left out is empty."""
    known = {number or 0: line for number, line in zip(numbers, lines, strict=True)}
    first, last = min(1, *known), max(known)
    if len(known) < len(lines) or last - first + 1 > min(3 * len(lines), MAX_SIZE):
        return tuple(lines)
    return tuple(known.get(number, "0") for number in range(first, last + 1))


def _ways(lines: Sequence[str], left_out: list[str]) -> list[_Way]:
    """The ways to read one list without a heading."""
    tables = tables_in("\n".join(lines))
    return _of_table(tables[0]) if tables else _plain_ways(_clue_lines(lines, left_out))


def _of_table(table: Sequence[str]) -> list[_Way]:
    """The ways to read a list of lists; a single text may have all lines in it."""
    if len(table) == 1 and re.search(r"[\s,;/|&]", table[0]):
        return _inline(_digits(table[0]))
    return [_Way(_USUAL, tuple(_line(_digits(line)) for line in table))]


def _plain_ways(lines: Sequence[str]) -> list[_Way]:
    """The ways to read lines of text; blank ones may count."""
    filled = [line for line in lines if line]
    if len(filled) == 1:
        return _inline(filled[0])
    if not filled:
        return []
    found, bare = [], _without_labels(filled)
    if bare.labels:
        found.append(_Way(_USUAL if bare.are_sure else _POSSIBLE, tuple(map(_line, bare.lines))))
    if not bare.are_sure:
        inner = max(_STRONG, key=lambda sign: sum(sign in line.strip(_AT_ENDS) for line in filled))
        if sum(inner in line.strip(_AT_ENDS) for line in filled) * 2 >= len(filled):
            pieces = [piece for line in filled for piece in _split(line, re.compile(f"[{inner}]"))]
            found.append(_Way(_USUAL, tuple(map(_line, pieces))))
        found.append(_Way(_LIKELY, tuple(map(_line, filled))))
        if all(line.endswith(",") for line in filled[:-1]):
            found += [_Way(way.prior // 2, way.lines) for way in _inline(" ".join(filled))]
    whole = "\n".join(lines).strip("\n").split("\n")
    if len(whole) > len(filled):
        found.append(_Way(_POSSIBLE, tuple(_line(line) for line in whole)))
    return found


def _inline(text: str) -> list[_Way]:
    """The ways to read all lines of a list that stand in one line of text."""
    found = []
    signs = sorted((s for s in _STRONG if s in text.strip(_AT_ENDS)), key=text.count, reverse=True)
    for sign in signs:
        pieces = _split(text, re.compile(f"[{sign}]+"))
        found.append(_Way(_USUAL, tuple(map(_line, pieces))))
    if signs:
        return found
    for separator in _WEAK:
        lines = tuple(map(_line, _split(text, separator)))
        if len(lines) > 1:
            has_several = any("." in line for line in lines)
            is_tight = separator is _WEAK[-1] and has_several
            found.append(_Way((_USUAL if has_several else _LIKELY) + is_tight, lines))
    found.append(_Way(_POSSIBLE, (_line(text),)))
    return found


def _split(text: str, separator: re.Pattern[str]) -> list[str]:
    return separator.split(text.strip(" \t\"'").rstrip(_STRONG + ", "))


# Two lists


def _pairs(
    lines: Sequence[str], size: tuple[int, int] | None, left_out: list[str]
) -> Iterator[_Pair]:
    """The ways to read two lists without headings."""
    text = "\n".join(lines)
    tables = tables_in(text)
    if len(tables) > 1:
        yield from _crossed(_of_table(tables[0]), _of_table(tables[1]), _USUAL)
        return
    if tables:
        clues = [_digits(line) for line in tables[0]]
    elif has_brackets(text):
        clues = _clue_lines(lines_in(text), left_out)
    else:
        clues = _clue_lines(lines, left_out)
    filled = [line for line in clues if line]
    if not filled or len(filled) > _MAX_LINES:
        return
    blocks = [list(block) for is_filled, block in groupby(clues, bool) if is_filled]
    if len(blocks) == 2:
        yield from _crossed(_plain_ways(blocks[0]), _plain_ways(blocks[1]), _LIKELY)
    if len(filled) == 2:
        yield from _crossed(_inline(filled[0]), _inline(filled[1]), _LIKELY)
    if len(filled) == 1:
        yield from _in_one_line(filled[0])
        return
    whole = "\n".join(clues).strip("\n").split("\n")
    yield from _divided(filled, list(accumulate(map(len, blocks))), size)
    if len(whole) > len(filled) and size is not None and len(whole) == sum(size):
        yield from _divided([line or "0" for line in whole], [], size)


def _in_one_line(text: str) -> Iterator[_Pair]:
    """Both lists in one line, with a sign between them that is there only once, or doubled."""
    for sign in _STRONG:
        double = re.split(rf"\s*(?:[{sign}]\s*){{2,}}", text)
        once = double if len(double) == 2 else text.strip(_AT_ENDS).split(sign)
        if len(once) == 2:
            yield from _crossed(_inline(once[0]), _inline(once[1]), _LIKELY)
    for way in _inline(text):
        if any("." in line for line in way.lines):
            for pair in _at_equal_sums(way.lines, ()):
                yield pair._replace(prior=way.prior + pair.prior)


def _divided(
    filled: Sequence[str], ends: Sequence[int], size: tuple[int, int] | None
) -> Iterator[_Pair]:
    """Lines of which the first ones are rows.

    Args:
        filled: Their texts.
        ends: Where blocks end, as numbers of lines.
        size: The size that the text names.
    """
    bare = _without_labels(filled)
    ways = [(bare.lines, bare.restarts)] if bare.are_sure else [(list(filled), [])]
    if bare.labels and not bare.are_sure:
        ways.append((bare.lines, bare.restarts))
    for texts, restarts in ways:
        lines = tuple(map(_line, texts))
        for at in restarts:
            yield _Pair(_USUAL, lines[:at], lines[at:])
        yield from _at_equal_sums(lines, ends)
        for at in ends[:-1][:_MAX_WAYS]:
            yield _Pair(_RARE, lines[:at], lines[at:])
        for height in dict.fromkeys(size or ()):
            if size is not None and sum(size) == len(lines):
                yield _Pair(_POSSIBLE, lines[:height], lines[height:])
    first = re.fullmatch(r"([0-9]{1,4})[\s,x]+([0-9]{1,4})", filled[0])
    if first and int(first[1]) + int(first[2]) == len(filled) - 1:
        for height in dict.fromkeys(map(int, first.groups())):
            rest = tuple(map(_line, filled[1:]))
            yield _Pair(_USUAL, rest[:height], rest[height:])


def _at_equal_sums(lines: Lines, ends: Sequence[int]) -> Iterator[_Pair]:
    """Divided where both parts have as many cells."""
    if any("?" in line or "*" in line for line in lines):
        return
    sums = list(accumulate(_known((line,))[0] for line in lines))
    found = [at for at, total in enumerate(sums[:-1], 1) if 2 * total == sums[-1]]
    for at in found[:_MAX_WAYS]:
        yield _Pair(_USUAL if at in ends else _POSSIBLE, lines[:at], lines[at:])


class _Bare(NamedTuple):
    """Lines without their numbers."""

    lines: list[str]
    labels: bool
    """Whether they have numbers."""
    are_sure: bool = False
    """Whether these cannot be clues."""
    restarts: Sequence[int] = ()
    """Where the numbers begin again."""


def _without_labels(lines: Sequence[str]) -> _Bare:
    """Lines that are numbered, ``1: 3 1``, without the numbers; they may begin again once."""
    for pattern in (_LABEL, _WEAK_LABEL):
        found = [pattern.match(line) for line in lines]
        labels = [int(match[1]) for match in found if match]
        steps = [after - before for before, after in pairwise(labels)]
        restarts = [at for at, step in enumerate(steps, 1) if step != 1]
        is_numbered = len(labels) == len(lines) > 1 and labels[0] in (0, 1)
        if is_numbered and len(restarts) < 2 and all(labels[at] == labels[0] for at in restarts):
            bare = [
                line[match.end() :] or "0"
                for line, match in zip(lines, found, strict=True)
                if match
            ]
            return _Bare(bare, True, pattern is _LABEL, restarts)
    return _Bare(list(lines), False)


# Lines of text


def _clue_lines(lines: Sequence[str], left_out: list[str]) -> list[str]:
    """The lines that are clues, letters made numbers; an empty text for each other one."""
    if has_brackets("\n".join(lines)):
        lines = lines_in("\n".join(lines))
    filled = [line for line in lines if line.strip()]
    if len(filled) > 1 and all(map(_BULLET.match, filled)):
        lines = [_BULLET.sub("", line, count=1) for line in lines]
    found = []
    for line in lines:
        line = _SENTENCE.split(line, maxsplit=1)[0]
        text = line.strip("|,;\"' \t{}")
        if not text or _is_divider(line.strip()):
            found.append("")
        elif _EMPTY.fullmatch(text):
            found.append("0")
        elif _LETTERS.fullmatch(text.strip(_AT_ENDS)):
            found.append(_digits(text))
        elif _CLUES.fullmatch(text) and _TOKEN.search(text):
            found.append(text)
        else:
            found.append("")
            if re.search(r"\d.*\d", text) and not re.search(r"\d:\d\d|https?:|www\.", text):
                left_out.append(text)
    return found


def _is_divider(line: str) -> bool:
    """Whether a line of signs parts others."""
    is_ruled = line in ("&", "#", "|") or _RULED.search(line) is not None
    return is_ruled and _DIVIDER.fullmatch(line) is not None


def _digits(text: str) -> str:
    """Letters as numbers: ``BA`` is ``2.1``."""
    text = text.strip(_AT_ENDS)
    if not _LETTERS.fullmatch(text):
        return text
    return re.sub(
        "[A-Z]+", lambda word: ".".join(str(ord(letter) - 64) for letter in word[0]), text
    )


def _line(text: str) -> str:
    """The clues of a line as ``.non`` has them."""
    tokens = [token[0] for token in _TOKEN.finditer(text)]
    tokens = [token.lstrip("0") or "0" for token in tokens]
    return ".".join(token for token in tokens if token != "0" or len(tokens) == 1) or "0"
