"""What the child makes of an engine's result."""

from __future__ import annotations

from dataclasses import replace

import pytest

from puzzles.grid import Grid
from puzzles.model import Puzzle
from solver.api import Outcome, SolveResult
from solver.study.measuring import judged
from solver.study.study_values import RunOutcome, StudySettings
from tests.support.study_runs import SETTINGS, UNIQUE

SQUARE = Puzzle.from_numbers([[1], [1]], [[1], [1]])
GOOD, OTHER = Grid.from_text(["#.", ".#"]), Grid.from_text([".#", "#."])
BAD = Grid.from_text(["##", ".#"])


def verdict(
    outcome: Outcome, *solutions: Grid, seconds: float = 0.1, puzzle: Puzzle = SQUARE
) -> RunOutcome:
    result = SolveResult(outcome, solutions, Grid.for_puzzle(puzzle), "engine")
    return judged(puzzle, SETTINGS, result, seconds).verdict


@pytest.mark.parametrize(
    ("outcome", "solutions", "expected"),
    [
        (Outcome.FOUND, [GOOD], RunOutcome.SOLVED),
        (Outcome.UNIQUE, [GOOD], RunOutcome.SOLVED),
        (Outcome.SEVERAL, [GOOD, OTHER], RunOutcome.SOLVED),
        (Outcome.NONE, [], RunOutcome.NO_SOLUTION),
        (Outcome.STUCK, [], RunOutcome.STUCK),
        (Outcome.GAVE_UP, [], RunOutcome.GAVE_UP),
        (Outcome.LIMIT, [], RunOutcome.OVER_TIME),
        (Outcome.LIMIT, [GOOD], RunOutcome.OVER_TIME),
    ],
)
def test_a_sound_result_keeps_its_outcome(
    outcome: Outcome, solutions: list[Grid], expected: RunOutcome
) -> None:
    assert verdict(outcome, *solutions) is expected


@pytest.mark.parametrize(
    ("outcome", "solutions"),
    [
        pytest.param(Outcome.FOUND, [BAD], id="a clue is not satisfied"),
        pytest.param(Outcome.SEVERAL, [GOOD, BAD], id="nor by the second"),
        pytest.param(Outcome.LIMIT, [BAD], id="nor when out of time"),
        pytest.param(Outcome.SEVERAL, [GOOD, GOOD], id="twice the same"),
        pytest.param(Outcome.SEVERAL, [GOOD], id="one is not several"),
        pytest.param(Outcome.FOUND, [], id="nothing was found"),
        pytest.param(Outcome.NONE, [GOOD], id="none, and here it is"),
        pytest.param(Outcome.FOUND, [Grid.for_puzzle(UNIQUE)], id="another size"),
    ],
)
def test_what_contradicts_itself_or_the_clues_is_wrong(
    outcome: Outcome, solutions: list[Grid]
) -> None:
    assert verdict(outcome, *solutions) is RunOutcome.WRONG


def test_a_solution_after_the_time_is_over_time() -> None:
    assert verdict(Outcome.FOUND, GOOD, seconds=20.1) is RunOutcome.OVER_TIME
    assert verdict(Outcome.FOUND, BAD, seconds=20.1) is RunOutcome.WRONG


def test_the_first_solution_is_asked_for_unless_there_is_to_be_a_proof() -> None:
    assert StudySettings().limits.wanted == 1
    assert StudySettings(proof=True).limits.wanted == 2


def test_right_cells_are_counted_in_a_solution_and_in_a_draft() -> None:
    puzzle = replace(SQUARE, goal=GOOD.to_goal(SQUARE.palette))

    def right(puzzle: Puzzle, *solutions: Grid, draft: Grid | None = None) -> int | None:
        outcome = Outcome.FOUND if solutions else Outcome.GAVE_UP
        result = SolveResult(outcome, solutions, Grid.for_puzzle(puzzle), "engine", draft=draft)
        return judged(puzzle, SETTINGS, result, 0.1).right

    assert right(puzzle, GOOD) == 4
    assert right(puzzle, OTHER) == 0
    assert right(puzzle, draft=BAD) == 3
    assert right(puzzle) is None
    assert right(SQUARE, GOOD) is None
