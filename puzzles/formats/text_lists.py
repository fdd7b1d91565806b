"""The ways to read one list of lines of a text that people share; :mod:`.shared_text` weighs them.

A line may be alone in a line of text, numbered or not, or stand beside others with any sign between
them. Each way has a number for how usual it is.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from puzzles.formats.bracket_lists import has_brackets, lines_in, tables_in
from puzzles.formats.text_sections import TextSection
from puzzles.model import MAX_SIZE, Axis

Lines = tuple[str, ...]
"""The clues of each line as in ``.non``: numbers with dots between them; ``0`` for none."""

TOKEN = re.compile(r"([0-9]{1,9}|[?])([A-Za-z]?)|[*]")
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
STRONG = ";/|&"
_WEAK = tuple(map(re.compile, (r"\t+|\s{2,}", r"\s*,\s*", r"\.\s+", r"\s+")))
"""What may stand between lines in one line of text; ``.`` and ``-`` only between numbers."""
AT_ENDS = " \t,.:;/|&()[]\"'"
_LABEL = re.compile(r"[#(]?([0-9]{1,4})(?:[.):]\s+|\s*(?:[):]|-+>|=>|=)\s*(?=[\d?*]|$)|\.$)")
_CELL_LABEL = re.compile(r"([0-9]{1,4})[.):]?\s*\|\s*")
"""In the first column of a table."""
_WORD_CELL = re.compile(r"\|?\s*[^\W\d][^|\d]{0,30}\|\s*")
"""In the first column of a table whose lines are in columns."""
_WEAK_LABEL = re.compile(r"([0-9]{1,4})(?:\t+|\s+-\s+|\s{2,})")
_SENTENCE = re.compile(r"(?<=[0-9][.!?])\s+(?=[^\W\d_]{2})")
"""Between clues and a sentence behind them."""
_BULLET = re.compile(r"(?:[-*+]|[A-Za-z][).])\s+")
USUAL, LIKELY, POSSIBLE, RARE = 30, 22, 12, 2
"""How usual a way is."""
_FEW_LABELS, _MANY_LABELS = 3, 5
"""So many numbers one after the other are those of lines: in a column of a table, and elsewhere."""


class ListWay(NamedTuple):
    """A way to read one list."""

    prior: int
    lines: Lines


def ways_below(sections: Sequence[TextSection], axis: Axis, left_out: list[str]) -> list[ListWay]:
    """The ways to read the rows or the columns below their headings."""
    mine = [section for section in sections if section.axis is axis]
    tables = [table for section in mine for table in tables_in("\n".join(section.lines))]
    if tables:
        return table_ways(tables[0])
    texts = [(section.number, clue_lines(section.lines, left_out)) for section in mine]
    texts = [(index, lines) for index, lines in texts if any(lines)]
    if len(texts) < 2 or any(sum(map(bool, lines)) > 1 for _index, lines in texts):
        if len(texts) == 1 and texts[0][0] is not None and sum(map(bool, texts[0][1])) == 1:
            return [ListWay(USUAL, (line_of("".join(texts[0][1])),))]
        return plain_ways(max((lines for _index, lines in texts), key=len, default=[]))
    lines = ["".join(filled) for _index, filled in texts]
    numbers = [index for index, _lines in texts]
    if None not in numbers:
        return [ListWay(USUAL, _in_order(numbers, tuple(map(line_of, lines))))]
    parted = [re.split(r"[\s,;:|-]+", line, maxsplit=1) for line in lines]  # "Row 1 - 3 1"
    if [number for number, *_rest in parted] == [str(n) for n in range(1, len(lines) + 1)]:
        bare = tuple(line_of("".join(rest)) for _number, *rest in parted)
        return [ListWay(USUAL, bare), ListWay(LIKELY, tuple(map(line_of, lines)))]
    return plain_ways(lines)


def _in_order(numbers: Sequence[int | None], lines: Sequence[str]) -> Lines:
    """Lines that have numbers; one that is left out is empty."""
    known = {number or 0: line for number, line in zip(numbers, lines, strict=True)}
    first, last = min(1, *known), max(known)
    if len(known) < len(lines) or last - first + 1 > min(3 * len(lines), MAX_SIZE):
        return tuple(lines)
    return tuple(known.get(number, "0") for number in range(first, last + 1))


def ways_of(lines: Sequence[str], left_out: list[str]) -> list[ListWay]:
    """The ways to read one list without a heading."""
    tables = tables_in("\n".join(lines))
    return table_ways(tables[0]) if tables else plain_ways(clue_lines(lines, left_out))


def table_ways(table: Sequence[str]) -> list[ListWay]:
    """The ways to read a list of lists; a single text may have all lines in it."""
    if len(table) == 1 and re.search(r"[\s,;/|&]", table[0]):
        return inline_ways(letters_read(table[0]))
    return [ListWay(USUAL, tuple(line_of(letters_read(line)) for line in table))]


def plain_ways(lines: Sequence[str]) -> list[ListWay]:
    """The ways to read lines of text; blank ones may count."""
    filled = [line for line in lines if line]
    if len(filled) == 1:
        return inline_ways(filled[0])
    if not filled:
        return []
    found, bare = [], without_labels(filled)
    if bare.labels:
        is_long = bare.are_sure or len(filled) >= _MANY_LABELS
        found.append(ListWay(USUAL if is_long else POSSIBLE, tuple(map(line_of, bare.lines))))
    if not bare.are_sure:
        inner = max(STRONG, key=lambda sign: sum(sign in line.strip(AT_ENDS) for line in filled))
        if sum(inner in line.strip(AT_ENDS) for line in filled) * 2 >= len(filled):
            pieces = [piece for line in filled for piece in _split(line, re.compile(f"[{inner}]"))]
            found.append(ListWay(USUAL, tuple(map(line_of, pieces))))
        found.append(ListWay(LIKELY, tuple(map(line_of, filled))))
        if all(line.endswith(",") for line in filled[:-1]):
            found += [ListWay(way.prior // 2, way.lines) for way in inline_ways(" ".join(filled))]
    whole = "\n".join(lines).strip("\n").split("\n")
    if len(whole) > len(filled):
        found.append(ListWay(POSSIBLE, tuple(line_of(line) for line in whole)))
    return found


def inline_ways(text: str) -> list[ListWay]:
    """The ways to read all lines of a list that stand in one line of text."""
    found = []
    signs = sorted((s for s in STRONG if s in text.strip(AT_ENDS)), key=text.count, reverse=True)
    for sign in signs:
        pieces = _split(text, re.compile(f"[{sign}]+"))
        found.append(ListWay(USUAL, tuple(map(line_of, pieces))))
    if signs:
        return found
    for separator in _WEAK:
        lines = tuple(map(line_of, _split(text, separator)))
        if len(lines) > 1:
            has_several = any("." in line for line in lines)
            is_tight = separator is _WEAK[-1] and has_several
            found.append(ListWay((USUAL if has_several else LIKELY) + is_tight, lines))
    found.append(ListWay(POSSIBLE, (line_of(text),)))
    return found


def _split(text: str, separator: re.Pattern[str]) -> list[str]:
    return separator.split(text.strip(" \t\"'").rstrip(STRONG + ", "))


class Bare(NamedTuple):
    """Lines without their numbers."""

    lines: list[str]
    labels: bool
    """Whether they have numbers."""
    are_sure: bool = False
    """Whether these cannot be clues."""
    restarts: Sequence[int] = ()
    """Where the numbers begin again."""


def without_labels(lines: Sequence[str]) -> Bare:
    """Lines that are numbered, ``1: 3 1``, without the numbers; they may begin again once."""
    for pattern in (_LABEL, _CELL_LABEL, _WEAK_LABEL):
        found = [pattern.match(line) for line in lines]
        labels = [int(match[1]) for match in found if match]
        steps = [after - before for before, after in pairwise(labels)]
        restarts = [at for at, step in enumerate(steps, 1) if step != 1]
        is_sure = pattern is _LABEL or (pattern is _CELL_LABEL and len(lines) >= _FEW_LABELS)
        is_first = bool(labels) and (labels[0] in (0, 1) or (is_sure and not restarts))
        is_numbered = len(labels) == len(lines) > 1 and is_first
        if is_numbered and len(restarts) < 2 and all(labels[at] == labels[0] for at in restarts):
            bare = [
                line[match.end() :] or "0"
                for line, match in zip(lines, found, strict=True)
                if match
            ]
            return Bare(bare, True, is_sure, restarts)
    return Bare(list(lines), False)


# Lines of text


def clue_lines(lines: Sequence[str], left_out: list[str]) -> list[str]:
    """The lines that are clues, letters made numbers; an empty text for each other one."""
    if has_brackets("\n".join(lines)):
        lines = lines_in("\n".join(lines))
    filled = [line for line in lines if line.strip()]
    if len(filled) > 1 and all(map(_BULLET.match, filled)):
        lines = [_BULLET.sub("", line, count=1) for line in lines]
    found: list[str] = []
    for line in lines:
        if line.count("|") > 1 and (cell := _WORD_CELL.match(line)):
            line = line[cell.end() :]
            numbers = [str(number) for number in range(1, line.strip(AT_ENDS).count("|") + 2)]
            above = next((k for k in range(len(found) - 1, -1, -1) if found[k]), None)
            if above is not None and re.split(r"\s*\|\s*", found[above].strip(AT_ENDS)) == numbers:
                found[above] = ""  # the numbers of the lines are above their clues
        line = _SENTENCE.split(line, maxsplit=1)[0]
        text = line.strip("|,;\"' \t{}")
        if not text or _is_divider(line.strip()):
            found.append("")
        elif _EMPTY.fullmatch(text):
            found.append("0")
        elif _LETTERS.fullmatch(text.strip(AT_ENDS)):
            found.append(letters_read(text))
        elif _CLUES.fullmatch(text) and TOKEN.search(text):
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


def letters_read(text: str) -> str:
    """Letters as numbers: ``BA`` is ``2.1``."""
    text = text.strip(AT_ENDS)
    if not _LETTERS.fullmatch(text):
        return text
    return re.sub(
        "[A-Z]+", lambda word: ".".join(str(ord(letter) - 64) for letter in word[0]), text
    )


def line_of(text: str) -> str:
    """The clues of a line as ``.non`` has them."""
    tokens = [token[0] for token in TOKEN.finditer(text)]
    tokens = [token.lstrip("0") or "0" for token in tokens]
    return ".".join(token for token in tokens if token != "0" or len(tokens) == 1) or "0"
