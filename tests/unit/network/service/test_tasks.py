"""Requests: what is refused with a sentence, and what becomes a command."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any

import click
import pytest
from hypothesis import given
from hypothesis import strategies as st

import main
from network.guard import RefusedError
from network.service.actions import (
    ACTIONS,
    JSON,
    MAX_SIDE,
    PUZZLE_KEYS,
    Action,
    Kind,
    RequestOption,
    Takes,
    action_called,
    command_words,
)
from network.service.commands import INPUT, Ran
from network.service.tasks import ServiceTask, answer_of, task_of

SMALL = {"rows": [[3]], "columns": [[1], [1], [1]]}
OPTIONS = [(action, option) for action in ACTIONS for option in action.options]
each_action = pytest.mark.parametrize("action", ACTIONS, ids=lambda action: str(action.name))
each_option = pytest.mark.parametrize(
    ("action", "option"), OPTIONS, ids=lambda each: str(each.name)
)


def called(name: str) -> Action:
    action = action_called(name)
    assert action is not None
    return action


def asked(action: Action, values: dict[str, Any]) -> ServiceTask:
    """The task of a request with a small puzzle and these options."""
    if action.takes is Takes.PICTURE:
        query = [
            (key, value if isinstance(value, str) else json.dumps(value))
            for key, value in values.items()
        ]
        return task_of(action, "image/png", b"picture", query)
    puzzle = SMALL if action.takes is Takes.PUZZLE else {}
    return task_of(action, JSON, json.dumps(puzzle | values).encode(), [])


def refusal(body: bytes, action: str = "solve", kind: str = JSON) -> tuple[int, str]:
    with pytest.raises(RefusedError) as error:
        task_of(called(action), kind, body, [])
    return error.value.status, error.value.sentence


def right_values(option: RequestOption) -> list[Any]:
    if option.kind is Kind.BOOLEAN:
        return [True, False]
    if option.choices:
        return list(option.choices)
    if option.kind is Kind.TEXT:
        return [{"size": "7x60", "score": "1.5-200"}.get(option.name, "Snow -- é")]
    return [option.lowest, option.highest]


def wrong_values(option: RequestOption) -> list[Any]:
    wrong: list[Any] = [None, [], {}, [1], "a\nb", "x" * 101, "--json", 10**400, -1, 1e308]
    if option.kind is not Kind.BOOLEAN:
        wrong += [True, False]
    if option.kind is not Kind.TEXT:
        wrong += ["", "yes"]
    if option.kind is Kind.INTEGER:
        wrong.append(1.0)
    if option.kind is Kind.TEXT and not (option.choices or option.pattern):
        wrong.remove("--json")  # a title may be that: it is behind --title=
    if option.may_be_number:
        wrong.remove(-1)
    return wrong


@each_option
def test_right_values_are_accepted_by_the_command(action: Action, option: RequestOption) -> None:
    command = main.command_line(action.words[0]).commands[action.words[0]]
    known = {text for each in command.params for text in (*each.opts, *each.secondary_opts)}
    for value in right_values(option):
        words = asked(action, {option.name: value}).words
        for word in words[1:]:
            name = word.partition("=")[0]
            assert name in known or name in ("-j1", "-o-", INPUT), word
            assert word != name or word in (INPUT, "-j1", "-o-") or _is_flag(command, word)


def _is_flag(command: click.Command, word: str) -> bool:
    return any(
        isinstance(each, click.Option)
        and each.is_flag
        and word in (*each.opts, *each.secondary_opts)
        for each in command.params
    )


@each_option
def test_wrong_values_are_refused_by_name(action: Action, option: RequestOption) -> None:
    for value in wrong_values(option):
        with pytest.raises(RefusedError) as error:
            asked(action, {option.name: value})
        assert error.value.status == 422
        assert option.name in error.value.sentence


@each_action
def test_the_example_is_accepted(action: Action) -> None:
    if action.takes is Takes.PICTURE:
        assert asked(action, action.example).data == b"picture"
    else:
        task_of(action, JSON, json.dumps(action.example).encode(), [])


@each_action
def test_unknown_options_are_refused(action: Action) -> None:
    for name in ("output", "force", "-o", "jobs", "cluster", "engine", "file", "", "x" * 1000):
        with pytest.raises(RefusedError) as error:
            asked(action, {name: "a"})
        assert error.value.status == 422
        assert len(error.value.sentence) < 500


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"", 400), (b"{", 400), (b"\xff", 400), (b"[" * 100_000, 400), (b"1" * 5000, 400),
        (b"[" * 900_000, 400), (b"[]", 422), (b"null", 422), (b'"rows"', 422), (b"{}", 422),
        (b'{"rows": [], "columns": [[1]]}', 422), (b'{"rows": 1, "columns": [[1]]}', 422),
        (b'{"rows": [[1]]}', 422), (b'{"rows": [[[[[[[1]]]]]]], "columns": [[1]]}', 422),
        (b'{"rows": [[1]], "columns": [[1]], "timeout": NaN}', 422),
        (b'{"rows": [[1]], "columns": [[1]], "timeout": Infinity}', 422),
        (json.dumps({"rows": [[1]] * (MAX_SIDE + 1), "columns": [[1]]}).encode(), 422),
        (json.dumps({"rows": [[1]], "columns": [[]] * (MAX_SIDE + 1)}).encode(), 422),
    ],
)  # fmt: skip
def test_bodies_that_are_no_puzzle(body: bytes, status: int) -> None:
    assert refusal(body)[0] == status


@given(st.binary(max_size=200))
def test_any_bytes_are_a_task_or_are_refused(data: bytes) -> None:
    for action in (called("solve"), called("generate")):
        with suppress(RefusedError):
            assert task_of(action, JSON, data, []).words


@pytest.mark.parametrize("kind", ["", "text/plain", "application/x-www-form-urlencoded", "a/json"])
def test_forms_of_other_pages_are_no_json(kind: str) -> None:
    assert refusal(json.dumps(SMALL).encode(), kind=kind)[0] == 415
    assert refusal(b"picture", "scan", kind)[0] == 415


def test_the_options_of_a_picture_are_in_the_query() -> None:
    scan = called("scan")
    task = task_of(scan, "image/jpeg", b"picture", [("all", "true")])
    assert (task.words, task.data) == (["scan", "--json", "-j1", "--all", INPUT], b"picture")
    for query in ([("all", "1")], [("grid", "0")], [("grid", "1"), ("grid", "2")], [("a", "b")]):
        with pytest.raises(RefusedError):
            task_of(scan, "image/jpeg", b"picture", query)
    with pytest.raises(RefusedError):
        task_of(called("solve"), JSON, json.dumps(SMALL).encode(), [("limit", "3")])


def test_no_option_has_the_name_of_a_part_of_the_puzzle() -> None:
    names = {option.name for action in ACTIONS for option in action.options}
    assert names.isdisjoint(PUZZLE_KEYS)


def test_no_option_can_name_a_file() -> None:
    for action in ACTIONS:
        words = {word.partition("=")[0] for word in command_words(action, {})}
        words |= {option.flag or f"--{option.name}" for option in action.options}
        assert words.isdisjoint({"-o", "--output", "--debug", "--from", "--cluster", "--force"})


def answered(action: str, ran: Ran) -> tuple[int, Any]:
    answer = answer_of(asked(called(action), {}), ran)
    return answer.status, json.loads(answer.body)


def test_an_answer_has_no_names_of_files_and_the_notes() -> None:
    ran = Ran(3, b'{"file": "input", "outcome": "limit", "written": null}\n', "input: late\n\n")
    assert answered("solve", ran) == (200, {"outcome": "limit", "notes": ["late"]})


def test_lines_become_a_list() -> None:
    ran = Ran(0, b'{"file": "input", "number": 1}\n{"file": "input", "number": 2}\n', "")
    assert answered("explain", ran) == (200, {"explanation": [{"number": 1}, {"number": 2}]})


def test_without_an_answer_the_sentences_are_the_error() -> None:
    ran = Ran(2, b"", "input: row 1 is too long\ninput: row 2 is, too\n")
    text = "row 1 is too long; row 2 is, too"
    assert answered("rate", ran) == (
        422,
        {"error": {"code": "failed", "message": text, "line": None}},
    )
    assert answered("rate", Ran(1, b"", ""))[0] == 422


def test_errors_speak_of_the_request_not_of_a_command_line() -> None:
    said = (
        "Usage: nonogram print [OPTIONS] FILE...\nTry 'nonogram print -h' for help.\n\n"
        "Error: --per-page is for pdf, not for svg.\n"
    )
    error = answered("print", Ran(2, b"", said))[1]["error"]
    assert error["message"] == "per_page is for pdf, not for svg."
    assert error["code"] == "refused"


def test_a_puzzle_that_a_command_has_written_is_taken_without_its_answer() -> None:
    written = {"format": "nonogram", "width": 1, "score": 2.0, "rows": [[1]], "columns": [[1]]}
    task = asked(called("rate"), written)
    assert json.loads(task.data or b"") == {"rows": [[1]], "columns": [[1]]}
    with pytest.raises(RefusedError, match="score"):
        asked(called("rate"), {"score": 2.0})


def test_what_is_no_json_has_its_own_type() -> None:
    task = asked(called("print"), {"to": "png"})
    assert answer_of(task, Ran(0, b"\x89PNG", "")).media_type == "image/png"
    assert asked(called("convert"), {"to": "json"}).media_type == JSON
    assert asked(called("explain"), {}).media_type == JSON
