"""Numbers about the player's solves. No Qt.

A day is a day where the player is: the library keeps times in UTC, and the functions get the time
zone and today's date from their caller.
"""

from __future__ import annotations

import csv
import enum
import io
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from datetime import date, timedelta, tzinfo
from pathlib import Path
from statistics import median
from typing import NamedTuple

from helper.application.library_records import Solve, day_of
from helper.application.rating_store import Ratings
from puzzles.difficulty import Difficulty
from puzzles.formats.atomic import write_atomically
from puzzles.formats.csv_clues import harmless
from puzzles.local_formats import date_text, month_name
from puzzles.words import _, worded

_DAY = timedelta(days=1)


class Period(enum.Enum):
    """A part of the past and the steps it is counted in."""

    DAYS = "days"
    WEEKS = "weeks"
    MONTHS = "months"

    @property
    def label(self) -> str:
        """The words for people."""
        return _LABELS[self]


_LABELS = {
    Period.DAYS: _("30 days"),
    Period.WEEKS: _("12 weeks"),
    Period.MONTHS: _("12 months"),
}


class Bucket(NamedTuple):
    """The solves of a day, a week or a month."""

    first: date
    """Its first day; a week begins on Monday."""
    solves: int
    name: str
    """In full, such as "Week of 16 Nov 2026"."""
    label: str
    """For an axis, such as "16 Nov"."""


class Streaks(NamedTuple):
    """Days in a row on which a puzzle was solved."""

    current: int
    """Those up to today; up to yesterday as long as today has no solve yet."""
    longest: int


class ClassTimes(NamedTuple):
    """The times of the puzzles of a size class, or of a difficulty."""

    name: str
    solves: int
    median_s: float
    best_s: int


class Totals(NamedTuple):
    """Counts of all solves."""

    solves: int
    puzzles: int
    """Different ones."""
    without_hints: int
    with_lives: int


SIZES = (
    (10, _("Up to 10")),
    (15, _("11 to 15")),
    (20, _("16 to 20")),
    (25, _("21 to 25")),
    (30, _("26 to 30")),
)
"""(longer side, name) of the size classes but the last."""
LARGER = _("Over 30")


def days_of(solves: Iterable[Solve], zone: tzinfo | None) -> list[date]:
    """The days of all solves that have one, in their order."""
    return [day for solve in solves if (day := day_of(solve, zone)) is not None]


def streaks(days: Iterable[date], today: date) -> Streaks:
    """The current and the longest streak.

    >>> first = date(2026, 11, 19)
    >>> streaks([first, first + _DAY, first + _DAY], first + 2 * _DAY)
    Streaks(current=2, longest=2)
    """
    solved = {day for day in days if day <= today}
    longest = run = 0
    before: date | None = None
    for day in sorted(solved):
        run = run + 1 if before is not None and day - before == _DAY else 1
        longest = max(longest, run)
        before = day
    is_current = before is not None and today - before <= _DAY
    return Streaks(run if is_current else 0, longest)


def buckets(days: Iterable[date], today: date, period: Period) -> list[Bucket]:
    """The solves of a period up to today, the oldest first; days without any have 0."""
    start_of = _STARTS[period]
    counts = Counter(map(start_of, days))
    firsts = [start_of(today)]
    while len(firsts) < (30 if period is Period.DAYS else 12):
        firsts.append(start_of(firsts[-1] - _DAY))
    return [_bucket(first, counts[first], period) for first in reversed(firsts)]


def size_times(solves: Iterable[Solve]) -> list[ClassTimes]:
    """The times of each size class in which a puzzle was solved, the smallest first."""
    return _times(solves, (*dict(SIZES).values(), LARGER), _size_of)


def difficulty_times(solves: Iterable[Solve], ratings: Ratings) -> list[ClassTimes]:
    """The times of each difficulty of which a puzzle was solved, the easiest first.

    Args:
        solves: From the library.
        ratings: By the hashes of the puzzles' clues; solves of other puzzles are left out.
    """

    def word(solve: Solve) -> str:
        rating = ratings.get(solve.puzzle)
        difficulty = None if rating is None else rating.difficulty
        return "" if difficulty is None else difficulty.title

    return _times(solves, [each.title for each in Difficulty], word)


def _times(
    solves: Iterable[Solve], names: Iterable[str], name_of: Callable[[Solve], str]
) -> list[ClassTimes]:
    by_name: dict[str, list[int]] = {name: [] for name in names}
    for solve in solves:
        by_name.get(name_of(solve), []).append(solve.seconds)
    return [
        ClassTimes(name, len(times), median(times), min(times))
        for name, times in by_name.items()
        if times
    ]


def totals(solves: Sequence[Solve]) -> Totals:
    """Counts of all solves."""
    return Totals(
        len(solves),
        len({solve.puzzle for solve in solves}),
        sum(not solve.counts.hints for solve in solves),
        sum(solve.counts.lives > 0 for solve in solves),
    )


def time_ticks(longest_s: float) -> list[int]:
    """The ticks of a scale of times from 0, in seconds: at most seven, at round times.

    >>> time_ticks(250), time_ticks(3600)
    ([0, 60, 120, 180, 240, 300], [0, 600, 1200, 1800, 2400, 3000, 3600])
    """
    steps = (1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14400, 28800)
    hour = 3600
    step = next((s for s in steps if longest_s <= 6 * s), hour * -(-int(longest_s) // (6 * hour)))
    return list(range(0, max(step, -int(-longest_s // step) * step) + 1, step))


def count_ticks(most: int) -> list[int]:
    """The ticks of a scale of counts from 0: at most six.

    >>> count_ticks(0), count_ticks(7), count_ticks(80)
    ([0, 1], [0, 2, 4, 6, 8], [0, 20, 40, 60, 80])
    """
    step = 1
    while 5 * step < most:
        step = step * 5 // 2 if str(step)[0] == "2" else step * 2
    return list(range(0, max(step, -(-most // step) * step) + 1, step))


def day_text(day: date) -> str:
    """A day in the language of the program.

    >>> day_text(date(2026, 11, 2))
    '2 Nov 2026'
    """
    return date_text(day, "yMMMd")


def _size_of(solve: Solve) -> str:
    longer = max(solve.height, solve.width)
    return next((name for most, name in SIZES if longer <= most), LARGER)


def _bucket(first: date, count: int, period: Period) -> Bucket:
    if period is Period.MONTHS:
        return Bucket(first, count, date_text(first, "yMMM"), month_name(first.month))
    name = (
        day_text(first) if period is Period.DAYS else worded("Week of {day}", day=day_text(first))
    )
    return Bucket(first, count, name, date_text(first, "MMMd"))


_STARTS: dict[Period, Callable[[date], date]] = {
    Period.DAYS: lambda day: day,
    Period.WEEKS: lambda day: day - day.weekday() * _DAY,
    Period.MONTHS: lambda day: day.replace(day=1),
}


COLUMNS = (
    "solved_at_utc",
    "title",
    "width",
    "height",
    "colors",
    "seconds",
    "hints",
    "checks",
    "mistakes",
    "lives",
    "hint_places",
    "hint_techniques",
    "hint_wholes",
    "puzzle",
)


def csv_text(solves: Iterable[Solve]) -> str:
    """A header, and a line for each solve in the order in which they were made.

    A title comes from a puzzle's file, which may be anybody's. If a spreadsheet could take it for
    a formula, it gets an apostrophe in front.
    """
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(COLUMNS)
    for solve in solves:
        writer.writerow(
            (
                solve.solved_at,
                harmless(solve.title),
                solve.width,
                solve.height,
                solve.colors,
                solve.seconds,
                *solve.counts,
                solve.puzzle,
            )
        )
    return text.getvalue()


def write_csv(path: Path, solves: Iterable[Solve]) -> None:
    """Write the file completely or not at all, in UTF-8 with the mark that Excel needs.

    Raises:
        LibraryError: It cannot be written; the text is fit to be shown.
    """
    write_atomically(path, csv_text(solves).encode("utf-8-sig"))
