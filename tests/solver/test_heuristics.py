"""What the two heuristics promise beyond the laws of all methods."""

from __future__ import annotations

import random
from itertools import groupby

import pytest

from puzzles.formats import read
from puzzles.grid import unsatisfied_lines
from puzzles.model import Puzzle, clues
from puzzles.packs import packs, study_set
from solver.api import Limits, Outcome, Step, solve
from solver.engines.annealing import AnnealingEngine, Board, Heat
from solver.engines.conflict import UNIT, LineConflict
from solver.engines.run import Run
from solver.registry import get_engine
from tests.solver.test_engines import random_puzzle

FIRST = Limits(1, proof=False)


def bits(picture: str) -> int:
    return sum(1 << cell for cell, symbol in enumerate(picture) if symbol == "#")


TABLE_2 = (
    [0.17, 0, 0.17, 0, 0, 0.17, 0, 0, 0, 0.17, 0, 0.17, 0.17, 0, 0, 0.17],
    [0, 0.20, 0.33, 0.10, 0.10, 0.33, 0.10, 0, 0.10, 0.33, 0.20, 0, 0, 0.10, 0.10, 0],
)
"""The first two scenarios of the source's example; the third says nothing there."""


def test_the_metric_gives_the_table_of_its_source() -> None:
    line = bits(".#.##.###.#..##.")
    shares = LineConflict(clues([4, 2, 1, 3]), 16, plain=True).shares(line) / UNIT
    expected = [a + b for a, b in zip(*TABLE_2, strict=True)]
    assert shares.tolist() == pytest.approx(expected, abs=0.01)


def textbook(picture: str, wanted: list[int]) -> list[float]:
    """The equations, one after the other."""
    n = len(picture)
    runs: list[list[int]] = []
    for symbol, group in groupby(range(n), key=lambda cell: picture[cell]):
        if symbol == "#":
            runs.append(list(group))
    black, need = picture.count("#"), sum(wanted)
    c = [0.0] * n
    for cell in range(n):
        if picture[cell] == "#" and black > need:
            c[cell] += (black - need) / black
        if picture[cell] == "." and black < need:
            c[cell] += (need - black) / max(1, n - need)
    more = len(runs) - len(wanted)
    inner = sum(max(0, len(run) - 2) for run in runs)
    between = [cell for cell in range(1, n - 1) if picture[cell - 1 : cell + 2] == "#.#"]
    for run in runs:
        if more > 0 and len(run) == 1:
            c[run[0]] += more / len(runs)
        elif more > 0:
            c[run[0]] += more / (2 * len(runs))
            c[run[-1]] += more / (2 * len(runs))
        elif more < 0:
            for cell in run[1:-1]:
                c[cell] += -more / inner
    for cell in between if more > 0 else []:
        c[cell] += more / len(between)
    for run, length in zip(runs, wanted, strict=True) if more == 0 else []:
        excess = len(run) - length
        ends = [run[0], run[-1]] if excess > 0 else [run[0] - 1, run[-1] + 1]
        for cell in ends if excess else []:
            if 0 <= cell < n:
                c[cell] += abs(excess) / 2
    return c


def test_the_metric_is_that_of_the_equations() -> None:
    chance = random.Random(3)
    seen = set()
    for _ in range(600):
        n = chance.randint(3, 20)
        wanted = [chance.randint(1, 4) for _ in range(chance.randint(1, max(1, n // 5)))]
        if sum(wanted) + len(wanted) - 1 > n:
            continue
        picture = "".join(
            chance.choice("##." if chance.random() < 0.5 else "#..") for _ in range(n)
        )
        metric = LineConflict(clues(wanted), n, plain=True)
        line = bits(picture)
        expected = textbook(picture, wanted)
        assert (metric.shares(line) / UNIT).tolist() == pytest.approx(expected)
        assert metric.total(line) / UNIT == pytest.approx(sum(expected))
        grown = [metric.total(line ^ 1 << cell) - metric.total(line) for cell in range(n)]
        assert metric.changes(line).tolist() == grown
        seen.add((sum(expected) > 0, picture.count("#") > sum(wanted)))
    assert len(seen) > 2


@pytest.mark.parametrize("plain", [True, False])
def test_conflicts_kept_swap_by_swap_are_those_of_the_board(plain: bool) -> None:
    puzzle = random_puzzle(4, 9, 12, density=0.4)
    run = Run(AnnealingEngine(), puzzle, Limits(), None, None, None)
    chance = random.Random(5)
    board = Board(run, chance, plain)
    for _ in range(200):
        black, white = (int(chance.choice(cells)) for cells in board.cells)
        foreseen = board.conflict_after(black, white)
        if not plain:
            assert board.conflicts_after(black)[white] == foreseen
            assert board.conflicts_after(white)[black] == foreseen
        board.swap(black, white)
        assert board.conflict == foreseen
    anew = 0
    for line in puzzle.lines:
        metric = LineConflict(puzzle.clues_of(line), len(board.grid().line(line)), plain=plain)
        packed = sum(1 << cell for cell, state in enumerate(board.grid().line(line)) if state == 2)
        anew += metric.total(packed)
        shares = board.shares[:, line.index] if line.is_column else board.shares[line.index]
        assert (shares >= metric.shares(packed)).all()
    assert board.conflict == anew == board.shares.sum()


def test_heat_follows_its_rule() -> None:
    heat = Heat(4 * UNIT)
    assert heat.allows(2 * UNIT)
    assert heat.now == 2 * UNIT
    assert not heat.allows(3 * UNIT)  # grows by (2 / 4) squared
    assert heat.now / UNIT == pytest.approx(2.25)
    assert not heat.allows(3 * UNIT)
    assert heat.now / UNIT == pytest.approx(2.25 + (2.25 / 4) ** 2)
    assert heat.allows(int(2.5 * UNIT))
    assert heat.now == 2.5 * UNIT


@pytest.mark.parametrize("name", ["annealing", "genetic"])
def test_a_seed_is_a_path(name: str) -> None:
    puzzle = read(study_set("sparse").puzzles[0].path).puzzle

    def path(seed: int) -> list[str]:
        steps: list[Step] = []
        limits = Limits(1, nodes=12, proof=False)
        solve(puzzle, limits, engine=f"{name}:seed={seed}", on_step=steps.append)
        return [f"{step.sentence}\n{step.grid}" for step in steps]

    assert path(1) == path(1)
    assert path(1) != path(2)


@pytest.mark.parametrize("seed", range(1, 6))
def test_annealing_solves_a_board_that_lines_cannot_start(seed: int) -> None:
    puzzle = read(study_set("sparse").puzzles[0].path).puzzle
    result = solve(puzzle, Limits(1, nodes=60_000, proof=False), engine=f"annealing:seed={seed}")
    assert result.outcome is Outcome.FOUND
    assert not list(unsatisfied_lines(puzzle, result.solutions[0]))


@pytest.mark.parametrize("size", [5, 7, 10])
def test_evolution_solves_pictures(size: int) -> None:
    picture = next(p for p in packs()[0].puzzles if p.height == p.width == size or size == p.height)
    puzzle = read(picture.path).puzzle
    result = solve(puzzle, Limits(1, nodes=3000, proof=False), engine="genetic")
    assert result.outcome is Outcome.FOUND


def test_a_population_that_no_longer_evolves_is_replaced() -> None:
    puzzle = Puzzle.from_numbers([[1, 1], [1], [1], [1, 1]], [[], [3], [2], [1]])
    assert solve(puzzle).outcome is Outcome.NONE
    steps: list[Step] = []
    result = solve(
        puzzle, Limits(1, nodes=60, proof=False), engine="genetic:patience=5", on_step=steps.append
    )
    assert result.outcome is Outcome.LIMIT
    assert any("population 3" in step.sentence for step in steps)


@pytest.mark.parametrize("name", ["annealing", "genetic"])
def test_boards_of_one_colour_are_no_trouble(name: str) -> None:
    for row, column in (([3], [2]), ([], [])):
        puzzle = Puzzle.from_numbers([row] * 2, [column] * 3)
        assert solve(puzzle, FIRST, engine=name).outcome is Outcome.FOUND


def test_heuristics_say_that_they_prove_nothing() -> None:
    assert not get_engine("annealing").is_exact
    assert not get_engine("genetic").is_exact


def test_what_they_had_come_to_can_be_looked_at() -> None:
    puzzle = read(study_set("sparse").puzzles[2].path).puzzle
    result = solve(puzzle, Limits(1, nodes=50, proof=False), engine="annealing")
    assert result.outcome is Outcome.LIMIT
    assert result.draft is not None
    black = sum(clue.length for row in puzzle.rows for clue in row)
    assert result.draft.count_shaded() == black
    bred = solve(puzzle, Limits(1, nodes=5, proof=False), engine="genetic").draft
    assert bred is not None
    assert all(line.is_column for line in unsatisfied_lines(puzzle, bred))
