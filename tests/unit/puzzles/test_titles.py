"""The name of a file for a title, which all systems must allow."""

from __future__ import annotations

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from puzzles.titles import MAX_LENGTH, file_stem

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
