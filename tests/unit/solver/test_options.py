"""Options of engines as text."""

from __future__ import annotations

import pytest

from puzzles.errors import NonogramError
from solver.options import label, options_of
from solver.registry import engine_names, get_engine


@pytest.mark.parametrize(
    ("written", "as_label"),
    [
        ("elimination", "elimination"),
        ("elimination:queue=lifo", "elimination"),
        ("elimination:tracked:queue=fifo", "elimination:queue=fifo:tracked"),
        ("elimination:tracked=yes", "elimination:tracked"),
        ("elimination:early-stop=no", "elimination:early-stop=no"),
        ("axis:partial", "axis:partial"),
    ],
)
def test_what_is_written_is_set(written: str, as_label: str) -> None:
    engine = get_engine(written)
    assert label(engine) == as_label
    assert label(get_engine(label(engine))) == as_label


@pytest.mark.parametrize(
    ("written", "sentence"),
    [
        ("elimination:queue=last", "elimination: the option 'queue' is lifo, fifo or unmoved"),
        ("elimination:tracked=maybe", "'tracked' is yes or no, not 'maybe'"),
        ("elimination:speed=9", "no option 'speed'; its options are: queue, assume"),
        ("python:fast", "python has no option 'fast'; it has no options"),
        ("elimination:", "no option ''"),
    ],
)
def test_what_cannot_be_set_is_said(written: str, sentence: str) -> None:
    with pytest.raises(NonogramError, match=sentence):
        get_engine(written)


@pytest.mark.parametrize("name", engine_names())
def test_every_engine_and_option_has_a_sentence(name: str) -> None:
    engine = get_engine(name)
    assert engine.name == name
    assert engine.description.endswith(".")
    for option in options_of(engine):
        assert option.sentence
        assert "_" not in option.name
        assert option.parse(str(option.default).lower()) == option.default
