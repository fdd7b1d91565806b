"""A checker of marks: solves a puzzle once, and says when it does not know."""

from __future__ import annotations

import pytest

from puzzles.grid import Grid
from puzzles.model import Puzzle
from solver.api import solve
from solver.line import masks_of, solve_line, states_of
from solver.logic import marks as module
from solver.logic.marks import MarksCheck, MarksChecker, check_marks, why_wrong
from solver.values import Limits, SolveResult
from tests.support.boards import CHICK, CHICK_PICTURE

SOLUTION = Grid.from_text(CHICK_PICTURE)
SEVERAL = Puzzle.from_numbers([[1], [1]], [[1], [1]])


@pytest.fixture
def solved(monkeypatch: pytest.MonkeyPatch) -> list[Puzzle]:
    """The puzzles that were solved."""
    puzzles: list[Puzzle] = []

    def counting(puzzle: Puzzle, *others: object) -> SolveResult:
        puzzles.append(puzzle)
        return solve(puzzle, *others)  # type: ignore[arg-type]

    monkeypatch.setattr(module, "solve", counting)
    return puzzles


def test_each_puzzle_is_solved_once_and_answers_are_those_of_check_marks(
    solved: list[Puzzle],
) -> None:
    checker = MarksChecker()
    wrong = SOLUTION.copy()
    wrong.cells[0] ^= 3
    boards = [Grid.for_puzzle(CHICK), SOLUTION, wrong]
    answers = [checker.check(CHICK, board) for board in boards]
    assert solved == [CHICK]
    assert [answer.wrong for answer in answers] == [(), (), (0,)]
    assert answers == [check_marks(CHICK, board) for board in boards]
    assert checker.check(SEVERAL, Grid.from_text(["##", "??"])).is_dead_end
    assert not checker.check(CHICK, SOLUTION).wrong, "the other puzzle's result is not used"


def test_a_stopped_solve_is_not_kept(solved: list[Puzzle]) -> None:
    checker = MarksChecker()
    checker.check(CHICK, SOLUTION, lambda: True)
    assert checker.check(CHICK, SOLUTION).is_known


def test_what_takes_too_long_is_not_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_LIMITS", Limits(solutions=2, timeout_s=0.0))
    check = MarksChecker().check(CHICK, SOLUTION)
    assert check == MarksCheck(is_known=False)
    assert check.is_good


@pytest.mark.parametrize("share", [0, 5, 2])
def test_a_wrong_mark_leads_to_the_contradiction_that_is_told(share: int) -> None:
    """With nothing, a fifth, a half of the board marked rightly, and one mark or two wrong."""
    cells = len(SOLUTION.cells)
    for first in range(0, cells, 3):
        marks = Grid.for_puzzle(CHICK)
        for cell in range(0, cells, share) if share else ():
            marks.cells[cell] = SOLUTION.cells[cell]
        wrong = (first,) if first % 2 else (first, (first + 11) % cells)
        for cell in wrong:
            marks.cells[cell] = SOLUTION.cells[cell] ^ marks.clear
        found = why_wrong(CHICK, marks, wrong)
        assert found is not None
        (trial,) = found.trials
        assert trial.cell in wrong
        assert trial.state == marks.cells[trial.cell]
        assert found.decided == ((trial.cell, SOLUTION.cells[trial.cell]),)
        for cell in wrong:
            marks.cells[cell] = trial.state if cell == trial.cell else marks.clear
        for step in (*trial.steps, None):
            line = trial.contradiction if step is None else step.line
            assert line is not None
            clues, width = CHICK.clues_of(line), len(marks.line(line))
            after = solve_line(clues, masks_of(marks.line(line), 2), width)
            if step is None:
                assert after is None, "this line cannot be completed"
                continue
            assert after is not None
            for cell, state in step.states:
                at = cell // CHICK.width if line.is_column else cell % CHICK.width
                assert states_of(after, width)[at] & ~state == 0, "the step follows from its line"
                marks.cells[cell] &= state
