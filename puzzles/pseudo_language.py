"""A language for tests: English with accents, longer than English.

A text without accents is not marked for translation; one that is cut does not stretch.
"""

from __future__ import annotations

import gettext
import re

_VOWELS = str.maketrans({"a": "áá", "e": "éé", "i": "íí", "o": "óó", "u": "úú", "y": "ýý"})
_KEPT = re.compile(r"(\{[^{}]*\}|<[^<>]*>|&\w+;|`[^`]*`|\]\([^)]*\)|https?://\S+)")
"""Fields, markup, entities, code, addresses and names of pictures are not words."""


def accented(text: str) -> str:
    """The text with each small vowel doubled and accented.

    >>> accented("Save {count} <b>puzzles</b>")
    'Sáávéé {count} <b>púúzzléés</b>'
    """
    parts = _KEPT.split(text)
    parts[::2] = [part.translate(_VOWELS) for part in parts[::2]]
    return "".join(parts)


class PseudoTranslations(gettext.NullTranslations):
    """A catalogue that has each text, accented."""

    def gettext(self, message: str) -> str:
        """The text, accented."""
        return accented(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """The form for the number, accented."""
        return accented(msgid1 if n == 1 else msgid2)

    def pgettext(self, context: str, message: str) -> str:
        """The text, accented; the context is for translators only."""
        return accented(message)
