"""Laws that every engine keeps. Brute force is the judge on small boards."""

from __future__ import annotations

import pickle
import random
import time
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzles.errors import NonogramError, PuzzleError
from puzzles.formats import read
from puzzles.grid import BLANK, SHADED, Grid, puzzle_of, unsatisfied_lines
from puzzles.model import WHITE, Axis, Clue, Color, Line, Puzzle, clues
from solver.api import Event, Limits, Outcome, SolveResult, solve
from tests.support.boards import (
    hard_board,
    huge_board,
    mirrored,
    mirrored_grid,
    puzzles,
    random_puzzle,
    text_set,
    transposed,
    transposed_grid,
)
from tests.support.brute_force import brute_solutions

EVERYTHING = Limits(solutions=10_000)


@settings(max_examples=150)
@given(puzzles())
def test_small_boards_as_brute_force(engine: str, puzzle: Puzzle) -> None:
    expected = brute_solutions(puzzle)
    result = solve(puzzle, EVERYTHING, engine=engine)
    assert len(result.solutions) == len(expected)
    assert text_set(result.solutions) == text_set(expected)
    wanted = {0: Outcome.NONE, 1: Outcome.UNIQUE}.get(len(expected), Outcome.SEVERAL)
    assert result.outcome is wanted
    assert result.complete
    for solution in expected:
        states = zip(solution.cells, result.certain.cells, strict=True)
        assert all(state & certain for state, certain in states)


@settings(max_examples=60)
@given(puzzles(), st.integers(0, 4))
def test_uniqueness_is_always_decided(engine: str, puzzle: Puzzle, wanted: int) -> None:
    expected = len(brute_solutions(puzzle))
    result = solve(puzzle, Limits(solutions=wanted), engine=engine)
    assert len(result.solutions) == min(expected, max(2, wanted))
    assert result.is_unique == (expected == 1)


@pytest.mark.parametrize("seed", range(12))
def test_every_solution_satisfies_the_clues(engine: str, seed: int) -> None:
    puzzle = random_puzzle(seed, 9 + seed, 15, colors=2 + seed % 3)
    result = solve(puzzle, Limits(solutions=5), engine=engine)
    assert result.outcome in (Outcome.UNIQUE, Outcome.SEVERAL)
    assert len(text_set(result.solutions)) == len(result.solutions)
    for grid in result.solutions:
        assert grid.count(grid.clear) == 0
        assert not list(unsatisfied_lines(puzzle, grid))


@pytest.mark.parametrize("seed", range(10))
def test_turned_puzzle_turned_answer(engine: str, seed: int) -> None:
    puzzle = random_puzzle(seed, 8, 11, colors=2 + seed % 2)
    expected = solve(puzzle, EVERYTHING, engine=engine).solutions
    for turn, turn_grid in ((transposed, transposed_grid), (mirrored, mirrored_grid)):
        found = solve(turn(puzzle), EVERYTHING, engine=engine).solutions
        assert text_set(found) == text_set([turn_grid(grid) for grid in expected])


def test_two_calls_give_the_same(engine: str) -> None:
    puzzle = random_puzzle(5, 20, 20)
    first, second = (solve(puzzle, Limits(solutions=4), engine=engine) for _ in range(2))
    assert first.solutions == second.solutions
    assert (first.outcome, first.statistics.nodes) == (second.outcome, second.statistics.nodes)


@pytest.mark.parametrize(
    ("rows", "columns", "outcome"),
    [
        pytest.param([[]], [[]], Outcome.UNIQUE, id="one blank cell"),
        pytest.param([[1]], [[1]], Outcome.UNIQUE, id="one shaded cell"),
        pytest.param([[], []], [[], [], []], Outcome.UNIQUE, id="nothing at all"),
        pytest.param([[1], []], [[1], []], Outcome.UNIQUE, id="an empty line each way"),
        pytest.param([[1], [1]], [[1], [1]], Outcome.SEVERAL, id="two ways"),
        pytest.param([[2, 1]], [[1], [1], [], [1]], Outcome.UNIQUE, id="one row"),
        pytest.param([[1, 1], [1]], [[], [2], [1]], Outcome.NONE, id="none"),
    ],
)
def test_known_boards(
    engine: str, rows: list[list[int]], columns: list[list[int]], outcome: Outcome
) -> None:
    assert solve(Puzzle.from_numbers(rows, columns), engine=engine).outcome is outcome


def test_a_contradiction_has_a_line(engine: str) -> None:
    puzzle = Puzzle.from_numbers([[1, 1], [1]], [[], [2], [1]])
    result = solve(puzzle, engine=engine)
    assert (result.outcome, result.by_logic) == (Outcome.NONE, True)
    assert result.contradiction in (Line(Axis.ROW, 0), Line(Axis.COLUMN, 0))


def test_nothing_by_logic_where_values_must_be_tried(engine: str) -> None:
    puzzle = Puzzle.from_numbers([[1], [1], [1, 1], [1, 1]], [[1], [1], [1, 1], [1, 1]])
    expected = brute_solutions(puzzle)
    result = solve(puzzle, EVERYTHING, engine=engine)
    assert text_set(result.solutions) == text_set(expected)
    assert not result.by_logic


def test_a_defective_puzzle_is_refused_with_every_sentence(engine: str) -> None:
    puzzle = Puzzle.from_numbers([[4], [1, 0, 1]], [[1], [1], [2]])
    with pytest.raises(PuzzleError) as refused:
        solve(puzzle, engine=engine)
    assert str(refused.value).splitlines() == [str(defect) for defect in puzzle.defects()]
    assert len(puzzle.defects()) >= 3


def test_an_unknown_engine_is_refused_with_the_known_names() -> None:
    with pytest.raises(NonogramError, match=r"'magic'.*python"):
        solve(Puzzle.empty(1, 1), engine="magic")


@pytest.mark.parametrize("board", [hard_board, huge_board])
def test_stop_returns_soon(engine: str, board: object) -> None:
    assert callable(board)
    puzzle = board()
    asked: list[float] = []

    def should_stop() -> bool:
        if time.perf_counter() - started < 0.4:
            return False
        asked.append(time.process_time())
        return True

    started = time.perf_counter()
    result = solve(puzzle, Limits(solutions=10**9), None, should_stop, engine)
    assert isinstance(result, SolveResult)
    assert time.process_time() - asked[0] < 1.0
    assert result.outcome in (Outcome.STOPPED, Outcome.SEVERAL)
    assert not result.complete


@pytest.mark.parametrize("board", [hard_board, huge_board])
def test_time_limit_holds(engine: str, board: object) -> None:
    assert callable(board)
    puzzle = board()
    started = time.process_time()
    result = solve(puzzle, Limits(solutions=10**9, timeout_s=0.3), engine=engine)
    assert time.process_time() - started < 1.5
    assert result.outcome in (Outcome.LIMIT, Outcome.SEVERAL)
    assert not result.complete


def test_node_limit_holds(engine: str) -> None:
    result = solve(hard_board(), Limits(nodes=1, timeout_s=20), engine=engine)
    assert result.outcome is Outcome.LIMIT
    assert result.statistics.nodes <= 1


def test_events_never_fall(engine: str) -> None:
    puzzle = hard_board()
    events: list[Event] = []
    solve(puzzle, Limits(solutions=10**9, timeout_s=1.5), events.append, engine=engine)
    assert len(events) > 3
    for before, after in pairwise(events):
        assert before.known <= after.known <= after.total == 3600
        assert 0 <= before.fraction <= after.fraction <= 1
    for event in events:
        assert event.known == sum(event.grid.count(1 << k) for k in range(2))


def test_a_quick_solve_tells_what_it_knows_at_the_root(engine: str) -> None:
    events: list[Event] = []
    puzzle = Puzzle.from_numbers([[1], [1], [3]], [[1], [1], [3]])
    solve(puzzle, on_event=events.append, engine=engine)
    assert events
    assert events[0].known > 0


def test_results_travel_between_processes(engine: str) -> None:
    result = solve(Puzzle.from_numbers([[1], [1]], [[1], [1]]), engine=engine)
    copy = pickle.loads(pickle.dumps(result))
    assert copy == result


def test_a_line_by_line_board_of_a_million_cells(engine: str) -> None:
    def inside(r: int, c: int) -> bool:
        return (r - 500) ** 2 + (c - 500) ** 2 < 499**2 and (r - 300) ** 2 + (c - 350) ** 2 > 9999

    cells = [2 if inside(r, c) else 1 for r in range(1000) for c in range(1000)]
    puzzle = puzzle_of(Grid(1000, 1000, 2, cells), Puzzle.empty(1000, 1000))
    result = solve(puzzle, Limits(timeout_s=60), engine=engine)
    assert result.outcome is Outcome.UNIQUE
    assert list(result.solutions[0].cells) == cells


def test_as_many_colours_as_a_grid_holds(engine: str) -> None:
    palette = (WHITE, *(Color(s, "#000000") for s in "1abcdefghijklmnopqrstuvwxyzABCD"))
    row = tuple(Clue(1, k) for k in range(1, 32))
    puzzle = Puzzle((row,), tuple((clue,) for clue in row), palette)
    result = solve(puzzle, engine=engine)
    assert result.outcome is Outcome.UNIQUE
    assert list(result.solutions[0].cells) == [1 << k for k in range(1, 32)]


@pytest.mark.parametrize("seed", range(5))
def test_random_boards_have_the_solution_that_was_drawn(engine: str, seed: int) -> None:
    rng = random.Random(seed)
    cells = [SHADED if rng.random() < 0.55 else BLANK for _ in range(25 * 25)]
    puzzle = puzzle_of(Grid(25, 25, 2, cells), Puzzle.empty(25, 25))
    result = solve(puzzle, Limits(timeout_s=60), engine=engine)
    assert result.outcome in (Outcome.UNIQUE, Outcome.SEVERAL)
    for solution in result.solutions:
        assert not list(unsatisfied_lines(puzzle, solution))
    if result.is_unique:
        assert list(result.solutions[0].cells) == cells
    else:
        assert len({tuple(solution.cells) for solution in result.solutions}) == 2


SURVEY = {
    "webpbn-00001": Outcome.UNIQUE,
    "webpbn-00006": Outcome.UNIQUE,
    "webpbn-00016": Outcome.UNIQUE,
    "webpbn-00021": Outcome.UNIQUE,
    "webpbn-00023": Outcome.UNIQUE,
    "webpbn-00027": Outcome.UNIQUE,
    "webpbn-00065": Outcome.UNIQUE,
    "webpbn-00436": Outcome.UNIQUE,
    "webpbn-00529": Outcome.UNIQUE,
    "webpbn-00803": Outcome.UNIQUE,
    "webpbn-01611": Outcome.UNIQUE,
}


def test_survey(engine: str, shared: Path) -> None:
    for name, outcome in SURVEY.items():
        puzzle = read(shared / "puzzles" / "survey" / f"{name}.non").puzzle
        result = solve(puzzle, Limits(timeout_s=60), engine=engine)
        assert result.outcome is outcome, name
        assert not list(unsatisfied_lines(puzzle, result.solutions[0])), name


def tournament(shared: Path, count: int) -> list[tuple[Puzzle, list[str]]]:
    """Random 25x25 puzzles of a tournament, with the solution that was drawn."""
    folder = shared / "puzzles" / "random25"
    questions = (folder / "taai2011-question.txt").read_text().split("$")[1 : count + 1]
    answers = (folder / "taai2011-solution.txt").read_text().split("$")[1 : count + 1]
    pairs = []
    for question, answer in zip(questions, answers, strict=True):
        lines = [clues(map(int, line.split())) for line in question.split("\n")[1:51]]
        drawn = [line.replace("\t", "") for line in answer.split("\n")[1:26]]
        pairs.append((Puzzle(tuple(lines[25:]), tuple(lines[:25])), drawn))
    return pairs


def test_tournament_boards(engine: str, shared: Path) -> None:
    for puzzle, drawn in tournament(shared, 25):
        result = solve(puzzle, Limits(timeout_s=20), engine=engine)
        picture = [row.translate({48: ".", 49: "#"}) for row in drawn]
        assert result.outcome in (Outcome.UNIQUE, Outcome.SEVERAL)
        if result.is_unique:
            assert result.solutions[0].to_text() == picture
