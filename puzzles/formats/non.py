"""The ``.non`` format: height, width, rows, columns, grid, and the fields of Simpson's format.

Keys come in any order, in upper or lower case; unknown keys are kept. ``rows``, ``columns`` and
``grid`` are followed by their lines. The numbers of a clue are separated by ``.``, ``,`` or blanks,
a letter after a number is its colour, ``0`` is the clue of an empty line. Blank lines between clues
are ignored if the number of the other lines is right; if it is right only with them, they are empty
clues. Blank lines at the end of a list need not belong to it. ``?`` is a number that is not known,
``*`` stands for any numbers (:mod:`puzzles.partial_clues`).

``color a #ff0000 red``: a colour's symbol, its value and, if its author gave it one, its name. The
colours of nonny's files are read, too (:mod:`puzzles.formats.nonny`). A letter that no such line
declares is a colour if rows and columns have it.

``drawing yes``: the marks are an author's unfinished drawing.

Several puzzles in a file have a line ``====`` between them.

``grid`` has the player's marks, a line of characters for each row: ``?`` clear, ``.`` blank,
``#`` shaded, a letter for the colour of that letter. Digits are read too: 0 clear, 1 shaded,
2 blank.

Source: Steve Simpson's Nonogram Solver and its successors; Duncan, "Puzzle Solving", 1999.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import cycle
from typing import NamedTuple, NoReturn

from puzzles.color_values import DEFAULT_RGB, common_name
from puzzles.errors import FormatError, PuzzleError
from puzzles.formats.boards import CellBudget
from puzzles.formats.document import MAX_PUZZLES, Document, single
from puzzles.formats.nonny import clues_text_of, color_in, name_in
from puzzles.formats.text import text_of, unescaped
from puzzles.grid import BLANK, Grid
from puzzles.model import (
    BLACK,
    BLACK_AND_WHITE,
    MAX_SIZE,
    WHITE,
    Axis,
    Clues,
    Color,
    Line,
    Puzzle,
    clean_text,
)
from puzzles.notation import MAX_CHARACTERS, clues_text, color_symbols, read_clues
from puzzles.partial_clues import PartialClues, is_partial, read_partial_clues
from puzzles.words import _, cut, plural, worded

_TEXT_KEYS = {
    "catalogue": "catalogue",
    "title": "title",
    "by": "author",
    "copyright": "copyright",
    "license": "license",
}
_SECTIONS = ("rows", "columns", "grid")
_KEYS = {*_TEXT_KEYS, *_SECTIONS, "width", "height", "goal", "color", "drawing"}
_MARKS = "?.#012"
_CLUE_STARTS = frozenset("0123456789.,+-?*")
_MAX_COLORS = 31
_MAX_EXTRAS = 1000
_MAX_LIST = 2 * MAX_SIZE
_MAX_LINES = 100_000
"""The largest board with all its fields needs about 15,000; the rest is for blank lines."""
_MAX_TEXT = 1_000_000
"""Length of a title or another text in characters, without the escapes of ``html.escape``."""
_MAX_WRITTEN_TEXT = len("&amp;") * _MAX_TEXT + 2
_MAX_SHOWN_DIGITS = 12
_COLORED = re.compile("([0-9]+)([A-Za-z]?)")
"""A number of a clue with the letter of its colour."""
_MAX_GOAL = 16_000_000
"""Length of a goal in characters, including blanks: a file has no room for more."""
_SIZE = re.compile(r"([+-]?)([0-9]+)")
_SIZE_KEY = re.compile(rb"^[ \t]*(width|height)\b", re.M | re.I)
_CLUES_KEY = re.compile(rb"^[ \t]*(rows|columns)\b", re.M | re.I)
DIVIDER = "===="
"""The line between two puzzles."""
_DIVIDERS = re.compile(r"^[ \t]*====[ \t]*(?:\r\n?|\n|\Z)", re.M)
_LINE_END = re.compile(r"\r\n?|\n")


class NonFormat:
    """Reads and writes ``.non``; see the module."""

    id = "non"
    name = "Nonogram (.non)"
    extensions: tuple[str, ...] = (".non", ".nonpack")
    can_read = True
    can_write = True

    def sniff(self, data: bytes) -> bool:
        """Whether lines begin with the keys of a size and of a list of clues."""
        head = data[:65536]
        return bool(_SIZE_KEY.search(head) and _CLUES_KEY.search(head))

    def read(self, data: bytes, path: str) -> Document:
        """Read the bytes of one puzzle; see :meth:`read_all`."""
        return single(self.read_all(data, path), path)

    def read_all(self, data: bytes, path: str) -> list[Document]:
        """See :class:`~puzzles.formats.document.Format`."""
        documents: list[Document] = []
        budget = CellBudget(path)
        for first_line, text in _parts(text_of(data, path)):
            if len(documents) == MAX_PUZZLES:
                raise FormatError(
                    worded("more than the {limit:,} puzzles of a file", limit=MAX_PUZZLES), path
                )
            documents.append(_Reader(path, first_line, budget).read(text))
        return documents

    def problem(self, document: Document) -> str:
        """See :class:`~puzzles.formats.document.Format`: it can hold everything."""
        return ""

    def write(self, document: Document) -> bytes:
        """The bytes of one puzzle; see :meth:`write_all`."""
        return self.write_all([document])

    def write_all(self, documents: Sequence[Document]) -> bytes:
        """See :class:`~puzzles.formats.document.Format`."""
        texts = ("".join(f"{line}\n" for line in _written(each)) for each in documents)
        return f"\n{DIVIDER}\n\n".join(texts).encode()


NON = NonFormat()


class _Value(NamedTuple):
    number: int
    """1-based number of the line."""
    text: str


@dataclass
class _List:
    """The lines below ``rows``, ``columns`` or ``grid``."""

    name: str
    number: int
    lines: list[_Value] = field(default_factory=list)
    ended_by: _Value | None = None
    """The line with an unknown key that ended the list."""
    filled_count: int = 0
    """Number of the lines that are not blank."""

    @property
    def filled(self) -> list[_Value]:
        return [line for line in self.lines if line.text]


class _Reader:
    """Collects all keys first and interprets them afterwards, since they come in any order."""

    def __init__(self, path: str, first_line: int, budget: CellBudget) -> None:
        self.path = path
        self.budget = budget
        self.first_line = first_line
        self.values: dict[str, _Value] = {}
        self.lists: dict[str, _List] = {}
        self.colors: dict[str, Color] = {}
        self.extras: list[tuple[str, str]] = []
        self.unknown: dict[str, int] = {}
        """The unknown keys, each with its first line."""
        self.partial: list[tuple[Line, PartialClues]] = []
        """The lines of which not all clues are known."""
        self.names: dict[str, str] = {}
        """The symbols of nonny's colours by their names; empty in other files."""

    def read(self, text: str) -> Document:
        self._collect(text)
        height, width = self._size("height"), self._size("width")
        self.budget.take(height, width, self.values["height"].number)
        for name in ("rows", "columns"):
            if name not in self.lists:
                self._check_misspelt(name)
                raise self._error(worded("there is no line '{name}' above the clues", name=name))
        rows = self._without_names(self._clue_lines("rows", height, "height"))
        columns = self._without_names(self._clue_lines("columns", width, "width"))
        palette = self._palette(rows, columns)
        index = {color.symbol: k for k, color in enumerate(palette)}
        inks = {symbol: k for symbol, k in index.items() if k}
        puzzle = Puzzle(
            rows=self._clues(rows, Axis.ROW, inks),
            columns=self._clues(columns, Axis.COLUMN, inks),
            palette=palette,
            goal=self._goal(height, width, index),
            extras=tuple(self.extras),
            **{attribute: self._text(key) for key, attribute in _TEXT_KEYS.items()},
        )
        is_drawing = self._text("drawing").lower() == "yes"
        return Document(puzzle, self._marks(puzzle, inks), is_drawing, tuple(self.partial))

    def _error(self, problem: str, line: int | None = None) -> FormatError:
        return FormatError(problem, self.path, line)

    # Collecting the keys

    def _collect(self, text: str) -> None:
        current: _List | None = None
        lines = _lines(text)
        if len(lines) > _MAX_LINES:
            raise self._error(
                worded("more than the {limit} lines of a puzzle", limit=_MAX_LINES),
                self.first_line + _MAX_LINES,
            )
        for number, line in enumerate(lines, self.first_line):
            line = line.strip()
            if not line.isprintable():
                line = clean_text(line)
            if current is not None and current.name != "grid" and self._is_clue(line):
                self._add(current, _Value(number, line))
                continue
            if not line:
                if current is not None:
                    self._add(current, _Value(number, ""))
                continue
            word, value = (*line.split(None, 1), "", "")[:2]
            key = word.lower()
            if current is not None and current.name == "grid" and self._is_grid_line(line):
                self._add(current, _Value(number, line))
            elif key in _SECTIONS:
                current = self._start_list(key, _Value(number, value))
            elif key in _KEYS:
                self._keep(word, _Value(number, value))
                current = None
            else:
                if current is not None:
                    current.ended_by = _Value(number, line)
                    current = None
                self._keep_unknown(word, value)
                self.unknown.setdefault(key, number)

    def _is_clue(self, line: str) -> bool:
        if line[:1] in _CLUE_STARTS or not self.names:
            return line[:1] in _CLUE_STARTS
        return name_in(line) in self.names.keys() - _KEYS

    def _check_misspelt(self, key: str) -> None:
        """Raise an error if an unknown key looks like the one that is missing."""
        from difflib import get_close_matches

        for word in get_close_matches(key, self.unknown, 1):
            raise self._error(
                worded("'{word}' is not known; did you mean '{key}'?", word=word, key=key),
                self.unknown[word],
            )

    def _is_grid_line(self, line: str) -> bool:
        """Whether a line belongs to the grid even if it spells a key (``rows``, in colours)."""
        size = {key: self.values[key].text for key in ("height", "width") if key in self.values}
        if line[0] in _MARKS:
            return True
        if str(self.lists["grid"].filled_count) == size.get("height"):
            return False
        if "height" in size and str(len(line)) == size.get("width"):
            return True
        return " " not in line and line.lower() not in _KEYS

    def _start_list(self, key: str, value: _Value) -> _List:
        if key in self.lists:
            raise self._error(worded("'{key}' occurs for the second time", key=key), value.number)
        if value.text:
            raise self._error(
                worded(
                    "'{key}' is followed by '{value}'; its lines begin below",
                    key=key,
                    value=value.text[:20],
                ),
                value.number,
            )
        self.lists[key] = _List(key, value.number)
        return self.lists[key]

    def _keep(self, word: str, value: _Value) -> None:
        key = word.lower()
        if key == "color":
            self._keep_color(value)
        elif key not in self.values:
            self.values[key] = value
            if key in _TEXT_KEYS and not clean_text(self._text(key)):
                del self.values[key]  # empty texts are not written, so the next such key counts
        elif key in _TEXT_KEYS:
            self._keep_unknown(word, value.text)
        else:
            raise self._error(worded("'{key}' occurs for the second time", key=key), value.number)

    def _keep_color(self, value: _Value) -> None:
        match = re.fullmatch(r"([01A-Za-z])\s+(#[0-9A-Fa-f]{6})(?:\s+(.*))?", value.text)
        if match is not None:
            self.colors.setdefault(match[1], Color(match[1], match[2].lower(), match[3] or ""))
            return
        color = color_in(value.text, self.colors)
        if color is None:
            raise self._error(
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
            raise self._error(
                worded("more than {limit} lines have unknown keys", limit=_MAX_EXTRAS)
            )
        self.extras.append((clean_text(word), clean_text(value)))

    def _add(self, current: _List, line: _Value) -> None:
        if len(line.text) > MAX_CHARACTERS:
            raise self._error(
                worded("this line of '{name}' is too long", name=current.name), line.number
            )
        if len(current.lines) < _MAX_LIST:
            current.lines.append(line)
            current.filled_count += bool(line.text)
        elif line.text:
            raise self._error(
                worded(
                    "more lines below '{name}' than the {limit} that are possible",
                    name=current.name,
                    limit=MAX_SIZE,
                ),
                line.number,
            )

    # Interpreting the keys

    def _quoted(self, key: str, max_written: int, max_shown: int) -> str:
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
            raise self._error(
                worded(
                    "'{key}' is longer than {max_shown} characters", key=key, max_shown=max_shown
                ),
                number,
            )
        if not text.startswith('"'):
            return text
        if text.count('"') == 1:
            raise self._error(_("the text has no quotation mark at its end"), number)
        return text[1 : text.rindex('"')]

    def _text(self, key: str) -> str:
        if key not in self.values:
            return ""
        text = unescaped(self._quoted(key, _MAX_WRITTEN_TEXT, _MAX_TEXT))
        if len(text) > _MAX_TEXT:
            number = self.values[key].number
            raise self._error(
                worded("'{key}' is longer than {limit} characters", key=key, limit=_MAX_TEXT),
                number,
            )
        return text

    def _size(self, key: str) -> int:
        if key not in self.values:
            self._check_misspelt(key)
            raise self._error(
                _("there is no line 'height', with the number of rows")
                if key == "height"
                else _("there is no line 'width', with the number of columns")
            )
        number, text = self.values[key].number, self.values[key].text
        if not text:
            raise self._error(
                worded("'{key}' needs a number, from 1 to {limit}", key=key, limit=MAX_SIZE), number
            )
        match = _SIZE.fullmatch(text)
        if match is None:
            raise self._error(
                worded("expected a number behind '{key}', found '{text}'", key=key, text=text[:20]),
                number,
            )
        sign = match[1]
        digits = match[2].lstrip("0") or "0"  # int() refuses more than 4300 digits, zeros included
        if sign == "-" or len(digits) > 9 or not 1 <= int(digits) <= MAX_SIZE:
            shown = text if len(text) <= 12 else f"{text[:12]}…"
            raise self._error(
                worded(
                    "'{key}' is {shown}, it must be from 1 to {limit}",
                    key=key,
                    shown=shown,
                    limit=MAX_SIZE,
                ),
                number,
            )
        return int(digits)

    def _clue_lines(self, name: str, count: int, size_key: str) -> list[_Value]:
        section = self.lists[name]
        filled, lines = section.filled, section.lines
        if len(filled) == count:
            return filled
        core = len(lines)
        while core > count and not lines[core - 1].text:
            core -= 1
        if core == count:
            return lines[:core]
        if section.ended_by and len(filled) < count:
            raise self._error(
                worded(
                    "expected a clue of '{name}', found '{ended_by}'",
                    name=name,
                    ended_by=section.ended_by.text[:20],
                ),
                section.ended_by.number,
            )
        many = len(filled) > count
        raise self._error(
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

    def _clues(
        self, lines: Sequence[_Value], axis: Axis, inks: Mapping[str, int]
    ) -> tuple[Clues, ...]:
        """The clues of the rows or columns; of one that is not known as a whole there are none."""
        found: list[Clues] = []
        for index, line in enumerate(lines):
            try:
                if is_partial(line.text):
                    parts = read_partial_clues(line.text, inks)
                    self.partial.append((Line(axis, index), parts))
                    found.append(())
                else:
                    found.append(read_clues(line.text, inks))
            except PuzzleError as error:
                raise self._error(str(error), line.number) from None
        return tuple(found)

    def _without_names(self, lines: list[_Value]) -> list[_Value]:
        """Lines of clues whose colours are letters."""
        if not self.names:
            return lines
        found = []
        for line in lines:
            try:
                found.append(_Value(line.number, clues_text_of(line.text, self.names)))
            except PuzzleError as error:
                raise self._error(str(error), line.number) from None
        return found

    def _palette(self, rows: list[_Value], columns: list[_Value]) -> tuple[Color, ...]:
        in_rows, in_columns = (
            color_symbols("\n".join([line.text for line in lines if line.text != "0"]))
            for lines in (rows, columns)
        )
        inks = {symbol: color for symbol, color in self.colors.items() if symbol != "0"}
        free = self._default_values()
        for symbol in sorted((in_rows | in_columns) - inks.keys()):
            if symbol == BLACK.symbol:
                inks[symbol] = BLACK
                continue
            is_incomplete = symbol not in in_rows & in_columns and any(
                is_partial(line.text) for line in (*rows, *columns)
            )
            if symbol not in in_rows & in_columns and not is_incomplete:
                self._ask_for_color(symbol, rows if symbol in in_rows else columns)
            inks[symbol] = Color(symbol, next(free))
        if not inks.keys() - {BLACK.symbol} and not self.colors:
            return BLACK_AND_WHITE
        if not inks:
            inks = {BLACK.symbol: BLACK}
        if len(inks) >= _MAX_COLORS:
            raise self._error(
                plural(
                    len(inks),
                    "there is {count} colour; at most {limit} are possible",
                    "there are {count} colours; at most {limit} are possible",
                    limit=_MAX_COLORS - 1,
                )
            )
        return (self.colors.get("0", WHITE), *inks.values())

    def _default_values(self) -> Iterator[str]:
        """Values for colours without a declaration, first those that look unlike the declared."""
        taken = {name for c in self.colors.values() for name in (c.name, common_name(c.rgb))}
        unlike = [rgb for rgb in DEFAULT_RGB if common_name(rgb) not in taken]
        return cycle(unlike or DEFAULT_RGB)

    def _ask_for_color(self, symbol: str, lines: list[_Value]) -> NoReturn:
        """Refuse a letter that either the rows or the columns have: it is a typing error."""
        for line in lines:
            tokens = _COLORED.finditer(line.text)
            if match := next((token for token in tokens if token[2] == symbol), None):
                raise self._error(
                    worded(
                        "'{token}': is '{symbol}' meant as a colour? Then 'color {symbol} #rrggbb' "
                        "declares it, and rows and columns have it; if not, write {number}",
                        token=match[0],
                        symbol=symbol,
                        number=cut(match[1], _MAX_SHOWN_DIGITS),
                    ),
                    line.number,
                )
        raise AssertionError(symbol)

    def _goal(self, height: int, width: int, index: Mapping[str, int]) -> str:
        goal = self._quoted("goal", _MAX_GOAL, _MAX_GOAL)
        goal = goal.translate({ord(c): None for c in set(goal) if c.isspace()})
        if not goal:
            return ""
        number = self.values["goal"].number
        if len(goal) != height * width:
            raise self._error(
                plural(
                    len(goal),
                    "the goal has {count} symbol, a board of {width} x {rows} needs {needed}",
                    "the goal has {count} symbols, a board of {width} x {rows} needs {needed}",
                    rows=height,
                    width=width,
                    needed=height * width,
                ),
                number,
            )
        if unknown := sorted(set(goal) - index.keys()):
            if len(index) > 2:
                raise self._error(
                    worded(
                        "the goal uses a colour '{unknown}' that no clue has", unknown=unknown[0]
                    ),
                    number,
                )
            shaded = next(s for s, k in index.items() if k)
            goal = goal.translate(dict.fromkeys(map(ord, unknown), shaded))
        return goal

    def _marks(self, puzzle: Puzzle, inks: Mapping[str, int]) -> Grid:
        marks = Grid.for_puzzle(puzzle)
        if "grid" not in self.lists:
            return marks
        section = self.lists["grid"]
        if len(section.filled) != puzzle.height:
            raise self._error(
                worded(
                    "the grid has {lines}, the puzzle {rows}",
                    lines=plural(len(section.filled), "{count} line", "{count} lines"),
                    rows=plural(puzzle.height, "{count} row", "{count} rows"),
                ),
                section.number,
            )
        states = {"?": marks.clear, "0": marks.clear, ".": BLANK, "2": BLANK}
        states |= dict.fromkeys("#1", 1 << inks.get("1", 1))
        states |= {symbol: 1 << k for symbol, k in inks.items()}
        for r, line in enumerate(section.filled):
            symbols = line.text.replace(" ", "")
            if len(symbols) != puzzle.width:
                raise self._error(
                    plural(
                        len(symbols),
                        "this line of the grid has {count} cell, not {width}",
                        "this line of the grid has {count} cells, not {width}",
                        width=puzzle.width,
                    ),
                    line.number,
                )
            if wrong := set(symbols) - states.keys():
                raise self._error(
                    worded("'{wrong}' is not a cell state", wrong=min(wrong)), line.number
                )
            for c, symbol in enumerate(symbols):
                marks[r, c] = states[symbol]
        return marks


def _lines(text: str) -> list[str]:
    """The lines of a text, at most one more than a puzzle may have."""
    if "\r" in text:
        text = _LINE_END.sub("\n", text)
    return text.removesuffix("\n").split("\n", _MAX_LINES)


def _parts(text: str) -> Iterator[tuple[int, str]]:
    """The texts of the puzzles in a file, each with the number of its first line.

    A part without any text counts for nothing, unless it is the only one.
    """
    if DIVIDER not in text:
        yield 1, text
        return
    parts: list[tuple[int, str]] = []
    first_line = 1
    *others, last = _DIVIDERS.split(text)
    for part in others:
        if part.strip():
            parts.append((first_line, part))
        first_line += sum(1 for _ in _LINE_END.finditer(part)) + 1
    if last.strip():
        parts.append((first_line, last))
    yield from parts or [(1, text)]


def _counted(size_key: str) -> str:
    return "rows" if size_key == "height" else "columns"


def _written(document: Document) -> Iterator[str]:
    puzzle = document.puzzle
    for key, attribute in _TEXT_KEYS.items():
        text: str = getattr(puzzle, attribute)
        if key == "license" and re.fullmatch(r"[A-Za-z0-9.+-]+", text):
            yield f"{key} {text}"
        elif text:
            yield f'{key} "{html.escape(text, quote=False)}"'
    if puzzle.palette != BLACK_AND_WHITE:
        shown = puzzle.palette[puzzle.palette[0] == WHITE :]
        for color in shown:
            yield f"color {color.symbol} {color.rgb} {color.name}".rstrip()
    yield from (f"{key} {value}".rstrip() for key, value in puzzle.extras if _is_extra(key, value))
    yield from (
        f"width {puzzle.width}",
        f"height {puzzle.height}",
    )
    for name, lines in (("rows", puzzle.rows), ("columns", puzzle.columns)):
        yield from ("", name)
        yield from (clues_text(line, puzzle.palette) for line in lines)
    if puzzle.goal:
        yield from ("", f'goal "{puzzle.goal}"')
    if document.is_drawing:
        yield from ("", "drawing yes")
    if not document.marks.is_untouched:
        yield from ("", "grid", *_grid_lines(document))


def _is_extra(key: str, value: str) -> bool:
    """Whether a line with an unknown key of another format is read back as such."""
    words = clean_text(f"{key} {value}").split(None, 1)
    is_pair = words == [key, value] if value else words == [key]
    return is_pair and key != DIVIDER and key.lower() not in _KEYS - _TEXT_KEYS.keys()


def _grid_lines(document: Document) -> Iterator[str]:
    for row in document.marks.to_text(document.puzzle.palette):
        yield row.replace("*", "?")
