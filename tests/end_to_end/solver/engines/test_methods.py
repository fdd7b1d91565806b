"""Laws that every method keeps, on boards that the slowest of them can take."""

from __future__ import annotations

import pickle
import random
import time
from functools import cache
from itertools import pairwise

import pytest

from puzzles.formats import read
from puzzles.grid import Grid, unsatisfied_lines
from puzzles.model import Puzzle
from puzzles.packs import packs, study_set, study_sets
from solver.api import Event, Limits, Outcome, SolveResult, Step, is_unique, solve
from solver.registry import get_engine
from tests.support.boards import (
    hard_board,
    huge_board,
    mirrored,
    mirrored_grid,
    random_puzzle,
    text_set,
    transposed,
    transposed_grid,
)
from tests.support.brute_force import brute_solutions

DECIDED = {0: Outcome.NONE, 1: Outcome.UNIQUE}
FEW_ROUNDS = 500
"""What heuristics get on boards without a solution: they would go on for ever."""


def small_puzzle(seed: int) -> Puzzle:
    """A board of up to four by four, every third of them with its rows shuffled."""
    rng = random.Random(seed)
    height, width = rng.randint(1, 4), rng.randint(1, 4)
    colors = 3 if height * width <= 9 and seed % 4 == 0 else 2
    puzzle = random_puzzle(seed, height, width, colors, rng.choice([0.3, 0.5, 0.7]))
    if seed % 3 == 0:
        puzzle = puzzle.with_clues(rng.sample(puzzle.rows, height), puzzle.columns)
    return puzzle


@cache
def small_boards() -> list[tuple[Puzzle, list[Grid]]]:
    """Puzzles with all of their solutions."""
    return [(puzzle, brute_solutions(puzzle)) for puzzle in map(small_puzzle, range(60))]


def limits_for(method: str, solutions: int) -> Limits:
    is_exact = get_engine(method).is_exact
    return Limits(solutions, nodes=None if is_exact else FEW_ROUNDS)


def check(method: str, puzzle: Puzzle, result: SolveResult, expected: list[Grid]) -> None:
    """A result is right, and says no more than it knows."""
    found = text_set(result.solutions)
    assert len(found) == len(result.solutions)
    assert found <= text_set(expected)
    if get_engine(method).is_exact:
        assert result.outcome is DECIDED.get(len(expected), Outcome.SEVERAL)
        assert result.complete
    if result.outcome in (Outcome.UNIQUE, Outcome.SEVERAL, Outcome.NONE):
        assert result.outcome is DECIDED.get(len(expected), Outcome.SEVERAL)
    if result.complete:
        assert found == text_set(expected)
    assert (result.outcome is Outcome.FOUND) <= (len(result.solutions) == 1)
    assert bool(result.note) == (result.outcome is Outcome.GAVE_UP)
    for solution in expected:
        states = zip(solution.cells, result.certain.cells, strict=True)
        assert all(state & certain for state, certain in states)


def test_all_methods_agree_with_brute_force(method: str) -> None:
    for puzzle, expected in small_boards():
        if not (puzzle.is_black_and_white or takes_colors(method)):
            continue
        result = solve(puzzle, limits_for(method, 10_000), engine=method)
        check(method, puzzle, result, expected)


@cache
def takes_colors(method: str) -> bool:
    """Whether a method is for colours too."""
    puzzle = random_puzzle(1, 2, 2, 3, 1.0)
    return solve(puzzle, limits_for(method, 2), engine=method).outcome is not Outcome.GAVE_UP


def test_a_method_that_cannot_take_colours_says_so(method: str) -> None:
    puzzle = random_puzzle(1, 2, 2, 3, 1.0)
    result = solve(puzzle, limits_for(method, 2), engine=method)
    assert result.outcome is not Outcome.GAVE_UP or "colour" in result.note


def test_turned_puzzle_turned_answer(method: str) -> None:
    for seed in range(1, 5):
        puzzle = random_puzzle(seed, 3, 4, density=0.6)
        expected = brute_solutions(puzzle)
        for turn, turn_grid in ((transposed, transposed_grid), (mirrored, mirrored_grid)):
            turned = turn(puzzle)
            result = solve(turned, limits_for(method, 1000), engine=method)
            check(method, turned, result, [turn_grid(grid) for grid in expected])


def test_without_proof_the_first_solution_is_enough(method: str) -> None:
    puzzle = Puzzle.from_numbers([[1]] * 4, [[1]] * 4)
    result = solve(puzzle, Limits(1, proof=False, nodes=500_000), engine=method)
    assert result.outcome in (Outcome.FOUND, Outcome.STUCK)
    assert len(result.solutions) == (result.outcome is Outcome.FOUND)


def test_two_calls_give_the_same(method: str) -> None:
    puzzle = random_puzzle(5, 4, 4)
    first, second = (solve(puzzle, limits_for(method, 4), engine=method) for _ in range(2))
    assert first.solutions == second.solutions
    assert (first.outcome, first.statistics.nodes) == (second.outcome, second.statistics.nodes)
    assert first.statistics.work == second.statistics.work


def test_results_travel_between_processes(method: str) -> None:
    result = solve(Puzzle.from_numbers([[1], [1]], [[1], [1]]), engine=method)
    assert pickle.loads(pickle.dumps(result)) == result
    assert result.engine == method


@pytest.mark.parametrize("board", [hard_board, huge_board])
def test_stop_and_time_limit_hold_on_boards_of_any_size(method: str, board: object) -> None:
    assert callable(board)
    puzzle = board()
    asked: list[float] = []

    def should_stop() -> bool:
        if time.perf_counter() - started < 0.1:
            return False
        asked.append(time.process_time())
        return True

    started = time.perf_counter()
    result = solve(puzzle, Limits(solutions=10**9), None, should_stop, method)
    if asked:
        assert time.process_time() - asked[0] < 1.0
    assert result.outcome in (Outcome.STOPPED, Outcome.SEVERAL, Outcome.GAVE_UP, Outcome.STUCK)
    if result.outcome is Outcome.STOPPED:
        started = time.process_time()
        # A fifth of what was not enough: the second run may be the quicker one.
        result = solve(puzzle, Limits(solutions=10**9, timeout_s=0.02), engine=method)
        assert time.process_time() - started < 3.0
        assert result.outcome in (Outcome.LIMIT, Outcome.GAVE_UP)


def test_node_limit_holds(method: str) -> None:
    puzzle = random_puzzle(3, 4, 5, density=0.4)
    result = solve(puzzle, Limits(nodes=1, timeout_s=20), engine=method)
    assert result.statistics.nodes <= 1
    assert result.outcome is not Outcome.GAVE_UP


def test_events_never_fall(method: str) -> None:
    puzzle = random_puzzle(8, 5, 5, density=0.4)
    events: list[Event] = []
    solve(puzzle, Limits(solutions=10**9, timeout_s=0.4), events.append, engine=method)
    for before, after in pairwise(events):
        assert before.known <= after.known <= after.total == 25
        assert 0 <= before.fraction <= after.fraction <= 1
    for event in events:
        assert event.known == sum(event.grid.count(1 << k) for k in range(2))


def test_steps_show_the_board_and_change_nothing(method: str) -> None:
    puzzle = random_puzzle(4, 3, 4, density=0.6)
    steps: list[Step] = []
    watched = solve(puzzle, limits_for(method, 2), engine=method, on_step=steps.append)
    alone = solve(puzzle, limits_for(method, 2), engine=method)
    assert (watched.outcome, watched.solutions) == (alone.outcome, alone.solutions)
    assert steps
    assert all(step.sentence and step.grid.height == puzzle.height for step in steps)
    if watched.solutions:
        assert watched.solutions[0] in [step.grid for step in steps]


LARGEST = {
    "brute-force": 3,
    "depth-first": 5,
    "axis": 5,
    "genetic": 5,
    "annealing": 5,
    "constraint:solver=min-conflicts": 3,
    "constraint:solver=backtracking:prepared=no:forward=no": 5,
}
"""The longest side of the pictures that a method is tested with; 10 for the others."""


def test_methods_agree_on_pictures(method: str) -> None:
    few = [pack for pack in packs() if pack.name in ("first-steps", "in-colour")]
    pictures = [puzzle for pack in (*few, *study_sets()) for puzzle in pack.puzzles]
    largest = LARGEST.get(method, LARGEST.get(method.split(":")[0], 10))
    count = 0
    for picture in pictures:
        if max(picture.height, picture.width) > largest or not is_unique(read(picture.path).puzzle):
            continue
        count += 1
        puzzle = read(picture.path).puzzle
        result = solve(puzzle, Limits(timeout_s=60), engine=method)
        check(method, puzzle, result, [Grid.from_goal(puzzle.goal, puzzle.palette, puzzle.width)])
        assert result.outcome in (Outcome.UNIQUE, Outcome.FOUND, Outcome.STUCK, Outcome.GAVE_UP)
    assert count >= {3: 1, 5: 3}.get(largest, 8)


def test_methods_for_more_agree_on_random_boards(method: str) -> None:
    if method in LARGEST or method.split(":")[0] in ("brute-force", "genetic", "annealing"):
        pytest.skip("for smaller boards only")
    for seed in range(24):
        puzzle = random_puzzle(seed, 5 + seed % 3, 6, 2 + (seed % 5 == 0), 0.5 + 0.05 * (seed % 4))
        if seed % 4 == 3:
            puzzle = puzzle.with_clues(puzzle.rows[::-1], puzzle.columns)
        expected = solve(puzzle, Limits(500), engine="python").solutions
        assert len(expected) < 500
        check(method, puzzle, solve(puzzle, Limits(500), engine=method), list(expected))


def test_pairs_alone_let_a_wrong_board_through() -> None:
    """What the text did: at 15 cells every two rows agree, and the board is wrong all the same."""
    picture = next(p for p in study_set("csp").puzzles if p.height == 15)
    puzzle = read(picture.path).puzzle
    wrong = solve(puzzle, Limits(1, proof=False), engine="mac:pairs")
    assert wrong.outcome is Outcome.GAVE_UP
    assert wrong.draft is not None
    broken = list(unsatisfied_lines(puzzle, wrong.draft))
    assert broken
    assert all(line.is_column for line in broken)
    assert solve(puzzle, engine="mac").outcome is Outcome.UNIQUE


def test_backjumping_checks_no_more_than_backtracking() -> None:
    """Gaschnig's method visits a part of plain backtracking's nodes, the other a part of those."""
    saved = 0
    for seed in range(12):
        puzzle = random_puzzle(seed, 9, 8, density=0.45)
        limits = Limits(solutions=20)
        jumps = ("plain", "gaschnig", "conflict-directed")
        plain, gaschnig, directed = (
            solve(puzzle, limits, engine=f"backtracking:jump={jump}").statistics.checks
            for jump in jumps
        )
        assert directed <= gaschnig <= plain
        saved += plain - directed
    assert saved > 0


def test_the_axis_with_fewer_combinations_is_taken() -> None:
    puzzle = Puzzle.from_numbers([[1]] * 6, [[6], [], [], [], [], []])
    for turn in (puzzle, transposed(puzzle)):
        assert solve(turn, engine="axis").statistics.arrangements == 6


@pytest.mark.parametrize("queue", ["lifo", "fifo", "unmoved"])
def test_tracked_cells_are_fewer_and_tell_the_same(queue: str) -> None:
    puzzle = random_puzzle(3, 12, 12, density=0.55)
    whole = solve(puzzle, engine=f"elimination:queue={queue}")
    tracked = solve(puzzle, engine=f"elimination:queue={queue}:tracked")
    assert tracked.solutions == whole.solutions
    assert tracked.statistics.nodes == whole.statistics.nodes
    assert tracked.statistics.checks < whole.statistics.checks


def test_a_method_that_lists_arrangements_gives_up_before_memory_does() -> None:
    puzzle = Puzzle.from_numbers([[1] * 20] + [[]] * 99, [[1]] * 20 + [[]] * 80)
    result = solve(puzzle, engine="elimination")
    assert result.outcome is Outcome.GAVE_UP
    assert "row 1 alone has" in result.note
