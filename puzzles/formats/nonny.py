"""The colours of nonny's ``.non`` files, written as those of others.

``color red FF0000 #`` declares a name, a value, and a sign that stands for it in pictures. In clues
a name is in force until the next one in the line, with or without a colon behind it; each line
begins in black: ``1, red: 2, 1 blue 3`` is ``1,2r,1r,3b``.

Source: the files that come with nonny, and its reader of them (Gregory Kikola).
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from puzzles.errors import PuzzleError
from puzzles.model import BLACK, WHITE, Color
from puzzles.words import worded

_COLOR = re.compile(r"([A-Za-z]\w*):?\s+#?([0-9A-Fa-f]{6})(?:\s+\S)?")
_TOKEN = re.compile(r"([0-9]*)([A-Za-z]\w*)?")
_SEPARATOR = re.compile(r"[,:.\s]+")
_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_BACKGROUND = "background"


def color_in(text: str, taken: Mapping[str, Color]) -> Color | None:
    """The colour that a line declares, with a symbol of its own; ``None`` if it declares none.

    >>> color_in("red FF0000 #", {})
    Color(symbol='r', rgb='#ff0000', name='red')
    """
    match = _COLOR.fullmatch(text)
    if match is None:
        return None
    name, rgb = match[1], f"#{match[2].lower()}"
    if name.lower() == _BACKGROUND:
        return Color(WHITE.symbol, rgb)
    if (name.lower(), rgb) == ("black", BLACK.rgb):
        return BLACK
    free = (letter for letter in name.lower() + _LETTERS if letter in _LETTERS)
    symbol = next((letter for letter in free if letter not in taken), "")
    return Color(symbol, rgb, name) if symbol else None


def name_in(text: str) -> str:
    """The name at the beginning of a line of clues or behind ``color``; empty if there is none."""
    match = re.match(r"([A-Za-z]\w*)", text)
    return match[1].lower() if match else ""


def clues_text_of(text: str, symbols: Mapping[str, str]) -> str:
    """A line of clues with a letter behind each number.

    Args:
        text: The line.
        symbols: The symbols of the colours by their names in small letters.

    Raises:
        PuzzleError: A word is neither a number nor a name.

    >>> clues_text_of("1, red: 2, 1 blue 3", {"red": "r", "blue": "b", "black": "1"})
    '1,2r,1r,3b'
    """
    found = []
    current = ""
    for word in filter(None, _SEPARATOR.split(text)):
        match = _TOKEN.fullmatch(word)
        name = match[2].lower() if match is not None and match[2] else ""
        if match is None or (name and name not in symbols):
            raise PuzzleError(
                worded("expected a number or the name of a colour, found '{word}'", word=word)
            )
        symbol = symbols[name] if name else current
        if match[1]:
            found.append(f"{match[1]}{symbol}")
        else:
            current = "" if symbol == BLACK.symbol else symbol
    return ",".join(found)
