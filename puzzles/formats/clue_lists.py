"""What formats that are lists of numbers share: lines, sizes, clues in black and white."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from puzzles.errors import FormatError, PuzzleError
from puzzles.formats.document import Document
from puzzles.formats.text import text_of
from puzzles.model import MAX_SIZE, Clues, Puzzle, clean_text
from puzzles.notation import read_clues
from puzzles.words import _, forms, listed, plural, worded

_MAX_LINES = 100_000
_NUMBERS = re.compile(r"[0-9]+")


class TextLine(NamedTuple):
    """A line of a file."""

    number: int
    """From 1."""
    text: str
    """Without blanks at both ends."""


def text_lines(data: bytes, path: str) -> list[TextLine]:
    """The lines of a text file.

    Raises:
        FormatError: It is not text, or has too many lines.
    """
    lines = text_of(data, path).splitlines()
    if len(lines) > _MAX_LINES:
        raise FormatError(
            worded("more than the {limit:,} lines of a puzzle", limit=_MAX_LINES), path
        )
    return [TextLine(number, line.strip()) for number, line in enumerate(lines, 1)]


def without_blank_end(lines: Sequence[TextLine], count: int = 0) -> list[TextLine]:
    """The lines without blank ones at their end, but at least ``count`` of them."""
    found = list(lines)
    while len(found) > count and not found[-1].text:
        found.pop()
    return found


def without_brackets(text: str) -> str:
    """An address or ID without the brackets, quotes and full stops around it in a sentence.

    >>> without_brackets("(5x5:1/2/1.1),"), without_brackets("<https://a.b/p?c/d/>.")
    ('5x5:1/2/1.1', 'https://a.b/p?c/d/')
    """
    return text.lstrip("<([{\"'`„“«").rstrip(">)]}\"'`“”».,;:!?")


def sizes_in(line: TextLine, names: Sequence[str], path: str) -> list[int]:
    """The sizes in a line, each from 1 to ``MAX_SIZE``.

    Args:
        line: Numbers separated by blanks.
        names: What each number counts, for error messages: ``rows`` or ``columns``.
        path: The file's name, for error messages.

    Raises:
        FormatError: There are other words, or another number of them.
    """
    words = line.text.split()
    if len(words) != len(names) or not all(_NUMBERS.fullmatch(word) for word in words):
        asked = listed(
            [
                _("the number of rows") if name == "rows" else _("the number of columns")
                for name in names
            ]
        )
        raise FormatError(
            worded("expected {asked}, found '{line}'", asked=asked, line=line.text[:20]),
            path,
            line.number,
        )
    for word, name in zip(words, names, strict=True):
        digits = word.lstrip("0")
        if not digits or len(digits) > 9 or int(digits) > MAX_SIZE:
            text = (
                _("the number of rows must be from 1 to {limit}")
                if name == "rows"
                else _("the number of columns must be from 1 to {limit}")
            )
            raise FormatError(worded(text, limit=MAX_SIZE), path, line.number)
    return [int(word.lstrip("0")) for word in words]


def clue_lines(
    lines: Sequence[TextLine], count: int, name: str, path: str, first_line: int
) -> list[Clues]:
    """The clues in lines of numbers.

    Blank lines are ignored if the number of the others is right; if it is right only with them,
    they are empty clues.

    Args:
        lines: The lines.
        count: The number of clues.
        name: ``rows`` or ``columns``, for error messages.
        path: The file's name, for error messages.
        first_line: The number of the line that is named if clues are missing.

    Raises:
        FormatError: A line is no clue, or there are more or fewer than ``count``.
    """
    filled = [line for line in lines if line.text]
    chosen = filled
    if len(filled) != count:
        chosen = without_blank_end(lines, count)
    if len(chosen) != count:
        is_more = len(filled) > count
        one, many = (
            forms(
                "the rows have {count} clue, the size asks for {wanted}",
                "the rows have {count} clues, the size asks for {wanted}",
            )
            if name == "rows"
            else forms(
                "the columns have {count} clue, the size asks for {wanted}",
                "the columns have {count} clues, the size asks for {wanted}",
            )
        )
        raise FormatError(
            plural(len(filled), one, many, wanted=count),
            path,
            filled[count].number if is_more else first_line,
        )
    return [clue_in(line, path) for line in chosen]


def clue_in(line: TextLine, path: str) -> Clues:
    """The clue in a line of numbers.

    Raises:
        FormatError: The line is something else.
    """
    try:
        return read_clues(line.text, {"1": 1})
    except PuzzleError as error:
        raise FormatError(str(error), path, line.number) from None


def document_of(rows: Iterable[Clues], columns: Iterable[Clues], title: str = "") -> Document:
    """A puzzle in black and white without marks."""
    return Document(Puzzle(tuple(rows), tuple(columns), title=clean_text(title)))


def numbers_text(clues: Clues, empty: str = "0") -> str:
    """The numbers of a clue with blanks between them; ``empty`` if there are none."""
    return " ".join(str(clue.length) for clue in clues) or empty


def color_problem(document: Document) -> str:
    """Why a format in black and white cannot hold a puzzle; empty if it can."""
    puzzle = document.puzzle
    if puzzle.is_black_and_white:
        return ""
    return plural(
        len(puzzle.palette) - 1,
        "it has {count} colour, and the format is for black and white",
        "it has {count} colours, and the format is for black and white",
    )


def only(documents: Sequence[Document], name: str) -> Document:
    """The puzzle for a format that has one a file.

    Raises:
        FormatError: There are several.
    """
    if len(documents) > 1:
        raise FormatError(
            plural(
                len(documents),
                "{name} has one puzzle a file, and there is {count}: write to a folder",
                "{name} has one puzzle a file, and there are {count}: write to a folder",
                name=name,
            )
        )
    return documents[0]
