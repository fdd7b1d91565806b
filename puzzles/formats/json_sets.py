"""JSON of other collections, as values of our own JSON (:mod:`puzzles.formats.json_puzzle`).

* **puzzlekit-dataset**: ``{"name": "Nonogram", "data": {title: {"problem": …, "solution": …}}}``. A
  problem is a text: height and width, a line of numbers for each column, one for each row. A
  solution is the size again, and a line of ``x`` and ``-`` for each row.
* **Other names of keys**: ``cols`` or ``col_clues`` for ``columns``, ``name`` for ``title``, and so
  on; a list of puzzles without an object around it.

Source: the data of SmilingWayne/puzzlekit-dataset.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from puzzles.errors import FormatError
from puzzles.formats.boards import CellBudget
from puzzles.formats.document import MAX_PUZZLES
from puzzles.model import MAX_SIZE
from puzzles.words import plural, worded

_ALIASES = {
    "rows": ("row_clues", "rowClues", "row_hints", "rowHints", "row_constraints"),
    "columns": (
        "cols", "col_clues", "column_clues", "colClues", "columnClues", "col_hints", "colHints",
        "column_hints", "columnHints", "col_constraints", "column_constraints",
    ),
    "title": ("name",),
}  # fmt: skip
"""Our keys, and those of others."""
_SNIFFED = tuple(
    re.compile(rb'"(?:%s)"\s*:' % "|".join((key, *_ALIASES[key])).encode())
    for key in ("rows", "columns")
)
_SET = (re.compile(rb'"data"\s*:\s*\{'), re.compile(rb'"problem"\s*:\s*"'))
_NUMBERS = re.compile(r"[0-9]{1,6}(?:[ \t]+[0-9]{1,6})*")


def is_set(head: bytes) -> bool:
    """Whether the beginning of a file, without blanks before it, looks like JSON of others."""
    if not head.startswith((b"{", b"[")):
        return False
    return any(all(key.search(head) for key in keys) for keys in (_SNIFFED, _SET))


def puzzles_in(value: Any, path: str) -> Any:
    """The value of a file, with sets of others made into our own objects.

    Raises:
        FormatError: It is a set whose puzzles cannot be read.
    """
    if isinstance(value, list):
        value = {"puzzles": value}
    if not isinstance(value, dict):
        return value
    if isinstance(value.get("data"), dict) and "puzzles" not in value:
        return {"puzzles": _problems(value, path)}
    if isinstance(value.get("puzzles"), list):
        return value | {"puzzles": [_renamed(each) for each in value["puzzles"]]}
    return _renamed(value)


def _renamed(value: Any) -> Any:
    """A puzzle with our keys."""
    if not isinstance(value, dict):
        return value
    found = dict(value)
    for key, others in _ALIASES.items():
        if key not in found:
            known = next((other for other in others if other in value), None)
            if known is not None:
                found[key] = value[known]
    return found


def _problems(value: Mapping[str, Any], path: str) -> list[dict[str, Any]]:
    kind = value.get("name", "Nonogram")
    if kind != "Nonogram":
        raise FormatError(
            worded("this is a set of '{kind}', not of 'Nonogram'", kind=str(kind)[:40]), path
        )
    if not 1 <= len(value["data"]) <= MAX_PUZZLES:
        raise FormatError(
            worded("'data' does not have 1 to {limit:,} puzzles", limit=MAX_PUZZLES), path
        )
    return [_problem(title, entry, path) for title, entry in value["data"].items()]


def _problem(title: str, entry: Any, path: str) -> dict[str, Any]:
    texts = (
        [entry.get(key, "") for key in ("problem", "solution")] if isinstance(entry, dict) else []
    )
    if not texts or not all(isinstance(text, str) for text in texts):
        raise FormatError(worded("'{title}' has no text 'problem'", title=title[:40]), path)
    problem, solution = ([line.strip() for line in text.strip().split("\n")] for text in texts)
    height, width = _size(problem[0], title, path)
    lines = [_numbers(line, title, path) for line in problem[1:]]
    if len(lines) != height + width:
        raise FormatError(
            plural(
                len(lines),
                "'{title}' has {count} line of numbers, its size asks for {height}",
                "'{title}' has {count} lines of numbers, its size asks for {height}",
                title=title[:40],
                height=height + width,
            ),
            path,
        )
    found: dict[str, Any] = {"title": title, "columns": lines[:width], "rows": lines[width:]}
    if len(solution) > 1:
        rows = ["".join(line.split()) for line in solution[1:]]
        if len(rows) != height or any(len(row) != width or set(row) - set("x-") for row in rows):
            raise FormatError(
                worded(
                    "the solution of '{title}' is not {height} rows of x and -",
                    title=title[:40],
                    height=height,
                ),
                path,
            )
        found["goal"] = [row.replace("x", "1").replace("-", "0") for row in rows]
    return found


def _size(line: str, title: str, path: str) -> tuple[int, int]:
    words = line.split()
    if len(words) != 2:
        raise FormatError(
            worded("'{title}' does not begin with its height and width", title=title[:40]), path
        )
    budget = CellBudget(path)
    return budget.size(words[0], "rows"), budget.size(words[1], "columns")


def _numbers(line: str, title: str, path: str) -> list[int]:
    if not _NUMBERS.fullmatch(line) or line.count(" ") > 2 * MAX_SIZE:
        raise FormatError(
            worded("'{title}': expected numbers, found '{line}'", title=title[:40], line=line[:20]),
            path,
        )
    numbers = [int(word) for word in line.split()]
    return [] if numbers == [0] else numbers
