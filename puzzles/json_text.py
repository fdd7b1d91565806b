"""JSON from files that may be damaged."""

from __future__ import annotations

import json
import re
from typing import Any

from puzzles.words import _, worded

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
        raise ValueError(_("its lists and objects are nested too deeply")) from None
    except (json.JSONDecodeError, UnicodeDecodeError):
        raise
    except ValueError:  # Python's limit
        raise ValueError(_("a number has too many digits")) from None


def valid_text(text: str) -> str:
    r"""A text for JSON: what is no character in the name of a file becomes an escape.

    >>> valid_text("m\udcf6we.png")
    'm\\xf6we.png'
    """
    return _NO_CHARACTER.sub(_escaped, text)


_NO_CHARACTER = re.compile("[\ud800-\udfff]")
_FIRST_BYTE, _LAST_BYTE = 0xDC80, 0xDCFF
"""Bytes of a name that is not UTF-8, as Python reads them."""


def _escaped(match: re.Match[str]) -> str:
    code = ord(match[0])
    return f"\\x{code - 0xDC00:02x}" if _FIRST_BYTE <= code <= _LAST_BYTE else f"\\u{code:04x}"
