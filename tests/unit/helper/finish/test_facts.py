"""What the card says about a solve."""

from __future__ import annotations

from dataclasses import replace

import pytest

from helper.application.library_records import GameCounts, Solve
from helper.application.rating_store import KeptRating
from helper.finish.facts import FinishFacts, PackProgress


def facts(seconds: int = 60, best: int = 0, **counts: int) -> FinishFacts:
    solve = Solve("p", "Owl", 20, 10, 1, seconds, GameCounts(**counts))
    earlier = Solve("p", "Owl", 20, 10, 1, best) if best else None
    return FinishFacts("Owl", solve, earlier, PackProgress("Animals", 12, 24))


@pytest.mark.parametrize(
    ("counts", "text"),
    [
        ({}, "No hints, no checks"),
        ({"hints": 2, "hint_places": 1, "hint_wholes": 1}, "2 hints: 1 place, 1 in full"),
        ({"hints": 1, "hint_techniques": 1, "checks": 2}, "1 hint: 1 technique\n2 checks"),
        ({"hints": 3, "hint_wholes": 1}, "3 hints"),
        ({"hints": 47, "hint_wholes": 47}, "47 hints"),
        ({"checks": 1}, "1 check"),
    ],
)
def test_hints_are_told_by_degrees_if_all_were_counted_and_some_told_less(
    counts: dict[str, int], text: str
) -> None:
    assert facts(**counts).helps == text


def test_only_a_faster_solve_without_more_help_is_a_new_best() -> None:
    assert facts(50, best=60).is_new_best
    assert facts(50, best=60).earlier == "before: 1:00"
    for other in (facts(60, best=60), facts(50), facts(50, best=60, hints=1)):
        assert not other.is_new_best
    assert facts(70, best=60).earlier == "your best: 1:00"


def test_lives_are_told_only_in_a_game_with_lives() -> None:
    assert facts().lives == ""
    assert facts(lives=3, mistakes=1).lives == "2 of 3 left"


def test_a_screen_reader_hears_time_technique_and_pack() -> None:
    told = facts().spoken(KeptRating("easy", 94.0, "glue", 2, 3))
    assert told == (
        "Congratulations! You have solved “Owl” in 1:00. The hardest technique that is needed:"
        " glue, in 3 steps. 12 of 24 in Animals."
    )
    assert facts().size == "10 × 20"


def test_a_screen_reader_hears_the_clues_that_were_found() -> None:
    told = replace(facts(), found="row 3 is 5", pack=None).spoken(None)
    assert told == ("Congratulations! You have solved “Owl” in 1:00. Found clues: row 3 is 5.")
