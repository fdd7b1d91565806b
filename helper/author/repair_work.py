"""What repairs run in a child process. No Qt here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from puzzles import Grid, Puzzle
from puzzles.formats import Document

if TYPE_CHECKING:
    from solver.author.repair import Repairs

REPAIR_TIMEOUT_S = 30.0
"""How long a repair is looked for."""
MAX_REPAIRS = 6
"""Ways to repair a puzzle that are offered."""
PICTURE_TIMEOUT_S = 20.0
"""How long a solution is looked for, to begin with."""


def mend_work(
    picture: Grid,
    like: Puzzle,
    reluctance: Sequence[float] | None,
    report: Callable[[object], None],
    should_stop: Callable[[], bool],
) -> Repairs:
    """Look for changes that leave one solution; reports every better
    :class:`~solver.author.repair.Repairs`.
    """
    from solver.author.repair import repairs

    return repairs(picture, like, reluctance, MAX_REPAIRS, REPAIR_TIMEOUT_S, should_stop, report)


def intend_work(
    document: Document, report: Callable[[object], None], should_stop: Callable[[], bool]
) -> object:
    """Find the picture that a puzzle is meant to be.

    Returns:
        An :class:`~solver.author.intention.Intention`, or the outcome: UNIQUE if there is nothing
        to repair, else why there is no picture.
    """
    from solver.api import Limits, Outcome, is_unique
    from solver.author.intention import intended

    meant = intended(document, PICTURE_TIMEOUT_S, should_stop)
    if is_unique(document.puzzle, Limits(timeout_s=PICTURE_TIMEOUT_S), should_stop):
        return Outcome.UNIQUE
    return meant
