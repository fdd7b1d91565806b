"""Laws that every engine keeps. Brute force is the judge on small boards."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzles.errors import NonogramError, PuzzleError
from puzzles.grid import unsatisfied_lines
from puzzles.model import WHITE, Axis, Clue, Color, Line, Puzzle
from solver.api import Event, Limits, Outcome, is_unique, solve
from tests.support.boards import (
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


@settings(max_examples=80)
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


@pytest.mark.parametrize(
    ("rows", "columns", "line"),
    [
        ([[1], [1]], [[2], [1]], None),
        ([[4], [1]], [[2], [2], [1]], Line(Axis.ROW, 0)),
        ([[1], [1]], [[1, 1], []], Line(Axis.COLUMN, 0)),
    ],
)
def test_clues_that_contradict_each_other_have_no_solution(
    engine: str, rows: list[list[int]], columns: list[list[int]], line: Line | None
) -> None:
    puzzle = Puzzle.from_numbers(rows, columns)
    result = solve(puzzle, engine=engine)
    assert (result.outcome, result.solutions, result.complete) == (Outcome.NONE, (), True)
    assert (result.contradiction, result.by_logic) == (line, True)
    assert result.note.splitlines() == [str(defect) for defect in puzzle.defects()]
    assert is_unique(puzzle, engine=engine) is False


def test_an_unknown_engine_is_refused_with_the_known_names() -> None:
    with pytest.raises(NonogramError, match=r"'magic'.*python"):
        solve(Puzzle.empty(1, 1), engine="magic")


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


def test_as_many_colours_as_a_grid_holds(engine: str) -> None:
    palette = (WHITE, *(Color(s, "#000000") for s in "1abcdefghijklmnopqrstuvwxyzABCD"))
    row = tuple(Clue(1, k) for k in range(1, 32))
    puzzle = Puzzle((row,), tuple((clue,) for clue in row), palette)
    result = solve(puzzle, engine=engine)
    assert result.outcome is Outcome.UNIQUE
    assert list(result.solutions[0].cells) == [1 << k for k in range(1, 32)]


def test_methods_that_search_refuse_boards_of_more_than_a_million_cells() -> None:
    lines = [()] * 1001
    result = solve(Puzzle.from_numbers(lines, lines), engine="depth-first")
    assert result.outcome is Outcome.GAVE_UP
    assert "more than 1,000,000 cells" in result.note
