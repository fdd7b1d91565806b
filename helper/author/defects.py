"""The defects of a puzzle as a message."""

from __future__ import annotations

from puzzles import Puzzle
from puzzles.words import worded

_MAX_SHOWN = 8


def defects_text(puzzle: Puzzle, opening: str) -> str:
    """The defects, one a line, below an opening sentence; empty if there are none."""
    defects = puzzle.defects()
    if not defects:
        return ""
    shown = [str(defect) for defect in defects[:_MAX_SHOWN]]
    if len(defects) > len(shown):
        shown.append(worded("and {defects} more", defects=len(defects) - len(shown)))
    return "\n".join([opening, "", *shown])
