"""The parts of a text that people share: which of it is about rows, which about columns.

A heading is a word for rows or columns in one of the program's languages (``Rows:``, ``colClues
=``, ``"waagerecht":``, ``横``), with what follows up to the next one. What belongs to a chat, a
forum or a program around the clues is taken away: quotes, times, bullets, code fences, comments.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from typing import NamedTuple

from puzzles.formats.text import unescaped
from puzzles.model import Axis

_MAX_LINES = 50_000
"""The lines that are read; no puzzle has so many."""
_TRANSLATED = (
    dict.fromkeys(map(ord, "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u2500\u2501"), "-")
    | dict.fromkeys(map(ord, "\u201c\u201d\u201e\u00ab\u00bb\u300c\u300d"), '"')
    | dict.fromkeys(map(ord, "\u2018\u2019\u201a\u2039\u203a"), "'")
    | dict.fromkeys(map(ord, "\u200b\u200c\u200d\u2060\ufeff\u00ad\u200e\u200f"), None)
    | dict.fromkeys(map(ord, "\u2502\u2503\u2016"), "|")
    | {0x3001: ",", 0x00D7: "x", 0x2028: "\n", 0x2029: "\n", 0x85: "\n", 0x0C: "\n", 0x0B: "\n"}
)
_BLOCK_TAG = re.compile(r"</?(?:br|p|li|tr|div|h[1-6]|[uo]l|table|blockquote)\b[^<>]{0,200}>", re.I)
_CELL_TAG = re.compile(r"</t[dh]>", re.I)
_TAG = re.compile(r"</?[a-z][^<>\n]{0,200}>", re.I)
_FORUM_TAG = re.compile(
    r"\[/?(?:code|quote|spoiler|pre|b|i|u|list|size|color|font)(?:=[^\]\n]{0,60})?\]", re.I
)
_FENCE = re.compile(r"^(?:```|~~~)[\w+-]*$")
_QUOTES = re.compile(r"^(?:>\s*)+")
_WIDE = re.compile(r"[^\S\n\r]{9,}")
_YAML = re.compile(r"\n[ \t]+- (?=[0-9]+[ \t]*(?:\n|\Z))")
"""The next number of a line in YAML, below ``- - 1``."""
_CELL = re.compile(r"^\|\s+(?=[^\W\d]|\*\*)")
"""Before the name of a line in the first column of a table."""
_CELLS = re.compile(r"\s*\|\s*|\t|\s{3,}")
"""What stands between rows and columns that are side by side."""
_TIME = r"\d{1,2}:\d{2}(?::\d{2})?(?:\s?[ap]\.?m\.?)?"
_DAY = r"\d{1,4}[./-]\d{1,2}[./-]\d{1,4}"
_SAID = re.compile(
    rf"^(?:\[(?:{_DAY},?\s*)?{_TIME}(?:,?\s*{_DAY})?\]\s*(?:<?[^:\n\d\[]{{1,40}}?>?:\s*)?"
    rf"|{_DAY},?\s+{_TIME}\s+-\s+[^:\n]{{1,40}}:\s*"
    rf"|[^:\n\d\[]{{1,40}},\s*\[[^\]\n]{{1,40}}\]:?\s*"
    rf"|\d{{2}}:\d{{2}}(?::\d{{2}})?\s+<?[^\W\d][\w-]{{0,30}}>?:?\s+)",
    re.I,
)
"""Who said a line in a chat, and when."""
_SPEAKER = re.compile(r"^[^\W\d][\w.-]{1,20}:\s+(?=[\d?*\[(])")
_CODES = re.compile(r"`\s+`")
_STARRED = re.compile(r"\*([^\W\d][^*\n]{0,60})\*")
_NUMBER_OF_LINES = re.compile(r"(?<=[^\W\d])\s?\(\d{1,4}\)(?=\s*(?:[:=]|$))")
"""``Rows (10):``."""
_AND = re.compile(r"(?<=\d)\s(?:and|und|y|e|et|ir|i|oraz|と)\s(?=\d)", re.I)
_EMPHASIS = re.compile(r"\*\*|__|`")
_COMMENT = re.compile(r"^(?:#{1,6}|//+|/\*+|--|%|;)\s*(?=[^\W\d])|\*/$")
_LATER_COMMENT = re.compile(r"(?<=[\d\])}\"',;])\s*(?://|#|/\*|<-)\s*[^\W\d].*$")
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])|(?<=[^\W\d])_(?=[^\W\d])")
_TYPE = re.compile(
    r"(?<=[A-Za-z>])(?:\[\s*\])+|:\s*(?:list|List|Array|Sequence|tuple)[\[<][\w\s,\[\]<>.|]{0,60}[\]>](?=\s*=)"
)
"""Types of programs: ``int[][]``, ``rows: list[list[int]]``."""

_ROWS = (
    r"rows?|horizontal\w*|zeilen?|reihen?|wa+ge?recht\w*|filas?|renglon(?:es)?|lignes?|rangees?"
    r"|eilut\w{1,4}|wiersz\w{0,3}|rzad|rzed\w{1,3}|poziom\w{1,3}"
)
_COLUMNS = (
    r"columns?|cols?|verti[ck]al\w*|spalten?|senkrecht\w*|columnas?|colonnes?|stulpel\w{1,4}"
    r"|kolumn\w{0,3}|pionow\w{1,3}"
)
_ROWS_WEAK = r"across|left|side|links|izquierda|gauche|lewo|kaireje|yoko"
_COLUMNS_WEAK = r"down|top|oben|arriba|haut|gora|virsuje|tate"
_ROWS_CJK = "行|横|よこ|ヨコ|左"
_COLUMNS_CJK = "列|縦|たて|タテ|上"
_ABOUT = r"(?:\s*(?:clues?|hints?|constraints?|numbers?|runs?|side|list|のヒント|のカギ|ヒント))?"
_INDEX = r"(?:[\s#.]{0,3}(?P<index>\d{1,4}))?"
_END = r"[\"']?\s*(?P<end>[:=]|-+>|=>)"
_HEADING = re.compile(
    rf"(?<![^\W\d])[\"']?(?:(?P<row>{_ROWS})|(?P<column>{_COLUMNS}))(?![^\W\d])"
    rf"(?P<phrase>[^\d:=\n\[{{}}\]\"'?*]{{0,40}}?){_INDEX}{_END}"
    rf"|(?<![^\W\d])[\"']?(?:(?P<row_weak>{_ROWS_WEAK})|(?P<column_weak>{_COLUMNS_WEAK}))"
    rf"{_ABOUT}{_INDEX.replace('index', 'index_weak')}{_END.replace('end', 'end_weak')}"
    rf"|(?<![^\W\d_])[\"']?(?:(?P<row_cjk>{_ROWS_CJK})|(?P<column_cjk>{_COLUMNS_CJK}))"
    rf"(?P<phrase_cjk>[^\d:=\n\[{{}}\]\"'?*]{{0,20}}?)"
    rf"{_INDEX.replace('index', 'index_cjk')}{_END.replace('end', 'end_cjk')}"
)
"""A heading with a colon, anywhere in a line."""
_COUNTED_HEADING = re.compile(rf"\d{{1,4}}\s(?=(?:{_ROWS}|{_COLUMNS})\s?[:=]?\s?$)")
"""``10 rows:``, alone in a line."""
_AT_START = re.compile(
    rf"(?:(?P<row>{_ROWS})|(?P<column>{_COLUMNS}))(?![^\W\d])(?P<phrase>[^\d\n\[{{(?*\"']{{0,60}})"
    rf"|(?:(?P<row_cjk>{_ROWS_CJK})|(?P<column_cjk>{_COLUMNS_CJK}))[^\d\n\[{{(?*\"']{{0,20}}"
    rf"|(?:(?P<row_weak>{_ROWS_WEAK})|(?P<column_weak>{_COLUMNS_WEAK})){_ABOUT}$"
)
"""A heading that begins a line, without a colon."""
_SHORT = re.compile(
    r"(?P<letter>[rzflwhcskv])\s?(?P<index>\d{1,4})\s*[:=.)|]\s*"
    r"|(?P<alone>[rhcv])\s*[:=]\s*(?=[\d?*\[({])",
    re.IGNORECASE,
)
"""``R1: 3 1``, and ``R: 3 1, 2``."""
_ROW_LETTERS = "rzflwh"
_ORDINAL = re.compile(
    rf"(?P<index>\d{{1,4}})(?:(?:\.|-?[^\W\d_]{{1,3}}\.?)\s*(?:(?P<row>{_ROWS})|(?P<column>{_COLUMNS}))"
    r"|(?:(?P<row_cjk>行)|(?P<column_cjk>列))目?)\s*[:=]\s*"
)
"""``1. row: 3 1``."""
_KIND_WORD = re.compile(
    rf"(?<![^\W\d])(?:(?P<row>{_ROWS})|(?P<column>{_COLUMNS}))(?![^\W\d])"
    rf"|(?P<row_cjk>[行横])|(?P<column_cjk>[列縦])"
)
_COUNTED = re.compile(r"(?:^|[^\d\s.,;/|:-])\s*\d{1,4}\s*[\"']?$|\b(?:num|n|nb|number of)\s+$")
"""What stands before the word in ``a puzzle with 10 rows`` and ``num_rows``."""
_COUNT = re.compile(r"\b(?:count|size|total|num|len|length|height|width)\b")
_TITLE = "title|name|tite[l]|titulo|titre|タイトル|pavadinimas|tytul"
_KEY = re.compile(
    r"(?:^|(?<=[{,(\s]))(?:[\"'](?P<quoted>[^\"'\n]{1,40})[\"']\s*:"
    rf"|(?P<key>{_TITLE}|author|auto[r]|auteur|by|size|groesse|gro(?:ss|ß)e|tamano|taille|サイ[スズ]"
    r"|dydis|rozmiar|width|height|solutions?|losung|solucion|答え|解答|sprendimas|rozwiazanie|goal"
    r"|answer|difficulty|level|id|seed|date|source|url|license|copyright|palette|colou?rs)\s*[:=])"
)
"""What a text says of a puzzle besides its clues."""
_SIZE = re.compile(r"(?<![\d.])(\d{1,4})\s?(?:x|by|mal|por|par|na)\s?(\d{1,4})(?![\d.])")
_MAX_TITLE = 200


class TextSection(NamedTuple):
    """A part of a text below one heading."""

    axis: Axis | None
    """``None`` for what stands before all headings."""
    number: int | None
    """That in the heading: ``Row 1: 3 1``."""
    lines: list[str]
    """What follows; empty texts for lines that part others."""
    at: int = 0
    """The line of the text where it begins."""


class TextSections(NamedTuple):
    """A text in its parts."""

    sections: list[TextSection]
    title: str
    size: tuple[int, int] | None
    """Two numbers that the text names as the size."""


def plain_text(text: str) -> str:
    """The text with its signs as a keyboard has them, without tags of pages and forums.

    >>> plain_text("３–1&nbsp;2<br>[code]4")
    '3-1 2\\n4'
    """
    text = unescaped(text)
    if "<" in text:
        text = _TAG.sub("", _CELL_TAG.sub("\t", _BLOCK_TAG.sub("\n", text)))
    text = _FORUM_TAG.sub("", unicodedata.normalize("NFKC", text.translate(_TRANSLATED)))
    text = _WIDE.sub("\t", text.translate(_TRANSLATED))
    if "- - " in text:
        text = _YAML.sub(" ", text).replace("- - ", "- ").replace("- []", "- 0")
    text = text.replace("\\\\", "\n").replace("\\r", "").replace("\\n", "\n").replace("\\t", "\t")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def sections_of(text: str) -> TextSections:
    """Divide a text by its headings.

    Args:
        text: Of :func:`plain_text`.

    >>> [(s.axis and s.axis.name, s.lines) for s in sections_of("Rows: 1 1\\n3\\nCols: 2").sections]
    [(None, ['']), ('ROW', ['1 1', '3', '']), ('COLUMN', ['2'])]
    """
    sections = [TextSection(None, None, [])]
    is_other, title, size = False, "", None
    beside: dict[int, TextSection] = {}
    """The lists that stand side by side, by their places in a line."""
    for place, raw in enumerate(text.split("\n", _MAX_LINES)[:_MAX_LINES]):
        line = _bare(raw)
        if not line and not is_other:
            sections[-1].lines.append("")
            beside = {}
            continue
        folded = _folded(line)
        if counted := _COUNTED_HEADING.match(folded):
            line, folded = line[counted.end() :], folded[counted.end() :]
        if found_beside := _beside(folded):
            beside = found_beside
            sections += (section._replace(at=place) for section in beside.values())
            continue
        if beside:
            cells = _CELLS.split(line.strip("|"))
            for column, section in beside.items():
                section.lines.extend(filter(None, cells[column : column + 1]))
            continue
        if size is None and (found := _SIZE.search(folded)):
            size = int(found[1]), int(found[2])
            if not _KIND_WORD.search(folded) and not re.search(r"[^\d\sx,;:]{0,3}[\[{]", line):
                line, folded = _without(line, found), _without(folded, found)
                if re.search(r"[^\W\d]", line) is None and not line.strip(" :;,.()-"):
                    sections[-1].lines.append("")
                    continue
        at = 0
        for start, end, heading in _headings(folded):
            if not is_other:
                sections[-1].lines.append(line[at:start].rstrip().removesuffix('"'))
            at = end
            if isinstance(heading, str):
                is_other = True
                if re.fullmatch(_TITLE, heading) and not title:
                    title = line[end:].strip(" \t\"',;").partition('"')[0][:_MAX_TITLE]
            else:
                is_other = False
                sections.append(TextSection(*heading, [], place))
        if not is_other:
            sections[-1].lines.append(line[at:].strip() if at else line)
        elif not line:
            is_other = False
            sections.append(
                TextSection(sections[-1].axis if len(sections) > 1 else None, None, [""], place)
            )
    for section in sections:  # what a heading alone leaves of its line
        while section.axis is not None and section.lines and not section.lines[0]:
            del section.lines[0]
    return TextSections(sections, title, size)


def _beside(line: str) -> dict[int, TextSection]:
    """The lists whose headings stand side by side in a folded line: rows here, columns there."""
    if len(line) > 200 or re.search(r"[\d:=]", line):
        return {}
    cells = [_KIND_WORD.search(cell) for cell in _CELLS.split(line.strip("|"))]
    found = {place: _axis(word) for place, word in enumerate(cells) if word}
    if sorted(axis.value for axis in found.values()) != ["column", "row"]:
        return {}
    return {place: TextSection(axis, None, []) for place, axis in found.items()}


def _without(text: str, match: re.Match[str]) -> str:
    return text[: match.start()] + text[match.end() :] if len(text) >= match.end() else text


def _bare(line: str) -> str:
    """A line without what a chat, a list or a program puts around its contents."""
    line = _QUOTES.sub("", line.strip())
    if _FENCE.match(line):
        return ""
    said = _SAID.match(line)
    if said:
        line = line[said.end() :]
    line = _CELL.sub("", line)
    line = _EMPHASIS.sub("", _STARRED.sub(r"\1", _CODES.sub(", ", line)))
    line = _AND.sub(" ", _NUMBER_OF_LINES.sub("", line))
    line = _COMMENT.sub("", _LATER_COMMENT.sub("", line)).strip()
    speaker = _SPEAKER.match(line)
    if speaker and not next(_headings(_folded(line)), None):
        line = line[speaker.end() :]
    return _CAMEL.sub(" ", _TYPE.sub("", line)).lstrip("•·・▪◦‣●○■□▶→ ").rstrip()


def _folded(line: str) -> str:
    """A line in lower case without accents, each letter at its place."""
    if line.isascii():
        return line.lower()
    letters = (unicodedata.normalize("NFD", letter)[0] for letter in line)
    return "".join(letter.lower()[0] if letter.lower() else letter for letter in letters)


def _headings(line: str) -> Iterator[tuple[int, int, tuple[Axis, int | None] | str]]:
    """The headings of a folded line: where they begin and end, and their axis or their key."""
    at = 0
    if short := _SHORT.match(line):
        is_row = (short["letter"] or short["alone"]) in _ROW_LETTERS
        number = int(short["index"]) if short["index"] else None
        yield 0, short.end(), (Axis.ROW if is_row else Axis.COLUMN, number)
        return
    if ordinal := _ORDINAL.match(line):
        yield 0, ordinal.end(), (_axis(ordinal), int(ordinal["index"]))
        return
    first = len(line) - len(line.lstrip(" \"'({["))
    found = _HEADING.search(line)
    if (begun := _AT_START.match(line, first)) and (found is None or found.start() > first):
        yield 0, begun.end(), (_axis(begun), None)
        at = begun.end()
    elif found is None and len(line) < 80 and not re.search(r"\d|[\[{]", line):
        kinds = {_axis(word) for word in _KIND_WORD.finditer(line)}
        if len(kinds) == 1:
            yield 0, len(line), (kinds.pop(), None)
            return
    found, key = _HEADING.search(line, at), _KEY.search(line, at)
    while found or key:
        if found and found.start() < at:
            found = _HEADING.search(line, at)
        elif key and key.start() < at:
            key = _KEY.search(line, at)
        elif key and (found is None or key.start() < found.start()):
            if found is None or found.start() > key.start() + 1:  # not a heading in quotes
                at = key.end()
                yield key.start(), at, key["key"] or str(key["quoted"])
            key = _KEY.search(line, max(at, key.end()))
        elif found:
            at = found.end()
            yield found.start(), at, _meaning(found, line)
            found = _HEADING.search(line, at)


def _meaning(found: re.Match[str], line: str) -> tuple[Axis, int | None] | str:
    """The axis and the number of a heading, or the key of something else."""
    before = line[max(0, found.start() - 20) : found.start()]
    if _COUNTED.search(before) or _COUNT.search(found["phrase"] or ""):
        return "size"
    index = found["index"] or found["index_weak"] or found["index_cjk"]
    return _axis(found), int(index) if index else None


def _axis(match: re.Match[str]) -> Axis:
    is_row = any(value for name, value in match.groupdict().items() if name.startswith("row"))
    return Axis.ROW if is_row else Axis.COLUMN
