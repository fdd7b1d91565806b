"""Ways to damage a file: bytes, lines, numbers, nesting, encodings, fields of JSON."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

Mutation = Callable[[bytes, Random, Sequence[bytes]], bytes]
"""A mutation: takes a file, random numbers, and other files to copy parts from."""

MAX_BYTES = 200_000
"""Maximum length of a mutated file in bytes; longer ones only take more time."""
_DIGITS = (3, 9, 10, 19, 20, 100, 4300, 4301, 6000)
_NUMBERS = (b"0", b"-1", b"+1", b"1e999", b"NaN", b"Infinity", b"1.5", b"255", b"1000", b"1001")
_POWERS = (31, 32, 63, 64, 1024)
_REFERENCES = (b"&#0;", b"&#x110000;", b"&#xD800;", b"&amp;", b"&#", b"&#x", b"&notit;", b"&lt")
_CHARACTERS = "\0\x01\x0b\x0c\x1c\x85\xa0\u2028\u2029\ufeff\ufffe\u202e٣²Ⅷ𝟙𝄞\U0010ffff\r\n\t"
_ENCODINGS = ("utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "latin-1", "utf-7")
_OPENERS = (b"[", b'{"a":', b"[[", b'"', b"(", b"<", b"&#x", b"\\")


def mutated(data: bytes, rng: Random, others: Sequence[bytes], is_json: bool) -> bytes:
    """A file with one to six mutations.

    Args:
        data: A valid file.
        rng: Random numbers.
        others: Files to copy parts from.
        is_json: Whether fields of JSON are also replaced.
    """
    ways = (*_MUTATIONS, *[_field] * 4) if is_json else _MUTATIONS
    for _ in range(rng.choice((1, 1, 1, 2, 3, 6))):
        data = rng.choice(ways)(data, rng, others)[:MAX_BYTES]
    return data


def _span(data: bytes, rng: Random, most: int = 64) -> tuple[int, int]:
    start = rng.randrange(len(data) + 1)
    return start, min(len(data), start + rng.randrange(most))


def _put(data: bytes, rng: Random, part: bytes) -> bytes:
    start, end = _span(data, rng, 8)
    return data[:start] + part + data[end:]


def _flip(data: bytes, rng: Random, _: Sequence[bytes]) -> bytes:
    changed = bytearray(data)
    for _i in range(rng.choice((1, 1, 2, 8)) if data else 0):
        changed[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
    return bytes(changed)


def _cut(data: bytes, rng: Random, _: Sequence[bytes]) -> bytes:
    start, end = _span(data, rng, 1 + rng.choice((4, 64, 1 + len(data))))
    return data[:start] + data[end:]


def _end(data: bytes, rng: Random, _: Sequence[bytes]) -> bytes:
    return data[: rng.randrange(len(data) + 1)]


def _splice(data: bytes, rng: Random, others: Sequence[bytes]) -> bytes:
    other = rng.choice(others)
    start, end = _span(other, rng, 1 + rng.choice((16, 256, 1 + len(other))))
    return _put(data, rng, other[start:end])


def _repeat(data: bytes, rng: Random, _: Sequence[bytes]) -> bytes:
    start, end = _span(data, rng)
    return data[:start] + data[start:end] * rng.choice((2, 3, 100, 1001)) + data[end:]


def _lines(data: bytes, rng: Random, _: Sequence[bytes]) -> bytes:
    lines = data.splitlines(keepends=True) or [b"\n"]
    a, b = (rng.randrange(len(lines)) for _ in range(2))
    what = rng.randrange(4)
    if what == 0:
        lines[a], lines[b] = lines[b], lines[a]
    elif what == 1:
        lines.insert(b, lines[a][:200] * rng.choice((1, 2, 1200)))
    elif what == 2:
        del lines[a]
    else:
        lines.insert(a, rng.choice((b"\n", b"\r", b"   \n", b"\x0b\n")) * rng.choice((1, 3000)))
    return b"".join(lines)


def _digits(data: bytes, rng: Random, _: Sequence[bytes]) -> bytes:
    count = rng.choice(_DIGITS)
    run = rng.choice((b"0", b"9", b"1")) * count + rng.choice((b"", b"5", b";"))
    at = [k for k, byte in enumerate(data) if 48 <= byte < 58]
    if not at or rng.random() < 0.3:
        return _put(data, rng, rng.choice((b"", b"&#", b"-")) + run)
    k = rng.choice(at)
    return data[:k] + run + data[k + 1 :]


def _number(data: bytes, rng: Random, _: Sequence[bytes]) -> bytes:
    power = 2 ** rng.choice(_POWERS) + rng.randrange(-1, 2)
    new = rng.choice((*_NUMBERS, str(power).encode()))
    at = [k for k, byte in enumerate(data) if 48 <= byte < 58]
    k = rng.choice(at) if at else 0
    return data[:k] + new + data[k + 1 :]


def _nest(data: bytes, rng: Random, _: Sequence[bytes]) -> bytes:
    return _put(data, rng, rng.choice(_OPENERS) * rng.choice((1, 30, 900, 1100, 20_000)))


def _reference(data: bytes, rng: Random, _: Sequence[bytes]) -> bytes:
    return _put(data, rng, rng.choice(_REFERENCES) * rng.choice((1, 1, 500)))


def _character(data: bytes, rng: Random, _: Sequence[bytes]) -> bytes:
    return _put(data, rng, rng.choice(_CHARACTERS).encode() * rng.choice((1, 1, 1, 1000)))


def _encode(data: bytes, rng: Random, _: Sequence[bytes]) -> bytes:
    return data.decode("utf-8", "replace").encode(rng.choice(_ENCODINGS), "replace")


def _noise(data: bytes, rng: Random, _: Sequence[bytes]) -> bytes:
    return _put(data, rng, rng.randbytes(rng.choice((1, 4, 64))))


_MUTATIONS: tuple[Mutation, ...] = (
    _flip, _flip, _cut, _end, _splice, _splice, _repeat, _lines, _lines, _digits, _number, _nest,
    _reference, _character, _encode, _noise,
)  # fmt: skip


def _field(data: bytes, rng: Random, others: Sequence[bytes]) -> bytes:
    """Replace, remove or repeat one value of a JSON text."""
    try:
        value = json.loads(data)
    except (ValueError, RecursionError):
        return _flip(data, rng, others)
    parent: Any = None
    key: Any = None
    here = value
    while isinstance(here, (list, dict)) and here and (parent is None or rng.random() < 0.8):
        parent, key = here, rng.choice(list(here) if isinstance(here, dict) else range(len(here)))
        here = here[key]
    if parent is None:
        return json.dumps(_odd_value(rng)).encode()
    what = rng.randrange(4)
    if what == 0:
        del parent[key]
    elif what == 1 and isinstance(parent, list):
        parent.extend([here] * rng.choice((1, 2, 1000)))
    else:
        parent[key] = _odd_value(rng)
    return json.dumps(value).encode()


def _odd_value(rng: Random) -> Any:
    return rng.choice((
        None, True, 0, -1, 1, 2, 3, 4, 7, 1000, 1001, 2**31, 2**32, 2**63, 2**64, 10**400, 0.5,
        -0.0, 1e308, float("nan"), float("inf"), "", "a", "0", "\0", "\ud800", "9" * 5000,
        [], [[]], [0] * 5, [[0.0, 0.0]] * 4, {}, {"a": 1}, {"0": None}, [None], "READ", "replace",
    ))  # fmt: skip
