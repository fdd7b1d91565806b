"""Texts in lines."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pytestqt.qtbot import QtBot

from helper.paper.lettering import width_of, wrapped

WORDS = st.lists(st.text("abcWMi😀ß漢", min_size=1, max_size=30), min_size=1, max_size=12)


@pytest.fixture(autouse=True)
def application(qtbot: QtBot) -> None:
    """Texts are measured by Qt."""


@given(WORDS, st.floats(3, 40))
def test_lines_have_all_characters_and_fit(words: list[str], width: float) -> None:
    text = " ".join(words)
    lines = wrapped(text, width, 500)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")
    assert all(width_of(line) <= width + 1e-6 for line in lines)


def test_lines_end_between_words() -> None:
    assert wrapped("one two three", width_of("one two t"), 5) == ["one two", "three"]


def test_what_is_too_much_is_shortened() -> None:
    first, second = wrapped("one two three four five", width_of("one two t"), 2)
    assert first == "one two"
    assert second.startswith("thr")
    assert second.endswith("…")
