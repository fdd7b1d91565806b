"""How long generated puzzles take, beside boards by chance of which most are thrown away.

::

    python benchmarks/generate.py --sizes 5x5,10x10,20x20 --count 10
    python benchmarks/generate.py --sizes 20x20 --count 1000 --tiers easy --prove --alone

For each size and difficulty both methods are asked for puzzles with the same seeds, one after the
other in this process, and times are of the process's own computing. Thrown away are boards whose
cells are shaded by chance, until one has one solution and the wished difficulty, or the time is
over. With ``--prove`` the engine in Python proves that each puzzle has one solution.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
from collections.abc import Callable
from pathlib import Path
from time import process_time

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.machine import machine
from puzzles.difficulty import Difficulty
from puzzles.grid import Grid, puzzle_of
from puzzles.model import Puzzle
from solver.api import solve
from solver.author.generator.making import generate
from solver.author.generator.options import GeneratorOptions
from solver.logic.rate import rate, rating_if_any
from solver.values import Limits, Outcome

MAX_NODES = 2000
"""Of a solve, in both methods about the same."""
Method = Callable[[GeneratorOptions, str, float], Puzzle | None]


def generated(options: GeneratorOptions, seed: str, limit_s: float) -> Puzzle | None:
    """The generator."""
    end = process_time() + limit_s
    found = generate(options, seed, lambda: process_time() > end)
    return None if found is None else found.puzzle


def thrown(options: GeneratorOptions, seed: str, limit_s: float) -> Puzzle | None:
    """Boards by chance, until one is as wished."""
    end, chance = process_time() + limit_s, random.Random(seed)
    height, width = options.height, options.width

    def is_over() -> bool:
        return process_time() > end

    while not is_over():
        density = chance.uniform(0.4, 0.7)
        cells = [2 if chance.random() < density else 1 for _ in range(height * width)]
        puzzle = puzzle_of(Grid(height, width, 2, cells), Puzzle.empty(height, width))
        limits = Limits(2, None, MAX_NODES)
        if solve(puzzle, limits, None, is_over).outcome is not Outcome.UNIQUE:
            continue
        if options.difficulty is None:
            return puzzle
        rating = rating_if_any(puzzle, is_over)
        if rating is not None and rating.difficulty is options.difficulty:
            return puzzle
    return None


def measure(
    method: Method, options: GeneratorOptions, seeds: range, limit_s: float, proves: bool
) -> str:
    """The columns of a method: found, median and longest time, different pictures."""
    times, goals = [], set()
    found = wrong = 0
    for seed in seeds:
        start = process_time()
        puzzle = method(options, f"{seed}", limit_s)
        times.append(process_time() - start)
        if puzzle is None:
            continue
        found += 1
        goals.add(puzzle.goal)
        wrong += options.difficulty not in (None, rate(puzzle).difficulty)
        if proves:
            wrong += solve(puzzle, Limits(2, 60), engine="python").outcome is not Outcome.UNIQUE
    text = (
        f"{found:4}/{len(seeds)} {statistics.median(times):8.2f} {max(times):8.2f} {len(goals):6}"
    )
    return f"{text}  WRONG: {wrong}" if wrong else text


def main() -> None:
    """Print a line for each size and difficulty."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    words = [each.value for each in Difficulty]
    parser.add_argument("--sizes", default="5x5,10x10,20x20", help="columns x rows, with commas")
    parser.add_argument("--tiers", default=",".join(words), help="with commas; 'any' for no wish")
    parser.add_argument("--count", type=int, default=10, help="puzzles of each kind")
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--limit", type=float, default=60.0, help="seconds for a puzzle")
    parser.add_argument("--prove", action="store_true", help="with the engine in Python")
    parser.add_argument("--alone", action="store_true", help="the generator only")
    given = parser.parse_args()
    print(machine())
    head = f"{'found':>8} {'median s':>9} {'most s':>8} {'distinct':>8}"
    print(f"{'size':<9}{'tier':<10} | generator {head} | thrown away {head}")
    for size in given.sizes.split(","):
        width, height = map(int, size.split("x"))
        for word in given.tiers.split(","):
            wish = None if word == "any" else Difficulty(word)
            try:
                options = GeneratorOptions(height, width, wish)
            except ValueError as error:
                print(f"{size:<9}{word:<10} | {error}", flush=True)
                continue
            seeds = range(given.first, given.first + given.count)
            ours = measure(generated, options, seeds, given.limit, given.prove)
            other = "" if given.alone else measure(thrown, options, seeds, given.limit, False)
            print(f"{size:<9}{word:<10} | {ours:<46} | {other}", flush=True)


if __name__ == "__main__":
    main()
