"""FreeNono's XML; the laws of all formats are in ``test_all.py``."""

from __future__ import annotations

from dataclasses import replace

from puzzles import Puzzle
from puzzles.formats import Document, lost, read_bytes
from puzzles.formats.freenono import FREENONO
from tests.support.puzzle_texts import FREENONO_TEXT as TEXT

PUZZLE = replace(
    Puzzle.from_numbers([[1, 1], [2]], [[2], [1], [1]], "Cat & dog"),
    author="Ann",
    goal="101110",
    extras=(("desc", "a pet"), ("difficulty", "2"), ("level", "7")),
)


def test_the_example_is_read_and_written() -> None:
    document = read_bytes(TEXT.encode(), "a.xml")
    assert document == Document(PUZZLE)
    assert FREENONO.write_all([document]).decode() == TEXT
    assert lost(FREENONO, document) == []


def test_attributes_that_freenono_refuses_are_not_written() -> None:
    wrong = replace(PUZZLE, extras=(("difficulty", "hard"), ("level", "x"), ("foo", "bar")))
    (found,) = FREENONO.read_all(FREENONO.write_all([Document(wrong)]), "")
    assert found.puzzle.extras == ()
    assert lost(FREENONO, Document(wrong)) == ["unknown keys"]
