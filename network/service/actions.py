"""The table of actions: what may be asked for, how it is checked, and how it is described.

Validation, the words of the commands, OpenAPI and the page of the documentation are made from it.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Any

from network.service.commands import INPUT
from puzzles.child.limits import ChildLimits
from puzzles.formats.registry import FORMATS
from puzzles.option import DeclaredOption, declared_options
from puzzles.print_options import PrintOptions
from puzzles.words import _, either, worded
from solver.author.generator.options import GeneratorOptions
from solver.author.repair_cli import RepairOptions
from solver.cli import SolveOptions

MAX_SIDE = 200
"""Rows or columns of the largest board."""
MAX_JSON_BYTES = 1_000_000
"""The largest body of JSON; the most clues of a colour puzzle of 200 x 200 have 801,000 bytes."""
MAX_PICTURE_BYTES = 30 * 2**20
"""The largest picture or PDF file."""
MAX_DEPTH = 6
"""The deepest nesting of JSON; the puzzle itself has 4."""
MAX_GENERATED = 20
"""Puzzles that one request may generate."""
MAX_GENERATED_SIDE = 60
"""Their largest side: the search grows with it, and larger ones seldom end in time."""
JSON, PDF = "application/json", "application/pdf"
SHORT = ChildLimits(1024, 30, "the work")
"""Processor time and memory of most actions; what takes as long is given up with a sentence."""
LONG = ChildLimits(1024, 60, "the work")
"""For actions that search, or draw many pages."""
READING = ChildLimits(4096, 150, "reading it")
"""More than the limits of `nonogram scan` itself, whose sentences name what to do."""


class Kind(Enum):
    """The type of an option's value, as JSON Schema calls it."""

    BOOLEAN = "boolean"
    INTEGER = "integer"
    NUMBER = "number"
    TEXT = "string"


_KINDS = {bool: Kind.BOOLEAN, int: Kind.INTEGER, float: Kind.NUMBER}


class Takes(Enum):
    """What the body of a request is."""

    PUZZLE = "puzzle"
    """A JSON object: the puzzle and the options."""
    OPTIONS = "options"
    """A JSON object: the options alone."""
    PICTURE = "picture"
    """A picture or a PDF file; the options are in the query."""


@dataclass(frozen=True, slots=True)
class RequestOption:
    """An option of an action."""

    name: str
    """The key in the request."""
    kind: Kind
    text: str
    """What it does, without a full stop."""
    lowest: float | None = None
    highest: float | None = None
    choices: tuple[str, ...] = ()
    pattern: str = ""
    """Which texts are allowed, if there are no choices."""
    form: str = ""
    """The pattern in words."""
    longest: int = 100
    """Characters of a text."""
    may_be_number: bool = False
    """Whether the text may also be a whole number."""
    default: Any = None
    """The value where the request has none; ``None`` to leave that to the command."""
    flag: str = ""
    """The command's option, if it has another name."""
    off_flag: str = ""
    """What a false value adds to the command."""
    flags: Mapping[str, tuple[str, ...]] | None = None
    """For choices that are options by themselves: the words that each one adds."""

    @classmethod
    def of(cls, declared: DeclaredOption, text: str = "", **narrowed: Any) -> RequestOption:
        """The option that a dataclass declares, perhaps with another text and narrower bounds."""
        said, kind = declared.said, declared.kind
        may_be_off = kind is bool and declared.default is not False
        whole = cls(
            declared.flag.replace("-", "_"),
            _KINDS.get(kind, Kind.TEXT),
            text or said.text.format(low=said.low, high=said.high).removesuffix("."),
            said.low,
            said.high,
            tuple(declared.values),
            off_flag=f"--no-{declared.flag}" if may_be_off else "",
        )
        return replace(whole, **narrowed)

    def problem(self, value: object) -> str:
        """Why a value is not allowed: a sentence without a full stop, or an empty text."""
        facts = {"name": self.name, "low": self.lowest, "high": self.highest}
        if self.kind is Kind.BOOLEAN:
            is_right, text = type(value) is bool, _("{name} is not true or false")
        elif self.kind is Kind.INTEGER:
            is_right = type(value) is int and self._is_within(value)
            text = _("{name} is not a whole number from {low} to {high}")
        elif self.kind is Kind.NUMBER:
            is_right = type(value) in (int, float) and self._is_within(value)
            text = _("{name} is not a number from {low} to {high}")
        elif self.choices:
            is_right, text = value in self.choices, _("{name} is not {choices}")
            facts["choices"] = either(self.choices)
        else:
            is_number = self.may_be_number and type(value) is int
            is_right = (isinstance(value, str) or is_number) and self._fits(str(value))
            text = _("{name} is not {form}")
            facts["form"] = self.form or worded(
                "a text of at most {longest} characters in one line", longest=self.longest
            )
        return "" if is_right else worded(text, **facts)

    def words(self, value: Any) -> list[str]:
        """The words that a right value adds to the command; none can be taken for an option."""
        if self.flags is not None:
            return list(self.flags[value])
        flag = self.flag or f"--{self.name.replace('_', '-')}"
        if self.kind is Kind.BOOLEAN:
            return [flag] if value else [self.off_flag] if self.off_flag else []
        return [f"{flag}={value}"]

    def schema(self) -> dict[str, Any]:
        """The option as JSON Schema."""
        schema = {
            "type": ["string", "integer"] if self.may_be_number else self.kind.value,
            "description": self.text,
            "minimum": self.lowest,
            "maximum": self.highest,
            "enum": list(self.choices) or None,
            "pattern": self.pattern or None,
            "default": self.default,
        }
        if self.kind is Kind.TEXT and not self.choices:
            schema["maxLength"] = self.longest
        return {key: value for key, value in schema.items() if value is not None}

    def _is_within(self, value: Any) -> bool:
        low, high = self.lowest, self.highest
        return (
            abs(value) < math.inf
            and (low is None or value >= low)
            and (high is None or value <= high)
        )

    def _fits(self, text: str) -> bool:
        if len(text) > self.longest or not text.isprintable():
            return False
        return not self.pattern or re.fullmatch(self.pattern, text) is not None


@dataclass(frozen=True, slots=True)
class Action:
    """A command that the service runs."""

    name: str
    """The path below ``/v1/``."""
    text: str
    """What it does: a sentence."""
    takes: Takes
    words: tuple[str, ...]
    """The command and the options that it always has."""
    options: tuple[RequestOption, ...]
    limits: ChildLimits
    is_quick: bool
    """Whether it mostly takes some milliseconds."""
    answer_key: str
    """The key of the list in the answer that has the command's lines; empty for a single object."""
    example: dict[str, Any]
    """A request; of a picture, the options."""
    answer: dict[str, Any]
    """Its answer, or the beginning of one."""
    media_types: Mapping[str, str] = field(default_factory=dict)
    """The type of what is no JSON, by the option ``to``."""

    def media_type(self, values: Mapping[str, Any]) -> str:
        """The type of the answer to a request with these options."""
        return self.media_types.get(values.get("to", ""), JSON)

    def option(self, name: str) -> RequestOption | None:
        """The option of that name."""
        return next((option for option in self.options if option.name == name), None)

    @property
    def max_bytes(self) -> int:
        """The largest body."""
        return MAX_PICTURE_BYTES if self.takes is Takes.PICTURE else MAX_JSON_BYTES


def _seconds(default: float) -> RequestOption:
    text = "Seconds to spend at most"
    return RequestOption("timeout", Kind.NUMBER, text, 0.01, 25, default=default)


_GENERATED, _BOOK = declared_options(GeneratorOptions), declared_options(PrintOptions)
_REPAIR, _SOLVE = declared_options(RepairOptions), declared_options(SolveOptions)
_SMALL = {"rows": [[3]], "columns": [[1], [1], [1]]}
_SHOWN = {"format": "nonogram", "width": 3, "height": 1, **_SMALL, "palette": None}
_PLUS = {"rows": [[1], [3], [1]], "columns": [[1], [3], [1]]}
_SQUARES = {"rows": [[1], [1]], "columns": [[1], [1]]}
_FORMATS = tuple(each.id for each in FORMATS if each.can_write and each.id not in ("nonograms",))
_BINARY = {"png": "image/png", "picmi": "application/octet-stream"}
_TEXT = "text/plain; charset=utf-8"
_PRINTED = {
    "pdf": PDF,
    "svg": "image/svg+xml",
    "png": "image/png",
    "html": "text/html; charset=utf-8",
}
_EXPLAINED = {"markdown": "text/markdown; charset=utf-8", "html": "text/html; charset=utf-8"}

ACTIONS = (
    Action(
        "solve",
        "Finds all solutions of a puzzle, up to a limit.",
        Takes.PUZZLE,
        ("solve", "--json", "--threads=1"),
        (
            RequestOption.of(_SOLVE["limit"], highest=100, default=10),
            _seconds(10),
            RequestOption.of(_SOLVE["unique"], "Only count them"),
        ),
        SHORT,
        True,
        "",
        _SMALL,
        {"puzzle": None, "outcome": "unique", "count": 1, "solutions": [["###"]],
         "seconds": 0.000014, "engine": "native", "complete": True, "note": "",
         "found": [], **_SHOWN},
    ),
    Action(
        "rate",
        "Says how difficult a puzzle is for a person.",
        Takes.PUZZLE,
        ("rate", "--json"),
        (_seconds(10),),
        SHORT,
        True,
        "",
        _PLUS,
        {"puzzle": None, "difficulty": "beginner", "level": 1.0, "score": 7.1, "steps": 6,
         "hardest": "complete line", "techniques": {"complete line": 9},
         "format": "nonogram", "width": 3, "height": 3, **_PLUS, "palette": None},
    ),
    Action(
        "explain",
        "Gives the whole solution of a puzzle as steps in words.",
        Takes.PUZZLE,
        ("explain",),
        (
            RequestOption(
                "to",
                Kind.TEXT,
                "The form: JSON, Markdown, or a web page with pictures",
                choices=("json", *_EXPLAINED),
                default="json",
                flags={"json": ("--json",), **{each: (f"--to={each}",) for each in _EXPLAINED}},
            ),
            _seconds(10),
        ),
        SHORT,
        True,
        "explanation",
        _SMALL,
        {"explanation": [{"puzzle": None, "number": 1, "technique": "complete line",
                    "lines": [{"side": "row", "number": 1}],
                    "cells": [[1, 1, "#"], [1, 2, "#"], [1, 3, "#"]],
                    "text": "Row 1: The 3 fills the whole line. So cells 1 to 3 must be shaded.",
                    "palette": None}]},
        _EXPLAINED,
    ),
    Action(
        "check",
        "Lists the defects of a puzzle; nothing is solved.",
        Takes.PUZZLE,
        ("check", "--json"),
        (),
        SHORT,
        True,
        "",
        {"rows": [[4]], "columns": [[1], [1], [1]]},
        {"puzzle": None,
         "problems": ["row 1: 4 needs 4 cells, the row has 3",
                      "the rows ask for 4 cells, the columns for 3"],
         "format": "nonogram", "width": 3, "height": 1, "rows": [[4]],
         "columns": [[1], [1], [1]], "palette": None},
    ),
    Action(
        "repair",
        "Proposes changes of a few cells after which the picture is the only solution.",
        Takes.PUZZLE,
        ("repair", "--json"),
        (
            RequestOption.of(_REPAIR["limit"], highest=20, default=6),
            _seconds(20),
        ),
        LONG,
        False,
        "",
        _SQUARES | {"goal": ["#.", ".#"]},
        {"puzzle": None, "outcome": "several", "origin": "the goal in the file",
         "text": "There are 5 ways to repair it; the best changes 2 cells.",
         "repairs": [{"text": "1 cell: row 1, column 2: shade", "cells": [[1, 2, "#"]],
                      "rows": [[2], [1]], "columns": [[1], [2]], "palette": None,
                      "goal": ["##", ".#"]}]},
    ),
    Action(
        "generate",
        "Makes puzzles with exactly one solution; the same seed makes the same ones.",
        Takes.OPTIONS,
        ("generate", "--json", "-j1"),
        (
            RequestOption(
                "size",
                Kind.TEXT,
                worded(
                    "Width and height in cells, such as 20x15, at most {most}",
                    most=MAX_GENERATED_SIDE,
                ),
                pattern=r"([1-9]|[1-5]\d|60)x([1-9]|[1-5]\d|60)",
                form=worded(
                    "width x height such as 20x15, at most {most}", most=MAX_GENERATED_SIDE
                ),
                default="20x20",
            ),
            RequestOption.of(_GENERATED["difficulty"]),
            RequestOption(
                "score",
                Kind.TEXT,
                "The range of the score of rate, such as 100-200",
                pattern=r"\d{1,6}(\.\d{1,6})?-\d{1,6}(\.\d{1,6})?",
                form="a range such as 100-200",
            ),
            RequestOption.of(_GENERATED["trial"]),
            RequestOption.of(_GENERATED["technique"]),
            RequestOption.of(_GENERATED["density"], "The share of shaded cells"),
            RequestOption.of(_GENERATED["symmetry"]),
            RequestOption.of(_GENERATED["style"]),
            RequestOption.of(_GENERATED["colors"]),
            RequestOption("count", Kind.INTEGER, "Puzzles", 1, MAX_GENERATED, default=1),
            RequestOption(
                "seed",
                Kind.TEXT,
                "Decides all that is left open; by default by chance",
                may_be_number=True,
            ),
            _seconds(25),
        ),
        LONG,
        False,
        "puzzles",
        {"size": "5x5", "seed": "7"},
        {"puzzles": [{"puzzle": 1, "seed": "7", "difficulty": "easy", "level": 2.1, "score": 23.1,
                      "hardest": "edge", "style": "islands", "format": "nonogram",
                      "width": 5, "height": 5, "rows": [[2], [3], [2], [2], [3]],
                      "columns": [[2], [3, 1], [4], [2], []], "palette": None,
                      "goal": ["##...", "###..", ".##..", "..##.", ".###."]}]},
    ),
    Action(
        "convert",
        "Writes a puzzle in the file format of another program.",
        Takes.PUZZLE,
        ("convert",),
        (
            RequestOption("to", Kind.TEXT, "The format", choices=_FORMATS, default="non"),
            RequestOption("solve", Kind.BOOLEAN, "Fill in the solution, if there is just one"),
            _seconds(10),
        ),
        SHORT,
        True,
        "",
        _SMALL | {"to": "non"},
        {},
        {each: _BINARY.get(each, _TEXT) for each in _FORMATS if each != "json"},
    ),
    Action(
        "print",
        "Draws a puzzle: for printing, as a picture, or as a web page to play.",
        Takes.PUZZLE,
        ("print", "-o-"),
        (
            RequestOption(
                "to", Kind.TEXT, "What is drawn", choices=tuple(_PRINTED), default="pdf"
            ),
            RequestOption(
                "book_title",
                Kind.TEXT,
                "The title of the whole, on a title page, for pdf and html",
            ),
            RequestOption.of(_BOOK["page_size"], "For pdf"),
            RequestOption.of(_BOOK["margin_mm"], "Of a pdf page, mm"),
            RequestOption.of(_BOOK["solutions"], "Where the solution is, for pdf and html"),
            RequestOption.of(_BOOK["titles"], "Where the puzzle's title is, for pdf and html"),
            RequestOption.of(_BOOK["has_difficulty"], "Write the difficulty, for pdf and html"),
            RequestOption.of(_BOOK["is_large"], "Large cells and numbers, for pdf"),
            RequestOption.of(_BOOK["is_grey"], "No colours"),
            RequestOption("playable", Kind.BOOLEAN, "A page to play, for html"),
            RequestOption("solve", Kind.BOOLEAN, "Fill in the solution, for svg and png"),
            _seconds(10),
        ),
        LONG,
        False,
        "",
        _PLUS | {"to": "svg"},
        {},
        _PRINTED,
    ),
    Action(
        "scan",
        "Reads printed puzzles from a photo, a scan or a PDF file.",
        Takes.PICTURE,
        ("scan", "--json", "-j1"),
        (
            RequestOption("all", Kind.BOOLEAN, "Read every puzzle of each page"),
            RequestOption("grid", Kind.INTEGER, "Read only this puzzle of each page", 1, 100),
        ),
        READING,
        False,
        "puzzles",
        {"all": True},
        {"puzzles": [{"page": None, "grid": 1, "doubtful": [], "outcome": "unique", **_SHOWN}]},
    ),
)  # fmt: skip
"""All actions."""

PUZZLE_KEYS = (
    "rows", "columns", "palette", "title", "author", "copyright", "license", "catalogue", "goal",
    "marks", "drawing", "extras",
)  # fmt: skip
"""The keys of a puzzle, which :mod:`puzzles.formats.json_puzzle` describes."""


def action_called(name: str) -> Action | None:
    """The action of that name."""
    return next((action for action in ACTIONS if action.name == name), None)


def command_words(action: Action, values: Mapping[str, Any]) -> list[str]:
    """The words of the command for checked options."""
    words = list(action.words)
    for option in action.options:
        value = values.get(option.name, option.default)
        if value is not None:
            words += option.words(value)
    return words if action.takes is Takes.OPTIONS else [*words, INPUT]
