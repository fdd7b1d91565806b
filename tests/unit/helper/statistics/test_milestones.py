"""Techniques that were used, and milestones."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

from helper.application.library_records import GameCounts, Solve
from helper.application.rating_store import SEVERAL, KeptRating
from helper.statistics.milestones import (
    Milestone,
    milestones,
    shown_milestones,
    techniques_used,
)

START = datetime(2026, 3, 1, 12)


def solve(number: int, puzzle: str = "", side: int = 10) -> Solve:
    at = START + timedelta(days=number)
    return Solve(puzzle or f"p{number}", "Owl", side, side, 1, 60, GameCounts(), f"{at}")


def rating(word: str, hardest: str) -> KeptRating:
    return KeptRating(word, 10.0, hardest, 1, 2)


def day(number: int) -> date:
    return (START + timedelta(days=number)).date()


def found(*solves: Solve, **ratings: KeptRating) -> dict[str, Milestone]:
    return {one.name: one for one in milestones(solves, ratings, {}, UTC)}


def test_techniques_are_counted_by_different_puzzles_in_their_order() -> None:
    ratings = {
        "a": rating("easy", "glue"),
        "b": rating("easy", "glue"),
        "c": rating("beginner", "complete line"),
        "d": rating("expert", "contradiction"),
        "e": rating(SEVERAL, "whole line"),
    }
    solves = [solve(1, "a"), solve(2, "a"), solve(3, "b"), solve(4, "c"), solve(5, "e")]
    used = [(each.title, each.puzzles) for each in techniques_used(solves, ratings)]
    assert used == [("Complete line", 1), ("Glue", 2), ("Contradiction", 0)]
    assert techniques_used([solve(1, "unknown")], {}) == []


def test_a_number_of_puzzles_counts_different_ones() -> None:
    again = [solve(k, "same") for k in range(20)]
    assert not found(*again)["10 puzzles"].is_reached
    assert found(*again)["10 puzzles"].progress == "1 of 10"
    assert found(*map(solve, range(12)))["10 puzzles"].day == day(9)


def test_the_first_expert_puzzle_and_the_first_large_board() -> None:
    name, large = "First expert puzzle", "A board of 50 × 50 cells"
    solves = solve(0), solve(1), solve(2, side=49), solve(3, side=50), solve(4, side=60)
    reached = found(*solves, p0=rating("hard", "x"), p1=rating("extreme", "x"))
    assert reached[name].day == day(1)
    assert reached[large].day == day(3)
    assert not found(solve(0), p0=rating(SEVERAL, ""))[name].is_reached


def test_a_month_of_days_counts_each_day_whose_puzzle_was_solved_on_it() -> None:
    kept = {day(k): f"p{k}" for k in range(60)}
    on_time = [solve(k) for k in range(30)]
    late = [solve(k, f"p{k - 1}") for k in range(1, 31)]

    def month(solves: list[Solve]) -> Milestone:
        every = milestones(solves, {}, kept, UTC)
        return next(one for one in every if one.name.startswith("A month"))

    assert month(on_time).day == day(29)
    assert month(on_time[:-1]).progress == "29 of 30"
    assert month([*on_time[:-1], on_time[0]]).progress == "29 of 30"
    assert month(late).progress == "0 of 30"


def test_what_is_reached_is_shown_by_its_day_and_only_the_next_one_follows() -> None:
    solves = [solve(0, side=55), *map(solve, range(1, 11))]
    every = milestones(solves, {"p5": rating("expert", "x")}, {}, UTC)
    shown = shown_milestones(every)
    assert [one.name for one in shown] == [
        "First puzzle",
        "A board of 50 × 50 cells",
        "First expert puzzle",
        "10 puzzles",
        "A month of days: 30 puzzles of the day, each on its day",
    ]
    assert [one.is_reached for one in shown] == [True, True, True, True, False]


def test_a_solve_without_a_time_counts_too() -> None:
    first = found(solve(0)._replace(solved_at=""))["First puzzle"]
    assert (first.is_reached, first.day) == (True, None)
