"""Deep contradictions: the one that takes the fewest trials, judged by trying every cell."""

from __future__ import annotations

import random
from functools import cache

import pytest

from puzzles.grid import Grid
from puzzles.model import Puzzle
from solver.logic.board import LogicBoard
from solver.logic.links import deep
from solver.logic.links.deep import find_deep
from solver.logic.links.lookahead import look_ahead
from solver.logic.techniques import Technique
from solver.partial_solutions import solve_known
from solver.propagate import propagate
from solver.values import Limits, Outcome, SolveResult, Statistics
from tests.support.boards import random_puzzle
from tests.support.cases import few

BOARDS = [(10, 25, 2), (5, 30, 3), (17, 30, 3), (8, 16, 3), (20, 16, 3), (1, 12, 2)]
"""Seed, size and colours of random puzzles."""


@cache
def beyond_lookahead(seed: int, size: int, colors: int) -> LogicBoard:
    """The board after all that lines and lookahead can tell."""
    puzzle = random_puzzle(seed, size, size, colors)
    board = LogicBoard.of(puzzle, propagate(puzzle).grid)
    while results := look_ahead(board):
        for found in results:
            board.set_state(found.cell, board.state(found.cell) & ~found.gone)
        board = LogicBoard.of(puzzle, propagate(puzzle, board.grid()).grid)
    assert not board.is_done
    return board


def fewest_trials(board: LogicBoard) -> tuple[int, int, int] | None:
    """The nodes of the search, the cell and the colour, as a bit set."""
    failures = []
    for cell in board.unknown():
        for color in range(board.grid().colors):
            grid = board.grid()
            if grid.cells[cell] >> color & 1:
                grid.cells[cell] = 1 << color
                result = solve_known(board.puzzle, grid, Limits(solutions=1, proof=False))
                if result.outcome is Outcome.NONE:
                    failures.append((result.statistics.nodes, cell, 1 << color))
    return min(failures, default=None)


@pytest.mark.parametrize(("seed", "size", "colors"), few(2, BOARDS))
def test_the_contradiction_with_the_fewest_trials_is_found(
    seed: int, size: int, colors: int
) -> None:
    board = beyond_lookahead(seed, size, colors)
    expected, deduction = fewest_trials(board), find_deep(board)
    if expected is None or deduction is None:
        assert expected is None
        assert deduction is None
        return
    trials, cell, state = expected
    assert deduction.technique is Technique.DEEP_CONTRADICTION
    assert deduction.states == ((cell, board.state(cell) & ~state),)
    [trial] = deduction.trials
    assert (trial.trials, trial.cell, trial.state) == expected
    assert trials >= 1


@pytest.mark.parametrize("seed", few(3, range(8)))
def test_the_fewest_trials_count_wherever_the_cell_is(
    monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    rng = random.Random(seed)
    board = beyond_lookahead(5, 30, 3)
    most = rng.choice((2, 8, 40, 1000))
    needed = {cell: rng.randint(1, most) for cell in board.unknown()}

    def solve_with_counts(puzzle: Puzzle, known: Grid, limits: Limits, *_: object) -> SolveResult:
        """Every trial fails after a certain number of nodes."""
        if known == board.grid():
            return SolveResult(Outcome.LIMIT, (), known, "")
        [cell] = [k for k in board.unknown() if known.cells[k] != board.state(k)]
        assert limits.nodes is not None
        outcome = Outcome.NONE if needed[cell] <= limits.nodes else Outcome.LIMIT
        nodes = min(needed[cell], limits.nodes)
        return SolveResult(outcome, (), known, "", statistics=Statistics(nodes=nodes))

    monkeypatch.setattr(deep, "solve_known", solve_with_counts)
    deduction = find_deep(board)
    assert deduction is not None
    [trial] = deduction.trials
    assert (trial.trials, trial.cell) == min((count, cell) for cell, count in needed.items())


def test_there_are_boards_with_and_without_one() -> None:
    found = [find_deep(beyond_lookahead(*key)) is not None for key in BOARDS]
    assert found.count(True) >= 3
    assert found.count(False) >= 3


def test_a_stop_gives_nothing() -> None:
    board = beyond_lookahead(5, 30, 3)
    assert find_deep(board, lambda: False) is not None
    assert find_deep(board, lambda: True) is None


def test_without_reasons_the_result_is_the_same() -> None:
    board = beyond_lookahead(5, 30, 3)
    explained, bare = find_deep(board), find_deep(board, explains=False)
    assert explained is not None
    assert bare is not None
    assert bare.states == explained.states
    assert [(t.cell, t.state, t.trials) for t in bare.trials] == [
        (t.cell, t.state, t.trials) for t in explained.trials
    ]
