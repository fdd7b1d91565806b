"""The name of a file for a title, which all systems must allow; titles that are translated."""

from __future__ import annotations

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from puzzles import titles
from puzzles.packs import packs
from puzzles.titles import MAX_LENGTH, file_stem, shortened

DEVICES = {"CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"} | {
    f"{port}{digit}" for port in ("COM", "LPT") for digit in "0123456789¹²³"
}
"""From "Naming Files, Paths, and Namespaces" in Microsoft's documentation."""


@given(title=st.text(max_size=80) | st.sampled_from(sorted(DEVICES)).map(str.lower))
@example(title="COM1 .txt")
@example(title="a" * (MAX_LENGTH - 1) + " . b")
@example(title="\x00\x1f\x7f")
@example(title="con.tar.gz")
@example(title="\U0001f431" * 100)
def test_every_system_allows_the_name(title: str) -> None:
    stem = file_stem(title)
    assert 0 < len(stem) <= MAX_LENGTH + 1
    assert len(stem.encode()) < 250  # with an extension, 255
    assert not re.search(r'[\x00-\x1f\x7f<>:"/\\|?*]', stem)
    assert stem[-1] not in ". "
    assert stem[0] not in ". "
    assert stem.partition(".")[0].rstrip(" ").upper() not in DEVICES


@pytest.mark.parametrize("title", ["Cat", "Console", "COM10", "Auxiliary. Nul", "Žluťoučký kůň"])
def test_other_titles_are_kept(title: str) -> None:
    assert file_stem(title) == title


def test_the_first_puzzles_are_shown_with_their_titles_in_the_language(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    first = [puzzle.title for puzzle in packs()[0].puzzles]
    assert first == list(titles._FIRST)
    monkeypatch.setitem(titles._FIRST, "Cat", "Katze")
    assert (shortened("Cat"), shortened("Cats")) == ("Katze", "Cats")
