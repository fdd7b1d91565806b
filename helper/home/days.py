"""The puzzles of the days: which day has which, and what the player did with it. No Qt.

The rule that gives a day its puzzle changes few days when puzzles are added to the program. What a
player was shown does not change at all: the library keeps the puzzle of each day on which it was
seen or opened (:class:`DayNotes`), and the rule counts for the other days only.
"""

from __future__ import annotations

import enum
import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from functools import partial
from typing import Protocol

from helper.home.entries import Entry, EntryState, Shelf, rating_key
from puzzles.words import _, in_context

MAX_DAY_SIDE = 24
"""Cells along the longer side: in the window's first size, those of all bundled puzzles up to this
size have 20 px or more."""
MAX_DAY_COLORS = 4
"""Colours besides the background."""
MIN_DAY_COLOR_DISTANCE = 0.15
"""Of the colours, in OKLab: orange and yellow, or white and a pale blue, are nearer."""
FIRST_DAY = date(2026, 1, 1)
"""The calendar begins here."""
DAY = timedelta(days=1)
_WEEK_DAYS = 7
_CLASSES = 5
"""Each puzzle belongs to one of so many classes, and each week to one, in turn: no puzzle comes
again within four weeks, and yet a week can be found out without the weeks before it."""


def is_for_a_day(entry: Entry) -> bool:
    """Whether a bundled puzzle may be the puzzle of a day: everybody can see all of it at once."""
    return (
        max(entry.height, entry.width) <= MAX_DAY_SIDE
        and entry.colors <= MAX_DAY_COLORS
        and entry.color_distance >= MIN_DAY_COLOR_DISTANCE
    )


class DayRule:
    """Gives each day one of some puzzles: the same for everyone who has the same puzzles.

    Of the puzzles that are left for a day, the one with the smallest hash of day and puzzle is
    chosen (rendezvous hashing). So an added puzzle takes the days on which it has the smallest
    hash, about one of as many as there are puzzles, and hardly any other day changes.

    >>> DayRule(["cat", "dog", "owl"]).puzzle(date(2026, 11, 22))
    'owl'
    """

    def __init__(self, ids: Iterable[str]) -> None:
        """``ids``: the puzzles' ids, in any order."""
        self._ids = sorted(set(ids))
        self._classes: list[list[str]] = [[] for _each in range(_CLASSES)]
        for one in self._ids:
            self._classes[_number(one) % _CLASSES].append(one)
        self._weeks: dict[int, list[str]] = {}

    def puzzle(self, day: date) -> str | None:
        """The id of the puzzle of a day; ``None`` if there are no puzzles."""
        if not self._ids:
            return None
        week, index = divmod(day.toordinal(), _WEEK_DAYS)
        if week not in self._weeks:
            self._weeks[week] = self._of_week(week)
        return self._weeks[week][index]

    def _of_week(self, week: int) -> list[str]:
        of_class = self._classes[week % _CLASSES]
        pool = of_class if len(of_class) >= _WEEK_DAYS else self._ids
        left, chosen = pool, list[str]()
        for day in range(week * _WEEK_DAYS, (week + 1) * _WEEK_DAYS):
            best = min(left, key=partial(_rank, day))
            chosen.append(best)
            left = [one for one in left if one != best]
            left = left or [one for one in pool if one != best] or pool
        return chosen


def _rank(day: int, one: str) -> int:
    """The hash of a day and a puzzle."""
    return _number(f"{day}/{one}")


def _number(text: str) -> int:
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8])


class DayState(enum.Enum):
    """What the player did with the puzzle of a day."""

    FUTURE = "future"
    """The day is to come, and its puzzle is not told."""
    OPEN = "open"
    STARTED = "started"
    OTHER_DAY = "other-day"
    SOLVED = "solved"

    @property
    def label(self) -> str:
        """The words for people after the day."""
        return _LABELS[self]

    @property
    def title(self) -> str:
        """The words for people where they stand alone."""
        return _TITLES[self]


_LABELS = {
    DayState.FUTURE: _("not there yet"),
    DayState.OPEN: _("not solved yet"),
    DayState.STARTED: in_context("the puzzle of a day is", "started"),
    DayState.OTHER_DAY: _("solved on another day"),
    DayState.SOLVED: _("solved on its day"),
}
_TITLES = {
    DayState.FUTURE: _("Not there yet"),
    DayState.OPEN: _("Not solved yet"),
    DayState.STARTED: in_context("the puzzle of a day is", "Started"),
    DayState.OTHER_DAY: _("Solved on another day"),
    DayState.SOLVED: _("Solved on its day"),
}


@dataclass(frozen=True, slots=True)
class DayNotes:
    """What is kept about the days."""

    kept: Mapping[date, str] = field(default_factory=dict)
    """The hashes of the clues of the puzzles that the days had for the player."""
    solved: Mapping[str, frozenset[date]] = field(default_factory=dict)
    """The days on which puzzles were solved, by the hashes of their clues."""


class DayRecord(Protocol):
    """Keeps what :class:`DayNotes` has."""

    def notes(self) -> DayNotes:
        """What is kept now."""

    def keep(self, day: date, puzzle: str) -> None:
        """Keep the puzzle of a day by the hash of its clues; one that is kept already stays."""


class NoRecord:
    """Keeps nothing."""

    def notes(self) -> DayNotes:
        """Nothing, see :class:`DayRecord`."""
        return DayNotes()

    def keep(self, day: date, puzzle: str) -> None:
        """Do nothing."""


class Days:
    """The puzzles of the days up to today."""

    def __init__(self, shelves: Sequence[Shelf], notes: DayNotes, today: date) -> None:
        """Begin.

        Args:
            shelves: All of Home; the bundled ones count.
            notes: What is kept.
            today: The last day that has a puzzle.
        """
        bundled = [entry for shelf in shelves if shelf.is_bundled for entry in shelf.entries]
        self._by_hash = {rating_key(entry): entry for entry in reversed(bundled)}
        self._by_hash.pop("", None)
        self._by_id = {entry.id: entry for entry in bundled if is_for_a_day(entry)}
        self._rule = DayRule(self._by_id)
        self.notes, self.today = notes, today
        self.first = min(FIRST_DAY, today)
        """The first day of the calendar."""

    def entry(self, day: date) -> Entry | None:
        """The puzzle of a day; ``None`` for a day to come, and if there are no puzzles."""
        if day > self.today:
            return None
        kept = self._by_hash.get(self.notes.kept.get(day, ""))
        return kept or self._by_id.get(self._rule.puzzle(day) or "")

    def state(self, day: date) -> DayState:
        """What the player did with the puzzle of a day."""
        entry = self.entry(day)
        if entry is None:
            return DayState.FUTURE
        if day in self._solved_on(entry):
            return DayState.SOLVED
        if entry.is_solved:
            return DayState.OTHER_DAY
        return DayState.STARTED if entry.state is EntryState.STARTED else DayState.OPEN

    def solved_days(self) -> list[date]:
        """The days whose puzzle was solved on its day, in their order."""
        solved = {day for days in self.notes.solved.values() for day in days}
        return [day for day in sorted(solved) if self.state(day) is DayState.SOLVED]

    @property
    def streak(self) -> int:
        """How many days in a row, up to now, the puzzle of the day was solved on its day.

        Today counts once its puzzle is solved. A day whose puzzle had been solved before does not
        count, but it does not end the streak: there was nothing to solve on it.
        """
        count, day = 0, self.today
        while day >= self.first:
            entry = self.entry(day)
            on = self._solved_on(entry) if entry is not None else frozenset[date]()
            if day in on:
                count += 1
            elif not any(one < day for one in on) and day != self.today:
                break
            day -= DAY
        return count

    def _solved_on(self, entry: Entry) -> frozenset[date]:
        return self.notes.solved.get(rating_key(entry), frozenset())
