"""The format ``.g`` of Olšák's solver: grids in colour.

Lines before the first one that begins with ``:`` or ``#`` are a comment; the first of them is the
title. ``#d`` begins the colours, one a line: ``r:&  red  a comment`` declares the colour ``r``,
drawn as ``&``, by a name or ``#rrggbb``. ``0`` is the background, ``1`` the colour of numbers
without a letter. ``:`` begins the rows, the columns, and the end. A blank line among them is an
empty line of the puzzle; other readers refuse a ``0``. Without the last ``:`` the columns end at
the last line that is not blank. Puzzles with triangles and triddlers are refused.

Source: the comments in the examples that come with the solver.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache

from puzzles.errors import FormatError
from puzzles.formats.boards import count_problem
from puzzles.formats.clue_lists import TextLine, only, text_lines, without_blank_end
from puzzles.formats.document import Document
from puzzles.model import BLACK, MAX_SIZE, WHITE, Clue, Clues, Color, Puzzle, clean_text
from puzzles.words import _, plural, worded

_COLOR = re.compile(r"(\S):(\S?)\s+(\S+)\s*(.*)")
_NUMBER = re.compile(r"([0-9]+)(\S?)")
_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_MAX_COLORS = 31
_MAX_DIGITS = 6
_HEX = re.compile("#[0-9a-fA-F]{6}")


class OlsakFormat:
    """Reads and writes the format; see the module."""

    id = "g"
    name = _("Olšák's grid (.g)")
    extensions: tuple[str, ...] = (".g",)
    can_read = True
    can_write = True
    keeps_unknown = False

    def sniff(self, data: bytes) -> bool:
        """Whether lines begin the rows and the columns, or the colours."""
        head = data[:65536]
        sections = len(re.findall(rb"^:[^\n]*\r?$", head, re.M))
        has_colors = re.search(rb"^#[dD][^\n]*\r?\n\s*\S:\S?\s", head, re.M)
        return sections >= 2 and (has_colors is not None or sections == 3)

    def read_all(self, data: bytes, path: str) -> list[Document]:
        """See :class:`~puzzles.formats.document.Format`."""
        return [_Reader(path).read(text_lines(data, path))]

    def problem(self, document: Document) -> str:
        """See :class:`~puzzles.formats.document.Format`: it can hold all clues and colours."""
        return ""

    def write_all(self, documents: Sequence[Document]) -> bytes:
        """See :class:`~puzzles.formats.document.Format`."""
        return "".join(f"{line}\n" for line in _written(only(documents, self.name).puzzle)).encode()


class _Reader:
    """Reads one puzzle."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.colors: dict[str, Color] = {}
        """The colours by their character in clues, in the order of the file."""

    def read(self, lines: Sequence[TextLine]) -> Document:
        starts = [at for at, line in enumerate(lines) if line.text.startswith(":")]
        if len(starts) < 2:
            raise self._error(
                _("two lines begin with ':', one above the rows, one above the columns")
            )
        head = lines[: starts[0]]
        end = starts[2] if len(starts) > 2 else len(lines)
        title = next((line.text for line in head if line.text), "")
        self._read_colors(head)
        rows = self._numbers(lines[starts[0] + 1 : starts[1]], lines[starts[0]], "rows")
        below = lines[starts[1] + 1 : end]
        if len(starts) == 2:
            below = without_blank_end(below)
        columns = self._numbers(below, lines[starts[1]], "columns")
        used = {char for line in (*rows, *columns) for _, char, _ in line}
        inks = self._palette(used)
        return Document(
            Puzzle(
                tuple(self._clues(line, inks) for line in rows),
                tuple(self._clues(line, inks) for line in columns),
                (self.colors.get("0", WHITE), *(color for color, _ in inks.values())),
                title="" if title.startswith("#") else clean_text(title),
            )
        )

    def _error(self, problem: str, line: TextLine | None = None) -> FormatError:
        return FormatError(problem, self.path, line.number if line is not None else None)

    def _read_colors(self, head: Sequence[TextLine]) -> None:
        begun = next((at for at, line in enumerate(head) if line.text.startswith("#")), None)
        if begun is None:
            return
        if not head[begun].text.lower().startswith("#d"):
            raise self._error(
                _("this is a puzzle on triangles; only grids can be read"), head[begun]
            )
        for line in head[begun + 1 :]:
            if not line.text:
                continue
            found = _COLOR.fullmatch(line.text)
            if found is None:
                raise self._error(
                    worded("a colour is written 'r:r red', not '{line}'", line=line.text[:20]), line
                )
            char, drawn, value, name = found.groups()
            if drawn in ("/", "\\") or value in ("/", "\\"):
                raise self._error(_("this puzzle has triangles, which cannot be read"), line)
            rgb = value.lower() if _HEX.fullmatch(value) else named_colors().get(value.lower())
            if rgb is None:
                raise self._error(
                    worded("the colour '{value}' is not known; write it #rrggbb", value=value[:20]),
                    line,
                )
            is_named = not _HEX.fullmatch(value) and char not in "01"
            symbol = char if char in "01" else "a"  # replaced below
            label = name or (value if is_named else "")
            self.colors.setdefault(char, Color(symbol, rgb, clean_text(label)))

    def _numbers(
        self, lines: Sequence[TextLine], start: TextLine, name: str
    ) -> list[list[tuple[int, str, TextLine]]]:
        """The numbers of each line, with the character of their colour and their line."""
        if not 1 <= len(lines) <= MAX_SIZE:
            raise self._error(count_problem(len(lines), name), start)
        return [list(self._line(line)) for line in lines]

    def _line(self, line: TextLine) -> Iterator[tuple[int, str, TextLine]]:
        words = line.text.split()
        if len(words) > MAX_SIZE:
            raise self._error(worded("more than {limit} numbers in a line", limit=MAX_SIZE), line)
        for word in words:
            found = _NUMBER.fullmatch(word)
            if found is None:
                raise self._error(worded("expected a number, found '{word}'", word=word[:20]), line)
            digits, char = found.groups()
            if digits[:-_MAX_DIGITS].strip("0"):
                raise self._error(_("a number is larger than any board"), line)
            if len(words) > 1 or int(digits[-_MAX_DIGITS:]):
                yield int(digits[-_MAX_DIGITS:]), char or "1", line

    def _palette(self, used: set[str]) -> dict[str, tuple[Color, int]]:
        """The colours besides the background, each with its index; missing ones are told later."""
        found = {char: color for char, color in self.colors.items() if char != "0"}
        if "1" in used or not found:
            found.setdefault("1", BLACK)
        if len(found) >= _MAX_COLORS:
            raise self._error(
                plural(
                    len(found),
                    "there is {count} colour; at most {limit} are possible",
                    "there are {count} colours; at most {limit} are possible",
                    limit=_MAX_COLORS - 1,
                )
            )
        free = iter([letter for letter in _LETTERS if letter not in found])
        inks: dict[str, tuple[Color, int]] = {}
        for index, (char, color) in enumerate(found.items(), 1):
            symbol = char if char == "1" or char in _LETTERS else next(free)
            inks[char] = Color(symbol, color.rgb, color.name), index
        return inks

    def _clues(
        self, line: Sequence[tuple[int, str, TextLine]], inks: dict[str, tuple[Color, int]]
    ) -> Clues:
        for _ignored, char, where in line:
            if char not in inks:
                raise self._error(
                    worded("the colour '{char}' is not declared below '#d'", char=char), where
                )
        return tuple(Clue(length, inks[char][1]) for length, char, _ in line)


@cache
def named_colors() -> dict[str, str]:
    """The colours of X11 and CSS by name."""
    from PIL import ImageColor

    names = {**ImageColor.colormap}
    return {name: str(value).lower() for name, value in names.items() if isinstance(value, str)}


def _written(puzzle: Puzzle) -> Iterator[str]:
    title = puzzle.title.lstrip(":# ")
    if title:
        yield title
    if puzzle.palette != (WHITE, BLACK):
        yield "#d"
        for color in puzzle.palette:
            yield f"   {color.symbol}:{color.symbol}  {color.rgb}  {color.name}".rstrip()
    for key, lines in ((":rows", puzzle.rows), (":columns", puzzle.columns)):
        yield key
        for line in lines:
            symbols = (puzzle.palette[color].symbol.replace("1", "") for _, color in line)
            texts = (f"{c.length}{s}" for c, s in zip(line, symbols, strict=True))
            yield " ".join(texts)
    yield ":end"


OLSAK = OlsakFormat()
