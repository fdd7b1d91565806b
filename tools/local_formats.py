"""Writes ``resources/local_formats.json``: ``python tools/local_formats.py``.

It has what the Unicode CLDR says of the languages of the program, as far as
``puzzles/local_formats.py`` uses it. Babel has all of it, 30 MB, and so is not needed to run the
program. Run this for another language, another skeleton of a date, or a newer CLDR in Babel.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from babel import Locale, localedata
from babel.core import get_cldr_version
from babel.dates import match_skeleton

from puzzles.language import ENGLISH, LANGUAGES
from puzzles.local_formats import DATA

SKELETONS = ("yMMMd", "yMMMM", "yMMM", "MMMMd", "MMMd")
"""The dates of the program, as CLDR names their parts."""
MONTHS = {
    "MMM": ("abbreviated", "format"),
    "MMMM": ("wide", "format"),
    "LLL": ("abbreviated", "stand-alone"),
    "LLLL": ("wide", "stand-alone"),
}
"""The symbols of the names of months, with Babel's words for them."""
BRITISH = "en_GB"
"""The English of the program's texts."""


def formats_of(language: str) -> dict[str, Any]:
    """The facts of one language; each date is a template with CLDR's symbols as fields."""
    # Babel keeps what an alias means in data that languages share: after Japanese, Polish months
    # were Japanese, too.
    localedata._cache.clear()
    locale = Locale.parse(BRITISH if language == ENGLISH else language)
    signs = locale.number_symbols["latn"]
    return {
        "decimal": signs["decimal"],
        "group": signs["group"],
        "listings": {style: dict(locale.list_patterns[style]) for style in ("standard", "or")},
        "dates": {skeleton: _template(skeleton, locale) for skeleton in SKELETONS},
        "months": {
            symbol: list(locale.months[context][width].values())
            for symbol, (width, context) in MONTHS.items()
        },
        "weekdays": {
            width: [locale.days["stand-alone"][width][day] for day in range(7)]
            for width in ("wide", "abbreviated")
        },
    }


def _template(skeleton: str, locale: Locale) -> str:
    pattern = locale.datetime_skeletons[match_skeleton(skeleton, locale.datetime_skeletons)]
    return re.sub(r"%\((\w+)\)s", r"{\1}", pattern.format)


def text() -> str:
    """The whole file."""
    facts = {"CLDR": get_cldr_version(), **{code: formats_of(code) for code in LANGUAGES}}
    lines = json.dumps(facts, ensure_ascii=False, indent=1)
    return re.sub(r"\[[^][]*\]", lambda names: re.sub(r"\n +", " ", names[0]), lines) + "\n"


if __name__ == "__main__":
    DATA.write_text(text(), encoding="utf-8")
