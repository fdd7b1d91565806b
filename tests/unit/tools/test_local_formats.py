"""The facts about languages that the program takes from the CLDR."""

from __future__ import annotations

import json
from datetime import date, timedelta
from itertools import product
from pathlib import Path

import pytest
from babel import Locale
from babel.core import get_cldr_version
from babel.dates import format_skeleton
from babel.lists import format_list
from babel.numbers import format_decimal

from puzzles import local_formats
from puzzles.language import LANGUAGES
from tools.local_formats import BRITISH, SKELETONS, formats_of, text

DAYS = [date(2026, 1, 1) + timedelta(days=n) for n in range(0, 366, 9)]


@pytest.fixture(params=LANGUAGES)
def language(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Each language in turn, as if the program were in it; the code for Babel."""
    code = str(request.param)
    facts = formats_of(code)  # and what Babel says of it does not depend on other languages
    monkeypatch.setattr(local_formats, "_formats", lambda: facts)
    return BRITISH if code == "en" else code


def test_a_language_does_not_depend_on_those_before_it() -> None:
    """Babel's own data do: what it has looked up for one language stays for others."""
    before = {code: formats_of(code) for code in LANGUAGES}
    after = {code: formats_of(code) for code in reversed(LANGUAGES)}
    assert before == after
    months = [name for code in LANGUAGES for name in before[code]["months"]["LLL"]]
    assert sum("月" in name for name in months) == 12, "those of Japanese"


def test_the_file_is_what_the_tool_makes() -> None:
    made = text()
    if f'"CLDR": "{get_cldr_version()}"' not in local_formats.DATA.read_text("utf-8"):
        pytest.skip("the file was made with another version of the CLDR")
    assert local_formats.DATA.read_text("utf-8") == made


def test_dates_are_those_of_babel(language: str) -> None:
    for shows, day in product(SKELETONS, DAYS):
        expected = format_skeleton(shows, day, locale=language)
        assert local_formats.date_text(day, shows) == expected


def test_listings_are_those_of_babel(language: str) -> None:
    for style, count in product(("standard", "or"), range(5)):
        parts = ["{a}", "b", "c", "d", "e"][:count]
        expected = format_list(parts, style, language)  # type: ignore[arg-type]
        assert local_formats.listing(parts, style) == expected


def test_numbers_are_those_of_babel(language: str) -> None:
    for number in (0.5, 7, 1234, 12345.6, 1234567.25):
        assert local_formats.localized(f"{number:,}") == format_decimal(number, locale=language)


def test_names_are_those_of_babel(language: str) -> None:
    locale = Locale.parse(language)
    months = locale.months["stand-alone"]["abbreviated"]
    assert [local_formats.month_name(n) for n in range(1, 13)] == [*months.values()]
    days = locale.days["stand-alone"]
    assert local_formats.weekday_names() == [days["wide"][n] for n in range(7)]
    short = [days["abbreviated"][n] for n in range(7)]
    assert local_formats.weekday_names(is_short=True) == short


def test_polish_weekdays_are_abbreviated_as_usual(monkeypatch: pytest.MonkeyPatch) -> None:
    """The CLDR's own short names, such as "wto", look like words that are cut off."""
    formats = json.loads(local_formats.DATA.read_text("utf-8"))
    monkeypatch.setattr(local_formats, "_formats", lambda: formats["pl"])
    names = local_formats.weekday_names(is_short=True)
    assert names == ["pon.", "wt.", "śr.", "czw.", "pt.", "sob.", "niedz."]


def test_the_program_does_without_babel() -> None:
    root = Path(__file__).parents[3]
    folders = ("helper", "network", "puzzles", "recognizer", "solver", "nonogram_helper")
    sources = (path for folder in folders for path in (root / folder).rglob("*.py"))
    users = [path for path in sources if "import babel" in path.read_text("utf-8").lower()
             or "from babel" in path.read_text("utf-8")]  # fmt: skip
    assert users == []
