"""``.gno`` of Gnonograms: clues, solution, and the working grid with the player's marks.

Sections begin with a line like ``[Row clues]``; the first three letters of its name count. They
are *Description* (title, author, date, difficulty, a line each), *License*, *Dimensions* (rows,
columns), *Row clues*, *Column clues*, *Solution grid* and *Working grid* (``0`` unknown, ``1``
blank, ``2`` shaded, a line for each row). Others are ignored. Behind ``//`` is a comment.

Source: FileFormat.txt, Filereader.vala and Filewriter.vala of Gnonograms.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from urllib.parse import unquote

from puzzles.errors import FormatError
from puzzles.formats.boards import size_problem
from puzzles.formats.clue_lists import (
    TextLine,
    clue_lines,
    color_problem,
    numbers_text,
    only,
    sizes_in,
    text_lines,
)
from puzzles.formats.document import Document
from puzzles.grid import BLANK, SHADED, Grid, puzzle_of
from puzzles.model import Clues, Puzzle
from puzzles.words import plural, worded

_HEADING = re.compile(r"\[([^\]]*)\].*")
_SNIFFED = re.compile(rb"^[ \t]*\[(dim|row|col)[^\]\n]*\]", re.IGNORECASE | re.MULTILINE)
_NO_TITLE = "Untitled"
_EXTRAS = ("date", "difficulty")
_CLEAR = SHADED | BLANK
_STATES = {"0": _CLEAR, "1": BLANK, "2": SHADED, "3": SHADED, "4": _CLEAR}


class GnonogramsFormat:
    """Reads and writes the format; see the module."""

    id = "gnonograms"
    name = "Gnonograms (.gno)"
    extensions: tuple[str, ...] = (".gno",)
    can_read = True
    can_write = True
    keeps_unknown = False

    def sniff(self, data: bytes) -> bool:
        """Whether there are sections of the size and of the clues."""
        found = {match[1].lower() for match in _SNIFFED.finditer(data[:65536])}
        return b"dim" in found and len(found) > 1

    def read_all(self, data: bytes, path: str) -> list[Document]:
        """See :class:`~puzzles.formats.document.Format`."""
        return [_Reader(text_lines(data, path), path).read()]

    def problem(self, document: Document) -> str:
        """See :class:`~puzzles.formats.document.Format`."""
        return color_problem(document) or size_problem(document.puzzle)

    def write_all(self, documents: Sequence[Document]) -> bytes:
        """See :class:`~puzzles.formats.document.Format`."""
        return "".join(f"{line}\n" for line in _written(only(documents, self.name))).encode()


GNONOGRAMS = GnonogramsFormat()


class _Reader:
    """Collects the sections first, since they come in any order."""

    def __init__(self, lines: Sequence[TextLine], path: str) -> None:
        self.path = path
        self.headings: dict[str, TextLine] = {}
        self.sections: dict[str, list[TextLine]] = {}
        current: list[TextLine] | None = None
        for line in lines:
            if heading := _HEADING.fullmatch(line.text):
                key = heading[1].strip()[:3].upper()
                if key in self.sections:
                    raise FormatError(
                        worded("'{line}' occurs for the second time", line=line.text[:20]),
                        path,
                        line.number,
                    )
                self.headings[key], current = line, []
                self.sections[key] = current
            elif current is not None:
                current.append(line)

    def read(self) -> Document:
        height, width = self._sizes()
        like = self._described()
        goal = self._grid("SOL", height, width)
        if goal is not None and "ROW" not in self.sections and "COL" not in self.sections:
            puzzle = puzzle_of(goal, like)
        else:
            puzzle = replace(
                like,
                rows=tuple(self._clues("ROW", "rows", height)),
                columns=tuple(self._clues("COL", "columns", width)),
                goal=goal.to_goal(like.palette) if goal is not None else "",
            )
        marks = self._grid("WOR", height, width)
        return Document(puzzle, Grid.for_puzzle(puzzle) if marks is None else marks)

    def _lines(self, key: str, name: str) -> list[TextLine]:
        """The lines of a section without comments."""
        if key not in self.sections:
            raise FormatError(worded("there is no section [{name}]", name=name), self.path)
        lines = self.sections[key]
        return [TextLine(n, text.partition("//")[0].strip()) for n, text in lines]

    def _sizes(self) -> tuple[int, int]:
        lines = [line for line in self._lines("DIM", "Dimensions") if line.text]
        if len(lines) != 2:
            raise FormatError(
                plural(
                    len(lines),
                    "[Dimensions] has {count} line; the number of rows and, below it, that of"
                    " columns are needed",
                    "[Dimensions] has {count} lines; the number of rows and, below it, that of"
                    " columns are needed",
                ),
                self.path,
                self.headings["DIM"].number,
            )
        (height,), (width,) = (
            sizes_in(line, (name,), self.path)
            for line, name in zip(lines, ("rows", "columns"), strict=True)
        )
        return height, width

    def _described(self) -> Puzzle:
        """A puzzle with the texts alone."""
        lines = [line.text for line in self.sections.get("DES", [])[:4]]
        title, author, *rest = [*lines, "", "", "", ""][:4]
        license_lines = [line.text for line in self.sections.get("LIC", []) if line.text]
        return Puzzle(
            ((),),
            ((),),
            title="" if title == _NO_TITLE else unquote(title),
            author=author,
            license=license_lines[0] if license_lines else "",
            extras=tuple((key, value) for key, value in zip(_EXTRAS, rest, strict=True) if value),
        )

    def _clues(self, key: str, name: str, count: int) -> list[Clues]:
        heading = "Row clues" if key == "ROW" else "Column clues"
        lines = self._lines(key, heading)
        return list(clue_lines(lines, count, name, self.path, self.headings[key].number))

    def _grid(self, key: str, height: int, width: int) -> Grid | None:
        if key not in self.sections:
            return None
        lines = [line for line in self._lines(key, "") if line.text]
        heading = self.headings[key]
        if len(lines) != height:
            raise FormatError(
                worded(
                    "'{heading}' has {lines}, the puzzle {rows}",
                    heading=heading.text[:20],
                    lines=plural(len(lines), "{count} line", "{count} lines"),
                    rows=plural(height, "{count} row", "{count} rows"),
                ),
                self.path,
                heading.number,
            )
        grid = Grid(height, width)
        for r, line in enumerate(lines):
            words = line.text.replace(",", " ").split()
            if len(words) != width:
                raise FormatError(
                    plural(
                        len(words),
                        "this row has {count} cell, not {width}",
                        "this row has {count} cells, not {width}",
                        width=width,
                    ),
                    self.path,
                    line.number,
                )
            for c, word in enumerate(words):
                if word not in _STATES:
                    raise FormatError(
                        worded(
                            "'{word}' is no state of a cell: write 0 for unknown, 1 for blank, "
                            "2 for shaded",
                            word=word[:20],
                        ),
                        self.path,
                        line.number,
                    )
                grid[r, c] = _STATES[word]
        return grid


def _written(document: Document) -> Iterator[str]:
    puzzle = document.puzzle
    extras = dict(puzzle.extras)
    title = puzzle.title.replace("%", "%25").replace("[", "%5B")
    yield from ("[Description]", title or _NO_TITLE, _plain(puzzle.author))
    yield from (_plain(extras.get(key, "")) for key in _EXTRAS)
    if puzzle.license:
        yield from ("[License]", _plain(puzzle.license))
    yield from ("[Dimensions]", str(puzzle.height), str(puzzle.width))
    for heading, lines in (("Row", puzzle.rows), ("Column", puzzle.columns)):
        yield f"[{heading} clues]"
        yield from (numbers_text(clues).replace(" ", ", ") for clues in lines)
    if puzzle.goal:
        yield "[Solution grid]"
        goal = Grid.from_goal(puzzle.goal, puzzle.palette, puzzle.width)
        yield from _grid_lines(goal)
    yield from ("[Locked]", "false")
    if not document.marks.is_untouched:
        yield "[Working grid]"
        yield from _grid_lines(document.marks)
        yield from ("[State]", "GNONOGRAMS_GAME_STATE_SOLVING")


def _plain(text: str) -> str:
    """A text without the bracket at which the next section would begin."""
    return text.replace("[", "(")


def _grid_lines(grid: Grid) -> Iterator[str]:
    symbols = {BLANK: "1 ", SHADED: "2 "}
    for r in range(grid.height):
        yield "".join(symbols.get(state, "0 ") for state in grid.row(r))
