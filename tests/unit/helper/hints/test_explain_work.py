"""Explanations that are written into files."""

from __future__ import annotations

from pathlib import Path

import pytest

from helper.hints.explain_work import writing
from puzzles import Puzzle
from puzzles.contracts import never
from puzzles.difficulty import Difficulty


@pytest.mark.parametrize("ending", ["html", "md", "txt"])
def test_a_puzzle_with_several_solutions_is_written_without_a_difficulty(
    tmp_path: Path, ending: str
) -> None:
    path, puzzle = tmp_path / f"page.{ending}", Puzzle.from_numbers([[1], [1]], [[1], [1]])
    writing(puzzle, path)(lambda _: None, never)
    text = path.read_text(encoding="utf-8")
    assert not any(difficulty.label in text for difficulty in Difficulty)
