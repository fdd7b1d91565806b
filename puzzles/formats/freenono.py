"""``.nonogram`` of FreeNono: pictures in XML.

``FreeNono`` has ``Nonograms`` with elements ``Nonogram``: a name, an author, a size, a difficulty
from 0 to 5 and a line of ``x`` (shaded) and ``_`` for each row. The picture is the goal, the clues
are made from it.

Source: nonogram.xsd and XMLNonogramSerializer.java of FreeNono.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from puzzles.errors import FormatError
from puzzles.formats.boards import CellBudget, document_of_rows, picture_problem, shaded_rows
from puzzles.formats.document import MAX_PUZZLES, Document
from puzzles.formats.xml_text import xml_root
from puzzles.model import Puzzle, clean_text
from puzzles.words import _, plural, worded

_DESCRIPTION = "desc"
_DIFFICULTY = "difficulty"
_NO_DIFFICULTY = "0"
_NUMBERS = ("duration", "level")
"""Attributes that have to be numbers."""


class FreeNonoFormat:
    """Reads and writes the format; see the module."""

    id = "freenono"
    name = "FreeNono (.nonogram)"
    extensions: tuple[str, ...] = (".nonogram",)
    can_read = True
    can_write = True
    keeps_unknown = False

    def sniff(self, data: bytes) -> bool:
        """Whether it is XML of FreeNono."""
        return bool(re.search(rb"<FreeNono[\s>]", data[:65536]))

    def read_all(self, data: bytes, path: str) -> list[Document]:
        """See :class:`~puzzles.formats.document.Format`."""
        root = xml_root(data, path)
        found = root.findall("Nonograms/Nonogram")
        if root.tag != "FreeNono" or not found:
            raise FormatError(_("there is no element 'Nonogram' in an element 'FreeNono'"), path)
        if len(found) > MAX_PUZZLES:
            raise FormatError(
                worded("more than the {limit:,} puzzles of a file", limit=MAX_PUZZLES), path
            )
        budget = CellBudget(path)
        return [
            _puzzle(
                element, worded("puzzle {number}", number=number) if len(found) > 1 else "", budget
            )
            for number, element in enumerate(found, 1)
        ]

    def problem(self, document: Document) -> str:
        """See :class:`~puzzles.formats.document.Format`."""
        return picture_problem(document)

    def write_all(self, documents: Sequence[Document]) -> bytes:
        """See :class:`~puzzles.formats.document.Format`."""
        root = Element("FreeNono")
        parent = SubElement(root, "Nonograms")
        for document in documents:
            _write(parent, document)
        indent(root, "")
        head = b'<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n'
        text: str = tostring(root, "unicode")
        return head + text.encode() + b"\n"


FREENONO = FreeNonoFormat()


def _puzzle(element: Element, where: str, budget: CellBudget) -> Document:
    lines = element.findall("line")
    where = f"{where}: " if where else ""
    height = budget.size(element.get("height", str(len(lines))), "rows", where=where)
    width = budget.size(element.get("width", ""), "columns", where=where)
    if len(lines) != height:
        problem = plural(
            len(lines),
            "there is {count} line, the height is {height}",
            "there are {count} lines, the height is {height}",
            height=height,
        )
        raise FormatError(f"{where}{problem}", budget.path)
    budget.take(height, width)
    rows = []
    for number, line in enumerate(lines, 1):
        words = (line.text or "").split()
        if len(words) != width:
            problem = plural(
                len(words),
                "line {number} has {count} cell, the width is {width}",
                "line {number} has {count} cells, the width is {width}",
                number=number,
                width=width,
            )
            raise FormatError(f"{where}{problem}", budget.path)
        if wrong := set(words) - {"x", "_"}:
            problem = worded(
                "line {number} has '{wrong}' in it: write x for a shaded cell, _ for another",
                number=number,
                wrong=min(wrong)[:20],
            )
            raise FormatError(f"{where}{problem}", budget.path)
        rows.append([word == "x" for word in words])
    like = Puzzle(
        ((),),
        ((),),
        title=element.get("name", ""),
        author=element.get("author", ""),
        extras=tuple(_extras(element)),
    )
    return document_of_rows(rows, like)


def _extras(element: Element) -> list[tuple[str, str]]:
    found = [(key, clean_text(element.get(key, ""))) for key in (_DESCRIPTION, _DIFFICULTY)]
    found = [(key, value) for key, value in found if value]
    found += [
        (key, element.get(key, ""))
        for key in _NUMBERS
        if re.fullmatch("[0-9]{1,9}", element.get(key, ""))
    ]
    return [pair for pair in found if pair != (_DIFFICULTY, _NO_DIFFICULTY)]


def _write(parent: Element, document: Document) -> None:
    puzzle = document.puzzle
    extras = dict(puzzle.extras)
    difficulty = extras.get(_DIFFICULTY, "")
    attributes = {
        "name": puzzle.title,
        _DESCRIPTION: extras.get(_DESCRIPTION, ""),
        "author": puzzle.author,
        _DIFFICULTY: difficulty if re.fullmatch("[0-5]", difficulty) else _NO_DIFFICULTY,
    }
    attributes |= {
        key: extras[key] for key in _NUMBERS if re.fullmatch("[0-9]{1,9}", extras.get(key, ""))
    }
    attributes |= {"height": str(puzzle.height), "width": str(puzzle.width)}
    element = SubElement(parent, "Nonogram", attributes)
    for row in shaded_rows(document):
        SubElement(element, "line").text = f" {' '.join('_x'[cell] for cell in row)} "
