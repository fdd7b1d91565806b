"""The XML format of webpbn.com and pbnsolve: colours, solutions, saved states, several puzzles.

A solution of the type ``goal`` is the picture; without clues they are made from it. The first saved
state is the player's marks, others are counted in a note. A cell of an image is a character, or
several in brackets if it may be each of them (``[X.]``), which is a clear cell here. Puzzles on
triangular boards (triddlers) are refused.

Source: the format's description on webpbn.com.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import reduce
from operator import or_
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from puzzles.errors import FormatError
from puzzles.formats.boards import CellBudget, count_problem
from puzzles.formats.document import MAX_PUZZLES, Document
from puzzles.formats.xml_text import xml_root
from puzzles.grid import BLANK, Grid, puzzle_of
from puzzles.model import BLACK, MAX_SIZE, WHITE, Clue, Clues, Color, Puzzle, clean_text
from puzzles.words import _, plural, worded

_MAX_COLORS = 31
_TEXTS = {"title": "title", "author": "author", "copyright": "copyright", "source": "catalogue"}
_EXTRAS = ("id", "authorid", "description", "note")
"""Elements that are kept as they are."""
_CELL = re.compile(r"\[([^\[\]]{1,40})\]|.")
_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_MAX_DIGITS = 6


class WebpbnFormat:
    """Reads and writes the format; see the module."""

    id = "webpbn"
    name = "webpbn (.xml)"
    extensions: tuple[str, ...] = (".xml",)
    can_read = True
    can_write = True
    keeps_unknown = False

    def sniff(self, data: bytes) -> bool:
        """Whether it is XML with a puzzle or a set of them."""
        return bool(re.search(rb"<(puzzleset|puzzle)[\s>]", data[:65536]))

    def read_all(self, data: bytes, path: str) -> list[Document]:
        """See :class:`~puzzles.formats.document.Format`."""
        root = xml_root(data, path)
        found = [root] if root.tag == "puzzle" else root.findall("puzzle")
        if not found:
            raise FormatError(_("there is no element 'puzzle' in it"), path)
        if len(found) > MAX_PUZZLES:
            raise FormatError(
                worded("more than the {limit:,} puzzles of a file", limit=MAX_PUZZLES), path
            )
        if root.tag != "puzzle":
            _hand_on(root, found)
        budget = CellBudget(path)
        documents = [
            _Reader(path, number if len(found) > 1 else 0, budget).read(element)
            for number, element in enumerate(found, 1)
        ]
        if note := _note(found):
            documents[0] = replace(documents[0], notes=(note,))
        return documents

    def problem(self, document: Document) -> str:
        """See :class:`~puzzles.formats.document.Format`: it can hold everything."""
        return ""

    def write_all(self, documents: Sequence[Document]) -> bytes:
        """See :class:`~puzzles.formats.document.Format`."""
        root = Element("puzzleset")
        for document in documents:
            _write(SubElement(root, "puzzle"), document)
        indent(root)
        return b'<?xml version="1.0" encoding="UTF-8"?>\n' + tostring(root) + b"\n"


def _hand_on(root: Element, puzzles: Sequence[Element]) -> None:
    """Give the texts of a set to its puzzles that have none of their own, but for its title."""
    for tag in ("author", "authorid", "copyright", "source", "note"):
        if text := _text(root, tag):
            for puzzle in puzzles:
                if not _text(puzzle, tag):
                    SubElement(puzzle, tag).text = text


def _note(puzzles: Sequence[Element]) -> str:
    """A sentence about the pictures that are not read; empty if all are."""
    count = 0
    for puzzle in puzzles:
        kinds = [picture.get("type", "goal") for picture in puzzle.findall("solution")]
        count += len(kinds) - ("saved" in kinds) - ("goal" in kinds or "solution" in kinds)
    if not count:
        return ""
    return plural(
        count,
        "{count} more solution or saved state of the file is left out.",
        "{count} more solutions or saved states of the file are left out.",
    )


class _Reader:
    """Reads one puzzle."""

    def __init__(self, path: str, number: int, budget: CellBudget) -> None:
        """``number``: that of the puzzle in the file, 0 if it is the only one."""
        self.budget = budget
        self.path, self.where = path, worded("puzzle {number}: ", number=number) if number else ""
        self.inks: dict[str, int] = {}
        """The palette indices of the colours' names."""
        self.marks_of: dict[str, int] = {}
        """The palette indices of the characters in pictures."""

    def read(self, element: Element) -> Document:
        kind = element.get("type", "grid")
        if kind != "grid":
            raise self._error(
                worded(
                    "the puzzle is on triangles or the like ({kind}); only grids can be read",
                    kind=kind[:20],
                )
            )
        palette = self._palette(element)
        clues = {side.get("type", ""): side for side in element.findall("clues")}
        texts = {name: _text(element, tag) for tag, name in _TEXTS.items()}
        elements = [(tag, each) for tag in _EXTRAS for each in element.findall(tag)]
        elements += [("note", each) for each in element.findall("solution/note")]
        texts_of = [(tag, " ".join(clean_text(each.text or "").split())) for tag, each in elements]
        extras = tuple((tag, text) for tag, text in texts_of if text)
        like = Puzzle(((),), ((),), palette, extras=extras, **texts)
        pictures = element.findall("solution")
        kinds = {one.get("type", "goal"): one for one in reversed(pictures)}
        goal = kinds.get("goal", kinds.get("solution"))
        if "rows" in clues or "columns" in clues:
            puzzle = self._with_clues(like, clues, element.get("defaultcolor", "black"))
            if goal is not None:
                grid = self._picture(goal, puzzle)
                puzzle = Puzzle(
                    puzzle.rows, puzzle.columns, palette, goal=grid.to_goal(palette),
                    extras=extras, **texts,
                )  # fmt: skip
        elif goal is not None:
            puzzle = puzzle_of(self._picture(goal, None, palette), like)
        else:
            raise self._error(_("it has neither clues nor a solution"))
        saved = kinds.get("saved")
        marks = Grid.for_puzzle(puzzle) if saved is None else self._picture(saved, puzzle)
        return Document(puzzle, marks)

    def _error(self, problem: str) -> FormatError:
        return FormatError(self.where + problem, self.path)

    def _palette(self, element: Element) -> tuple[Color, ...]:
        background = element.get("backgroundcolor", "white")
        known = {"white": ("#ffffff", "."), "black": ("#000000", "X")}
        for color in element.findall("color"):
            name, rgb = color.get("name", ""), (color.text or "").strip().lstrip("#").lower()
            if re.fullmatch("[0-9a-f]{3}", rgb):
                rgb = "".join(2 * digit for digit in rgb)
            if not name or not re.fullmatch("[0-9a-f]{6}", rgb):
                raise self._error(
                    worded("the colour '{name}' has no value like FF0000", name=name[:20])
                )
            known[name] = f"#{rgb}", (color.get("char") or "")[:1]
        if background not in known:
            raise self._error(
                worded(
                    "the background '{background}' is no colour of the puzzle",
                    background=background[:20],
                )
            )
        used = {count.get("color", "") for count in element.iter("count")} - {""}
        used.add(element.get("defaultcolor", "black"))
        if unknown := used - known.keys():
            raise self._error(
                worded(
                    "a clue has the colour '{unknown}', which is not described",
                    unknown=min(unknown)[:20],
                )
            )
        declared = [color.get("name", "") for color in element.findall("color")]
        names = [name for name in dict.fromkeys([*declared, "black"]) if name != background]
        names = [name for name in names if name in declared or name in used]
        if next(element.iter("count"), None) is None and not declared:
            names = [name for name in ("black", "white") if name != background]
        if len(names) >= _MAX_COLORS or not names:
            raise self._error(
                plural(
                    len(names),
                    "there is {count} colour; 1 to {limit} are possible",
                    "there are {count} colours; 1 to {limit} are possible",
                    limit=_MAX_COLORS - 1,
                )
            )
        palette = [Color("0", known[background][0])]
        free = iter(_LETTERS)
        is_plain = names == ["black"]
        taken = {known[name][1] for name in names}
        for index, name in enumerate(names, 1):
            rgb, char = known[name]
            symbol = BLACK.symbol if is_plain else char
            if not is_plain and (char not in _LETTERS or not char or self._is_taken(char, palette)):
                symbol = next(one for one in free if one not in taken)
                taken.add(symbol)
            is_hex = re.fullmatch("[a-zA-Z]?[0-9A-Fa-f]{6}", name)
            label = "" if is_plain or is_hex else name
            palette.append(Color(symbol, rgb, label))
            self.inks[name] = index
            self.marks_of[char] = index
        self.marks_of[known[background][1]] = 0
        if palette[0].rgb == WHITE.rgb:
            palette[0] = WHITE
        return tuple(palette)

    @staticmethod
    def _is_taken(char: str, palette: Sequence[Color]) -> bool:
        return any(color.symbol == char for color in palette)

    def _with_clues(self, like: Puzzle, sides: Mapping[str, Element], default: str) -> Puzzle:
        if missing := [name for name in ("rows", "columns") if name not in sides]:
            raise self._error(
                _("there are no clues of the rows")
                if missing[0] == "rows"
                else _("there are no clues of the columns")
            )
        rows, columns = (self._clues(sides[name], name, default) for name in ("rows", "columns"))
        self.budget.take(len(rows), len(columns))
        return Puzzle(
            rows, columns, like.palette, like.title, like.author, like.copyright,
            catalogue=like.catalogue, extras=like.extras,
        )  # fmt: skip

    def _clues(self, side: Element, name: str, default: str) -> tuple[Clues, ...]:
        lines = side.findall("line")
        if not 1 <= len(lines) <= MAX_SIZE:
            raise self._error(count_problem(len(lines), name))
        return tuple(tuple(self._numbers(line, default)) for line in lines)

    def _numbers(self, line: Element, default: str) -> Iterator[Clue]:
        counts = line.findall("count")
        if len(counts) > MAX_SIZE:
            raise self._error(worded("a line has more than {limit} numbers", limit=MAX_SIZE))
        for count in counts:
            digits = (count.text or "").strip()
            if not re.fullmatch("[0-9]+", digits) or digits[:-_MAX_DIGITS].strip("0"):
                raise self._error(
                    worded("expected a number in a clue, found '{digits}'", digits=digits[:20])
                )
            ink = self.inks.get(count.get("color", default))
            if ink is None:
                raise self._error(_("a clue has the colour of the background"))
            yield Clue(int(digits[-_MAX_DIGITS:]), ink)

    def _picture(
        self, solution: Element, puzzle: Puzzle | None, palette: tuple[Color, ...] = ()
    ) -> Grid:
        """The cells of an image: ``|`` at both ends of each row, ``?`` for a clear cell."""
        texts = re.findall(r"\|([^|\n]*)\|", solution.findtext("image", ""))
        rows = [[found[1] or found[0] for found in _CELL.finditer(text)] for text in texts]
        width = len(rows[0]) if rows else 0
        if puzzle is not None and (len(rows), width) != (puzzle.height, puzzle.width):
            raise self._error(
                worded(
                    "an image is {width} x {rows} cells large, unlike the clues",
                    rows=len(rows),
                    width=width,
                )
            )
        if not 1 <= len(rows) <= MAX_SIZE or not 1 <= width <= MAX_SIZE:
            raise self._error(
                worded(
                    "an image is {width} x {rows} cells large, which is no board",
                    rows=len(rows),
                    width=width,
                )
            )
        colors = len(palette or (puzzle.palette if puzzle is not None else ()))
        grid = Grid(len(rows), width, colors)
        states = {"?": grid.clear} | {c: 1 << k for c, k in self.marks_of.items()}
        states.setdefault(".", BLANK)
        for r, row in enumerate(rows):
            if len(row) != width or (wrong := set("".join(row)) - states.keys()):
                if len(row) != width:
                    problem = worded("row {row} of an image has another length", row=r + 1)
                else:
                    text = _("row {row} of an image has '{wrong}' in it")
                    problem = worded(text, row=r + 1, wrong=min(wrong))
                raise self._error(problem)
            for c, cell in enumerate(row):
                state = reduce(or_, [states[char] for char in cell])
                grid[r, c] = state if state.bit_count() == 1 else grid.clear
        return grid


def _text(element: Element, tag: str) -> str:
    return clean_text(" ".join((element.findtext(tag) or "").split()))


def _write(element: Element, document: Document) -> None:
    puzzle = document.puzzle
    names = _names(puzzle)
    chars = _chars(puzzle)
    element.set("type", "grid")
    element.set("defaultcolor", names[1])
    element.set("backgroundcolor", names[0])
    for tag, attribute in _TEXTS.items():
        if text := getattr(puzzle, attribute):
            SubElement(element, tag).text = text
    for key, value in puzzle.extras:
        if key in _EXTRAS:
            SubElement(element, key).text = value
    for name, char, color in zip(names, chars, puzzle.palette, strict=True):
        SubElement(element, "color", name=name, char=char).text = color.rgb[1:]
    for side, lines in (("columns", puzzle.columns), ("rows", puzzle.rows)):
        clues = SubElement(element, "clues", type=side)
        for line in lines:
            parent = SubElement(clues, "line")
            for clue in line:
                SubElement(parent, "count", color=names[clue.color]).text = str(clue.length)
    if puzzle.goal:
        index = {color.symbol: k for k, color in enumerate(puzzle.palette)}
        cells = [chars[index[symbol]] for symbol in puzzle.goal]
        _write_picture(element, "goal", cells, puzzle.width)
    if not document.marks.is_untouched:
        by_state = {1 << k: char for k, char in enumerate(chars)}
        cells = [by_state.get(state, "?") for state in document.marks.cells]
        _write_picture(element, "saved", cells, puzzle.width)


def _names(puzzle: Puzzle) -> list[str]:
    """A name for each colour, all different."""
    usual = {WHITE.rgb: "white", BLACK.rgb: "black"}
    names: list[str] = []
    for color in puzzle.palette:
        name = color.name or usual.get(color.rgb) or f"a{color.rgb[1:]}"
        if name in names or (name in usual.values() and usual.get(color.rgb) != name):
            name = f"{name} {color.symbol}"
        names.append(name)
    return names


def _chars(puzzle: Puzzle) -> list[str]:
    return [".", *("X" if c.symbol == "1" else c.symbol for c in puzzle.palette[1:])]


def _write_picture(element: Element, kind: str, cells: Sequence[str], width: int) -> None:
    rows = (f"|{''.join(cells[at : at + width])}|" for at in range(0, len(cells), width))
    solution = SubElement(element, "solution", type=kind)
    SubElement(solution, "image").text = "\n" + "\n".join(rows) + "\n"


WEBPBN = WebpbnFormat()
