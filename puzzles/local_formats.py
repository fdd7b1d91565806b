"""Numbers, listings and dates as the language of the program writes them (CLDR).

The facts are in :data:`DATA`, which ``tools/local_formats.py`` makes. It is read at the first use:
most commands write none of these.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from functools import cache, reduce
from pathlib import Path
from typing import Any

from puzzles.language import ENGLISH, LANGUAGE, LANGUAGES

DATA = Path(__file__).parent.parent / "resources" / "local_formats.json"
"""For each language its signs, and templates for listings and dates, with names of months and days;
data of the Unicode Consortium, under the Unicode License v3."""


@cache
def _formats() -> dict[str, Any]:
    import json

    facts: dict[str, Any] = json.loads(DATA.read_text(encoding="utf-8"))
    return facts[LANGUAGE if LANGUAGE in LANGUAGES else ENGLISH]  # type: ignore[no-any-return]


def localized(number: str) -> str:
    """A number as Python writes it, such as ``1,234.5``, with the signs of the language.

    >>> localized("1,234.5")
    '1,234.5'
    """
    whole, point, rest = number.partition(".")
    formats = _formats()
    return whole.replace(",", formats["group"]) + (formats["decimal"] if point else "") + rest


def listing(parts: Sequence[str], style: str) -> str:
    """Several texts as one listing.

    Args:
        parts: The texts.
        style: ``standard`` for "and" between the last two, ``or``.
    """
    if len(parts) < 2:
        return "".join(parts)
    patterns = _formats()["listings"][style]
    if len(parts) == 2:
        return str(patterns["2"].format(*parts))
    first, second, *others, last = parts
    listed = reduce(patterns["middle"].format, others, patterns["start"].format(first, second))
    return str(patterns["end"].format(listed, last))


def comma_separated(parts: Sequence[str]) -> str:
    """Several texts beside each other, without a word between the last two.

    >>> comma_separated(["10 × 10", "3 colours", "easy"])
    '10 × 10, 3 colours, easy'
    """
    if len(parts) < 2:
        return "".join(parts)
    return str(reduce(_formats()["listings"]["standard"]["middle"].format, parts))


def date_text(day: date, shows: str) -> str:
    """A date.

    Args:
        day: The day.
        shows: Its parts as a CLDR skeleton, such as ``yMMMd``: year, month (3 letters: short,
            4: whole), day; the language has its own order and words between them. One of those in
            ``tools/local_formats.py``.

    >>> date_text(date(2026, 11, 2), "yMMMd"), date_text(date(2026, 11, 2), "MMMMd")
    ('2 Nov 2026', '2 November')
    """
    formats = _formats()
    names = {symbol: months[day.month - 1] for symbol, months in formats["months"].items()}
    numbers = {"y": day.year, "M": day.month, "MM": f"{day:%m}", "d": day.day, "dd": f"{day:%d}"}
    template: str = formats["dates"][shows]
    return template.format(**names, **numbers)


def month_name(month: int) -> str:
    """The short name of a month alone; 1 is January.

    >>> month_name(3)
    'Mar'
    """
    return str(_formats()["months"]["LLL"][month - 1])


def weekday_names(is_short: bool = False) -> list[str]:
    """The names of the days of the week, from Monday.

    >>> weekday_names()[0], weekday_names(is_short=True)[0]
    ('Monday', 'Mon')
    """
    return list(_formats()["weekdays"]["abbreviated" if is_short else "wide"])
