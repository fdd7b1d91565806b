"""How long a puzzle takes a person: its score, times what a point of it takes this player. No Qt.

A score sums the steps, each with the time that people take for it as a multiple of the simplest one
(``docs/maintainers/costs.md``). What a point takes differs from player to player; it is learned
from the player's own solves as soon as there are enough.
"""

from __future__ import annotations

from collections.abc import Iterable

from helper.application.library_records import Solve
from helper.application.rating_store import KeptRating, Ratings
from puzzles.words import plural, worded

SECONDS_A_POINT = 6.5
"""The time that a point of the score takes, in s. The mean times of the six puzzles of the study
that docs/maintainers/costs.md describes are 3,670 s together, their scores 562.5."""
MIN_SOLVES = 10
"""From so many rated solves of the player on, these decide."""
_HOUR_MIN = 60


def seconds_a_point(solves: Iterable[Solve], ratings: Ratings) -> float:
    """The time that a point of the score takes the player, in s.

    Args:
        solves: All that the player has solved. Of each puzzle the first solve without hints and
            checks counts: a later one is quicker, since the picture is known.
        ratings: By the hashes of the puzzles' clues.

    Returns:
        The median of at least :data:`MIN_SOLVES` puzzles, or else that of other people.
    """
    own: dict[str, float] = {}
    for solve in solves:
        rating, counts = ratings.get(solve.puzzle), solve.counts
        is_rated = rating is not None and rating.is_rated and rating.score > 0
        if solve.puzzle in own or not is_rated or solve.seconds <= 0:
            continue
        assert rating is not None
        if not (counts.hints or counts.checks):
            own[solve.puzzle] = solve.seconds / rating.score
    if len(own) < MIN_SOLVES:
        return SECONDS_A_POINT
    from statistics import median

    return median(own.values())


def expected_time_text(rating: KeptRating | None, point_s: float) -> str:
    """The time that a puzzle takes, as in "about 10 min"; empty if it is not rated.

    Args:
        rating: Of the puzzle.
        point_s: What a point of its score takes, in s.

    >>> [expected_time_text(KeptRating("easy", score), 6.5) for score in (3.0, 94.0, 818.0)]
    ['about 1 min', 'about 10 min', 'about 1.5 h']
    >>> expected_time_text(KeptRating("not rated"), 6.5)
    ''
    """
    if rating is None or not rating.is_rated:
        return ""
    minutes = rating.score * point_s / 60
    if minutes >= _HOUR_MIN:
        hours = round(2 * minutes / _HOUR_MIN) / 2
        return worded("about {hours:g} h", hours=hours)
    step = 1 if minutes < 10 else 5
    rounded = max(1, step * round(minutes / step))
    return (
        worded("about {hours:g} h", hours=1)
        if rounded >= _HOUR_MIN
        else plural(rounded, "about {count} min", "about {count} min")
    )
