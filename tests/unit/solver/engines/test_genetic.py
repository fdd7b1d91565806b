"""The genetic algorithm, and the distance that is its fitness."""

from __future__ import annotations

import random
import time
from itertools import pairwise

import numpy as np
import pytest

from puzzles import packs
from puzzles.formats import read
from puzzles.grid import clues_of, unsatisfied_lines
from puzzles.model import MAX_SIZE, Axis, Puzzle
from solver.api import Limits, Outcome, Step, solve
from solver.engines.arrangements import colors
from solver.engines.distance import ColumnDistance
from solver.engines.genetic import Evolution, GeneticEngine
from solver.engines.run import Run
from solver.values import NO_CALLBACKS
from tests.support.boards import random_puzzle

UNSOLVABLE = Puzzle.from_numbers([[1, 1], [], [1, 1]], [[2], [], [2]])


def breeding(puzzle: Puzzle, population: int) -> Evolution:
    engine = GeneticEngine(population=population)
    return Evolution(engine, Run(engine, puzzle, Limits(), NO_CALLBACKS))


@pytest.mark.parametrize("height", [1, 2, 5, 9])
def test_the_distance_is_that_to_the_nearest_arrangement(height: int) -> None:
    rng = random.Random(height)
    for _ in range(30):
        clues = [clues_of([1 << rng.randrange(3) for _ in range(height)]) for _ in range(3)]
        cells = [rng.randrange(3) for _ in range(4 * height * 3)]
        boards = np.array(cells, dtype=np.uint8).reshape(4, height, 3)
        expected = [
            [
                min(int((board[:, c] != list(way)).sum()) for way in colors(clues[c], height))
                for c in range(3)
            ]
            for board in boards
        ]
        assert ColumnDistance(clues, height).of(boards).tolist() == expected


def test_the_distance_of_the_longest_lines() -> None:
    clues = clues_of([2] * (MAX_SIZE - 3) + [1, 2])
    boards = np.zeros((2, MAX_SIZE, 1), dtype=np.uint8)
    boards[1, 2:] = 1
    assert ColumnDistance([clues], MAX_SIZE).of(boards).tolist() == [[MAX_SIZE - 2], [2]]


def test_rows_are_right_whatever_happens_to_the_genes() -> None:
    puzzle = random_puzzle(5, 6, 7, density=0.5)
    bred = breeding(puzzle, population=50)
    genes = bred._random_genes((50, 6))
    for _ in range(5):
        genes = np.concatenate([genes[:4], bred._children(genes, bred._evaluate(genes))])
        assert ((genes >= 0) & (genes < bred.counts)).all()
    for board in bred._boards(genes):
        rows = [clues_of([1 << color for color in row]) for row in board.tolist()]
        assert rows == list(puzzle.rows)


def test_the_fitter_become_parents_more_often() -> None:
    bred = breeding(random_puzzle(5, 6, 7), population=40)
    fitness = np.arange(40)
    parents = bred._selected(fitness, 4000)
    assert np.mean(parents) == pytest.approx(40 / 4, abs=1)  # the least of three


@pytest.mark.parametrize("crossover", ["uniform", "two-point", "one-point"])
def test_a_child_has_each_row_from_one_parent(crossover: str) -> None:
    puzzle = random_puzzle(5, 6, 7)
    engine = GeneticEngine(crossover=crossover, mutation=0.0)  # type: ignore[arg-type]
    bred = Evolution(engine, Run(engine, puzzle, Limits(), NO_CALLBACKS))
    genes = np.repeat(np.arange(2)[:, None], 6, axis=1)  # all rows 0, or all rows 1
    bred.size, bred.elite = 2, 0
    children = np.concatenate(
        [bred._children(genes, np.zeros(2, dtype=np.int64)) for _ in range(200)]
    )
    borders = [sum(a != b for a, b in pairwise(c)) for c in children.tolist()]
    assert max(borders) == {"uniform": 5, "two-point": 2, "one-point": 1}[crossover]
    assert {tuple(c) for c in children.tolist()} >= {(0,) * 6, (1,) * 6}


def test_twins_are_parted() -> None:
    bred = breeding(random_puzzle(5, 8, 8, density=0.3), population=50)
    genes = np.repeat(bred._random_genes((1, 8)), 50, axis=0)
    first = genes[0].copy()
    bred._mutate_twins(genes)
    assert (genes[: bred.elite] == first).all()
    assert len(np.unique(genes, axis=0)) > 25


def told(puzzle: Puzzle, words: str, nodes: int) -> list[str]:
    steps: list[Step] = []
    engine = f"genetic:{words}"
    result = solve(puzzle, Limits(nodes=nodes), engine=engine, on_step=steps.append)
    assert result.outcome in (Outcome.LIMIT, Outcome.FOUND)
    return [step.sentence for step in steps]


def test_a_population_that_no_longer_evolves_is_replaced() -> None:
    sentences = told(UNSOLVABLE, "patience=7", 33)
    begun = [at for at, text in enumerate(sentences) if "population" in text]
    assert len(sentences) == 33
    assert "population 5" in sentences[-1]
    assert begun[0] == 8  # a population by chance, and seven generations that are no better


def test_the_limit_ends_what_has_no_solution() -> None:
    result = solve(UNSOLVABLE, Limits(nodes=50), engine="genetic")
    assert result.outcome is Outcome.LIMIT
    assert not result.solutions
    assert result.statistics.nodes == 50
    assert result.statistics.checks > 50


def test_the_seed_decides() -> None:
    puzzle = random_puzzle(9, 8, 8, density=0.3)
    assert told(puzzle, "seed=3", 30) == told(puzzle, "seed=3", 30)
    assert told(puzzle, "seed=3:population=50", 30) != told(puzzle, "seed=4:population=50", 30)


@pytest.mark.parametrize("seed", range(1, 4))
@pytest.mark.parametrize(
    ("name", "index"), [("sparse", 0), ("shapes", 4), ("shapes", 5), ("csp", 1)]
)
def test_boards_of_ten_cells_are_solved(name: str, index: int, seed: int) -> None:
    puzzle = read(packs.study_set(name).puzzles[index].path).puzzle
    result = solve(puzzle, Limits(nodes=300), engine=f"genetic:seed={seed}")
    assert result.outcome is Outcome.FOUND
    assert not list(unsatisfied_lines(puzzle, result.solutions[0]))
    assert result.certain.is_untouched


def test_colours_are_solved() -> None:
    puzzle = random_puzzle(4, 7, 7, colors=4, density=0.7)
    result = solve(puzzle, Limits(nodes=300), engine="genetic")
    assert result.outcome is Outcome.FOUND


def test_checks_count_the_evaluated_chromosomes() -> None:
    result = solve(random_puzzle(9, 8, 8), Limits(nodes=3), engine="genetic:population=50:elite=5")
    assert result.statistics.checks == 50 + 45 + 45


@pytest.mark.parametrize("words", ["population=3", "population=10001", "tournament=0"])
def test_options_out_of_bounds_are_said(words: str) -> None:
    result = solve(random_puzzle(9, 4, 4), engine=f"genetic:{words}")
    assert result.outcome is Outcome.GAVE_UP
    assert "chromosomes" in result.note


def test_it_stops_soon_on_a_huge_board_with_few_arrangements() -> None:
    puzzle = Puzzle.from_numbers([[999]] * 1000, [[999]] * 1000)
    started = time.process_time()
    result = solve(puzzle, Limits(timeout_s=0.3), engine="genetic")
    assert time.process_time() - started < 1.5
    assert result.outcome is Outcome.LIMIT


def test_too_many_arrangements_are_said() -> None:
    result = solve(random_puzzle(1, 60, 60, density=0.4), engine="genetic")
    assert result.outcome is Outcome.GAVE_UP
    assert str(Axis.ROW.name).lower() in result.note
