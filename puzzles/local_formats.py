"""Numbers, listings and dates as the language of the program writes them (CLDR, through Babel).

Babel is imported at the first use: most commands write none of these.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from functools import cache, reduce
from typing import TYPE_CHECKING

from puzzles.language import LANGUAGE, LANGUAGES

if TYPE_CHECKING:
    from babel import Locale

_ENGLISH = "en_GB"
"""The English of the program's texts."""


@cache
def _locale() -> Locale:
    from babel import Locale

    is_other = LANGUAGE in LANGUAGES and LANGUAGE != "en"
    return Locale.parse(LANGUAGE if is_other else _ENGLISH)


@cache
def _number_signs() -> tuple[str, str, int]:
    """The decimal sign, the sign between thousands, and from how many digits on that is written."""
    from babel.numbers import format_decimal

    signs = _locale().number_symbols["latn"]
    is_in_thousands = len(format_decimal(1234, locale=_locale())) > len("1234")
    return signs["decimal"], signs["group"], 4 if is_in_thousands else 5


def localized(number: str) -> str:
    """A number as Python writes it, such as ``1,234.5``, with the signs of the language.

    >>> localized("1,234.5")
    '1,234.5'
    """
    decimal, group, least_digits = _number_signs()
    whole, point, rest = number.partition(".")
    if sum(map(str.isdigit, whole)) < least_digits:
        whole = whole.replace(",", "")
    return whole.replace(",", group) + (decimal if point else "") + rest


def listing(parts: Sequence[str], style: str) -> str:
    """Several texts as one listing.

    Args:
        parts: The texts.
        style: ``standard`` for "and" between the last two, ``or``.
    """
    from babel.lists import format_list

    return format_list(parts, style, _locale()) if parts else ""  # type: ignore[arg-type]


def comma_separated(parts: Sequence[str]) -> str:
    """Several texts beside each other, without a word between the last two.

    >>> comma_separated(["10 × 10", "3 colours", "easy"])
    '10 × 10, 3 colours, easy'
    """
    pattern = _locale().list_patterns["standard"]["middle"]
    return reduce(pattern.format, parts) if parts else ""


def date_text(day: date, shows: str) -> str:
    """A date.

    Args:
        day: The day.
        shows: Its parts as a CLDR skeleton, such as ``yMMMd``: year, month (3 letters: short,
            4: whole), day; the language has its own order and words between them.

    >>> date_text(date(2026, 11, 2), "yMMMd"), date_text(date(2026, 11, 2), "MMMMd")
    ('2 Nov 2026', '2 November')
    """
    from babel.dates import format_skeleton

    return format_skeleton(shows, day, locale=_locale())


def month_name(month: int) -> str:
    """The short name of a month alone; 1 is January.

    >>> month_name(3)
    'Mar'
    """
    from babel.dates import get_month_names

    return str(get_month_names("abbreviated", "stand-alone", _locale())[month])


def weekday_names(is_short: bool = False) -> list[str]:
    """The names of the days of the week, from Monday.

    >>> weekday_names()[0], weekday_names(is_short=True)[0]
    ('Monday', 'Mo')
    """
    from babel.dates import get_day_names

    names = get_day_names("short" if is_short else "wide", "stand-alone", _locale())
    return [names[day] for day in range(7)]
