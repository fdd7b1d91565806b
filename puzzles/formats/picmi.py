"""Levels of KDE's Picmi: sets of boards in XML, and pictures in XPM.

A set ``<picmi name="…">`` has elements ``board`` with a name, an author and a difficulty, and in
them a ``row`` for each row, of ``1`` (shaded) and ``-``. Boards that name an XPM file are left out,
with a note; that file can be read by itself. Picmi looks for sets in files that end in ``.xml``.

In a picture a pixel is a cell. Pixels of the colour ``None`` are blank, all others are shaded. In a
picture without that colour, white pixels are blank.

Source: levelloader.cpp and the levels of Picmi; the XPM manual by Arnaud Le Hors.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from puzzles.errors import FormatError
from puzzles.formats.boards import CellBudget, document_of_rows, picture_problem, shaded_rows
from puzzles.formats.clue_lists import only
from puzzles.formats.document import MAX_PUZZLES, Document
from puzzles.formats.text import text_of
from puzzles.formats.xml_text import xml_root
from puzzles.model import MAX_SIZE, Puzzle, clean_text
from puzzles.words import _, listed, plural, quoted, worded

_SET_NAME = "Nonograms"
_DIFFICULTY = "difficulty"
_NO_DIFFICULTY = "0"
_STRING = re.compile(r'/\*(?:.*?\*/|.*)|"([^"\n]*)"', re.DOTALL)
_COLOR_VALUE = re.compile(r"(?:^|\s)c\s+(.+?)(?=\s+(?:m|g4|g|s)\s|\s*$)", re.IGNORECASE)
_WHITE = re.compile(r"white|gr[ae]y100|#f+", re.IGNORECASE)
_MAX_NAMED, _MAX_NAME = 6, 80
"""Other files that are named, and characters of a name."""
_MAX_COLORS = 10_000
_MAX_CHARACTERS_PER_PIXEL = 8


class PicmiFormat:
    """Reads and writes sets of boards; see the module."""

    id = "picmi"
    name = _("Picmi levels (.picmi)")
    extensions: tuple[str, ...] = (".picmi",)
    can_read = True
    can_write = True
    keeps_unknown = False

    def sniff(self, data: bytes) -> bool:
        """Whether it is XML with a set."""
        return bool(re.search(rb"<picmi[\s>]", data[:65536]))

    def read_all(self, data: bytes, path: str) -> list[Document]:
        """See :class:`~puzzles.formats.document.Format`."""
        root = xml_root(data, path)
        boards = root.findall("board")
        if root.tag != "picmi" or not boards:
            raise FormatError(_("there is no element 'picmi' with boards in it"), path)
        if len(boards) > MAX_PUZZLES:
            raise FormatError(
                worded("more than the {limit:,} puzzles of a file", limit=MAX_PUZZLES), path
            )
        set_name = root.get("name", "")
        documents = [
            _board(
                board,
                worded("board {number}", number=number),
                "" if set_name == _SET_NAME else set_name,
                path,
            )
            for number, board in enumerate(boards, 1)
            if board.find("xpm") is None
        ]
        if not documents:
            raise FormatError(_("all its boards are in other files; read those (.xpm)"), path)
        if note := _note(boards):
            documents[0] = replace(documents[0], notes=(note,))
        return documents

    def problem(self, document: Document) -> str:
        """See :class:`~puzzles.formats.document.Format`."""
        return picture_problem(document)

    def write_all(self, documents: Sequence[Document]) -> bytes:
        """See :class:`~puzzles.formats.document.Format`."""
        names = {document.puzzle.catalogue for document in documents}
        root = Element("picmi", name=(names.pop() if len(names) == 1 else "") or _SET_NAME)
        for document in documents:
            puzzle = document.puzzle
            difficulty = dict(puzzle.extras).get(_DIFFICULTY, _NO_DIFFICULTY)
            texts = {"name": puzzle.title, "author": puzzle.author, _DIFFICULTY: difficulty}
            board = SubElement(root, "board", texts)
            for row in shaded_rows(document):
                SubElement(board, "row").text = "".join("-1"[cell] for cell in row)
        indent(root, "    ")
        return b'<?xml version="1.0"?>\n' + tostring(root) + b"\n"


def _note(boards: Sequence[Element]) -> str:
    """A sentence about the boards that are in other files; empty if there are none."""
    files = [board.findtext("xpm") for board in boards if board.find("xpm") is not None]
    if not files:
        return ""
    names = [clean_text(name or "?")[:_MAX_NAME] for name in files]
    named = [quoted(name) for name in names[:_MAX_NAMED]]
    if len(names) > len(named):
        named.append(worded("{count:,} more", count=len(names) - len(named)))
    return plural(
        len(files),
        "{count} board is in a file of its own, which you can open by itself: {names}.",
        "{count} boards are in files of their own, which you can open by themselves: {names}.",
        names=listed(named),
    )


def _board(board: Element, where: str, set_name: str, path: str) -> Document:
    rows = ["".join((row.text or "").split()) for row in board.findall("row")]
    width = len(rows[0]) if rows else 0
    if not 1 <= len(rows) <= MAX_SIZE or not 1 <= width <= MAX_SIZE:
        raise FormatError(
            worded(
                "{board} has {rows} of {cells}, from 1 to {limit} are possible",
                board=where,
                rows=plural(len(rows), "{count} row", "{count} rows"),
                cells=plural(width, "{count} cell", "{count} cells"),
                limit=MAX_SIZE,
            ),
            path,
        )
    for number, row in enumerate(rows, 1):
        if len(row) != width:
            raise FormatError(
                plural(
                    len(row),
                    "{board}: row {number} has {count} cell, not {width}",
                    "{board}: row {number} has {count} cells, not {width}",
                    board=where,
                    number=number,
                    width=width,
                ),
                path,
            )
        if wrong := re.search("[^-1]", row):
            raise FormatError(
                worded(
                    "{board}: row {number} has '{wrong}' in it: write 1 for a shaded "
                    "cell, - for another",
                    board=where,
                    number=number,
                    wrong=wrong[0],
                ),
                path,
            )
    difficulty = clean_text(board.get(_DIFFICULTY, ""))
    extras = ((_DIFFICULTY, difficulty),) if difficulty not in ("", _NO_DIFFICULTY) else ()
    like = Puzzle(
        ((),), ((),), title=board.get("name", ""), author=board.get("author", ""),
        catalogue=set_name, extras=extras,
    )  # fmt: skip
    return document_of_rows([[cell == "1" for cell in row] for row in rows], like)


class XpmFormat:
    """Reads and writes pictures; see the module."""

    id = "xpm"
    name = _("XPM picture (.xpm)")
    extensions: tuple[str, ...] = (".xpm",)
    can_read = True
    can_write = True
    keeps_unknown = False

    def sniff(self, data: bytes) -> bool:
        """Whether it begins like a picture in XPM."""
        return bool(re.match(rb"\s*(/\*\s*XPM\s*\*/|static\s+(const\s+)?char\s*\*)", data[:4096]))

    def read_all(self, data: bytes, path: str) -> list[Document]:
        """See :class:`~puzzles.formats.document.Format`."""
        text = text_of(data, path)
        if text.count('"') > 2 * (1 + _MAX_COLORS + MAX_SIZE):
            raise FormatError(_("there are more lines than a picture has"), path)
        strings = list(_strings(text))
        return [document_of_rows(_pixels(strings, path), Puzzle(((),), ((),)))]

    def problem(self, document: Document) -> str:
        """See :class:`~puzzles.formats.document.Format`."""
        return picture_problem(document)

    def write_all(self, documents: Sequence[Document]) -> bytes:
        """See :class:`~puzzles.formats.document.Format`."""
        rows = shaded_rows(only(documents, self.name))
        strings = [f"{len(rows[0])} {len(rows)} 2 1", " \tc None", ".\tc #000000"]
        strings += ["".join(" ."[cell] for cell in row) for row in rows]
        lines = ",\n".join(f'"{string}"' for string in strings)
        return f"/* XPM */\nstatic char * nonogram_xpm[] = {{\n{lines}}};\n".encode()


def _strings(text: str) -> Iterator[tuple[int, str]]:
    """The strings of a text in C, with the numbers of their lines."""
    line, counted_to = 1, 0
    for match in _STRING.finditer(text):
        if match[1] is not None:
            line += text.count("\n", counted_to, match.start())
            counted_to = match.start()
            yield line, match[1]


def _pixels(strings: Sequence[tuple[int, str]], path: str) -> list[list[bool]]:
    """Whether each cell is shaded; ``strings`` have the numbers of their lines."""
    line, head = strings[0] if strings else (1, "")
    numbers = head.split()
    if len(numbers) not in (4, 5, 6, 7) or not all(
        re.fullmatch("[0-9]{1,6}", number) for number in numbers[:4]
    ):
        raise FormatError(
            worded(
                "expected width, height, number of colours and characters per "
                "pixel, found '{head}'",
                head=head[:20],
            ),
            path,
            line,
        )
    budget = CellBudget(path)
    width = budget.size(numbers[0], "columns", line)
    height = budget.size(numbers[1], "rows", line)
    colors, characters = int(numbers[2]), int(numbers[3])
    if not 1 <= colors <= _MAX_COLORS:
        problem = plural(
            colors,
            "the picture has {count} colour; 1 to {limit} are possible",
            "the picture has {count} colours; 1 to {limit} are possible",
            limit=_MAX_COLORS,
        )
        raise FormatError(problem, path, line)
    if not 1 <= characters <= _MAX_CHARACTERS_PER_PIXEL:
        problem = plural(
            characters,
            "the picture has {count} character for a pixel; 1 to {limit} are possible",
            "the picture has {count} characters for a pixel; 1 to {limit} are possible",
            limit=_MAX_CHARACTERS_PER_PIXEL,
        )
        raise FormatError(problem, path, line)
    if len(strings) < 1 + colors + height:
        raise FormatError(
            plural(
                len(strings) - 1,
                "the picture has {count} line of the {needed} for its colours and rows; the file"
                " is cut off",
                "the picture has {count} lines of the {needed} for its colours and rows; the file"
                " is cut off",
                needed=colors + height,
            ),
            path,
            strings[-1][0],
        )
    is_shaded = _shades(strings[1 : 1 + colors], characters, path)
    rows = []
    for line, string in strings[1 + colors : 1 + colors + height]:
        if len(string) != width * characters:
            raise FormatError(
                plural(
                    len(string),
                    "this row has {count} character, not {wanted}",
                    "this row has {count} characters, not {wanted}",
                    wanted=width * characters,
                ),
                path,
                line,
            )
        keys = [string[at : at + characters] for at in range(0, len(string), characters)]
        if wrong := next((key for key in keys if key not in is_shaded), ""):
            raise FormatError(
                worded("'{wrong}' is no colour of the picture", wrong=wrong), path, line
            )
        rows.append([is_shaded[key] for key in keys])
    return rows


def _shades(strings: Sequence[tuple[int, str]], characters: int, path: str) -> dict[str, bool]:
    """Whether the pixels of each colour are shaded."""
    values = {}
    for line, string in strings:
        match = _COLOR_VALUE.search(string[characters : characters + 200])
        if match is None:
            raise FormatError(
                worded(
                    "expected a colour like '.  c #000000', found '{string}'", string=string[:20]
                ),
                path,
                line,
            )
        values[string[:characters]] = match[1].strip().lower()
    if "none" in values.values():
        return {key: value != "none" for key, value in values.items()}
    return {key: _WHITE.fullmatch(value) is None for key, value in values.items()}


PICMI, XPM = PicmiFormat(), XpmFormat()
