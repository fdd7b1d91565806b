"""Sentences about a solve: how long it took, and what helped. No Qt."""

from __future__ import annotations

from helper.application.library_records import Solve
from helper.play.clock import time_text
from puzzles.notation import counted
from puzzles.words import worded


def helps_text(hints: int, checks: int) -> str:
    """The hints and checks of a solve; empty without any.

    >>> helps_text(2, 1)
    ' with 2 hints and 1 check'
    """
    words = [counted(count, unit) for count, unit in ((hints, "hint"), (checks, "check")) if count]
    return f" with {' and '.join(words)}" if words else ""


def solve_text(name: str, solve: Solve | None, best: Solve | None = None) -> str:
    """What is said to the player who has just solved a puzzle.

    Args:
        name: The puzzle.
        solve: The solve; ``None`` if it is not known.
        best: The best earlier solve of the puzzle; ``None`` if there is none.

    >>> solve_text("“Owl”", Solve("", "", 5, 5, 1, 252), Solve("", "", 5, 5, 1, 300))
    'Congratulations! You have solved “Owl” in 4:12, your best time (before: 5:00).'
    """
    text = worded("Congratulations! You have solved {name}", name=name)
    if solve is None:
        return f"{text}."
    text += f" in {time_text(solve.seconds)}{helps_text(solve.counts.hints, solve.counts.checks)}"
    if best is not None and solve.seconds < best.seconds and solve.is_better_than(best):
        text += f", your best time (before: {time_text(best.seconds)})"
    return f"{text}."
