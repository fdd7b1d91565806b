"""Any text in the library's file, also what SQLite does not take: half a surrogate pair.

Python has such characters for the bytes of a file's name that are not UTF-8 (``os.fsdecode``), and
a title in JSON may have some, too. Each is written as U+FFFF, which no text has, and four digits.
All other texts are stored as they are.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

_MARK = "\uffff"
_UNSTORED = re.compile(f"[\ud800-\udfff{_MARK}]")
_STORED = re.compile(f"{_MARK}([0-9a-f]{{4}})")


def to_stored(text: str) -> str:
    """A text as SQLite takes it; the same for the same text.

    >>> to_stored("/home/été.non"), ascii(to_stored("bad\\udcff.non"))
    ('/home/été.non', "'bad\\\\uffffdcff.non'")
    """
    return _UNSTORED.sub(lambda found: f"{_MARK}{ord(found[0]):04x}", text)


def from_stored(text: str) -> str:
    """The text of which :func:`to_stored` made this one."""
    return _STORED.sub(lambda found: chr(int(found[1], 16)), text)


class TextConnection(sqlite3.Connection):
    """A connection whose ``execute`` and ``executemany`` take any text; reading gives it back."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.text_factory = _text_of

    def execute(self, sql: str, parameters: Any = (), /) -> sqlite3.Cursor:
        """See :class:`sqlite3.Connection`."""
        return super().execute(sql, _with_stored_texts(parameters))

    def executemany(self, sql: str, parameters: Iterable[Any], /) -> sqlite3.Cursor:
        """See :class:`sqlite3.Connection`."""
        return super().executemany(sql, map(_with_stored_texts, parameters))


def _with_stored_texts(
    parameters: Mapping[str, object] | Sequence[object],
) -> dict[str, object] | tuple[object, ...]:
    if isinstance(parameters, Mapping):
        return {name: _stored(value) for name, value in parameters.items()}
    return tuple(map(_stored, parameters))


def _stored(value: object) -> object:
    return value if not isinstance(value, str) or value.isascii() else to_stored(value)


def _text_of(data: bytes) -> str:
    try:
        text = data.decode()
        return from_stored(text) if _MARK in text else text
    except UnicodeDecodeError as error:  # what SQLite raises without this function
        raise sqlite3.OperationalError("a text is not UTF-8") from error
