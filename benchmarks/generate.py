"""How long generated puzzles take, beside boards by chance of which most are thrown away."""

from __future__ import annotations

import random
from collections.abc import Callable
from time import process_time
from typing import TypeAlias

from benchmarks.harness import Items, Times, benchmark, sides
from benchmarks.puzzle_sets import random_board
from puzzles.difficulty import Difficulty
from puzzles.model import Puzzle
from solver.api import solve
from solver.author.generator.making import generate as generated
from solver.author.generator.options import GeneratorOptions
from solver.logic.rate import rate, rating_if_any
from solver.values import Limits, Outcome

MAX_NODES = 2000
"""Of a solve, in both methods about the same."""
IsOver: TypeAlias = Callable[[], bool]


def _generator(options: GeneratorOptions, seed: str, is_over: IsOver) -> Puzzle | None:
    found = generated(options, seed, is_over)
    return None if found is None else found.puzzle


def _thrown_away(options: GeneratorOptions, seed: str, is_over: IsOver) -> Puzzle | None:
    chance = random.Random(seed)
    while not is_over():
        density = chance.uniform(0.4, 0.7)
        puzzle = random_board(chance, options.rows, options.columns, density)
        result = solve(puzzle, Limits(2, None, MAX_NODES), None, is_over)
        if result.outcome is not Outcome.UNIQUE:
            continue
        if options.difficulty is None:
            return puzzle
        rating = rating_if_any(puzzle, is_over)
        if rating is not None and rating.difficulty is options.difficulty:
            return puzzle
    return None


@benchmark(sizes=("5x5",), count=1, limit=2.0, tiers=("easy",))
def generate(
    sizes: tuple[str, ...] = ("5x5", "10x10", "20x20"),
    tiers: tuple[str, ...] = tuple(each.value for each in Difficulty),
    count: int = 10,
    first: int = 0,
    limit: float = 60.0,
    prove: bool = False,
    alone: bool = False,
) -> Items:
    """How long generated puzzles take, beside boards by chance of which most are thrown away.

    Both methods are asked for puzzles with the same seeds in turn. Thrown away are boards whose
    cells are shaded by chance, until one has one solution and the wished difficulty, or the
    process's own computing has taken the time.

    Args:
        sizes: Columns x rows.
        tiers: Difficulties; any is no wish.
        count: Puzzles of each kind.
        first: The first seed.
        limit: For a puzzle, s of computing.
        prove: The engine in Python proves that each generated puzzle has one solution.
        alone: The generator only.
    """
    ways = {"generator": _generator} | ({} if alone else {"thrown away": _thrown_away})
    for size in sizes:
        width, height = sides(size)
        for tier in tiers:
            wish = None if tier == "any" else Difficulty(tier)
            try:
                options = GeneratorOptions(height, width, wish)
            except ValueError as error:
                yield f"{size} {tier}: {error}"
                continue
            times = {name: Times() for name in ways}
            for seed in range(first, first + count):
                for name, way in ways.items():
                    end = process_time() + limit
                    times[name].take(way, options, f"{seed}", lambda end=end: process_time() > end)  # type: ignore[misc]
            for name, spent in times.items():
                found = [puzzle for puzzle in spent.results if puzzle is not None]
                wrong = sum(wish not in (None, rate(puzzle).difficulty) for puzzle in found)
                for puzzle in found if prove and name == "generator" else ():
                    proof = solve(puzzle, Limits(2, 60), engine="python")
                    wrong += proof.outcome is not Outcome.UNIQUE
                yield {
                    "size, tier": f"{size} {tier}, {name}",
                    "found": f"{len(found)}/{count}",
                    "wrong": wrong,
                    "distinct": len({puzzle.goal for puzzle in found}),
                    "time": spent,
                }
