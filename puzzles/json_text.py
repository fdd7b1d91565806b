"""JSON from files that may be damaged."""

from __future__ import annotations

import json
from typing import Any

from puzzles.words import worded

MAX_VALUES = 1_000_000
"""Lists and objects in a text; five million empty ones took 834 MB."""


def read_json(text: str | bytes) -> Any:
    """The value of a JSON text.

    Raises:
        ValueError: It is damaged, or nested too deeply.

    >>> read_json('{"a": [1]}')
    {'a': [1]}
    """
    data = text.encode("utf-8", "replace") if isinstance(text, str) else text
    if data.count(b"{") + data.count(b"[") > MAX_VALUES:
        raise ValueError(
            worded(
                "it has more than {limit:,} lists and objects; divide the file", limit=MAX_VALUES
            )
        )
    try:
        return json.loads(text)
    except RecursionError:
        raise ValueError("its lists and objects are nested too deeply") from None
    except (json.JSONDecodeError, UnicodeDecodeError):
        raise
    except ValueError:  # Python's limit
        raise ValueError("a number has too many digits") from None
