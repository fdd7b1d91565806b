"""Laws about the catalogues of texts: the template is that of the sources, translations fit it."""

from __future__ import annotations

from pathlib import Path

import pytest
from babel.messages.catalog import Catalog

from puzzles.language import ENGLISH, LANGUAGES
from tools.messages import (
    PO,
    TEMPLATE,
    Message,
    messages_of,
    own_texts,
    problems,
    read_catalogue,
    template,
)

OTHERS = [language for language in LANGUAGES if language != ENGLISH]


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ('_("a")', [Message("a", "x.py")]),
        ('worded("{a} b", a=1)', [Message("{a} b", "x.py")]),
        ('_("a" if c else "b")', [Message("a", "x.py"), Message("b", "x.py")]),
        ('plural(n, "{count} a", "{count} b")', [Message(("{count} a", "{count} b"), "x.py")]),
        ('forms("{count} a", "{count} b")', [Message(("{count} a", "{count} b"), "x.py")]),
        ('in_context("c", "a")', [Message("a", "x.py", "c")]),
        ('help_text("a\\n\\nb")', [Message("a", "x.py"), Message("b", "x.py")]),
        ('# Translators: d\n_("a")', [Message("a", "x.py", comment="d")]),
        ('print("a"); _(a)', []),
    ],
)
def test_texts_in_the_sources_are_found(source: str, found: list[Message]) -> None:
    assert list(messages_of(source, "x.py")) == found


def test_the_template_has_the_texts_of_the_sources() -> None:
    now, kept = own_texts(template()), own_texts(read_catalogue(TEMPLATE))
    assert now == kept, "`make messages` updates the catalogues"


@pytest.mark.parametrize("language", OTHERS)
def test_each_translation_fits_its_text(language: str) -> None:
    assert list(problems(read_catalogue(PO / f"{language}.po", language))) == []


@pytest.mark.parametrize(
    ("text", "translation"),
    [
        ("{a} is {b}", "{a} ist {c}"),
        ("{a} is {b}", "{a}"),
        ("{a}", "{a"),
        ("{a} is {b}", "{a:dat} ist {b}"),
        ("row {a}", "Reihe {a} | dat: der Reihe"),
        ("&Save", "Sichern"),
        ("a [b](c.png)", "a [b](d.png)"),
        ("Save", "Sichern "),
        (("{count} a", "{count} as {b}"), ("{count} a", "")),
        (("{count} a {b}", "{count} as {b}"), ("{count} a {b}", "{count} as")),
    ],
)
def test_a_translation_that_does_not_fit_is_found(
    text: str | tuple[str, str], translation: str | tuple[str, str]
) -> None:
    catalog = Catalog("de")
    catalog.add(text, translation, locations=[("x.py", 1)])
    assert len(list(problems(catalog))) == 1


@pytest.mark.parametrize("translation", ["Lire « A »", "Vraiment ?", "A : {b}"])
def test_french_punctuation_stays_beside_its_word(translation: str) -> None:
    for text, count in ((translation, 1), (translation.replace(" ", "\u00a0"), 0)):
        catalog = Catalog("fr")
        catalog.add("Read {b}" if "{b}" in text else "Read", text, locations=[("x.py", 1)])
        assert len(list(problems(catalog))) == count


def test_a_reader_is_addressed_in_one_way() -> None:
    for text, count in (("Escriba el título", 1), ("Escribe el título", 0)):
        catalog = Catalog("es")
        catalog.add("Type the title", text, locations=[("x.py", 1)])
        assert len(list(problems(catalog))) == count


def test_a_fuzzy_translation_is_found() -> None:
    catalog = Catalog("de")
    catalog.add("Save", "Sichern", flags=["fuzzy"], locations=[("x.py", 1)])
    assert len(list(problems(catalog))) == 1


def test_a_singular_may_do_without_its_number() -> None:
    catalog = Catalog("de")
    catalog.add(("{count} a", "{count} as"), ("ein a", "{count} as"), locations=[("x.py", 1)])
    assert list(problems(catalog)) == []


def test_there_is_a_catalogue_for_each_language() -> None:
    assert sorted(path.stem for path in Path(PO).glob("*.po")) == sorted(OTHERS)
