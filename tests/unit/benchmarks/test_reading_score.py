"""What a reading is worth, and how it is shown."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from benchmarks.reading_score import Score, Truth, aligned, failed, score
from puzzles.contracts import SolutionCount
from recognizer.lattice import Lattice
from recognizer.values import Candidate, Problem, Reading, ReadLine, ReadNumber, Segmentation

QUAD = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
ENTRY: dict[str, Any] = {
    "name": "cat",
    "kind": "photo, of a page",
    "image": "cat.png",
    "rows": [[2, 1], [0], [12]],
    "columns": [[1], [3, 4]],
}
TRUTH = Truth.of(ENTRY)
"""Six numbers; lengths and sums are of no interest to a score."""


def number(value: int, sure: float = 1.0) -> ReadNumber:
    return ReadNumber(value, sure, (Candidate(value, sure),), QUAD)


def repaired(value: int, seen: int) -> ReadNumber:
    """A number for which the rules decided against the picture."""
    candidates = (Candidate(seen, 0.7), Candidate(value, 0.3))
    return ReadNumber(value, 1.0, candidates, QUAD, is_corrected=True)


def line(*numbers: int | ReadNumber, **more: Any) -> ReadLine:
    tokens = (n if isinstance(n, ReadNumber) else number(n) for n in numbers)
    return ReadLine(tuple(tokens), **more)


def parted(*now: int | ReadNumber, seen: ReadLine) -> ReadLine:
    """A line that the rules have parted into other numbers than the picture has."""
    others = (Segmentation(line(5).numbers, 0.1), Segmentation(seen.numbers, 0.6))
    return line(*now, others=others, is_corrected=True)


def right_but(changes: dict[int, ReadLine], rows: int = 3, **more: Any) -> Reading:
    """The right reading with other lines, counted as in ``TRUTH.lines``."""
    lines = [changes.get(i, line(*true)) for i, true in enumerate(TRUTH.lines)]
    corners = np.array([(0, 0), (90, 0), (90, 90), (0, 90)], np.float32)
    return Reading(
        Lattice.from_corners(corners, rows, len(lines) - rows),
        rows=tuple(lines[:rows]),
        columns=tuple(lines[rows:]),
        **{"solution_count": SolutionCount.ONE, **more},
    )


def scored(changes: dict[int, ReadLine], rows: int = 3, **more: Any) -> Score:
    return score(TRUTH, right_but(changes, rows, **more), 0.5)


@pytest.mark.parametrize(
    ("row", "counts", "before", "after", "read"),
    [
        pytest.param(line(2, 1), (6, 6), True, True, "", id="right"),
        pytest.param(line(2, 7), (5, 6), False, False, "2 7", id="one wrong"),
        pytest.param(line(1), (5, 6), False, False, "1", id="one missing"),
        pytest.param(line(), (4, 6), False, False, "nothing", id="all missing"),
        pytest.param(line(9, 2, 1), (6, 7), False, False, "9 2 1", id="one extra"),
        pytest.param(line(21), (4, 6), False, False, "21", id="two as one"),
        pytest.param(line(2, repaired(1, 7)), (6, 6), False, True, "", id="repaired right"),
        pytest.param(line(2, repaired(7, 1)), (5, 6), True, False, "2 7", id="repaired wrong"),
        pytest.param(line(2, repaired(7, 9)), (5, 6), False, False, "2 7", id="wrong twice"),
        pytest.param(parted(2, 1, seen=line(21)), (6, 6), False, True, "", id="parted right"),
        pytest.param(parted(21, seen=line(2, 1)), (4, 6), True, False, "21", id="parted wrong"),
        pytest.param(
            parted(21, seen=line(repaired(7, 2), 1)), (4, 6), True, False, "21", id="both"
        ),
        pytest.param(
            line(2, 1, others=(Segmentation(line(21).numbers, 0.4),)),
            (6, 6), True, True, "", id="another way that no rule has taken",
        ),
    ],
)  # fmt: skip
def test_a_line_is_right_before_and_after_its_repair(
    row: ReadLine, counts: tuple[int, int], before: bool, after: bool, read: str
) -> None:
    one = scored({0: row})
    assert (one.right, one.total) == counts
    assert (one.exact_before, one.exact_after) == (before, after)
    assert one.falsely_certain == (not after)
    said = "" if after else f"falsely certain; row 1: read {read}, true 2 1"
    assert "; ".join(one.faults()) == said


@pytest.mark.parametrize(
    ("read", "true", "expected"),
    [
        ([], [], (0, 0)),
        ([], [1, 2], (0, 2)),
        ([1, 2], [], (0, 2)),
        ([1, 9, 3], [1, 2, 3], (2, 3)),
        ([2, 3], [1, 2, 3], (2, 3)),
        ([1, 1, 2], [1, 2], (2, 3)),
        ([1, 2], [12], (0, 2)),
        ([2, 3, 4], [1, 2, 3], (2, 4)),  # two edits, and not three other numbers
        ([1, 2], [2, 1], (1, 3)),  # as many edits as two other numbers, and one number is right
        ([3, 1, 2, 5], [1, 2, 7, 5], (3, 5)),
    ],
)
def test_numbers_are_aligned(read: list[int], true: list[int], expected: tuple[int, int]) -> None:
    assert aligned(read, true) == expected


@pytest.mark.parametrize("true", [[], [0]], ids=["no number", "zero"])
@pytest.mark.parametrize("read", [(), (0,), (repaired(0, 8),)], ids=["nothing", "zero", "repaired"])
def test_zero_is_a_line_without_runs(true: list[int], read: tuple[int, ...]) -> None:
    truth = Truth.of(ENTRY | {"rows": [[2, 1], true, [12]]})
    assert truth == TRUTH
    one = score(truth, right_but({1: line(*read)}), 0.5)
    assert (one.right, one.total, one.exact_after) == (6, 6, True)
    assert one.exact_before == all(isinstance(each, int) for each in read)


@pytest.mark.parametrize("solution_count", list(SolutionCount))
def test_what_is_wrong_is_certain_only_with_one_solution(solution_count: SolutionCount) -> None:
    one = scored({0: line(2, 7)}, solution_count=solution_count)
    assert one.falsely_certain == (solution_count is SolutionCount.ONE)


def test_what_is_asked_about_is_no_false_certainty() -> None:
    doubts = {0: line(2, number(7, 0.6)), 4: line(3, 4, confidence=0.5)}
    one = scored(doubts, problems=(Problem.DOUBTFUL_NUMBERS,))
    assert (one.doubts, one.is_certain, one.falsely_certain) == (2, False, False)


EMPTY = dict.fromkeys(range(5), line(confidence=0.0))


@pytest.mark.parametrize(
    ("one", "size", "said"),
    [
        pytest.param(
            scored({}, rows=2), (2, 3), "falsely certain; size read 2x3, true 3x2", id="turned"
        ),
        pytest.param(
            score(TRUTH, Reading(problems=(Problem.NO_GRID,)), 0.5), None,
            "nothing found; No puzzle grid was found in this picture", id="no grid",
        ),
        pytest.param(
            scored(EMPTY, problems=(Problem.NO_CLUES,)), (3, 2),
            "nothing found; A grid was found, but no clue numbers beside it", id="no numbers",
        ),
        pytest.param(failed(TRUTH, "it fell", 0.5), None, "it fell", id="an error"),
    ],
)  # fmt: skip
def test_without_the_grid_and_its_numbers_nothing_is_right(
    one: Score, size: tuple[int, int] | None, said: str
) -> None:
    assert (one.size, one.right, one.total) == (size, 0, 6)
    assert (one.size_right, one.exact_before, one.exact_after) == (size == (3, 2), False, False)
    assert one.nothing_found == (not one.falsely_certain)
    assert "; ".join(one.faults()) == said
