"""No text that people read has a word that the glossary gives up for another one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from puzzles.difficulty import Difficulty
from tests.support.paths import ROOT

GLOSSARY = ROOT / "docs" / "glossary.md"
IN_WINDOW = "in the window"
_FIELD = re.compile(r"\{[^}]*\}|`[^`]*`|&(?=\w)|\]\([^)]*\)|!\[[^\]]*\]")
"""No words: fields, code, letters for the Alt key, addresses."""


def given_up() -> dict[str, bool]:
    """The words of the glossary's column *not*, and whether only the window does not say them."""
    table = GLOSSARY.read_text("utf-8").partition("| word | means | not |")[2].partition("\n\n")[0]
    cells = [line.split(" | ")[-1] for line in table.splitlines() if line.startswith("| ")]
    return {word: IN_WINDOW in cell for cell in cells for word in re.findall(r"\*([^*]+)\*", cell)}


def texts_of_code() -> Iterator[tuple[str, str]]:
    """Each text of the template, with the files that say it."""
    for part in (ROOT / "po" / "nonogram.pot").read_text("utf-8").split("\n\n")[1:]:
        places = " ".join(re.findall(r"^#: (.*)$", part, re.MULTILINE))
        kept = [line for line in part.splitlines() if not line.startswith("#")]
        text = "".join(re.findall(r'"(.*)"', "\n".join(kept)))
        yield places, _FIELD.sub("", text)


def documents() -> list[Path]:
    """What players read; the glossary names the words itself."""
    found = [ROOT / "README.md", ROOT / "CHANGELOG.md", *(ROOT / "docs").glob("*.md")]
    return [*(ROOT / "resources" / "help").glob("*.md"), *(set(found) - {GLOSSARY})]


def has(text: str, word: str) -> bool:
    return re.search(rf"\b{re.escape(word)}\b", text) is not None


def is_of_window(places: str) -> bool:
    files = places.split()
    return any(each.startswith("helper/") and not each.endswith("cli.py") for each in files)


def test_the_glossary_gives_words_up() -> None:
    assert {"Trial", "AutoFill"} <= set(given_up())


@pytest.mark.parametrize("word", given_up())
def test_a_word_that_was_given_up_is_not_said(word: str) -> None:
    only_window = given_up()[word]
    texts = list(texts_of_code())
    said = [text for places, text in texts if has(text, word) and not only_window]
    said += [text for places, text in texts if has(text, word) and is_of_window(places)]
    help_pages = [each for each in documents() if not only_window or "help" in each.parts]
    said += [str(each) for each in help_pages if has(_FIELD.sub("", each.read_text("utf-8")), word)]
    assert not said
    assert len(texts) > 3000


def test_the_difficulties_are_those_of_the_glossary() -> None:
    words = ", ".join(each.label for each in Difficulty)
    assert f"| {words} |" in GLOSSARY.read_text("utf-8")


@pytest.mark.parametrize(
    ("word", "folder"), [("autofill", "helper"), ("capture", "helper/picture")]
)
def test_identifiers_and_files_have_the_words_of_the_glossary(word: str, folder: str) -> None:
    files = sorted((ROOT / folder).rglob("*.py"))
    kept = "preferences/autofill"  # as earlier versions have stored it
    found = [
        str(path)
        for path in files
        if word in path.name or word in path.read_text("utf-8").replace(kept, "")
    ]
    assert files
    assert found == []
