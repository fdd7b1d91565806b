"""Writes the tables of docs/json.md, and resources/json_schema.json, from ``puzzles/json_keys.py``.

``python tools/json_page.py``; run it when a key has changed.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
os.environ["NONOGRAM_LANGUAGE"] = "en"  # whatever the language of who runs this
sys.path.insert(0, str(ROOT))

from puzzles.json_keys import (
    DEFINITIONS,
    ERRORS,
    KEYS,
    OBJECTS,
    PUZZLE,
    PUZZLE_PARTS,
    object_schema,
)

PAGE = ROOT / "docs" / "json.md"
SCHEMA = ROOT / "resources" / "json_schema.json"
_HEADING = "## Keys"
"""Where the tables begin; what is before it is written by hand."""


def page() -> str:
    """The page."""
    introduction = PAGE.read_text(encoding="utf-8").partition(_HEADING)[0]
    rows = [
        f"| `{name}` | {_kind(key.schema)} | {key.text} | {', '.join(_users(name))} |"
        for name, key in KEYS.items()
    ]
    codes = [f"| `{code}` | {text} |" for code, text in ERRORS.items()]
    parts = [
        *(_HEADING, "", "| key | type | meaning | in |", "|---|---|---|---|", *rows, ""),
        *("## Codes of errors", "", "| code | meaning |", "|---|---|", *codes),
    ]
    return introduction + "\n".join(parts) + "\n"


def schema() -> str:
    """The schemas of all objects, each below ``$defs`` by its name."""
    value = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "JSON of Nonogram Helper: $defs has an object for each command",
        "$defs": {**DEFINITIONS, **{f"{name}_line": object_schema(name) for name in OBJECTS}},
    }
    return json.dumps(value, indent=1, ensure_ascii=False) + "\n"


def _users(name: str) -> list[str]:
    found = [each for each, keys in OBJECTS.items() if any(name in part for part in keys)]
    if name in (*PUZZLE, *PUZZLE_PARTS):
        return [
            "every puzzle",
            *(e for e in found if "format" not in OBJECTS[e][0] and e != "puzzle"),
        ]
    return found


def _kind(schema: Mapping[str, Any]) -> str:
    """The type in words."""
    if "anyOf" in schema:
        return " or ".join(map(_kind, schema["anyOf"]))
    if "enum" in schema:
        return ", ".join(f"`{each}`" for each in schema["enum"])
    if "$ref" in schema:
        return str(schema["$ref"].rpartition("/")[2])
    kinds = schema.get("type", "any")
    if not isinstance(kinds, str):
        return " or ".join("null" if each == "null" else _kind({**schema, "type": each})
                           for each in kinds)  # fmt: skip
    if kinds == "array":
        return f"list of {_kind(schema['items'])}"
    return {"string": "text", "integer": "whole number", "boolean": "true or false"}.get(
        kinds, kinds
    )


def main() -> None:
    """Write the files."""
    for path, text in ((PAGE, page()), (SCHEMA, schema())):
        path.write_text(text, encoding="utf-8", newline="\n")
        print(path.relative_to(ROOT))


if __name__ == "__main__":
    main()
