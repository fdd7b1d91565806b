"""JSON from files that may be damaged."""

from __future__ import annotations

import json
from typing import Any


def read_json(text: str | bytes) -> Any:
    """The value of a JSON text.

    Raises:
        ValueError: It is damaged, or nested too deeply.

    >>> read_json('{"a": [1]}')
    {'a': [1]}
    """
    try:
        return json.loads(text)
    except (RecursionError, TypeError) as error:
        raise ValueError(f"not a JSON text: {error}") from error
