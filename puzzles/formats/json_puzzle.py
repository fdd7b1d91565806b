"""The program's JSON, for other programs: everything that a puzzle file can hold.

``{"format": "nonogram", "version": 1, "puzzles": [{"rows": [...], "columns": [...], ...}]}``.
A clue is a number, or ``[number, symbol]`` in a colour of the ``palette``, a list of
``{"symbol", "rgb", "name"}`` whose first entry is the background, ``0``. ``title``, ``author``,
``copyright``, ``license`` and ``catalogue`` are texts; ``goal`` and ``marks`` are lists of rows,
one character a cell: ``.`` (blank), ``#`` (shaded) or the symbol of a colour, ``?`` in the marks.
``null`` or ``"?"`` is a number that is not known; ``"*"``, or ``null`` for a whole line, stands for
any numbers. ``drawing`` is true for an unfinished drawing. A single puzzle may stand without the
list around it. A file without ``"format": "nonogram"`` is somebody else's, and is read with more
patience, see :mod:`puzzles.formats.json_sets`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from puzzles.board_picture import UNKNOWN, clue_text
from puzzles.errors import FormatError, PuzzleError
from puzzles.formats.boards import CellBudget
from puzzles.formats.document import MAX_PUZZLES, Document, keys_note
from puzzles.formats.json_sets import MAX_EXTRAS, OURS, TEXTS, is_set, puzzles_in
from puzzles.formats.json_values import MAX_COLORS, MAX_TEXT
from puzzles.formats.text import text_of
from puzzles.grid import Grid
from puzzles.json_text import read_json
from puzzles.model import (
    ANY_COLOR,
    ANYTHING,
    BLACK_AND_WHITE,
    MAX_SIZE,
    Axis,
    Clue,
    Clues,
    Color,
    Puzzle,
    is_known,
)
from puzzles.partial_clues import partial_clues
from puzzles.words import _, worded

_NO_PUZZLE = _("the JSON is not an object with 'rows' and 'columns'")
_VERSION = 1
_BOARD_SIGNS = str.maketrans("01", ".#")
"""What a board has for the symbols of black and white."""
_GOAL_SIGNS = str.maketrans(".#", "01")


def are_lines(data: bytes) -> bool:
    """Whether a file is JSON lines: two objects, one of ours for a single puzzle, or an error."""
    first, _end, rest = data.lstrip(b"\xef\xbb\xbf \t\r\n").partition(b"\n")
    if not (first.startswith(b"{") and first.rstrip().endswith(b"}")):
        return False
    if rest.strip():
        return rest.lstrip().startswith(b"{")
    if b'"rows"' not in first:
        return b'"error": {' in first
    return first.startswith(b'{"format": "nonogram"') and b'"puzzles"' not in first


class JsonFormat:
    """Reads and writes the format; see the module."""

    id = "json"
    name = "Nonogram JSON (.json)"
    extensions: tuple[str, ...] = (".json",)
    can_read = True
    can_write = True
    keeps_unknown = True

    def sniff(self, data: bytes) -> bool:
        """Whether it is an object with rows and columns or with puzzles."""
        head = data[:65536].lstrip(b"\xef\xbb\xbf \t\r\n")
        if is_set(head):
            return not are_lines(data)
        if not head.startswith(b"{") or are_lines(data):
            return False
        has_clues = b'"rows"' in head and b'"columns"' in data
        return has_clues or bool(re.search(rb'"format"\s*:\s*"nonogram"', head))

    def read_all(self, data: bytes, path: str) -> list[Document]:
        """See :class:`~puzzles.formats.document.Format`."""
        try:
            value = read_json(text_of(data, path))
        except ValueError as error:
            raise FormatError(
                worded("this is not JSON: {error}", error=str(error)[:100]), path
            ) from None
        value, left_out = puzzles_in(value, path)
        if not isinstance(value, dict):
            raise FormatError(_NO_PUZZLE, path)
        puzzles = value.get("puzzles", [value])
        if not isinstance(puzzles, list) or not 1 <= len(puzzles) <= MAX_PUZZLES:
            raise FormatError(
                worded("'puzzles' is not a list of 1 to {limit:,} objects", limit=MAX_PUZZLES), path
            )
        version = value.get("version", _VERSION) if value.get("format") == OURS else _VERSION
        if version != _VERSION:
            raise FormatError(
                worded(
                    "this is version {version} of the format, and the program reads "
                    "version {known} only; use a newer version of the program",
                    version=str(version)[:20],
                    known=_VERSION,
                ),
                path,
            )
        many, budget = len(puzzles) > 1, CellBudget(path)
        documents = [
            _Reader(path, worded("puzzle {number}: ", number=number) if many else "", budget).read(
                each
            )
            for number, each in enumerate(puzzles, 1)
        ]
        if left_out:
            documents[0] = replace(documents[0], notes=(keys_note(left_out),))
        return documents

    def problem(self, document: Document) -> str:
        """See :class:`~puzzles.formats.document.Format`: it can hold everything."""
        return ""

    def write_all(self, documents: Sequence[Document]) -> bytes:
        """See :class:`~puzzles.formats.document.Format`."""
        puzzles = ",\n".join(json.dumps(_value(each), ensure_ascii=False) for each in documents)
        head = f'"format": "nonogram", "version": {_VERSION}'
        return f'{{{head}, "puzzles": [\n{puzzles}\n]}}\n'.encode()


def document_in(value: Any, path: str, budget: CellBudget) -> Document:
    """The puzzle of an object, ours or of others.

    Args:
        value: The object.
        path: The file that has it, for errors.
        budget: The cells that the file may have.

    Raises:
        FormatError: It is none.
    """
    ours, left_out = puzzles_in(value, path)
    document = _Reader(path, "", budget).read(ours)
    return replace(document, notes=(keys_note(left_out),)) if left_out else document


class _Reader:
    """Reads one puzzle."""

    def __init__(self, path: str, where: str, budget: CellBudget) -> None:
        self.path, self.where, self.budget = path, where, budget

    def read(self, value: object) -> Document:
        if not isinstance(value, dict):
            raise self._error(_("it is not an object"))
        palette = self._palette(value)
        inks = {color.symbol: k for k, color in enumerate(palette) if k}
        texts = {key: self._text(value, key) for key in TEXTS}
        rows, columns = (self._lines(value, axis, inks) for axis in (Axis.ROW, Axis.COLUMN))
        self.budget.take(len(rows), len(columns))
        goal = self._picture(value, "goal", len(rows), len(columns))
        signs = _GOAL_SIGNS
        if len(inks) == 1:
            signs = str.maketrans(".#", f"0{next(iter(inks))}")
        goal = goal.translate(signs)
        if unknown := set(goal) - {"0", *inks}:
            raise self._error(
                worded("'goal' has the unknown colour '{unknown}'", unknown=min(unknown))
            )
        puzzle = Puzzle(rows, columns, palette, goal=goal, extras=self._extras(value), **texts)
        is_drawing = value.get("drawing") is True
        return Document(puzzle, self._marks(value, puzzle), is_drawing)

    def _error(self, problem: str) -> FormatError:
        return FormatError(self.where + problem, self.path)

    def _text(self, value: Mapping[str, Any], key: str) -> str:
        text = value.get(key, "")
        if not isinstance(text, str) or len(text) > MAX_TEXT:
            raise self._error(
                worded(
                    "'{key}' is not a text of at most {limit:,} characters",
                    key=key,
                    limit=MAX_TEXT,
                )
            )
        return text

    def _palette(self, value: Mapping[str, Any]) -> tuple[Color, ...]:
        entries = value.get("palette")
        if entries is None:
            return BLACK_AND_WHITE
        if not isinstance(entries, list) or not 2 <= len(entries) <= MAX_COLORS:
            raise self._error(
                worded("'palette' is not a list of 2 to {limit} colours", limit=MAX_COLORS)
            )
        palette = []
        for entry in entries:
            entry = entry if isinstance(entry, dict) else {}
            symbol, rgb = str(entry.get("symbol")), str(entry.get("rgb")).lower()
            try:
                palette.append(Color(symbol, rgb, self._text(entry, "name")))
            except ValueError as error:
                raise self._error(f"'palette': {error}") from None
        symbols = [color.symbol for color in palette]
        if symbols[0] != "0" or len(set(symbols)) < len(symbols):
            raise self._error(_("'palette': the first symbol is 0, and all are different"))
        return tuple(palette)

    def _lines(
        self, value: Mapping[str, Any], axis: Axis, inks: Mapping[str, int]
    ) -> tuple[Clues, ...]:
        """The clues of the rows or columns."""
        key = f"{axis.value}s"
        lines = value.get(key)
        if lines is None:
            raise self._error(_NO_PUZZLE)
        if not isinstance(lines, list) or not 1 <= len(lines) <= MAX_SIZE:
            raise self._error(
                worded("'{key}' is not a list of 1 to {limit} clues", key=key, limit=MAX_SIZE)
            )
        only = next(iter(inks.values())) if len(inks) == 1 else None
        found = []
        for number, line in enumerate(lines, 1):
            line = ["*"] if line is None else line
            if not isinstance(line, list) or len(line) > MAX_SIZE:
                raise self._error(
                    worded(
                        "'{key}', {number}: not a list of at most {limit} numbers",
                        key=key,
                        number=number,
                        limit=MAX_SIZE,
                    )
                )
            try:
                clues = [_clue(each, inks, only) for each in line]
            except ValueError as error:
                raise self._error(
                    worded(
                        "'{key}', {number}: '{each}' is not a number, and not [number, "
                        "symbol] with a symbol of the palette",
                        key=key,
                        number=number,
                        each=str(error)[:20],
                    )
                ) from None
            try:
                found.append(tuple(clues) if is_known(clues) else partial_clues(clues))
            except PuzzleError as error:
                raise self._error(f"'{key}', {number}: {error}") from None
        return tuple(found)

    def _picture(self, value: Mapping[str, Any], key: str, height: int, width: int) -> str:
        rows = value.get(key)
        if not rows:
            return ""
        if not isinstance(rows, list) or len(rows) != height:
            raise self._error(
                worded("'{key}' is not a list of {height} rows", key=key, height=height)
            )
        if any(not isinstance(row, str) or len(row) != width for row in rows):
            raise self._error(
                worded(
                    "'{key}' has a row that is not a text of {width} characters",
                    key=key,
                    width=width,
                )
            )
        return "".join(rows)

    def _marks(self, value: Mapping[str, Any], puzzle: Puzzle) -> Grid:
        grid = Grid.for_puzzle(puzzle)
        cells = self._picture(value, "marks", puzzle.height, puzzle.width)
        states = {color.symbol: 1 << k for k, color in enumerate(puzzle.palette) if k}
        states |= {"?": grid.clear, ".": 1, "#": states.get("1", 2)}
        if unknown := set(cells) - states.keys():
            raise self._error(
                worded("'marks' has the unknown state '{unknown}'", unknown=min(unknown))
            )
        for at, char in enumerate(cells):
            grid.cells[at] = states[char]
        return grid

    def _extras(self, value: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
        pairs = value.get("extras", [])
        is_right = isinstance(pairs, list) and len(pairs) <= MAX_EXTRAS
        if not is_right or any(
            not isinstance(pair, list) or [type(part) for part in pair] != [str, str]
            for pair in pairs
        ):
            raise self._error(
                worded("'extras' is not a list of at most {limit} pairs of texts", limit=MAX_EXTRAS)
            )
        return tuple((key, text) for key, text in pairs)


def _clue(value: object, inks: Mapping[str, int], only: int | None) -> Clue:
    """A clue; ``only``: the colour if there is just one.

    Raises:
        ValueError: It is none.
    """
    length, ink = value, only or inks.get("1")
    if isinstance(value, list) and len(value) == 2:
        length, ink = value[0], inks.get(str(value[1]))
    elif value in (None, "?"):
        ink = only or ANY_COLOR
    if value == "*":
        return ANYTHING[0]
    if ink is not None and length in (None, "?"):
        return Clue(UNKNOWN, ink)
    if type(length) is not int or not 0 <= length < 10**6 or ink is None:
        raise ValueError(value)
    return Clue(length, ink)


def clue_values(puzzle: Puzzle) -> dict[str, list[list[Any]]]:
    """The clues as ``rows`` and ``columns``: numbers, or pairs of number and colour's symbol.

    >>> clue_values(Puzzle.from_numbers([[2], []], [[1], [1]]))
    {'rows': [[2], []], 'columns': [[1], [1]]}
    """
    is_plain = puzzle.palette == BLACK_AND_WHITE

    def value(clue: Clue) -> object:
        number = clue.length if clue.length >= 0 else clue_text(clue)
        symbol = puzzle.palette[clue.color].symbol
        return number if is_plain or clue.color == ANY_COLOR else [number, symbol]

    return {
        key: [[value(clue) for clue in line] for line in lines]
        for key, lines in (("rows", puzzle.rows), ("columns", puzzle.columns))
    }


def palette_value(puzzle: Puzzle) -> list[dict[str, str]] | None:
    """The colours, the background first; ``None`` for black and white.

    >>> palette_value(Puzzle.from_numbers([[1]], [[1]])) is None
    True
    """
    if puzzle.palette == BLACK_AND_WHITE:
        return None
    return [
        {
            "symbol": color.symbol,
            "rgb": color.rgb,
            **({"name": color.name} if color.name else {}),
        }
        for color in puzzle.palette
    ]


def goal_rows(puzzle: Puzzle) -> list[str]:
    """The picture of the goal, a string for each row as of any board; empty without one.

    >>> goal_rows(Puzzle(goal="01", rows=((Clue(1),),), columns=((), (Clue(1),))))
    ['.#']
    """
    goal = puzzle.goal.translate(_BOARD_SIGNS)
    return [goal[at : at + puzzle.width] for at in range(0, len(goal), puzzle.width)]


def puzzle_values(document: Document) -> dict[str, Any]:
    """A puzzle with its size and its marks, as :class:`JsonFormat` reads it alone."""
    puzzle = document.puzzle
    size = {"format": OURS, "width": puzzle.width, "height": puzzle.height}
    value = {**size, **clue_values(puzzle), "palette": palette_value(puzzle), **_value(document)}
    for line in puzzle.unknown_lines:
        value["columns" if line.is_column else "rows"][line.index] = None
    return value


def _value(document: Document) -> dict[str, Any]:
    puzzle = document.puzzle
    value: dict[str, Any] = {key: getattr(puzzle, key) for key in TEXTS if getattr(puzzle, key)}
    if (palette := palette_value(puzzle)) is not None:
        value["palette"] = palette
    value |= clue_values(puzzle)
    if puzzle.goal:
        value["goal"] = goal_rows(puzzle)
    if not document.marks.is_untouched:
        rows = document.marks.to_text(puzzle.palette)
        value["marks"] = [row.replace("*", "?") for row in rows]
    if document.is_drawing:
        value["drawing"] = True
    if puzzle.extras:
        value["extras"] = [list(pair) for pair in puzzle.extras]
    return value


JSON = JsonFormat()
