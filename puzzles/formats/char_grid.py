"""Pictures as text, a sign for each cell, as number-loom reads and writes them.

``.``, a blank, ``_``, ``·``, ``0``, ``☐``, ``⬜`` or ``w`` is the background, ``#``, ``■``, ``█``,
``1``, ``⬛`` or ``X`` is black; ``r``, ``g``, ``b``, ``y``, ``c``, ``m`` (or capital letters) and
coloured squares are what they look like, and any other sign is a further colour. Signs may have
blanks between them. Triangles and triddlers are refused. Colours are only read: the signs do not
tell which ones are meant.

Source: the documentation of number-loom (Paul Stansifer).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from string import ascii_letters

from puzzles.errors import FormatError
from puzzles.formats.boards import count_problem, picture_problem, shaded_rows
from puzzles.formats.clue_lists import only
from puzzles.formats.document import Document
from puzzles.formats.text import text_of
from puzzles.grid import Grid, puzzle_of
from puzzles.model import BLACK, BLACK_AND_WHITE, MAX_SIZE, WHITE, Color, Puzzle
from puzzles.words import _, worded

_BACKGROUNDS = " ._wW·☐0x⬜"
"""The last one that a picture has is its background."""
_BLACKS = "#■█1⬛BbXx"
"""The first one that a picture has is black; ``B`` and ``b`` only if there is no other letter."""
_SURE_BLACKS = frozenset("#■█⬛")
_TRIANGLES = frozenset("◢🮞◿◣🮟◺◤🮜◸◥🮝◹/\\")
_SQUARES = {
    "🟥": "#ff0000", "🟩": "#00ff00", "🟦": "#0000ff", "🟨": "#ffff00", "🟧": "#ffa500",
    "🟪": "#800080", "🟫": "#8b4513",
}  # fmt: skip
_LETTERS = {
    "r": "#ff0000", "g": "#00ff00", "b": "#0000ff", "y": "#ffff00", "c": "#00ffff", "m": "#ff00ff",
}  # fmt: skip
_OTHERS = (
    *_LETTERS.values(), *_SQUARES.values(), "#2c2c2c", "#585858", "#848484", "#b0b0b0", "#7f0000",
    "#007f00", "#00007f", "#7f7f00", "#007f7f", "#7f007f",
)  # fmt: skip
_SNIFFED = frozenset(" ._·☐⬜") | _SURE_BLACKS | _SQUARES.keys() | frozenset("rgbycmRGBYCMXx")
_MIN_SNIFFED = 3
"""Rows and columns of a picture that is known by its contents: shorter ones may be clues."""


class CharGridFormat:
    """Reads and writes the format; see the module."""

    id = "char-grid"
    name = _("Picture of signs (.chars)")
    extensions: tuple[str, ...] = (".chars",)
    can_read = True
    can_write = True
    keeps_unknown = False

    def sniff(self, data: bytes) -> bool:
        """Whether all lines are as long, of signs for a background and for colours."""
        lines = _lines(data[:65536].decode("utf-8", "replace"))
        if len(data) > 65536:
            del lines[-1:]
        signs = set(chain(*lines))
        widths = {*map(len, lines)}
        if (len(widths) != 1 and " " not in signs) or min(len(lines), *widths) < _MIN_SNIFFED:
            return False
        if signs == {"0", "1"}:
            return True
        has_background = bool(signs & set(" ._·☐⬜" + "x" * bool(signs & _SURE_BLACKS)))
        has_ink = bool(signs & (_SURE_BLACKS | _SQUARES.keys() | {"X", "x"}))
        return has_background and has_ink and signs <= _SNIFFED

    def read_all(self, data: bytes, path: str) -> list[Document]:
        """See :class:`~puzzles.formats.document.Format`."""
        lines = _lines(text_of(data, path))
        height, width = len(lines), max(map(len, lines), default=0)
        for count, name in ((height, "rows"), (width, "columns")):
            if not 1 <= count <= MAX_SIZE:
                raise FormatError(count_problem(count, name), path)
        signs = set(chain(*lines))
        if triangles := sorted(signs & _TRIANGLES):
            text = _("'{sign}' is half a cell, and only whole cells are read")
            raise FormatError(worded(text, sign=triangles[0]), path)
        background, colors = _palette(signs, lines[0][0], path)
        states = {background: 1} | {sign: 2 << k for k, sign in enumerate(colors)}
        cells = [
            states[sign]
            for number, line in enumerate(lines, 1)
            for sign in _padded(line, width, background, path, number)
        ]
        palette = (WHITE, *colors.values()) if colors else BLACK_AND_WHITE
        palette = BLACK_AND_WHITE if [*colors.values()] == [BLACK] else palette
        like = Puzzle(((),) * height, ((),) * width, palette)
        return [Document(puzzle_of(Grid(height, width, len(palette), cells), like))]

    def problem(self, document: Document) -> str:
        """See :class:`~puzzles.formats.document.Format`: it needs the solution."""
        return picture_problem(document)

    def write_all(self, documents: Sequence[Document]) -> bytes:
        """See :class:`~puzzles.formats.document.Format`."""
        rows = shaded_rows(only(documents, self.name))
        lines = ("".join(".#"[is_shaded] for is_shaded in row) for row in rows)
        return "".join(f"{line}\n" for line in lines).encode()


CHAR_GRID = CharGridFormat()


def _lines(text: str) -> list[str]:
    """The lines with signs; without the blanks that part the signs of each."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    lines = [line for line in text.split("\n") if line]
    is_parted = all(not line[1::2].strip() and " " not in line[::2] for line in lines)
    return [line[::2] for line in lines] if is_parted and any(map(len, lines)) else lines


def _padded(line: str, width: int, background: str, path: str, number: int) -> str:
    """A line with the blanks at its end that an editor has cut off."""
    if len(line) < width and background != " ":
        text = _("the line has {length} signs, and the longest one {width}")
        raise FormatError(worded(text, length=len(line), width=width), path, number)
    return line.ljust(width)


def _palette(signs: set[str], first: str, path: str) -> tuple[str, dict[str, Color]]:
    """The sign of the background, and the colour of each other sign.

    Args:
        signs: All that the picture has.
        first: The one at its top left.
        path: The file's name, for error messages.

    Raises:
        FormatError: There are too many colours.
    """
    possible = [
        sign for sign in _BACKGROUNDS if sign in signs and (sign != "x" or signs & _SURE_BLACKS)
    ]
    is_lettered = len(signs & set(ascii_letters)) > 1
    blacks = [
        sign for sign in _BLACKS if sign in signs and not (is_lettered and sign in ascii_letters)
    ]
    background = possible[-1] if possible else "" if blacks else first
    inks = signs - {background}
    black = next((sign for sign in blacks if sign in inks), "")
    known = {sign: BLACK.rgb for sign in [black] if sign}
    known |= {sign: rgb for sign, rgb in _SQUARES.items() if sign in inks}
    known |= {
        sign: _LETTERS[sign.lower()] for sign in inks - known.keys() if sign.lower() in _LETTERS
    }
    left = [rgb for rgb in _OTHERS if rgb not in known.values()]
    others = sorted(inks - known.keys())
    if len(others) > len(left):
        raise FormatError(
            worded(
                _("the picture has {count} different signs, more than there are colours"),
                count=len(signs),
            ),
            path,
        )
    known |= dict(zip(others, left, strict=False))
    symbols = iter(sorted(set(ascii_letters) - inks))
    colors = {
        sign: Color(sign if sign in ascii_letters else next(symbols), rgb)
        for sign, rgb in sorted(known.items(), key=lambda pair: (pair[0] != black, pair[0]))
    }
    return background, {sign: BLACK if sign == black else color for sign, color in colors.items()}
