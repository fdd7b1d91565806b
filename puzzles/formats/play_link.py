"""Pages to play, and links to them: what ``nonogram print --playable`` and File > Share give.

A puzzle is JSON in base64url: in a list inside a page, and behind ``#p=`` in the address of one.
Its keys are ``r`` and ``c`` (for each line its numbers, or pairs of number and colour), ``t``
(title), ``a`` (author, copyright and licence; one text in older links) and ``p`` (for each colour
its letter, ``#rrggbb`` and its name). Marks may follow in an address, behind ``&m=``, with a sign
for each cell: ``_`` clear, ``x`` blank, ``1`` to ``9`` and ``a`` to ``v`` the number of a colour.
Links may stand among other words. Only read: pages are made by :mod:`network.playable`, and only
the window knows the address of one.
"""

from __future__ import annotations

import json
import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Sequence
from typing import Any

from puzzles.colors import color_letters, color_names
from puzzles.errors import FormatError, PuzzleError
from puzzles.formats.boards import CellBudget
from puzzles.formats.document import MAX_PUZZLES, Document
from puzzles.formats.text import text_of
from puzzles.grid import BLANK, Grid, clear_mask
from puzzles.json_text import read_json
from puzzles.model import BLACK_AND_WHITE, Clue, Clues, Color, Puzzle
from puzzles.words import _, worded

_TEXT = re.compile(r"(?<![\w-])(eyJyIjpb[\w-]*)(?:&(?:amp;)?m=([_x1-9a-v]+))?", re.ASCII)
"""Each begins with ``{"r":[``."""
_CREDITS = ("author", "copyright", "license")
_SIGNS = "_123456789abcdefghijklmnopqrstuv"
"""Clear, and the colours by their numbers."""


def playable_text(puzzle: Puzzle) -> str:
    """The clues, colours, title and author as pages and links have them."""
    data: dict[str, object] = {
        "r": _numbers(puzzle, puzzle.rows),
        "c": _numbers(puzzle, puzzle.columns),
    }
    if puzzle.title:
        data["t"] = puzzle.title
    if puzzle.credits:
        data["a"] = [getattr(puzzle, name) for name in _CREDITS]
    if puzzle.palette != BLACK_AND_WHITE:
        colors = [color.rgb for color in puzzle.palette]
        letters, names = color_letters(puzzle.palette), color_names(puzzle.palette)
        data["p"] = list(zip(letters, colors, names, strict=True))
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return urlsafe_b64encode(text.encode()).decode().rstrip("=")


class PlayLinkFormat:
    """Reads pages and links; see the module."""

    id = "play-link"
    name = _("Pages to play, and links to them (.html)")
    extensions: tuple[str, ...] = (".html", ".htm")
    can_read = True
    can_write = False
    keeps_unknown = False

    def sniff(self, data: bytes) -> bool:
        """Whether there is a text of a puzzle."""
        return b"eyJyIjpb" in data

    def read_all(self, data: bytes, path: str) -> list[Document]:
        """See :class:`~puzzles.formats.document.Format`."""
        text = text_of(data, path)
        found = list(_TEXT.finditer(text))
        if not found:
            raise FormatError(_("there is no puzzle of a page to play in it"), path)
        if len(found) > MAX_PUZZLES:
            raise FormatError(
                worded("more than the {limit:,} puzzles of a file", limit=MAX_PUZZLES), path
            )
        budget, number, before = CellBudget(path), 1, 0
        documents = []
        for each in found:
            number += text.count("\n", before, each.start())
            before = each.start()
            documents.append(_read(each[1], each[2] or "", budget, number))
        return documents

    def problem(self, document: Document) -> str:
        """See :class:`~puzzles.formats.document.Format`."""
        return _("the pages are only read")

    def write_all(self, documents: Sequence[Document]) -> bytes:
        """See :class:`~puzzles.formats.document.Format`."""
        raise FormatError(_("pages to play can only be read; print --playable makes them"))


PLAY_LINK = PlayLinkFormat()


def _numbers(puzzle: Puzzle, lines: Sequence[Clues]) -> list[list[object]]:
    """Numbers, or pairs of number and colour."""
    is_plain = puzzle.is_black_and_white
    return [[clue.length if is_plain else tuple(clue) for clue in line] for line in lines]


def _read(text: str, signs: str, budget: CellBudget, number: int) -> Document:
    """The puzzle of a text in a line of the file, with the marks of their signs.

    Raises:
        FormatError: It is damaged, or too large.
    """
    try:
        data = read_json(urlsafe_b64decode(text + "=" * (-len(text) % 4)))
        palette = _palette(data.get("p") or [])
        rows, columns = (_lines(data[side]) for side in "rc")
        title, credit = str(data.get("t", "")), data.get("a", "")
        credit = credit if isinstance(credit, list) else ["", credit, ""]
        author, source, terms = map(str, credit)
        budget.size(str(len(rows)), "rows", number)
        budget.size(str(len(columns)), "columns", number)
        budget.take(len(rows), len(columns), number)
        puzzle = Puzzle(rows, columns, palette, title, author, source, terms)
        if puzzle.unknown_lines:
            raise ValueError("a page knows all its clues")
        return Document(puzzle, _marks(signs, puzzle)) if signs else Document(puzzle)
    except FormatError:
        raise
    except (ValueError, TypeError, KeyError, AttributeError, PuzzleError):
        raise FormatError(
            _("the link to this puzzle is damaged or cut off; ask for it again"),
            budget.path,
            number,
        ) from None


def _marks(signs: str, puzzle: Puzzle) -> Grid:
    """The marks of a sign for each cell.

    Raises:
        ValueError: There are not as many, or one is of no colour.
    """
    colors = len(puzzle.palette)
    states = {"_": clear_mask(colors), "x": BLANK}
    states |= {sign: 1 << k for k, sign in enumerate(_SIGNS[:colors]) if k}
    return Grid(puzzle.height, puzzle.width, colors, [states[sign] for sign in signs])


def _lines(lines: Any) -> tuple[Clues, ...]:
    return tuple(
        tuple(Clue(*each) if isinstance(each, list) else Clue(each, 1) for each in line)
        for line in lines
    )


def _palette(colors: Any) -> tuple[Color, ...]:
    """The colours of a list of letters, ``#rrggbb`` and names."""
    if not colors:
        return BLACK_AND_WHITE
    return tuple(Color(letter or "0", rgb, str(name)) for letter, rgb, name in colors)
