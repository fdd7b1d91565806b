"""Counting the solutions of drafts, with a limit for each reading."""

from __future__ import annotations

import pytest

from puzzles.contracts import SolutionCount
from puzzles.model import Puzzle
from recognizer.live.reading import counting
from recognizer.live.reading.counting import MAX_COUNTED_PUZZLES, BoundedCounter
from recognizer.values import Candidate, Reading, ReadLine, ReadNumber
from solver.solution_count import count_solutions

QUAD = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))


@pytest.fixture(autouse=True)
def _nothing_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counting, "_known", type(counting._known)())


def puzzle(number: int) -> Puzzle:
    """A puzzle for each number."""
    cells = [[int(bit)] if bit == "1" else [] for bit in f"{number:012b}"]
    return Puzzle.from_numbers([[sum(map(len, cells))]], cells)


def test_a_puzzle_is_counted_once_for_all_readings() -> None:
    asked: list[Puzzle] = []

    def count(puzzle: Puzzle) -> SolutionCount:
        asked.append(puzzle)
        return SolutionCount.SEVERAL

    for _ in range(3):
        assert BoundedCounter(count)(puzzle(1)) is SolutionCount.SEVERAL
    assert len(asked) == 1


def test_a_reading_counts_no_more_than_its_share_and_the_next_goes_on() -> None:
    asked: list[Puzzle] = []

    def count(puzzle: Puzzle) -> SolutionCount:
        asked.append(puzzle)
        return SolutionCount.NONE

    counter = BoundedCounter(count)
    some = [1 << k | 1 << j for k in range(12) for j in range(k + 1)]
    many = [*dict.fromkeys(puzzle(n) for n in range(1, 4096) if n not in some)]
    counts = [counter(one) for one in many[: MAX_COUNTED_PUZZLES + 5]]
    assert counter.is_spent
    assert len(asked) == MAX_COUNTED_PUZZLES
    assert counts[-1] is SolutionCount.UNKNOWN
    again = BoundedCounter(count)
    assert all(again(one) is SolutionCount.NONE for one in many[: MAX_COUNTED_PUZZLES + 5])
    assert len(asked) == MAX_COUNTED_PUZZLES + 5


def number(first: int, *others: int) -> ReadNumber:
    """A number that is doubtful if there are others."""
    share = 0.1 / len(others) if others else 0.0
    candidates = Candidate(first, 0.9 if others else 1.0), *(Candidate(n, share) for n in others)
    return ReadNumber(first, candidates[0].probability, candidates, QUAD)


def reading(rows: list[list[ReadNumber]], columns: list[list[ReadNumber]]) -> Reading:
    """A reading of these numbers."""
    made = [tuple(ReadLine(tuple(line)) for line in side) for side in (rows, columns)]
    return Reading(rows=made[0], columns=made[1])


def test_doubts_are_settled_if_only_the_reading_has_a_solution() -> None:
    one = number(1)
    two = [[one], [one]]
    assert BoundedCounter(count_solutions).is_only_solvable(reading(two, two))
    # The sums differ with a 2, so the doubt does not matter.
    assert BoundedCounter(count_solutions).is_only_solvable(
        reading([[number(1, 2)], [one]], [[one], [one]])
    )


def test_doubts_stay_if_another_reading_has_a_solution() -> None:
    doubtful = reading([[number(1, 2)], [number(1)]], [[number(1, 2)], [number(1)]])
    assert not BoundedCounter(count_solutions).is_only_solvable(doubtful)


def test_what_cannot_have_a_solution_is_not_counted() -> None:
    unequal = Puzzle.from_numbers([[1]], [[1], [1]])
    counter = BoundedCounter(lambda _: pytest.fail("counted"))
    assert counter(unequal) is SolutionCount.NONE


def test_a_count_that_is_unknown_is_tried_again() -> None:
    counts = iter([SolutionCount.UNKNOWN, SolutionCount.ONE])
    counter = BoundedCounter(lambda _: next(counts))
    assert counter(puzzle(1)) is SolutionCount.UNKNOWN
    assert counter(puzzle(1)) is SolutionCount.ONE
    assert counter(puzzle(1)) is SolutionCount.ONE


def test_the_counts_that_were_used_last_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counting, "MAX_KEPT_COUNTS", 2)
    asked: list[Puzzle] = []

    def count(puzzle: Puzzle) -> SolutionCount:
        asked.append(puzzle)
        return SolutionCount.ONE

    counter = BoundedCounter(count)
    one, two, three = puzzle(1), puzzle(2), puzzle(4)
    for which in (one, two, one, three, one, two):
        counter(which)
    assert asked == [one, two, three, two]


def test_doubts_stay_if_the_work_is_spent(monkeypatch: pytest.MonkeyPatch) -> None:
    two = [[number(1)], [number(1)]]
    monkeypatch.setattr(counting, "MAX_COUNTED_PUZZLES", 0)
    assert not BoundedCounter(count_solutions).is_only_solvable(reading(two, two))
