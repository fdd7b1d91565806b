"""Finding the clues of a puzzle that are not known, while the window goes on."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from PySide6.QtWidgets import QWidget

from helper.widgets.progress_task import run_beside
from puzzles import NonogramError
from puzzles.child.limits import ChildLimits, limited
from puzzles.errors import FormatError
from puzzles.formats import Document
from puzzles.words import _, capitalized, worded

MOST_S = 60
"""Seconds in which they are found, at most."""
LIMITS = ChildLimits(1024, MOST_S + 30, _("finding the clues"))


class Completed(NamedTuple):
    """A puzzle with all clues."""

    document: Document
    is_unique: bool
    """Whether the clues that were not known have no other answer."""
    sentence: str
    """Which clues were found, or that there are several answers."""


def complete_beside(document: Document, name: str, window: QWidget) -> Completed | None:
    """Find the clues that are not known in a child process.

    Args:
        document: The incomplete puzzle.
        name: That of its file, for error messages.
        window: Below which a dialog shows what happens.

    Returns:
        ``None`` if the user cancelled.

    Raises:
        FormatError: There is no solution, or none was found in time.
    """
    result, problem = run_beside(
        window,
        _("Missing Clues"),
        _("Finding the clues that are not known …"),
        partial(_complete_work, document),
    )
    if isinstance(result, NonogramError):
        problem = str(result)
    if problem:
        raise FormatError(problem, name)
    return result if isinstance(result, Completed) else None


def _complete_work(
    document: Document, report: Callable[[object], None], should_stop: Callable[[], bool]
) -> Completed | NonogramError | None:
    """In the child process."""
    from solver.completion import completed, found_clues, found_text, solve_incomplete
    from solver.values import Limits, Outcome

    try:
        with limited(LIMITS):
            result = solve_incomplete(document, Limits(timeout_s=MOST_S), should_stop=should_stop)
    except NonogramError as error:
        return error
    if should_stop():
        return None
    if result.outcome is Outcome.NONE:
        return FormatError(_("the clues that are known have no solution"))
    if not result.solutions:
        return FormatError(_("the missing clues were not found in time; give more of them"))
    if result.is_unique:
        found = found_text(found_clues(document, result))
        sentence = worded("{sentence}: found by solving.", sentence=capitalized(found))
    else:
        sentence = _("The missing clues have several answers. This puzzle has one of them.")
    return Completed(completed(document, result.solutions[0]), result.is_unique, sentence)
