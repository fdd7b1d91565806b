"""Lookahead: the shortest trials are found, and what they show has a proof."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from itertools import pairwise, product

import pytest

from puzzles.grid import Grid
from puzzles.model import Puzzle
from solver.logic.board import LogicBoard
from solver.logic.finding import members
from solver.logic.links.lookahead import Lookahead, LookaheadMemory, look_ahead
from solver.logic.links.trial import TrialRun
from solver.logic.techniques import Technique
from solver.partial_solutions import solve_known
from solver.propagate import propagate
from solver.values import Limits, Outcome
from tests.support.boards import huge_board, random_puzzle
from tests.support.cases import few

STUCK = list(product(range(4), (9, 14, 20), (2, 3, 4)))
"""Seed, size and colours of boards, most of which have several solutions."""


def goal_of(puzzle: Puzzle) -> Grid:
    assert puzzle.goal is not None
    return Grid.from_goal(puzzle.goal, puzzle.palette, puzzle.width)


def stuck_board(seed: int, height: int, width: int, colors: int, changes: int = 0) -> LogicBoard:
    """A board on which no line decides anything.

    ``changes``: afterwards so many cells are cleared, or get any colours.
    """
    rng = random.Random(seed)
    puzzle = random_puzzle(seed, height, width, colors, 0.5 if colors == 2 else 0.6)
    grid = propagate(puzzle).grid
    for _ in range(changes):
        states = (0, (1 << colors) - 1, 1 << rng.randrange(colors), rng.randrange(1 << colors))
        grid.cells[rng.randrange(len(grid.cells))] = rng.choice(states)
    return LogicBoard.of(puzzle, grid)


Results = tuple[int, list[tuple[int, int]], list[tuple[int, int, int]]]
"""The number of levels, and one of: trials that fail, as cells and states; agreements, as cells,
the colours that they lose, and the tried cells."""


def shortest_trials(board: LogicBoard) -> Results:
    """Follow the trials of all cells together, one level after the other."""
    runs = {
        (cell, 1 << color): TrialRun(board, cell, 1 << color)
        for cell in board.unknown()
        for color in members(board.state(cell))
    }
    active, levels = list(runs.values()), 0
    while active:
        levels += 1
        for run in active:
            run.advance()
        failed = [(run.cell, run.state) for run in active if run.failed is not None]
        agreements = [] if failed else list(agreements_of(board, runs))
        if failed or agreements:
            return levels, failed, agreements
        active = [run for run in active if not run.is_over]
    return 0, [], []


def agreements_of(
    board: LogicBoard, runs: dict[tuple[int, int], TrialRun]
) -> Iterator[tuple[int, int, int]]:
    """The cells that lose a colour whatever another cell is."""
    for cell in board.unknown():
        branches = [runs[cell, 1 << color] for color in members(board.state(cell))]
        changes = [run.changed() for run in branches]
        for other in sorted(set(changes[0]).intersection(*changes[1:]) - {cell}):
            left = 0
            for change in changes:
                left |= change[other]
            gone = board.state(other) & ~left
            if gone:
                yield other, gone, cell


def judged(board: LogicBoard, memory: LookaheadMemory | None = None) -> list[Lookahead]:
    """The results of the core, which are those of the judge."""
    found = look_ahead(board, memory=memory)
    levels, failures, agreements = shortest_trials(board)
    trials = [each.trials for each in found if each.technique is not Technique.TWO_WAY]
    assert trials == [((cell, state),) for cell, state in failures]
    two_way = [each for each in found if each.technique is Technique.TWO_WAY]
    assert [(each.cell, each.gone, each.trials[0][0]) for each in two_way] == agreements
    assert {each.levels for each in found} <= {levels}
    return found


def after(board: LogicBoard, results: list[Lookahead]) -> LogicBoard:
    """The next stuck board."""
    for found in results:
        board.set_state(found.cell, board.state(found.cell) & ~found.gone)
    return LogicBoard.of(board.puzzle, propagate(board.puzzle, board.grid()).grid)


@pytest.mark.parametrize(("seed", "size", "colors"), few(8, STUCK))
def test_the_results_are_those_of_the_shortest_trials(seed: int, size: int, colors: int) -> None:
    board, memory = stuck_board(seed, size, size + 1, colors), LookaheadMemory()
    for _ in range(4):
        if found := judged(board, memory):
            board = after(board, found[:9])
    for changes in (1, 2, 3):
        judged(stuck_board(seed, size + 1, size, colors, changes))


def test_a_memory_does_not_change_the_results_whatever_is_looked_at_next() -> None:
    memory = LookaheadMemory()
    for seed in (1, 2):
        board = stuck_board(seed, 12, 13, 2)
        found = judged(board, memory)
        judged(after(board.copy(), found), memory)
        judged(stuck_board(seed, 12, 13, 2, changes=2), memory)
        assert look_ahead(board, lambda: True, memory) == []
        assert judged(board, memory) == found


def test_these_boards_need_all_kinds_and_several_levels() -> None:
    firsts = [each for key in STUCK for each in look_ahead(stuck_board(*key[:2], *key[1:]))[:1]]
    kinds = {found.technique for found in firsts}
    assert kinds == {Technique.TWO_WAY, Technique.EDGE_LOGIC, Technique.CONTRADICTION}
    assert {2, 3} <= {found.levels for found in firsts}


@pytest.mark.parametrize("length", [62, 63, 64, 65, 66, 126, 127, 128, 129, 130])
def test_long_lines_are_no_exception(length: int) -> None:
    judged(stuck_board(length, length, 3, 2))
    judged(stuck_board(length, 3, length, 3, changes=1))


@pytest.mark.parametrize("seed", range(30))
def test_every_result_follows_and_has_its_reasons(seed: int) -> None:
    board = stuck_board(seed, 8, 9, (2, 2, 3)[seed % 3])
    for found in look_ahead(board)[:5]:
        for color in range(4):
            if found.gone >> color & 1:
                grid = board.grid()
                grid.cells[found.cell] = 1 << color
                assert solve_known(board.puzzle, grid, Limits()).outcome is Outcome.NONE
        deduction = found.deduction()
        left = board.state(found.cell) & ~found.gone
        assert deduction.states == ((found.cell, left),)
        assert [(t.cell, t.state) for t in deduction.trials] == list(found.trials)
        assert max(t.levels for t in deduction.trials) == found.levels
        for trial in deduction.trials:
            assert (trial.contradiction is None) == (found.technique is Technique.TWO_WAY)


def test_the_board_is_not_changed() -> None:
    board = stuck_board(3, 9, 9, 2)
    before = board.grid()
    assert look_ahead(board)
    assert board.grid() == before


def test_a_stop_gives_nothing() -> None:
    board = stuck_board(3, 9, 9, 2)
    assert look_ahead(board, lambda: False)
    assert look_ahead(board, lambda: True) == []


def test_the_largest_board_is_stopped_in_time() -> None:
    board = LogicBoard.of(huge_board())
    times = [time.process_time()]

    def should_stop() -> bool:
        times.append(time.process_time())
        return len(times) > 3

    assert look_ahead(board, should_stop) == []
    gaps = [b - a for a, b in pairwise(times)]
    assert len(gaps) == 3
    assert max(gaps[1:]) < 0.1


def test_two_stuck_corners_of_a_large_board_are_found() -> None:
    puzzle = random_puzzle(5, 300, 200)
    grid = goal_of(puzzle)
    for row, column in product(range(26), range(26)):
        grid[row, column] = grid[299 - row, 199 - column] = 3
    board = LogicBoard.of(puzzle, propagate(puzzle, grid).grid)
    assert judged(board)
