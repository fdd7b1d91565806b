"""From the bytes of a file to text, whatever wrote it."""

from __future__ import annotations

from puzzles.errors import FormatError

_BYTE_ORDER_MARKS = {b"\xef\xbb\xbf": "utf-8-sig", b"\xff\xfe": "utf-16", b"\xfe\xff": "utf-16"}
_TEXT_CONTROLS = frozenset(b"\t\n\r\f\v")


def text_of(data: bytes, path: str) -> str:
    """Decode UTF-8, UTF-16 with its mark, or, for files of the last century, Latin-1.

    Raises:
        FormatError: The bytes are no text at all.
    """
    encoding = next((e for mark, e in _BYTE_ORDER_MARKS.items() if data.startswith(mark)), "utf-8")
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError:
        text = data.decode("latin-1")
    if any(byte < 32 and byte not in _TEXT_CONTROLS for byte in text.encode()[:65536]):
        raise FormatError("this is not a text file", path)
    return text
