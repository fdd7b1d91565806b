"""Techniques that the player has used, and milestones. No Qt.

Both are counted from the solves: there are no points, and nothing that is reached can be lost.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, tzinfo
from typing import NamedTuple

from helper.application.library_records import Solve, day_of
from helper.application.rating_store import WORDS, Ratings
from puzzles.words import _, worded
from solver.logic.techniques import Technique

_EXPERT = WORDS.index("expert")
_LARGE_SIDE = 50
"""Rows and columns of a large board."""
_DAYS = 30
"""Puzzles of the day that make a month."""


class TechniqueUse(NamedTuple):
    """How often a technique was needed."""

    title: str
    puzzles: int
    """Different puzzles that were solved and that need it as their hardest one; 0: not used yet."""


class Milestone(NamedTuple):
    """Something to look back at."""

    name: str
    day: date | None
    """When it was reached; ``None`` if it is not reached yet, or the day is not known."""
    is_reached: bool
    progress: str = ""
    """How far it is, if it is not reached: "64 of 100"; empty if that is not counted."""


def techniques_used(solves: Iterable[Solve], ratings: Ratings) -> list[TechniqueUse]:
    """The techniques that puzzles need, the simplest first.

    Args:
        solves: From the library.
        ratings: By the hashes of the puzzles' clues; what none of these puzzles needs is left out.
    """
    solved = {solve.puzzle for solve in solves}
    counts = {rating.hardest: 0 for rating in ratings.values() if rating.is_rated}
    for puzzle in solved & ratings.keys():
        if ratings[puzzle].is_rated:
            counts[ratings[puzzle].hardest] += 1
    return [TechniqueUse(each.title, counts[each.id]) for each in Technique if each.id in counts]


def milestones(
    solves: Sequence[Solve], ratings: Ratings, kept: Mapping[date, str], zone: tzinfo | None
) -> list[Milestone]:
    """All milestones, those that are mostly reached early first.

    Args:
        solves: From the library, in their order.
        ratings: The difficulty of puzzles by the hashes of their clues.
        kept: The puzzles of the days.
        zone: Of the player; ``None`` for that of the machine.
    """
    different, of_days = list[date | None](), list[date | None]()
    seen, days = set[str](), set[date]()
    for solve in solves:
        day = day_of(solve, zone)
        if solve.puzzle not in seen:
            seen.add(solve.puzzle)
            different.append(day)
        if day is not None and day not in days and kept.get(day) == solve.puzzle:
            days.add(day)
            of_days.append(day)
    expert = [
        day_of(solve, zone)
        for solve in solves
        if (rating := ratings.get(solve.puzzle)) and rating.is_rated and rating.rank >= _EXPERT
    ]
    large = [day_of(one, zone) for one in solves if min(one.height, one.width) >= _LARGE_SIDE]
    return [
        _nth(_("First puzzle"), different, 1),
        _nth(_("10 puzzles"), different, 10),
        _nth(_("First expert puzzle"), expert, 1),
        _nth(_("A month of days: 30 puzzles of the day, each on its day"), of_days, _DAYS),
        _nth(_("100 puzzles"), different, 100),
        _nth(_("A board of 50 × 50 cells"), large, 1),
        _nth(_("500 puzzles"), different, 500),
    ]


def shown_milestones(found: Sequence[Milestone]) -> list[Milestone]:
    """Those that are reached, the latest last, and the next one."""
    reached = [one for one in found if one.is_reached]
    reached.sort(key=lambda one: one.day or date.min)
    following = next((one for one in found if not one.is_reached), None)
    return reached if following is None else [*reached, following]


def _nth(name: str, days: Sequence[date | None], count: int) -> Milestone:
    if len(days) >= count:
        return Milestone(name, days[count - 1], is_reached=True)
    progress = worded("{done} of {count}", done=len(days), count=count) if count > 1 else ""
    return Milestone(name, None, is_reached=False, progress=progress)
