"""How long a puzzle takes: other people's pace, and the player's own after ten solves."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from helper.application.library_records import NO_COUNTS, GameCounts, Solve
from helper.application.rating_store import KeptRating
from helper.rating.expected_time import (
    MIN_SOLVES,
    SECONDS_A_POINT,
    expected_time_text,
    seconds_a_point,
)

RATINGS = {f"{k}": KeptRating("easy", 50.0 + k, "glue", 2, 1) for k in range(30)}


def solve(number: int, pace: float = 2.0, counts: GameCounts = NO_COUNTS) -> Solve:
    seconds = round(pace * RATINGS[f"{number}"].score)
    return Solve(f"{number}", "", 10, 10, 1, seconds, counts)


def test_ten_solves_of_the_players_own_decide() -> None:
    few = [solve(k) for k in range(MIN_SOLVES - 1)]
    assert seconds_a_point(few, RATINGS) == SECONDS_A_POINT
    enough = [*few, solve(MIN_SOLVES)]
    assert abs(seconds_a_point(enough, RATINGS) - 2) < 0.05


def test_repeated_helped_and_unrated_solves_do_not_count() -> None:
    own = [solve(k) for k in range(MIN_SOLVES)]
    others = [
        *(solve(k, 0.1) for k in range(MIN_SOLVES)),
        *(solve(k, 9.0, GameCounts(hints=1)) for k in range(10, 30)),
        *(Solve("unknown", "", 5, 5, 1, 9000) for _ in range(30)),
    ]
    assert seconds_a_point([*own, *others], RATINGS) == seconds_a_point(own, RATINGS)
    assert seconds_a_point(others[MIN_SOLVES:], RATINGS) == SECONDS_A_POINT


@given(st.floats(0.1, 50_000), st.floats(0.2, 30))
def test_it_is_said_in_round_minutes_or_hours_near_the_estimate(score: float, pace: float) -> None:
    text = expected_time_text(KeptRating("hard", score), pace)
    _, number, unit = text.split()
    said = float(number) * (60 if unit == "min" else 3600)
    assert unit in ("min", "h")
    assert number != "60"
    meant = max(60.0, score * pace)
    assert 0.65 * meant <= said <= 1.5 * meant
