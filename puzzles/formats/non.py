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
from itertools import cycle
from typing import NoReturn

from puzzles.color_values import DEFAULT_RGB, common_name
from puzzles.errors import FormatError, PuzzleError
from puzzles.formats.boards import CellBudget
from puzzles.formats.document import MAX_PUZZLES, Document, single
from puzzles.formats.non_keys import KEYS, LINE_END, TEXT_KEYS, Keys, Value
from puzzles.formats.nonny import clues_text_of
from puzzles.formats.text import text_of
from puzzles.grid import BLANK, Grid
from puzzles.model import (
    BLACK,
    BLACK_AND_WHITE,
    WHITE,
    Clues,
    Color,
    Puzzle,
    clean_text,
    is_known,
)
from puzzles.notation import clues_text, color_symbols
from puzzles.partial_clues import is_partial, read_partial_clues
from puzzles.words import cut, plural, worded

_MAX_COLORS = 31
_MAX_SHOWN_DIGITS = 12
_COLORED = re.compile("([0-9]+)([A-Za-z]?)")
"""A number of a clue with the letter of its colour."""
_MAX_GOAL = 16_000_000
"""Length of a goal in characters, including blanks: a file has no room for more."""
_SIZE_KEY = re.compile(rb"^[ \t]*(width|height)\b", re.M | re.I)
_CLUES_KEY = re.compile(rb"^[ \t]*(rows|columns)\b", re.M | re.I)
DIVIDER = "===="
"""The line between two puzzles."""
_DIVIDERS = re.compile(r"^[ \t]*====[ \t]*(?:\r\n?|\n|\Z)", re.M)

PACK_ENDING = ".nonpack"
"""That of a file with several puzzles, which is imported as a shelf of its name."""


class NonFormat:
    """Reads and writes ``.non``; see the module."""

    id = "non"
    name = "Nonogram (.non)"
    extensions: tuple[str, ...] = (".non", PACK_ENDING)
    can_read = True
    can_write = True
    keeps_unknown = True

    def sniff(self, data: bytes) -> bool:
        """Whether lines begin with the keys of a size and of a list of clues, as in no page."""
        head = data[:65536]
        is_page = head[:15].lower() == b"<!doctype html>"  # whose style has such keys
        return not is_page and bool(_SIZE_KEY.search(head) and _CLUES_KEY.search(head))

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
            documents.append(_Reader(Keys(text, path, first_line), budget).read())
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


class _Reader:
    """Makes a document of the keys of one puzzle."""

    def __init__(self, keys: Keys, budget: CellBudget) -> None:
        self.keys = keys
        self.budget = budget

    def read(self) -> Document:
        keys = self.keys
        height, width = keys.size("height"), keys.size("width")
        self.budget.take(height, width, keys.values["height"].number)
        for name in ("rows", "columns"):
            keys.section(name)
        rows = self._without_names(keys.clue_lines("rows", height, "height"))
        columns = self._without_names(keys.clue_lines("columns", width, "width"))
        palette = self._palette(rows, columns)
        index = {color.symbol: k for k, color in enumerate(palette)}
        inks = {symbol: k for symbol, k in index.items() if k}
        puzzle = Puzzle(
            rows=self._clues(rows, inks),
            columns=self._clues(columns, inks),
            palette=palette,
            goal=self._goal(height, width, index),
            extras=tuple(keys.extras),
            **{attribute: keys.text(key) for key, attribute in TEXT_KEYS.items()},
        )
        is_drawing = keys.text("drawing").lower() == "yes"
        return Document(puzzle, self._marks(puzzle, inks), is_drawing)

    def _clues(self, lines: Sequence[Value], inks: Mapping[str, int]) -> tuple[Clues, ...]:
        """The clues of the rows or columns."""
        found: list[Clues] = []
        for line in lines:
            try:
                found.append(read_partial_clues(line.text, inks))
            except PuzzleError as error:
                raise self.keys.error(str(error), line.number) from None
        return tuple(found)

    def _without_names(self, lines: list[Value]) -> list[Value]:
        """Lines of clues whose colours are letters."""
        if not self.keys.names:
            return lines
        found = []
        for line in lines:
            try:
                found.append(Value(line.number, clues_text_of(line.text, self.keys.names)))
            except PuzzleError as error:
                raise self.keys.error(str(error), line.number) from None
        return found

    def _palette(self, rows: list[Value], columns: list[Value]) -> tuple[Color, ...]:
        in_rows, in_columns = (
            color_symbols("\n".join([line.text for line in lines if line.text != "0"]))
            for lines in (rows, columns)
        )
        inks = {symbol: color for symbol, color in self.keys.colors.items() if symbol != "0"}
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
        if not inks.keys() - {BLACK.symbol} and not self.keys.colors:
            return BLACK_AND_WHITE
        if not inks:
            inks = {BLACK.symbol: BLACK}
        if len(inks) >= _MAX_COLORS:
            raise self.keys.error(
                plural(
                    len(inks),
                    "there is {count} colour; at most {limit} are possible",
                    "there are {count} colours; at most {limit} are possible",
                    limit=_MAX_COLORS - 1,
                )
            )
        return (self.keys.colors.get("0", WHITE), *inks.values())

    def _default_values(self) -> Iterator[str]:
        """Values for colours without a declaration, first those that look unlike the declared."""
        taken = {name for c in self.keys.colors.values() for name in (c.name, common_name(c.rgb))}
        unlike = [rgb for rgb in DEFAULT_RGB if common_name(rgb) not in taken]
        return cycle(unlike or DEFAULT_RGB)

    def _ask_for_color(self, symbol: str, lines: list[Value]) -> NoReturn:
        """Refuse a letter that either the rows or the columns have: it is a typing error."""
        for line in lines:
            tokens = _COLORED.finditer(line.text)
            if match := next((token for token in tokens if token[2] == symbol), None):
                raise self.keys.error(
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
        goal = self.keys.quoted("goal", _MAX_GOAL, _MAX_GOAL)
        goal = goal.translate({ord(c): None for c in set(goal) if c.isspace()})
        if not goal:
            return ""
        number = self.keys.values["goal"].number
        if len(goal) != height * width:
            raise self.keys.error(
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
                raise self.keys.error(
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
        if "grid" not in self.keys.sections:
            return marks
        section = self.keys.sections["grid"]
        if len(section.filled) != puzzle.height:
            raise self.keys.error(
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
                raise self.keys.error(
                    plural(
                        len(symbols),
                        "this line of the grid has {count} cell, not {width}",
                        "this line of the grid has {count} cells, not {width}",
                        width=puzzle.width,
                    ),
                    line.number,
                )
            if wrong := set(symbols) - states.keys():
                raise self.keys.error(
                    worded("'{wrong}' is not a cell state", wrong=min(wrong)), line.number
                )
            for c, symbol in enumerate(symbols):
                marks[r, c] = states[symbol]
        return marks


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
        first_line += sum(1 for _ in LINE_END.finditer(part)) + 1
    if last.strip():
        parts.append((first_line, last))
    yield from parts or [(1, text)]


def _written(document: Document) -> Iterator[str]:
    puzzle = document.puzzle
    for key, attribute in TEXT_KEYS.items():
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
        for line in lines:
            yield clues_text(line, puzzle.palette, "," if is_known(line) else " ")
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
    return is_pair and key != DIVIDER and key.lower() not in KEYS - TEXT_KEYS.keys()


def _grid_lines(document: Document) -> Iterator[str]:
    for row in document.marks.to_text(document.puzzle.palette):
        yield row.replace("*", "?")
