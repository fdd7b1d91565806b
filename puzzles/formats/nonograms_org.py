"""Pages of nonograms.org and nonograms.ru, saved as HTML; only read.

A script in the page has the picture as ``var d=[[…],…];``, lists of four numbers. A list
``a, b, c, m`` may stand for the number ``a % m + b % m - c % m``. In the order of the lists:

====  ==========================================================================================
0     not used
1-3   the width, the height and the number of colours, each as such a number
4     the key of the colours ``a, b, c, e``
next  one list for each colour: red is its first number less ``b``, green its second less ``a``,
      blue its third less ``e``
next  the number of runs: ``(a % m)² + 2 (b % m) + c % m``
next  the key of the runs ``a, b, c, e``
rest  one list for each run ``x, length, colour, y``, each less its number of the key; ``x`` and
      ``y`` count from 1
====  ==========================================================================================

Source: the decoder of pynogram (Tsionyx), which was found from the site's script.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from puzzles.errors import FormatError
from puzzles.formats.boards import CellBudget
from puzzles.formats.document import Document
from puzzles.formats.text import text_of, unescaped
from puzzles.grid import BLANK, Grid, puzzle_of
from puzzles.model import BLACK, BLACK_AND_WHITE, MAX_SIZE, WHITE, Color, Puzzle
from puzzles.words import _, plural, worded

_SCRIPT = re.compile(r"\bvar\s+d\s*=\s*\[([0-9,\[\]\s]+)\]\s*;")
_SNIFFED = re.compile(rb"\bvar\s+d\s*=\s*\[\s*\[\s*[0-9]+\s*,")
_LIST = re.compile(
    r"\[\s*([0-9]{1,9})\s*,\s*([0-9]{1,9})\s*,\s*([0-9]{1,9})\s*,\s*([0-9]{1,9})\s*\]"
)
_TITLE = re.compile(r"<title>([^<]{0,300})</title>", re.IGNORECASE)
_NAME = re.compile('[«“"](.+)[»”"]')
_NUMBER = re.compile(r"nonograms\.(?:org|ru)/(nonograms2?)/i/([0-9]{1,9})")
_LETTERS = "abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ"
_MAX_COLORS = 30
_FIRST_COLOR = 5
_MAX_RUNS = MAX_SIZE * MAX_SIZE

_Quad = tuple[int, int, int, int]


class NonogramsOrgFormat:
    """Reads the format; see the module."""

    id = "nonograms"
    name = _("Page of nonograms.org (.html)")
    extensions: tuple[str, ...] = (".html", ".htm")
    can_read = True
    can_write = False
    keeps_unknown = False

    def sniff(self, data: bytes) -> bool:
        """Whether there is a script with such lists."""
        return _SNIFFED.search(data) is not None

    def read_all(self, data: bytes, path: str) -> list[Document]:
        """See :class:`~puzzles.formats.document.Format`."""
        text = text_of(data, path)
        match = _SCRIPT.search(text)
        if match is None:
            raise FormatError(
                _(
                    "this page has no puzzle of nonograms.org ('var d='); save the page of the "
                    "puzzle itself"
                ),
                path,
            )
        numbers = [_quad(found) for found in _LIST.finditer(match[1])]
        reader = _Reader(numbers, path, text.count("\n", 0, match.start()) + 1)
        puzzle = replace(reader.puzzle(), title=_title(text), catalogue=_catalogue(text))
        return [Document(puzzle)]

    def problem(self, document: Document) -> str:
        """See :class:`~puzzles.formats.document.Format`."""
        return _("the pages are only read")

    def write_all(self, documents: Sequence[Document]) -> bytes:
        """See :class:`~puzzles.formats.document.Format`."""
        raise FormatError(_("pages of nonograms.org can only be read"))


class _Reader:
    """Decodes the lists."""

    def __init__(self, lists: Sequence[_Quad], path: str, line: int) -> None:
        self.lists, self.path, self.line = lists, path, line

    def puzzle(self) -> Puzzle:
        budget = CellBudget(self.path)
        width, height, colors = (self._number(self._list(at)) for at in (1, 2, 3))
        budget.size(str(width), "columns", self.line)
        budget.size(str(height), "rows", self.line)
        if not 1 <= colors <= _MAX_COLORS:
            raise self._error(
                plural(
                    colors,
                    "it has {count} colour, from 1 to {limit} are possible",
                    "it has {count} colours, from 1 to {limit} are possible",
                    limit=_MAX_COLORS,
                )
            )
        palette = self._palette(colors)
        grid = Grid(height, width, len(palette), [BLANK] * (height * width))
        for x, length, color, y in self._runs(_FIRST_COLOR + colors):
            is_inside = 1 <= x <= x + length - 1 <= width and 1 <= y <= height
            if not is_inside or not 1 <= color <= colors:
                raise self._error(_("a run of its picture is not on the board"))
            for column in range(x - 1, x - 1 + length):
                grid[y - 1, column] = 1 << color
        return puzzle_of(grid, Puzzle(((),) * height, ((),) * width, palette))

    def _palette(self, count: int) -> tuple[Color, ...]:
        red, green, _ignored, blue = self._list(_FIRST_COLOR - 1)
        values = []
        for at in range(_FIRST_COLOR, _FIRST_COLOR + count):
            one, two, three, _ignored = self._list(at)
            rgb = one - green, two - red, three - blue
            if not all(0 <= part <= 255 for part in rgb):
                raise self._error(_("one of its colours is none"))
            values.append("#{:02x}{:02x}{:02x}".format(*rgb))
        if values == [BLACK.rgb]:
            return BLACK_AND_WHITE
        symbols = iter(_LETTERS)
        has_black = values.count(BLACK.rgb) == 1
        return WHITE, *(
            BLACK if has_black and rgb == BLACK.rgb else Color(next(symbols), rgb) for rgb in values
        )

    def _runs(self, at: int) -> list[_Quad]:
        a, b, c, m = self._list(at)
        self._check_modulus(m)
        count = (a % m) ** 2 + 2 * (b % m) + c % m
        if count > _MAX_RUNS or at + 2 + count > len(self.lists):
            raise self._error(_("its picture is not complete"))
        key = self._list(at + 1)
        found = self.lists[at + 2 : at + 2 + count]
        return [
            (run[0] - key[0], run[1] - key[1], run[2] - key[2], run[3] - key[3]) for run in found
        ]

    def _number(self, quad: _Quad) -> int:
        a, b, c, m = quad
        self._check_modulus(m)
        return a % m + b % m - c % m

    def _check_modulus(self, m: int) -> None:
        if not m:
            raise self._error(_("its numbers are damaged"))

    def _list(self, at: int) -> _Quad:
        if at >= len(self.lists):
            raise self._error(_("its picture is not complete"))
        return self.lists[at]

    def _error(self, problem: str) -> FormatError:
        return FormatError(
            worded("the puzzle of this page cannot be read: {problem}", problem=problem),
            self.path,
            self.line,
        )


def _quad(match: re.Match[str]) -> _Quad:
    a, b, c, d = map(int, match.groups())
    return a, b, c, d


def _title(text: str) -> str:
    """The name of the picture, which stands in quotes in the title of the page."""
    match = _TITLE.search(text)
    name = _NAME.search(unescaped(match[1])) if match else None
    return name[1] if name else ""


def _catalogue(text: str) -> str:
    """Where the puzzle is from: ``nonograms.org 123``."""
    match = _NUMBER.search(text)
    return f"nonograms.org {match[2]}" if match else ""


NONOGRAMS_ORG = NonogramsOrgFormat()
