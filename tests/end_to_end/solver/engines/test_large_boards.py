"""Laws that every engine keeps on large boards: answers, limits, stopping."""

from __future__ import annotations

import random
import time
from itertools import pairwise
from pathlib import Path

import pytest

from puzzles.formats import read
from puzzles.grid import BLANK, SHADED, Grid, puzzle_of, unsatisfied_lines
from puzzles.model import Puzzle, clues
from solver.api import Event, Limits, Outcome, SolveResult, solve
from tests.support.boards import hard_board, huge_board


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
    limits = Limits(solutions=10**9, timeout_s=60)
    solve(puzzle, limits, events.append, lambda: len(events) > 9, engine)
    assert len(events) > 9
    for before, after in pairwise(events):
        assert before.known <= after.known <= after.total == puzzle.height * puzzle.width
        assert 0 <= before.fraction <= after.fraction <= 1
    for event in events:
        assert event.known == sum(event.grid.count(1 << k) for k in range(2))


def test_a_line_by_line_board_of_a_million_cells(engine: str) -> None:
    def inside(r: int, c: int) -> bool:
        return (r - 500) ** 2 + (c - 500) ** 2 < 499**2 and (r - 300) ** 2 + (c - 350) ** 2 > 9999

    cells = [2 if inside(r, c) else 1 for r in range(1000) for c in range(1000)]
    puzzle = puzzle_of(Grid(1000, 1000, 2, cells), Puzzle.empty(1000, 1000))
    result = solve(puzzle, Limits(timeout_s=60), engine=engine)
    assert result.outcome is Outcome.UNIQUE
    assert list(result.solutions[0].cells) == cells


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
