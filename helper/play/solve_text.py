"""Sentences about a solve: how long it took, and what helped. No Qt."""

from __future__ import annotations

from helper.application.library_records import Solve
from helper.play.clock import time_text
from puzzles.words import listed, plural, worded


def helps_text(hints: int, checks: int) -> str:
    """The hints and checks of a solve; empty without any.

    >>> helps_text(2, 1)
    '2 hints and 1 check'
    """
    helps = []
    if hints:
        helps.append(plural(hints, "{count} hint", "{count} hints"))
    if checks:
        helps.append(plural(checks, "{count} check", "{count} checks"))
    return listed(helps)


def solve_text(name: str, solve: Solve, best: Solve | None = None) -> str:
    """What is said to the player who has just solved a puzzle.

    Args:
        name: The puzzle.
        solve: The solve.
        best: The best earlier solve of the puzzle; ``None`` if there is none.

    >>> solve_text("“Owl”", Solve("", "", 5, 5, 1, 252), Solve("", "", 5, 5, 1, 300))
    'Congratulations! You have solved “Owl” in 4:12, your best time (before: 5:00).'
    """
    time = time_text(solve.seconds)
    helps = helps_text(solve.counts.hints, solve.counts.checks)
    if best is None or solve.seconds >= best.seconds or not solve.is_better_than(best):
        template = (
            "Congratulations! You have solved {name} in {time} with {helps}."
            if helps
            else "Congratulations! You have solved {name} in {time}."
        )
        return worded(template, name=name, time=time, helps=helps)
    template = (
        "Congratulations! You have solved {name} in {time} with {helps}, your best time (before:"
        " {best})."
        if helps
        else "Congratulations! You have solved {name} in {time}, your best time (before: {best})."
    )
    return worded(template, name=name, time=time, helps=helps, best=time_text(best.seconds))
