"""Hints in every language: they change on purpose only, and every template can be said."""

from __future__ import annotations

import re
from itertools import chain

import pytest

from puzzles.language import LANGUAGES, _load
from solver.logic.explain import explain
from tests.support.boards import random_puzzle
from tests.support.cases import further
from tests.support.hint_transcripts import in_language, path_of

LEFT_OVER = re.compile(r"[{}|]|  |\(\)|^$|^[ .,:;]|[^ ] [.,](?! ?\d)")
"""Braces of a field, marks of a form, and the gap of an empty phrase."""
ASSUMPTION = (
    "If {cell} were {state}, no way to go on would succeed ({count} further assumption).",
    "If {cell} were {state}, no way to go on would succeed ({count} further assumptions).",
)


@pytest.mark.parametrize("language", LANGUAGES)
def test_hints_are_worded_as_in_the_transcript(language: str) -> None:
    """After a change on purpose: python -m tests.support.hint_transcripts."""
    assert in_language(language, "transcript") == path_of(language).read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "language", ["en", "pl", *further(*(each for each in LANGUAGES if each not in ("en", "pl")))]
)
def test_every_template_is_said_with_any_number_of_cells_and_any_colour(language: str) -> None:
    lines = in_language(language, "templates").splitlines()
    assert len(lines) > 4000
    assert not [line for line in lines if LEFT_OVER.search(line)]


@pytest.mark.parametrize(
    ("language", "nouns"),
    [
        ("lt", "prielaida prielaidos prielaidos prielaidų prielaida prielaidos"),
        ("pl", "założenie założenia założeń założeń założeń założenia"),
    ],
)
def test_a_noun_agrees_with_its_number(language: str, nouns: str) -> None:
    said = [_load(language).ngettext(*ASSUMPTION, number) for number in (1, 2, 5, 11, 21, 22)]
    assert [re.sub(r".*\b(\w+)\)\.", r"\1", text) for text in said] == nouns.split()


@pytest.mark.parametrize(("seed", "colors"), [(3, 2), (1, 3), (4, 4)])
def test_a_step_is_told_in_two_sentences_at_most(seed: int, colors: int) -> None:
    """Why, and what follows."""
    steps = explain(random_puzzle(seed, 20, 20, colors, 0.6))
    texts = [text for step in steps for text in (step.text, *chain(*step.trials))]
    assert len(texts) > 100
    assert any(text.count(";") > 1 for text in texts)
    assert not [text for text in texts if len(re.findall(r"\.(?: |$)", text)) > 2]
