"""The text files of pynogram and the TOML files of nonogrid, which have the same parts.

``[clues]`` has ``rows`` and ``columns``, each line of the puzzle on a line of its own or behind a
comma; pynogram's have no quotes around them. ``[colors]`` declares names for numbers: ``b = (blue)
*``, with a name, a triplet or six hexadecimal digits, and a sign for terminals. ``2b 1`` is a 2 in
that colour and a black 1. ``#`` and ``;`` begin a comment. The background is white.

Source: the comments in the examples that come with both (Tsionyx).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from string import ascii_lowercase, ascii_uppercase

from puzzles.errors import FormatError, PuzzleError
from puzzles.formats.boards import count_problem
from puzzles.formats.clue_lists import TextLine, only, text_lines
from puzzles.formats.document import Document
from puzzles.formats.olsak import named_colors
from puzzles.model import BLACK, MAX_SIZE, WHITE, Clues, Color, Puzzle
from puzzles.notation import clues_text, read_clues
from puzzles.words import _, worded

_SNIFFED = re.compile(rb"^[ \t]*\[(?:clues|colors)\][ \t]*(?:[#;][^\n]*)?\r?$", re.M)
_SECTION = re.compile(r"\[(\w+)\].*")
_COLOR = re.compile(r"(?<!\w)([A-Za-z]\w{0,40})\s{0,9}=\s{0,9}\(([^()]{0,40})\)")
_KEY = re.compile(r"(rows|columns)\s*=(.*)")
_COMMENT = re.compile(r"[#;].*")
_NOISE = str.maketrans("", "", "\"'[]")
_TRIPLET = re.compile(r"([0-9]{1,3})\s*,\s*([0-9]{1,3})\s*,\s*([0-9]{1,3})")
_NAMED = re.compile(r"(?<![0-9])([0-9]+)([A-Za-z]\w*)")
_MAX_COLORS = 30
_LETTERS = ascii_lowercase + ascii_uppercase


class NonogridFormat:
    """Reads and writes the format; see the module."""

    id = "nonogrid"
    name = "nonogrid (.toml)"
    extensions: tuple[str, ...] = (".toml",)
    can_read = True
    can_write = True
    keeps_unknown = False

    def sniff(self, data: bytes) -> bool:
        """Whether a line is the heading of the clues or of the colours."""
        return _SNIFFED.search(data[:65536]) is not None

    def read_all(self, data: bytes, path: str) -> list[Document]:
        """See :class:`~puzzles.formats.document.Format`."""
        return [_Reader(path).read(text_lines(data, path))]

    def problem(self, document: Document) -> str:
        """See :class:`~puzzles.formats.document.Format`."""
        background, *inks = document.puzzle.palette
        if background.rgb != WHITE.rgb:
            return _("its background is not white")
        if any(ink.symbol == BLACK.symbol and ink.rgb != BLACK.rgb for ink in inks):
            return _("numbers without a letter are black in these files")
        return ""

    def write_all(self, documents: Sequence[Document]) -> bytes:
        """See :class:`~puzzles.formats.document.Format`."""
        return "".join(f"{line}\n" for line in _written(only(documents, self.name).puzzle)).encode()


class _Reader:
    """Reads one puzzle."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.colors: dict[str, Color] = {}
        """By their names in the file."""
        self.lines: dict[str, list[TextLine]] = {"rows": [], "columns": []}

    def read(self, lines: Sequence[TextLine]) -> Document:
        section = key = ""
        for line in lines:
            if match := _SECTION.fullmatch(line.text):
                section, key = match[1], ""
            elif section == "colors" and not line.text.startswith(("#", ";")):
                for name, value in _COLOR.findall(line.text):
                    self._declare(name, value.strip(), line)
            elif section == "clues":
                text = _COMMENT.sub("", line.text)
                if match := _KEY.fullmatch(text.strip()):
                    key, text = match[1], match[2]
                if key:
                    items = map(str.strip, text.translate(_NOISE).split(","))
                    self.lines[key] += [TextLine(line.number, item) for item in items if item]
        for name, found in self.lines.items():
            if not 1 <= len(found) <= MAX_SIZE:
                raise FormatError(count_problem(len(found), name), self.path)
        words = [
            word for found in self.lines.values() for line in found for word in line.text.split()
        ]
        is_black = any(word.isdecimal() and word.strip("0") for word in words)
        inks = [*([BLACK] if is_black or not self.colors else []), *self.colors.values()]
        index = {color.symbol: k for k, color in enumerate(inks, 1)}
        rows, columns = (
            tuple([self._clues(line, index) for line in found]) for found in self.lines.values()
        )
        return Document(Puzzle(rows, columns, (WHITE, *inks)))

    def _declare(self, name: str, value: str, line: TextLine) -> None:
        """Declare a colour; one that is declared again keeps its first value."""
        if name in self.colors:
            return
        if len(self.colors) == _MAX_COLORS:
            text = _("more than {limit} colours")
            raise FormatError(worded(text, limit=_MAX_COLORS), self.path, line.number)
        triplet, bare = _TRIPLET.fullmatch(value), value.removeprefix("#").lower()
        if triplet:
            rgb = "#" + "".join(f"{min(255, int(part)):02x}" for part in triplet.groups())
        elif re.fullmatch(r"[0-9a-f]{6}", bare):
            rgb = f"#{bare}"
        elif bare in named_colors():
            rgb = named_colors()[bare]
        else:
            text = _("the colour '{value}' is not known; write it #rrggbb")
            raise FormatError(worded(text, value=value[:20]), self.path, line.number)
        taken = {color.symbol for color in self.colors.values()}
        wanted = name if len(name) == 1 else name.lower() + _LETTERS
        symbol = next(one for one in wanted + _LETTERS if one in _LETTERS and one not in taken)
        label = name if len(name) > 1 else bare if bare in named_colors() else ""
        self.colors[name] = Color(symbol, rgb, label)

    def _clues(self, line: TextLine, index: Mapping[str, int]) -> Clues:
        def with_symbol(match: re.Match[str]) -> str:
            if match[2] not in self.colors:
                text = _("the colour '{name}' is not declared below '[colors]'")
                raise PuzzleError(worded(text, name=match[2][:20]))
            return f"{match[1]}{self.colors[match[2]].symbol}"

        try:
            return read_clues(_NAMED.sub(with_symbol, line.text), index)
        except PuzzleError as error:
            raise FormatError(str(error), self.path, line.number) from None


def _written(puzzle: Puzzle) -> Iterator[str]:
    yield "[colors]"
    yield "defs = ["
    for color in puzzle.palette[1:]:
        if color.symbol != BLACK.symbol:
            parts = (str(int(color.rgb[k : k + 2], 16)) for k in (1, 3, 5))
            yield f'  "{color.symbol} = ({", ".join(parts)}) {color.symbol}",'
    yield "]"
    yield ""
    yield "[clues]"
    for key, lines in (("rows", puzzle.rows), ("columns", puzzle.columns)):
        yield f'{key} = """'
        for line in lines:
            yield f"  {clues_text(line, puzzle.palette, ' ')}"
        yield '"""'


NONOGRID = NonogridFormat()
