"""What runs in child processes for the author: the check and the repair. No Qt."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from puzzles import FormatError, Grid, Puzzle, puzzle_of
from puzzles.child.limits import ChildLimits, limited
from puzzles.child.serving import Handler
from puzzles.formats import Document, read_all_bytes
from puzzles.words import _, capitalized, worded

if TYPE_CHECKING:
    from solver.author.repair import Change, Repair, Repairs
    from solver.logic.rate import Rating


MAX_QUICK = 8 * 1024
"""Characters of a text that is read at once: it takes less than 50 ms."""
READING = ChildLimits(1024, 60, _("reading it"))
"""Limits of reading a long text."""


class TextReading(NamedTuple):
    """What is understood of a text."""

    documents: tuple[Document, ...] = ()
    """The puzzles, also with clues that are not known."""
    problem: str = ""
    """Why there is no puzzle, and what was understood: a sentence."""
    lines: tuple[str, ...] = ()
    """Without a puzzle, the clues of the lines that are understood."""


def read_text(text: str) -> TextReading:
    """Read the puzzles in a text, in any format, or as people share clues."""
    from puzzles.formats.shared_text import document_of, understood

    name, data = "", text.encode("utf-8", "replace")
    try:
        return TextReading(tuple(read_all_bytes(data, name, may_be_incomplete=True)))
    except FormatError as error:
        problem = error.problem
    found = understood(text)
    if found.rows and found.columns:  # the person sees it, and decides
        try:
            return TextReading((document_of(found, name),))
        except FormatError as error:
            problem = error.problem
    elif found.rows or found.columns:
        problem = found.problem()
    sentence = worded("{sentence}.", sentence=capitalized(problem))
    lines = tuple(line.replace(".", " ") for line in found.rows or found.columns)
    return TextReading((), sentence, lines)


def has_clues(text: str) -> bool:
    """Whether anything is understood of a text, at most :data:`MAX_QUICK` long."""
    reading = read_text(text)
    return bool(reading.documents or reading.lines)


def read_text_work(
    text: str, report: Callable[[object], None], should_stop: Callable[[], bool]
) -> TextReading:
    """Read a long text; see :func:`read_text`."""
    with limited(READING):
        return read_text(text)


REPAIR_TIMEOUT_S = 30.0
"""The time limit of the search for repairs."""
MAX_REPAIRS = 6
"""How many repairs are offered, at most."""
REPAIR_RATING_S = 1.0
"""Computing time for the difficulty after one repair; after it the difficulty is not known."""
PICTURE_TIMEOUT_S = 20.0
"""The time limit of the search for the picture that a puzzle is meant to be."""


def repair_work(
    picture: Grid,
    like: Puzzle,
    reluctance: Sequence[float] | None,
    report: Callable[[object], None],
    should_stop: Callable[[], bool],
) -> Repairs:
    """Search for repairs; reports every better :class:`~solver.author.repair.Repairs`.

    Each has its rating, which is reported as soon as it is known.
    """
    from solver.author.repair import repairs

    rater = _RepairRater(picture, like, should_stop)

    def report_rated(found: Repairs) -> None:
        report(rater.known(found))
        if rater.rate(found):
            report(rater.known(found))

    limits = MAX_REPAIRS, REPAIR_TIMEOUT_S
    found = repairs(picture, like, reluctance, *limits, should_stop, report_rated)
    rater.rate(found)
    return rater.known(found)


class _RepairRater:
    """Rates the puzzles that repairs leave."""

    def __init__(self, picture: Grid, like: Puzzle, should_stop: Callable[[], bool]) -> None:
        self._picture, self._like, self._should_stop = picture, like, should_stop
        self._ratings: dict[tuple[Change, ...], Rating | None] = {}
        """By the changes of a repair; ``None`` for one that takes too long."""

    def known(self, found: Repairs) -> Repairs:
        """The repairs with the ratings so far."""
        rated = (replace(each, rating=self._ratings.get(each.changes)) for each in found.found)
        return replace(found, found=tuple(rated))

    def rate(self, found: Repairs) -> bool:
        """Rate those that are not rated; whether there are any."""
        new = [each for each in found.found if each.changes not in self._ratings]
        for each in new:
            self._ratings[each.changes] = self._rating(each)
        return bool(new)

    def _rating(self, repair: Repair) -> Rating | None:
        from solver.logic.rate import rating_if_any

        end = time.process_time() + REPAIR_RATING_S
        return rating_if_any(
            puzzle_of(repair.onto(self._picture), self._like),
            lambda: self._should_stop() or time.process_time() > end,
        )


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


CHECK_TIMEOUT_S = 20.0
"""The time limit of a check; after it the puzzle stays undecided."""
FIRST_REPORT_S = 0.02
"""The time between the first two reports of undetermined cells; it doubles with each report."""
MAX_REPORT_INTERVAL_S = 0.2
"""The longest time between two reports."""


def make_examiner() -> Handler:
    """Load the solver; returns the handler that checks puzzles.

    Requests are :class:`puzzles.Puzzle` values without defects; reports and results are
    :class:`solver.author.solution_check.SolutionCheck` values.
    """
    from solver.author.solution_check import check_solutions

    check_solutions(Puzzle.from_numbers([[1], [1]], [[1], [1]]))  # the first solve loads the core
    return _examine


def _examine(
    puzzle: Puzzle, report: Callable[[object], None], should_stop: Callable[[], bool]
) -> object:
    from solver.author.solution_check import check_solutions

    due, pause = 0.0, FIRST_REPORT_S

    def report_if_due(found: object) -> None:
        nonlocal due, pause
        now = time.monotonic()
        if now >= due:
            due = now + pause
            pause = min(2 * pause, MAX_REPORT_INTERVAL_S)
            report(found)

    return check_solutions(puzzle, CHECK_TIMEOUT_S, should_stop, report_if_due)
