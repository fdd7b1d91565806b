"""JSON of other programs, as values of our own (:mod:`puzzles.formats.json_puzzle`).

* **puzzlekit-dataset**: ``{"name": "Nonogram", "data": {title: {"problem": …, "solution": …}}}``. A
  problem is a text: height and width, a line of numbers for each column, one for each row. A
  solution is the size again, and a line of ``x`` and ``-`` for each row.
* **Other names of keys**: ``cols`` or ``col_clues`` for ``columns``, ``name`` for ``title``, ``by``
  for ``author``, ``solution`` for ``goal``, and so on; a list of puzzles without an object around.
* **Other values**: sizes beside the clues, a goal as one text or as numbers, a palette of
  ``#rrggbb`` (:mod:`puzzles.formats.json_values`).

* **Partial games and images of davidje13**: ``null`` for the clues of a line, or, in place of
  clues, ``image``, texts of ``#`` and blanks.

Whatever has not ``"format": "nonogram"`` is somebody else's: what stands beside the clues is kept
if it is understood, or named, and never costs the clues.

Source: the data of SmilingWayne/puzzlekit-dataset; the games of davidje13/Nonogram.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from puzzles.errors import FormatError
from puzzles.formats.boards import CellBudget
from puzzles.formats.document import MAX_PUZZLES
from puzzles.formats.json_values import Values, pairs, text_value
from puzzles.model import MAX_SIZE
from puzzles.words import plural, worded

OURS = "nonogram"
"""The value of ``format`` in our own files."""
TEXTS = ("title", "author", "copyright", "license", "catalogue")
MAX_EXTRAS = 1000
_ALIASES = {
    "rows": ("row_clues", "rowClues", "row_hints", "rowHints", "row_constraints"),
    "columns": (
        "cols", "col_clues", "column_clues", "colClues", "columnClues", "col_hints", "colHints",
        "column_hints", "columnHints", "col_constraints", "column_constraints",
    ),
    "title": ("name",), "author": ("by",), "goal": ("solution",), "palette": ("colors", "colours"),
}  # fmt: skip
"""Our keys, and those of others."""
_OF_FILE = ("puzzles", "format", "version")
_SHARED = ("author", "copyright", "license", "catalogue")
"""Texts of a set that are true of each of its puzzles."""
_SIZES = {"rows": ("height",), "columns": ("width",)}
"""More names for the number of rows and of columns."""
_SNIFFED = tuple(
    re.compile(rb'"(?:%s)"\s*:' % "|".join((key, *_ALIASES[key])).encode())
    for key in ("rows", "columns")
)
_SET = (re.compile(rb'"data"\s*:\s*\{'), re.compile(rb'"problem"\s*:\s*"'))
_IMAGE = (re.compile(rb'"image"\s*:\s*(?:\[\s*"[ #]|"[ #]+\\n)'),)
_NUMBERS = re.compile(r"[0-9]{1,6}(?:[ \t]+[0-9]{1,6})*")


def is_set(head: bytes) -> bool:
    """Whether the beginning of a file, without blanks before it, looks like JSON of others."""
    if not head.startswith((b"{", b"[")):
        return False
    return any(all(key.search(head) for key in keys) for keys in (_SNIFFED, _SET, _IMAGE))


class Others(NamedTuple):
    """What a file of others has."""

    value: Any
    """Objects of ours, or what cannot be one."""
    left_out: tuple[str, ...] = ()
    """The keys that were not understood, each once."""


def puzzles_in(value: Any, path: str) -> Others:
    """The value of a file, with the objects of others made into our own.

    Raises:
        FormatError: It is a set whose puzzles cannot be read.
    """
    if isinstance(value, dict) and value.get("format") == OURS:
        return Others(value)
    if isinstance(value, list):
        value = {"puzzles": value}
    if not isinstance(value, dict):
        return Others(value)
    if isinstance(value.get("data"), dict) and "puzzles" not in value:
        return Others({"puzzles": _problems(value, path)})
    if not isinstance(value.get("puzzles"), list):
        one, left_out = _ours(value)
        return Others(one, left_out)
    of_set = _renamed({key: each for key, each in value.items() if key not in _OF_FILE})
    shared = {key: of_set.pop(key) for key in _SHARED if isinstance(of_set.get(key), str)}
    keys = dict.fromkeys(key for key, each in of_set.items() if each is not None)
    puzzles = []
    for each in value["puzzles"][: MAX_PUZZLES + 1]:
        one, left_out = _ours(shared | each if isinstance(each, dict) else each)
        puzzles.append(one)
        keys |= dict.fromkeys(left_out)
    return Others({"puzzles": puzzles}, tuple(keys))


def _ours(value: Any) -> tuple[Any, tuple[str, ...]]:
    """A puzzle as an object of ours, and the keys that were not understood."""
    if not isinstance(value, dict):
        return value, ()
    found = _renamed(_with_clues(value))
    lines: dict[str, Any] = {key: found.pop(key) for key in _SIZES if key in found}
    if len(lines) < 2 or not all(isinstance(each, list) for each in lines.values()):
        return found | lines, ()  # to be refused
    left_out = []
    for key, others in _SIZES.items():
        for name in (key, *_ALIASES[key], *others):
            size = found.pop(name, None)
            if size is not None and size != len(lines[key]):
                left_out.append(name)
    values = Values(lines["rows"], lines["columns"], found.pop("palette", None))
    ours: dict[str, Any] = {**values.clues}
    left_out += ["palette"] if values.has_unknown_palette else []
    extras: list[list[str]] = []
    for key, each in found.items():
        if each in (None, "", [], {}):
            continue
        known: object
        if key in TEXTS:
            known = ours[key] = text_value(each)
        elif key == "goal":
            known = ours[key] = values.goal(each)
        elif key == "marks":
            known = ours[key] = values.marks(each)
        elif key == "drawing":
            known = ours[key] = each if isinstance(each, bool) else None
        elif key == "extras":
            known = pairs(each)
            extras += known or []
        else:
            known = text_value(each)
            extras += [[key, known]] if known else []
        if known is None:
            left_out.append(next((name for name in _ALIASES.get(key, ()) if name in value), key))
    ours = {key: each for key, each in ours.items() if each is not None}
    return ours | {"extras": extras[:MAX_EXTRAS]}, tuple(left_out)


def _with_clues(value: Mapping[str, Any]) -> Mapping[str, Any]:
    """A puzzle with the clues of its ``image``, if it has that and no clues."""
    image = value.get("image")
    rows = image.split("\n") if isinstance(image, str) else image
    if value.keys() & {"rows", "cols", "columns"} or not isinstance(rows, list):
        return value
    if not rows or any(not isinstance(row, str) or len(row) != len(rows[0]) for row in rows):
        return value  # to be refused
    goal = ["".join("10"[cell == " "] for cell in row) for row in rows]
    sides = goal, ["".join(column) for column in zip(*goal, strict=True)]
    lines = ([[len(run) for run in re.findall("1+", line)] for line in side] for side in sides)
    left = {key: each for key, each in value.items() if key != "image"}
    return left | {"rows": next(lines), "columns": next(lines), "goal": goal}


def _renamed(value: Mapping[str, Any]) -> dict[str, Any]:
    """A puzzle with our keys; a number under the name of a list is the size of the board."""
    found = dict(value)
    for key, others in _ALIASES.items():
        is_clues = key in _SIZES
        if key in found and not (is_clues and isinstance(found[key], int)):
            continue
        known = next((other for other in others if other in value), None)
        if is_clues:
            lists = (other for other in others if isinstance(value.get(other), list))
            known = next(lists, known)
        if known is not None:
            size = found.pop(key, None)
            found[key] = found.pop(known)
            if size is not None:
                found[_SIZES[key][0]] = size
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
    source, info = (text_value(entry.get(key)) for key in ("source", "info"))
    return found | {"catalogue": source or "", "extras": [["info", info]] if info else []}


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
