"""The lines of a ``.non`` file by their keys, which come in any order; see ``non.py``.

Example: ``height 2``, ``rows``, ``1``, ``1`` become the value "2" of ``height`` and a section with
two lines.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import NamedTuple

from puzzles.errors import FormatError
from puzzles.formats.nonny import color_in, name_in
from puzzles.formats.text import unescaped
from puzzles.model import BLACK, MAX_SIZE, Color, clean_text
from puzzles.notation import MAX_CHARACTERS
from puzzles.words import _, plural, worded

TEXT_KEYS = {
    "catalogue": "catalogue",
    "title": "title",
    "by": "author",
    "copyright": "copyright",
    "license": "license",
}
"""The keys of texts, and the attributes of a puzzle that hold them."""
_SECTIONS = ("rows", "columns", "grid")
KEYS = {*TEXT_KEYS, *_SECTIONS, "width", "height", "goal", "color", "drawing"}
_MARKS = "?.#012"
_CLUE_STARTS = frozenset("0123456789.,+-?*")
_MAX_EXTRAS = 1000
_MAX_LIST = 2 * MAX_SIZE
_MAX_LINES = 100_000
"""The largest board with all its fields needs about 15,000; the rest is for blank lines."""
_MAX_TEXT = 1_000_000
"""Length of a title or another text in characters, without the escapes of ``html.escape``."""
_MAX_WRITTEN_TEXT = len("&amp;") * _MAX_TEXT + 2
_SIZE = re.compile(r"([+-]?)([0-9]+)")
LINE_END = re.compile(r"\r\n?|\n")


class Value(NamedTuple):
    """What stands behind a key, or a line of a section."""

    number: int
    """1-based number of the line."""
    text: str


@dataclass
class LinesBelow:
    """The lines below ``rows``, ``columns`` or ``grid``."""

    name: str
    number: int
    lines: list[Value] = field(default_factory=list)
    ended_by: Value | None = None
    """The line with an unknown key that ended the list."""
    filled_count: int = 0
    """Number of the lines that are not blank."""

    @property
    def filled(self) -> list[Value]:
        """The lines that are not blank."""
        return [line for line in self.lines if line.text]


class Keys:
    """The keys of one puzzle, collected first and interpreted afterwards."""

    def __init__(self, text: str, path: str, first_line: int) -> None:
        """Collect the keys of a text.

        Args:
            text: The puzzle.
            path: The file's path, for errors.
            first_line: The number of its first line in the file.

        Raises:
            FormatError: A key or a line is wrong by itself.
        """
        self.path = path
        self.values: dict[str, Value] = {}
        self.sections: dict[str, LinesBelow] = {}
        self.colors: dict[str, Color] = {}
        self.extras: list[tuple[str, str]] = []
        self.names: dict[str, str] = {}
        """The symbols of nonny's colours by their names; empty in other files."""
        self._unknown: dict[str, int] = {}
        """The unknown keys, each with its first line."""
        self._collect(text, first_line)

    def error(self, problem: str, line: int | None = None) -> FormatError:
        """An error with the file's path."""
        return FormatError(problem, self.path, line)

    def _collect(self, text: str, first_line: int) -> None:
        current: LinesBelow | None = None
        lines = _lines(text)
        if len(lines) > _MAX_LINES:
            raise self.error(
                worded("more than the {limit} lines of a puzzle", limit=_MAX_LINES),
                first_line + _MAX_LINES,
            )
        for number, line in enumerate(lines, first_line):
            line = line.strip()
            if not line.isprintable():
                line = clean_text(line)
            if current is not None and current.name != "grid" and self._is_clue(line):
                self._add(current, Value(number, line))
                continue
            if not line:
                if current is not None:
                    self._add(current, Value(number, ""))
                continue
            word, value = (*line.split(None, 1), "", "")[:2]
            key = word.lower()
            if current is not None and current.name == "grid" and self._is_grid_line(line):
                self._add(current, Value(number, line))
            elif key in _SECTIONS:
                current = self._start_section(key, Value(number, value))
            elif key in KEYS:
                self._keep(word, Value(number, value))
                current = None
            else:
                if current is not None:
                    current.ended_by = Value(number, line)
                    current = None
                self._keep_unknown(word, value)
                self._unknown.setdefault(key, number)

    def _is_clue(self, line: str) -> bool:
        if line[:1] in _CLUE_STARTS or not self.names:
            return line[:1] in _CLUE_STARTS
        return name_in(line) in self.names.keys() - KEYS

    def _check_misspelt(self, key: str) -> None:
        """Raise an error if an unknown key looks like the one that is missing."""
        from difflib import get_close_matches

        for word in get_close_matches(key, self._unknown, 1):
            raise self.error(
                worded("'{word}' is not known; did you mean '{key}'?", word=word, key=key),
                self._unknown[word],
            )

    def _is_grid_line(self, line: str) -> bool:
        """Whether a line belongs to the grid even if it spells a key (``rows``, in colours)."""
        size = {key: self.values[key].text for key in ("height", "width") if key in self.values}
        if line[0] in _MARKS:
            return True
        if str(self.sections["grid"].filled_count) == size.get("height"):
            return False
        if "height" in size and str(len(line)) == size.get("width"):
            return True
        return " " not in line and line.lower() not in KEYS

    def _start_section(self, key: str, value: Value) -> LinesBelow:
        if key in self.sections:
            raise self.error(worded("'{key}' occurs for the second time", key=key), value.number)
        if value.text:
            raise self.error(
                worded(
                    "'{key}' is followed by '{value}'; its lines begin below",
                    key=key,
                    value=value.text[:20],
                ),
                value.number,
            )
        self.sections[key] = LinesBelow(key, value.number)
        return self.sections[key]

    def _keep(self, word: str, value: Value) -> None:
        key = word.lower()
        if key == "color":
            self._keep_color(value)
        elif key not in self.values:
            self.values[key] = value
            if key in TEXT_KEYS and not clean_text(self.text(key)):
                del self.values[key]  # empty texts are not written, so the next such key counts
        elif key in TEXT_KEYS:
            self._keep_unknown(word, value.text)
        else:
            raise self.error(worded("'{key}' occurs for the second time", key=key), value.number)

    def _keep_color(self, value: Value) -> None:
        match = re.fullmatch(r"([01A-Za-z])\s+(#[0-9A-Fa-f]{6})(?:\s+(.*))?", value.text)
        if match is not None:
            self.colors.setdefault(match[1], Color(match[1], match[2].lower(), match[3] or ""))
            return
        color = color_in(value.text, self.colors)
        if color is None:
            raise self.error(
                worded(
                    "a colour is written 'color a #ff0000', not 'color {value}'",
                    value=value.text[:20],
                ),
                value.number,
            )
        if name_in(value.text) not in self.names:
            self.colors[color.symbol] = color
            self.names |= {"black": BLACK.symbol} | self.names
            self.names[name_in(value.text)] = color.symbol

    def _keep_unknown(self, word: str, value: str) -> None:
        if len(self.extras) == _MAX_EXTRAS:
            raise self.error(worded("more than {limit} lines have unknown keys", limit=_MAX_EXTRAS))
        self.extras.append((clean_text(word), clean_text(value)))

    def _add(self, current: LinesBelow, line: Value) -> None:
        if len(line.text) > MAX_CHARACTERS:
            raise self.error(
                worded("this line of '{name}' is too long", name=current.name), line.number
            )
        if len(current.lines) < _MAX_LIST:
            current.lines.append(line)
            current.filled_count += bool(line.text)
        elif line.text:
            raise self.error(
                worded(
                    "more lines below '{name}' than the {limit} that are possible",
                    name=current.name,
                    limit=MAX_SIZE,
                ),
                line.number,
            )

    def quoted(self, key: str, max_written: int, max_shown: int) -> str:
        """The value of a key without quotation marks; empty if the key is missing.

        Args:
            key: The key.
            max_written: Maximum length in the file, in characters.
            max_shown: Maximum length in the error's text.
        """
        if key not in self.values:
            return ""
        number, text = self.values[key].number, self.values[key].text
        if len(text) > max_written:
            raise self.error(
                worded(
                    "'{key}' is longer than {max_shown} characters", key=key, max_shown=max_shown
                ),
                number,
            )
        if not text.startswith('"'):
            return text
        if text.count('"') == 1:
            raise self.error(_("the text has no quotation mark at its end"), number)
        return text[1 : text.rindex('"')]

    def text(self, key: str) -> str:
        """The text of a key, without escapes; empty if the key is missing."""
        if key not in self.values:
            return ""
        text = unescaped(self.quoted(key, _MAX_WRITTEN_TEXT, _MAX_TEXT))
        if len(text) > _MAX_TEXT:
            number = self.values[key].number
            raise self.error(
                worded("'{key}' is longer than {limit} characters", key=key, limit=_MAX_TEXT),
                number,
            )
        return text

    def size(self, key: str) -> int:
        """The number of ``height`` or ``width``.

        Raises:
            FormatError: It is missing, or no size of a puzzle.
        """
        if key not in self.values:
            self._check_misspelt(key)
            raise self.error(
                _("there is no line 'height', with the number of rows")
                if key == "height"
                else _("there is no line 'width', with the number of columns")
            )
        number, text = self.values[key].number, self.values[key].text
        if not text:
            raise self.error(
                worded("'{key}' needs a number, from 1 to {limit}", key=key, limit=MAX_SIZE), number
            )
        match = _SIZE.fullmatch(text)
        if match is None:
            raise self.error(
                worded("expected a number behind '{key}', found '{text}'", key=key, text=text[:20]),
                number,
            )
        sign = match[1]
        digits = match[2].lstrip("0") or "0"  # int() refuses more than 4300 digits, zeros included
        if sign == "-" or len(digits) > 9 or not 1 <= int(digits) <= MAX_SIZE:
            shown = text if len(text) <= 12 else f"{text[:12]}…"
            raise self.error(
                worded(
                    "'{key}' is {shown}, it must be from 1 to {limit}",
                    key=key,
                    shown=shown,
                    limit=MAX_SIZE,
                ),
                number,
            )
        return int(digits)

    def clue_lines(self, name: str, count: int, size_key: str) -> list[Value]:
        """The lines of ``rows`` or ``columns``, as many as the size asks for.

        Raises:
            FormatError: There are more or fewer.
        """
        section = self.section(name)
        filled, lines = section.filled, section.lines
        if len(filled) == count:
            return filled
        core = len(lines)
        while core > count and not lines[core - 1].text:
            core -= 1
        if core == count:
            return lines[:core]
        if section.ended_by and len(filled) < count:
            raise self.error(
                worded(
                    "expected a clue of '{name}', found '{ended_by}'",
                    name=name,
                    ended_by=section.ended_by.text[:20],
                ),
                section.ended_by.number,
            )
        many = len(filled) > count
        raise self.error(
            plural(
                len(filled),
                "'{name}' has {count} clue, '{size_key}' asks for {wanted}",
                "'{name}' has {count} clues, '{size_key}' asks for {wanted}",
                name=name,
                size_key=size_key,
                wanted=count,
            ),
            filled[count].number if many else section.number,
        )

    def section(self, name: str) -> LinesBelow:
        """The lines below ``rows`` or ``columns``.

        Raises:
            FormatError: There are none.
        """
        if name not in self.sections:
            self._check_misspelt(name)
            raise self.error(worded("there is no line '{name}' above the clues", name=name))
        return self.sections[name]


def _lines(text: str) -> list[str]:
    """The lines of a text, at most one more than a puzzle may have."""
    if "\r" in text:
        text = LINE_END.sub("\n", text)
    return text.removesuffix("\n").split("\n", _MAX_LINES)
