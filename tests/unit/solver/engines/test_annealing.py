"""Simulated annealing: the board kept up to date, the choice of swaps, the heat."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest

from puzzles import packs
from puzzles.formats import read
from puzzles.grid import unsatisfied_lines
from puzzles.model import Puzzle
from solver.api import Limits, Outcome, Step, solve
from solver.engines.annealing import AnnealingEngine, Chooser, Heat
from solver.engines.conflict import UNIT
from solver.engines.conflict_board import BLACK, WHITE, ConflictBoard
from solver.engines.run import Run
from solver.values import NO_CALLBACKS
from tests.support.boards import random_puzzle
from tests.support.textbook import board_conflicts


def sparse(index: int) -> Puzzle:
    return read(packs.study_set("sparse").puzzles[index].path).puzzle


def board_of(puzzle: Puzzle, seed: int = 1, plain: bool = False) -> ConflictBoard:
    run = Run(AnnealingEngine(), puzzle, Limits(), NO_CALLBACKS)
    return ConflictBoard(run, random.Random(seed), plain)


def assert_true_to(puzzle: Puzzle, board: ConflictBoard, plain: bool) -> None:
    """All that a board remembers is what the textbook says of its cells."""
    rows = board.grid().to_text()
    conflicts = board_conflicts(puzzle, rows, plain)
    assert board.shares / UNIT == pytest.approx(np.array(conflicts, dtype=float))
    assert board.conflict / UNIT == pytest.approx(float(sum(map(sum, conflicts))))
    cells = [divmod(cell, puzzle.width) for cell in board.cells[BLACK].tolist()]
    assert sorted(cells) == [
        (r, c) for r, row in enumerate(rows) for c, cell in enumerate(row) if cell == "#"
    ]
    assert sorted([*board.cells[BLACK], *board.cells[WHITE]]) == list(range(board.shares.size))


@pytest.mark.parametrize("plain", [False, True])
def test_after_many_swaps_the_board_knows_what_is_true(plain: bool) -> None:
    puzzle = random_puzzle(3, 8, 6, density=0.4)
    board = board_of(puzzle, plain=plain)
    rng = random.Random(7)
    assert_true_to(puzzle, board, plain)
    for round_ in range(300):
        black, white = (int(rng.choice(board.cells[color])) for color in (BLACK, WHITE))
        expected = board.conflict_after(black, white)
        if not plain:
            assert board.conflicts_after(black)[white] == expected
            assert board.conflicts_after(white)[black] == expected
        board.swap(black, white)
        assert board.conflict == expected
        if round_ % 10 == 0:
            assert_true_to(puzzle, board, plain)
    assert_true_to(puzzle, board, plain)


def test_the_board_begins_with_as_many_black_cells_as_there_ought_to_be() -> None:
    puzzle = sparse(0)
    grids = [board_of(puzzle, seed).grid() for seed in range(5)]
    black = sum(clue.length for line in puzzle.columns for clue in line)
    assert {grid.count_shaded() for grid in grids} == {black}
    assert len({str(grid) for grid in grids}) == 5


def test_heat_goes_by_equation_12() -> None:
    heat = Heat(10 * UNIT)
    path = []
    for conflict in (10.5, 12, 8, 8.5, 8.6, 8.7, 8.7):
        path.append((heat.allows(int(conflict * UNIT)), round(heat.now / UNIT, 6)))
    assert path == [
        (False, 11.0),  # 10 + (10 / 10)²
        (False, 12.21),  # 11 + (11 / 10)²
        (True, 8.0),
        (False, 8.64),  # 8 + (8 / 10)²
        (True, 8.6),
        (False, 9.3396),
        (True, 8.7),
    ]


def test_haste_multiplies_the_growth_of_the_heat() -> None:
    slow, fast = Heat(10 * UNIT), Heat(10 * UNIT, 3)
    assert not slow.allows(20 * UNIT)
    assert not fast.allows(20 * UNIT)
    assert [slow.now / UNIT, fast.now / UNIT] == pytest.approx([11, 13])


def test_greed_takes_the_cells_of_most_conflict() -> None:
    board = board_of(sparse(0), plain=True)
    shares = board.shares.ravel()
    chooser = Chooser(board, 1.0, plain=True)
    worst = [max(shares[cell] for cell in board.cells[color]) for color in (BLACK, WHITE)]
    pairs = {chooser.pair() for _ in range(300)}
    assert {(shares[black], shares[white]) for black, white, _ in pairs} == {tuple(worst)}
    for color in (BLACK, WHITE):
        alike = {int(cell) for cell in board.cells[color] if shares[cell] == worst[color]}
        assert {pair[color] for pair in pairs} == alike
    assert all(board.conflict_after(b, w) == conflict for b, w, conflict in pairs)


def test_the_roulette_goes_by_the_conflict() -> None:
    board = board_of(sparse(0), plain=True)
    shares = board.shares.ravel()
    chooser = Chooser(board, 0.0, plain=True)
    drawn = [chooser.pair() for _ in range(20_000)]
    for color in (BLACK, WHITE):
        counts = Counter(pair[color] for pair in drawn)
        total = sum(shares[cell] for cell in board.cells[color])
        for cell in board.cells[color].tolist():
            assert counts[cell] / 20_000 == pytest.approx(shares[cell] / total, abs=0.015)


def test_greed_takes_the_partner_with_which_the_swap_comes_out_best() -> None:
    board = board_of(sparse(0))
    chooser = Chooser(board, 1.0, plain=False)
    blacks, whites = (board.cells[color].tolist() for color in (BLACK, WHITE))
    for black, white, conflict in [chooser.pair() for _ in range(40)]:
        assert board.conflict_after(black, white) == conflict
        assert conflict in (
            min(board.conflict_after(black, other) for other in whites),
            min(board.conflict_after(other, white) for other in blacks),
        )


def outcome(puzzle: Puzzle, words: str, nodes: int = 3000) -> tuple[object, ...]:
    steps: list[Step] = []
    engine = f"annealing:{words}"
    result = solve(puzzle, Limits(nodes=nodes), engine=engine, on_step=steps.append)
    return result.solutions, result.statistics.nodes, [step.sentence for step in steps]


def test_the_seed_decides() -> None:
    puzzle = sparse(1)
    found = outcome(puzzle, "seed=3")
    assert found == outcome(puzzle, "seed=3")
    assert found[2] != outcome(puzzle, "seed=4")[2]


@pytest.mark.parametrize("seed", range(1, 6))
def test_a_sparse_board_is_solved(seed: int) -> None:
    puzzle = sparse(0)
    result = solve(puzzle, Limits(nodes=20_000), engine=f"annealing:seed={seed}")
    assert result.outcome is Outcome.FOUND
    assert not list(unsatisfied_lines(puzzle, result.solutions[0]))
    assert result.certain.is_untouched
    assert result.statistics.checks == result.statistics.nodes


def test_the_text_alone_solves_a_small_board() -> None:
    puzzle = random_puzzle(2, 5, 5, density=0.3)
    for seed in range(1, 6):
        result = solve(puzzle, Limits(nodes=100_000), engine=f"annealing:plain:seed={seed}")
        for grid in result.solutions:
            assert not list(unsatisfied_lines(puzzle, grid))
        if result.solutions:
            return
    pytest.fail("five seeds, no solution")


@pytest.mark.parametrize("seed", range(1, 9))
def test_a_wrong_board_without_conflict_is_no_solution(seed: int) -> None:
    """Two cells that ought to stand apart have no conflict for the text if they touch."""
    puzzle = Puzzle.from_numbers([[1, 1], [1, 1], [], []], [[1], [1], [1], [1]])
    result = solve(puzzle, Limits(nodes=2000), engine=f"annealing:plain:seed={seed}")
    assert result.outcome in (Outcome.LIMIT, Outcome.FOUND)
    for grid in result.solutions:
        assert not list(unsatisfied_lines(puzzle, grid))
