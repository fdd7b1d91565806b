"""A check of a value by JSON Schema, as far as the project's own schemas need it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

_TYPES = {
    "array": list,
    "boolean": bool,
    "integer": int,
    "null": type(None),
    "number": (int, float),
    "object": dict,
    "string": str,
}
KNOWN = {
    "$ref", "type", "enum", "anyOf", "properties", "required", "additionalProperties", "items",
    "minItems", "maxItems", "minimum", "maximum", "pattern", "description",
}  # fmt: skip
"""The keywords that are checked, and those that say nothing."""


def problems(value: Any, schema: Mapping[str, Any], root: Mapping[str, Any]) -> list[str]:
    """Where a value does not follow a schema; empty if it does.

    Args:
        value: The value.
        schema: The schema.
        root: The document to which the references of the schema belong.
    """
    return list(_problems(value, schema, root, "$"))


def _problems(
    value: Any, schema: Mapping[str, Any], root: Mapping[str, Any], at: str
) -> Iterator[str]:
    assert set(schema) <= KNOWN, schema
    if reference := schema.get("$ref"):
        yield from _problems(value, root["$defs"][reference.rpartition("/")[2]], root, at)
        return
    if choices := schema.get("anyOf"):
        if all(list(_problems(value, each, root, at)) for each in choices):
            yield f"{at}: none of {len(choices)} kinds: {value!r}"
        return
    if "type" in schema and not _is_of(value, schema["type"]):
        yield f"{at}: {value!r} is not {schema['type']}"
        return
    if "enum" in schema and value not in schema["enum"]:
        yield f"{at}: {value!r} is not one of {schema['enum']}"
    if isinstance(value, str) and not re.search(schema.get("pattern", ""), value):
        yield f"{at}: {value!r}"
    if isinstance(value, int | float) and not isinstance(value, bool):
        low, high = schema.get("minimum", value), schema.get("maximum", value)
        if not low <= value <= high:
            yield f"{at}: {value} is not from {low} to {high}"
    if isinstance(value, list):
        low, high = schema.get("minItems", 0), schema.get("maxItems", len(value))
        if not low <= len(value) <= high:
            yield f"{at}: {len(value)} items"
        for number, each in enumerate(value):
            yield from _problems(each, schema.get("items", {}), root, f"{at}[{number}]")
    if isinstance(value, dict):
        yield from _object_problems(value, schema, root, at)


def _object_problems(
    value: dict[str, Any], schema: Mapping[str, Any], root: Mapping[str, Any], at: str
) -> Iterator[str]:
    known, rest = schema.get("properties", {}), schema.get("additionalProperties", True)
    yield from (f"{at}: {key} is missing" for key in schema.get("required", ()) if key not in value)
    for key, each in value.items():
        if key in known:
            yield from _problems(each, known[key], root, f"{at}.{key}")
        elif rest is False:
            yield f"{at}: {key} is not known"
        elif isinstance(rest, dict):
            yield from _problems(each, rest, root, f"{at}.{key}")


def _is_of(value: Any, kinds: str | list[str]) -> bool:
    names = [kinds] if isinstance(kinds, str) else kinds
    return any(
        isinstance(value, _TYPES[name])  # type: ignore[arg-type]
        and (name in ("boolean",) or not isinstance(value, bool))
        for name in names
    )
