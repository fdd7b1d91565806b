"""The keys of the JSON that commands print and the service answers: one key, one meaning.

``tools/json_page.py`` makes ``docs/json.md`` and the schemas of ``resources/json_schema.json`` from
this table; tests hold it against what the commands print.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from puzzles.difficulty import DIFFICULTIES
from puzzles.words import worded

Schema = Mapping[str, Any]


class JsonKey(NamedTuple):
    """A key of an object."""

    schema: Schema
    """Its type, in JSON Schema."""
    text: str
    """What it means: a sentence, or the words of one."""


def _or_null(schema: Schema) -> Schema:
    kind = schema.get("type")
    if isinstance(kind, str) and "enum" not in schema:
        return {**schema, "type": [kind, "null"]}
    return {"anyOf": [schema, {"type": "null"}]}


def _list(items: Schema, **more: Any) -> Schema:
    return {"type": "array", "items": items, **more}


def _one_of(*words: str) -> Schema:
    return {"type": "string", "enum": list(words)}


def _ref(name: str) -> Schema:
    return {"$ref": f"#/$defs/{name}"}


_TEXT: Schema = {"type": "string"}
_NUMBER: Schema = {"type": "number", "minimum": 0}
_COUNT: Schema = {"type": "integer", "minimum": 0}
_PLACE: Schema = {"type": "integer", "minimum": 1}
_SHARE: Schema = {"type": "number", "minimum": 0, "maximum": 1}
_YES: Schema = {"type": "boolean"}
_BOARD = _list({"type": "string", "pattern": "^[.#?*A-Za-z0-9]*$"})
_CLUES = _list(_list(_ref("clue")))
_CELLS = _list(_list({"type": ["integer", "string"]}, minItems=3, maxItems=3))
DEFINITIONS: Mapping[str, Schema] = {
    "clue": {
        "description": "A number, or a number and the symbol of its colour; null or ? if it is not"
        " known, * for any numbers",
        "type": ["integer", "array", "string", "null"],
    },
    "color": {
        "type": "object",
        "properties": {
            "symbol": _TEXT,
            "rgb": {"type": "string", "pattern": "^#[0-9a-f]{6}$"},
            "name": _TEXT,
        },
        "required": ["symbol", "rgb"],
        "additionalProperties": False,
    },
    "line": {
        "description": "A row or a column, from 1; in an error also a line of the file",
        "type": "object",
        "properties": {"side": _one_of("row", "column", "file"), "number": _PLACE},
        "required": ["side", "number"],
        "additionalProperties": False,
    },
    "error": {
        "type": "object",
        "properties": {"code": _TEXT, "message": _TEXT, "line": _or_null(_ref("line"))},
        "required": ["code", "message", "line"],
        "additionalProperties": False,
    },
}
"""What several keys have in them."""

KEYS: Mapping[str, JsonKey] = {
    "advice": JsonKey(_or_null(_TEXT), "What would help, if the last frame shows no answer"),
    "author": JsonKey(_TEXT, "The author of the puzzle"),
    "camera": JsonKey(_COUNT, "The number of a camera, with `ar --list`"),
    "catalogue": JsonKey(
        _TEXT, "Where the puzzle is from; of a generated one, all that makes it again"
    ),
    "cells": JsonKey(
        _CELLS, "Cells that a step decides or a repair changes: row, column, new state"
    ),
    "certain": JsonKey(_or_null(_BOARD), "What is the same in all solutions: a board"),
    "clues": JsonKey(_COUNT, "The number of clues"),
    "colors": JsonKey(_COUNT, "Colours besides the background"),
    "columns": JsonKey(
        _CLUES,
        "The clues of the columns: for each a list of numbers, in a coloured puzzle of pairs of"
        " number and colour's symbol",
    ),
    "complete": JsonKey(_YES, "Whether these are all solutions"),
    "confidence": JsonKey(_SHARE, "How sure the reading is"),
    "copyright": JsonKey(_TEXT, "Whose the puzzle is"),
    "count": JsonKey(_COUNT, "How many solutions were found"),
    "description": JsonKey(_or_null(_TEXT), "What a method or an option does"),
    "difficulty": JsonKey(
        _or_null(_one_of(*DIFFICULTIES)), "The [difficulty](difficulty.md) in a word"
    ),
    "doubtful": JsonKey(
        _list({"type": "object"}),
        "Doubts about a reading, the most urgent first: `line`, `number`, `consequence`, `read`,"
        " `or`, `confidence`, `unread`; `nonogram scan --help` has more",
    ),
    "drawing": JsonKey(_YES, "Whether it is a drawing that is not finished"),
    "engine": JsonKey(_TEXT, "The solving method"),
    "error": JsonKey(
        _ref("error"),
        "Why there is no answer: `code` (a word of the table below), `message` (a sentence), `line`"
        " (or null)",
    ),
    "event": JsonKey(_TEXT, "What happens; the last one is `summary`"),
    "extensions": JsonKey(_list(_TEXT), "The endings of a format's files"),
    "extras": JsonKey(_list(_list(_TEXT)), "What else the file says: pairs of texts"),
    "file": JsonKey(
        _TEXT, "The input, as it stands on the command line; of `list`, the puzzle's file"
    ),
    "format": JsonKey(_one_of("nonogram"), "That this is a puzzle, which all commands read"),
    "found": JsonKey(
        _list({"type": "object", "properties": {"line": _ref("line"), "text": _TEXT},
               "required": ["line", "text"], "additionalProperties": False}),
        "The clues that were not known, if there is one solution: `line` and `text`",
    ),
    "frames": JsonKey(_COUNT, "Frames of the video"),
    "frames_per_second": JsonKey(_NUMBER, "Frames in a second of work"),
    "goal": JsonKey(_BOARD, "The picture: a board"),
    "grid": JsonKey(_or_null(_PLACE), "The puzzle's number on its page, with `--all` or `--grid`"),
    "grids": JsonKey(_COUNT, "Grids in the picture"),
    "hardest": JsonKey(_TEXT, "The hardest technique that is needed"),
    "height": JsonKey(_COUNT, "The number of rows"),
    "hint": JsonKey(_or_null(_TEXT), "The next step: a sentence"),
    "id": JsonKey(_TEXT, "The name of a format for `--to`"),
    "interrupted": JsonKey(_YES, "Whether it was stopped"),
    "is_exact": JsonKey(_or_null(_YES), "Whether a method always finds all solutions"),
    "keeps": JsonKey(
        {"type": "object", "additionalProperties": _YES},
        "What a format can hold besides clues",
    ),
    "level": JsonKey(_or_null(_NUMBER), "Difficulty and work as one number, such as 2.3"),
    "license": JsonKey(_TEXT, "The licence of the puzzle"),
    "lines": JsonKey(_list(_ref("line")), "The lines that a step looks at"),
    "marks": JsonKey(_or_null(_BOARD), "What is marked: a board"),
    "mirrored": JsonKey(_YES, "Whether the picture was mirrored"),
    "missing": JsonKey(_or_null(_TEXT), "Why a method cannot be used here"),
    "name": JsonKey(_TEXT, "The name of a format or a camera for people"),
    "note": JsonKey(_TEXT, "Why the method gave up, or why there is certainly no solution"),
    "notes": JsonKey(_list(_TEXT), "What is worth knowing: sentences"),
    "number": JsonKey(_PLACE, "The number of a step"),
    "options": JsonKey(
        _list({"type": "object"}),
        "The options of a method: `name`, `description`, `default`, `choices`",
    ),
    "origin": JsonKey(_or_null(_TEXT), "What the picture to be repaired is"),
    "outcome": JsonKey(
        _or_null(_one_of(
            "unique", "several", "none", "found", "stuck", "gave up", "stopped", "limit"
        )),
        "How many solutions there are, or why that is not known",
    ),
    "pack": JsonKey(_TEXT, "The collection that a puzzle comes with"),
    "page": JsonKey(_or_null(_PLACE), "The page of a file of several"),
    "palette": JsonKey(
        _or_null(_list(_ref("color"))),
        "The colours, the background first: `symbol`, `rgb`, perhaps `name`; null in black and"
        " white",
    ),
    "parts": JsonKey(_PLACE, "Of how many parts a puzzle was joined, with `--all`"),
    "picture": JsonKey(_or_null(_TEXT), "The painted picture that was written"),
    "problem": JsonKey(_or_null(_TEXT), "Why it ended early"),
    "problems": JsonKey(_list(_TEXT), "What is wrong: sentences"),
    "puzzle": JsonKey(
        _or_null(_PLACE), "The puzzle's number in a file of several; of `generate`, in this run"
    ),
    "reads": JsonKey(_YES, "Whether the program reads a format"),
    "repairs": JsonKey(
        _list({"type": "object"}),
        "Repairs, the best first: `text`, `cells`, and the repaired puzzle's `rows`, `columns`,"
        " `palette` and `goal`",
    ),
    "rows": JsonKey(_CLUES, "The clues of the rows, as those of the columns"),
    "score": JsonKey(_or_null(_NUMBER), "The work: the sum of all steps"),
    "seconds": JsonKey(_NUMBER, "The time it took; of an event, the time in the video"),
    "seed": JsonKey(_TEXT, "What decided all that the options leave open"),
    "shaded": JsonKey(_SHARE, "The share of shaded cells"),
    "shown": JsonKey(_SHARE, "The share of frames with an answer"),
    "solutions": JsonKey(_or_null(_list(_BOARD)), "The solutions: boards; null with `-u`"),
    "source": JsonKey(_TEXT, "The camera, file or stream"),
    "steps": JsonKey(_COUNT, "The number of steps"),
    "style": JsonKey(_or_null(_TEXT), "The style of a generated picture"),
    "technique": JsonKey(_TEXT, "The technique of a step"),
    "techniques": JsonKey(
        {"type": "object", "additionalProperties": _COUNT}, "How many cells each technique gave"
    ),
    "text": JsonKey(_TEXT, "A sentence: a step, an event, or the result of a repair"),
    "title": JsonKey(_TEXT, "The title of the puzzle"),
    "took": JsonKey(_or_null(_NUMBER), "The seconds that an event took"),
    "trials": JsonKey(_list(_list(_TEXT)), "The assumptions of a step, each with its consequences"),
    "turned": JsonKey(_COUNT, "The clockwise rotation with which a picture was read, in degrees"),
    "video": JsonKey(_or_null(_TEXT), "The video that was written"),
    "width": JsonKey(_COUNT, "The number of columns"),
    "writes": JsonKey(_YES, "Whether the program writes a format"),
    "written": JsonKey(_or_null(_TEXT), "The file that was written"),
    "wrong": JsonKey(_or_null(_list(_list(_PLACE))), "Wrong marks: row, column"),
}  # fmt: skip
"""All keys."""

PUZZLE = ("format", "width", "height", "rows", "columns", "palette")
"""The keys that every puzzle has."""
PUZZLE_PARTS = (
    "title", "author", "copyright", "license", "catalogue", "goal", "marks", "drawing", "extras",
)  # fmt: skip
"""The keys of a puzzle whose file has such a thing."""
_OF_FILE = ("file", "puzzle")
_RATED = ("difficulty", "level", "score", "hardest")
_SUMMARY = (
    "event", "source", "frames", "frames_per_second", "shown", "outcome", "problems", "doubtful",
    "certain", "marks", "wrong", "hint", "video", "picture", "written", "advice", "problem",
    "interrupted", "width", "height", "rows", "columns", "palette",
)  # fmt: skip

OBJECTS: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "ar": (("event",), ("seconds", "text", "took", *_SUMMARY[1:])),
    "camera": (("camera", "name"), ()),
    "check": ((*_OF_FILE, "problems", *PUZZLE), PUZZLE_PARTS),
    "create": (
        ("file", "colors", "clues", "shaded", "outcome", "notes", "written", *PUZZLE),
        PUZZLE_PARTS,
    ),
    "engines": (("engine", "description", "is_exact", "options", "missing"), ()),
    "error": (("error",), ("file", "puzzle", "page", "grid")),
    "explain": (
        (*_OF_FILE, "number", "technique", "lines", "cells", "text", "palette"), ("trials",)
    ),
    "formats": (("id", "name", "extensions", "reads", "writes", "keeps"), ()),
    "generate": (("puzzle", "seed", *_RATED, "style", "written", *PUZZLE), PUZZLE_PARTS),
    "hint": (
        (*_OF_FILE, "number", "technique", "lines", "cells", "text", "palette"), ("trials",)
    ),
    "list": (
        ("file", "pack", "colors", "difficulty", "level", "score", *PUZZLE), PUZZLE_PARTS
    ),
    "puzzle": (("rows", "columns"), (*PUZZLE[:3], "palette", *PUZZLE_PARTS)),
    "rate": ((*_OF_FILE, *_RATED, "steps", "techniques", *PUZZLE), PUZZLE_PARTS),
    "repair": ((*_OF_FILE, "outcome", "origin", "text", "repairs", "written", *PUZZLE),
               PUZZLE_PARTS),
    "scan": (
        ("file", "page", "grid", "parts", "confidence", "doubtful", "outcome", "problems", "grids",
         "turned", "mirrored", "seconds", *PUZZLE),
        PUZZLE_PARTS,
    ),
    "solve": (
        (*_OF_FILE, "outcome", "count", "solutions", "seconds", "engine", "complete", "note",
         "found", *PUZZLE),
        PUZZLE_PARTS,
    ),
}  # fmt: skip
"""The keys of an object that a command prints: those that it always has, and others; also those of
a puzzle and of an error, which any command prints, and of a camera."""

ERRORS: Mapping[str, str] = {
    "bad_file": "The file is not a puzzle, or it is damaged; `line` says where",
    "beyond_method": "The method does not decide the puzzle",
    "defective": "The clues are not those of a puzzle",
    "failed": "Something else, which the message names",
    "incomplete": "Clues are not known",
    "no_puzzle": "There is no puzzle in the picture, or none of that number; or none was found as"
    " wished",
    "no_solution": "The clues contradict each other",
    "refused": "The request is wrong; of the service only",
    "several_puzzles": "The file has several puzzles, and one is wanted",
    "several_solutions": "The puzzle has not exactly one solution",
    "stopped": "Stopped by Ctrl+C, or a cancelled job",
    "timeout": "Out of time",
    "unreadable": "The file cannot be opened or read, or is no picture where one is wanted",
    "wrong_marks": "Marks in the puzzle are wrong",
}
"""The codes of errors."""


def json_help(command: str) -> str:
    """The paragraph about ``--json`` in the help of a command."""
    always, others = OBJECTS[command]
    keys = [key for key in always if key not in PUZZLE]
    if PUZZLE[-1] in always and command not in ("explain", "hint"):
        text = worded(
            "JSON: an object a line with {keys}, and the puzzle, so that all commands read it. What"
            " fails has file and error. docs/json.md says what the keys mean.",
            keys=", ".join(keys),
        )
    else:
        text = worded(
            "JSON: an object a line with {keys}. docs/json.md says what the keys mean.",
            keys=", ".join([*keys, *others] if command == "ar" else keys),
        )
    return f"\n\n{text}"


def object_schema(name: str, without: tuple[str, ...] = ()) -> Schema:
    """The JSON Schema of an object; its references are to :data:`DEFINITIONS`."""
    always, others = OBJECTS[name]
    return {
        "type": "object",
        "properties": {
            key: {**KEYS[key].schema, "description": KEYS[key].text}
            for key in (*always, *others)
            if key not in without
        },
        "required": [key for key in always if key not in without],
        "additionalProperties": False,
    }
