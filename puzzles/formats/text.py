"""Decodes the bytes of text files in several encodings."""

from __future__ import annotations

import html
import re

from puzzles.errors import FormatError
from puzzles.words import _

_BYTE_ORDER_MARKS = {b"\xef\xbb\xbf": "utf-8-sig", b"\xff\xfe": "utf-16", b"\xfe\xff": "utf-16"}
_OTHER_SCRIPT = re.compile(rb"[\x80-\x9f]|[\xa0-\xff]{3}")
"""What Latin-1 has no letters for, or words that hardly a language writes with it: Windows-1251,
Shift-JIS and others. In Latin-1 one or two letters with accents stand among others."""
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f]")
_SNIFFED_CHARACTERS = 65536
_LONG_REFERENCE = re.compile(r"&#([0-9]{8,});?")


def text_of(data: bytes, path: str) -> str:
    """Decode UTF-8, UTF-16 with a byte order mark, or Latin-1, as in old files.

    Raises:
        FormatError: The bytes are not text.
    """
    encoding = next((e for mark, e in _BYTE_ORDER_MARKS.items() if data.startswith(mark)), "utf-8")
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError:
        text = data.decode("latin-1")
    if _CONTROL.search(text, 0, _SNIFFED_CHARACTERS):
        raise FormatError(_("this is not a text file"), path)
    return text


def encoding_note(data: bytes) -> str:
    """A sentence about a text file whose letters may be read wrongly; empty if all is well.

    >>> encoding_note("Café".encode("latin-1")), encoding_note("Кот".encode())
    ('', '')
    >>> encoding_note("Кот".encode("windows-1251"))
    'Letters of the title or of other texts may be wrong: save the file in UTF-8.'
    """
    is_text = not data.startswith((*_BYTE_ORDER_MARKS, b"<", b"\x89PNG"))
    if not is_text or _OTHER_SCRIPT.search(data) is None:
        return ""
    try:
        data.decode()
    except UnicodeDecodeError:
        return _("Letters of the title or of other texts may be wrong: save the file in UTF-8.")
    return ""


def unescaped(text: str) -> str:
    """Replace HTML's character references, like ``html.unescape``, but with any number of digits.

    ``html.unescape`` raises ``ValueError`` for more than 4300 digits, which ``int`` refuses.

    >>> unescaped("&lt;&#65;&#x42;" + "&#" + "0" * 5000 + "67;")
    '<ABC'
    """
    return html.unescape(_LONG_REFERENCE.sub(_shortened, text) if "&#" in text else text)


def _shortened(reference: re.Match[str]) -> str:
    digits = reference[1].lstrip("0") or "0"
    end = ";" if reference[0].endswith(";") else ""
    return f"&#{digits}{end}" if len(digits) < 8 else "\ufffd"
