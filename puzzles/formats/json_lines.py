"""JSON lines: an object for each puzzle, as commands print with ``--json``.

Each line is what :mod:`puzzles.formats.json_puzzle` reads alone, with any other keys: the answer of
the command that has written it. A line that has ``error`` in the place of a puzzle is left out, so
that what fails in a pipe does not stop the rest.

>>> from puzzles.model import Puzzle
>>> JSON_LINES.write_all([Document(Puzzle.from_numbers([[1]], [[1]]))])[:46]
b'{"format": "nonogram", "width": 1, "height": 1'
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from puzzles.errors import FormatError
from puzzles.formats.boards import CellBudget
from puzzles.formats.document import MAX_PUZZLES, Document
from puzzles.formats.json_puzzle import are_lines, document_in, puzzle_values
from puzzles.formats.text import text_of
from puzzles.json_text import read_json
from puzzles.words import _, plural, worded


class JsonLinesFormat:
    """Reads and writes the format; see the module."""

    id = "jsonl"
    name = "Nonogram JSON lines (.jsonl)"
    extensions: tuple[str, ...] = (".jsonl",)
    can_read = True
    can_write = True
    keeps_unknown = False

    def sniff(self, data: bytes) -> bool:
        """Whether the first lines are objects."""
        return are_lines(data)

    def read_all(self, data: bytes, path: str) -> list[Document]:
        """See :class:`~puzzles.formats.document.Format`."""
        budget, documents, errors = CellBudget(path), list[Document](), list[str]()
        for number, line in enumerate(text_of(data, path).split("\n"), 1):
            if not line.strip():
                continue
            value = _value(line, path, number)
            if "error" in value and "rows" not in value:
                error = value["error"]
                errors.append(str(error.get("message")) if isinstance(error, dict) else str(error))
                continue
            if not {"rows", "columns"} <= value.keys():
                text = _("this line has no puzzle: an object with 'rows' and 'columns'")
                raise FormatError(text, path, number)
            try:
                documents.append(document_in(value, path, budget))
            except FormatError as problem:
                raise FormatError(problem.problem, path, number) from None
            if len(documents) > MAX_PUZZLES:
                raise FormatError(
                    worded("there are more than {limit:,} puzzles", limit=MAX_PUZZLES), path
                )
        if not documents:
            text = _("there is no puzzle in it")
            raise FormatError(errors[0] if errors else text, path)
        if errors:
            note = plural(
                len(errors),
                "{count} line has an error instead of a puzzle: {example}",
                "{count} lines have errors instead of puzzles, for example: {example}",
                example=errors[0],
            )
            documents[0] = replace(documents[0], notes=(*documents[0].notes, note))
        return documents

    def problem(self, document: Document) -> str:
        """See :class:`~puzzles.formats.document.Format`: it can hold everything."""
        return ""

    def write_all(self, documents: Sequence[Document]) -> bytes:
        """See :class:`~puzzles.formats.document.Format`."""
        lines = (json.dumps(puzzle_values(each), ensure_ascii=False) for each in documents)
        return "".join(f"{line}\n" for line in lines).encode()


def _value(line: str, path: str, number: int) -> dict[str, Any]:
    try:
        value = read_json(line)
    except ValueError as error:
        text = worded("this is not JSON: {error}", error=str(error)[:100])
        raise FormatError(text, path, number) from None
    if not isinstance(value, dict):
        raise FormatError(_("this line is no object"), path, number)
    return value


JSON_LINES = JsonLinesFormat()
