"""Which puzzle a day has, and what the player did with it."""

from __future__ import annotations

from datetime import UTC, date, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QObject

from helper.application.day_store import DayStore
from helper.application.library import Library
from helper.application.library_records import Solve
from helper.application.library_writes import LibraryWrites
from helper.home.day_record import LibraryDays
from helper.home.days import DayNotes, DayRule, Days, DayState, is_for_a_day
from helper.home.entries import EntryState, PackSource
from tests.support.home_shelves import TODAY, entry, shelf

FIRST = date(2026, 1, 1)
IDS = [f"pack/{k:03}" for k in range(200)]
DAY = timedelta(days=1)
KNOWN = ["pack/131", "pack/176", "pack/011", "pack/039"]


def days_from(first: date, count: int) -> list[date]:
    return [first + k * DAY for k in range(count)]


# The rule


def test_known_puzzles_of_the_day() -> None:
    """The same on every machine and in every process: Python's own hash differs between them."""
    rule = DayRule(IDS)
    assert [rule.puzzle(day) for day in days_from(FIRST, 4)] == KNOWN


def test_no_puzzle_comes_again_within_four_weeks() -> None:
    rule = DayRule(IDS)
    chosen = [rule.puzzle(day) for day in days_from(FIRST, 700)]
    assert all(len(set(chosen[k : k + 28])) == 28 for k in range(len(chosen) - 28))


def test_all_puzzles_have_a_day_sooner_or_later() -> None:
    rule = DayRule(IDS[:50])
    assert {rule.puzzle(day) for day in days_from(FIRST, 1500)} == set(IDS[:50])


@pytest.mark.parametrize("added", [1, 20])
def test_added_puzzles_change_few_days(added: int) -> None:
    """An added puzzle takes its share of the days, and at most moves a few of their neighbours."""
    before, after = DayRule(IDS), DayRule([*IDS, *(f"new/{k}" for k in range(added))])
    days = days_from(FIRST, 2000)
    changed = [day for day in days if before.puzzle(day) != after.puzzle(day)]
    assert 0 < len(changed) < 3 * len(days) * added / len(IDS)


@given(st.sets(st.text(min_size=1), min_size=1, max_size=30), st.integers(0, 3000))
def test_a_day_has_one_of_the_puzzles_in_whatever_order_they_come(
    ids: set[str], start: int
) -> None:
    day = FIRST + start * DAY
    chosen = DayRule(sorted(ids)).puzzle(day)
    assert chosen in ids
    assert chosen == DayRule([*sorted(ids, reverse=True), *ids]).puzzle(day)


def test_without_puzzles_there_is_none_of_the_day() -> None:
    assert DayRule([]).puzzle(FIRST) is None


@pytest.mark.parametrize(
    "values",
    [{"height": 25}, {"width": 25}, {"colors": 5}, {"colors": 2, "color_distance": 0.1}],
)
def test_a_puzzle_of_the_day_is_seen_at_once(values: dict[str, float]) -> None:
    assert is_for_a_day(entry(height=24, width=24, colors=4, color_distance=0.2))
    assert not is_for_a_day(entry()._replace(**values))  # type: ignore[arg-type]
    bundled = [one for found in PackSource().shelves() for one in found.entries]
    assert sum(map(is_for_a_day, bundled)) > 150


# What the player did


def made(solved: dict[int, int], state: EntryState = EntryState.NEW, kept: bool = True) -> Days:
    """Forty days, each with its own puzzle.

    Args:
        solved: For the puzzle of the day so many days ago, how many days ago it was solved.
        state: Of the other puzzles.
        kept: Whether the puzzles of the days are kept; the rule gives them otherwise.
    """
    entries = [
        entry(k, puzzle=f"p{k}", state=EntryState.SOLVED if k in solved else state)
        for k in range(40)
    ]
    on = {f"p{k}": frozenset({TODAY - when * DAY}) for k, when in solved.items()}
    notes = DayNotes({TODAY - k * DAY: f"p{k}" for k in range(40) if kept}, on)
    return Days([shelf("animals", *entries)], notes, TODAY)


def test_a_day_keeps_its_puzzle_when_there_are_more() -> None:
    few = [entry(k, puzzle=f"p{k}") for k in range(10)]
    more = [entry(k, puzzle=f"p{k}") for k in range(100)]
    kept = dict.fromkeys(days_from(TODAY - 30 * DAY, 31), "p3")
    for entries in (few, more):
        days = Days([shelf("animals", *entries)], DayNotes(kept), TODAY)
        found = [days.entry(day) for day in kept]
        assert {one.puzzle for one in found if one} == {"p3"}


def test_a_kept_puzzle_that_is_gone_is_replaced_by_the_rule() -> None:
    entries = [entry(k, puzzle=f"p{k}") for k in range(10)]
    days = Days([shelf("animals", *entries)], DayNotes({TODAY: "gone"}), TODAY)
    assert days.entry(TODAY) in entries


def test_the_states_of_days() -> None:
    days = made({0: 0, 1: 0, 2: 5})
    states = [days.state(TODAY - k * DAY) for k in (-1, 0, 1, 2, 3)]
    future, solved, other = DayState.FUTURE, DayState.SOLVED, DayState.OTHER_DAY
    assert states == [future, solved, other, other, DayState.OPEN]
    assert made({}, EntryState.STARTED).state(TODAY) is DayState.STARTED
    assert days.entry(TODAY + DAY) is None


@pytest.mark.parametrize(
    ("solved", "streak"),
    [
        pytest.param({}, 0, id="nothing"),
        pytest.param({0: 0}, 1, id="today"),
        pytest.param({1: 1, 2: 2}, 2, id="today is still to come"),
        pytest.param({0: 0, 2: 2}, 1, id="a missed day ends it"),
        pytest.param({0: 0, 1: 0, 2: 2}, 1, id="a day that is solved late ends it"),
        pytest.param({0: 0, 1: 9, 2: 2}, 2, id="a day that was solved before does not end it"),
        pytest.param({k: k for k in range(40)}, 40, id="all days"),
    ],
)
def test_streaks(solved: dict[int, int], streak: int) -> None:
    assert made(solved).streak == streak


def test_the_days_that_were_solved_on_their_day() -> None:
    assert made({0: 0, 1: 0, 4: 4}).solved_days() == [TODAY - 4 * DAY, TODAY]


def test_own_puzzles_are_not_of_a_day() -> None:
    own = shelf("mine", entry(1, "mine"), is_bundled=False)
    assert Days([own], DayNotes(), TODAY).entry(TODAY) is None


# What is kept


def test_the_first_puzzle_of_a_day_stays(tmp_path: Path) -> None:
    library = Library(tmp_path / "library.sqlite3")
    store = DayStore(library)
    store.keep(TODAY, "p1")
    store.keep(TODAY, "p2")
    store.keep(TODAY - DAY, "p2")
    with library.writing() as db:
        db.execute("insert into days values ('yesterday', 'p3')")
    assert store.days() == {TODAY: "p1", TODAY - DAY: "p2"}
    library.close()


def test_the_record_knows_when_puzzles_were_solved(tmp_path: Path) -> None:
    library = Library(tmp_path / "library.sqlite3")
    owner = QObject()
    record = LibraryDays(library, LibraryWrites(owner), UTC)
    record.keep(TODAY, "p1")
    library.add_solve(Solve("p1", "Owl", 5, 5, 1, 60))
    with library.writing() as db:
        db.execute("update solves set solved_at = '2026-11-22 23:59:59'")
    assert record.notes() == DayNotes({TODAY: "p1"}, {"p1": frozenset({TODAY})})
    library.close()
