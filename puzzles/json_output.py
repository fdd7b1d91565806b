"""What commands print with ``--json``: puzzles that every command reads, lines and errors."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, NamedTuple

import click

from puzzles.errors import (
    BeyondMethodError,
    FormatError,
    LibraryError,
    NonogramError,
    NoSolutionError,
    PuzzleError,
    RecognitionError,
    SeveralPuzzlesError,
    SeveralSolutionsError,
)
from puzzles.formats import Document, IncompletePuzzleError
from puzzles.formats.json_puzzle import puzzle_values
from puzzles.formats.json_sets import OURS
from puzzles.json_text import valid_text
from puzzles.model import Line
from puzzles.standard_input import name_of

_CODES: tuple[tuple[type[NonogramError], str], ...] = (
    (IncompletePuzzleError, "incomplete"),
    (SeveralPuzzlesError, "several_puzzles"),
    (FormatError, "bad_file"),
    (NoSolutionError, "no_solution"),
    (SeveralSolutionsError, "several_solutions"),
    (PuzzleError, "defective"),
    (BeyondMethodError, "beyond_method"),
    (LibraryError, "unreadable"),
    (RecognitionError, "unreadable"),
)


class Failure(NamedTuple):
    """Why there is no answer about a puzzle."""

    message: str
    """Sentences with the name of the file, one a line."""
    code: str = "failed"
    """See :data:`puzzles.json_keys.ERRORS`."""
    line: Line | int | None = None
    """The row or column, or the number of the line in the file."""

    @classmethod
    def of(cls, error: NonogramError, message: str = "") -> Failure:
        """The failure that an exception tells, perhaps in other words."""
        code = next((code for kind, code in _CODES if isinstance(error, kind)), "failed")
        line = error.line if isinstance(error, FormatError) else None
        return cls(message or str(error), code, line)


def line_value(line: Line | int | None) -> dict[str, Any] | None:
    """A line as JSON has it.

    >>> line_value(Line.numbered(3, height=3)), line_value(7)
    ({'side': 'column', 'number': 1}, {'side': 'file', 'number': 7})
    """
    if line is None:
        return None
    if isinstance(line, int):
        return {"side": "file", "number": line}
    return {"side": line.axis.value, "number": line.index + 1}


def error_value(message: str, code: str, line: Line | int | None = None) -> dict[str, Any]:
    """The value of ``error``."""
    return {"code": code, "message": valid_text(message), "line": line_value(line)}


def failure_line(
    failure: Failure, path: str | None, number: int | None = None, **more: object
) -> str:
    """The line about a file or puzzle without an answer.

    Args:
        failure: Why.
        path: The file; ``None`` if there is none.
        number: The puzzle's number in a file of several.
        **more: Further keys.
    """
    value: dict[str, object] = {}
    message = failure.message
    if path is not None:
        value["file"] = valid_text(path)
        message = without_name(path, message)
    if number is not None:
        value["puzzle"] = number
    error = error_value(message, failure.code, failure.line)
    return json.dumps(value | more | {"error": error}, ensure_ascii=False)


_told: ContextVar[list[Failure] | None] = ContextVar("told", default=None)


@contextmanager
def failures_told() -> Iterator[list[Failure]]:
    """Collects the failures that :func:`tell` says, for who runs commands in this process."""
    told: list[Failure] = []
    token = _told.set(told)
    try:
        yield told
    finally:
        _told.reset(token)


def tell(
    failure: Failure, path: str | None = None, number: int | None = None, *, as_json: bool = False
) -> None:
    """Say why there is no answer: the sentence on stderr, and with ``--json`` the line, too.

    Args:
        failure: Why.
        path: The file; ``None`` if there is none.
        number: The puzzle's number in a file of several.
        as_json: Whether the command prints JSON.
    """
    if as_json:
        click.echo(failure_line(failure, path, number))
    click.echo(failure.message, err=True)
    if (told := _told.get()) is not None:
        told.append(failure)


def without_name(path: str, message: str) -> str:
    """Sentences about a file, without its name at the beginning.

    >>> without_name("a.non", "a.non:7: expected a number")
    'expected a number'
    """
    name = name_of(path)
    lines = []
    for line in message.splitlines():
        head, colon, rest = line.partition(": ")
        is_name = head == name or head.startswith((f"{name}:", f"{name}, "))
        lines.append(rest if colon and is_name else line)
    return "\n".join(lines)


def puzzle_line(document: Document, path: str | None, values: Mapping[str, Any]) -> str:
    """The line about a puzzle: the answer, and the puzzle.

    Args:
        document: The puzzle with its marks.
        path: The file; ``None`` if there is none.
        values: The answer.
    """
    head = {"format": OURS} | ({} if path is None else {"file": valid_text(path)})
    return json.dumps({**head, **values, **puzzle_values(document)}, ensure_ascii=False)
