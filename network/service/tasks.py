"""What a request asks for, checked: the words of a command and its input; and the answer to it."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from network.guard import RefusedError
from network.service.actions import (
    JSON,
    MAX_DEPTH,
    MAX_SIDE,
    PUZZLE_KEYS,
    Action,
    Kind,
    Takes,
    command_words,
)
from network.service.commands import INPUT, Ran
from puzzles.formats.json_sets import OURS
from puzzles.json_keys import KEYS
from puzzles.json_output import Failure, error_value, line_value
from puzzles.json_text import read_json
from puzzles.words import _, listed, worded

_USAGE = re.compile(r"^Usage: .*\n(?:Try .*\n)?\n?(?:[^:\n]+: )?", re.MULTILINE)
"""What click writes before the sentence about a wrong option, up to "Error: "."""
_FLAG = re.compile(r"(?<![\w-])--([a-z][a-z-]*)")
UNWANTED = ("file", "written")
"""Keys of the commands' JSON that name files; a request has none."""


@dataclass(frozen=True, slots=True)
class ServiceTask:
    """A command that a request asks for."""

    action: Action
    words: list[str]
    data: bytes | None
    """The file that the command reads."""
    media_type: str
    """Of the answer, if there is one."""

    @property
    def size(self) -> int:
        """Bytes that are kept for it until it is done."""
        return len(self.data or b"")


@dataclass(frozen=True, slots=True)
class TaskAnswer:
    """An answer to a request."""

    status: int
    body: bytes
    media_type: str = JSON
    exit_code: int | None = None
    """Of the command; ``None`` if it did not end."""

    @classmethod
    def error(
        cls,
        status: int,
        sentence: str,
        exit_code: int | None = None,
        code: str = "failed",
        line: Mapping[str, Any] | None = None,
    ) -> TaskAnswer:
        """An answer that says what is wrong.

        Args:
            status: The HTTP status.
            sentence: What is wrong.
            exit_code: Of the command.
            code: See :data:`puzzles.json_keys.ERRORS`.
            line: The wrong line, as JSON has it.
        """
        value = error_value(sentence, code) | {"line": line}
        return cls(status, json.dumps({"error": value}).encode(), exit_code=exit_code)

    @classmethod
    def cancelled(cls) -> TaskAnswer:
        """The answer of a job that was stopped."""
        return cls.error(410, _("this job was cancelled"), code="stopped")


def task_of(
    action: Action, media_type: str, body: bytes, query: Sequence[tuple[str, str]]
) -> ServiceTask:
    """The task of a request.

    Args:
        action: What is asked for.
        media_type: The header Content-Type.
        body: JSON, or a picture.
        query: The query, decoded.

    Raises:
        RefusedError: The request is wrong; the sentence says how.
    """
    kind = media_type.partition(";")[0].strip().lower()
    if action.takes is Takes.PICTURE:
        if not kind.startswith("image/") and kind != "application/pdf":
            raise RefusedError(415, _("the Content-Type is not image/... or application/pdf"))
        if not body:
            raise RefusedError(422, _("the body is empty; it is the picture"))
        values, data = _query_values(action, query), body
    else:
        if kind != JSON:
            raise RefusedError(415, _("the Content-Type is not application/json"))
        if query:
            raise RefusedError(422, _("the options belong into the JSON, not into the address"))
        value = _object(body)
        puzzle = {key: value.pop(key) for key in PUZZLE_KEYS if key in value}
        values = value if action.takes is Takes.OPTIONS else _without_answer(value, action)
        data = _puzzle_data(puzzle) if action.takes is Takes.PUZZLE else b""
        if puzzle and action.takes is Takes.OPTIONS:
            raise RefusedError(422, _unknown(next(iter(puzzle)), action))
    _check_options(action, values)
    all_values = {each.name: each.default for each in action.options} | values
    return ServiceTask(
        action, command_words(action, values), data or None, action.media_type(all_values)
    )


def _without_answer(value: dict[str, Any], action: Action) -> dict[str, Any]:
    """An object that a command has written, without its answer: the puzzle is asked about again."""
    if value.get("format") != OURS:
        return value
    return {key: each for key, each in value.items() if action.option(key) or key not in KEYS}


def _object(body: bytes) -> dict[str, Any]:
    """The JSON object of a body.

    Raises:
        RefusedError: It is none, or nested too deeply.
    """
    try:
        value = read_json(body)
    except ValueError as error:
        raise RefusedError(
            400, worded("the body is not JSON: {error}", error=str(error)[:100])
        ) from None
    if not isinstance(value, dict):
        raise RefusedError(422, _("the JSON is not an object"))
    level: list[Any] = [value]
    for _ignored in range(MAX_DEPTH):
        level = [
            part
            for each in level
            for part in (each.values() if isinstance(each, dict) else each)
            if isinstance(part, dict | list)
        ]
    if level:
        raise RefusedError(
            422, worded("the JSON is nested more than {most} levels deep", most=MAX_DEPTH)
        )
    return value


def _puzzle_data(puzzle: Mapping[str, Any]) -> bytes:
    """The file of a puzzle; what is in its lines, the command checks.

    Raises:
        RefusedError: There are no rows or columns, or too many.
    """
    for key in ("rows", "columns"):
        lines = puzzle.get(key)
        if not isinstance(lines, list) or not 1 <= len(lines) <= MAX_SIDE:
            raise RefusedError(
                422,
                worded("{key} is not a list of 1 to {most} lists of clues", key=key, most=MAX_SIDE),
            )
    return json.dumps(puzzle).encode()


def _query_values(action: Action, query: Sequence[tuple[str, str]]) -> dict[str, Any]:
    """The options of a query.

    Raises:
        RefusedError: One is there twice.
    """
    values: dict[str, Any] = {}
    for name, text in query:
        if name in values:
            raise RefusedError(422, worded("{name} is there twice", name=name[:40]))
        option = action.option(name)
        values[name] = text
        if option is not None and option.kind is Kind.BOOLEAN:
            values[name] = {"true": True, "false": False}.get(text, text)
        elif option is not None and text.isascii() and text.isdigit() and len(text) < 10:
            values[name] = int(text)
    return values


def _check_options(action: Action, values: Mapping[str, Any]) -> None:
    """See that all options exist and have values that are allowed.

    Raises:
        RefusedError: One does not, or has not.
    """
    for name, value in values.items():
        option = action.option(name)
        if option is None:
            raise RefusedError(422, _unknown(name, action))
        if problem := option.problem(value):
            raise RefusedError(422, problem)


def _unknown(name: str, action: Action) -> str:
    known = [option.name for option in action.options]
    if action.takes is Takes.PUZZLE:
        known = [*PUZZLE_KEYS, *known]
    return worded(
        "{action} has no {name!r}; it has {known}",
        action=action.name,
        name=name[:40],
        known=listed(known) or _("no options"),
    )


def answer_of(task: ServiceTask, ran: Ran) -> TaskAnswer:
    """The answer of a command that has ended: what it printed, or why it printed nothing.

    A command that has an answer gives it, whatever its exit code: "no solution" is an answer.
    """
    notes = _notes(ran.stderr)
    if not ran.stdout:
        sentence = "; ".join(notes) or worded("{action} has no answer", action=task.action.name)
        code = "refused" if _USAGE.search(ran.stderr) else "failed"
        why = ran.failures[0] if ran.failures else Failure(sentence, code)
        return TaskAnswer.error(422, sentence, ran.code, why.code, line_value(why.line))
    if task.media_type != JSON:
        return TaskAnswer(200, ran.stdout, task.media_type, ran.code)
    if task.action.name == "convert":
        return TaskAnswer(200, ran.stdout, JSON, ran.code)
    parts = [json.loads(line) for line in ran.stdout.splitlines()]
    for part in parts:
        for key in UNWANTED:
            part.pop(key, None)
        if "problems" in part:
            part["problems"] = [_unnamed(each) for each in part["problems"]]
        if "error" in part:
            part["error"]["message"] = "; ".join(_notes(part["error"]["message"]))
    if all("error" in part for part in parts):
        first = parts[0]["error"]
        return TaskAnswer.error(422, first["message"], ran.code, first["code"], first["line"])
    value = {task.action.answer_key: parts} if task.action.answer_key else parts[0]
    if notes:
        value["notes"] = notes
    return TaskAnswer(200, json.dumps(value).encode(), JSON, ran.code)


def _notes(text: str) -> list[str]:
    """What a command said on stderr, a sentence a line: of a request, not of a command line."""
    lines = _USAGE.sub("", text).splitlines()
    return [_FLAG.sub(_key, _unnamed(line)) for line in lines if line.strip()]


def _key(flag: re.Match[str]) -> str:
    """The key of a request for an option of a command."""
    return flag[1].removeprefix("no-").replace("-", "_")


def _unnamed(sentence: str) -> str:
    return sentence.removeprefix(f"{INPUT}: ")
