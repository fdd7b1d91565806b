"""What lines offer, kept up to date: judged by looking at every line anew."""

from __future__ import annotations

import random
import time
from functools import cache
from itertools import pairwise, product

import pytest

from puzzles.grid import Grid
from puzzles.model import Puzzle
from solver.line import solve_line
from solver.logic.board import LogicBoard
from solver.logic.finding import Finding, decided, members, together
from solver.logic.line_techniques import LINE_TECHNIQUES, LineView, simplest
from solver.logic.search import ContradictionError, LineSearch, deduction_of
from solver.logic.techniques import Technique
from tests.support.boards import huge_board, random_puzzle
from tests.support.cases import few

BOARDS = [
    pytest.param(*board, marks=pytest.mark.long if board[0] > 2 else ())
    for board in product(range(8), (8, 14, 20), (2, 3, 4))
]
"""Seed, size and colours of boards."""


def puzzle_with(seed: int, height: int, width: int, colors: int) -> Puzzle:
    density = random.Random(seed).choice([0.4, 0.55, 0.65, 0.75])
    return random_puzzle(seed, height, width, colors, density)


def offers(board: LogicBoard) -> dict[int, list[Finding]]:
    """For each line that gives something, the findings of its simplest technique.

    Raises:
        ContradictionError: A line cannot be completed.
    """
    found = {}
    for number in range(len(board.lines)):
        if (each := offer(board.view(number))) is None:
            raise ContradictionError(board.name(number))
        if each:
            found[number] = each
    return found


@cache
def offer(view: LineView) -> list[Finding] | None:
    """What one line gives; None if it cannot be completed. In a step, most lines stay the same."""
    exact = solve_line(*view)
    if exact is None:
        return None
    return simplest(view) if exact != view.line else []


def gain(board: LogicBoard, line: int, found: list[Finding]) -> int:
    """Decided cells, and far less for colours that cells lose."""
    before, after = board.lines[line], together(found)
    lost = sum((a & ~b).bit_count() for a, b in zip(before, after, strict=True))
    return 1000 * (decided(after) & ~decided(before)).bit_count() + lost


def expected_state(board: LogicBoard) -> tuple[object, ...]:
    """All that :func:`state_of` tells, by looking at every line of a board anew."""
    try:
        found = offers(board)
    except ContradictionError as error:
        return (error.line,)
    technique = min((f[0].technique for f in found.values()), key=lambda t: t.rank, default=None)
    lines = [line for line, each in found.items() if each[0].technique is technique]
    line = max(lines, key=lambda line: (gain(board, line, found[line]), -line), default=-1)
    best = None if technique is None else (line, found[line])
    grid = board.grid()
    open_cells = sum(state & (state - 1) != 0 for state in grid.cells)
    return technique, best, len(board.open_lines), open_cells, grid, board.lines


def state_of(search: LineSearch) -> tuple[object, ...]:
    """All that is to be equal."""
    try:
        simplest, best = search.simplest(), search.best()
    except ContradictionError as error:
        return (error.line,)
    known = search.open_lines, search.open_cells, search.grid, search.board.lines
    return simplest, best, *known


def walk(puzzle: Puzzle, seed: int) -> set[Technique]:
    """Solve; where lines give nothing, a cell gets a colour, mostly the right one.

    Returns:
        The techniques that were met.
    """
    rng, goal = random.Random(seed), Grid.from_goal(puzzle.goal, puzzle.palette, puzzle.width)
    search, board = LineSearch(LogicBoard.of(puzzle)), LogicBoard.of(puzzle)
    met = set[Technique]()
    while True:
        state = state_of(search)
        assert state == expected_state(board)
        if len(state) == 1:
            return met
        best = search.best()
        if best is not None:
            met.add(best[1][0].technique)
            if rng.random() < 0.8:
                found = offers(board)
                same = [k for k, each in found.items() if each[0].technique is state[0]]
                assert search.carry_out() == (len(same), len(found))
                for line in same:
                    board.narrow(line, together(found[line]))
                continue
            changes = deduction_of(board, *best).states
        elif unknown := board.unknown():
            cell = unknown[0]
            right = goal.cells[cell]
            wrong = 1 << rng.choice(members(board.state(cell)))
            changes = ((cell, right if rng.random() < 0.95 else wrong),)
        else:
            return met
        for change in changes:
            search.set_state(*change)
            board.set_state(*change)


@pytest.mark.parametrize(("seed", "size", "colors"), few(8, BOARDS))
def test_what_is_offered_is_what_each_line_gives(seed: int, size: int, colors: int) -> None:
    walk(puzzle_with(seed, size, size + 1, colors), seed)


def test_all_techniques_are_met() -> None:
    boards = [random_puzzle(seed, 20, 20, colors) for seed in (30, 75, 78) for colors in (2, 3)]
    met = [walk(puzzle, 1) for puzzle in boards]
    assert set.union(*met) == set(LINE_TECHNIQUES)


@pytest.mark.parametrize("length", few(3, [62, 63, 64, 65, 66, 127, 128, 129, 260]))
def test_long_lines_are_no_exception(length: int) -> None:
    walk(random_puzzle(length, length, 3, 2, 0.7), length)
    walk(random_puzzle(length, 2, length, 3, 0.7), length)


@pytest.mark.parametrize(("seed", "colors"), list(product(range(6), (2, 3))))
def test_a_board_that_contradicts_the_clues(seed: int, colors: int) -> None:
    rng, puzzle = random.Random(seed), puzzle_with(seed, 12, 12, colors)
    for share in (0.02, 0.1, 0.3):
        states = [0, *range(1 << colors)]
        grid = Grid.for_puzzle(puzzle)
        for cell in range(144):
            if rng.random() < share:
                grid.cells[cell] = rng.choice(states)
        board = LogicBoard.of(puzzle, grid)
        assert state_of(LineSearch(board.copy())) == expected_state(board)


def test_nothing_is_offered_after_a_stop() -> None:
    board, answers = LogicBoard.of(random_puzzle(1, 9, 9, density=0.7)), [False]
    search = LineSearch(board, lambda: answers[0])
    assert search.best() is not None
    answers[0] = True
    assert (search.simplest(), search.best(), search.carry_out()) == (None, None, (0, 0))
    answers[0] = False
    assert search.carry_out() != (0, 0)


def test_the_largest_board_is_stopped_in_time() -> None:
    board, times = LogicBoard.of(huge_board()), list[float]()

    def should_stop() -> bool:
        times.append(time.process_time())
        return len(times) > 1  # however fast the machine is, all lines take more than one slice

    assert LineSearch(board, should_stop).simplest() is None
    gaps = [b - a for a, b in pairwise(times)]
    assert len(gaps) == 1
    assert max(gaps) < 0.1
