"""``.gno``; the laws of all formats are in ``test_all.py``."""

from __future__ import annotations

from dataclasses import replace

import pytest

from puzzles import Puzzle
from puzzles.formats import Document, lost, read_bytes
from puzzles.formats.gnonograms import GNONOGRAMS
from tests.support.puzzle_texts import GNONOGRAMS_TEXT as TEXT

PUZZLE = replace(Puzzle.from_numbers([[1, 1], [2]], [[2], [1], [1]]), goal="101110")


def test_the_example_is_read() -> None:
    document = read_bytes(TEXT.replace(" // Difficulty", "").encode(), "a.txt")
    assert document.puzzle == replace(
        PUZZLE,
        title="100% cat",
        author="Ann",
        extras=(("date", "2024-12-11T10:36:56+0000"), ("difficulty", "2")),
    )
    assert str(document.marks) == "#??\n??."
    again = GNONOGRAMS.write_all([document])
    assert GNONOGRAMS.read_all(again, "") == [document]
    assert lost(GNONOGRAMS, document) == []


def test_an_untitled_puzzle_has_the_title_that_gnonograms_gives() -> None:
    data = GNONOGRAMS.write_all([Document(PUZZLE)])
    assert data.startswith(
        b"[Description]\nUntitled\n\n\n\n[Dimensions]\n2\n3\n[Row clues]\n1, 1\n"
    )
    assert GNONOGRAMS.read_all(data, "") == [Document(PUZZLE)]


@pytest.mark.parametrize("title", ["A [b] c", "50 % off", "%41", "a // b", "%", "[Dimensions]"])
def test_titles_are_kept(title: str) -> None:
    document = Document(replace(PUZZLE, title=title, author="[Row clues]"))
    (found,) = GNONOGRAMS.read_all(GNONOGRAMS.write_all([document]), "")
    assert (found.puzzle.title, found.puzzle.author) == (title, "(Row clues]")
    assert lost(GNONOGRAMS, document) == ["the author"]


def test_clues_are_made_from_the_solution_if_there_are_none() -> None:
    head, tail = TEXT.index("[Row"), TEXT.index("[Solution")
    document = read_bytes((TEXT[:head] + TEXT[tail:]).encode(), "a.gno")
    assert (document.puzzle.rows, document.puzzle.columns) == (PUZZLE.rows, PUZZLE.columns)
    assert document.puzzle.goal == PUZZLE.goal
