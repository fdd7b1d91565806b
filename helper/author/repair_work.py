"""Functions of Puzzle > Repair that run in a child process. No Qt."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from puzzles import Grid, Puzzle
from puzzles.formats import Document

if TYPE_CHECKING:
    from solver.author.repair import Repairs

REPAIR_TIMEOUT_S = 30.0
"""The time limit of the search for repairs."""
MAX_REPAIRS = 6
"""How many repairs are offered, at most."""
PICTURE_TIMEOUT_S = 20.0
"""The time limit of the search for the picture that a puzzle is meant to be."""


def repair_work(
    picture: Grid,
    like: Puzzle,
    reluctance: Sequence[float] | None,
    report: Callable[[object], None],
    should_stop: Callable[[], bool],
) -> Repairs:
    """Search for repairs; reports every better :class:`~solver.author.repair.Repairs`."""
    from solver.author.repair import repairs

    return repairs(picture, like, reluctance, MAX_REPAIRS, REPAIR_TIMEOUT_S, should_stop, report)


def intend_work(
    document: Document, report: Callable[[object], None], should_stop: Callable[[], bool]
) -> object:
    """Find the picture that a puzzle is meant to be.

    Returns:
        An :class:`~solver.author.intention.Intention`, or an outcome: UNIQUE if there is nothing
        to repair, otherwise why no picture was found.
    """
    from solver.api import Limits, Outcome, is_unique
    from solver.author.intention import intended

    meant = intended(document, PICTURE_TIMEOUT_S, should_stop)
    if is_unique(document.puzzle, Limits(timeout_s=PICTURE_TIMEOUT_S), should_stop):
        return Outcome.UNIQUE
    return meant
