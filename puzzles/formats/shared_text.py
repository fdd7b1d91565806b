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
from puzzles.formats.boards import CellBudget
from puzzles.formats.bracket_lists import has_brackets, lines_in, tables_in
from puzzles.formats.csv_clues import CSV
from puzzles.formats.document import MAX_PUZZLES, Document
from puzzles.formats.non import NON
from puzzles.formats.text import text_of
from puzzles.formats.text_lists import (
    AT_ENDS,
    LIKELY,
    POSSIBLE,
    RARE,
    STRONG,
    TOKEN,
    USUAL,
    Lines,
    ListWay,
    clue_lines,
    inline_ways,
    letters_read,
    line_of,
    plain_ways,
    table_ways,
    ways_below,
    ways_of,
    without_labels,
)
from puzzles.formats.text_sections import TextSections, plain_text, sections_of
from puzzles.model import MAX_SIZE, Axis
from puzzles.notation import clues_text
from puzzles.words import _, plural, worded

_SMALL = re.compile(r"[a-z\s.,;:/|&\-\"'\[\](){}]+", re.ASCII)
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
        found = puzzles_in(text_of(data, path))
        if not found[0].is_puzzle:
            raise FormatError(found[0].problem(), path)
        return documents_of(found, path)

    def problem(self, document: Document) -> str:
        """See :class:`~puzzles.formats.document.Format`: it is not written."""
        return _("it can only be read")

    def write_all(self, documents: Sequence[Document]) -> bytes:
        """See :class:`~puzzles.formats.document.Format`: it is not written."""
        raise FormatError(self.problem(documents[0]))


TEXT = SharedTextFormat()


def documents_of(found: Sequence[Understood], path: str) -> list[Document]:
    """The puzzles that were understood; see :func:`document_of`.

    Raises:
        FormatError: There are too many, or they are too large.
    """
    if len(found) > MAX_PUZZLES:
        raise FormatError(
            worded("more than the {limit:,} puzzles of a file", limit=MAX_PUZZLES), path
        )
    budget = CellBudget(path)
    for each in found:
        budget.take(len(each.rows), len(each.columns))
    return [document_of(each, path) for each in found]


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


def puzzles_in(text: str) -> list[Understood]:
    """What a text says about each of its puzzles, at least one.

    Another puzzle begins where the headings begin again, or where every two lists are one.

    >>> text = "Rows: 1, 1; Columns: 2\\nRows: 2; Columns: 1, 1"
    >>> [found.rows for found in puzzles_in(text)]
    [('1', '1'), ('2',)]
    """
    whole = understood(text)
    if len(text) > _MAX_TEXT:
        return [whole]
    plain = plain_text(text)
    parts = _below_headings(plain) if whole.has_headings else _lists_in_pairs(plain, whole.is_sure)
    found = [understood(part) for part in parts]
    are_puzzles = all(each.is_puzzle and (whole.has_headings or each.is_sure) for each in found)
    return found if found and are_puzzles else [whole]


def _below_headings(text: str) -> list[str]:
    """The parts of a text in which headings begin again; empty if they do not."""
    seen: dict[Axis, int] = {}
    begins, last = [0], None
    for axis, number, lines, at in sections_of(text).sections:
        if axis is None or not any(clue_lines(lines, [])):
            continue
        is_first = axis is next(iter(seen), None)
        if len(seen) > 1 and is_first and last is not axis and (number or 0) <= seen[axis]:
            begins.append(at)
            seen = {}
        seen[axis], last = number or 0, axis
    if len(begins) < 2:
        return []
    lines, ends = text.split("\n"), [0]
    for begin in begins[1:]:
        above = lines[begin - 1]
        while begin > ends[-1] + 1 and not (
            re.search(r"\d", above) or any(clue_lines([above], []))
        ):
            begin, above = begin - 1, lines[begin - 2]  # a title is above the heading
        ends.append(begin)
    return ["\n".join(lines[one:other]) for one, other in pairwise([*ends, len(lines)])]


def _lists_in_pairs(text: str, is_one: bool) -> list[str]:
    """The lists of a text without headings, two in each part; empty if there are only two.

    Args:
        text: The text.
        is_one: Whether its lines are lines of one puzzle for sure, so that none is a whole list.
    """
    lists = tables_in(text)
    if not lists:
        clues = clue_lines(text.split("\n"), [])
        lists = [list(block) for is_filled, block in groupby(clues, bool) if is_filled]
        if not is_one and min(map(len, lists), default=0) < 3:
            lists = [[line] for block in lists for line in block]
        elif min(map(len, lists), default=0) < 2:
            return []
    if len(lists) < 4 or len(lists) % 2 or len(lists) > 2 * MAX_PUZZLES:
        return []
    texts = ["\n".join(each) for each in lists]
    return [f"{one}\n\n{other}" for one, other in zip(texts[::2], texts[1::2], strict=True)]


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
    found = _understood(parts)
    if not found.is_sure and (capitals := _with_capitals(parts)) != parts:
        other = _understood(capitals)
        if other.is_sure and min(len(other.rows), len(other.columns)) > 1:
            return other  # else the letters may be words
    return found


def _with_capitals(parts: TextSections) -> TextSections:
    """The parts with lines of small letters in capital ones, which are numbers."""
    sections = [
        section._replace(
            lines=[line.upper() if _SMALL.fullmatch(line) else line for line in section.lines]
        )
        for section in parts.sections
    ]
    return parts._replace(sections=sections)


def _understood(parts: TextSections) -> Understood:
    """What the parts of a text say."""
    left_out: list[str] = []
    rows, columns = (ways_below(parts.sections, axis, left_out) for axis in Axis)
    loose = [line for s in parts.sections if s.axis is None for line in (*s.lines, "")]
    pairs: Iterable[_Pair] = ()
    if rows and columns:
        pairs = _crossed(rows, columns)
    elif rows or columns:
        others = ways_of(loose, left_out)
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
        one = max(rows or columns or ways_of(loose, []), key=lambda way: way.prior, default=None)
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
    tokens = [token.groups() for token in TOKEN.finditer(line) if token[0] not in ("0", "*")]
    cells = sum(1 if digits == "?" else int(digits) for digits, _letter in tokens)
    return cells + sum(bool(one == other) for (_, one), (_, other) in pairwise(tokens))


def _crossed(
    rows: Sequence[ListWay], columns: Sequence[ListWay], bonus: int = 0
) -> Iterator[_Pair]:
    for one in rows[:_MAX_WAYS]:
        for other in columns[:_MAX_WAYS]:
            yield _Pair(one.prior + other.prior + bonus, one.lines, other.lines)


# Two lists


def _pairs(
    lines: Sequence[str], size: tuple[int, int] | None, left_out: list[str]
) -> Iterator[_Pair]:
    """The ways to read two lists without headings."""
    text = "\n".join(lines)
    tables = tables_in(text)
    if len(tables) > 1:
        yield from _crossed(table_ways(tables[0]), table_ways(tables[1]), USUAL)
        return
    if tables:
        clues = [letters_read(line) for line in tables[0]]
    elif has_brackets(text):
        clues = clue_lines(lines_in(text), left_out)
    else:
        clues = clue_lines(lines, left_out)
    filled = [line for line in clues if line]
    if not filled or len(filled) > _MAX_LINES:
        return
    blocks = [list(block) for is_filled, block in groupby(clues, bool) if is_filled]
    if len(blocks) == 2:
        yield from _crossed(plain_ways(blocks[0]), plain_ways(blocks[1]), LIKELY)
    if len(filled) == 2:
        yield from _crossed(inline_ways(filled[0]), inline_ways(filled[1]), LIKELY)
    if len(filled) == 1:
        yield from _in_one_line(filled[0])
        return
    whole = "\n".join(clues).strip("\n").split("\n")
    yield from _divided(filled, list(accumulate(map(len, blocks))), size)
    if len(whole) > len(filled) and size is not None and len(whole) == sum(size):
        yield from _divided([line or "0" for line in whole], [], size)


def _in_one_line(text: str) -> Iterator[_Pair]:
    """Both lists in one line, with a sign between them that is there only once, or doubled."""
    for sign in STRONG:
        double = re.split(rf"\s*(?:[{sign}]\s*){{2,}}", text)
        once = double if len(double) == 2 else text.strip(AT_ENDS).split(sign)
        if len(once) == 2:
            yield from _crossed(inline_ways(once[0]), inline_ways(once[1]), LIKELY)
    for way in inline_ways(text):
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
    bare = without_labels(filled)
    ways = [(bare.lines, bare.restarts)] if bare.are_sure else [(list(filled), [])]
    if bare.labels and not bare.are_sure:
        ways.append((bare.lines, bare.restarts))
    for texts, restarts in ways:
        lines = tuple(map(line_of, texts))
        for at in restarts:
            yield _Pair(USUAL, lines[:at], lines[at:])
        yield from _at_equal_sums(lines, ends)
        for at in ends[:-1][:_MAX_WAYS]:
            yield _Pair(RARE, lines[:at], lines[at:])
        for height in dict.fromkeys(size or ()):
            if size is not None and sum(size) == len(lines):
                yield _Pair(POSSIBLE, lines[:height], lines[height:])
    first = re.fullmatch(r"([0-9]{1,4})[\s,x]+([0-9]{1,4})", filled[0])
    if first and int(first[1]) + int(first[2]) == len(filled) - 1:
        for height in dict.fromkeys(map(int, first.groups())):
            rest = tuple(map(line_of, filled[1:]))
            yield _Pair(USUAL, rest[:height], rest[height:])


def _at_equal_sums(lines: Lines, ends: Sequence[int]) -> Iterator[_Pair]:
    """Divided where both parts have as many cells."""
    if any("?" in line or "*" in line for line in lines):
        return
    sums = list(accumulate(_known((line,))[0] for line in lines))
    found = [at for at, total in enumerate(sums[:-1], 1) if 2 * total == sums[-1]]
    for at in found[:_MAX_WAYS]:
        yield _Pair(USUAL if at in ends else POSSIBLE, lines[:at], lines[at:])
