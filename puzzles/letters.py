"""Small pixel letters for drawings and generated pictures, five cells high.

There are capitals only; small letters and accents are written as their capitals, and characters
that the font does not have as a box.
"""

from __future__ import annotations

import unicodedata

Cell = tuple[int, int]
"""Row and column."""

HEIGHT = 5
"""The height of a letter, in cells."""
LINE_HEIGHT = HEIGHT + 1
_GLYPHS = {
    "A": ".#./#.#/###/#.#/#.#", "B": "##./#.#/##./#.#/##.", "C": ".##/#../#../#../.##",
    "D": "##./#.#/#.#/#.#/##.", "E": "###/#../##./#../###", "F": "###/#../##./#../#..",
    "G": ".##/#../#.#/#.#/.##", "H": "#.#/#.#/###/#.#/#.#", "I": "###/.#./.#./.#./###",
    "J": "..#/..#/..#/#.#/.#.", "K": "#.#/#.#/##./#.#/#.#", "L": "#../#../#../#../###",
    "M": "#...#/##.##/#.#.#/#...#/#...#", "N": "#..#/##.#/#.##/#..#/#..#",
    "O": "###/#.#/#.#/#.#/###", "P": "##./#.#/##./#../#..", "Q": "###/#.#/#.#/###/..#",
    "R": "##./#.#/##./#.#/#.#", "S": ".##/#../.#./..#/##.", "T": "###/.#./.#./.#./.#.",
    "U": "#.#/#.#/#.#/#.#/###", "V": "#.#/#.#/#.#/#.#/.#.",
    "W": "#...#/#...#/#.#.#/##.##/#...#", "X": "#.#/#.#/.#./#.#/#.#",
    "Y": "#.#/#.#/.#./.#./.#.", "Z": "###/..#/.#./#../###",
    "0": ".#./#.#/#.#/#.#/.#.", "1": ".#./##./.#./.#./###", "2": "##./..#/.#./#../###",
    "3": "##./..#/.#./..#/##.", "4": "#.#/#.#/###/..#/..#", "5": "###/#../##./..#/##.",
    "6": ".##/#../###/#.#/###", "7": "###/..#/.#./.#./.#.", "8": "###/#.#/.#./#.#/###",
    "9": "###/#.#/###/..#/##.",
    " ": "../../../../..", ".": "././././#", ",": "../../../.#/#.", "!": "#/#/#/./#",
    "?": "##./..#/.#./.../.#.", ":": "./#/./#/.", ";": "../.#/../.#/#.", "'": "#/#/././.",
    '"': "#.#/#.#/.../.../...", "-": ".../.../###/.../...", "+": ".../.#./###/.#./...",
    "=": ".../###/.../###/...", "*": "#.#/.#./#.#/.../...", "/": "..#/..#/.#./#../#..",
    "\\": "#../#../.#./..#/..#", "(": ".#/#./#./#./.#", ")": "#./.#/.#/.#/#.",
    "[": "##/#./#./#./##", "]": "##/.#/.#/.#/##", "<": "..#/.#./#../.#./..#",
    ">": "#../.#./..#/.#./#..", "_": ".../.../.../.../###", "#": ".#.#./#####/.#.#./#####/.#.#.",
    "%": "#.#/..#/.#./#../#.#", "&": ".#../#.#./.##./#.#./.#.#", "$": ".##/##./.#./.##/##.",
    "@": ".##./#..#/#.##/#.../.##.", "^": ".#./#.#/.../.../...", "|": "#/#/#/#/#",
    "~": "..../.#.#/#.#./..../....", "°": "##/##/../../..",
}  # fmt: skip
_BOX = "###/#.#/#.#/#.#/###"
_QUOTES = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "„": '"', "–": "-", "—": "-"})


def text_cells(text: str, at: Cell = (0, 0)) -> frozenset[Cell]:
    """The cells of a text, with one clear column between letters.

    Args:
        text: One or more lines.
        at: The top left cell of the first letter.

    >>> sorted(text_cells("i!"))[:4]
    [(0, 0), (0, 1), (0, 2), (0, 4)]
    """
    found = set()
    for number, line in enumerate(text.split("\n")):
        left = at[1]
        for rows in map(glyph, _written(line)):
            for r, row in enumerate(rows, at[0] + number * LINE_HEIGHT):
                found |= {(r, left + c) for c, sign in enumerate(row) if sign == "#"}
            left += len(rows[0]) + 1
    return frozenset(found)


def glyph(sign: str) -> list[str]:
    """The rows of a character; ``#`` is shaded.

    >>> glyph("T")
    ['###', '.#.', '.#.', '.#.', '.#.']
    """
    return _GLYPHS.get(sign, _BOX).split("/")


def text_width(line: str) -> int:
    """The width of a line of text, in cells, without a gap at its end; 0 for no text."""
    return max(0, sum(len(glyph(sign)[0]) + 1 for sign in _written(line)) - 1)


def _written(line: str) -> str:
    """The characters of the font that write a line."""
    plain = unicodedata.normalize("NFD", line.translate(_QUOTES).upper())
    return "".join(sign for sign in plain if not unicodedata.combining(sign))
