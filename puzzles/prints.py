"""What prints and their reader agree on: the labels of parts, and the puzzles that a PDF file has.

A label is for people, and for scans of paper; it is read in every language of the program. A PDF
file of ours also has its puzzles as an attachment, a puzzle file without solutions.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from puzzles.language import in_every_language
from puzzles.words import enumerated, marked, worded

ATTACHMENT = "nonograms.non"
"""The name of the attachment of a PDF file, in the format .non."""
_PART = marked("part {part} of {count}: {lines}")
_COLUMNS = marked("columns {first}–{last}")
_ROWS = marked("rows {first}–{last}")


class PartLabel(NamedTuple):
    """Which lines a part of a printed board has; lines are counted from 0."""

    part: int
    """From 1."""
    parts: int
    columns: range
    """Empty if the part has row clues alone."""
    rows: range
    """Empty if the part has column clues alone."""

    @property
    def text(self) -> str:
        """The label in the language of the program.

        >>> label = PartLabel(2, 4, range(30), range(25))
        >>> label.text
        'part 2 of 4: columns 1–30, rows 1–25'
        >>> read_part_label(label.text) == label
        True
        """
        lines = enumerated(
            worded(template, first=span.start + 1, last=span.stop)
            for template, span in ((_COLUMNS, self.columns), (_ROWS, self.rows))
            if span
        )
        return worded(_PART, part=self.part, count=self.parts, lines=lines)


def read_part_label(text: str) -> PartLabel | None:
    """The label in a line of text, in any language of the program; ``None`` if there is none."""
    for part, columns, rows in _patterns():
        if not (found := part.search(text)):
            continue
        lines = found["lines"]
        spans = [_span(pattern.search(lines)) for pattern in (columns, rows)]
        if any(spans):
            return PartLabel(int(found["part"]), int(found["count"]), *spans)
    return None


def _span(found: re.Match[str] | None) -> range:
    return range(0) if found is None else range(int(found["first"]) - 1, int(found["last"]))


@cache
def _patterns() -> list[tuple[re.Pattern[str], ...]]:
    """For each language what finds a part, its columns and its rows."""
    texts = zip(*map(in_every_language, (_PART, _COLUMNS, _ROWS)), strict=True)
    return [tuple(map(_pattern, each)) for each in dict.fromkeys(texts)]


def _pattern(template: str) -> re.Pattern[str]:
    """What finds a text of a template; blanks may be missing, as between letters on paper."""
    return re.compile("".join(_regexes(template)))


def _regexes(template: str) -> Iterator[str]:
    for piece in re.split(r"(\{\w+\}|\s+)", template):
        if piece == "{lines}":
            yield "(?P<lines>.+)"
        elif piece.startswith("{"):
            yield rf"(?P<{piece[1:-1]}>\d{{1,4}})"
        else:
            yield r"\s*" if piece.isspace() else re.escape(piece)
