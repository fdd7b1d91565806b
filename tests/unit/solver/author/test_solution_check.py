"""How a puzzle stands: judged by listing all solutions, for both engines."""

from __future__ import annotations

import random
import time

import pytest
from hypothesis import given, settings

from puzzles.errors import PuzzleError
from puzzles.grid import Grid
from puzzles.model import Puzzle
from solver.api import Limits, Outcome, solve
from solver.author.solution_check import SolutionCheck, check_solutions
from solver.partial_solutions import solve_known
from tests.support.boards import hard_board, huge_board, puzzles, random_puzzle, text_set
from tests.support.brute_force import brute_solutions


def differing(solutions: list[Grid]) -> frozenset[int]:
    """The cells in which not all solutions are alike."""
    columns = zip(*(grid.cells for grid in solutions), strict=True)
    return frozenset(i for i, states in enumerate(columns) if len(set(states)) > 1)


@given(puzzle=puzzles())
@settings(max_examples=80, deadline=None)
def test_the_cells_are_those_in_which_solutions_differ(engine: str, puzzle: Puzzle) -> None:
    solutions = list(brute_solutions(puzzle))
    found = check_solutions(puzzle, engine=engine)
    outcome = (Outcome.NONE, Outcome.UNIQUE, Outcome.SEVERAL)[min(2, len(solutions))]
    assert found.outcome is outcome
    assert found.is_decided
    assert found.undetermined == differing(solutions)
    assert found.is_exact or outcome is Outcome.NONE


@pytest.mark.parametrize("seed", range(8))
def test_larger_boards_as_by_listing_all_solutions(engine: str, seed: int) -> None:
    puzzle = random_puzzle(seed, 9, 11, 2 + seed % 2, 0.4)
    result = solve(puzzle, Limits(5000))
    assert result.complete
    assert check_solutions(puzzle, engine=engine).undetermined == differing(list(result.solutions))


def test_a_line_is_named_that_cannot_be_satisfied(engine: str) -> None:
    found = check_solutions(Puzzle.from_numbers([[1, 1], [1]], [[], [2], [1]]), engine=engine)
    assert found.outcome is Outcome.NONE
    assert found.line is not None


def test_what_is_told_meanwhile_only_grows() -> None:
    told: list[SolutionCheck] = []
    diagonals = Puzzle.from_numbers([[1]] * 7, [[1]] * 7)
    last = check_solutions(diagonals, report=told.append)
    assert told
    assert not told[0].is_exact
    for earlier, later in zip(told, [*told[1:], last], strict=True):
        assert earlier.outcome is Outcome.SEVERAL
        assert earlier.undetermined <= later.undetermined
    assert last.is_exact
    assert last.undetermined == frozenset(range(49))


def test_time_and_stop_end_it() -> None:
    assert check_solutions(hard_board(), timeout_s=0.05).outcome is Outcome.LIMIT
    board = huge_board()
    begin, stop = time.process_time(), time.perf_counter() + 0.05
    found = check_solutions(board, should_stop=lambda: time.perf_counter() > stop)
    assert time.process_time() - begin < 2
    assert found.outcome is Outcome.STOPPED or not found.is_exact


def test_clues_that_contradict_each_other_have_no_solution() -> None:
    assert check_solutions(Puzzle.from_numbers([[1]], [[]])).outcome is Outcome.NONE
    with pytest.raises(PuzzleError, match="0"):
        check_solutions(Puzzle.from_numbers([[1, 0]], [[1]]))


@given(puzzle=puzzles())
@settings(max_examples=60, deadline=None)
def test_solutions_that_agree_with_a_board(engine: str, puzzle: Puzzle) -> None:
    rng = random.Random(str(puzzle.rows))
    known = Grid.for_puzzle(puzzle)
    for i in range(len(known.cells)):
        if rng.random() < 0.3:
            known.cells[i] = rng.randrange(1, known.clear + 1)
    before = known.copy()
    found = solve_known(puzzle, known, Limits(1000), engine=engine)
    fitting = [
        grid
        for grid in brute_solutions(puzzle)
        if all(a & b for a, b in zip(grid.cells, known.cells, strict=True))
    ]
    assert known == before
    assert found.complete
    assert text_set(found.solutions) == text_set(fitting)
    assert found.outcome is (Outcome.NONE, Outcome.UNIQUE, Outcome.SEVERAL)[min(2, len(fitting))]


def test_a_board_of_another_size_is_refused(engine: str) -> None:
    with pytest.raises(ValueError, match="board"):
        solve_known(Puzzle.empty(2, 2), Grid(2, 3), Limits(), engine=engine)
