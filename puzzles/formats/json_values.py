"""Values in the JSON of other programs, made our own: clues, palettes and pictures.

A palette is a list of colours, the background first, or an object with a colour for each symbol. A
colour is ``#rrggbb``, ``#rgb`` or an object with such a text. Clues and pictures call it by its
symbol, its name, its value or its place in the list. What is not understood is ``None``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from puzzles.model import BLACK, WHITE

MAX_COLORS = 31
"""The background included."""
MAX_TEXT = 1_000_000
"""Characters of a title or another text."""
_HEX = re.compile(r"#?([0-9a-f]{3}|[0-9a-f]{6})")
_VALUE_KEYS = ("rgb", "hex", "value", "color", "colour")
_SYMBOL = re.compile("[01A-Za-z]")
_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_BLANK_SIGNS = ("0", ".", "-", "_", " ", "")
_SHADED_SIGNS = ("1", "#", "x", "X", "*", chr(0x2588))
_SEPARATOR = re.compile(r"[.,;\s]+")


def text_value(value: object) -> str | None:
    """A text or a number as a text."""
    if isinstance(value, str):
        return value[:MAX_TEXT]
    return str(value) if isinstance(value, int | float) else None


def pairs(value: object) -> list[list[str]] | None:
    """Pairs of texts, as the ``extras`` of our own files."""
    if not isinstance(value, list):
        return None
    is_right = all(
        isinstance(pair, list) and [type(part) for part in pair] == [str, str] for pair in value
    )
    return value if is_right else None


class Values:
    """The values of one puzzle: first the palette, by which the others name their colours."""

    def __init__(self, rows: list[Any], columns: list[Any], palette: object) -> None:
        self._height, self._width = len(rows), len(columns)
        self._symbols = {"1": BLACK.symbol}
        """The symbols of the colours by what clues and pictures call them."""
        pairs_of_clues = [*_pairs_in(rows), *_pairs_in(columns)]
        self._named = {_name(pair[1]) for pair in pairs_of_clues}
        """What the clues call their colours."""
        entries = None
        if palette is not None:
            entries = self._palette(
                palette,
                max((pair[1] for pair in pairs_of_clues if type(pair[1]) is int), default=0),
            )
        self.has_unknown_palette = palette is not None and entries is None
        self.clues: dict[str, Any] = {} if entries is None else {"palette": entries}
        if self.has_unknown_palette and self._named:
            self.clues = {"palette": _refused(palette)}  # the clues need its colours
        for key, lines in (("rows", rows), ("columns", columns)):
            self.clues[key] = [self._line(line) for line in lines]

    def goal(self, value: object) -> list[str] | None:
        """The rows of a picture: a symbol for each cell."""
        signs = dict.fromkeys(_BLANK_SIGNS, WHITE.symbol)
        inks = set(self._symbols.values()) - {WHITE.symbol}
        if len(inks) == 1:
            signs |= dict.fromkeys(_SHADED_SIGNS, *inks)
        return self._picture(value, signs | self._symbols)

    def marks(self, value: object) -> list[str] | None:
        """The rows of marks, as in our own files."""
        inks = set(self._symbols.values()) - {WHITE.symbol}
        return self._picture(value, {state: state for state in (*inks, "?", ".", "#")})

    def _picture(self, value: object, signs: Mapping[str, str]) -> list[str] | None:
        rows = _rows(value, self._width)
        if len(rows) != self._height or any(len(row) != self._width for row in rows):
            return None
        try:
            return ["".join([signs[_name(cell)] for cell in row]) for row in rows]
        except KeyError:
            return None

    def _line(self, line: object) -> object:
        """The clues of a line; what is not understood stays, to be refused with its place."""
        if line is None:
            return None
        if isinstance(line, str):
            line = [part for part in _SEPARATOR.split(line) if part]
        return [self._clue(each) for each in (line if isinstance(line, list) else [line])]

    def _clue(self, clue: object) -> object:
        if isinstance(clue, list) and len(clue) == 2:
            return [clue[0], self._symbols.get(_name(clue[1]), clue[1])]
        if isinstance(clue, str) and re.fullmatch("[0-9]{1,6}", clue):
            return int(clue)
        return clue

    def _palette(self, palette: object, largest_place: int) -> list[dict[str, str]] | None:
        """The palette as ours, the background first."""
        if isinstance(palette, dict):
            palette = [{"symbol": symbol, "rgb": rgb} for symbol, rgb in palette.items()]
        if not isinstance(palette, list) or not 1 <= len(palette) < MAX_COLORS:
            return None
        entries = [each if isinstance(each, dict) else {"rgb": each} for each in palette]
        values = [_rgb(entry) for entry in entries]
        if None in values:
            return None
        own = [_name(entry.get("symbol")) for entry in entries]
        colors = [(e, str(rgb), sign) for e, rgb, sign in zip(entries, values, own, strict=True)]
        background = next((sign for sign in own if sign in _BLANK_SIGNS[:-1]), "")
        if background:
            colors.insert(0, colors.pop(own.index(background)))
        elif any(own) or largest_place == len(own):
            colors.insert(0, ({}, WHITE.rgb, WHITE.symbol))
        return self._entries(colors)

    def _entries(
        self, colors: Sequence[tuple[dict[str, Any], str, str]]
    ) -> list[dict[str, str]] | None:
        if len(colors) < 2:
            return None
        taken_signs = self._named.union(own for *_, own in colors)
        free = iter([letter for letter in _LETTERS if letter not in taken_signs])
        found: list[dict[str, str]] = []
        names: dict[str, str] = {}
        for place, (entry, rgb, own) in enumerate(colors):
            taken = [color["symbol"] for color in found]
            if not place:
                symbol = WHITE.symbol
            elif _SYMBOL.fullmatch(own) and own not in taken:
                symbol = own
            else:
                symbol = BLACK.symbol if len(colors) == 2 else next(free)
            name = entry.get("name")
            found.append({"symbol": symbol, "rgb": rgb})
            if isinstance(name, str) and name:
                found[-1]["name"] = name
            names |= {str(place): symbol, rgb: symbol, _name(entry.get("rgb")): symbol}
            names |= {name: symbol} if isinstance(name, str) else {}
        own_signs = [(own, ours) for (*_, own), ours in zip(colors, found, strict=True) if own]
        self._symbols = names | {own: ours["symbol"] for own, ours in own_signs}
        return found


def _refused(palette: object) -> object:
    """A palette of ours with the first value that is no colour, which the reader names."""
    if isinstance(palette, dict):
        palette = list(palette.values())
    for each in palette if isinstance(palette, list) else ():
        entry = each if isinstance(each, dict) else {"rgb": each}
        if _rgb(entry) is None:
            value = next((entry[key] for key in _VALUE_KEYS if key in entry), None)
            ours = {"symbol": WHITE.symbol, "rgb": WHITE.rgb}
            return [ours, {"symbol": _LETTERS[0], "rgb": _name(value)}]
    return palette


def _pairs_in(lines: Sequence[object]) -> Iterator[list[Any]]:
    """The clues that name their colours."""
    for line in lines:
        for clue in line if isinstance(line, list) else ():
            if isinstance(clue, list) and len(clue) == 2:
                yield clue


def _rows(value: object, width: int) -> Sequence[Sequence[object]]:
    """The rows of a picture: one text or list of all cells, or one for each row."""
    if isinstance(value, str):
        value = value.split()
        value = value if len(value) > 1 else list("".join(value))
    if not isinstance(value, list):
        return []
    if all(isinstance(row, list) for row in value):
        return value
    if all(isinstance(row, str) for row in value) and any(len(row) > 1 for row in value):
        return [row if len(row) == width else "".join(row.split()) for row in value]
    if width == 1:
        return [[cell] for cell in value]
    return [value[at : at + width] for at in range(0, len(value), width)]


def _name(value: object) -> str:
    """What a value calls a colour or a state."""
    if isinstance(value, bool):
        return str(int(value))
    return "" if value is None else str(value)


def _rgb(entry: Mapping[str, Any]) -> str | None:
    """The value of a colour as ``#rrggbb``."""
    text = next((entry[key] for key in _VALUE_KEYS if isinstance(entry.get(key), str)), "")
    found = _HEX.fullmatch(text.strip().lower())
    if found is None:
        return None
    return f"#{found[1] if len(found[1]) == 6 else ''.join(2 * digit for digit in found[1])}"
