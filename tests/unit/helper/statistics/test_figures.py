"""Streaks, counts and times, by brute force."""

from __future__ import annotations

from datetime import UTC, date, timedelta, timezone
from statistics import median

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helper.application.library_records import GameCounts, Solve, day_of
from helper.application.rating_store import SEVERAL, KeptRating
from helper.statistics.figures import (
    ClassTimes,
    Period,
    Streaks,
    Totals,
    buckets,
    days_of,
    difficulty_times,
    size_times,
    streaks,
    totals,
)

TODAY = date(2026, 11, 22)
DAY = timedelta(days=1)
days = st.lists(st.integers(-3, 40).map(lambda ago: TODAY - ago * DAY), max_size=30)


def solve(seconds: int = 60, side: int = 10, at: str = "2026-11-22 12:00:00", **rest: int) -> Solve:
    return Solve("p", "", side, 5, 1, seconds, GameCounts(**rest), at)


def run_up_to(day: date, solved: set[date]) -> int:
    count = 0
    while day - count * DAY in solved:
        count += 1
    return count


@given(days)
def test_streaks_are_what_counting_day_by_day_says(solved: list[date]) -> None:
    past = {day for day in solved if day <= TODAY}
    last = TODAY if TODAY in past else TODAY - DAY
    longest = max((run_up_to(day, past) for day in past), default=0)
    assert streaks(solved, TODAY) == Streaks(run_up_to(last, past), longest)


@given(days, st.sampled_from(Period))
def test_each_solve_of_a_period_is_counted_once(solved: list[date], period: Period) -> None:
    found = buckets(solved, TODAY, period)
    assert len(found) == (30 if period is Period.DAYS else 12)
    firsts = [bucket.first for bucket in found]
    assert firsts == sorted(set(firsts))
    assert found[-1].first <= TODAY
    ends = [*firsts[1:], date(2026, 12, 1) if period is Period.MONTHS else firsts[-1] + 7 * DAY]
    if period is Period.DAYS:
        ends[-1] = TODAY + DAY
    for bucket, end in zip(found, ends, strict=True):
        assert bucket.solves == sum(bucket.first <= day < end for day in solved)


def test_periods_end_today_and_are_named() -> None:
    last = {period: buckets([], TODAY, period)[-1] for period in Period}
    assert [bucket.name for bucket in last.values()] == [
        "22 Nov 2026", "Week of 16 Nov 2026", "Nov 2026",
    ]  # fmt: skip
    first = {period: buckets([], TODAY, period)[0] for period in Period}
    assert [str(bucket.first) for bucket in first.values()] == [
        "2026-10-24", "2026-08-31", "2025-12-01",
    ]  # fmt: skip
    assert [bucket.label for bucket in first.values()] == ["24 Oct", "31 Aug", "Dec"]


@pytest.mark.parametrize(
    ("at", "hours", "day"),
    [
        pytest.param("2026-11-22 23:30:00", 1, "2026-11-23", id="already tomorrow in the east"),
        pytest.param("2026-11-22 02:30:00", -5, "2026-11-21", id="still yesterday in the west"),
        pytest.param("2026-12-31 20:00:00", 9, "2027-01-01", id="another year"),
    ],
)
def test_a_day_is_one_where_the_player_is(at: str, hours: int, day: str) -> None:
    assert str(day_of(solve(at=at), timezone(timedelta(hours=hours)))) == day


def test_the_day_follows_summer_time() -> None:
    zoneinfo = pytest.importorskip("zoneinfo")
    try:
        berlin = zoneinfo.ZoneInfo("Europe/Berlin")
    except zoneinfo.ZoneInfoNotFoundError:
        pytest.skip("this machine has no time zones")
    assert str(day_of(solve(at="2026-07-01 22:30:00"), berlin)) == "2026-07-02"
    assert str(day_of(solve(at="2026-12-01 22:30:00"), berlin)) == "2026-12-01"


def test_damaged_times_have_no_day() -> None:
    made = [solve(at=""), solve(at="soon"), solve(), Solve("p", "", 5, 5, 1, 6, solved_at=5)]  # type: ignore[arg-type]
    assert days_of(made, UTC) == [TODAY]
    assert totals(made).solves == 4


@given(st.lists(st.tuples(st.integers(1, 40), st.integers(0, 5000)), max_size=20))
def test_times_are_those_of_the_longer_side(pairs: list[tuple[int, int]]) -> None:
    classes = {"Up to 10": (1, 10), "11 to 15": (11, 15), "16 to 20": (16, 20),
               "21 to 25": (21, 25), "26 to 30": (26, 30), "Over 30": (31, 99)}  # fmt: skip
    expected = []
    for name, (low, high) in classes.items():
        times = [s for side, s in pairs if low <= max(side, 5) <= high]
        if times:
            expected.append(ClassTimes(name, len(times), median(times), min(times)))
    assert size_times(solve(s, side) for side, s in pairs) == expected


def test_difficulties_leave_out_what_is_not_rated() -> None:
    ratings = {"a": KeptRating("extreme"), "b": KeptRating("easy"), "c": KeptRating(SEVERAL)}
    made = [solve(k + 1)._replace(puzzle=key) for k, key in enumerate("abcdab")]
    assert difficulty_times(made, ratings) == [
        ClassTimes("Easy", 2, 4, 2),
        ClassTimes("Extreme", 2, 3, 1),
    ]


def test_totals_count_solves_and_puzzles() -> None:
    made = [solve(), solve(hints=1), solve(lives=3), solve()._replace(puzzle="q")]
    assert totals(made) == Totals(solves=4, puzzles=2, without_hints=3, with_lives=1)
