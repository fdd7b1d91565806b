"""The likeliest puzzles with a solution: all pictures of small boards are the judge."""

from __future__ import annotations

import random
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from itertools import product
from typing import NamedTuple

import pytest

from puzzles.contracts import Assignment, Likeliest, SolutionCount, Way, Weighted
from puzzles.grid import Grid, clues_of, clues_of_picture
from puzzles.model import BLACK_AND_WHITE, Clue, Clues, Color, Line, Puzzle, clues
from solver import weighted
from solver.solution_count import count_solutions
from solver.weighted import WeightedLimits, likeliest

PALETTE = (*BLACK_AND_WHITE, Color("r", "#ff0000"))
GENEROUS = WeightedLimits(max_cost=100.0, nodes=10**6, assignments=10**4)


class Found(NamedTuple):
    """An assignment in a form that is easily compared."""

    cost: int
    """Thousandths."""
    lines: tuple[Clues, ...]
    count: SolutionCount
    way: int
    derived: frozenset[Line]


def as_found(assignment: Assignment) -> Found:
    puzzle, cost, solutions, way, derived = assignment
    return Found(round(1000 * cost), (*puzzle.rows, *puzzle.columns), solutions, way, derived)


def all_found(result: Likeliest) -> list[Found]:
    return [as_found(assignment) for assignment in result.assignments]


@cache
def solvable(height: int, width: int, colors: int) -> dict[tuple[Clues, ...], SolutionCount]:
    """The clues of every picture of a size, and whether they belong to others, too."""
    lines = {
        size: {cells: clues_of([1 << c for c in cells]) for cells in product(range(colors), repeat=size)}
        for size in (height, width)
    }
    counts: Counter[tuple[Clues, ...]] = Counter()
    for rows in product(lines[width], repeat=height):
        of_rows = [lines[width][row] for row in rows]
        of_columns = [lines[height][column] for column in zip(*rows, strict=True)]
        counts[(*of_rows, *of_columns)] += 1
    return {
        puzzle: SolutionCount.ONE if count == 1 else SolutionCount.SEVERAL
        for puzzle, count in counts.items()
    }


def cost_of(way: Way, puzzle: Sequence[Clues]) -> tuple[float, frozenset[Line]]:
    """The least cost of these clues, infinite if a line may not have them; the lines of *any*."""
    total, derived = 1000 * way.cost, set()
    for number, (line, of_line) in enumerate(zip((*way.rows, *way.columns), puzzle, strict=True)):
        listed = min((a.cost for a in line if a.clues == of_line), default=float("inf"))
        of_any = min((a.cost for a in line if a.clues is None), default=float("inf"))
        if of_any < listed:
            derived.add(Line.numbered(number, len(way.rows)))
        total += 1000 * min(listed, of_any)
    return total, frozenset(derived)


def brute(ways: Sequence[Way], colors: int, limits: WeightedLimits) -> list[Found]:
    """The assignments, the cheapest first, over all pictures."""
    height, width = len(ways[0].rows), len(ways[0].columns)
    several = 1000 * limits.several_cost
    cheapest = min(
        1000 * (way.cost + sum(min((a.cost for a in line), default=float("inf")) for line in (*way.rows, *way.columns)))
        for way in ways
    )
    found = []
    is_near = False
    for puzzle, count in solvable(height, width, colors).items():
        costs = [cost_of(way, puzzle) for way in ways]
        cost, derived = min(costs, key=lambda each: each[0])
        if cost < float("inf"):
            is_near |= cost <= cheapest + 1000 * limits.max_cost
            total = cost + (several if count is SolutionCount.SEVERAL else 0)
            way = [each for each, _ in costs].index(cost)
            found.append(Found(round(total), puzzle, count, way, derived))
    if not is_near:
        return []
    last = min(each.cost for each in found) + 1000 * limits.margin
    return sorted(
        (each for each in found if each.cost <= last),
        key=lambda each: (each.cost, [(len(line), [(c.color, c.length) for c in line]) for line in each.lines]),
    )


def random_way(rng: random.Random, height: int, width: int, colors: int, truth: Sequence[Clues], others: int = 2) -> Way:
    """Alternatives among which the true clues mostly are."""
    lines = []
    for number in range(height + width):
        size = width if number < height else height
        line = [Weighted(truth[number], cost(rng))] if rng.random() < 0.95 else []
        for _ in range(rng.randint(0, others)):
            cells = [1 << rng.randrange(colors) for _ in range(size)]
            line.append(Weighted(clues_of(cells), cost(rng)))
        if rng.random() < 0.15:
            line.append(Weighted(None, cost(rng) + 2))
        rng.shuffle(line)
        lines.append(line)
    return Way(lines[:height], lines[height:], rng.choice([0, 0, 2.5]))


def cost(rng: random.Random) -> float:
    return rng.choice([0.0, 0.0, 0.5, 1.25, 2.0, 3.0, 4.5, 7.007])


def random_ways(rng: random.Random, height: int, width: int, colors: int) -> list[Way]:
    cells = [1 << rng.randrange(colors) for _ in range(height * width)]
    rows, columns = clues_of_picture(Grid(height, width, colors, cells))
    return [
        random_way(rng, height, width, colors, (*rows, *columns))
        for _ in range(rng.choice([1, 1, 2, 3]))
    ]


@pytest.mark.parametrize(
    ("height", "width", "colors", "cases"),
    [(2, 3, 2, 40), (3, 4, 2, 25), (1, 4, 3, 20), (2, 3, 3, 25), (4, 4, 2, 2)],
)
def test_small_boards_as_brute_force(
    engine: str, height: int, width: int, colors: int, cases: int
) -> None:
    rng = random.Random(height * 100 + width * 10 + colors)
    kinds = Counter()
    for _ in range(cases):
        ways = random_ways(rng, height, width, colors)
        limits = WeightedLimits(
            max_cost=rng.choice([2.0, 26.0]), margin=rng.choice([0.0, 4.0, 9.0]),
            several_cost=rng.choice([0.0, 3.9]), nodes=10**6, assignments=10**4,
        )
        result = likeliest(ways, PALETTE[:colors], limits, engine=engine)
        assert result.is_complete
        assert all_found(result) == brute(ways, colors, limits)
        kinds[min(2, len(result.assignments))] += 1
    print(kinds)
