"""The description of the interface, made from the table of actions: OpenAPI, and a page to read."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from html import escape
from typing import Any

from network.service.actions import (
    ACTIONS,
    JSON,
    MAX_PICTURE_BYTES,
    MAX_SIDE,
    PUZZLE_KEYS,
    Action,
    Kind,
    RequestOption,
    Takes,
)
from network.service.jobs import State
from network.service.tasks import UNWANTED
from puzzles.json_keys import DEFINITIONS, ERRORS, KEYS, object_schema
from puzzles.words import worded

DOCS_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"
"""The Content-Security-Policy of the page: it has a style and nothing else."""
_ERRORS = {
    "400": "The body is not JSON.",
    "401": "The token is missing or wrong.",
    "403": "The Host header is not allowed, or a page of another site has sent the request.",
    "408": "The body came too slowly.",
    "413": "The body is too long.",
    "415": "The Content-Type is wrong.",
    "422": "The request is wrong, its puzzle is defective, or it needs too much time or memory.",
    "429": "The queue is full; Retry-After says when to try again.",
    "500": "The worker process broke down.",
    "503": "The service is stopping.",
}
_ERROR = {"$ref": "#/components/schemas/Error"}
_JOB = {"$ref": "#/components/schemas/Job"}
_STYLE = """
:root { color-scheme: light dark; font: 16px/1.5 sans-serif }
body { max-width: 46rem; margin: auto; padding: 1rem }
pre { padding: .5rem; border: 1px solid; white-space: pre-wrap; overflow-wrap: anywhere }
table { border-collapse: collapse }
th, td { padding: .1rem .8rem .1rem 0; text-align: left; vertical-align: top }
"""


@cache
def openapi() -> dict[str, Any]:
    """The interface in OpenAPI 3.1."""
    job_id = {"name": "job", "in": "path", "required": True, "schema": {"type": "string"}}
    paths: dict[str, Any] = {f"/v1/{each.name}": {"post": _operation(each)} for each in ACTIONS}
    paths["/v1/jobs/{job}"] = {
        "parameters": [job_id],
        "get": _job_operation("The state of a job, and its answer if that is JSON"),
        "delete": _job_operation("Stop a job"),
    }
    paths["/v1/jobs/{job}/answer"] = {
        "parameters": [job_id],
        "get": {
            "summary": "The answer of a job",
            "responses": {
                "200": {"description": "As a request that waits gets it."},
                **_failures("404", "409", "410"),
            },
        },
    }
    paths["/v1/jobs/{job}/events"] = {
        "parameters": [job_id],
        "get": {
            "summary": "The states and the progress of a job as server-sent events",
            "responses": {
                "200": {
                    "description": "Until the job is over.",
                    "content": {"text/event-stream": {}},
                },
                **_failures("404"),
            },
        },
    }
    for path, summary in (
        ("/healthz", "Whether the service works; needs no token"),
        ("/metrics", "Metrics for Prometheus; 501 without its package"),
    ):
        paths[path] = {"get": {"summary": summary, "responses": {"200": {"description": "Yes."}}}}
    return {
        "openapi": "3.1.0",
        "info": {"title": "Nonogram Helper", "version": "1"},
        "paths": paths,
        "security": [{}, {"token": []}],
        "components": {
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
            "schemas": _schemas(),
        },
    }


def _operation(action: Action) -> dict[str, Any]:
    operation: dict[str, Any] = {
        "operationId": action.name,
        "summary": action.text,
        "parameters": [
            {
                "name": "Prefer",
                "in": "header",
                "description": "wait=SECONDS waits for the answer, respond-async does not",
                "schema": {"type": "string"},
            }
        ],
        "requestBody": {"required": True, "content": _request_content(action)},
        "responses": {
            "200": {"description": "The answer.", "content": _answer_content(action)},
            "202": {
                "description": "It takes longer: Location is the address of the job.",
                "content": {JSON: {"schema": _JOB}},
            },
            **_failures(*_ERRORS),
        },
    }
    if action.takes is Takes.PICTURE:
        operation["parameters"] += [
            {"name": each.name, "in": "query", "schema": each.schema()} for each in action.options
        ]
    return operation


def _request_content(action: Action) -> dict[str, Any]:
    if action.takes is Takes.PICTURE:
        return {"image/*": {}, "application/pdf": {}}
    options = {each.name: each.schema() for each in action.options}
    if action.takes is Takes.OPTIONS:
        schema = {"type": "object", "properties": options, "additionalProperties": False}
    else:
        puzzle = {
            key: {"$ref": f"#/components/schemas/Puzzle/properties/{key}"} for key in PUZZLE_KEYS
        }
        schema = {
            "type": "object",
            "properties": puzzle | options,
            "required": ["rows", "columns"],
            "additionalProperties": False,
        }
    return {JSON: {"schema": schema, "example": action.example}}


def _answer_content(action: Action) -> dict[str, Any]:
    content: dict[str, Any] = {}
    if action.answer:
        content = {JSON: {"schema": _answer_schema(action), "example": action.answer}}
    return content | {kind.partition(";")[0]: {} for kind in sorted({*action.media_types.values()})}


def _answer_schema(action: Action) -> dict[str, Any]:
    """The objects that the command prints, without the names of files, and what it says besides."""
    schema = dict(_referring(object_schema(action.name, UNWANTED)))
    notes = {**KEYS["notes"].schema, "description": KEYS["notes"].text}
    if not action.answer_key:
        return {**schema, "properties": {**schema["properties"], "notes": notes}}
    failed = _referring(object_schema("error", UNWANTED))
    parts = {"type": "array", "items": {"anyOf": [schema, failed]}}
    return {
        "type": "object",
        "properties": {action.answer_key: parts, "notes": notes},
        "required": [action.answer_key],
        "additionalProperties": False,
    }


def _referring(schema: Mapping[str, Any]) -> dict[str, Any]:
    """A schema whose references are those of OpenAPI."""
    text = json.dumps(schema).replace('"#/$defs/', '"#/components/schemas/')
    value: dict[str, Any] = json.loads(text)
    return value


def _job_operation(summary: str) -> dict[str, Any]:
    return {
        "summary": summary,
        "responses": {
            "200": {"description": "The job.", "content": {JSON: {"schema": _JOB}}},
            **_failures("404"),
        },
    }


def _failures(*statuses: str) -> dict[str, Any]:
    texts = _ERRORS | {
        "404": "There is no such job.",
        "409": "The job is not done yet.",
        "410": "The job was cancelled.",
    }
    return {
        status: {"description": texts[status], "content": {JSON: {"schema": _ERROR}}}
        for status in statuses
    }


def _schemas() -> dict[str, Any]:
    text = {"type": "string"}
    clue = {"oneOf": [{"type": "integer"}, {"type": "array", "maxItems": 2}]}
    lines = {
        "type": "array",
        "minItems": 1,
        "maxItems": MAX_SIDE,
        "items": {"type": "array", "items": clue},
    }
    cells = {"type": "array", "items": text}
    puzzle = {
        "rows": lines | {"description": "The clues: numbers, or [number, symbol] in a colour"},
        "columns": lines,
        "palette": {
            "type": "array",
            "description": "The colours, the background first",
            "items": {
                "type": "object",
                "properties": dict.fromkeys(("symbol", "rgb", "name"), text),
            },
        },
        **dict.fromkeys(("title", "author", "copyright", "license", "catalogue"), text),
        "goal": cells | {"description": "The picture: a string a row, ., # or a symbol a cell"},
        "marks": cells | {"description": "?, ., # or a symbol for each cell"},
        "drawing": {"type": "boolean"},
        "extras": {"type": "array", "items": {"type": "array", "items": text}},
    }
    return {
        **_referring(DEFINITIONS),
        "Puzzle": {"type": "object", "properties": puzzle},
        "Error": {
            "type": "object",
            "properties": {
                "error": {
                    "type": "object",
                    "properties": {
                        "code": {"type": "string", "enum": list(ERRORS)},
                        "message": text,
                        "line": {"type": ["object", "null"]},
                    },
                    "required": ["code", "message", "line"],
                }
            },
            "required": ["error"],
        },
        "Job": {
            "type": "object",
            "properties": {
                "id": text,
                "action": text,
                "state": {"type": "string", "enum": [each.value for each in State]},
                "progress": {
                    "type": ["number", "null"],
                    "description": "The share that is done, from 0 to 1, where it is known",
                },
                "status": {"type": ["integer", "null"]},
                "media_type": {"type": ["string", "null"]},
                "answer": {"description": "If it is JSON"},
            },
        },
    }


@cache
def docs_page() -> str:
    """The page for people: all actions with examples; without scripts and outside addresses."""
    sections = "\n".join(map(_section, ACTIONS))
    return f"""<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>Nonogram Helper: the service</title>
<meta name="viewport" content="width=device-width"><style>{_STYLE}</style></head>
<body><h1>Nonogram Helper: the service</h1>
<p>A request is JSON: the puzzle and the options beside each other. The answer has the words that
the command of the same name prints with <code>--json</code>. What takes longer than a moment is
answered with 202 and the address of a job: GET asks for its state, GET <code>/answer</code> for its
answer, GET <code>/events</code> sends each change and the progress, DELETE stops it. The header
<code>Prefer: wait=30</code> waits instead. An error is
<code>{{"error": {{"code": "a word", "message": "a sentence", "line": null}}}}</code>.
<a href="openapi.json">OpenAPI</a> has all of this for programs.</p>
{sections}
</body></html>
"""


def _section(action: Action) -> str:
    answer = json.dumps(action.answer) if action.answer else ""
    parts = [
        f"<h2>POST /v1/{action.name}</h2>",
        f"<p>{escape(action.text)}</p>",
        f"<pre>{escape(_request_text(action))}</pre>",
        f"<pre>{escape(answer)}</pre>" if answer else "",
        _options_table(action.options),
    ]
    return "\n".join(filter(None, parts))


def _request_text(action: Action) -> str:
    if action.takes is not Takes.PICTURE:
        return json.dumps(action.example)
    query = "&".join(f"{key}={json.dumps(value)}" for key, value in action.example.items())
    megabytes = MAX_PICTURE_BYTES // 2**20
    return worded(
        "POST /v1/{action}?{query}\nContent-Type: image/png\n\n(at most {megabytes} MB)",
        action=action.name,
        query=query,
        megabytes=megabytes,
    )


def _options_table(options: tuple[RequestOption, ...]) -> str:
    if not options:
        return ""
    rows = "\n".join(
        f"<tr><td><code>{escape(each.name)}</code></td><td>{escape(_values_text(each))}</td>"
        f"<td>{escape(each.text)}</td></tr>"
        for each in options
    )
    return f"<table><tr><th>Option</th><th>Value</th><th>Meaning</th></tr>\n{rows}\n</table>"


def _values_text(option: RequestOption) -> str:
    if option.kind is Kind.BOOLEAN:
        return "true, false"
    if option.choices:
        return ", ".join(option.choices)
    return option.form or (
        "a text"
        if option.lowest is None
        else worded("{low:g} to {high:g}", low=option.lowest, high=option.highest)
    )
